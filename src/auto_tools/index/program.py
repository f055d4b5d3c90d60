"""The repository as a program: definitions by name, what a bare name means in a file, classes and their kin.

Everything is read from the index; sources are opened only where the index does not keep enough (aliases of
imports, call sites, types of variables). Answers are places with the confidence that the name means them.
"""

from __future__ import annotations

import marshal
import re
import zlib

from auto_tools.index.analyse import LARGEST_CODE
from auto_tools.index.bindings import Binding, bind_imports, import_statements
from auto_tools.index.keys import BASE, DEFINITION, key_of
from auto_tools.index.kinds import TEST
from auto_tools.index.pathwords import stem_of
from auto_tools.index.postings import MOST_PLACES, PLACE_BITS, unpack
from auto_tools.index.rank.imports import resolve_imports
from auto_tools.index.syntax.callsites import Parsed, parse_source
from auto_tools.record import Record
from auto_tools.safety.files import read_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from auto_tools.index.store import Reader

CLASSES = frozenset(("class", "interface", "struct", "enum", "trait", "type", "module"))
FUNCTIONS = frozenset(("function", "method", "macro"))
FOLDER_SCOPE = frozenset(("go", "java", "kotlin", "scala", "csharp", "swift", "php"))
"""Languages in which files of one folder see each other's names."""
GLOBAL_SCOPE = frozenset(("ruby", "c", "cpp", "php", "rust", "csharp", "swift", "bash", "lua"))
"""Languages in which a name may come from anywhere without the file saying so."""
IMPLICIT_SELF = frozenset(("java", "kotlin", "scala", "csharp", "swift", "cpp", "ruby"))
"""Languages in which a plain call may mean a method of the own class."""
FAMILIES = {"typescript": "javascript", "tsx": "javascript", "c": "cpp", "kotlin": "java", "scala": "java"}
WHOLE_CLASSES = frozenset(("python", "java", "php", "javascript", "typescript", "tsx"))
"""Languages whose classes stand in one file."""
MOST_SAME_NAME = 400
MOST_KIN = 40


class Place(Record):
    """A definition of the repository."""

    file: int
    """Number of its file."""
    path: str
    """Its file."""
    name: str
    """Qualified name inside the file."""
    kind: str
    """function, method, class …"""
    start: int
    """First line."""
    end: int
    """Last line."""
    head: int
    """Line of its name."""
    bases: tuple[str, ...] = ()
    """What a class extends."""

    @property
    def last(self) -> str:
        """The simple name."""
        return self.name.rpartition(".")[2]

    @property
    def owner(self) -> str:
        """The simple name of what it is defined in."""
        return self.name.rpartition(".")[0].rpartition(".")[2]


class Program:
    """Answers questions about names over one index and its work tree."""

    def __init__(self, reader: Reader, root: str) -> None:
        self.reader = reader
        self.root = root
        self._files: dict[int, tuple[str, str, int, Any]] = {}
        self._named: dict[str, tuple[Place, ...]] = {}
        self._parsed: dict[int, Parsed | None] = {}
        self._texts: dict[int, list[str]] = {}
        self._bindings: dict[int, dict[str, Binding]] = {}
        self._quals: dict[int, dict[str, Any]] = {}
        self._kin: dict[tuple[int, str], list[Place]] = {}

    def load(self, files: Iterable[int]) -> None:
        """Read what the index has about some files."""
        missing = sorted({file for file in files if file not in self._files})
        rows = self.reader.files(missing, "path, language, kind, outline")
        for file, (path, language, kind, data) in rows.items():
            self._files[file] = (path, language, kind, marshal.loads(zlib.decompress(data)))
        for file in missing:
            self._files.setdefault(file, ("", "", 0, ((), (), (), (), 0)))

    def _row(self, file: int) -> tuple[str, str, int, Any]:
        if file not in self._files:
            self.load([file])
        return self._files[file]

    def path(self, file: int) -> str:
        """Return a file's path."""
        return self._row(file)[0]

    def language(self, file: int) -> str:
        """Return a file's language."""
        return self._row(file)[1]

    def family(self, file: int) -> str:
        """Return the language, one for those that call each other."""
        language = self.language(file)
        return FAMILIES.get(language, language)

    def is_test(self, file: int) -> bool:
        """Tell whether a file is a test."""
        return self._row(file)[2] == TEST

    def outline(self, file: int) -> Any:
        """Return (chunks, definitions, imports, uses, lines) of a file."""
        return self._row(file)[3]

    def place(self, file: int, row: Any) -> Place:
        """Return a definition of an outline as a place."""
        return Place(file, self.path(file), row[1], row[2], row[3], row[4], row[5], tuple(row[6]))

    def definitions(self, file: int) -> list[Place]:
        """Return every definition of a file."""
        return [self.place(file, row) for row in self.outline(file)[1]]

    def named(self, name: str) -> tuple[Place, ...]:
        """Return every definition with exactly this simple name, sources before tests."""
        if name not in self._named:
            lists = self.reader.postings([key_of(DEFINITION, name.lower())])
            places = [place for _count, data in lists.values() for place in unpack(data)[0][:MOST_SAME_NAME]]
            self.load(place >> PLACE_BITS for place in places)
            found = []
            for place in places:
                rows = self.outline(place >> PLACE_BITS)[1]
                number = place & MOST_PLACES
                if number < len(rows) and rows[number][0] == name:
                    found.append(self.place(place >> PLACE_BITS, rows[number]))
            found.sort(key=lambda one: (self.is_test(one.file), one.path, one.start))
            self._named[name] = tuple(self._with_bodies(found))
        return self._named[name]

    def _with_bodies(self, found: list[Place]) -> list[Place]:
        """Leave out C and C++ declarations whose definition is known as well."""
        bodies = {one.name for one in found if one.end > one.start and self.family(one.file) == "cpp"}
        return [
            one for one in found
            if one.end > one.start or one.name not in bodies or self.family(one.file) != "cpp"
        ]  # fmt: skip

    def _read(self, file: int) -> bytes | None:
        """Return the bytes of a file whose content is in the index; of others nothing is ever read."""
        path, language, _kind, outline = self._row(file)
        if not path or not language or not outline[0]:
            return None
        return read_bytes(self.root, path, limit=LARGEST_CODE)

    def source(self, file: int) -> Parsed | None:
        """Return a file parsed; None when it is gone, too large or of no known language."""
        if file not in self._parsed:
            data = self._read(file)
            self._parsed[file] = parse_source(self.language(file), data) if data is not None else None
        return self._parsed[file]

    def lines(self, file: int) -> list[str]:
        """Return the lines of a file."""
        if file not in self._texts:
            self._texts[file] = (self._read(file) or b"").decode("utf-8", "replace").split("\n")
        return self._texts[file]

    def text(self, place: Place) -> str:
        """Return the lines of a definition."""
        return "\n".join(self.lines(place.file)[place.start - 1 : place.end])

    def around(self, file: int, line: int) -> Place | None:
        """Return the innermost function, else the innermost class, that holds a line."""
        inside = [row for row in self.outline(file)[1] if row[3] <= line <= row[4]]
        functions = [row for row in inside if row[2] in FUNCTIONS]
        chosen = functions or [row for row in inside if row[2] in CLASSES]
        return self.place(file, min(chosen, key=lambda row: (row[4] - row[3], -row[3]))) if chosen else None

    def bindings(self, file: int) -> dict[str, Binding]:
        """Return what imports make names of a file mean; `*` for everything of some modules."""
        if file not in self._bindings:
            self._bindings[file] = bind_imports(self, file)
        return self._bindings[file]

    def meant(self, file: int, name: str, scope: str = "", depth: int = 3) -> list[tuple[Place, float, str]]:
        """Return what a bare name means in a file, below a qualified name: place, confidence, reason."""
        known = [one for one in self.named(name) if one.kind != "property"]
        own = {one.name: one for one in reversed(known) if one.file == file}
        while True:
            full = f"{scope}.{name}" if scope else name
            if full in own and (not scope or not self._is_class(file, scope) or own[full].kind in CLASSES):
                return [(own[full], 0.95, "defined in the same file")]
            if not scope:
                break
            scope = scope.rpartition(".")[0]
        bound = self.bindings(file).get(name)
        if bound is not None:
            return self._behind(bound, name, depth)
        language = self.language(file)
        outside = [one for one in known if "." not in one.name or one.kind in CLASSES]
        if language in FOLDER_SCOPE:
            folder = self.path(file).rpartition("/")[0]
            beside = [one for one in outside if one.path.rpartition("/")[0] == folder]
            beside = [one for one in beside if self.family(one.file) == self.family(file)]
            if beside:
                return [(one, 0.9 / len(beside) ** 0.5, "in the same package") for one in beside]
        star = self.bindings(file).get("*")
        files = {*(star.files if star else ()), *self._included(file)}
        stems = {(self.path(one).rpartition("/")[0], stem_of(self.path(one))) for one in files}
        starred = [
            one for one in outside
            if one.file in files or (one.path.rpartition("/")[0], stem_of(one.path)) in stems
        ]  # fmt: skip
        if starred:
            return [(one, 0.85 / len(starred) ** 0.5, "in an imported file") for one in starred]
        if depth and star:
            for other in star.files:
                behind = self.bindings(other).get(name)
                if behind is not None and other != file:
                    return self._behind(behind, name, depth - 1)
        if language not in GLOBAL_SCOPE:
            return []
        alike = [one for one in known if self.family(one.file) == self.family(file)]
        alike = [one for one in alike if "." not in one.name or one.kind in CLASSES or self._in_module(one)]
        said = "the only one of that name" if len(alike) == 1 else f"one of {len(alike)} of that name"
        return [(one, 0.7 / len(alike), said) for one in alike]

    def _behind(self, bound: Binding, name: str, depth: int) -> list[tuple[Place, float, str]]:
        """Return the definitions an import leads to, through files that only hand it on."""
        name = bound.name or name
        found = [one for one in self.named(name) if one.file in bound.files and "." not in one.name]
        found = found or [one for one in self.named(name) if one.file in bound.files and one.kind in CLASSES]
        if not found and bound.files:
            found = [one for one in self.named("default") if one.file in bound.files]
        if found:
            return [(one, 0.95 / len(found) ** 0.5, "imported") for one in found]
        if depth:
            for file in bound.files:
                further = self.bindings(file).get(name) or self.bindings(file).get("*")
                if further is not None and further.files and file not in further.files:
                    return self._behind(Binding(further.files, further.name if further.name != "*" else name),
                                        name, depth - 1)  # fmt: skip
        return []

    def _included(self, file: int) -> set[int]:
        if self.language(file) not in ("c", "cpp"):
            return set()
        return resolve_imports(self.reader, {-1: (self.path(file), import_statements(self, file))}).get(
            -1, set()
        )

    def _is_class(self, file: int, qual: str) -> bool:
        if self.language(file) in IMPLICIT_SELF:
            return False
        return any(row[1] == qual and row[2] in CLASSES for row in self.outline(file)[1])

    def _in_module(self, one: Place) -> bool:
        parent = one.name.rpartition(".")[0]
        return any(row[1] == parent and row[2] == "module" for row in self.outline(one.file)[1])

    def class_of(self, place: Place) -> Place | None:
        """Return the class a method belongs to, also where that is declared in another file."""
        qual = place.name.rpartition(".")[0]
        while qual:
            for row in self.outline(place.file)[1]:
                if row[1] == qual and row[2] in CLASSES:
                    return self.place(place.file, row)
            near = [one for one in self.named(qual.rpartition(".")[2]) if one.kind in CLASSES]
            folder = place.path.rpartition("/")[0]
            for one in sorted(near, key=lambda one: (one.path.rpartition("/")[0] != folder, one.path)):
                if self.family(one.file) == self.family(place.file):
                    return one
            qual = qual.rpartition(".")[0]
        return None

    def bases_of(self, cls: Place) -> list[Place]:
        """Return the classes a class extends, as far as they are in the repository."""
        key = (cls.file, f"bases {cls.name}")
        if key not in self._kin:
            found: list[Place] = []
            for name in cls.bases:
                places = [one for one, _sure, _why in self.meant(cls.file, name) if one.kind in CLASSES]
                if not places:
                    alike = [one for one in self.named(name) if one.kind in CLASSES and one != cls]
                    alike = [one for one in alike if self.family(one.file) == self.family(cls.file)]
                    places = alike if len(alike) == 1 else []
                found += places[:3]
            self._kin[key] = found
        return self._kin[key]

    def ancestors(self, cls: Place) -> list[Place]:
        """Return a class and everything it extends, nearest first."""
        found = [cls]
        for one in found:
            if len(found) > MOST_KIN:
                break
            found += [base for base in self.bases_of(one) if base not in found]
        return found

    def descendants(self, cls: Place) -> list[Place]:
        """Return the classes that extend a class, directly or not."""
        key = (cls.file, f"below {cls.name}")
        if key not in self._kin:
            found: list[Place] = []
            queue = [cls]
            while queue and len(found) < MOST_KIN:
                one = queue.pop(0)
                for _files, data in self.reader.postings([key_of(BASE, one.last)]).values():
                    places = unpack(data)[0][:MOST_KIN]
                    self.load(place >> PLACE_BITS for place in places)
                    for place in places:
                        rows = self.outline(place >> PLACE_BITS)[1]
                        if (place & MOST_PLACES) >= len(rows):
                            continue
                        sub = self.place(place >> PLACE_BITS, rows[place & MOST_PLACES])
                        if sub not in found and sub != cls and one in self.bases_of(sub):
                            found.append(sub)
                            queue.append(sub)
            self._kin[key] = found
        return self._kin[key]

    def member(self, cls: Place, name: str) -> list[Place]:
        """Return the definition of a method in a class itself."""
        own = self._by_qual(cls.file).get(f"{cls.name}.{name}")
        if own is not None and own[2] != "class":
            return [self.place(cls.file, own)]
        if self.language(cls.file) in WHOLE_CLASSES:
            return []
        found = [one for one in self.named(name) if one.owner == cls.last and one.kind != "class"]
        folder = cls.path.rpartition("/")[0]
        near = [one for one in found if one.path.rpartition("/")[0] == folder and self.class_of(one) == cls]
        return near or [one for one in found if one.file != cls.file and self.class_of(one) == cls]

    def _by_qual(self, file: int) -> dict[str, Any]:
        """Return the definitions of a file by qualified name, the first with a body of each."""
        if file not in self._quals:
            rows: dict[str, Any] = {}
            for row in self.outline(file)[1]:
                known = rows.get(row[1])
                if known is None or (known[3] == known[4] and row[3] < row[4]):
                    rows[row[1]] = row
            self._quals[file] = rows
        return self._quals[file]

    def method(self, cls: Place, name: str, *, above: bool = False) -> list[Place]:
        """Return the nearest definition of a method in a class or what it extends."""
        for one in self.ancestors(cls)[1 if above else 0 :]:
            found = self.member(one, name)
            if found:
                return found
        return []

    def find(self, symbol: str) -> list[Place]:
        """Return the definitions a person may mean: `name`, `Class.name`, `path:Class.name`."""
        path, colon, rest = symbol.strip().rpartition(":")
        if not colon or path.endswith(":"):
            path, rest = "", symbol.strip()
        parts = [part for part in re.split(r"\.|::|->|#|/", rest.removesuffix("()")) if part]
        if not parts:
            return []
        found = [one for one in self.named(parts[-1]) if one.path.endswith(path)]
        for cls in self.named(parts[-2]) if len(parts) > 1 else ():
            more = self.member(cls, parts[-1]) if cls.kind in CLASSES and cls.path.endswith(path) else []
            found += [one for one in more if one not in found]
        for size in range(min(len(parts), 4), 0, -1):
            wanted = parts[-size:]
            fitting = [one for one in found if one.name.split(".")[-size:] == wanted]
            if not fitting and size > 1:
                module = "/".join(parts[:-1])
                fitting = [one for one in found if f"/{_without_ending(one.path)}".endswith("/" + module)]
            if fitting:
                return sorted(fitting, key=lambda one: self._worth(one))
        return []

    def _worth(self, one: Place) -> tuple[bool, int, bool, str, int]:
        order = 0 if one.kind in FUNCTIONS or one.kind in CLASSES else 1
        return (self.is_test(one.file), order, one.end == one.start, one.path, one.start)


def _without_ending(path: str) -> str:
    return path.rpartition("/")[0] + "/" + stem_of(path) if "/" in path else stem_of(path)
