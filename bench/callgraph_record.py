"""A pytest plugin that writes down which functions of a package really called which: `-p callgraph_record`.

`CALLGRAPH_BELOW` names the folder of the package, `CALLGRAPH_OUT` the JSON file. Needs nothing but Python,
for it runs in the environment of the package under test.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from types import CodeType, FrameType
from typing import Any

BELOW = os.environ["CALLGRAPH_BELOW"].rstrip("/") + "/"
OPTIMIZED, GENERATOR, COROUTINES = 0x1, 0x20, 0x80 | 0x200
_pairs: set[tuple[CodeType, CodeType]] = set()
_ours: dict[CodeType, bool] = {}


def _is_ours(code: CodeType) -> bool:
    known = _ours.get(code)
    if known is None:
        is_function = bool(code.co_flags & OPTIMIZED)
        known = _ours[code] = is_function and code.co_filename.startswith(BELOW)
    return known


def _watch(frame: FrameType, event: str, _argument: Any) -> None:
    if event != "call" or not _is_ours(frame.f_code):
        return
    code, back = frame.f_code, frame.f_back
    if code.co_flags & (GENERATOR | COROUTINES) and frame.f_lasti > 8:
        return  # resumed by whoever consumes it, not called
    if back is not None and _is_ours(back.f_code):
        _pairs.add((back.f_code, code))


def _name(code: CodeType) -> str:
    parts = code.co_qualname.replace(".<locals>", "").split(".")
    while len(parts) > 1 and parts[-1] in ("<listcomp>", "<genexpr>", "<setcomp>", "<dictcomp>"):
        parts.pop()
    return ".".join(parts)


def pytest_configure(config: Any) -> None:
    """Begin to watch before anything of the package is imported."""
    threading.setprofile(_watch)
    sys.setprofile(_watch)


def pytest_runtest_setup(item: Any) -> None:
    """Watch again: a test may have switched it off."""
    sys.setprofile(_watch)


def pytest_unconfigure(config: Any) -> None:
    """Write what was seen."""
    sys.setprofile(None)
    threading.setprofile(None)
    edges = {
        (one.co_filename[len(BELOW) :], _name(one), other.co_filename[len(BELOW) :], _name(other))
        for one, other in _pairs
    }
    named = sorted(edge for edge in edges if "<" not in edge[1] + edge[3] and edge[:2] != edge[2:])
    with open(os.environ["CALLGRAPH_OUT"], "w", encoding="utf-8") as file:
        json.dump(named, file)
