"""Which files and definitions of a ranking become findings, when there is room for so many."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from auto_tools.index.rank.rank import RankedFile, Ranking
    from auto_tools.index.rank.symbols import RankedSymbol

SNIPPETS = 3
"""Definitions that get their lines shown: what the block has room for."""
MORE_DEFINITIONS = 3
"""Findings that show another definition of a file that has one already."""


def choose_findings(
    ranking: Ranking, limit: int
) -> tuple[list[tuple[RankedFile, RankedSymbol | None]], list[RankedSymbol]]:
    """Return the best files with their best definition, further good definitions, and which show lines."""
    few = ranking.files[: max(limit - MORE_DEFINITIONS, 1)]
    own = [symbol for symbol in ranking.symbols if symbol.file in {one.id for one in few}]
    first = {symbol.file: symbol for symbol in reversed(ranking.symbols)}
    more = [symbol for symbol in own if symbol is not first[symbol.file]][: max(limit - len(few), 0)]
    chosen = ranking.files[: limit - len(more)]
    files = {one.id: one for one in chosen}
    pairs = [*((one, first.get(one.id)) for one in chosen), *((files[s.file], s) for s in more)]
    return pairs, own[:SNIPPETS]
