"""What can be had before there is an index: names of files, and definitions in those whose names fit.

Bounded in files, bytes and time, so that the first prompt in a repository is answered like any other.
"""

from __future__ import annotations

import os
import re
import time
from math import log

from auto_tools.index.gitdir import find_git
from auto_tools.index.gitindex import read_index
from auto_tools.index.kinds import SOURCE, TEST, kind_of
from auto_tools.index.pathwords import folder_terms, stem_of, stem_terms
from auto_tools.index.rank.query import read_query
from auto_tools.index.words import terms_of
from auto_tools.safety.files import read_text
from auto_tools.safety.paths import is_sensitive

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from auto_tools.index.rank.query import Query

SECONDS = 0.8
MOST_NAMES = 60_000
MOST_READ = 60
MOST_OTHERS = 1_500
"""Sources whose names say nothing are looked into while there is time."""
NAMED_WELL = 3.0
"""What a definition's name must be worth to bring in a file whose own name says nothing."""
MOST_BYTES = 131_072
MOST_FOLDERS = 4_000
_SKIPPED = frozenset(("node_modules", "__pycache__", "venv", "dist", "build", "coverage", "target", "vendor"))
_DEFINITION = re.compile(
    r"^[ \t]*(?:export |default |public |private |protected |static |async |abstract |final |pub )*"
    r"(def|class|function|func|fn|struct|interface|trait|enum|module|type|impl)\s+(?:\([^)]*\)\s*)?(?:self\.)?(\w+)",
    re.MULTILINE,
)


def scan_tree(root: str, prompt: str, limit: int) -> list[dict[str, Any]]:
    """Return findings from names alone, the best first."""
    deadline = time.monotonic() + SECONDS
    query = read_query(prompt)
    paths = _list_paths(root)
    scored = _score_paths(paths, query)
    known = {path for _score, path in scored[:MOST_READ]}
    others = [(0.0, path) for path in paths if path not in known and kind_of(path) == SOURCE]
    found = []
    for score, path in (*scored[:MOST_READ], *others[:MOST_OTHERS]):
        line, name, worth = (0, "", 0.0)
        if time.monotonic() < deadline:
            line, name, worth = _best_definition(root, path, query)
        if score or worth >= NAMED_WELL:
            found.append((score + worth, path, line, name))
    found.sort(key=lambda one: (-one[0], one[1]))
    top = found[0][0] if found else 1.0
    return [_item(*one, top=top) for one in found[:limit] if one[0] > 0]


def _list_paths(root: str) -> list[str]:
    found = find_git(root)
    if found:
        under = os.path.relpath(root, found[0])
        index = read_index(
            found[1], max_entries=MOST_NAMES, under=b"" if under == "." else os.fsencode(under)
        )
        if index is not None:
            return [os.fsdecode(entry[0]) for entry in index.entries]
    return _walk(root)


def _walk(root: str) -> list[str]:
    paths: list[str] = []
    waiting = [""]
    for _count in range(MOST_FOLDERS):
        if not waiting or len(paths) >= MOST_NAMES:
            break
        folder = waiting.pop()
        try:
            with os.scandir(os.path.join(root, folder)) as entries:
                for entry in entries:
                    path = f"{folder}/{entry.name}" if folder else entry.name
                    if entry.is_dir(follow_symlinks=False):
                        if entry.name not in _SKIPPED and not entry.name.startswith("."):
                            waiting.append(path)
                    elif entry.is_file(follow_symlinks=False):
                        paths.append(path)
        except OSError:
            continue
    return paths


def _score_paths(paths: list[str], query: Query) -> list[tuple[float, str]]:
    """Score paths by the terms in them, rarer ones more."""
    wanted = query.weights
    names = {path.rpartition("/")[2] for path in query.paths}
    hits: dict[str, list[tuple[str, float]]] = {}
    counts: dict[str, int] = {}
    for path in paths:
        own = [(term, 2.0) for term in stem_terms(path) if term in wanted]
        own += [(term, 1.0) for term in folder_terms(path) if term in wanted]
        if own or path.rpartition("/")[2] in names:
            hits[path] = own
            for term in {term for term, _worth in own}:
                counts[term] = counts.get(term, 0) + 1
    scored = []
    for path, own in hits.items():
        score = sum(worth * wanted[term] * log(1 + len(paths) / counts[term]) for term, worth in own)
        if path.rpartition("/")[2] in names or path in query.paths:
            score += 40.0
        kind = kind_of(path)
        scored.append((score * (1.0 if kind == SOURCE else 0.4 if kind == TEST else 0.3), path))
    return sorted(scored, key=lambda pair: (-pair[0], pair[1]))


def _best_definition(root: str, path: str, query: Query) -> tuple[int, str, float]:
    """Return line, name and worth of the definition whose name fits best."""
    text = None if is_sensitive(path) else read_text(root, path, limit=MOST_BYTES, cut=True)
    best = (0, "", 0.0)
    for found in _DEFINITION.finditer(text or ""):
        worth = sum(query.weights.get(term, 0.0) for term in terms_of(found.group(2)))
        if worth > best[2]:
            best = ((text or "").count("\n", 0, found.start(2)) + 1, found.group(2), worth)
    return best


def _item(score: float, path: str, line: int, name: str, *, top: float) -> dict[str, Any]:
    item: dict[str, Any] = {
        "path": path,
        "title": name or stem_of(path),
        "summary": "found by its name, without an index",
        "confidence": round(0.1 + 0.5 * score / top, 4),
    }
    if line:
        item |= {"symbol": name, "line": line, "evidence_refs": [f"{path}:{line}"]}
    return item
