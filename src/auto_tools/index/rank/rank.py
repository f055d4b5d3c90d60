"""One ranking for issues, questions, errors and commands: a weighted sum that explains itself."""

from __future__ import annotations

from auto_tools.index.kinds import TEST
from auto_tools.index.rank.query import read_query
from auto_tools.index.rank.signals import Measured
from auto_tools.index.rank.symbols import rank_symbols
from auto_tools.index.rank.weights import WEIGHTS
from auto_tools.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from auto_tools.index.rank.symbols import RankedSymbol
    from auto_tools.index.store import Reader

MOST_FILES = 50
WITH_WORDS = 12
"""Files whose words of the prompt are told: those that can be in the block."""
MOST_WORDS = 4


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
    words: tuple[str, ...] = ()
    """Words of the prompt it has, those that say most first; known for the best files only."""


class Ranking(Record):
    """The answer to a query."""

    files: tuple[RankedFile, ...]
    """Best first."""
    symbols: tuple[RankedSymbol, ...]
    """Best first."""
    tests: tuple[RankedFile, ...]
    """The best tests, ranked apart."""
    unknown: tuple[str, ...] = ()
    """Names of the prompt that are nowhere in the repository."""
    certainty: float = 1.0
    """How much of the title the best files have, from 0.4."""


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
    symbols = rank_symbols(reader, measured, sources)
    best = [one.replace(words=measured.words_of(one.id, MOST_WORDS)) for one in sources[:WITH_WORDS]]
    return Ranking(
        (*best, *sources[WITH_WORDS:MOST_FILES]),
        symbols,
        tuple(tests[:10]),
        measured.unknown_names()[:MOST_WORDS],
        measured.certainty([one.id for one in best[:3]]),
    )
