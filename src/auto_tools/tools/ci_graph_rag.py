"""`ci_graph_rag`: what one needs to know around the best matches, each with the edge that brought it in."""

from __future__ import annotations

from auto_tools.contract import ToolOutput
from auto_tools.index.store import open_reader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from auto_tools.contract import Caller
    from auto_tools.index.graph import Edge
    from auto_tools.index.rank.rank import RankedFile

START_FILES = 5
FOUND_BY_SEARCH = 8
MOST_ITEMS = 40
MOST_NEW_FILES = 4
"""The block has room for twelve files, and the search brings eight to ten."""
CHARS_PER_TOKEN = 4
RANK_SHARE = 1.2
SECOND_HOP = 0.4
_PHRASES = {
    "callee": "is called by {}",
    "caller": "calls {}",
    "base": "is extended by {}",
    "subclass": "extends {}",
    "type": "is a type in the signature of {}",
    "test": "is a test that reaches {}",
    "registration": "uses {} at module level",
    "import": "is imported by {}",
    "changed together": "changed together with {}",
}


def run(args: dict[str, Any], caller: Caller) -> ToolOutput:
    """Return the neighbours of the best definitions, the most useful first, within the token budget."""
    reader = open_reader(caller.root)
    if reader is None:
        said = "no index yet: names of files and definitions were looked at, indexing has started"
        return ToolOutput("no graph without an index", {"items": []}, (said,))
    from auto_tools.index.graph import Graph
    from auto_tools.index.rank.rank import rank

    ranking = rank(reader, args["query"])
    if not ranking.files:
        return ToolOutput("nothing to start from", {"items": []})
    graph = Graph(reader)
    best = ranking.symbols[: args["top_k"]]
    top = best[0].score if best else 1.0
    edges = [edge for symbol in best for edge in graph.around(symbol, symbol.score / top)]
    if args["depth"] > 1:
        edges += _second_hop(graph, edges)
    start = list(ranking.files[:START_FILES])
    edges += graph.imports_of(start, 1.0) + graph.changed_together(start, 1.0)
    ranked = {one.id: one for one in ranking.files}
    paths = {f: row[0] for f, row in reader.files({edge.file for edge in edges}, "path").items()}
    items = make_items(edges, ranked, paths, ranking.files)
    items = _within(items, args["token_budget"] * CHARS_PER_TOKEN)
    return ToolOutput(
        f"{len(items)} neighbours of {len(best)} definitions",
        {"items": items, "generation": reader.current["generation"]},
    )


def _second_hop(graph: Any, edges: list[Edge]) -> list[Edge]:
    """Follow the strongest edges one step further."""
    from auto_tools.index.rank.symbols import RankedSymbol

    strongest = sorted(edges, key=lambda edge: (-edge.worth, edge.file, edge.name))[:8]
    found: list[Edge] = []
    for edge in strongest:
        row = next((row for row in graph.outline(edge.file)[1] if row[1] == edge.name), None)
        if row and edge.kind in ("callee", "caller", "base", "subclass"):
            symbol = RankedSymbol("", row[1], row[2], row[3], row[4], row[5], 0.0, edge.file)
            found += graph.around(symbol, edge.worth * SECOND_HOP)
    return found


def make_items(
    edges: list[Edge], ranked: dict[int, RankedFile], paths: dict[int, str], order: tuple[RankedFile, ...]
) -> list[dict[str, Any]]:
    """Turn edges into findings: one for each file and definition, with its strongest edges."""
    by_file: dict[int, float] = {}
    by_place: dict[tuple[int, str], list[Edge]] = {}
    for edge in edges:
        by_file[edge.file] = by_file.get(edge.file, 0.0) + edge.worth
        by_place.setdefault((edge.file, edge.name), []).append(edge)
    top = order[0].score or 1.0
    known = {one.id for one in order[:FOUND_BY_SEARCH]}

    def worth_of(file: int) -> float:
        own = RANK_SHARE * max(ranked[file].score, 0.0) / top if file in ranked else 0.0
        return min(by_file[file], 2.0) + own

    def usefulness(pair: tuple[tuple[int, str], list[Edge]]) -> tuple[Any, ...]:
        (file, name), own = pair
        return (-worth_of(file), -sum(edge.worth for edge in own), paths.get(file, ""), name)

    places = sorted(by_place.items(), key=usefulness)
    greatest = max((worth_of(file) for file in by_file), default=1.0) or 1.0
    items = []
    for (file, name), own in places:
        if file in paths:
            confidence = 0.1 + 0.5 * worth_of(file) / greatest
            items.append(_item(paths[file], name, own, confidence, is_known=file in known))
    return items[: 4 * MOST_ITEMS]


def _item(path: str, name: str, edges: list[Edge], confidence: float, *, is_known: bool) -> dict[str, Any]:
    edges.sort(key=lambda edge: (-edge.worth, edge.kind, edge.origin))
    best = edges[0]
    said = "; ".join(dict.fromkeys(_PHRASES[edge.kind].format(edge.origin) for edge in edges[:3]))
    item: dict[str, Any] = {
        "path": path,
        "title": name or path.rpartition("/")[2],
        "summary": said,
        "confidence": round(confidence * (0.5 if is_known else 1.0), 4),
        "edge": best.kind,
        "is_known": is_known,
    }
    if name:
        item["symbol"] = name
    if best.line:
        item |= {"line": best.line, "evidence_refs": [f"{path}:{best.line}"]}
    return item


def _within(items: list[dict[str, Any]], chars: int) -> list[dict[str, Any]]:
    """Keep what fits: two definitions of one file, and as many new files as the block has room for."""
    kept: list[dict[str, Any]] = []
    per_file: dict[str, int] = {}
    new_files: set[str] = set()
    for item in items:
        is_new = not item.pop("is_known")
        if is_new and item["path"] not in new_files and len(new_files) >= MOST_NEW_FILES:
            continue
        if per_file.get(item["path"], 0) >= 2:
            continue
        if is_new:
            new_files.add(item["path"])
        chars -= len(item["path"]) + len(item["title"]) + len(item["summary"]) + 40
        if chars < 0 or len(kept) >= MOST_ITEMS:
            break
        per_file[item["path"]] = per_file.get(item["path"], 0) + 1
        kept.append(item)
    return kept
