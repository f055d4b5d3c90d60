"""The words of a path: of its folders, of its name, and the ways in which an import may name it."""

from __future__ import annotations

import re

from auto_tools.index.words import terms_of, words_in

ENTRANCES = frozenset(("__init__", "index", "mod", "lib", "main", "package"))
"""File names that stand for their folder when it is imported."""
_MOST_PARTS = 8


def folder_terms(path: str) -> tuple[str, ...]:
    """Return the terms of the folders a file lies in."""
    folders = path.rpartition("/")[0]
    return tuple(dict.fromkeys(term for word in words_in(folders) for term in terms_of(word)))


def stem_terms(path: str) -> tuple[str, ...]:
    """Return the terms of a file's name without its extension."""
    return tuple(dict.fromkeys(term for word in words_in(stem_of(path)) for term in terms_of(word)))


def stem_of(path: str) -> str:
    """Return a file's name without folders and extension."""
    name = path.rpartition("/")[2]
    return name.partition(".")[0] or name


def import_names(path: str) -> tuple[str, ...]:
    """Return the ends of a path without extension, longest last: `query`, `sql/query`, `models/sql/query`."""
    parts = path.split("/")
    parts[-1] = stem_of(path)
    whole = parts[-_MOST_PARTS:]
    names = ["/".join(whole[start:]) for start in range(len(whole) - 1, -1, -1)]
    if parts[-1] in ENTRANCES and len(parts) > 1:
        folder = parts[:-1][-_MOST_PARTS:]
        names += ["/".join(folder[start:]) for start in range(len(folder) - 1, -1, -1)]
    return tuple(dict.fromkeys(names))


def dotted_ends(name: str) -> tuple[str, ...]:
    """Return the ends of a path that a dotted name may begin with: `a.b.c` -> `a/b/c`, `b/c`, `a/b`."""
    parts = re.split(r"\.|::", name)[-_MOST_PARTS:]
    ends = ["/".join(parts[start:]) for start in range(len(parts) - 1)]
    for cut in range(len(parts) - 1, 1, -1):
        ends += ["/".join(parts[start:cut]) for start in range(cut - 1)]
    return tuple(dict.fromkeys(ends))
