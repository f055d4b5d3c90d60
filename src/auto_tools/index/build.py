"""Brings an index in step with its work tree: only what changed is read, only new contents are parsed.

A change is found by git's blob id or by size and time; what a file gave the index before is taken out of
the posting lists and what it gives now is put in, so that an updated index scores exactly as a new one.
"""

from __future__ import annotations

import fcntl
import marshal
import os
import sqlite3
import time
import zlib
from array import array
from collections.abc import Callable, Iterator

from auto_tools import jsontext
from auto_tools.errors import IndexUnavailable
from auto_tools.index import store
from auto_tools.index.analyse import (
    CHUNKS,
    DEFINITIONS,
    FORMAT,
    IMPORTS,
    LINES,
    TERMS,
    TRIGRAMS,
    USES,
    WORDS,
    content_id,
    largest_of,
)
from auto_tools.index.commits import store_history
from auto_tools.index.freshness import stat_of_git_index
from auto_tools.index.gitdir import read_branch
from auto_tools.index.keys import BASE, DEFINITION, FOLDER, PATH, STEM, TRIGRAM, USE, WORD, key_of
from auto_tools.index.kinds import kind_of
from auto_tools.index.languages import language_of
from auto_tools.index.listing import Listed, Listing, is_lock_file, list_files
from auto_tools.index.pathwords import folder_terms, import_names, stem_terms
from auto_tools.index.postings import MOST_FILES, MOST_FREQUENCY, place_of, splice
from auto_tools.index.workers import CHANGED, analyse_all
from auto_tools.record import Record
from auto_tools.safety.files import read_bytes
from auto_tools.userfiles import write_private

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Analysis = tuple[Any, ...]
    Progress = Callable[[int, int], None]

BATCH = 1_500
LOOK_AGAIN_S = 0.2
CHANGED_CONTENT = "-changed"
EMPTY: tuple[Any, ...] = ((), (), (), (), (), (), 0, 0)


class Change(Record):
    """What happens to one file of the index."""

    id: int
    """Its number in the index."""
    path: str
    """Where it is, relative to the root."""
    old: str
    """Content it had; empty for a new file."""
    new: str
    """Content it has; empty when it is gone."""
    listed: Listed | None
    """As the work tree has it; None when it is gone."""
    skipped: str = ""
    """Why its content is not in the index; empty when it is."""


class Built(Record):
    """What an update did."""

    files: int
    """Files in the index."""
    changed: int
    """Files that were put in, replaced or taken out."""
    parsed: int
    """Files that had to be parsed."""
    seconds: float
    """How long it took."""
    current: dict[str, Any]
    """What `current` says now."""


def update_index(
    root: str,
    git_dir: str | None,
    *,
    exclude: tuple[str, ...] = (),
    full: bool = False,
    wait_s: float = 0.0,
    progress: Progress | None = None,
) -> Built:
    """Bring the index of a work tree up to date; raises IndexUnavailable when it cannot be.

    Another writer of the same tree is waited for as long as `wait_s` says.
    """
    folder = store.index_folder(root)
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        lock = os.open(os.path.join(folder, "lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise IndexUnavailable(f"index not updated: {error.strerror}") from error
    try:
        _take_lock(lock, wait_s)
        try:
            built = _Update(root, git_dir, folder, exclude, progress).run(full=full)
            _remove(os.path.join(folder, "progress"))
            return built
        except (OSError, sqlite3.Error) as error:
            raise IndexUnavailable(f"index not updated: {error}") from error
    finally:
        os.close(lock)


def _take_lock(lock: int, wait_s: float) -> None:
    until = time.monotonic() + wait_s
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except OSError as error:
            if time.monotonic() >= until:
                said = "index not updated: another process is indexing this tree"
                raise IndexUnavailable(said) from error
        time.sleep(LOOK_AGAIN_S)


class _Update:
    """One writer's work on one index."""

    def __init__(
        self, root: str, git_dir: str | None, folder: str, exclude: tuple[str, ...], progress: Progress | None
    ) -> None:
        self.root = root
        self.git_dir = git_dir
        self.folder = folder
        self.exclude = exclude
        self.progress = progress
        self.changed: set[str] = set()
        """Contents that were gone before they could be read."""
        self.parsed = 0
        self.reported = 0.0

    def run(self, *, full: bool) -> Built:
        """Compare, analyse, store, and point `current` at the result."""
        started = time.monotonic()
        head = read_branch(self.git_dir)[1] if self.git_dir else ""
        git_index = stat_of_git_index(self.git_dir)
        self._report(0, 0)
        listing = list_files(self.root, self.git_dir, self.exclude)
        known = store.read_current(self.root)
        self.generation = int((known or {}).get("generation", 0)) + 1
        current = None if full else known
        path = store.content_file(self.root, self.git_dir)
        for attempt in (1, 2, 3):
            try:
                self.contents = store.open_contents(path)
            except sqlite3.DatabaseError as error:
                store.set_aside(path, error)
                continue
            try:
                return self._into(current, listing, head, git_index, started)
            except sqlite3.DatabaseError as error:
                if attempt > 1 or current is None:
                    store.set_aside(path, error)  # the tree is new: what is damaged are the contents
                current = None
            finally:
                self.contents.close()
        raise sqlite3.DatabaseError("the index cannot be written")

    def _into(
        self,
        current: dict[str, Any] | None,
        listing: Listing,
        head: str,
        git_index: list[int],
        started: float,
    ) -> Built:
        name, db = self._open_tree(current)
        try:
            known = {
                row[1]: row
                for row in db.execute("SELECT id, path, content, size, mtime_ns, skipped FROM files")
            }
            changes, touched = self._compare(known, listing)
            db.execute("BEGIN IMMEDIATE")
            self._apply(db, changes)
            db.executemany("UPDATE files SET size=?, mtime_ns=? WHERE id=?", touched)
            paths_changed = any(not change.old or not change.new for change in changes)
            history = store_history(db, self.root, self.git_dir, head, is_new=paths_changed)
            if changes or current is None:
                _store_totals(db)
            facts = self._facts(db, listing, head, git_index, history)
            db.execute("INSERT OR REPLACE INTO meta VALUES ('generation', ?)", (self.generation,))
            db.execute("COMMIT")
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            db.close()
        said = {"schema": store.SCHEMA, "file": name, "generation": self.generation, **facts}
        if not write_private(os.path.join(self.folder, "current"), jsontext.dumps(said)):
            raise OSError("the cache folder cannot be written")
        self._clear_old(name)
        seconds = time.monotonic() - started
        return Built(facts["files"], len(changes), self.parsed, seconds, said)

    def _open_tree(self, current: dict[str, Any] | None) -> tuple[str, sqlite3.Connection]:
        if current is not None:
            name = os.path.basename(str(current["file"]))
            path = os.path.join(self.folder, name)
            if os.path.exists(path):
                return name, store.connect(path, read_only=False)
        name = f"tree-{time.time_ns()}.db"
        db = store.connect(os.path.join(self.folder, name), read_only=False)
        db.executescript(store.TREE_TABLES)
        return name, db

    def _clear_old(self, name: str) -> None:
        for entry in os.listdir(self.folder):
            if entry.startswith("tree-") and not entry.startswith(name):
                os.unlink(os.path.join(self.folder, entry))

    def _compare(
        self, known: dict[str, Any], listing: Listing
    ) -> tuple[list[Change], list[tuple[int, int, int]]]:
        """Return what changed, in the order of paths, and which files only look newer."""
        changes: list[Change] = []
        touched: list[tuple[int, int, int]] = []
        free = _free_ids({row[0] for row in known.values()})
        present: dict[str, Listed | None] = {}
        for listed in listing.files:
            present[listed.path] = listed
            row = known.get(listed.path)
            if row and row[2] != "" and row[3] == listed.size and row[4] == listed.mtime_ns:
                continue
            content, skipped = self._content_of(listed)
            if row and row[2] == content and row[5] == skipped:
                touched.append((listed.size, listed.mtime_ns, row[0]))
                continue
            number = row[0] if row else next(free)
            if number >= MOST_FILES:
                break
            changes.append(Change(number, listed.path, row[2] if row else "", content, listed, skipped))
        for path in listing.sensitive:
            present[path] = None
            if path not in known:
                listed = Listed(path, 0, 0, "")
                changes.append(Change(next(free), path, "", "-sensitive", listed, "sensitive"))
        gone = sorted(known.keys() - present.keys())
        changes += [Change(known[path][0], path, known[path][2], "", None) for path in gone]
        return changes, touched

    def _content_of(self, listed: Listed) -> tuple[str, str]:
        """Return the id of a file's content and why it is not analysed; such an id starts with -."""
        language = language_of(listed.path)
        if listed.size > largest_of(language):
            return f"-large {listed.size}", "over 1 MB" if language else "over 256 KB"
        if is_lock_file(listed.path):
            return "-lock", "lock file"
        suffix = f"/{language or ''}/{FORMAT}"
        if listed.blob:
            return listed.blob + suffix, ""
        data = read_bytes(self.root, listed.path, limit=largest_of(language))
        if data is None:
            return "-unreadable", "cannot be read"
        return content_id(data) + suffix, ""

    def _apply(self, db: sqlite3.Connection, changes: list[Change]) -> None:
        """Take old contents out of the posting lists and put new ones in, some hundred files at a time."""
        is_empty = not db.execute("SELECT 1 FROM postings LIMIT 1").fetchone()
        for start in range(0, len(changes), BATCH):
            batch = changes[start : start + BATCH]
            analyses = self._analyses(batch, start, len(changes))
            edits: dict[int, tuple[list[int], list[int]]] = {}
            for change in sorted(batch, key=lambda change: change.id):
                before = self._gave(change.old, change, analyses)
                after = self._gave(change.new, change, analyses)
                for key, flat in after.items():
                    if before.get(key) != flat:
                        edits.setdefault(key, ([], []))[1].extend(flat)
                for key, flat in before.items():
                    if after.get(key) != flat:
                        edits.setdefault(key, ([], []))[0].append(change.id)
                self._store_file(db, change, analyses)
            _store_edits(db, edits, is_empty=is_empty and start == 0)

    def _gave(self, content: str, change: Change, analyses: dict[str, Analysis]) -> dict[int, list[int]]:
        """Return what one content of a file puts into the posting lists."""
        if not content:
            return {}
        if content not in analyses:
            raise sqlite3.DatabaseError("what an indexed file gave is no longer known")
        return _entries(change.id, change.path, analyses[content])

    def _analyses(self, batch: list[Change], done: int, total: int) -> dict[str, Analysis]:
        """Return the analysis of every content of a batch, parsing only those never seen."""
        wanted = {content for change in batch for content in (change.old, change.new) if content}
        found: dict[str, Analysis] = {content: EMPTY for content in wanted if content.startswith("-")}
        rows = sorted(wanted - found.keys())
        for at in range(0, len(rows), 400):
            part = rows[at : at + 400]
            marks = ",".join("?" * len(part))
            for content, data in self.contents.execute(
                f"SELECT id, data FROM contents WHERE id IN ({marks})", part
            ):
                found[content] = marshal.loads(zlib.decompress(data)) if data else EMPTY
        missing = {change.new: change for change in batch if change.new and change.new not in found}
        stored: list[tuple[str, bytes]] = []
        tasks = [
            (content, change.path, language_of(change.path), change.listed.mtime_ns if change.listed else 0)
            for content, change in missing.items()
        ]
        for content, packed in analyse_all(self.root, tasks):
            if packed == CHANGED:  # edited since it was listed: the next update finds it
                found[content] = EMPTY
                self.changed.add(content)
                continue
            stored.append((content, packed))
            found[content] = marshal.loads(zlib.decompress(packed)) if packed else EMPTY
            self.parsed += 1
            self._report(done + len(stored), total)
        self.contents.execute("BEGIN")
        self.contents.executemany("INSERT OR REPLACE INTO contents VALUES (?, ?)", stored)
        self.contents.execute("COMMIT")
        return found

    def _report(self, done: int, total: int) -> None:
        now = time.monotonic()
        if now - self.reported > 0.2:
            self.reported = now
            write_private(os.path.join(self.folder, "progress"), jsontext.dumps([done, total, os.getpid()]))
            if self.progress:
                self.progress(done, total)

    def _store_file(self, db: sqlite3.Connection, change: Change, analyses: dict[str, Analysis]) -> None:
        if change.listed is None:
            db.execute("DELETE FROM files WHERE id=?", (change.id,))
            return
        analysis = analyses[change.new]
        is_empty = analysis is EMPTY
        outline = tuple(analysis[part] for part in (CHUNKS, DEFINITIONS, IMPORTS, USES, LINES))
        language = language_of(change.path) or ""
        content = CHANGED_CONTENT if change.new in self.changed else change.new
        row = (
            change.id, change.path, content, change.listed.size, change.listed.mtime_ns, language,
            kind_of(change.path), analysis[WORDS], len(analysis[CHUNKS]), len(analysis[DEFINITIONS]),
            zlib.compress(marshal.dumps(outline, 2), 1),
            change.skipped or ("binary or unreadable" if is_empty else ""),
        )  # fmt: skip
        db.execute(f"INSERT OR REPLACE INTO files VALUES ({','.join('?' * len(row))})", row)

    def _facts(
        self, db: sqlite3.Connection, listing: Listing, head: str, git_index: list[int], history: int
    ) -> dict[str, Any]:
        languages = dict(
            db.execute(
                "SELECT language, count(*) FROM files WHERE language != '' GROUP BY 1 ORDER BY 2 DESC, 1"
            )
        )
        skipped = dict(
            db.execute("SELECT skipped, count(*) FROM files WHERE skipped != '' GROUP BY 1 ORDER BY 1")
        )
        for reason, count in listing.skipped.items():
            if reason != "sensitive":  # those are in the table of files, by their names
                skipped[reason] = skipped.get(reason, 0) + count
        symbols = db.execute("SELECT value FROM meta WHERE name='symbols'").fetchone()
        return {
            "root": self.root,
            "head": head,
            "git_index": git_index,
            "built_at": int(time.time()),
            "files": db.execute("SELECT count(*) FROM files").fetchone()[0],
            "symbols": symbols[0] if symbols else 0,
            "commits": history,
            "languages": languages,
            "skipped": skipped,
            "notes": list(listing.notes),
            "exclude": list(self.exclude),
        }


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        return


def _free_ids(used: set[int]) -> Iterator[int]:
    number = 0
    while True:
        if number not in used:
            yield number
        number += 1


def _entries(file: int, path: str, analysis: Analysis) -> dict[int, list[int]]:
    """Return everything a file puts into posting lists: key -> place, frequency, length, place, …"""
    entries: dict[int, list[int]] = {}
    lengths = [chunk[5] for chunk in analysis[CHUNKS]]
    base = place_of(file)
    for term, counted in analysis[TERMS]:
        flat: list[int] = []
        for at in range(0, len(counted), 2):
            flat += (base + counted[at], counted[at + 1], lengths[counted[at]])
        entries[key_of(WORD, term)] = flat
    for number, definition in enumerate(analysis[DEFINITIONS]):
        entries.setdefault(key_of(DEFINITION, definition[0].lower()), []).extend((base + number, 1, 0))
        for name in definition[6]:
            entries.setdefault(key_of(BASE, name), []).extend((base + number, 1, 0))
    used: dict[str, dict[int, int]] = {}
    for name, chunk, _line, _receiver in analysis[USES]:
        counts = used.setdefault(name, {})
        counts[chunk] = min(counts.get(chunk, 0) + 1, MOST_FREQUENCY)
    for name, counts in used.items():
        flat = [part for chunk, count in sorted(counts.items()) for part in (base + chunk, count, 0)]
        entries[key_of(USE, name)] = flat
    whole = [base, 1, 0]
    for trigram, chunk in analysis[TRIGRAMS]:
        entries[key_of(TRIGRAM, trigram)] = [base + chunk, 1, 0]
    for space, terms in ((FOLDER, folder_terms(path)), (STEM, stem_terms(path)), (PATH, import_names(path))):
        for term in terms:
            entries[key_of(space, term)] = whole
    return entries


def _store_edits(
    db: sqlite3.Connection, edits: dict[int, tuple[list[int], list[int]]], *, is_empty: bool
) -> None:
    rows = []
    gone = []
    for key in sorted(edits):
        removed, flat = edits[key]
        found = None
        if not is_empty:
            found = db.execute("SELECT files, data FROM postings WHERE key=?", (key,)).fetchone()
        files, data = found or (0, b"")
        data, more = splice(data, removed if found else [], flat)
        if data:
            rows.append((key, files + more, data))
        elif found:
            gone.append((key,))
        if len(rows) > 5_000:
            db.executemany("INSERT OR REPLACE INTO postings VALUES (?, ?, ?)", rows)
            rows.clear()
    db.executemany("INSERT OR REPLACE INTO postings VALUES (?, ?, ?)", rows)
    db.executemany("DELETE FROM postings WHERE key=?", gone)


def _store_totals(db: sqlite3.Connection) -> None:
    """Keep what scoring needs of all files: lengths and kinds by file id, and the sums."""
    lengths, kinds = array("I"), bytearray()
    for number, length, kind in db.execute("SELECT id, length, kind FROM files ORDER BY id"):
        gap = number - len(lengths)
        lengths.extend([0] * gap + [length])
        kinds += b"\xff" * gap + bytes((kind,))
    files, total, chunks, symbols = db.execute(
        "SELECT count(*), total(length), total(chunks), total(symbols) FROM files WHERE length > 0"
    ).fetchone()
    values = {
        "lengths": lengths.tobytes(), "kinds": bytes(kinds), "text_files": files, "words": int(total),
        "chunks": int(chunks), "symbols": int(symbols),
    }  # fmt: skip
    db.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", list(values.items()))
