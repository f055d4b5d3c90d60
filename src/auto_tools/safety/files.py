"""The one way a file or folder of the analysed repository is opened: below a root, no links, nothing special.

Which paths may be read at all is decided by others; hard links to outside files cannot be told apart.
"""

from __future__ import annotations

import os
import stat

BINARY_PROBE = 8 * 1024
"""A NUL among this many first bytes makes a file binary, as git and ripgrep see it."""

_DIRECTORY = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_CHUNK = 1 << 20


def read_text(root: str | bytes, relative_path: str | bytes, *, limit: int, cut: bool = False) -> str | None:
    """Return a text file with invalid UTF-8 replaced, or None when it is binary or may not be read."""
    data = read_bytes(root, relative_path, limit=limit, cut=cut)
    if data is None or b"\0" in data[:BINARY_PROBE]:
        return None
    return data.decode("utf-8", "replace")


def read_bytes(
    root: str | bytes, relative_path: str | bytes, *, limit: int, cut: bool = False
) -> bytes | None:
    """Return a file's bytes; one longer than `limit` gives None, or its first bytes with `cut`."""
    handle = open_regular(root, relative_path)
    if handle is None:
        return None
    try:
        if os.fstat(handle).st_size > limit and not cut:
            return None
        data = _read_up_to(handle, limit + 1)
    except OSError:
        return None
    finally:
        os.close(handle)
    if len(data) > limit:
        return data[:limit] if cut else None
    return data


def read_tail(root: str | bytes, relative_path: str | bytes, *, limit: int) -> bytes | None:
    """Return the last `limit` bytes of a file."""
    handle = open_regular(root, relative_path)
    if handle is None:
        return None
    try:
        os.lseek(handle, max(0, os.fstat(handle).st_size - limit), os.SEEK_SET)
        return _read_up_to(handle, limit)
    except OSError:
        return None
    finally:
        os.close(handle)


def open_regular(root: str | bytes, relative_path: str | bytes) -> int | None:
    """Open a regular file for reading without following any link below the root; the caller closes it."""
    folder = -1
    try:
        parts = os.fsencode(relative_path).split(b"/")
        if any(part in (b"", b".", b"..") for part in parts):
            return None
        folder = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        for part in parts[:-1]:
            parent, folder = folder, os.open(part, _DIRECTORY, dir_fd=folder)
            os.close(parent)
        return _open_last(parts[-1], folder)
    except (OSError, ValueError):
        return None
    finally:
        if folder >= 0:
            os.close(folder)


def open_folder(root: str, relative_path: str, *, make: bool = False) -> int:
    """Open a folder below the root without following a link, `make` makes it; the caller closes it."""
    folder = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        for part in relative_path.split("/"):
            if make:
                try:
                    os.mkdir(part, 0o755, dir_fd=folder)
                except FileExistsError:
                    pass
            parent, folder = folder, os.open(part, _DIRECTORY, dir_fd=folder)
            os.close(parent)
    except OSError:
        os.close(folder)
        raise
    return folder


def _open_last(name: bytes, folder: int) -> int | None:
    # Opening a device can already do something, so its kind is asked before and, against a race, after.
    if not stat.S_ISREG(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode):
        return None
    handle = os.open(name, _FILE, dir_fd=folder)
    try:
        is_regular = stat.S_ISREG(os.fstat(handle).st_mode)
    except OSError:
        is_regular = False
    if not is_regular:
        os.close(handle)
        return None
    return handle


def _read_up_to(handle: int, wanted: int) -> bytes:
    pieces = []
    while wanted > 0:
        piece = os.read(handle, min(wanted, _CHUNK))
        if not piece:
            break
        pieces.append(piece)
        wanted -= len(piece)
    return b"".join(pieces)
