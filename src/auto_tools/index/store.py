"""Where an index lives and how it is opened: SQLite in the user's cache folder, nothing in the repository.

One folder for each work tree, by its real path: `current` names the database in use and what it was made
from, `lock` is held by the one writer. Contents are kept once for all work trees of a repository. A rebuild
makes a new database beside the old one and changes `current` in one step; readers never wait.
"""

from __future__ import annotations

import os
import sqlite3
import time

from auto_tools import jsontext
from auto_tools.digest import short_hash
from auto_tools.index.gitdir import find_common_dir
from auto_tools.userfiles import cache_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

SCHEMA = 3
"""Raised when the database or what is in it changes form; an index of another schema is built anew."""
NO_INDEX = "no index yet: only names of files and definitions could be looked at"
UNREADABLE = "index is broken: names of files and definitions were looked at"
BUSY_MS = 50
_MANY = 400

TREE_TABLES = """
CREATE TABLE files (
    id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, content TEXT NOT NULL, size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL, language TEXT NOT NULL, kind INTEGER NOT NULL, length INTEGER NOT NULL,
    chunks INTEGER NOT NULL, symbols INTEGER NOT NULL, outline BLOB NOT NULL, skipped TEXT NOT NULL
);
CREATE TABLE postings (key INTEGER PRIMARY KEY, files INTEGER NOT NULL, data BLOB NOT NULL);
CREATE TABLE history (key INTEGER PRIMARY KEY, files INTEGER NOT NULL, data BLOB NOT NULL);
CREATE TABLE commits (id INTEGER PRIMARY KEY, commit_id TEXT NOT NULL, time INTEGER NOT NULL,
    subject TEXT NOT NULL, files BLOB NOT NULL);
CREATE TABLE meta (name TEXT PRIMARY KEY, value BLOB NOT NULL);
"""
CONTENT_TABLES = """
CREATE TABLE IF NOT EXISTS contents (id TEXT PRIMARY KEY, data BLOB NOT NULL);
"""


def index_folder(root: str) -> str:
    """Return the folder of a work tree's index."""
    return cache_path("index", short_hash(os.path.realpath(root), length=20))


def content_file(root: str, git_dir: str | None) -> str:
    """Return the database of analysed contents that all work trees of a repository share."""
    shared = (find_common_dir(git_dir) if git_dir else None) or root
    return cache_path("index", f"content-{short_hash(os.path.realpath(shared), length=20)}.db")


def read_current(root: str) -> dict[str, Any] | None:
    """Return what `current` says about the index in use; None when there is none of this schema."""
    try:
        with open(os.path.join(index_folder(root), "current"), encoding="utf-8") as file:
            current = jsontext.loads(file.read(1_000_000))
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(current, dict) or current.get("schema") != SCHEMA or "file" not in current:
        return None
    return current


class Reader:
    """Reads one generation of an index; never writes and never waits."""

    def __init__(self, root: str, current: dict[str, Any]) -> None:
        self.current = current
        path = os.path.join(index_folder(root), os.path.basename(str(current["file"])))
        self.db = connect(path, read_only=True)
        self.db.execute("BEGIN")  # one view of the data for as long as this reader lives
        self.meta: dict[str, Any] = dict(self.db.execute("SELECT name, value FROM meta"))

    def postings(self, keys: Iterable[int], table: str = "postings") -> dict[int, tuple[int, bytes]]:
        """Return the number of files and the list of each known key."""
        found: dict[int, tuple[int, bytes]] = {}
        for key, files, data in self._select(f"SELECT key, files, data FROM {table} WHERE key IN", keys):
            found[key] = (files, data)
        return found

    def file_counts(self, keys: Iterable[int]) -> dict[int, int]:
        """Return how many files each known key is in, without reading the lists."""
        return dict(self._select("SELECT key, files FROM postings WHERE key IN", keys))

    def files(self, ids: Iterable[int], columns: str) -> dict[int, tuple[Any, ...]]:
        """Return columns of files by id."""
        rows = self._select(f"SELECT id, {columns} FROM files WHERE id IN", ids)
        return {row[0]: row[1:] for row in rows}

    def _select(self, sql: str, values: Iterable[int]) -> list[Any]:
        wanted = list(values)
        rows: list[Any] = []
        for start in range(0, len(wanted), _MANY):
            part = wanted[start : start + _MANY]
            rows += self.db.execute(f"{sql} ({','.join('?' * len(part))})", part)
        return rows

    def close(self) -> None:
        """Let go of the database."""
        self.db.close()


def open_reader(root: str) -> Reader | None:
    """Return a reader of the index in use, or None when it is missing or cannot be read."""
    current = read_current(root)
    if current is None:
        return None
    try:
        return Reader(root, current)
    except sqlite3.Error:
        return None


def open_contents(path: str) -> sqlite3.Connection:
    """Open the shared database of contents for writing, without results of older formats."""
    if os.path.isdir(path):
        raise sqlite3.DatabaseError("a folder is in its place")
    db = connect(path, read_only=False)
    try:
        db.executescript(CONTENT_TABLES)
        found = db.execute("PRAGMA quick_check(1)").fetchone() if _is_suspect(path) else ("ok",)
        if found[0] != "ok":
            raise sqlite3.DatabaseError(str(found[0]))
    except sqlite3.DatabaseError:
        db.close()
        raise
    return db


def _is_suspect(path: str) -> bool:
    """Tell whether a writer left without closing: its log is still there."""
    return os.path.exists(f"{path}-wal") and os.path.getsize(f"{path}-wal") > 0


def set_aside(path: str, error: sqlite3.DatabaseError) -> None:
    """Move a damaged database away, so that a new one takes its place; raises when it is only in use."""
    if isinstance(error, sqlite3.OperationalError) and "malformed" not in str(error):
        raise error  # locked, full or read-only: nothing is wrong with what is in it
    for end in ("-wal", "-shm"):
        if os.path.exists(path + end):
            os.unlink(path + end)
    aside = f"{path}.damaged"
    os.rename(path, aside if not os.path.isdir(path) else f"{aside}-{time.time_ns()}")


def is_readable(root: str, current: dict[str, Any]) -> bool:
    """Tell whether the database that `current` names can be opened."""
    try:
        Reader(root, current).close()
    except sqlite3.Error:
        return False
    return True


def forget(root: str) -> None:
    """Let go of an index that cannot be read, so that the next update builds it anew."""
    try:
        os.unlink(os.path.join(index_folder(root), "current"))
    except OSError:
        return


def connect(path: str, *, read_only: bool) -> sqlite3.Connection:
    """Open a database of ours."""
    if read_only:
        quoted = path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
        db = sqlite3.connect(f"file:{quoted}?mode=ro", uri=True, isolation_level=None, timeout=BUSY_MS / 1000)
        db.execute("PRAGMA mmap_size=268435456")
        return db
    old = os.umask(0o077)  # the database and its log are for the user alone
    try:
        db = sqlite3.connect(path, isolation_level=None, timeout=30)
        db.execute("PRAGMA journal_mode=WAL")
    finally:
        os.umask(old)
    db.execute("PRAGMA synchronous=NORMAL")
    return db
