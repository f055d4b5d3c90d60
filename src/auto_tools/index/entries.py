"""What a file puts into the posting lists, and how the lists of an index are written."""

from __future__ import annotations

import sqlite3
from array import array

from auto_tools.index.analyse import CHUNKS, DEFINITIONS, TERMS, TRIGRAMS, USES
from auto_tools.index.keys import BASE, DEFINITION, FOLDER, PATH, STEM, TRIGRAM, USE, WORD, key_of
from auto_tools.index.pathwords import folder_terms, import_names, stem_terms
from auto_tools.index.postings import MOST_FREQUENCY, place_of, splice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Analysis = tuple[Any, ...]


def entries_of(file: int, path: str, analysis: Analysis) -> dict[int, list[int]]:
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


def store_edits(
    db: sqlite3.Connection, edits: dict[int, tuple[list[int], list[int]]], *, is_empty: bool
) -> None:
    """Take entries out of posting lists and put others in: key -> (files to take out, entries to put in)."""
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


def store_totals(db: sqlite3.Connection) -> None:
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
