"""Finds the files that import statements mean, from the ends of paths and from the names they define.

`from a.b import c` means the file `a/b/c`; else the file `a/b`, unless that is only the entrance of a package
(`__init__`, `index`, `mod`): then the file below it that defines `c`. No file is read for it.
"""

from __future__ import annotations

import re

from auto_tools.index.keys import DEFINITION, PATH, key_of
from auto_tools.index.pathwords import ENTRANCES, stem_of
from auto_tools.index.postings import PLACE_BITS, unpack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from auto_tools.index.store import Reader

    Import = tuple[str, tuple[str, ...], int]
    Lists = dict[int, tuple[int, bytes]]

MOST_MEANT = 4
"""A name that fits more files than this means none of them."""
MOST_DEFINED = 40
"""A name defined in more places than this is not looked for behind an entrance."""
LONGEST = 8
_SEPARATORS = re.compile(r"::|[./\\]")
_CODE_ENDING = re.compile(r"\.(js|ts|jsx|tsx|mjs|cjs|vue|h|hpp|hh|hxx|rb|php|lua|sh)$")


def module_parts(path: str, module: str) -> list[str]:
    """Return the parts of the path a module's name in a file stands for, as far as the name tells."""
    folder = path.split("/")[:-1]
    module = _CODE_ENDING.sub("", module.removeprefix("mod:"))
    if "/" in module or module in (".", ".."):
        if module.startswith("."):
            return _walk(folder, module.split("/"))
    elif module.startswith("."):
        name = module.lstrip(".")
        up = len(module) - len(name) - 1
        return folder[: len(folder) - up] + [part for part in name.split(".") if part]
    return [part for part in _SEPARATORS.split(module) if part and part not in ("crate", "self", "super")]


def _walk(folder: list[str], steps: list[str]) -> list[str]:
    at = list(folder)
    for step in steps:
        if step == "..":
            at = at[:-1]
        elif step not in (".", ""):
            at.append(step)
    return at


def resolve_imports(reader: Reader, imports: dict[int, tuple[str, list[Import]]]) -> dict[int, set[int]]:
    """Return, for each importing file's id, the ids of the files it imports."""
    asked = {
        file: [
            (tuple(module_parts(path, module)[-LONGEST:]), name)
            for module, names, _line in statements
            for name in (names or ("",))
        ]
        for file, (path, statements) in imports.items()
    }
    meant = _Resolver(reader, {one for pairs in asked.values() for one in pairs}).meant
    return {
        file: {target for one in pairs for target in meant.get(one, ())} - {file}
        for file, pairs in asked.items()
    }


class _Resolver:
    """Finds what many (module, name) pairs mean, with a few questions to the index for all of them."""

    def __init__(self, reader: Reader, pairs: set[tuple[tuple[str, ...], str]]) -> None:
        self.reader = reader
        ends = {end for base, name in pairs for end in _ends(base, name)}
        self.paths = reader.postings({key_of(PATH, end) for end in sorted(ends)})
        entrances = {file for base, _name in pairs for file in self._files_of(base)}
        self.names = {file: row[0] for file, row in reader.files(sorted(entrances), "path").items()}
        names = sorted({name for base, name in pairs if name and self._is_package(base)})
        self.defined = reader.postings({key_of(DEFINITION, name.lower()) for name in names})
        self.names |= self._paths_of(self.defined)
        self.meant = {pair: self._meant(*pair) for pair in pairs}

    def _paths_of(self, lists: Lists) -> dict[int, str]:
        files = {place >> PLACE_BITS for _count, data in lists.values() for place in _few_places(data)}
        return {file: row[0] for file, row in self.reader.files(sorted(files), "path").items()}

    def _is_package(self, base: tuple[str, ...]) -> bool:
        """Whether a module is the entrance of a package, or nothing that a path tells."""
        files = self._files_of(base)
        return not files or all(stem_of(self.names.get(file, "")) in ENTRANCES for file in files)

    def _files_of(self, base: tuple[str, ...]) -> tuple[int, ...]:
        """Return the files whose path ends like this, or like its last parts when there are several."""
        for start in range(max(len(base) - 1, 1)):
            files = self._files_at("/".join(base[start:]))
            if files:
                return files
        return ()

    def _files_at(self, end: str) -> tuple[int, ...]:
        found = self.paths.get(key_of(PATH, end)) if end else None
        if found and found[0] <= MOST_MEANT and ("/" in end or found[0] == 1):
            return tuple(place >> PLACE_BITS for place in unpack(found[1])[0])
        return ()

    def _meant(self, base: tuple[str, ...], name: str) -> tuple[int, ...]:
        if name and name != "*":
            own = self._files_at("/".join((*base, name)[-LONGEST:]))
            if own:
                return own
            if self._is_package(base):
                return self._defining(base, name) or self._files_of(base)
        return self._files_of(base)

    def _defining(self, base: tuple[str, ...], name: str) -> tuple[int, ...]:
        """Return the files below a package that define a name."""
        found = self.defined.get(key_of(DEFINITION, name.lower()))
        files = sorted({place >> PLACE_BITS for place in _few_places(found[1])}) if found else []
        for start in range(len(base)):
            below = "/" + "/".join(base[start:]) + "/"
            inside = [file for file in files if below in f"/{self.names.get(file, '')}"]
            if inside:
                return tuple(inside) if len(inside) <= MOST_MEANT else ()
        return ()


def _ends(base: tuple[str, ...], name: str) -> Iterable[str]:
    if name and name != "*":
        yield "/".join((*base, name)[-LONGEST:])
    for start in range(max(len(base) - 1, 1)):
        yield "/".join(base[start:])


def _few_places(data: bytes) -> list[int]:
    places = unpack(data)[0]
    return list(places) if len(places) <= MOST_DEFINED else []
