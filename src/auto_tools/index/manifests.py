"""Build files: which there are, and the project name each one gives.

Names are found by small line scans: a full parser of TOML, XML, YAML or Ruby would cost more than the
rest of the hook, and would be one more thing for a hostile file to hurt.
"""

from __future__ import annotations

import os
import stat

from auto_tools.contract import Manifest
from auto_tools.index.names import printable_path, printable_text
from auto_tools.safety.files import read_text
from auto_tools.safety.paths import is_sensitive

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_MANIFESTS = 8
LARGEST_MANIFEST = 64 * 1024
_LONGEST_NAME = 100

KINDS = {
    "pyproject.toml": "python",
    "setup.cfg": "python",
    "setup.py": "python",
    "package.json": "node",
    "deno.json": "deno",
    "go.mod": "go",
    "Cargo.toml": "rust",
    "pom.xml": "maven",
    "build.gradle": "gradle",
    "build.gradle.kts": "gradle",
    "composer.json": "php",
    ".gemspec": "ruby",
    "Gemfile": "ruby",
    ".sln": "dotnet",
    ".csproj": "dotnet",
    "Package.swift": "swift",
    "mix.exs": "elixir",
    "pubspec.yaml": "dart",
    "CMakeLists.txt": "cmake",
    "Makefile": "make",
}
"""File name, or its ending, and the kind of project; the order is the order of listing."""

_ENDINGS = (".gemspec", ".sln", ".csproj")
_RANKS = {name: rank for rank, name in enumerate(KINDS)}


def read_manifests(root: str, paths: Iterable[bytes]) -> tuple[Manifest, ...]:
    """Return the build files at the top (tracked or not) and those among the given paths one level below."""
    found = {path for path in map(os.fsdecode, paths) if _known_name(path) and path.count("/") < 2}
    found.update(name for name in KINDS if name not in _ENDINGS and _is_file(root, name))
    ordered = sorted(found, key=lambda path: (path.count("/"), _RANKS[_known_name(path)], path))
    kept: list[Manifest] = []
    for path in ordered:
        if len(kept) == MOST_MANIFESTS:
            break
        if _is_file(root, path) and not is_sensitive(path):
            kind = KINDS[_known_name(path)]
            kept.append(Manifest(printable_path(os.fsencode(path)), kind, _read_name(root, path)))
    return tuple(kept)


def _known_name(path: str) -> str:
    name = path.rpartition("/")[2]
    if name in _RANKS and name not in _ENDINGS:
        return name
    ending = "." + name.rpartition(".")[2]
    return ending if ending in _ENDINGS and name != ending else ""


def _is_file(root: str, path: str) -> bool:
    try:
        return stat.S_ISREG(os.lstat(os.path.join(root, path)).st_mode)
    except (OSError, ValueError):
        return False


def _read_name(root: str, path: str) -> str:
    """Return the project name a build file gives; empty when it gives none."""
    known = _known_name(path)
    if KINDS[known] == "dotnet":
        return _tidy(path.rpartition("/")[2][: -len(known)])
    if KINDS[known] == "gradle":
        folder = path[: len(path) - len(known)]
        names = (_find_in(root, folder + "settings.gradle" + end, "build.gradle") for end in ("", ".kts"))
        return next(filter(None, names), "")
    return _find_in(root, path, known)


def _find_in(root: str, path: str, known: str) -> str:
    text = read_text(root, path, limit=LARGEST_MANIFEST)
    return _tidy(find_name(known, text)) if text else ""


def _tidy(name: str) -> str:
    return printable_text(name.strip())[:_LONGEST_NAME]


def find_name(known: str, text: str) -> str:
    """Return the project name in the text of a build file of a known name or ending."""
    if known.endswith(".json"):
        return _name_in_json(text)
    if known in _TABLES:
        return _name_in_table(text, _TABLES[known])
    if known == "pom.xml":
        return _name_in_pom(text)
    return _name_by_pattern(text, _PATTERNS[known]) if known in _PATTERNS else ""


_TABLES = {
    "pyproject.toml": ("[project]", "[tool.poetry]"),
    "Cargo.toml": ("[package]",),
    "setup.cfg": ("[metadata]",),
}

_PATTERNS = {
    "setup.py": r"""\bname[ \t]*=[ \t]*["']([^"'\n]+)["']""",
    ".gemspec": r"""\.name[ \t]*=[ \t]*["']([^"'\n]+)["']""",
    "build.gradle": r"""(?m)^[ \t]*rootProject\.name[ \t]*=[ \t]*["']([^"'\n]+)["']""",
    "Package.swift": r"""\bname:[ \t]*"([^"\n]+)["]""",
    "mix.exs": r"""\bapp:[ \t]*:(\w+)""",
    "go.mod": r"""(?m)^module[ \t]+"?([^\s"]+)""",
    "pubspec.yaml": r"""(?m)^name:[ \t]*["']?([^\s"'#]+)""",
    "CMakeLists.txt": r"""(?mi)^[ \t]*project[ \t]*\([ \t]*"?([^\s")]+)""",
}
"""Compiled one by one when needed; blanks never match line ends, so that all are linear."""


def _name_in_json(text: str) -> str:
    import json

    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        return ""
    name = content.get("name") if isinstance(content, dict) else None
    return name if isinstance(name, str) else ""


def _name_in_table(text: str, tables: tuple[str, ...]) -> str:
    inside = False
    for line in text.splitlines():
        line = line.strip()
        if line.startswith("["):
            inside = line.partition("#")[0].replace(" ", "") in tables
        elif inside:
            key, equals, value = line.partition("=")
            if equals and key.strip() == "name":
                value = value.strip()
                quote = value[:1]
                return value[1:].partition(quote)[0] if quote in ("'", '"') else value.partition("#")[0]
    return ""


def _name_in_pom(text: str) -> str:
    before, _, rest = text.partition("<parent>")
    own = before + rest.partition("</parent>")[2]
    for section in ("<dependencies>", "<dependencyManagement>", "<build>", "<profiles>"):
        own = own.partition(section)[0]
    name = own.partition("<artifactId>")[2].partition("</artifactId>")[0]
    return "" if "<" in name else name


def _name_by_pattern(text: str, pattern: str) -> str:
    import re

    found = re.search(pattern, text)
    return found[1] if found else ""
