"""Git run against hostile repositories: no program of theirs starts, nothing is written."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from auto_tools.index.gitcommand import Git, GitUnavailable
from auto_tools.index.history import count_behind, read_history
from auto_tools.index.listing import list_files

RunGit = Callable[..., str]

HOSTILE_SETTINGS = (
    "core.fsmonitor",
    "core.pager",
    "core.sshCommand",
    "core.askPass",
    "core.editor",
    "core.alternateRefsCommand",
    "core.gitProxy",
    "diff.external",
    "diff.evil.command",
    "diff.evil.textconv",
    "filter.evil.clean",
    "filter.evil.smudge",
    "filter.evil.process",
    "gpg.program",
    "pager.log",
    "pager.ls-files",
    "alias.log",
    "alias.ls-files",
    "credential.helper",
    "trailer.evil.command",
)


def _plant_program(folder: Path) -> tuple[Path, Path]:
    marker, program = folder / "marker", folder / "evil.sh"
    program.write_text(f"#!/bin/sh\necho $0 >> {marker}\ncat\n")
    program.chmod(0o755)
    return program, marker


def _read_everything(root: Path, git_dir: Path) -> tuple[int, int]:
    listing = list_files(str(root), str(git_dir), ())
    assert listing.notes == ()
    with Git(str(root), str(git_dir)) as git:
        entries = read_history(git)
        assert count_behind(git, entries[-1].commit) == len(entries) - 1
        git.run("status", "--porcelain", "-z")
        git.run("log", "-p", "--no-ext-diff", "--no-textconv", "-2")
        return len(listing.files), len(entries)


@pytest.mark.parametrize("setting", HOSTILE_SETTINGS)
def test_no_program_of_a_setting_is_run(repo: Path, git: RunGit, tmp_path: Path, setting: str) -> None:
    program, marker = _plant_program(tmp_path)
    (repo / "src" / "a.py").write_text("a = 2\n")
    (repo / ".gitattributes").write_text("* diff=evil filter=evil\n")
    (repo / ".git" / "info" / "attributes").write_text("* diff=evil filter=evil\n")
    git(repo, "config", setting, str(program))
    git(repo, "config", "log.showSignature", "true")
    files, commits = _read_everything(repo, repo / ".git")
    assert (files, commits) == (5, 1)
    assert not marker.exists()


def test_the_planted_program_does_run_under_plain_git(repo: Path, git: RunGit, tmp_path: Path) -> None:
    program, marker = _plant_program(tmp_path)
    git(repo, "config", "core.fsmonitor", str(program))
    git(repo, "status")
    assert marker.exists()


def test_no_hook_and_no_included_setting_is_run(repo: Path, git: RunGit, tmp_path: Path) -> None:
    program, marker = _plant_program(tmp_path)
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    for name in ("post-index-change", "fsmonitor-watchman", "reference-transaction", "post-checkout"):
        (hooks / name).symlink_to(program)
        (repo / ".git" / "hooks").mkdir(exist_ok=True)
        (repo / ".git" / "hooks" / name).symlink_to(program)
    included = tmp_path / "included"
    included.write_text(f"[core]\n\tfsmonitor = {program}\n[diff]\n\texternal = {program}\n")
    git(repo, "config", "core.hooksPath", str(hooks))
    git(repo, "config", "include.path", str(included))
    assert _read_everything(repo, repo / ".git") == (4, 1)
    assert not marker.exists()


def test_core_worktree_leads_nowhere(repo: Path, git: RunGit) -> None:
    git(repo, "config", "core.worktree", "/etc")
    assert _read_everything(repo, repo / ".git") == (4, 1)
    with Git(str(repo), str(repo / ".git")) as shadowed:
        assert shadowed.run("rev-parse", "--show-toplevel").decode().strip() == str(repo)


def test_hostile_variables_of_the_caller_are_not_passed_on(
    repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, marker = _plant_program(tmp_path)
    for name in ("GIT_EXTERNAL_DIFF", "GIT_SSH", "GIT_PAGER", "GIT_PROXY_COMMAND"):
        monkeypatch.setenv(name, str(program))
    monkeypatch.setenv("GIT_DIR", "/nonexistent")
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "core.fsmonitor")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", str(program))
    assert _read_everything(repo, repo / ".git") == (4, 1)
    assert not marker.exists()


def test_a_git_program_inside_the_repository_is_never_taken(
    repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, marker = _plant_program(tmp_path)
    (repo / "bin").mkdir()
    (repo / "bin" / "git").write_bytes(program.read_bytes())
    (repo / "bin" / "git").chmod(0o755)
    outside = tmp_path / "links"
    outside.mkdir()
    (outside / "git").symlink_to(repo / "bin" / "git")
    monkeypatch.chdir(repo)
    monkeypatch.setenv("PATH", f"bin:.::{repo}/bin:{outside}:{os.environ['PATH']}")
    with Git(str(repo), str(repo / ".git")) as git:
        assert git.program and os.path.isabs(git.program) and not git.program.startswith(str(tmp_path))
        assert str(repo) not in git.path and "bin" not in git.path.split(":")
        git.run("rev-parse", "HEAD")
    assert not marker.exists()


def test_without_git_it_is_said(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(GitUnavailable, match="not installed"):
        Git(str(repo), str(repo / ".git"))
    listing = list_files(str(repo), str(repo / ".git"), ())
    assert len(listing.files) == 4
    assert listing.notes == ("git facts skipped: git is not installed",)


def test_the_shadow_is_private_and_goes_away(repo: Path) -> None:
    with Git(str(repo), str(repo / ".git")) as git:
        shadow = Path(git.shadow)
        assert stat.S_IMODE(shadow.stat().st_mode) == 0o700
        assert "fsmonitor" not in (shadow / "config").read_text()
    assert not shadow.exists()
    assert (repo / ".git" / "refs" / "heads" / "main").exists()
    with pytest.raises(GitUnavailable, match="outside its context"):
        git.run("rev-parse", "HEAD")


def test_nothing_in_the_repository_is_written(repo: Path) -> None:
    def look() -> dict[str, tuple[int, int]]:
        found = [path for path in repo.rglob("*") if path.is_file()]
        return {str(path): (path.stat().st_mtime_ns, path.stat().st_size) for path in found}

    (repo / "src" / "a.py").touch()
    before = look()
    _read_everything(repo, repo / ".git")
    assert look() == before


def test_the_deadline_ends_git_and_its_children(repo: Path) -> None:
    _make_slow_git(repo, "sleep 60 & echo early; sleep 60")
    with _Slow(repo) as git:
        start = time.monotonic()
        with pytest.raises(GitUnavailable, match="too long") as failure:
            git.run("log", timeout_s=0.3)
        assert time.monotonic() - start < 5
        assert failure.value.output == b"early\n"


def test_a_program_that_closes_its_output_and_stays_is_ended(repo: Path) -> None:
    _make_slow_git(repo, "exec >&- 2>&-; sleep 60")
    with _Slow(repo) as git, pytest.raises(GitUnavailable, match="too long"):
        git.run("log", timeout_s=0.3)


def test_a_flood_is_cut_at_the_cap(repo: Path) -> None:
    _make_slow_git(repo, "exec yes")
    with _Slow(repo) as git:
        with pytest.raises(GitUnavailable, match="more than 1000 bytes") as failure:
            git.run("log", cap=1000)
        assert len(failure.value.output) == 1000


def _make_slow_git(repo: Path, script: str) -> None:
    program = repo.parent / "slow"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)


class _Slow(Git):
    """Git with another program in its place."""

    def __init__(self, repo: Path) -> None:
        super().__init__(str(repo), str(repo / ".git"))
        self.program = str(repo.parent / "slow")


def test_a_failure_carries_the_first_line_of_the_reason(repo: Path) -> None:
    with Git(str(repo), str(repo / ".git")) as git, pytest.raises(GitUnavailable, match="git failed: fatal"):
        git.run("log", "no-such-thing", "--")


@pytest.mark.parametrize(
    ("config", "reason"),
    [
        ("[core]\nrepositoryformatversion = 1\n[extensions]\nobjectFormat = sha256\n", "sha256"),
        ("[core]\nrepositoryformatversion = 1\n[extensions]\nrefStorage = reftable\n", "reftable"),
        ("[core]\nrepositoryformatversion = 1\n[extensions]\nfuture = 1\n", "unknown extension future"),
        ("[core]\nrepositoryformatversion = 7\n", "unknown repository format"),
    ],
)
def test_unsupported_repositories_are_named(repo: Path, config: str, reason: str) -> None:
    (repo / ".git" / "config").write_text(config)
    with pytest.raises(GitUnavailable, match=reason):
        Git(str(repo), str(repo / ".git"))
    listing = list_files(str(repo), str(repo / ".git"), ())
    assert any(reason in note for note in listing.notes)


def test_harmless_extensions_are_supported(repo: Path) -> None:
    (repo / ".git" / "config").write_text(
        "[core]\nrepositoryformatversion = 1\n"
        "[extensions]\n; a remark\nworktreeConfig = true\nobjectformat = sha1\n"
    )
    assert _read_everything(repo, repo / ".git") == (4, 1)


@pytest.mark.parametrize("name", ["refs", "objects", "index", "HEAD", "config", "packed-refs"])
def test_parts_that_are_links_are_refused(repo: Path, git: RunGit, tmp_path: Path, name: str) -> None:
    git(repo, "pack-refs", "--all")
    part = repo / ".git" / name
    part.rename(tmp_path / "elsewhere")
    part.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(GitUnavailable), Git(str(repo), str(repo / ".git")):
        pass


def test_the_git_directory_of_another_work_tree_is_refused(repo: Path, git: RunGit, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    git(other, "init", "-q")
    with pytest.raises(GitUnavailable, match="another work tree"):
        Git(str(other), str(repo / ".git"))


def test_a_repository_of_another_user_is_refused(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("auto_tools.index.gitdir.os.geteuid", lambda: os.lstat(repo).st_uid + 1)
    with pytest.raises(GitUnavailable, match="another user"):
        Git(str(repo), str(repo / ".git"))


def test_packed_refs_and_detached_heads_resolve(repo: Path, git: RunGit) -> None:
    head = git(repo, "rev-parse", "HEAD").strip()
    git(repo, "pack-refs", "--all")
    with Git(str(repo), str(repo / ".git")) as shadowed:
        assert shadowed.run("rev-parse", "HEAD").decode().strip() == head
    git(repo, "checkout", "-q", "--detach")
    with Git(str(repo), str(repo / ".git")) as shadowed:
        assert shadowed.run("rev-parse", "HEAD").decode().strip() == head


def test_objects_borrowed_from_another_repository_are_found(repo: Path, git: RunGit, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", "--shared", str(repo), "clone")
    assert _read_everything(tmp_path / "clone", tmp_path / "clone" / ".git") == (4, 1)
