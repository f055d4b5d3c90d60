"""Commits and their files, read from whole, shallow, partial and broken repositories."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from auto_tools.index.gitcommand import Git, GitUnavailable
from auto_tools.index.gitdir import find_git
from auto_tools.index.history import HistoryEntry, count_behind, parse_log, read_history

RunGit = Callable[..., str]


def _read(root: Path, limit: int = 8000, since: str = "") -> list[HistoryEntry]:
    with _open(root) as git:
        return read_history(git, limit, since)


def _open(root: Path) -> Git:
    found = find_git(str(root))
    assert found
    return Git(str(root), found[1])


def _commit(git: RunGit, root: Path, subject: str, *names: str) -> str:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{subject}\n")
    git(root, "add", "-A")
    git(root, "commit", "-q", "--allow-empty", "--allow-empty-message", "-m", subject)
    return git(root, "rev-parse", "HEAD").strip()


def test_commits_come_newest_first_with_their_files(repo: Path, git: RunGit) -> None:
    second = _commit(git, repo, "second", "src/a.py", "z.py")
    newest, first = _read(repo)
    assert (newest.commit, newest.subject, newest.files) == (second, "second", ("src/a.py", "z.py"))
    assert first.files == ("pyproject.toml", "src/a.py", "src/b.py", "tests/test_a.py")
    assert newest.time == int(git(repo, "log", "-1", "--format=%ct"))


def test_strange_names_and_subjects_are_read_back(repo: Path, git: RunGit) -> None:
    names = ["\nlead", "a\nb", "sp ace", "tab\t", '"q"', "-n", "f" * 40]
    names.append(os.fsdecode(b"\xff\xfe.py"))
    _commit(git, repo, "names", *names)
    _commit(git, repo, "")
    _commit(git, repo, "tab\tand \u202e bidi")
    bidi, empty, named = _read(repo)[:3]
    assert set(named.files) == set(names)
    assert (empty.subject, empty.files) == ("", ())
    assert bidi.subject == "tab\\tand \\u202e bidi"


def test_a_subject_that_looks_like_a_commit_is_a_subject(repo: Path, git: RunGit) -> None:
    _commit(git, repo, "a" * 40, "b" * 40)
    assert (_read(repo)[0].subject, _read(repo)[0].files) == ("a" * 40, ("b" * 40,))


def test_merges_are_left_out_and_renames_are_two_files(repo: Path, git: RunGit) -> None:
    git(repo, "checkout", "-qb", "side")
    _commit(git, repo, "side", "side.py")
    git(repo, "checkout", "-q", "main")
    git(repo, "mv", "src/b.py", "src/c.py")
    _commit(git, repo, "renamed")
    git(repo, "merge", "-q", "--no-ff", "-m", "merged", "side")
    entries = {entry.subject: entry.files for entry in _read(repo)}
    assert set(entries) == {"first step", "side", "renamed"}
    assert entries["renamed"] == ("src/b.py", "src/c.py")


def test_a_commit_of_many_files_keeps_its_subject_only(repo: Path, git: RunGit) -> None:
    _commit(git, repo, "fifty", *(f"many/{number}.py" for number in range(50)))
    _commit(git, repo, "more", *(f"more/{number}.py" for number in range(51)))
    more, fifty = _read(repo)[:2]
    assert (more.subject, more.files) == ("more", ())
    assert len(fifty.files) == 50


def test_limit_and_since_narrow_the_history(repo: Path, git: RunGit) -> None:
    old = git(repo, "rev-parse", "HEAD").strip()
    for number in range(4):
        _commit(git, repo, f"step {number}", "x.py")
    assert [entry.subject for entry in _read(repo, limit=2)] == ["step 3", "step 2"]
    assert [entry.subject for entry in _read(repo, since=old)] == [f"step {n}" for n in (3, 2, 1, 0)]
    with _open(repo) as shadowed:
        assert count_behind(shadowed, old) == 4
        assert count_behind(shadowed, git(repo, "rev-parse", "HEAD").strip()) == 0


@pytest.mark.parametrize("commit", ["0" * 40, "HEAD", "--all", "", "main~1", "A" * 40, "1234567"])
def test_an_unknown_commit_is_not_asked_for(repo: Path, commit: str) -> None:
    with _open(repo) as shadowed:
        assert count_behind(shadowed, commit) is None
        if commit:
            with pytest.raises(GitUnavailable):
                read_history(shadowed, since=commit)


def test_a_blob_is_no_commit(repo: Path, git: RunGit) -> None:
    with _open(repo) as shadowed:
        assert count_behind(shadowed, git(repo, "rev-parse", "HEAD:src/a.py").strip()) is None


def test_a_repository_without_commits_has_no_history(tmp_path: Path, git: RunGit) -> None:
    git(tmp_path, "init", "-q")
    assert _read(tmp_path) == []
    with _open(tmp_path) as shadowed:
        assert count_behind(shadowed, "0" * 40) is None


def test_below_a_subfolder_paths_are_relative_and_others_dropped(repo: Path, git: RunGit) -> None:
    _commit(git, repo, "outside", "other.py")
    _commit(git, repo, "both", "other.py", "src/a.py", "src/deep/x.py")
    both, first = _read(repo / "src")
    assert (both.subject, both.files) == ("both", ("a.py", "deep/x.py"))
    assert first.files == ("a.py", "b.py")


def test_a_linked_worktree_has_its_own_head(repo: Path, git: RunGit, tmp_path: Path) -> None:
    git(repo, "worktree", "add", "-q", "-b", "side", str(tmp_path / "linked"))
    _commit(git, tmp_path / "linked", "linked work", "l.py")
    assert [entry.subject for entry in _read(tmp_path / "linked")] == ["linked work", "first step"]
    assert [entry.subject for entry in _read(repo)] == ["first step"]


def test_a_submodule_has_its_own_history(repo: Path, git: RunGit, tmp_path: Path) -> None:
    outer = tmp_path / "outer"
    outer.mkdir()
    git(outer, "init", "-q")
    git(outer, "submodule", "add", "-q", str(repo), "inner")
    _commit(git, outer, "added")
    assert [entry.subject for entry in _read(outer / "inner")] == ["first step"]
    assert _read(outer)[0].files == (".gitmodules", "inner")


def test_a_shallow_clone_ends_where_it_was_cut(repo: Path, git: RunGit, tmp_path: Path) -> None:
    for number in range(4):
        _commit(git, repo, f"step {number}", "x.py")
    git(tmp_path, "clone", "-q", "--depth", "2", f"file://{repo}", "clone")
    entries = _read(tmp_path / "clone")
    assert [entry.subject for entry in entries] == ["step 3", "step 2"]
    with _open(tmp_path / "clone") as shadowed:
        assert count_behind(shadowed, git(repo, "rev-parse", "HEAD~3").strip()) is None


@pytest.mark.parametrize(("kept", "expected"), [("blob:none", 4), ("tree:0", None)])
def test_a_partial_clone_fetches_nothing(
    repo: Path, git: RunGit, tmp_path: Path, kept: str, expected: int | None
) -> None:
    for number in range(3):
        _commit(git, repo, f"step {number}", "x.py")
    git(repo, "config", "uploadpack.allowFilter", "true")
    git(tmp_path, "clone", "-q", f"--filter={kept}", f"file://{repo}", "clone")
    repo.rename(tmp_path / "gone")
    entries = _read(tmp_path / "clone")
    assert expected is None or len(entries) == expected


def test_missing_objects_leave_what_came_before(repo: Path, git: RunGit) -> None:
    first = git(repo, "rev-parse", "HEAD").strip()
    for number in range(4):
        _commit(git, repo, f"step {number}", "x.py")
    broken = git(repo, "rev-parse", "HEAD~2").strip()
    (repo / ".git" / "objects" / broken[:2] / broken[2:]).unlink()
    subjects = [entry.subject for entry in _read(repo)]
    assert subjects in ([], ["step 3"], ["step 3", "step 2"])
    with _open(repo) as shadowed:
        assert count_behind(shadowed, first) is None


def test_without_any_object_there_is_no_history(repo: Path) -> None:
    shutil.rmtree(repo / ".git" / "objects")
    (repo / ".git" / "objects").mkdir()
    assert _read(repo) == []


def test_a_cut_or_odd_log_gives_no_wrong_entries() -> None:
    one = b"\0" + b"a" * 40 + b"\0" + b"12\0Ada\0one\0\nf\0"
    assert parse_log(one + one) == [HistoryEntry("a" * 40, 12, "one", ("f",), "Ada")] * 2
    for cut in range(len(one)):
        whole = parse_log(one + one + one[:cut])[:-1]  # as read_history does after a failure
        assert set(whole) == {HistoryEntry("a" * 40, 12, "one", ("f",), "Ada")}
    assert parse_log(b"") == [] and parse_log(b"\0\0\0\0rubbish") == []
    assert parse_log(b"\0" + b"a" * 40 + b"\0-7\0Ada\0s\0")[0].time == 0
