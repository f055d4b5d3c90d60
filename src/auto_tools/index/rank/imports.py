"""Finds the files that import statements mean, from the ends of paths alone."""

from __future__ import annotations

import re

from auto_tools.index.keys import PATH, key_of
from auto_tools.index.postings import PLACE_BITS, unpack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from auto_tools.index.store import Reader

    Import = tuple[str, tuple[str, ...], int]

MOST_MEANT = 4
"""A name that fits more files than this means none of them."""
_SEPARATORS = re.compile(r"::|[./\\]")


def candidates(path: str, module: str, names: tuple[str, ...]) -> list[str]:
    """Return what an import in a file may mean, the most certain first, as ends of paths."""
    module = module.removeprefix("mod:")
    base = _base(path, module)
    found: list[str] = []
    for name in (*names, ""):
        parts = [*base, *([name] if name and name != "*" else [])]
        if parts:
            found.append("/".join(parts[-8:]))
    bare = list(base)
    while len(bare) > 2:
        bare = bare[1:]
        found.append("/".join(bare[-8:]))
    return list(dict.fromkeys(found))


def _base(path: str, module: str) -> list[str]:
    folder = path.split("/")[:-1]
    if module.startswith((".", "self::", "super::")) and ("/" in module or not module.startswith("..")):
        dots = re.match(r"\.+", module)
        if "/" in module or module in (".", ".."):
            return _walk(
                folder, re.sub(r"\.(js|ts|jsx|tsx|mjs|cjs|vue|h|hpp|rb|php)$", "", module).split("/")
            )
        if dots:
            up = len(dots.group()) - 1
            return folder[: len(folder) - up] + [part for part in module[dots.end() :].split(".") if part]
    if re.match(r"\.\.+\w", module):
        up = len(module) - len(module.lstrip(".")) - 1
        return folder[: len(folder) - up] + [part for part in module.lstrip(".").split(".") if part]
    module = re.sub(r"\.(h|hpp|hh|hxx|rb|php|js|ts|lua|sh)$", "", module)
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
    wanted = {
        file: [candidates(path, module, names) for module, names, _line in statements]
        for file, (path, statements) in imports.items()
    }
    keys = {key_of(PATH, name) for groups in wanted.values() for group in groups for name in group}
    lists = reader.postings(sorted(keys))
    meant: dict[int, set[int]] = {}
    for file, groups in wanted.items():
        own = meant.setdefault(file, set())
        for group in groups:
            for name in group:
                found = lists.get(key_of(PATH, name))
                if found and found[0] <= MOST_MEANT and ("/" in name or found[0] == 1):
                    own.update(place >> PLACE_BITS for place in unpack(found[1])[0])
                    break
        own.discard(file)
    return meant
