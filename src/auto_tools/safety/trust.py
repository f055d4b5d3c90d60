"""Whether the user trusts what a repository asks for, bound to every byte of it.

An entry in the user's state folder holds the real path of the root, a hash over the files and the scripts
they name, and copies of them. The copies are what runs: content that changes once it was hashed is not used.
Only `auto-tools trust`, at a terminal, makes an entry.
"""

from __future__ import annotations

import os
import stat

from auto_tools import jsontext
from auto_tools.digest import short_hash
from auto_tools.record import Record
from auto_tools.safety.trustfiles import AskedFile, TrustRequest, find_names, is_output, locate, read_request
from auto_tools.settings.resolve import NOT_TRUSTED
from auto_tools.userfiles import state_path, write_private

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from auto_tools.settings.config import ConfigFile

ENTRY_FORMAT = 1
ASK = "auto-tools trust shows it and asks"
CHANGED = f"it changed since it was trusted; {ASK}"
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+@%-")
_LARGEST_ENTRY = 65_536


class Verdict(Record):
    """What the user's trust says about a repository as it is now."""

    refusal: str
    """Why nothing of it is used; empty when it is trusted."""
    files: Mapping[str, AskedFile] = {}
    """The very content that was compared, by relative path."""
    root: str = ""
    """Real path of the root."""
    copies: str = ""
    """Folder with the copies that run."""

    def bind(self, command: str) -> str:
        """Return a command with every trusted script in it replaced by its copy."""
        folders = {os.path.dirname(path) for path in self.files}
        named = {locate(self.root, command[start:end]) for start, end in find_names(command)}
        spans: list[tuple[int, int, str]] = []
        for start, end in find_names(command):
            paths = [locate(self.root, command[start:end], f) for f in ("", *sorted(folders & named))]
            path = next((path for path in paths if path in self.files), "")
            taken = any(start < other and first < end for first, other, _path in spans)
            if path and not taken and not is_output(command, start):
                spans.append((start, end, path))
        for start, end, path in sorted(spans, reverse=True):
            command = command[:start] + os.path.join(self.copies, path) + command[end:]
        return command


def judge_repository(root: str, config: ConfigFile | None = None) -> Verdict:
    """Compare what a repository asks for with what the user trusted; nothing is read where no entry is."""
    root = os.path.realpath(root)
    entry = read_entry(root)
    if entry is None:
        return Verdict(NOT_TRUSTED)
    request = read_request(root, config)
    if request.problem:
        return Verdict("it changed so that it cannot be trusted; auto-tools trust says why")
    digest = digest_of(request)
    if entry["digest"] != digest:
        return Verdict(CHANGED)
    copies = _copies(root, digest)
    if not set(copies) <= _PLAIN:
        return Verdict("the state folder has unusual characters in its path; set XDG_STATE_HOME to another")
    if any(_read_copy(os.path.join(copies, path)) != file.data for path, file in request.files.items()):
        return Verdict(f"the copies that would run are damaged; {ASK}")
    return Verdict("", request.files, root, copies)


def digest_of(request: TrustRequest) -> str:
    """Return a hash over the root and, for each file, its name, whether it can be started, and its bytes."""
    from hashlib import sha256

    state = sha256(b"auto-tools trust %d\0" % ENTRY_FORMAT)
    parts = [os.fsencode(request.root)]
    for path, file in sorted(request.files.items()):
        parts += [os.fsencode(path), b"x" if file.is_executable else b"-", file.data]
    for part in parts:
        state.update(b"%d:" % len(part))
        state.update(part)
    return state.hexdigest()


def why_never(root: str) -> str:
    """Say why nothing in this folder can be trusted at all; empty when it can."""
    store = os.path.realpath(state_path("trust"))
    if (store + "/").startswith(root.rstrip("/") + "/"):
        return "the state folder lies inside this repository; set XDG_STATE_HOME to another"
    try:
        owner = os.lstat(root).st_uid
    except OSError:
        return "the repository's folder cannot be read"
    # As everywhere: who became root by sudo still works in folders of their own.
    is_own = owner == os.geteuid() or (os.geteuid() == 0 and os.environ.get("SUDO_UID") == str(owner))
    return "" if is_own else "the repository belongs to another user"


def read_entry(root: str) -> dict[str, Any] | None:
    """Return what is stored about a root, None when there is nothing that can be believed."""
    if why_never(root):
        return None
    return _load(os.path.join(_place(root), "entry.json"), root)


def list_entries() -> list[dict[str, Any]]:
    """Return every entry, by root."""
    store = state_path("trust")
    try:
        names = os.listdir(store)
    except OSError:
        return []
    found = [_load(os.path.join(store, name, "entry.json"), None) for name in names]
    return sorted((entry for entry in found if entry), key=lambda entry: str(entry["root"]))


def _load(path: str, root: str | None) -> dict[str, Any] | None:
    """Read an entry that is the user's alone, belongs where it lies, and is whole."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(handle, "rb") as file:
            facts = os.fstat(handle)
            if facts.st_uid != os.geteuid() or facts.st_mode & 0o077 or not stat.S_ISREG(facts.st_mode):
                return None
            entry = jsontext.loads(file.read(_LARGEST_ENTRY).decode("utf-8", "surrogateescape"))
        if entry["format"] != ENTRY_FORMAT or not isinstance(entry["digest"], str):
            return None
        real = os.fsdecode(bytes.fromhex(entry["root_bytes"]))
        is_at_home = os.path.dirname(path) == _place(real) and (root is None or root == real)
        return {**entry, "root": real} if is_at_home else None
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None


def store_trust(request: TrustRequest, when: str) -> bool:
    """Remember that the user trusts exactly this; the entry comes last, so that half of it is nothing."""
    digest = digest_of(request)
    copies = _copies(request.root, digest)
    forget_trust(request.root)
    if not all(_write_copy(os.path.join(copies, path), file) for path, file in request.files.items()):
        return False
    entry = {
        "format": ENTRY_FORMAT,
        "root_bytes": os.fsencode(request.root).hex(),
        "digest": digest,
        "files": len(request.files),
        "trusted_at": when,
    }
    return write_private(os.path.join(_place(request.root), "entry.json"), jsontext.dumps(entry))


def forget_trust(root: str) -> bool:
    """Remove what is stored about a root; False when there was nothing."""
    import shutil

    place = _place(root)
    was_there = os.path.lexists(place)
    try:
        os.unlink(os.path.join(place, "entry.json"))  # first: without it the copies mean nothing
    except OSError:
        pass
    shutil.rmtree(place, ignore_errors=True)
    return was_there


def _place(root: str) -> str:
    return state_path("trust", short_hash(root, length=32))


def _copies(root: str, digest: str) -> str:
    return os.path.join(_place(root), digest[:32])


def _read_copy(path: str) -> bytes | None:
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(handle, "rb") as file:
            return file.read()
    except OSError:
        return None


def _make_folder(path: str) -> None:
    """Make a folder and those above it, each for the user alone."""
    if not os.path.isdir(path):
        _make_folder(os.path.dirname(path))
        os.mkdir(path, 0o700)


def _write_copy(path: str, file: AskedFile) -> bool:
    mode = 0o700 if file.is_executable else 0o600
    try:
        _make_folder(os.path.dirname(path))
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        with os.fdopen(os.open(path, flags, mode), "wb") as copy:
            copy.write(file.data)
    except OSError:
        return False
    return True
