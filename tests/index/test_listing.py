"""Which files belong to the index, in git and outside, and that `.gitignore` means what git says."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from auto_tools.index import listing
from auto_tools.index.gitdir import find_git
from auto_tools.index.listing import IgnoreFile, Listing, is_ignored, is_lock_file, list_files

RunGit = Callable[..., str]


def _list(root: Path, *exclude: str) -> Listing:
    found = find_git(str(root))
    return list_files(str(root), found[1] if found else None, exclude)


def _paths(found: Listing) -> list[str]:
    return [listed.path for listed in found.files]


def _write(root: Path, *names: str) -> None:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("text\n")


def _age(root: Path, git: RunGit) -> None:
    """Make every file older than git's index, so that nothing is racily clean."""
    for path in root.rglob("*"):
        if ".git" not in path.parts and path.is_file():
            os.utime(path, (1_600_000_000, 1_600_000_000))
    git(root, "update-index", "-q", "--refresh")


def test_tracked_files_carry_the_blob_git_knows(repo: Path, git: RunGit) -> None:
    _age(repo, git)
    (repo / "src" / "b.py").write_text("b = 3\n")
    found = {listed.path: listed for listed in _list(repo).files}
    assert list(found) == ["pyproject.toml", "src/a.py", "src/b.py", "tests/test_a.py"]
    assert found["src/a.py"].blob == git(repo, "rev-parse", "HEAD:src/a.py").strip()
    assert found["src/b.py"].blob == ""
    assert (found["src/a.py"].size, found["src/a.py"].mtime_ns) == (6, 1_600_000_000 * 10**9)


def test_a_racily_clean_file_has_no_blob(repo: Path, git: RunGit) -> None:
    _age(repo, git)
    written = 1_600_000_000
    os.utime(repo / ".git" / "index", (written, written))
    assert {listed.blob for listed in _list(repo).files} == {""}


def test_untracked_files_are_listed_and_ignored_ones_are_not(repo: Path) -> None:
    _write(repo, "new.py", "x.log", "out/y.py", "src/deep/z.py", "local.txt")
    (repo / ".gitignore").write_text("*.log\nout/\n")
    (repo / ".git" / "info" / "exclude").write_text("local.txt\n")
    paths = _paths(_list(repo))
    assert {"new.py", "src/deep/z.py", ".gitignore"} <= set(paths)
    assert not {"x.log", "out/y.py", "local.txt"} & set(paths)
    assert paths == sorted(paths)


def test_ignored_files_that_are_tracked_are_listed(repo: Path, git: RunGit) -> None:
    _write(repo, "kept.log")
    git(repo, "add", "kept.log")
    (repo / ".gitignore").write_text("*.log\n")
    assert "kept.log" in _paths(_list(repo))


def test_folders_of_tools_are_left_out(repo: Path, git: RunGit) -> None:
    _write(
        repo, "node_modules/m/i.js", "src/__pycache__/a.pyc", "env/pyvenv.cfg", "env/lib/x.py", ".venv/y.py"
    )
    _write(repo, "dist/tracked.js", "build/tracked.py")
    git(repo, "add", "-A", "-f")
    _write(repo, "dist/new.js", "build/new.py", "coverage/c.html", ".tox/t.py", "sub/.mypy_cache/c.json")
    _write(repo, "venv/__init__.py", "env/lib/new.py", ".vscode/settings.json", "target/t.rs")
    found = _list(repo)
    new = set(_paths(found)) - {"pyproject.toml", "src/a.py", "src/b.py", "tests/test_a.py"}
    assert new == {
        *("dist/tracked.js", "build/tracked.py", "venv/__init__.py"),
        *(".vscode/settings.json", "target/t.rs"),
    }
    assert found.skipped["ignored folder"] >= 5


def test_outside_git_the_same_folders_are_left_out(tmp_path: Path) -> None:
    _write(tmp_path, "a.py", "node_modules/x.js", "dist/x.js", "env/pyvenv.cfg", "env/x.py", "venv/code.py")
    _write(tmp_path, "deep/.git/config", "deep/b.py", "target/c.rs")
    found = _list(tmp_path)
    assert _paths(found) == ["a.py", "deep/b.py", "target/c.rs", "venv/code.py"]
    assert found.skipped == {"ignored folder": 4}


@pytest.mark.parametrize("in_git", [True, False])
def test_sensitive_files_links_and_odd_kinds_are_told_apart(
    tmp_path: Path, git: RunGit, in_git: bool
) -> None:
    _write(tmp_path, "a.py", ".env", "deploy/id_rsa", ".env.example", "secrets/token.txt")
    (tmp_path / "link.py").symlink_to("a.py")
    (tmp_path / "linked").symlink_to("deploy")
    if in_git:
        git(tmp_path, "init", "-q")
        git(tmp_path, "add", "-A")
    os.mkfifo(tmp_path / "pipe")
    found = _list(tmp_path)
    assert _paths(found) == [".env.example", "a.py"]
    assert found.sensitive == (".env", "deploy/id_rsa", "secrets/token.txt")
    assert (found.skipped["sensitive"], found.skipped["symlink"]) == (3, 2)
    assert in_git or found.skipped["not a regular file"] == 1  # git does not name pipes at all


def test_a_tracked_folder_that_became_a_link_is_not_entered(repo: Path, tmp_path: Path) -> None:
    (repo / "src").rename(tmp_path / "moved")
    (repo / "src").symlink_to(tmp_path / "moved")
    (repo / "tests" / "test_a.py").unlink()
    found = _list(repo)
    assert _paths(found) == ["pyproject.toml"]
    assert found.skipped == {"symlink": 3, "vanished": 1}


@pytest.mark.parametrize("in_git", [True, False])
def test_excluded_paths_and_folders_are_left_out(tmp_path: Path, git: RunGit, in_git: bool) -> None:
    _write(tmp_path, "a.py", "docs/x.md", "docs/deep/y.md", "b.gen.py")
    if in_git:
        git(tmp_path, "init", "-q")
    found = _list(tmp_path, "docs/", "*.gen.py")
    assert _paths(found) == ["a.py"]
    assert found.skipped["excluded"] >= 2


@pytest.mark.parametrize("in_git", [True, False])
def test_strange_names_are_kept(tmp_path: Path, git: RunGit, in_git: bool) -> None:
    names = ["new\nline.py", " lead", "trail ", "-n", "tab\t", "é.py", "q\"'\\"]
    no_text = os.fsdecode(b"\xff.py")
    _write(tmp_path, *names, no_text)
    if in_git:
        git(tmp_path, "init", "-q")
        git(tmp_path, "add", "new\nline.py", no_text)
    found = _list(tmp_path)
    assert set(_paths(found)) == set(names)
    assert found.skipped["name is not UTF-8"] == 1


def test_a_subfolder_root_lists_its_own_files(repo: Path, git: RunGit) -> None:
    _age(repo, git)
    _write(repo, "src/new.py", "src/x.log", "other.py")
    (repo / ".gitignore").write_text("/src/*.log\n")
    found = _list(repo / "src")
    assert _paths(found) == ["a.py", "b.py", "new.py"]
    assert found.files[0].blob == git(repo, "rev-parse", "HEAD:src/a.py").strip()


def test_linked_worktrees_list_their_own_files(repo: Path, git: RunGit, tmp_path: Path) -> None:
    linked = tmp_path / "linked"
    git(repo, "worktree", "add", "-q", "-b", "side", str(linked))
    _write(linked, "only-here.py")
    (repo / ".git" / "info" / "exclude").write_text("*.log\n")
    _write(linked, "x.log")
    found = _list(linked)
    assert "only-here.py" in _paths(found) and "x.log" not in _paths(found)
    assert len(found.files) == 5 and found.notes == ()


def test_submodules_are_not_entered_but_can_be_roots(repo: Path, git: RunGit, tmp_path: Path) -> None:
    outer = tmp_path / "outer"
    outer.mkdir()
    git(outer, "init", "-q")
    git(outer, "submodule", "add", "-q", str(repo), "inner")
    _write(outer, "a.py")
    assert _paths(_list(outer)) == [".gitmodules", "a.py"]
    assert len(_list(outer / "inner").files) == 4


def test_a_repository_inside_is_not_entered(repo: Path, git: RunGit) -> None:
    (repo / "nested").mkdir()
    git(repo / "nested", "init", "-q")
    _write(repo / "nested", "n.py")
    git(repo / "nested", "add", "-A")
    git(repo / "nested", "commit", "-qm", "nested")
    assert not any(path.startswith("nested") for path in _paths(_list(repo)))


def test_a_repository_without_commits_lists_its_files(tmp_path: Path, git: RunGit) -> None:
    git(tmp_path, "init", "-q")
    _write(tmp_path, "a.py")
    assert (_paths(_list(tmp_path)), _list(tmp_path).notes) == (["a.py"], ())


def test_conflicts_are_listed_once_without_a_blob(repo: Path, git: RunGit) -> None:
    git(repo, "checkout", "-qb", "side")
    (repo / "src" / "a.py").write_text("a = 2\n")
    git(repo, "commit", "-qam", "two")
    git(repo, "checkout", "-q", "main")
    (repo / "src" / "a.py").write_text("a = 3\n")
    git(repo, "commit", "-qam", "three")
    with pytest.raises(Exception, match="merge"):
        git(repo, "merge", "-q", "side")
    _age_without_refresh(repo)
    found = [listed for listed in _list(repo).files if listed.path == "src/a.py"]
    assert len(found) == 1 and found[0].blob == ""


def _age_without_refresh(repo: Path) -> None:
    os.utime(repo / "src" / "a.py", (1_600_000_000, 1_600_000_000))


@pytest.mark.parametrize("kind", ["--split-index", "--index-version=4"])
def test_other_kinds_of_index_files_are_read(repo: Path, git: RunGit, kind: str) -> None:
    _write(repo, "new.py")
    git(repo, "update-index", *kind.replace("=", " ").split())
    found = _list(repo)
    assert _paths(found) == ["new.py", "pyproject.toml", "src/a.py", "src/b.py", "tests/test_a.py"]
    assert found.notes == ()


def test_an_index_nobody_can_read_leads_to_a_walk(repo: Path) -> None:
    (repo / ".git" / "index").write_bytes(b"rubbish")
    found = _list(repo)
    assert len(found.files) == 4
    assert "the folder was walked" in found.notes[-1]


def test_sparse_files_are_told_from_vanished_ones(repo: Path, git: RunGit) -> None:
    git(repo, "update-index", "--skip-worktree", "src/a.py")
    (repo / "src" / "a.py").unlink()
    (repo / "src" / "b.py").unlink()
    assert _list(repo).skipped == {"not checked out": 1, "vanished": 1}


@pytest.mark.parametrize("in_git", [True, False])
def test_too_many_and_too_deep_is_said(
    tmp_path: Path, git: RunGit, monkeypatch: pytest.MonkeyPatch, in_git: bool
) -> None:
    monkeypatch.setattr(listing, "MOST_FILES", 3)
    monkeypatch.setattr(listing, "DEEPEST", 2)
    _write(tmp_path, "1", "2", "3", "4", "5", "d/e/f/deep")
    if in_git:
        git(tmp_path, "init", "-q")
    found = _list(tmp_path)
    assert len(found.files) == 3
    assert found.skipped["too many files"] >= 2


def test_a_very_deep_tree_is_cut(tmp_path: Path) -> None:
    _write(tmp_path, "d/" * 70 + "deep", "d/" * 60 + "shallow")
    found = _list(tmp_path)
    assert _paths(found) == ["d/" * 60 + "shallow"]
    assert found.skipped == {"too deep": 1}


def test_lock_files_are_known_by_name() -> None:
    for path in ("package-lock.json", "a/yarn.lock", "Cargo.lock", "x/go.sum", "uv.lock", "Gemfile.lock"):
        assert is_lock_file(path)
    for path in ("lock.py", "a.lock", "yarn.lock/x", "package.json"):
        assert not is_lock_file(path)


NAMES = (
    "a",
    "b",
    "ab",
    "c",
    "aab",
    "abc",
    "*",
    "a b",
    "a ",
    "é",
    "-",
    "[a",
    "a-",
    "x.a",
    "]",
    "0",
    "#a",
    "!b",
    "\\",
)
PIECES = (
    *("a", "b", "ab", "c", "x", ".", "é", " ", "\\ ", "-", "/", "/", "/", "/"),
    *("*", "*", "**", "***", "**/", "/**", "?", "\\a", "\\*", "\\"),
    *(
        "[ab]",
        "[!a]",
        "[^b-]",
        "[a-c]",
        "[]a]",
        "[a-]",
        "[--0]",
        "[\\]a]",
        "[a",
        "[[:alpha:]]",
        "[[:x:]]",
        "[[:a]",
    ),
)


def _random_rule(chance: random.Random) -> str:
    rule = "".join(chance.choices(PIECES, k=chance.randint(1, 6)))
    before = chance.choices(("", "!", "/", "#"), (60, 30, 8, 2))[0]
    return before + rule + chance.choices(("", "/", " ", "\r"), (80, 12, 4, 4))[0]


def _random_tree(root: Path, chance: random.Random) -> None:
    folders = [root]
    for _ in range(10):
        folder = chance.choice(folders) / chance.choice(NAMES)
        if len(folder.relative_to(root).parts) < 5 and not folder.exists():
            folder.mkdir()
            folders.append(folder)
    for folder in folders:
        for name in chance.sample(NAMES, 3):
            if not (folder / name).exists():
                (folder / name).touch()
        if folder == root or chance.random() < 0.3:
            rules = [_random_rule(chance) for _ in range(chance.randint(1, 4))]
            (folder / ".gitignore").write_text("\n".join(rules) + chance.choice(("", "\n")))


@pytest.mark.parametrize("seed", range(60))
def test_ignore_files_mean_what_git_says(tmp_path: Path, git: RunGit, seed: int) -> None:
    _random_tree(tmp_path, random.Random(seed))
    ours = set(_paths(list_files(str(tmp_path), None, ())))
    git(tmp_path, "init", "-q")
    theirs = set(git(tmp_path, "ls-files", "-z", "--others", "--exclude-standard").split("\0")) - {""}
    assert ours == theirs


@pytest.mark.parametrize(
    ("rules", "path", "expected"),
    [
        ("*.log\n!keep.log", "deep/keep.log", False),
        ("/a", "a", True),
        ("/a", "b/a", False),
        ("a/b", "x/a/b", False),
        ("**/b", "x/y/b", True),
        ("a/**/b", "a/b", True),
        ("a/**/b", "a/x/y/b", True),
        ("a/**", "a", False),
        ("b/", "b", False),
        ("\\#x", "#x", True),
        ("\ufeff*.x", "a.x", True),
        ("*.x\r", "a.x", True),
    ],
)
def test_single_rules(rules: str, path: str, expected: bool) -> None:
    parsed = (IgnoreFile("", rules.encode()),)
    assert is_ignored(parsed, path, is_folder=False) is expected


@pytest.mark.parametrize(
    ("rule", "path"),
    [
        ("*a" * 60 + "b", "a" * 250),
        ("/" + "**/*a/" * 30 + "b", "a/" * 60 + "c"),
        ("/" + "**/a*a*a*a/" * 15 + "x", "aaaaaaaaaaaa/" * 60 + "c"),
        ("?*" * 60 + "b", "a" * 250),
        ("[a-z]*" * 60 + "!", "a" * 250),
    ],
)
def test_no_rule_takes_long(rule: str, path: str) -> None:
    parsed = (IgnoreFile("", rule.encode()),)
    start = time.perf_counter()
    assert not is_ignored(parsed, path, is_folder=False)
    assert time.perf_counter() - start < 0.5


def test_three_thousand_files_are_listed_in_no_time(
    tmp_path: Path, git: RunGit, monkeypatch: pytest.MonkeyPatch
) -> None:
    _write(tmp_path, *(f"package{n % 100}/module{n}.py" for n in range(3000)))
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")
    monkeypatch.setenv("PATH", "/nonexistent")
    assert _fastest(lambda: len(_list(tmp_path).files)) < 0.3  # 40 ms on a quiet machine


def _fastest(action: Callable[[], int]) -> float:
    times = []
    for _ in range(3):
        start = time.perf_counter()
        assert action() == 3000
        times.append(time.perf_counter() - start)
    return min(times)
