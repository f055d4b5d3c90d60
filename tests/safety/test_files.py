"""Reading a file of a repository that may be hostile."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from auto_tools.safety.files import open_regular, read_bytes, read_tail, read_text


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a root with one file, and a secret beside it."""
    folder = tmp_path / "root"
    (folder / "a/b").mkdir(parents=True)
    (folder / "a/b/c.txt").write_text("content\n")
    (tmp_path / "secret").write_text("secret")
    return folder


def test_a_file_below_the_root_is_read(root: Path) -> None:
    assert read_text(str(root), "a/b/c.txt", limit=100) == "content\n"
    assert read_bytes(os.fsencode(root), b"a/b/c.txt", limit=100) == b"content\n"


@pytest.mark.parametrize(
    "path",
    [
        "",
        "/",
        ".",
        "..",
        "../secret",
        "a/../../secret",
        "a//b/c.txt",
        "/etc/hostname",
        "a/b",
        "x",
        "a\0b",
        "\ud800",
        "a/b/c.txt/d",
        "a/b/c.txt/",
    ],
)
def test_paths_that_lead_elsewhere_are_refused(root: Path, path: str) -> None:
    assert read_bytes(str(root), path, limit=100) is None


def test_links_are_not_followed_in_any_part(root: Path) -> None:
    (root / "file").symlink_to(root.parent / "secret")
    (root / "folder").symlink_to(root.parent)
    (root / "inside").symlink_to("a")
    for path in ("file", "folder/secret", "inside/b/c.txt"):
        assert read_bytes(str(root), path, limit=100) is None


def test_the_root_itself_may_be_reached_through_a_link(root: Path) -> None:
    (root.parent / "short").symlink_to(root)
    assert read_text(str(root.parent / "short"), "a/b/c.txt", limit=100) == "content\n"


def test_pipes_sockets_and_devices_do_not_hang(root: Path) -> None:
    os.mkfifo(root / "pipe")
    assert read_bytes(str(root), "pipe", limit=100) is None
    if os.geteuid() == 0:
        try:
            os.mknod(root / "zero", 0o20600, os.makedev(1, 5))
        except OSError:
            pytest.skip("device files cannot be made here")
        assert read_bytes(str(root), "zero", limit=100) is None


def test_long_files_are_refused_or_cut(root: Path) -> None:
    (root / "long").write_text("0123456789")
    assert read_bytes(str(root), "long", limit=10) == b"0123456789"
    assert read_bytes(str(root), "long", limit=9) is None
    assert read_bytes(str(root), "long", limit=9, cut=True) == b"012345678"
    assert read_tail(str(root), "long", limit=3) == b"789"
    assert read_tail(str(root), "long", limit=30) == b"0123456789"
    assert read_tail(str(root), "none", limit=30) is None


def test_binary_files_are_no_text_and_bad_bytes_are_replaced(root: Path) -> None:
    (root / "binary").write_bytes(b"x" * 8000 + b"\0")
    (root / "late").write_bytes(b"x" * 9000 + b"\0")
    (root / "bad").write_bytes(b"a\xffb")
    assert read_text(str(root), "binary", limit=10_000) is None
    assert read_text(str(root), "late", limit=10_000) is not None
    assert read_text(str(root), "bad", limit=100) == "a\ufffdb"


def test_no_handle_is_left_open(root: Path) -> None:
    os.mkfifo(root / "pipe")
    before = len(os.listdir("/proc/self/fd")) if os.path.exists("/proc/self/fd") else 0
    for path in ("a/b/c.txt", "pipe", "a/x/y", "a/b/c.txt/z", "missing", ".."):
        read_bytes(str(root), path, limit=3)
        read_tail(str(root), path, limit=3)
    assert (len(os.listdir("/proc/self/fd")) if before else 0) == before
    handle = open_regular(str(root), "a/b/c.txt")
    assert handle is not None
    assert not os.get_inheritable(handle)
    os.close(handle)


def test_a_missing_root_is_no_file(tmp_path: Path) -> None:
    assert read_bytes(str(tmp_path / "no"), "x", limit=1) is None
    assert read_bytes("a\0b", "x", limit=1) is None


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=50) | st.binary(max_size=50))
def test_no_path_raises_or_leads_out(root: Path, path: str | bytes) -> None:
    assert read_bytes(str(root), path, limit=100) in (None, b"content\n")
