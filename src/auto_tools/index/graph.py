"""The code around a definition: who calls it, what it calls, what it extends, what changed together with it.

Edges are found by name and weighed down by how many definitions share the name; a name with too many means
nothing and is left out.
"""

from __future__ import annotations

import marshal
import zlib

from auto_tools.index.commits import split_files
from auto_tools.index.keys import BASE, DEFINITION, PATH, USE, key_of
from auto_tools.index.kinds import TEST
from auto_tools.index.pathwords import stem_of
from auto_tools.index.postings import MOST_PLACES, PLACE_BITS, unpack
from auto_tools.index.rank.imports import resolve_imports
from auto_tools.index.rank.symbols import RankedSymbol
from auto_tools.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from auto_tools.index.rank.rank import RankedFile
    from auto_tools.index.store import Reader

MOST_SAME_NAME = 4
MOST_CALLERS = 40
RECENT_COMMITS = 3_000
LARGEST_COMMIT = 12
MOST_SIBLINGS = 8


CALLABLE = frozenset(("function", "method", "class", "struct", "macro"))
COMMON_NAMES = frozenset(
    """
    add all any append Array as_ref as_str assert at bool Boolean Box catch charAt clear clone close
    collect concat contains copy count Date decode delete dict empty encode entries enumerate Err Error
    every Exception exists extend fill filter find flush fmt forEach format from from_str get getattr
    getitem has hash HashMap id includes index insert int Integer into is_empty isinstance items iter
    join keys len length List list Map map max min new next None Object Ok ok Option peek pop print
    Promise push put range read reduce RegExp remove replace Result reverse Self Set set setdefault size
    slice Some some sort split str String string strip sum super swap take to_owned to_str to_string
    toString trim tuple unwrap update value values Vec with zip
    """.split()
)
"""Names that every program has: without knowing whose they are, an edge by such a name says nothing."""


class Edge(Record):
    """One step from a definition to another place."""

    kind: str
    """callee used caller base subclass type test registration import sibling, or changed together."""
    file: int
    """File it leads to."""
    name: str
    """Definition it leads to; empty for a file."""
    line: int
    """Where; 0 for a file."""
    origin: str
    """Definition or file it starts from."""
    worth: float
    """How much it says, less the more places share the name."""


class Graph:
    """Follows edges over one index."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.kinds: bytes = reader.meta.get("kinds", b"")
        self._outlines: dict[int, Any] = {}

    def outline(self, file: int) -> Any:
        """Return (chunks, definitions, imports, uses, lines) of a file."""
        if file not in self._outlines:
            self.load([file])
        return self._outlines[file]

    def load(self, files: list[int]) -> None:
        """Read the outlines of several files at once."""
        missing = [file for file in files if file not in self._outlines]
        for file, (data,) in self.reader.files(missing, "outline").items():
            self._outlines[file] = marshal.loads(zlib.decompress(data))
        for file in missing:
            self._outlines.setdefault(file, ((), (), (), (), 0))

    def around(self, symbol: RankedSymbol, share: float) -> list[Edge]:
        """Return the edges of one definition."""
        outline = self.outline(symbol.file)
        own = [row for row in outline[1] if row[1] == symbol.name]
        used = [use for use in outline[3] if symbol.start <= use[2] <= symbol.end]
        names = {use[0] for use in used} - COMMON_NAMES
        edges = self._to_definitions("callee", names, symbol, share)
        for row in own[:1]:
            edges += self._to_definitions("base", set(row[6]), symbol, share)
            edges += self._to_definitions("type", set(row[7]), symbol, share)
        name = symbol.name.rpartition(".")[2]
        edges += self._subclasses(name, symbol, share)
        edges += self._callers(name, symbol, share)
        return edges

    def _to_definitions(self, kind: str, names: set[str], symbol: RankedSymbol, share: float) -> list[Edge]:
        wanted = {key_of(DEFINITION, name.lower()): name for name in names if len(name) > 2}
        edges: list[Edge] = []
        for key, (_files, data) in self.reader.postings(wanted).items():
            places = unpack(data)[0]
            if len(places) > MOST_SAME_NAME:
                continue
            for place in places:
                file = place >> PLACE_BITS
                row = self._definition(place)
                if row and row[0] == wanted[key] and (file, row[1]) != (symbol.file, symbol.name):
                    worth = share / len(places)
                    is_call = kind != "callee" or row[2] in CALLABLE
                    found = kind if is_call else "used"
                    edges.append(Edge(found, file, row[1], row[5], symbol.name, worth))
        return edges

    def _definition(self, place: int) -> Any:
        rows = self.outline(place >> PLACE_BITS)[1]
        number = place & MOST_PLACES
        return rows[number] if number < len(rows) else None

    def _subclasses(self, name: str, symbol: RankedSymbol, share: float) -> list[Edge]:
        found = self.reader.postings([key_of(BASE, name)])
        edges = []
        for _files, data in found.values():
            places = unpack(data)[0][:MOST_CALLERS]
            for place in places:
                row = self._definition(place)
                if row:
                    worth = share / len(places) ** 0.5
                    edges.append(Edge("subclass", place >> PLACE_BITS, row[1], row[5], symbol.name, worth))
        return edges

    def _callers(self, name: str, symbol: RankedSymbol, share: float) -> list[Edge]:
        if name in COMMON_NAMES:
            return []
        keys = [key_of(USE, name), key_of(DEFINITION, name.lower())]
        found = self.reader.postings(keys)
        if keys[0] not in found or keys[1] not in found:
            return []
        same = len(unpack(found[keys[1]][1])[0])
        places = unpack(found[keys[0]][1])[0]
        if same > MOST_SAME_NAME or len(places) > 4 * MOST_CALLERS:
            return []
        places = places[:MOST_CALLERS]
        self.load([place >> PLACE_BITS for place in places])
        edges = []
        for place in places:
            file, chunk = place >> PLACE_BITS, place & MOST_PLACES
            rows = self.outline(file)[0]
            if chunk >= len(rows) or (file == symbol.file and rows[chunk][0] == symbol.name):
                continue
            is_test = file < len(self.kinds) and self.kinds[file] == TEST
            kind = "test" if is_test else "caller" if rows[chunk][0] else "registration"
            worth = share / same / max(len(places), 1) ** 0.5
            uses = (use[2] for use in self.outline(file)[3] if use[0] == name and use[1] == chunk)
            line = next(uses, rows[chunk][4])
            edges.append(Edge(kind, file, rows[chunk][0], line, symbol.name, worth))
        return edges

    def definition_of(self, edge: Edge) -> RankedSymbol | None:
        """Return the definition an edge leads to."""
        row = next((row for row in self.outline(edge.file)[1] if row[1] == edge.name), None)
        return RankedSymbol("", row[1], row[2], row[3], row[4], row[5], 0.0, edge.file) if row else None

    def siblings_of(self, files: list[RankedFile]) -> list[Edge]:
        """Return files of the same name elsewhere: headers, other platforms, other packages."""
        stems = {key_of(PATH, stem_of(one.path)): position for position, one in reversed([*enumerate(files)])}
        edges = []
        for key, (count, data) in self.reader.postings(stems).items():
            position = stems[key]
            for place in unpack(data)[0] if 1 < count <= MOST_SIBLINGS else ():
                if place >> PLACE_BITS != files[position].id:
                    worth = 1.0 / (1.0 + 0.3 * position) / (count - 1)
                    edges.append(Edge("sibling", place >> PLACE_BITS, "", 0, files[position].path, worth))
        return edges

    def imports_of(self, files: list[RankedFile]) -> list[Edge]:
        """Return the files that some files import."""
        self.load([one.id for one in files])
        meant = resolve_imports(
            self.reader, {one.id: (one.path, list(self.outline(one.id)[2])) for one in files}
        )
        edges = []
        for one in files:
            for file in sorted(meant.get(one.id, ())):
                worth = 1.0 / (1 + len(meant[one.id])) ** 0.5
                edges.append(Edge("import", file, "", 0, one.path, worth))
        return edges

    def changed_together(self, files: list[RankedFile]) -> list[Edge]:
        """Return the files that recent small commits changed together with some files."""
        paths = {one.path: position for position, one in enumerate(files)}
        marks = [path.encode("utf-8", "surrogateescape") for path in paths]
        together: dict[tuple[str, str], float] = {}
        own: dict[str, int] = {}
        rows = self.reader.db.execute("SELECT files FROM commits WHERE id < ?", (RECENT_COMMITS,))
        for (data,) in rows:
            if not any(mark in data for mark in marks):
                continue
            listed = split_files(data)
            if len(listed) > LARGEST_COMMIT:
                continue
            for path in listed:
                if path in paths:
                    own[path] = own.get(path, 0) + 1
                    for other in listed:
                        if other != path:
                            together[path, other] = together.get((path, other), 0) + 1.0 / (len(listed) - 1)
        wanted = sorted({other for _path, other in together})
        ids: dict[str, int] = {}
        for start in range(0, len(wanted), 400):
            part = wanted[start : start + 400]
            question = ",".join("?" * len(part))
            ids.update(self.reader.db.execute(f"SELECT path, id FROM files WHERE path IN ({question})", part))
        return [
            Edge(
                "changed together", ids[other], "", 0, path,
                count / (own[path] + 2.0) / (1.0 + 0.3 * paths[path]),
            )
            for (path, other), count in sorted(together.items())
            if other in ids
        ]  # fmt: skip
