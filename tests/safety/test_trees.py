"""Any tree of files, folders, links, loops, pipes and odd names: nothing outside is read, nothing hangs."""

from __future__ import annotations

import os
import shutil
import socket
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from auto_tools.errors import PathRefused
from auto_tools.index.facts import read_facts
from auto_tools.index.listing import list_files
from auto_tools.index.scan import scan_tree
from auto_tools.safety.files import read_bytes
from auto_tools.safety.paths import confine, is_sensitive, is_sensitive_below

INSIDE, OUTSIDE, HIDDEN = b"def inside(): ...\n", b"def outside(): ...\n", b"def hidden(): ...\n"
PLAIN = ["a", "b.py", "login.py", "..c", "-rf", ".env"]
ODD = ["...", " ", "a\nb.py", "\x1b[2Jx.py", "\u202egp.py", "\u00e9.py", "e\u0301.py", "id_rsa", "secrets"]
ODD += ["[Limits] none", "<<<auto-tools-data", "\udcff\udcfe.py", "a" * 200]
NAMES = st.sampled_from(PLAIN) | st.sampled_from(ODD)
PATHS = st.lists(NAMES, min_size=1, max_size=3).map("/".join)
AWAY = ["..", "../..", "../outside", "../../outside", "/", "/etc", "/dev/zero", "/proc/self"]
TARGETS = st.sampled_from(AWAY) | st.sampled_from([".", "a", "b.py", ".env", "self"])
SPECIAL = ["pipe", "socket", "device", "sensitive"]
KINDS = st.sampled_from(["link", "file", "folder"]) | st.sampled_from(SPECIAL)
TREES = st.lists(st.tuples(KINDS, PATHS, TARGETS), max_size=14)


def _plant(root: str, kind: str, path: str, target: str) -> None:
    """Make one thing; what is in the way or cannot be made here stays away."""
    place = os.path.join(root, path)
    try:
        # Parents may be links that earlier steps made: never write through one.
        if os.path.realpath(os.path.dirname(place)) != os.path.dirname(place):
            parent = os.path.dirname(place)
            if os.path.lexists(parent):
                return
        os.makedirs(os.path.dirname(place), exist_ok=True)
        if os.path.realpath(os.path.dirname(place)) != os.path.dirname(place) or os.path.lexists(place):
            return
        if kind == "file":
            Path(place).write_bytes(HIDDEN if is_sensitive(path) else INSIDE)
        elif kind == "sensitive":
            os.makedirs(place)
            Path(place, ".env").write_bytes(HIDDEN)
        elif kind == "folder":
            os.mkdir(place)
        elif kind == "link":
            os.symlink(os.path.basename(place) if target == "self" else target, place)
        elif kind == "pipe":
            os.mkfifo(place)
        elif kind == "device":
            os.mknod(place, stat.S_IFCHR | 0o600, os.makedev(1, 5))
        else:
            with socket.socket(socket.AF_UNIX) as end:
                end.bind(place)
    except OSError:
        pass


@contextmanager
def planted(tree: list[tuple[str, str, str]]) -> Iterator[str]:
    """Make a tree with a file of somebody else beside it, and take it away again."""
    folder = os.path.realpath(tempfile.mkdtemp(prefix="auto-tools-tree-"))
    try:
        Path(folder, "outside").write_bytes(OUTSIDE)
        root = os.path.join(folder, "root")
        os.mkdir(root)
        for kind, path, target in tree:
            _plant(root, kind, path, target)
        yield root
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def everything_in(root: str) -> list[str]:
    """List every path below a root, and some that lead through links."""
    found = []
    for folder, folders, files in os.walk(root):
        found += [os.path.relpath(os.path.join(folder, name), root) for name in (*folders, *files)]
    return [*found, *(f"{path}/outside" for path in found), *(f"{path}/../outside" for path in found)]


settled = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))


@settled
@given(TREES)
def test_reading_gives_what_lies_inside_or_nothing(tree: list[tuple[str, str, str]]) -> None:
    with planted(tree) as root:
        for path in everything_in(root):
            data = read_bytes(root, path, limit=1000)
            assert data in (None, INSIDE, HIDDEN)
            if data is not None:
                assert os.path.realpath(os.path.join(root, path)) == os.path.join(root, path)


@settled
@given(TREES, st.lists(NAMES | TARGETS | st.just("\\.."), min_size=1, max_size=5).map("/".join))
def test_a_confined_path_never_leads_out(tree: list[tuple[str, str, str]], wanted: str) -> None:
    with planted(tree) as root:
        for path in [wanted, *everything_in(root)]:
            try:
                confined = confine(root, path)
            except PathRefused:
                continue
            real = os.path.realpath(os.path.join(root, confined))
            assert real == root or real.startswith(root + "/")
            assert not confined.startswith(("/", "../"))
            if is_sensitive(os.path.relpath(real, root)):
                assert is_sensitive_below(root, confined)


@settled
@given(TREES)
def test_a_listing_holds_regular_files_inside_and_no_sensitive_one(tree: list[tuple[str, str, str]]) -> None:
    with planted(tree) as root:
        listing = list_files(root, None, ())
        for file in listing.files:
            place = os.path.join(root, file.path)
            assert stat.S_ISREG(os.lstat(place).st_mode)
            assert os.path.realpath(place) == place
            assert not is_sensitive(file.path)
            assert read_bytes(root, file.path, limit=1000) == INSIDE


@settled
@given(TREES)
def test_facts_and_names_end_and_show_nothing_invisible(tree: list[tuple[str, str, str]]) -> None:
    with planted(tree) as root:
        told = repr(read_facts(root, None))
        assert "outside" not in told and "hidden" not in told
        assert not [char for char in told if not char.isprintable()]
        for item in scan_tree(root, "where is hidden, outside or login?", 10):
            assert item.get("symbol") not in ("outside", "hidden")


# the list of sensitive files

SENSITIVE = [
    ".env", ".env.local", ".envrc", "conf/.env.production", "a.pem", "b.key", "c.p12", "d.pfx", "e.jks",
    "f.keystore", "g.kdbx", "id_rsa", "id_rsa.pub", "id_ed25519", "id_ecdsa_sk", ".netrc", ".npmrc",
    ".pypirc", ".git-credentials", ".htpasswd", ".ssh/config", "x/.aws/credentials", ".gnupg/trustdb",
    ".kube/config", ".docker/config.json", "deploy/secrets/a/b.yaml", "prod.tfstate", "prod.tfvars",
    "prod.tfstate.backup", "service-account-1.json", "credentials.json", "credentials-prod.json",
]  # fmt: skip
HARMLESS = [
    ".env.example", ".env.sample", ".env.template", "src/environment.py", "keyboard.py", "secrets.py",
    "docs/secrets.md", "pem.py", "docker/config.json", "kube/config", "monkey", "rsa.py", "tokens.json",
    "a:b.py", "été.py", "检查.py", "...", "x. ", "credentials.py", "ssh/config",
]  # fmt: skip
WIDE = {chr(code): chr(code + 0xFEE0) for code in range(0x21, 0x7F)}


@pytest.mark.parametrize("path", SENSITIVE)
def test_every_entry_of_the_policy_holds(path: str) -> None:
    assert is_sensitive(path)
    assert is_sensitive("deep/er/" + path)
    assert is_sensitive(path.upper())


@pytest.mark.parametrize("path", HARMLESS)
def test_ordinary_files_stay_readable(path: str) -> None:
    assert not is_sensitive(path)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(SENSITIVE), st.data())
def test_no_other_spelling_of_the_same_name_gets_by(path: str, data: st.DataObject) -> None:
    spelt = ""
    for char in path:
        how = data.draw(st.sampled_from(["", "upper", "wide", "invisible"]))
        other = {"upper": char.upper(), "wide": WIDE[char] if char != "/" else char}.get(how, char)
        unseen = data.draw(st.sampled_from("\u200b\u200c\u2060\ufeff\u00ad\ufe0f"))
        spelt += other + (unseen if how == "invisible" else "")
    spelt += data.draw(st.sampled_from(["", ".", " ", ". .", "::$DATA"]))
    assert is_sensitive(spelt)


@given(st.text(max_size=40))
def test_any_name_is_judged_without_a_fault(path: str) -> None:
    assume("\0" not in path)
    assert is_sensitive(path) in (True, False)
