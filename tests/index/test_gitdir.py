"""Where git is, which branch is checked out, what was committed last."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from auto_tools.index.gitdir import (
    find_git,
    is_owned_by_user,
    read_branch,
    read_config_value,
    read_recent_commits,
)

Git = Callable[..., str]


def test_git_is_found_from_a_folder_inside(repo: Path) -> None:
    assert find_git(str(repo / "src")) == (str(repo), str(repo / ".git"))


def test_no_git_is_none(tmp_path: Path) -> None:
    assert find_git(str(tmp_path)) is None
    assert find_git(str(tmp_path / "missing")) is None
    assert find_git("a\0b") is None
    assert find_git(f"{tmp_path}/\ud800") is None


def test_an_empty_git_folder_is_passed_over(repo: Path) -> None:
    (repo / "src" / ".git").mkdir()
    assert find_git(str(repo / "src")) == (str(repo), str(repo / ".git"))


def test_a_linked_git_folder_is_refused(repo: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / ".git").symlink_to(repo / ".git")
    assert find_git(str(other)) is None


def test_branch_and_head(repo: Path, git: Git) -> None:
    git(repo, "checkout", "-qb", "feature/x")
    assert read_branch(str(repo / ".git")) == ("feature/x", git(repo, "rev-parse", "HEAD").strip())


def test_packed_refs(repo: Path, git: Git) -> None:
    git(repo, "branch", "main2")
    git(repo, "tag", "-am", "x", "v1")
    git(repo, "pack-refs", "--all")
    assert not (repo / ".git/refs/heads/main").exists()
    assert read_branch(str(repo / ".git")) == ("main", git(repo, "rev-parse", "HEAD").strip())


def test_detached_head_has_no_branch(repo: Path, git: Git) -> None:
    git(repo, "checkout", "-q", "--detach")
    assert read_branch(str(repo / ".git")) == ("", git(repo, "rev-parse", "HEAD").strip())


def test_unborn_branch_has_no_head(tmp_path: Path, git: Git) -> None:
    git(tmp_path, "init", "-q")
    assert read_branch(str(tmp_path / ".git")) == ("main", "")
    assert read_recent_commits(str(tmp_path / ".git")) == ()


def test_a_branch_that_is_another_branch_is_followed(repo: Path, git: Git) -> None:
    git(repo, "symbolic-ref", "refs/heads/alias", "refs/heads/main")
    git(repo, "symbolic-ref", "HEAD", "refs/heads/alias")
    assert read_branch(str(repo / ".git")) == ("alias", git(repo, "rev-parse", "HEAD").strip())


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (b"ref: refs/heads/.invalid\n", ("", "")),
        (b"ref: ../../secret\n", ("", "")),
        (b"ref: refs/heads/../../../secret\n", ("../../../secret", "")),
        (b"ref: refs/heads/\x1b[31m\xe2\x80\xae\n", ("\\x1b[31m\\u202e", "")),
        (b"", ("", "")),
        (b"\xff\0", ("", "")),
        (b"g" * 40, ("", "")),
        (b"a" * 100_000, ("", "")),
    ],
)
def test_a_hostile_head_gives_no_id(repo: Path, head: bytes, expected: tuple[str, str]) -> None:
    (repo.parent / "secret").write_text("a" * 40)
    (repo / ".git" / "HEAD").write_bytes(head)
    assert read_branch(str(repo / ".git")) == expected


def test_refs_in_a_circle_end(repo: Path) -> None:
    (repo / ".git/refs/heads/main").write_text("ref: refs/heads/other\n")
    (repo / ".git/refs/heads/other").write_text("ref: refs/heads/main\n")
    assert read_branch(str(repo / ".git")) == ("main", "")


def test_a_linked_worktree(repo: Path, tmp_path: Path, git: Git) -> None:
    tree = tmp_path / "tree"
    git(repo, "worktree", "add", "-qb", "side", str(tree))
    (tree / "new.py").write_text("")
    git(tree, "add", ".")
    git(tree, "commit", "-qm", "in the side tree")
    found = find_git(str(tree / "src"))
    assert found == (str(tree), str(repo / ".git/worktrees/tree"))
    assert read_branch(found[1]) == ("side", git(tree, "rev-parse", "HEAD").strip())
    assert [commit.subject for commit in read_recent_commits(found[1])] == ["in the side tree"]
    git(repo, "pack-refs", "--all")
    assert read_branch(found[1]) == ("side", git(tree, "rev-parse", "HEAD").strip())


def test_a_worktree_may_use_relative_links(repo: Path, tmp_path: Path, git: Git) -> None:
    git(repo, "worktree", "add", "-qb", "side", str(tmp_path / "tree"))
    git_dir = repo / ".git/worktrees/tree"
    (tmp_path / "tree/.git").write_text("gitdir: ../repo/.git/worktrees/tree\n")
    (git_dir / "gitdir").write_text("../../../../tree/.git\n")
    assert find_git(str(tmp_path / "tree")) == (str(tmp_path / "tree"), str(git_dir))


def test_a_submodule_and_one_inside_it(repo: Path, tmp_path: Path, git: Git) -> None:
    middle = tmp_path / "middle"
    middle.mkdir()
    git(middle, "init", "-q")
    git(middle, "submodule", "--quiet", "add", str(repo), "inner")
    git(middle, "commit", "-qm", "with inner")
    outer = tmp_path / "outer"
    outer.mkdir()
    git(outer, "init", "-q")
    git(outer, "submodule", "--quiet", "add", str(middle), "libs/middle")
    git(outer, "submodule", "--quiet", "update", "--init", "--recursive")
    modules = outer / ".git/modules/libs/middle"
    assert find_git(str(outer / "libs/middle")) == (str(outer / "libs/middle"), str(modules))
    inner = outer / "libs/middle/inner"
    assert find_git(str(inner / "src")) == (str(inner), str(modules / "modules/inner"))
    assert read_branch(str(modules))[0] == "main"


def _victim_git_file(repo: Path, tmp_path: Path, target: Path) -> str:
    thief = tmp_path / "thief"
    thief.mkdir()
    (thief / ".git").write_text(f"gitdir: {target}\n")
    return str(thief)


def test_a_git_file_may_not_borrow_a_repository(repo: Path, tmp_path: Path) -> None:
    assert find_git(_victim_git_file(repo, tmp_path, repo / ".git")) is None


def test_a_git_file_may_not_borrow_a_worktree(repo: Path, tmp_path: Path, git: Git) -> None:
    git(repo, "worktree", "add", "-qb", "side", str(tmp_path / "tree"))
    assert find_git(_victim_git_file(repo, tmp_path, repo / ".git/worktrees/tree")) is None


def test_a_git_file_may_not_borrow_a_submodule(repo: Path, tmp_path: Path, git: Git) -> None:
    outer = tmp_path / "outer"
    outer.mkdir()
    git(outer, "init", "-q")
    git(outer, "submodule", "--quiet", "add", str(repo), "lib")
    assert find_git(_victim_git_file(repo, tmp_path, outer / ".git/modules/lib")) is None


def test_a_planted_commondir_is_refused(repo: Path, tmp_path: Path, git: Git) -> None:
    planted = tmp_path / "planted"
    planted.mkdir()
    git(planted, "init", "-q")
    (planted / ".git/commondir").write_text(f"{repo}/.git\n")
    assert read_branch(str(planted / ".git")) == ("", "")


def test_a_planted_worktree_folder_may_not_name_another_common_dir(repo: Path, tmp_path: Path) -> None:
    fake = tmp_path / "fake"
    git_dir = fake / "x/worktrees/y"
    git_dir.mkdir(parents=True)
    (fake / ".git").write_text(f"gitdir: {git_dir}\n")
    (git_dir / "gitdir").write_text(f"{fake}/.git\n")
    (git_dir / "HEAD").write_text("ref: refs/heads/main\n")
    (git_dir / "commondir").write_text(f"{repo}/.git\n")
    assert find_git(str(fake)) is None


def test_a_git_file_that_is_a_pipe_does_not_hang(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / ".git")
    assert find_git(str(tmp_path)) is None


def test_refs_and_logs_behind_links_are_not_read(repo: Path, tmp_path: Path) -> None:
    (tmp_path / "outside").write_text("a" * 40 + "\n")
    (repo / ".git/refs/heads/main").unlink()
    (repo / ".git/refs/heads/main").symlink_to(tmp_path / "outside")
    (repo / ".git/logs/HEAD").rename(tmp_path / "log")
    (repo / ".git/logs/HEAD").symlink_to(tmp_path / "log")
    assert read_branch(str(repo / ".git")) == ("main", "")
    assert read_recent_commits(str(repo / ".git")) == ()


def test_reftable_heads_are_unknown(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git/HEAD").write_text("ref: refs/heads/.invalid\n")
    assert read_branch(str(tmp_path / ".git")) == ("", "")


def test_config_values_are_read_by_section(tmp_path: Path) -> None:
    (tmp_path / "config").write_text(
        '[core]\n\tworktree = "../x"\n[core "sub"]\n worktree = no\n[Extensions]\nobjectFormat=sha256'
    )
    assert read_config_value(str(tmp_path), "core", "worktree") == "../x"
    assert read_config_value(str(tmp_path), "extensions", "objectformat") == "sha256"
    assert read_config_value(str(tmp_path), "core", "missing") == ""


def test_own_files_are_owned(tmp_path: Path) -> None:
    assert is_owned_by_user(str(tmp_path))
    assert not is_owned_by_user(str(tmp_path / "missing"))


def _subjects(repo: Path, limit: int = 5) -> list[str]:
    return [commit.subject for commit in read_recent_commits(str(repo / ".git"), limit)]


def _commit(repo: Path, git: Git, subject: str) -> None:
    git(repo, "commit", "-q", "--allow-empty", "-m", subject)


def test_recent_commits_are_newest_first_and_carry_their_ids(repo: Path, git: Git) -> None:
    for number in range(6):
        _commit(repo, git, f"step {number}")
    commits = read_recent_commits(str(repo / ".git"))
    assert [commit.subject for commit in commits] == [f"step {number}" for number in (5, 4, 3, 2, 1)]
    full_ids = git(repo, "log", "-5", "--format=%H").split()
    assert all(
        full.startswith(commit.id) and len(commit.id) == 8
        for full, commit in zip(full_ids, commits, strict=True)
    )


def test_an_amended_commit_replaces_the_one_before(repo: Path, git: Git) -> None:
    _commit(repo, git, "draft")
    git(repo, "commit", "-q", "--amend", "--allow-empty", "-m", "final")
    assert _subjects(repo) == ["final", "first step"]


def test_cherry_picks_reverts_and_merges_count_and_checkouts_do_not(repo: Path, git: Git) -> None:
    git(repo, "checkout", "-qb", "side")
    (repo / "src/c.py").write_text("c = 3\n")
    git(repo, "add", ".")
    git(repo, "commit", "-qm", "add c")
    git(repo, "checkout", "-q", "main")
    _commit(repo, git, "meanwhile")
    git(repo, "cherry-pick", "side")
    git(repo, "revert", "--no-edit", "HEAD")
    git(repo, "merge", "-q", "--no-ff", "--no-commit", "side")
    git(repo, "commit", "-qm", "join side")
    subjects = _subjects(repo)
    assert subjects[0] == "join side"
    assert subjects[1] == 'Revert "add c"'
    assert "add c" in subjects and not any("moving" in subject for subject in subjects)


def test_commits_taken_back_by_a_reset_are_forgotten(repo: Path, git: Git) -> None:
    _commit(repo, git, "kept")
    _commit(repo, git, "dropped")
    git(repo, "reset", "-q", "--hard", "HEAD~1")
    assert _subjects(repo) == ["kept", "first step"]


def test_rebased_commits_are_listed_once_under_their_new_id(repo: Path, git: Git) -> None:
    git(repo, "checkout", "-qb", "side")
    _commit(repo, git, "mine")
    git(repo, "checkout", "-q", "main")
    _commit(repo, git, "theirs")
    git(repo, "checkout", "-q", "side")
    git(repo, "rebase", "-q", "--keep-empty", "main")
    commits = read_recent_commits(str(repo / ".git"))
    assert [commit.subject for commit in commits] == ["mine", "theirs", "first step"]
    assert git(repo, "rev-parse", "HEAD").startswith(commits[0].id)


def test_only_the_end_of_a_long_reflog_is_read(repo: Path) -> None:
    line = f"{'a' * 40} %040x A <a@b> 1 +0000\tcommit: step %d\n"
    (repo / ".git/logs/HEAD").write_text("".join(line % (number, number) for number in range(20_000)))
    assert _subjects(repo, 2) == ["step 19999", "step 19998"]


def test_subjects_of_strangers_are_printable(repo: Path) -> None:
    log = (
        f"{'a' * 40} {'b' * 40} A <a@b> 1 +0000\tcommit: ".encode() + b"\x1b[2J\xe2\x80\xae\xff" + b"x" * 1000
    )
    (repo / ".git/logs/HEAD").write_bytes(log)
    (subject,) = _subjects(repo)
    assert subject.startswith("\\x1b[2J\\u202e\ufffd") and len(subject) == 200


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=400))
@example(b"a" * 40 + b" " + b"b" * 40 + b"\tcommit: ")
@example(b"\t: \n" * 20)
def test_no_reflog_head_or_pointer_raises(tmp_path: Path, data: bytes) -> None:
    git_dir = tmp_path / ".git"
    (git_dir / "logs").mkdir(parents=True, exist_ok=True)
    for name in ("logs/HEAD", "HEAD", "packed-refs", "commondir", "config"):
        (git_dir / name).write_bytes(data)
    read_recent_commits(str(git_dir))
    read_branch(str(git_dir))
    (git_dir / "commondir").unlink()
    (git_dir / "HEAD").write_bytes(b"ref: " + data)
    read_branch(str(git_dir))
    (tmp_path / "sub").mkdir(exist_ok=True)
    (tmp_path / "sub/.git").write_bytes(b"gitdir: " + data)
    find_git(str(tmp_path / "sub"))
