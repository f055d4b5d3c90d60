"""Everything together, and what reading must never do."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import auto_tools
from auto_tools.contract import Commit, CurrentState, LanguageShare
from auto_tools.index.facts import read_facts, read_state
from auto_tools.index.gitdir import find_git

Git = Callable[..., str]

SOURCES = str(Path(auto_tools.__file__).parents[1])

WATCHED = """
import os, sys
sys.path.insert(0, {sources!r})
writing = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
refused = ("subprocess", "os.exec", "os.fork", "os.posix_spawn", "os.system", "os.spawn", "os.rename",
           "os.remove", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.truncate", "os.utime",
           "os.chmod", "os.chown", "socket", "shutil", "ctypes")
def watch(event, arguments):
    if event.startswith(refused):
        print("refused", event, arguments)
    if event == "open" and isinstance(arguments[2], int) and arguments[2] & writing:
        print("written", arguments)
sys.dont_write_bytecode = True
sys.addaudithook(watch)
from auto_tools.index.facts import read_facts, read_state
from auto_tools.index.gitdir import find_git
found = find_git({root!r})
print("git", bool(found))
facts = read_facts({root!r}, found[1] if found else None)
print("changed", len(facts.current_state.uncommitted_files))
heavy = {{"typing", "pathlib", "dataclasses", "subprocess", "hashlib", "tomllib", "inspect", "re"}}
print("heavy", sorted(heavy & set(sys.modules)))
"""


def _run_watched(root: Path, then: str = "") -> list[str]:
    program = WATCHED.format(sources=SOURCES, root=str(root)) + then
    finished = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=True, timeout=20
    )
    return finished.stdout.splitlines()


def _snapshot(root: Path) -> dict[str, tuple[int, int]]:
    return {str(path): (path.lstat().st_mtime_ns, path.lstat().st_size) for path in sorted(root.rglob("*"))}


def test_facts_of_a_repository(repo: Path, git: Git) -> None:
    (repo / "AGENTS.md").write_text("- Never push.\n")
    (repo / "src/a.py").write_text("a = 10\n")
    head = git(repo, "rev-parse", "HEAD")[:8]
    facts = read_facts(str(repo), str(repo / ".git"))
    assert facts.profile.name == "sample"
    assert facts.profile.languages == (LanguageShare("Python", 3),)
    assert facts.profile.test_folders == ("tests",)
    assert facts.current_state == CurrentState("main", head, ("src/a.py",), (Commit(head, "first step"),))
    assert [rule.text for rule in facts.constraints] == ["Never push."]
    assert facts.is_profile_complete and facts.is_state_complete
    assert read_state(str(repo), str(repo / ".git")) == facts.current_state


def test_facts_of_a_folder_inside_a_repository(repo: Path) -> None:
    (repo / "src/a.py").write_text("a = 10\n")
    (repo / "tests/test_a.py").unlink()
    facts = read_facts(str(repo / "src"), str(repo / ".git"))
    assert facts.current_state.uncommitted_files == ("a.py",)
    assert facts.profile.languages == (LanguageShare("Python", 2),)


def test_facts_of_a_worktree(repo: Path, tmp_path: Path, git: Git) -> None:
    git(repo, "worktree", "add", "-qb", "side", str(tmp_path / "tree"))
    (tmp_path / "tree/src/b.py").unlink()
    found = find_git(str(tmp_path / "tree"))
    assert found is not None
    state = read_state(*found)
    assert (state.branch, state.uncommitted_files) == ("side", ("src/b.py",))


def test_facts_without_git(tmp_path: Path) -> None:
    (tmp_path / "main.go").write_text("package main\n")
    facts = read_facts(str(tmp_path), None)
    assert facts.profile.languages == (LanguageShare("Go", 1),)
    assert facts.current_state == CurrentState()
    assert not facts.is_profile_complete and not facts.is_state_complete


def test_facts_of_an_unborn_repository_come_from_a_walk(tmp_path: Path, git: Git) -> None:
    git(tmp_path, "init", "-q")
    (tmp_path / "main.go").write_text("package main\n")
    facts = read_facts(str(tmp_path), str(tmp_path / ".git"))
    assert facts.profile.languages == (LanguageShare("Go", 1),)
    assert facts.current_state.branch == "main"


def test_a_broken_repository_gives_what_is_left(repo: Path) -> None:
    (repo / ".git/index").write_bytes(b"DIRC\0\0\0\2\xff\xff\xff\xff" + bytes(100))
    (repo / ".git/config").write_bytes(b"\xff\0[")
    facts = read_facts(str(repo), str(repo / ".git"))
    assert facts.current_state.branch == "main"
    assert facts.profile.name == "sample"
    assert not facts.is_state_complete


def test_missing_folders_give_nothing(tmp_path: Path) -> None:
    facts = read_facts(str(tmp_path / "no"), str(tmp_path / "no/.git"))
    assert facts.current_state == CurrentState() and facts.profile.languages == ()


def test_no_process_is_started_and_nothing_is_written(repo: Path) -> None:
    (repo / "src/a.py").write_text("a = 3\n")
    (repo / "src/b.py").write_text("b = 2\n")
    (repo / "AGENTS.md").write_text("- Never push.\n")
    os.mkfifo(repo / "CLAUDE.md")
    with (repo / ".git/config").open("a") as config:
        config.write("[core]\n\tfsmonitor = touch stolen\n\thooksPath = .\n")
    before = _snapshot(repo)
    assert _run_watched(repo) == ["git True", "changed 1", "heavy []"]
    assert _snapshot(repo) == before


def test_no_process_is_started_without_git(tmp_path: Path) -> None:
    (tmp_path / "a.py").touch()
    assert _run_watched(tmp_path) == ["git False", "changed 0", "heavy []"]


def test_the_watch_would_see_a_process_and_a_write(tmp_path: Path) -> None:
    lines = _run_watched(tmp_path, f"open({str(tmp_path / 'x')!r}, 'w').close()\nos.system('true')\n")
    assert [line.split()[0] for line in lines[-2:]] == ["written", "refused"]
