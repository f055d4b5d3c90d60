"""What the program model reads, and what it never reads."""

from __future__ import annotations

from pathlib import Path

import pytest

from auto_tools.index.build import update_index
from auto_tools.index.program import Program
from auto_tools.index.store import open_reader


def test_sensitive_and_unknown_files_are_never_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    root = tmp_path / "repository"
    (root / "secrets").mkdir(parents=True)
    (root / "secrets" / "keys.py").write_text("def token():\n    return 'hidden'\n")
    (root / "plain.py").write_text("def open_door():\n    return 1\n")
    update_index(str(root), None)
    reader = open_reader(str(root))
    assert reader is not None
    program = Program(reader, str(root))
    ids = dict(reader.db.execute("SELECT path, id FROM files"))
    assert program.lines(ids["plain.py"])[0] == "def open_door():"
    assert program.lines(ids["secrets/keys.py"]) == [""]
    assert program.source(ids["secrets/keys.py"]) is None
    assert program.named("token") == ()
