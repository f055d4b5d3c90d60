"""Indexed repositories with a history, made from texts."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from auto_tools.index.build import update_index

Make = Callable[[Mapping[str, str]], Path]
Commit = Callable[..., None]


@pytest.fixture
def commit() -> Commit:
    """Write files into a repository and commit them, as somebody, some days ago."""

    def write(
        root: Path, files: Mapping[str, str], message: str, author: str = "Ada", days_ago: float = 0.0
    ) -> None:
        for path, text in files.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, encoding="utf-8")
        when = subprocess.run(["date", "+%s"], capture_output=True, text=True, check=True).stdout
        stamp = f"@{int(when) - int(days_ago * 86_400)} +0000"
        mail = f"{author.lower()}@example.org"
        env = {
            "PATH": os.environ["PATH"], "HOME": str(root.parent), "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_DATE": stamp, "GIT_COMMITTER_DATE": stamp,
            "GIT_AUTHOR_NAME": author, "GIT_AUTHOR_EMAIL": mail,
            "GIT_COMMITTER_NAME": author, "GIT_COMMITTER_EMAIL": mail,
        }  # fmt: skip
        for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-qm", message]):
            subprocess.run(["git", *arguments], cwd=root, env=env, check=True, capture_output=True)

    return write


@pytest.fixture
def make_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, commit: Commit) -> Make:
    """Return a function that makes a committed and indexed repository of some files."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("HOME", str(tmp_path))

    def make(files: Mapping[str, str]) -> Path:
        root = tmp_path / "repository"
        root.mkdir(exist_ok=True)
        commit(root, files, "first step")
        update_index(str(root), str(root / ".git"))
        return root

    return make
