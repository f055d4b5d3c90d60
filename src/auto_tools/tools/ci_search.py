"""`ci_search`: the files and definitions that fit a query best, each with the lines that show why."""

from __future__ import annotations

from auto_tools.contract import ToolOutput
from auto_tools.index.rank.weights import SIGNAL_WORDS
from auto_tools.index.snippets import cut_snippet
from auto_tools.index.store import open_reader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from auto_tools.contract import Caller
    from auto_tools.index.rank.rank import RankedFile, Ranking
    from auto_tools.index.rank.symbols import RankedSymbol
    from auto_tools.index.store import Reader

SNIPPETS = 3
"""Definitions that get their lines shown: what the block has room for."""
MORE_DEFINITIONS = 2
"""Findings that may show another definition of a file that has one already."""


def run(args: dict[str, Any], caller: Caller) -> ToolOutput:
    """Return findings, one definition for each of the best files."""
    reader = open_reader(caller.root)
    if reader is None:
        from auto_tools.index.scan import scan_tree

        found = scan_tree(caller.root, args["query"], args["limit"])
        said = "no index yet: names of files and definitions were looked at, indexing has started"
        return ToolOutput(f"{len(found)} files by name, without an index", {"items": found}, (said,))
    from auto_tools.index.rank.rank import rank

    ranking = rank(reader, args["query"], mode=args["mode"])
    items = make_items(caller.root, reader, ranking, args["query"], args["limit"])
    files = len({item["path"] for item in items})
    return ToolOutput(f"{files} files match", {"items": items, "generation": reader.current["generation"]})


def make_items(root: str, reader: Reader, ranking: Ranking, query: str, limit: int) -> list[dict[str, Any]]:
    """Turn a ranking into findings: the best definition of each file, the best of all with their lines."""
    from auto_tools.index.freshness import changed_files
    from auto_tools.index.rank.query import read_query

    chosen = ranking.files[: max(limit - MORE_DEFINITIONS, 1)]
    ids = {one.id for one in chosen}
    symbols = [symbol for symbol in ranking.symbols if symbol.file in ids]
    best: dict[int, RankedSymbol] = {}
    for symbol in symbols:
        best.setdefault(symbol.file, symbol)
    with_code = set(symbols[:SNIPPETS])
    more = [s for s in symbols if s in with_code and s is not best[s.file]][: max(limit - len(chosen), 0)]
    chosen = ranking.files[: limit - len(more)]
    moved = changed_files(root, reader, [one.id for one in chosen])
    terms = frozenset(read_query(query).weights)
    top = chosen[0].score if chosen else 1.0
    files = {one.id: one for one in chosen}
    pairs = [*((one, best.get(one.id)) for one in chosen), *((files[s.file], s) for s in more)]
    return [
        _item(root, one, symbol, top, terms, with_code=symbol in with_code, moved=one.id in moved)
        for one, symbol in pairs
    ]


def _item(
    root: str,
    ranked: RankedFile,
    symbol: RankedSymbol | None,
    top: float,
    terms: frozenset[str],
    *,
    with_code: bool,
    moved: bool,
) -> dict[str, Any]:
    item: dict[str, Any] = {
        "path": ranked.path,
        "title": symbol.name if symbol else ranked.path.rpartition("/")[2],
        "summary": explain(ranked),
        "confidence": confidence(ranked.score, top),
        "signals": {name: round(share, 3) for name, share in ranked.shares.items()},
    }
    if symbol is None:
        return item
    span = (symbol.start, symbol.end, symbol.head)
    snippet = (
        cut_snippet(root, ranked.path, symbol.name, span, terms, moved=moved) if with_code or moved else None
    )
    if moved and snippet is None:
        return item  # changed since it was indexed, and the definition is gone: only the file is named
    start, end = (snippet.start, snippet.end) if snippet else span[:2]
    item |= {"symbol": symbol.name, "line": start, "end_line": end, "kind": symbol.kind}
    item["evidence_refs"] = [f"{ranked.path}:{start}-{end}"]
    if snippet and with_code:
        item |= {"snippet": snippet.text, "line": snippet.line}
    return item


def explain(ranked: RankedFile) -> str:
    """Say in words which signals spoke most for a file."""
    loudest = sorted(ranked.shares.items(), key=lambda pair: (-pair[1], pair[0]))
    return "; ".join(SIGNAL_WORDS[name] for name, share in loudest[:3] if share > 0.05) or "weak match"


def confidence(score: float, top: float) -> float:
    """Return a score as a share of the best one, between 0.2 and 0.95."""
    return round(0.2 + 0.75 * max(score, 0.0) / top, 4) if top > 0 else 0.2
