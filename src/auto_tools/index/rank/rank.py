"""One ranking for issues, questions, errors and commands: a weighted sum that explains itself."""

from __future__ import annotations

import marshal
import zlib

from auto_tools.index.kinds import TEST
from auto_tools.index.postings import MOST_PLACES, PLACE_BITS
from auto_tools.index.rank.query import read_query
from auto_tools.index.rank.signals import Measured
from auto_tools.index.rank.weights import SYMBOL_WEIGHTS, WEIGHTS
from auto_tools.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from auto_tools.index.store import Reader

MOST_FILES = 50
MOST_SYMBOLS = 50
SYMBOL_FILES = 15
CONTAINERS = frozenset(("class", "struct", "interface", "enum", "trait", "module"))


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
    symbols = _rank_symbols(reader, measured, sources)
    return Ranking(tuple(sources[:MOST_FILES]), symbols, tuple(tests[:10]))


def _rank_symbols(reader: Reader, measured: Measured, ranked: list[RankedFile]) -> tuple[RankedSymbol, ...]:
    """Rank the definitions of the best files."""
    best = [one for one in ranked[:SYMBOL_FILES] if one.score > 0]
    if not best:
        return ()
    rows = reader.files((one.id for one in best), "outline")
    chunks: dict[int, list[tuple[int, float]]] = {one.id: [] for one in best}
    for place, score in measured.by_place.items():
        if place >> PLACE_BITS in chunks:
            chunks[place >> PLACE_BITS].append((place & MOST_PLACES, score))
    top = max(measured.by_place.values(), default=0.0) or 1.0
    found: list[RankedSymbol] = []
    for position, one in enumerate(best):
        outline = marshal.loads(zlib.decompress(rows[one.id][0]))
        numbers = {row[1]: number for number, row in reversed(list(enumerate(outline[1])))}
        top_here = max((score for _chunk, score in chunks[one.id]), default=0.0) or 1.0
        for chunk, score in chunks[one.id]:
            qual, kind, start, end, head, _length = outline[0][chunk]
            if not qual:
                continue
            named = measured.defined.get((one.id << PLACE_BITS) | numbers.get(qual, MOST_PLACES), 0.0)
            values = {
                "fit": score / top,
                "fit_in_file": score / top_here,
                "file": one.score / best[0].score,
                "file_place": 1.0 / (1 + position),
                "named": min(named, 1.0),
                "is_container": float(kind in CONTAINERS),
                "length": min((end - start) / 100, 1.0),
            }
            worth = sum(SYMBOL_WEIGHTS[name] * value for name, value in values.items())
            found.append(RankedSymbol(one.path, qual, kind, start, end, head, round(worth, 6), one.id))
    found.sort(key=lambda one: (-one.score, one.path, one.start))
    return tuple(found[:MOST_SYMBOLS])
