"""What the imports of a file make its names mean: local name -> files it may come from, name there.

The index keeps modules and names as written; aliases are read from the source.
"""

from __future__ import annotations

import re

from auto_tools.index.rank.imports import resolve_imports
from auto_tools.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from auto_tools.index.program import Program
    from auto_tools.index.rank.imports import Import

LEAVES = frozenset(("java", "kotlin", "scala", "rust", "php", "swift"))
"""Languages whose imports name the thing itself at the end of the module."""
_ALIAS = re.compile(r"([\w$]+|\*)\s+as\s+([\w$]+)")
_JS_SPREAD = re.compile(r"\*\s+as\s+([\w$]+)\s+from\s+['\"]([^'\"]+)['\"]")
_GO_ALIAS = re.compile(r"^\s*(?:import\s+)?(\w+)\s+\"([^\"]+)\"", re.MULTILINE)
_VERSION = re.compile(r"v\d+\Z")
_PATH_END = re.compile(r"(?:::|[.\\])\w+\Z")


class Binding(Record):
    """What an import makes a name mean."""

    files: tuple[int, ...]
    """Files of the repository it may come from; empty when it comes from outside."""
    name: str
    """Name there; empty when the whole module is meant."""
    module: str = ""
    """The module as it is written."""


def bind_imports(program: Program, file: int) -> dict[str, Binding]:
    """Return what imports make names of a file mean; `*` for everything of some modules."""
    imports = program.outline(file)[2]
    if not imports:
        return {}
    language = program.language(file)
    text = "\n".join(program.lines(file))
    aliases: dict[str, list[str]] = {}
    for original, alias in _ALIAS.findall(text):
        aliases.setdefault(original, []).append(alias)
    wanted: list[tuple[str, str, str]] = []  # local name, module, name there
    for module, names, _line in imports:
        wanted += _locals(language, module, names, aliases)
    if program.family(file) == "javascript":
        wanted += [(local, module, "") for local, module in _JS_SPREAD.findall(text)]
    if language == "go":
        wanted += [(local, module, "") for local, module in _GO_ALIAS.findall(text) if local != "import"]
    asked: dict[int, tuple[str, list[Import]]] = {}
    for at, (_local, module, name) in enumerate(wanted):
        asked[-1 - at] = (program.path(file), [(module, (name,) if name else (), 0)])
    meant = resolve_imports(program.reader, asked)
    bound: dict[str, Binding] = {}
    for at, (local, module, name) in enumerate(wanted):
        files = tuple(sorted(meant.get(-1 - at, ())))
        known = bound.get(local)
        if known is None or (files and (not known.files or local == "*")):
            files = tuple(sorted({*files, *(known.files if known and local == "*" else ())}))
            bound[local] = Binding(files, name, module)
    return bound


def import_statements(program: Program, file: int) -> list[Import]:
    """Return the imports of a file: what ends a module as a name, includes as relative paths too."""
    language = program.language(file)
    found: list[Import] = []
    for module, names, line in program.outline(file)[2]:
        if language in LEAVES:
            found.append((_PATH_END.sub("", module), names, line))
        elif language in ("c", "cpp"):
            found += [(f"./{module}", (), line), (module, (), line)]
        else:
            found.append((module, names, line))
    return found


def _locals(
    language: str, module: str, names: tuple[str, ...], aliases: dict[str, list[str]]
) -> list[tuple[str, str, str]]:
    """Return (local name, module, name there) for each name one import statement binds."""
    bound: list[tuple[str, str, str]] = []
    for name in names:
        if name == "*":
            bound.append(("*", module, "*"))
            continue
        from_module = _PATH_END.sub("", module) if language in LEAVES else module
        bound += [(local, from_module, name) for local in (name, *aliases.get(name, ()))]
    if not names and language == "python":
        last = module.rpartition(".")[2]
        bound.append((module.partition(".")[0], module.partition(".")[0], ""))
        bound += [(alias, module, "") for alias in aliases.get(last, ())]
        if "." in module:
            bound.append((module, module, ""))
    elif not names and language == "go":
        parts = [part for part in module.split("/") if not _VERSION.match(part)]
        bound.append((parts[-1].partition(".")[0] if parts else module, module, ""))
    return bound
