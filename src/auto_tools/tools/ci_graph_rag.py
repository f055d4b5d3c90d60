"""`ci_graph_rag`: what one needs to know around the best matches, each with the edge that brought it in."""

from __future__ import annotations

from auto_tools.contract import ToolOutput
from auto_tools.index.store import NO_INDEX, UNREADABLE, open_reader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from auto_tools.contract import Caller
    from auto_tools.index.graph import Edge
    from auto_tools.index.neighbours import Neighbour
    from auto_tools.index.rank.rank import Ranking

BLOCK_FILES = 12
"""Files the block has room for; what search leaves of it is for neighbours."""
SEARCH_LIMIT = 10
PER_FILE = 2
MOST_LOOKED_AT = 60
CHARS_PER_TOKEN = 4
ROOM_PER_ITEM = 40
_PHRASES = {
    "callee": "is called by {}",
    "used": "is used by {}",
    "caller": "calls {}",
    "base": "is extended by {}",
    "subclass": "extends {}",
    "type": "is a type in the signature of {}",
    "test": "is a test that reaches {}",
    "registration": "uses {} at module level",
    "import": "is imported by {}",
    "sibling": "has the name of {}",
    "changed together": "changed together with {}",
}


def run(args: dict[str, Any], caller: Caller) -> ToolOutput:
    """Return the neighbours of the best definitions, the most useful first, within the token budget."""
    reader = open_reader(caller.root)
    if reader is None:
        return ToolOutput("no graph without an index", {"items": []}, (NO_INDEX,))
    from sqlite3 import DatabaseError

    from auto_tools.index.freshness import is_gone
    from auto_tools.index.neighbours import find_neighbours
    from auto_tools.index.rank.rank import rank

    try:
        ranking = rank(reader, args["query"])
        if not ranking.files:
            return ToolOutput("nothing to start from", {"items": []})
        found = find_neighbours(reader, ranking, top_k=args["top_k"], depth=args["depth"])
    except DatabaseError:
        return ToolOutput("no graph without an index", {"items": []}, (UNREADABLE,))
    shown = [one for one in found[:MOST_LOOKED_AT] if not is_gone(caller.root, one.path)]
    items = make_items(shown, ranking, args["token_budget"] * CHARS_PER_TOKEN)
    return ToolOutput(
        f"{len(items)} neighbours of {min(len(ranking.symbols), args['top_k'])} definitions",
        {"items": items, "generation": reader.current["generation"]},
    )


def make_items(found: list[Neighbour], ranking: Ranking, chars: int) -> list[dict[str, Any]]:
    """Turn neighbours into findings: as many new files as there is room for, two definitions of each file."""
    from auto_tools.index.rank.choose import choose_findings

    known = {one.path for one, _symbol in choose_findings(ranking, SEARCH_LIMIT)[0]}
    room = max(BLOCK_FILES - len(known), 0)
    new = [one for one in found if one.path not in known][:room]
    new_paths = {one.path for one in new}
    top = max((one.worth for one in found), default=0.0)
    items: list[dict[str, Any]] = []
    for one in found:
        if one.path not in known and one.path not in new_paths:
            continue
        share = max(one.worth, 0.0) / top if top > 0 else 0.0
        confidence = 0.02 + 0.08 * share if one.path in known else 0.1 + 0.4 * share
        for name, edges in _by_definition(one)[:PER_FILE]:
            item = _item(one.path, name, edges, round(confidence, 4))
            chars -= len(item["path"]) + len(item["title"]) + len(item["summary"]) + ROOM_PER_ITEM
            if chars < 0:
                return items
            items.append(item)
    return items


def _by_definition(one: Neighbour) -> list[tuple[str, list[Edge]]]:
    """Return the edges by the definition they lead to, the strongest first."""
    groups: dict[str, list[Edge]] = {}
    for edge in one.edges:
        groups.setdefault(edge.name, []).append(edge)
    return list(groups.items())


def _item(path: str, name: str, edges: list[Edge], confidence: float) -> dict[str, Any]:
    said = "; ".join(dict.fromkeys(_PHRASES[edge.kind].format(edge.origin) for edge in edges[:3]))
    item: dict[str, Any] = {
        "path": path,
        "title": name or path.rpartition("/")[2],
        "summary": said,
        "confidence": confidence,
        "edge": edges[0].kind,
    }
    if name:
        item["symbol"] = name
    if edges[0].line:
        item |= {"line": edges[0].line, "evidence_refs": [f"{path}:{edges[0].line}"]}
    return item
