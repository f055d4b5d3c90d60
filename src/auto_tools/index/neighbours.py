"""Which files around the best matches are worth knowing, and why: edges of the graph, weighed into one list.

A file gains from every kind of edge that leads to it, from its own place in the ranking, and from lying
beside the best matches. The weights are in one table, `NEIGHBOUR_WEIGHTS`.
"""

from __future__ import annotations

from auto_tools.index.graph import Edge, Graph
from auto_tools.index.kinds import SOURCE, TEST
from auto_tools.index.rank.weights import NEIGHBOUR_WEIGHTS
from auto_tools.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from auto_tools.index.rank.rank import RankedFile, Ranking
    from auto_tools.index.store import Reader

START_FILES = 5
BESIDE = 7
"""Files whose folders count as close, by how well the files rank."""
MOST_OF_A_KIND = 1.5
STRONGEST = 8
SECOND_HOP = 0.4
SUMMED = ("caller", "changed together")
"""Edges of which several say more than one; of the others the strongest counts."""
FOLLOWED = ("callee", "caller", "base", "subclass")


class Neighbour(Record):
    """A file near the best matches."""

    file: int
    """Its number in the index."""
    path: str
    """Relative path."""
    worth: float
    """The weighted sum."""
    shares: Mapping[str, float]
    """What each kind of closeness adds to it."""
    edges: tuple[Edge, ...]
    """How it was reached, the strongest first."""


def find_neighbours(reader: Reader, ranking: Ranking, *, top_k: int, depth: int) -> list[Neighbour]:
    """Return the files around the best definitions and files, the most useful first."""
    graph = Graph(reader)
    best = ranking.symbols[:top_k]
    top = best[0].score if best and best[0].score > 0 else 1.0
    near = [edge for one in best for edge in graph.around(one, max(one.score / top, 0.0))]
    far = _second_hop(graph, near) if depth > 1 else []
    start = list(ranking.files[:START_FILES])
    near += graph.imports_of(start) + graph.changed_together(start) + graph.siblings_of(start)
    by_file: dict[int, list[Edge]] = {}
    for edge in (*near, *far):
        by_file.setdefault(edge.file, []).append(edge)
    values = {file: _values(edges) for file, edges in by_file.items()}
    for edge in far:
        values[edge.file]["second hop"] = max(values[edge.file].get("second hop", 0.0), edge.worth)
    rows = reader.files(sorted(by_file), "path, kind")
    places = {one.id: position for position, one in enumerate(ranking.files)}
    folders = _Folders(ranking.files[:BESIDE])
    found = []
    for file, (path, kind) in rows.items():
        place = places.get(file)
        values[file] |= _own_worth(ranking.files, place, kind) | folders.closeness(path)
        shares = {name: NEIGHBOUR_WEIGHTS[name] * value for name, value in values[file].items() if value}
        edges = sorted(by_file[file], key=lambda edge: (-edge.worth, edge.kind, edge.origin, edge.line))
        found.append(Neighbour(file, path, round(sum(shares.values()), 6), shares, tuple(edges)))
    return sorted(found, key=lambda one: (-one.worth, one.path))


def _values(edges: list[Edge]) -> dict[str, float]:
    """Return how strongly each kind of edge leads to a file, from 0 to 1.5."""
    values: dict[str, float] = {}
    for edge in edges:
        known = values.get(edge.kind, 0.0)
        value = known + edge.worth if edge.kind in SUMMED else max(known, edge.worth)
        values[edge.kind] = min(value, MOST_OF_A_KIND)
    return values


def _own_worth(files: tuple[RankedFile, ...], place: int | None, kind: int) -> dict[str, float]:
    """Return what a file is worth by itself."""
    top = files[0].score or 1.0
    return {
        "score": max(files[place].score / top, 0.0) if place is not None else 0.0,
        "place": 1.0 / (1 + place) if place is not None else 0.0,
        "unranked": float(place is None),
        "is_test": float(kind == TEST),
        "is_other": float(kind not in (SOURCE, TEST)),
    }


class _Folders:
    """Where the best files lie."""

    def __init__(self, best: tuple[RankedFile, ...]) -> None:
        whole = sum(max(one.score, 0.0) for one in best) or 1.0
        self.shares: dict[str, float] = {}
        self.parents: dict[str, float] = {}
        for one in best:
            folder, share = _folder(one.path), max(one.score, 0.0) / whole
            self.shares[folder] = self.shares.get(folder, 0.0) + share
            self.parents[_folder(folder)] = self.parents.get(_folder(folder), 0.0) + share

    def closeness(self, path: str) -> dict[str, float]:
        """Return which share of the best matches lies in a file's folder, and one folder up."""
        folder = _folder(path)
        return {
            "same folder": self.shares.get(folder, 0.0),
            "same parent": self.parents.get(_folder(folder), 0.0),
        }


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _second_hop(graph: Graph, edges: list[Edge]) -> list[Edge]:
    """Follow the strongest edges one step further."""
    strongest = sorted(edges, key=lambda edge: (-edge.worth, edge.file, edge.name, edge.line))[:STRONGEST]
    found: list[Edge] = []
    for edge in strongest:
        symbol = graph.definition_of(edge) if edge.kind in FOLLOWED else None
        if symbol:
            found += graph.around(symbol, edge.worth * SECOND_HOP)
    return found
