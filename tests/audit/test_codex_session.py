from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from auto_tools.audit.codex_session import FOLDER, NAME, forget_session, is_uuid, read_session, write_session

ID = "01a1ef2a-d902-76b0-ae79-8dc30d31e271"


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    assert read_session(str(tmp_path)).problem == ""
    assert write_session(str(tmp_path), ID) == ""
    assert read_session(str(tmp_path)).session_id == ID
    stored = json.loads((tmp_path / FOLDER / NAME).read_text())
    assert stored == {"session_id": ID, "root": os.path.realpath(tmp_path)}
    assert sorted(path.name for path in (tmp_path / FOLDER).iterdir()) == [".gitignore", NAME]


def test_a_copied_repository_does_not_go_on_with_the_session_of_the_other(tmp_path: Path) -> None:
    first, second, link = tmp_path / "first", tmp_path / "second", tmp_path / "link"
    first.mkdir()
    write_session(str(first), ID)
    shutil.copytree(first, second)
    link.symlink_to(first)
    assert read_session(str(second)).session_id == ""
    assert "is of another repository and ignored" in read_session(str(second)).problem
    assert read_session(str(link)).session_id == ID


def test_a_file_that_names_no_repository_is_believed(tmp_path: Path) -> None:
    write_session(str(tmp_path), ID)
    (tmp_path / FOLDER / NAME).write_text(json.dumps({"session_id": ID}))
    assert read_session(str(tmp_path)).session_id == ID


def test_forgetting_leaves_nothing_behind_and_takes_nothing_else(tmp_path: Path) -> None:
    write_session(str(tmp_path), ID)
    assert forget_session(str(tmp_path))
    assert list(tmp_path.iterdir()) == []
    assert not forget_session(str(tmp_path))
    write_session(str(tmp_path), ID)
    (tmp_path / ".devbooks" / "config.yaml").write_text("a: 1\n")
    assert forget_session(str(tmp_path))
    assert [path.name for path in (tmp_path / ".devbooks").iterdir()] == ["config.yaml"]


@pytest.mark.parametrize("below", ["", "part"])
def test_tracked_file_is_neither_read_nor_written_nor_removed(tmp_path: Path, below: str) -> None:
    root = tmp_path / below
    root.mkdir(exist_ok=True)
    git(tmp_path, "init", "-q")
    write_session(str(root), ID)
    assert read_session(str(root)).session_id == ID
    git(tmp_path, "add", "-f", ".")
    assert "tracked by git" in read_session(str(root)).problem
    assert "tracked by git" in write_session(str(root), ID)
    assert not forget_session(str(root))
    assert (root / FOLDER / NAME).exists()


def test_index_that_cannot_be_read_counts_as_tracked(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    write_session(str(tmp_path), ID)
    (tmp_path / ".git" / "index").write_bytes(b"DIRC\0\0\0\x09")
    assert read_session(str(tmp_path)).session_id == ""


def test_upper_case_is_the_same_session(tmp_path: Path) -> None:
    write_session(str(tmp_path), ID.upper())
    assert read_session(str(tmp_path)).session_id == ID


@pytest.mark.parametrize("text", ["", "last", ID[:-1], ID + "0", ID.replace("-", ""), f"{{{ID}}}", f"{ID} "])
def test_only_a_plain_uuid_is_an_id(text: str) -> None:
    assert is_uuid(ID)
    assert not is_uuid(text)
