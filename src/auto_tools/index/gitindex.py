"""Git's own list of tracked files, and which of them were changed since git last looked.

Compares the way `git status` does: by stat, and by content only where stat leaves a doubt. What is staged
but not committed is not looked at, and no filter (line ends, LFS) is applied to content.
"""

from __future__ import annotations

import os
import stat

from auto_tools.index.gitdir import find_common_dir, read_config_value
from auto_tools.index.indexformat import (
    ASSUME_VALID,
    INTENT_TO_ADD,
    MOST_BYTES,
    MOST_ENTRIES,
    SECOND,
    SKIP_WORKTREE,
    GitIndex,
    parse_index,
)
from auto_tools.index.names import printable_path
from auto_tools.safety.files import read_bytes
from auto_tools.safety.paths import is_sensitive

TYPE_CHECKING = False
if TYPE_CHECKING:
    from auto_tools.index.indexformat import Entry

LARGEST_HASHED_FILE = 1024 * 1024
MOST_HASHED_FILES = 200
MOST_HASHED_BYTES = 8 * 1024 * 1024

_ID_SIZES = {"": 20, "sha1": 20, "sha256": 32}


def read_index(git_dir: str, *, max_entries: int = MOST_ENTRIES, under: bytes = b"") -> GitIndex | None:
    """Return the tracked files, those below the folder `under/` only, or None when they are not known."""
    common = find_common_dir(git_dir)
    if common is None:
        return None
    id_size = _ID_SIZES.get(read_config_value(common, "extensions", "objectformat").lower())
    try:
        written_ns = os.lstat(os.path.join(git_dir, "index")).st_mtime_ns
    except (OSError, ValueError):
        return None
    data = read_bytes(git_dir, "index", limit=MOST_BYTES)
    index = parse_index(data, id_size=id_size, max_entries=max_entries) if data and id_size else None
    if index is None:
        return None
    trusts_mode = read_config_value(common, "core", "filemode").lower() != "false"
    return GitIndex(_keep_below(under, index.entries), index.is_complete, written_ns, trusts_mode)


def changed_files(
    root: str, git_dir: str, limit: int = 20, max_entries: int = 8000
) -> tuple[tuple[str, ...], bool]:
    """Return tracked files that differ from git's index, sorted, and whether these are all of them."""
    index = read_index(git_dir, max_entries=max_entries)
    return compare_index(root, index, limit=limit, max_entries=max_entries) if index else ((), False)


def compare_index(
    root: str, index: GitIndex, *, limit: int = 20, max_entries: int = 8000
) -> tuple[tuple[str, ...], bool]:
    """Return the entries whose file below `root` differs, sorted, and whether these are all of them."""
    comparison = _Comparison(os.fsencode(root), index)
    changed: list[bytes] = []
    for entry in index.entries[:max_entries]:
        if comparison.is_changed(entry) and (not changed or changed[-1] != entry[0]):
            changed.append(entry[0])
            if len(changed) > limit:
                break
    is_complete = index.is_complete and len(index.entries) <= max_entries and len(changed) <= limit
    return tuple(sorted(map(printable_path, changed[:limit]))), is_complete and not comparison.gave_up


class _Comparison:
    """Compares entries with the work tree the way `git status` does, within a budget of content reads."""

    def __init__(self, root: bytes, index: GitIndex) -> None:
        self.root = root
        self.written_ns = index.written_ns
        self.trusts_mode = index.trusts_mode
        self.gave_up = False
        self.files_left = MOST_HASHED_FILES
        self.bytes_left = MOST_HASHED_BYTES
        self.folders: dict[bytes, bool] = {b"": True}

    def is_changed(self, entry: Entry) -> bool:
        """Say whether the file differs; what cannot be known is no, and `gave_up` is set."""
        path, mode, size, mtime_ns, _, stage, flags = entry
        if stage or flags & INTENT_TO_ADD:
            return True
        if flags & (SKIP_WORKTREE | ASSUME_VALID) or mode == 0o160000:
            return False
        try:
            found = os.lstat(self.root + b"/" + path)
        except (FileNotFoundError, NotADirectoryError):
            return True
        except OSError:
            self.gave_up = True
            return False
        folder = path[: max(0, path.rfind(b"/"))]
        if not self.is_real_folder(folder) or self.differs_in_kind(mode, found.st_mode):
            return True
        is_same_size = size == found.st_size & 0xFFFFFFFF
        if is_same_size and _is_same_time(mtime_ns, found.st_mtime_ns) and mtime_ns < self.written_ns:
            return False
        if size and not is_same_size:
            return True
        return self.differs_in_content(entry, found.st_size)

    def is_real_folder(self, folder: bytes) -> bool:
        """Say whether no part of a folder below the root is a link; a tracked file behind one is gone."""
        missing: list[bytes] = []
        while folder not in self.folders:
            missing.append(folder)
            folder = folder[: max(0, folder.rfind(b"/"))]
        known = self.folders[folder]
        for part in reversed(missing):
            try:
                known = known and stat.S_ISDIR(os.lstat(self.root + b"/" + part).st_mode)
            except OSError:
                known = False
            self.folders[part] = known
        return known

    def differs_in_kind(self, tracked: int, found: int) -> bool:
        """Say whether file became link or the other way round, or the executable bit changed."""
        if stat.S_IFMT(tracked) != stat.S_IFMT(found):
            return True
        return self.trusts_mode and stat.S_ISREG(tracked) and bool((tracked ^ found) & 0o100)

    def differs_in_content(self, entry: Entry, size: int) -> bool:
        """Say whether the blob of a file or link has another id than the tracked one."""
        path, mode, blob = entry[0], entry[1], entry[4]
        is_link = stat.S_ISLNK(mode)
        self.files_left -= 1
        self.bytes_left -= size
        too_much = self.files_left < 0 or self.bytes_left < 0 or size > LARGEST_HASHED_FILE
        if too_much or (not is_link and is_sensitive(os.fsdecode(path))):
            self.gave_up = True
            return False
        try:
            content = (
                os.readlink(self.root + b"/" + path)
                if is_link
                else read_bytes(self.root, path, limit=LARGEST_HASHED_FILE)
            )
        except OSError:
            content = None
        if content is None:
            self.gave_up = True
            return False
        return _blob_id(content, len(blob)) != blob


def _keep_below(folder: bytes, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    if not folder:
        return entries
    start = len(folder)
    return tuple((entry[0][start:], *entry[1:]) for entry in entries if entry[0].startswith(folder))


def _is_same_time(tracked_ns: int, found_ns: int) -> bool:
    if tracked_ns == found_ns:
        return True
    seconds, nanoseconds = divmod(tracked_ns, SECOND)  # some writers of index files keep seconds only
    return not nanoseconds and seconds == (found_ns // SECOND) & 0xFFFFFFFF


def _blob_id(content: bytes, id_size: int) -> bytes:
    blob = b"blob %d\0" % len(content) + content
    if id_size == 32:
        from hashlib import sha256

        return sha256(blob).digest()
    try:
        from _sha1 import sha1  # type: ignore[import-not-found,unused-ignore]  # hashlib takes 2.5 ms
    except ImportError:
        from hashlib import sha1
    digest: bytes = sha1(blob, usedforsecurity=False).digest()
    return digest
