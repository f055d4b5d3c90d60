"""Files that are about to change: read once, changed in memory, then written all or none.

Links to settings are followed and stay links; a file that is wholly ours is claimed first, and never lies
behind a link. A file is replaced in one step, with its own mode and owner, and only if nobody changed it
since it was read.
"""

from __future__ import annotations

import hashlib
import os
import shlex
import stat
from collections.abc import Callable
from typing import NamedTuple

from auto_tools.errors import UserError

PART = ".auto-tools-part"


class Changed(Exception):
    """Somebody else wrote one of the files meanwhile."""


class Draft(NamedTuple):
    """One file: as it is, and as it shall be."""

    path: str
    """The file, with links followed."""
    before: bytes | None
    """What it holds; None where there is no such file."""
    after: bytes | None
    """What it shall hold; None to remove it."""
    mode: int
    """Its permissions."""


class Drafts:
    """Changes to several files, in the order in which they are written."""

    def __init__(self) -> None:
        self._drafts: dict[str, Draft] = {}

    def read(self, path: str) -> str | None:
        """Return the text as it would be now; None where there is no such file."""
        after = self._draft(path).after
        if after is None:
            return None
        try:
            return after.decode("utf-8")
        except UnicodeDecodeError as error:
            line = after.count(b"\n", 0, error.start) + 1
            raise UserError(
                f"{path}:{line} is not UTF-8", "save it as UTF-8, then run the same command again"
            ) from error

    def write(self, path: str, text: str, *, mode: int | None = None) -> None:
        """Let a file hold a text; a new file is the user's alone unless a mode says otherwise."""
        draft = self._draft(path)
        if mode is None:
            mode = draft.mode
        self._change(path, draft._replace(after=encode(text, path), mode=mode))

    def write_first(self, path: str, text: str, *, mode: int) -> None:
        """Let a file hold a text, before all others."""
        self.write(path, text, mode=mode)
        self._drafts = {path: self._drafts.pop(path), **self._drafts}

    def _change(self, path: str, draft: Draft) -> None:
        """Keep a change; files are written in the order in which they were first changed."""
        known = self._drafts.get(path)
        if known and known.before == known.after:
            del self._drafts[path]
        self._drafts[path] = draft

    def claim(self, path: str) -> bool:
        """Take a path for a file that is wholly ours; False where a link stands there."""
        return not os.path.islink(path) and self._draft(path).path == _own_path(path)

    def restore(self, path: str, backup: str) -> None:
        """Let a file hold what its backup holds, with the same mode, and the backup be gone."""
        stored = self._draft(backup)
        self._change(path, self._draft(path)._replace(after=stored.before, mode=stored.mode))
        self.remove(backup)

    def copy(self, path: str, to: str) -> None:
        """Let another file hold what this one holds on disk, with the same mode."""
        draft = self._draft(path)
        self._change(to, self._draft(to)._replace(after=draft.before, mode=draft.mode))

    def remove(self, path: str) -> None:
        """Let a file be gone."""
        self._change(path, self._draft(path)._replace(after=None))

    def sweep(self, path: str) -> None:
        """Let what an installer that was killed left beside a file be gone."""
        part = _part_of(os.path.realpath(path))
        if os.path.isfile(part) and not os.path.islink(part):
            self.remove(part)

    def before(self, path: str) -> bytes | None:
        """Return what a file holds on disk."""
        return self._draft(path).before

    def before_own(self, path: str) -> bytes | None:
        """Return what a file that is wholly ours holds on disk; what lies behind a link is not ours."""
        return self.before(path) if self.claim(path) else None

    def changes(self) -> list[tuple[str, Draft]]:
        """Return what is about to change, by the name it was asked for."""
        return [
            (path, draft)
            for path, draft in self._drafts.items()
            if draft.before != draft.after or (draft.after is not None and _mode_differs(draft))
        ]

    def _draft(self, path: str) -> Draft:
        if path not in self._drafts:
            self._drafts[path] = _read_draft(path)
        return self._drafts[path]

    def attempt(self, change: Callable[[], None]) -> None:
        """Carry out a change of several drafts; when it raises, none of them is changed."""
        before = dict(self._drafts)
        try:
            change()
        except UserError:
            self._drafts = before
            raise

    def folders_to_make(self) -> list[str]:
        """Return the folders that are missing for what shall be written."""
        wanted = [draft.path for _path, draft in self.changes() if draft.after is not None]
        return sorted({folder for path in wanted for folder in _missing(os.path.dirname(path))})

    def commit(self) -> None:
        """Write everything, or nothing when one file cannot be."""
        changes = self.changes()
        for path, draft in changes:
            demand_writable(path, draft)
            now = _read_draft(path)
            if (now.path, now.before) != (draft.path, draft.before):
                raise Changed(path)
        done: list[Draft] = []
        made: list[str] = []
        try:
            for _path, draft in changes:
                made += _put(draft)
                done.append(draft)
        except BaseException as error:
            for draft in reversed(done):
                _put(draft._replace(before=draft.after, after=draft.before))
            remove_empty(made)
            if not isinstance(error, OSError):
                raise
            raise UserError(
                f"{error.filename or 'a file'} cannot be written: {error.strerror}",
                "mend that, then run the same command again; nothing was changed",
            ) from error


def encode(text: str, path: str) -> bytes:
    """Return the bytes of a text; a home folder whose name is no text cannot be named in settings."""
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise UserError(
            f"{path} would name a path that is not UTF-8", "move the product or HOME to such a path"
        ) from error


def _read_draft(path: str) -> Draft:
    real = os.path.realpath(path)
    try:
        with open(os.open(real, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
            found = os.fstat(file.fileno()).st_mode
            if not stat.S_ISREG(found):
                raise OSError(0, "it is no regular file")
            content = file.read()
        return Draft(real, content, content, stat.S_IMODE(found))
    except FileNotFoundError:
        return Draft(real, None, None, 0o600)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UserError(f"{path} cannot be read: {reason}", "mend that, then run again") from error


def _part_of(path: str) -> str:
    return os.path.join(os.path.dirname(path), f".{os.path.basename(path)}{PART}")


def _own_path(path: str) -> str:
    return os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))


def _mode_differs(draft: Draft) -> bool:
    try:
        return stat.S_IMODE(os.stat(draft.path).st_mode) != draft.mode
    except OSError:
        return True


def demand_writable(path: str, draft: Draft) -> None:
    """Refuse a file that its owner made read-only, also where we could replace it all the same."""
    folder = os.path.dirname(draft.path)
    while not os.path.isdir(folder) and os.path.dirname(folder) != folder:
        if os.path.lexists(folder):
            raise UserError(f"{folder} is no folder", "move it away, then run the same command again")
        folder = os.path.dirname(folder)
    if draft.before is not None and not os.stat(draft.path).st_mode & 0o200:
        raise UserError(
            f"{path} is read-only",
            f"run chmod u+w {shlex.quote(draft.path)}, or use --print and paste it yourself",
        )
    if not os.access(folder, os.W_OK | os.X_OK):
        raise UserError(
            f"{folder} cannot be written to", f"run chmod u+w {shlex.quote(folder)}, or use --print"
        )


def _put(draft: Draft) -> list[str]:
    """Replace or remove one file in one step; return the folders that were made for it."""
    folder = os.path.dirname(draft.path)
    part = _part_of(draft.path)
    if os.path.lexists(part):
        os.unlink(part)  # left by an installer that was killed; the lock says that none is at work
    if draft.after is None:
        if os.path.lexists(draft.path):
            os.unlink(draft.path)
        return []
    made = make_folders(folder)
    try:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        with os.fdopen(os.open(part, flags, 0o600), "wb") as file:
            file.write(draft.after)
            os.fchmod(file.fileno(), draft.mode)
            leave_to_owner(file.fileno(), draft.path if draft.before is not None else folder)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, draft.path)
    except OSError:
        if os.path.lexists(part):
            os.unlink(part)
        remove_empty(made)
        raise
    return made


def leave_to_owner(made: int | str, like: str) -> None:
    """When an administrator runs the command, let a file belong to whom another file or folder belongs."""
    if os.geteuid() != 0:
        return
    try:
        found = os.stat(like)
        os.chown(made, found.st_uid, found.st_gid)
    except OSError:
        return


def make_folders(folder: str) -> list[str]:
    """Make a folder and its parents; return those that were not there, the outermost first."""
    missing = _missing(folder)
    for one in missing:
        try:
            os.mkdir(one)
            leave_to_owner(one, os.path.dirname(one))
        except FileExistsError:
            continue  # another one was faster
    return missing


def _missing(folder: str) -> list[str]:
    missing: list[str] = []
    while not os.path.isdir(folder) and os.path.dirname(folder) != folder:
        missing.insert(0, folder)
        folder = os.path.dirname(folder)
    return missing


def remove_empty(folders: list[str]) -> None:
    """Remove folders that hold nothing, the innermost first; the others stay."""
    for folder in sorted(set(folders), key=len, reverse=True):
        try:
            os.rmdir(folder)
        except OSError:
            continue


def digest(content: bytes) -> str:
    """Return the hash by which a content is known again."""
    return hashlib.sha256(content).hexdigest()
