"""What the installer did, written down in the user's state folder, and the lock that lets one work at a time.

Losing the receipt costs only exactness: what is ours is then found by its form.
"""

from __future__ import annotations

import fcntl
import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from auto_tools.errors import UserError
from auto_tools.install.drafts import Drafts, leave_to_owner, make_folders, remove_empty
from auto_tools.install.places import receipt_file

FORM = 1
ATTEMPTS = 50


class Piece(NamedTuple):
    """Something of ours in a file."""

    file: str
    """The file."""
    what: str
    """`hook`, `server`, `trust`, `script`, `wrapper` or `key`."""
    client: str
    """For which client; empty for the key."""
    scope: str
    """At which scope."""
    text: str = ""
    """The text that was inserted; empty where the whole file is ours."""


class Receipt:
    """Files we changed, what is ours in them, and folders we made."""

    def __init__(self, stored: dict[str, Any]) -> None:
        rows = stored.get("pieces", [])
        self.pieces = [Piece(**row) for row in rows]
        self.files: dict[str, dict[str, Any]] = dict(stored.get("files", {}))
        self.folders: list[str] = list(stored.get("folders", []))

    def find(self, file: str, what: str, scope: str = "") -> Piece | None:
        """Return what is ours in a file, of one kind; of any scope unless one is named."""
        found = [one for one in self.pieces if one.file == file and one.what == what]
        return next((one for one in found if not scope or one.scope == scope), None)

    def put(self, piece: Piece) -> None:
        """Write down a piece, in place of an older one of its kind."""
        self.take(piece.file, piece.what, piece.scope)
        self.pieces.append(piece)

    def take(self, file: str, what: str, scope: str) -> None:
        """Strike out a piece."""
        self.pieces = [one for one in self.pieces if (one.file, one.what, one.scope) != (file, what, scope)]

    def attempt(self, change: Callable[[], None]) -> None:
        """Carry out a change of several entries; when it raises, none of them is changed."""
        before = list(self.pieces), dict(self.files)
        try:
            change()
        except UserError:
            self.pieces, self.files = before
            raise

    def is_empty(self) -> bool:
        """Tell whether nothing of ours is left."""
        return not self.pieces

    def to_text(self) -> str:
        """Return what is stored."""
        rows = [one._asdict() for one in self.pieces]
        stored = {"version": FORM, "folders": self.folders, "files": self.files, "pieces": rows}
        return json.dumps(stored, ensure_ascii=False, indent=1) + "\n"


def read_receipt(drafts: Drafts) -> Receipt:
    """Read the receipt; one that cannot be read counts as lost."""
    try:
        stored = json.loads(drafts.read(receipt_file()) or "{}")
        return Receipt(stored if isinstance(stored, dict) else {})
    except (ValueError, TypeError, AttributeError, UserError):
        return Receipt({})


class Lock:
    """The lock while it is held; its file remembers folders of ours, also for whoever comes after a kill."""

    def __init__(self, descriptor: int, made: list[str]) -> None:
        self.descriptor = descriptor
        self.folders: list[str] = _folders_in(descriptor)
        self.remember(made)

    def remember(self, folders: Sequence[str]) -> None:
        """Write down folders that go with the lock when nothing is installed."""
        new = [one for one in folders if one not in self.folders]
        if new:
            self.folders += new
            os.pwrite(self.descriptor, json.dumps(self.folders).encode(), 0)


def _folders_in(descriptor: int) -> list[str]:
    try:
        stored = json.loads(os.pread(descriptor, 1 << 20, 0) or b"[]")
    except ValueError:
        return []
    return [one for one in stored if isinstance(one, str)] if isinstance(stored, list) else []


def lock_file() -> str:
    """Return where the lock is."""
    return os.path.join(os.path.dirname(receipt_file()), "install.lock")


@contextmanager
def locked() -> Iterator[Lock]:
    """Let one installer work at a time.

    When nothing is installed at the end the lock goes away, and those of its folders that are empty.
    """
    path = lock_file()
    try:
        descriptor, made = _take(path)
        lock = Lock(descriptor, made)
    except OSError as error:
        raise UserError(
            f"{error.filename or path} cannot be written: {error.strerror}", "set XDG_STATE_HOME or HOME"
        ) from error
    try:
        yield lock
    finally:
        if not os.path.exists(receipt_file()):
            remove_empty([one for one in lock.folders if not path.startswith(one + os.sep)])
            os.unlink(path)
            remove_empty(lock.folders)
        os.close(descriptor)


def _take(path: str) -> tuple[int, list[str]]:
    """Wait for the lock, and return the folders made for it; one that was removed meanwhile is no lock."""
    made: list[str] = []
    attempts = 0
    while True:
        attempts += 1
        try:
            made += make_folders(os.path.dirname(path))
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        except FileNotFoundError:
            if attempts > ATTEMPTS:
                raise
            time.sleep(0.01)  # an uninstaller has just removed the folder
            continue
        leave_to_owner(descriptor, os.path.dirname(path))
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        try:
            if os.path.samestat(os.fstat(descriptor), os.stat(path)):
                return descriptor, made
        except FileNotFoundError:
            pass
        os.close(descriptor)
