"""Git's index file, and which tracked files were changed."""

from __future__ import annotations

import os
import random
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auto_tools.index import gitindex
from auto_tools.index.gitindex import changed_files, read_index
from auto_tools.index.indexformat import INTENT_TO_ADD, SKIP_WORKTREE, GitIndex, parse_index

Git = Callable[..., str]

VERSIONS = ("2", "3", "4")


def _changed(repo: Path) -> list[str]:
    files, is_complete = changed_files(str(repo), str(repo / ".git"))
    assert is_complete
    return list(files)


def _read(repo: Path) -> GitIndex:
    index = read_index(str(repo / ".git"))
    assert index is not None
    return index


def _age(repo: Path) -> None:
    """Make every file older than the index, so that only changes made later are young."""
    for path in repo.rglob("*"):
        if ".git" not in path.parts and path.is_file() and not path.is_symlink():
            os.utime(path, ns=(10**18, 10**18))


@pytest.mark.parametrize("version", VERSIONS)
def test_entries_are_those_of_git(repo: Path, git: Git, version: str) -> None:
    (repo / "run.sh").write_text("#!/bin/sh\n")
    (repo / "run.sh").chmod(0o755)
    (repo / "link").symlink_to("run.sh")
    (repo / ("long" * 60)).mkdir()
    (repo / ("long" * 60) / ("name" * 60)).write_text("x")
    git(repo, "add", ".")
    (repo / "later.py").write_text("later")
    git(repo, "add", "-N", "later.py")
    git(repo, "update-index", "--index-version", version)
    git(repo, "update-index", "--skip-worktree", "src/b.py")
    listed = [line.split(None, 3) for line in git(repo, "ls-files", "-s", "-z").split("\0") if line]
    index = _read(repo)
    assert [
        (f"{entry[1]:06o}", entry[4].hex(), str(entry[5]), entry[0].decode()) for entry in index.entries
    ] == [tuple(line) for line in listed]
    flags = {entry[0]: entry[6] for entry in index.entries}
    assert flags[b"later.py"] == INTENT_TO_ADD and flags[b"src/b.py"] == SKIP_WORKTREE
    assert flags[b"src/a.py"] == 0
    sizes = {entry[0]: entry[2] for entry in index.entries}
    assert sizes[b"src/a.py"] == 6


def test_an_extended_entry_makes_version_three(repo: Path, git: Git) -> None:
    (repo / "later.py").write_text("later")
    git(repo, "add", "-N", "later.py")
    assert (repo / ".git/index").read_bytes()[4:8] == b"\0\0\0\3"
    assert _changed(repo) == ["later.py"]


def test_sha256_repositories_are_read(tmp_path: Path, git: Git) -> None:
    git(tmp_path, "init", "-q", "--object-format=sha256")
    (tmp_path / "a.py").write_text("a = 1\n")
    git(tmp_path, "add", ".")
    assert len(_read(tmp_path).entries[0][4]) == 32
    os.utime(tmp_path / "a.py", (1, 1))
    assert _changed(tmp_path) == []
    (tmp_path / "a.py").write_text("a = 2\n")
    assert _changed(tmp_path) == ["a.py"]


def test_an_unknown_object_format_is_unknown(repo: Path) -> None:
    with (repo / ".git/config").open("a") as config:
        config.write("[extensions]\n\tobjectformat = sha512\n")
    assert read_index(str(repo / ".git")) is None
    assert changed_files(str(repo), str(repo / ".git")) == ((), False)


def test_a_split_index_is_unknown(repo: Path, git: Git) -> None:
    git(repo, "update-index", "--split-index")
    assert read_index(str(repo / ".git")) is None


def test_a_sparse_index_is_unknown(repo: Path, git: Git) -> None:
    git(repo, "sparse-checkout", "set", "--cone", "--sparse-index", "tests")
    assert b"sdir" in (repo / ".git/index").read_bytes()
    assert read_index(str(repo / ".git")) is None


def test_a_sparse_checkout_without_sparse_index_is_read(repo: Path, git: Git) -> None:
    git(repo, "sparse-checkout", "set", "--cone", "--no-sparse-index", "tests")
    assert not (repo / "src").exists()
    assert _changed(repo) == []


def test_no_index_and_a_linked_one_are_unknown(repo: Path, tmp_path: Path) -> None:
    (repo / ".git/index").rename(tmp_path / "index")
    assert read_index(str(repo / ".git")) is None
    (repo / ".git/index").symlink_to(tmp_path / "index")
    assert read_index(str(repo / ".git")) is None


def test_bounds_are_said(repo: Path) -> None:
    index = read_index(str(repo / ".git"), max_entries=2)
    assert index is not None and len(index.entries) == 2 and not index.is_complete
    assert changed_files(str(repo), str(repo / ".git"), max_entries=2) == ((), False)
    for path in ("src/a.py", "src/b.py", "tests/test_a.py"):
        (repo / path).unlink()
    assert changed_files(str(repo), str(repo / ".git"), limit=2) == (("src/a.py", "src/b.py"), False)
    assert changed_files(str(repo), str(repo / ".git"), limit=3)[1]


def test_modified_deleted_and_touched_files(repo: Path) -> None:
    _age(repo)
    assert _changed(repo) == []
    (repo / "src/a.py").write_text("a = 9\n")
    (repo / "src/b.py").unlink()
    os.utime(repo / "tests/test_a.py", (5, 5))
    assert _changed(repo) == ["src/a.py", "src/b.py"]


def test_a_change_of_same_size_in_the_same_moment_is_seen(repo: Path, git: Git) -> None:
    for number in range(20):
        (repo / "src/a.py").write_text(f"a{number % 10}\n")
        git(repo, "add", ".")
        (repo / "src/a.py").write_text(f"b{number % 10}\n")
        assert _changed(repo) == ["src/a.py"]


def test_the_executable_bit_counts_where_git_trusts_it(repo: Path, git: Git) -> None:
    (repo / "src/a.py").chmod(0o755)
    assert _changed(repo) == ["src/a.py"]
    git(repo, "config", "core.fileMode", "false")
    assert _changed(repo) == []


def test_links_are_compared_by_their_target(repo: Path, git: Git) -> None:
    (repo / "link").symlink_to("one")
    git(repo, "add", ".")
    assert _changed(repo) == []
    (repo / "link").unlink()
    (repo / "link").symlink_to("two")
    assert _changed(repo) == ["link"]


def test_conflicts_count_once(repo: Path, git: Git) -> None:
    git(repo, "checkout", "-qb", "side")
    (repo / "src/a.py").write_text("side\n")
    git(repo, "commit", "-qam", "side")
    git(repo, "checkout", "-q", "main")
    (repo / "src/a.py").write_text("main\n")
    git(repo, "commit", "-qam", "main")
    with pytest.raises(subprocess.CalledProcessError):
        git(repo, "merge", "side")
    assert _changed(repo) == ["src/a.py"]


def test_assumed_and_skipped_files_are_left_out(repo: Path, git: Git) -> None:
    git(repo, "update-index", "--assume-unchanged", "src/a.py")
    git(repo, "update-index", "--skip-worktree", "src/b.py")
    (repo / "src/a.py").unlink()
    (repo / "src/b.py").unlink()
    assert _changed(repo) == []


def test_a_submodule_entry_is_not_a_file(repo: Path, tmp_path: Path, git: Git) -> None:
    outer = tmp_path / "outer"
    outer.mkdir()
    git(outer, "init", "-q")
    git(outer, "submodule", "--quiet", "add", str(repo), "lib")
    (outer / "lib/src/a.py").unlink()
    assert _changed(outer) == []


def test_a_folder_that_became_a_link_has_lost_its_files(repo: Path, tmp_path: Path, git: Git) -> None:
    (repo / "src").rename(tmp_path / "moved")
    (repo / "src").symlink_to(tmp_path / "moved")
    assert _changed(repo) == ["src/a.py", "src/b.py"]


@pytest.mark.parametrize("kind", ["fifo", "folder", "link", "device"])
def test_a_file_that_became_something_else_is_changed_and_not_opened(repo: Path, kind: str) -> None:
    path = repo / "src/a.py"
    path.unlink()
    if kind == "fifo":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    elif kind == "link":
        path.symlink_to("/etc/hostname")
    elif os.geteuid() == 0:
        try:
            os.mknod(path, 0o20600, os.makedev(1, 5))
        except OSError:
            pytest.skip("device files cannot be made here")
    assert _changed(repo) == ["src/a.py"]


def test_names_are_printable_and_sorted(repo: Path, git: Git) -> None:
    names = [
        b"new\nline",
        b"\x1b[31mred",
        "bidi\u202e.py".encode(),
        b"bad\xff",
        "中文.py".encode(),
        b"back\\slash",
    ]
    for name in names:
        (repo / os.fsdecode(name)).write_text("1")
    git(repo, "add", ".")
    for name in names:
        (repo / os.fsdecode(name)).write_text("22")
    expected = ["new\\nline", "\\x1b[31mred", "bidi\\u202e.py", "bad\\xff", "中文.py", "back\\\\slash"]
    assert _changed(repo) == sorted(expected)


def test_large_and_sensitive_files_in_doubt_are_left_open(repo: Path, git: Git) -> None:
    (repo / "big.bin").write_bytes(b"x" * (gitindex.LARGEST_HASHED_FILE + 1))
    (repo / ".env").write_text("TOKEN=1\n")
    git(repo, "add", "-f", ".")
    _age(repo)
    files, is_complete = changed_files(str(repo), str(repo / ".git"))
    assert files == () and not is_complete
    (repo / ".env").write_text("TOKEN=changed\n")
    assert changed_files(str(repo), str(repo / ".git"))[0] == (".env",)


def test_content_reads_have_a_budget(repo: Path, git: Git, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gitindex, "MOST_HASHED_FILES", 2)
    _age(repo)
    assert changed_files(str(repo), str(repo / ".git")) == ((), False)


@pytest.mark.parametrize("seed", range(8))
def test_random_edits_agree_with_git_status(repo: Path, git: Git, seed: int) -> None:
    choose = random.Random(seed)
    files = [repo / f"d{number % 3}" / f"f{number:02}.txt" for number in range(24)]
    for path in files:
        path.parent.mkdir(exist_ok=True)
        path.write_text(choose.choice(["", "one\n", "two\n" * 50]))
    git(repo, "add", ".")
    git(repo, "commit", "-qm", "many")
    git(repo, "update-index", "--index-version", choose.choice(VERSIONS))
    edits: list[Callable[[Path], object]] = [
        lambda path: path.write_text(path.read_text().replace("o", "0")),
        lambda path: path.write_text(path.read_text() + "more"),
        lambda path: path.unlink(),
        lambda path: path.chmod(0o755),
        lambda path: os.utime(path, (7, 7)),
        lambda path: path.write_text(path.read_text()),
    ]
    for path in choose.sample(files, 15):
        choose.choice(edits)(path)
    ours = _changed(repo)
    status = git(repo, "--no-optional-locks", "status", "--porcelain", "-z", "--untracked-files=no").split(
        "\0"
    )
    assert ours == sorted(line[3:] for line in status if line)


def _index_bytes(path: bytes, *, version: int = 2, mode: int = 0o100644, count: int = 1) -> bytes:
    fixed = bytes(24) + mode.to_bytes(4, "big") + bytes(32) + min(len(path), 0xFFF).to_bytes(2, "big")
    body = fixed + (b"\0" if version == 4 else b"") + path
    body += b"\0" if version == 4 else bytes(8 - len(body) % 8)
    return b"DIRC" + version.to_bytes(4, "big") + count.to_bytes(4, "big") + body + bytes(20)


@pytest.mark.parametrize("version", [2, 4])
@pytest.mark.parametrize(
    "path",
    [
        b"/etc/passwd",
        b"../x",
        b"a/../../x",
        b"a//b",
        b"a/",
        b".git/config",
        b"a/.GIT/x",
        b"./a",
        b"",
        b"x" * 5000,
    ],
)
def test_paths_git_would_refuse_make_the_index_unknown(path: bytes, version: int) -> None:
    assert parse_index(_index_bytes(path, version=version)) is None
    assert parse_index(_index_bytes(b"a/.github/x..y", version=version)) is not None


def test_malformed_headers_and_counts_are_unknown() -> None:
    good = _index_bytes(b"a")
    assert parse_index(good) is not None
    assert parse_index(b"") is None
    assert parse_index(b"DIRC" + bytes(40)) is None
    assert parse_index(good.replace(b"DIRC", b"CRID")) is None
    assert parse_index(_index_bytes(b"a", version=5)) is None
    assert parse_index(_index_bytes(b"a", count=2)) is None
    assert parse_index(_index_bytes(b"a", mode=0o040000)) is None
    assert parse_index(_index_bytes(b"a\0b")) is None
    assert parse_index(good[:-20] + b"TREE\xff\xff\xff\xff" + bytes(20)) is None
    assert parse_index(good[:-20] + b"TREE\0\0\0\1x" + bytes(20)) is not None
    assert parse_index(good[:-20] + b"link\0\0\0\1x" + bytes(20)) is None


def test_prefix_compression_cannot_be_used_as_a_bomb() -> None:
    fixed = bytes(24) + (0o100644).to_bytes(4, "big") + bytes(32) + b"\x0f\xff"
    body = fixed + b"\0" + b"x" * 4000 + b"\0" + (fixed + b"\0\0") * 50_000
    assert parse_index(b"DIRC\0\0\0\4" + (50_001).to_bytes(4, "big") + body + bytes(20)) is None


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=300), st.sampled_from([2, 3, 4]), st.integers(0, 5), st.sampled_from([20, 32]))
def test_no_bytes_raise(data: bytes, version: int, count: int, id_size: int) -> None:
    parse_index(data)
    parse_index(b"DIRC" + version.to_bytes(4, "big") + count.to_bytes(4, "big") + data, id_size=id_size)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_no_damage_to_a_good_index_raises(data: st.DataObject) -> None:
    version = data.draw(st.sampled_from([2, 3, 4]))
    good = bytearray(_index_bytes(b"src/module.py", version=version) + b"TREE\0\0\0\2ab" + bytes(20))
    for _ in range(data.draw(st.integers(1, 4))):
        good[data.draw(st.integers(8, len(good) - 1))] = data.draw(st.integers(0, 255))
    parse_index(bytes(good[: data.draw(st.integers(0, len(good)))]))
