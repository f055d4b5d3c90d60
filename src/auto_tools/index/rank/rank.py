"""One ranking for issues, questions, errors and commands: a weighted sum that explains itself."""

from __future__ import annotations

import marshal
import zlib

from auto_tools.index.kinds import TEST
from auto_tools.index.postings import MOST_PLACES, PLACE_BITS
from auto_tools.index.rank.query import read_query
from auto_tools.index.rank.signals import Measured
from auto_tools.index.rank.weights import WEIGHTS
from auto_tools.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from auto_tools.index.store import Reader

MOST_FILES = 50
MOST_SYMBOLS = 50
CHUNKS_PER_FILE = 4


class RankedFile(Record):
    """A file and why it is where it is."""

    id: int
    """Its number in the index."""
    path: str
    """Relative path."""
    score: float
    """The weighted sum."""
    shares: Mapping[str, float]
    """What each signal adds to it."""


class RankedSymbol(Record):
    """A definition and how well it fits."""

    path: str
    """File it is in."""
    name: str
    """Qualified name."""
    kind: str
    """What it is."""
    start: int
    """First line."""
    end: int
    """Last line."""
    head: int
    """Line of its name."""
    score: float
    """How well it fits, from 0."""
    file: int
    """Number of the file."""


class Ranking(Record):
    """The answer to a query."""

    files: tuple[RankedFile, ...]
    """Best first."""
    symbols: tuple[RankedSymbol, ...]
    """Best first."""
    tests: tuple[RankedFile, ...]
    """The best tests, ranked apart."""


def rank(
    reader: Reader,
    prompt: str,
    *,
    mode: str = "hybrid",
    under: str = "",
    weights: Mapping[str, float] = WEIGHTS,
) -> Ranking:
    """Rank files and definitions for a prompt; `keyword` mode looks at the words of files alone."""
    query = read_query(prompt)
    measured = Measured(reader, query)
    signals = measured.measure()
    if mode == "keyword":
        signals = {"words": signals["words"]}
    shares: dict[int, dict[str, float]] = {}
    for name, scores in signals.items():
        top = max(scores.values(), default=0.0)
        weight = weights.get(name, 0.0)
        if top > 0 and weight:
            for file, score in scores.items():
                shares.setdefault(file, {})[name] = weight * score / top
    totals = {file: sum(parts.values()) for file, parts in shares.items()}
    ordered = sorted(totals, key=lambda file: (-totals[file], file))
    wanted = ordered[: 40 * MOST_FILES] if under else ordered[: 4 * MOST_FILES]
    rows = reader.files(wanted, "path, kind")
    ranked = [
        RankedFile(file, rows[file][0], round(totals[file], 6), shares[file])
        for file in wanted
        if file in rows and rows[file][0].startswith(under)
    ]
    ranked.sort(key=lambda one: (-one.score, one.path))
    asks_tests = bool({"test", "unittest", "pytest"} & query.title_terms)
    sources = [one for one in ranked if asks_tests or rows[one.id][1] != TEST]
    tests = [one for one in ranked if rows[one.id][1] == TEST]
    symbols = _rank_symbols(reader, measured, ranked, totals)
    return Ranking(tuple(sources[:MOST_FILES]), symbols, tuple(tests[:10]))


def _rank_symbols(
    reader: Reader, measured: Measured, ranked: list[RankedFile], totals: dict[int, float]
) -> tuple[RankedSymbol, ...]:
    """Rank definitions by their own fit, their file's, and whether the prompt names them."""
    best = [one for one in ranked[:30] if one.score > 0]
    if not best:
        return ()
    top_file = best[0].score
    files = {one.id: one for one in best}
    outlines = {
        file: marshal.loads(zlib.decompress(row[0])) for file, row in reader.files(files, "outline").items()
    }
    top_place = max(measured.by_place.values(), default=0.0) or 1.0
    scored: list[tuple[float, int, int]] = []
    for place, score in measured.by_place.items():
        file = place >> PLACE_BITS
        if file in files:
            chunk = place & MOST_PLACES
            if outlines[file][0][chunk][0]:
                fit = score / top_place + 0.8 * files[file].score / top_file
                scored.append((fit + _named(measured, file, outlines[file], chunk), file, chunk))
    scored.sort(key=lambda one: (-one[0], files[one[1]].path, one[2]))
    found: list[RankedSymbol] = []
    per_file: dict[int, int] = {}
    for fit, file, chunk in scored:
        if per_file.get(file, 0) < CHUNKS_PER_FILE:
            per_file[file] = per_file.get(file, 0) + 1
            qual, kind, start, end, head, _length = outlines[file][0][chunk]
            found.append(RankedSymbol(files[file].path, qual, kind, start, end, head, round(fit, 6), file))
            if len(found) >= MOST_SYMBOLS:
                break
    return tuple(found)


def _named(measured: Measured, file: int, outline: Any, chunk: int) -> float:
    """Return more for a definition whose very name the prompt has."""
    qual = outline[0][chunk][0]
    for number, definition in enumerate(outline[1]):
        if definition[1] == qual:
            return 0.5 * min(measured.defined.get((file << PLACE_BITS) | number, 0.0), 1.0)
    return 0.0
