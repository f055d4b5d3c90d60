"""What commit subjects say about files: the words that came with a file, the commits a prompt is like."""

from __future__ import annotations

import sqlite3
from array import array

from auto_tools.index.gitcommand import Git, GitUnavailable
from auto_tools.index.history import HistoryEntry, read_history
from auto_tools.index.keys import COMMIT, SUBJECT, key_of
from auto_tools.index.postings import pack, place_of
from auto_tools.index.words import terms_of, words_in
from auto_tools.safety.redact import redact

MOST_COMMITS = 8_000
MOST_VOTERS = 5_000
MOST_FILES_OF_A_VOTER = 10
_SEPARATOR = "\0"


def store_history(db: sqlite3.Connection, root: str, git_dir: str | None, head: str, *, is_new: bool) -> int:
    """Bring the commit tables in step with HEAD; return how many commits are known."""
    known = db.execute("SELECT value FROM meta WHERE name='history_head'").fetchone()
    has_authors = db.execute("SELECT 1 FROM meta WHERE name='authors'").fetchone()
    if git_dir and head and (known is None or known[0] != head or has_authors is None):
        try:
            with Git(root, git_dir) as git:
                entries = read_history(git, limit=MOST_COMMITS)
        except GitUnavailable:
            entries = []
        _store_commits(db, entries)
        db.execute("INSERT OR REPLACE INTO meta VALUES ('history_head', ?)", (head,))
        is_new = True
    if is_new:
        _store_postings(db)
    count: int = db.execute("SELECT count(*) FROM commits").fetchone()[0]
    return count


def _store_commits(db: sqlite3.Connection, entries: list[HistoryEntry]) -> None:
    db.execute("DELETE FROM commits")
    rows = (
        (number, entry.commit, entry.time, redact(entry.subject, {}), _join(entry.files))
        for number, entry in enumerate(entries)
    )
    db.executemany("INSERT INTO commits VALUES (?, ?, ?, ?, ?)", rows)
    authors = _SEPARATOR.join(entry.author for entry in entries).encode("utf-8", "surrogateescape")
    db.execute("INSERT OR REPLACE INTO meta VALUES ('authors', ?)", (authors,))


def _join(files: tuple[str, ...]) -> bytes:
    return _SEPARATOR.join(files).encode("utf-8", "surrogateescape")


def split_files(data: bytes) -> list[str]:
    """Return the paths stored with a commit; a name that is not UTF-8 matches no file of the index."""
    return data.decode("utf-8", "replace").split(_SEPARATOR) if data else []


def read_authors(data: bytes) -> list[str]:
    """Return who wrote each commit, by the commits' numbers; empty for an index that does not know yet."""
    return data.decode("utf-8", "replace").split(_SEPARATOR) if data else []


def _store_postings(db: sqlite3.Connection) -> None:
    """Make both kinds of lists anew from the stored commits and the files there are now."""
    ids: dict[str, int] = dict(db.execute("SELECT path, id FROM files"))
    by_file: dict[str, dict[int, int]] = {}
    by_commit: dict[str, list[int]] = {}
    lengths = array("I", bytes(4 * (max(ids.values(), default=-1) + 1)))
    voters = 0
    for number, subject, data in db.execute("SELECT id, subject, files FROM commits ORDER BY id"):
        terms = {term for word in words_in(subject) for term in terms_of(word)}
        paths = split_files(data)
        present = [ids[path] for path in paths if path in ids]
        for file in present:
            lengths[file] += len(terms)
            for term in terms:
                counts = by_file.setdefault(term, {})
                counts[file] = min(counts.get(file, 0) + 1, 255)
        if number < MOST_VOTERS and present and len(paths) <= MOST_FILES_OF_A_VOTER:
            voters += 1
            for term in terms:
                by_commit.setdefault(term, []).extend((place_of(number), 1, min(len(terms), 255)))
    db.execute("DELETE FROM history")
    rows = []
    for term, counts in by_file.items():
        flat = [part for file, count in sorted(counts.items()) for part in (place_of(file), count, 0)]
        rows.append((key_of(SUBJECT, term), len(counts), pack(flat)))
    for term, flat in by_commit.items():
        rows.append((key_of(COMMIT, term), len(flat) // 3, pack(flat)))
    db.executemany("INSERT INTO history VALUES (?, ?, ?)", sorted(rows))
    meta = {"subject_lengths": lengths.tobytes(), "voters": voters}
    db.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", list(meta.items()))
