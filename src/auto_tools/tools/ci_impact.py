"""`ci_impact`: who is touched when a symbol or a file changes, each with the reason and how sure it is.

For a symbol: callers of callers, subclasses, tests that reach it. For its file as well: importers, tests
named after it, and files that history shows changing together with it.
"""

from __future__ import annotations

import time

from auto_tools.contract import ToolOutput
from auto_tools.index.store import NO_INDEX, open_reader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from auto_tools.contract import Caller
    from auto_tools.index.impact import Touched
    from auto_tools.index.program import Place, Program

DEEPEST = 3
FIRST = 10
"""Files that come first by history and names together."""
MORE = 10
"""Dependents that follow although history knows nothing of them."""
MOST_CALLERS = 25
CALL_SECONDS, IMPORT_SECONDS = 0.8, 0.2
"""Time for following calls and importers of importers; history and the first importers need the rest."""
MOST_SUBCLASSES = 10


def run(args: dict[str, Any], caller: Caller) -> ToolOutput:
    """Return what a change touches, the surest of each kind first."""
    reader = open_reader(caller.root)
    if reader is None:
        return ToolOutput("no impact without an index", {"items": []}, (NO_INDEX,))
    from auto_tools.index.calls import Calls

    calls = Calls(reader, caller.root, CALL_SECONDS)
    depth = min(args["depth"], DEEPEST)
    said = [f"ci_impact: depth clamped to {DEEPEST}"] if args["depth"] > DEEPEST else []
    items: list[dict[str, Any]] = []
    claims: list[dict[str, Any]] = []
    if args.get("symbol"):
        found = calls.program.find(args["symbol"])
        if not found:
            name = args["symbol"]
            message = f"no definition is called {name}; find its name with: auto-tools search {name}"
            return ToolOutput(message, {"items": []})
        start = found[0]
        if len(found) > 1:
            said.append(f"{len(found)} definitions have this name; {start.path}:{start.head} was taken")
        file, title = start.file, start.name
        items += _callers(calls, start, depth, said)
        items += _subclasses(calls.program, start)
        claims.append(_claim(start, items))
        share = 0.5
    else:
        known = _file_id(calls.program, args["file"])
        if known is None:
            message = f"{args['file']} is not in the index; run: auto-tools index"
            return ToolOutput(message, {"items": []})
        file, title, share = known, args["file"], 1.0
    items += _files(calls.program, file, depth, share, {item["path"] for item in items})
    items.sort(key=lambda item: (-item["confidence"], item["path"], item.get("line", 0)))
    tests = sum(item["kind"] == "test" for item in items)
    files = len({item["path"] for item in items})
    summary = f"a change of {title} touches {files} files, {tests} of the findings are tests"
    data = {"items": items, "claims": claims, "generation": reader.current["generation"]}
    return ToolOutput(
        summary if items else f"nothing was found that a change of {title} touches", data, tuple(said)
    )


def _callers(calls: Any, start: Place, depth: int, said: list[str]) -> list[dict[str, Any]]:
    from auto_tools.tools.ci_call_chain import follow

    cycles: list[str] = []
    steps = follow(calls, start, "caller", depth, cycles)
    items = []
    for step in steps[:MOST_CALLERS]:
        call = step.call
        name = call.caller.name if call.caller else ""
        is_test = call.caller is not None and calls.program.is_test(call.caller.file)
        far = f", {step.depth} calls away" if step.depth > 1 else ""
        shown = name or call.path.rpartition("/")[2]
        reach = "reaches" if step.depth > 1 else "calls"
        item = {
            "path": call.path, "line": call.line, "kind": "test" if is_test else "caller",
            "title": f"{shown} {reach} {start.name}",
            "summary": f"{'test ' if is_test else ''}{shown} calls {call.callee.name}{far}; {call.why}",
            "confidence": step.sure, "evidence_refs": [f"{call.path}:{call.line}"],
            "claim_key": f"calls {call.path}:{name} -> {call.callee.path}:{call.callee.name}",
            "polarity": "support" if call.sure >= 0.5 else "unknown",
        }  # fmt: skip
        items.append(item | ({"symbol": name} if name else {}))
    if len(steps) > MOST_CALLERS:
        said.append(f"{len(steps) - MOST_CALLERS} more callers are not listed")
    for name, count in sorted(calls.late.items())[:3]:
        said.append(f"{count} places that use {name} were not looked at in time")
    if cycles:
        said.append(f"cycles cut: {'; '.join(sorted(set(cycles))[:3])}")
    return items


def _subclasses(program: Program, start: Place) -> list[dict[str, Any]]:
    """Return the classes that extend the symbol or the class it is a method of."""
    cls = start if start.kind in ("class", "interface", "struct", "trait") else None
    cls = cls or (program.class_of(start) if start.kind == "method" else None)
    items = []
    for one in program.descendants(cls)[:MOST_SUBCLASSES] if cls else ():
        overrides = start is not cls and bool(program.member(one, start.last))
        said = f"{one.name} extends {cls.last if cls else ''}"
        said = f"{one.name} overrides {start.last} of {start.owner}" if overrides else said
        items.append({
            "path": one.path, "line": one.head, "symbol": one.name, "kind": "subclass", "title": said,
            "summary": said, "confidence": 0.8 if overrides or start is cls else 0.6,
            "evidence_refs": [f"{one.path}:{one.head}"],
        })  # fmt: skip
    return items


def _files(program: Program, file: int, depth: int, share: float, known: set[str]) -> list[dict[str, Any]]:
    from auto_tools.index.impact import touched_by

    touched = touched_by(program, file, depth=depth, until=time.monotonic() + IMPORT_SECONDS)
    first = touched[:FIRST]
    rest = [one for one in touched[FIRST:] if "imports" in one.reasons]
    rest.sort(key=lambda one: (one.steps, -one.sure, one.path))
    return [_file_item(program, file, one, share) for one in (*first, *rest[:MORE]) if one.path not in known]


def _file_item(program: Program, file: int, one: Touched, share: float) -> dict[str, Any]:
    start = program.path(file)
    said = []
    if "imports" in one.reasons:
        said.append(f"imports {start}" if one.steps == 1 else f"imports it over {one.steps} steps")
    if "changed together" in one.reasons:
        said.append(f"changed together with it in {one.commits[0]} of its {one.commits[1]} commits")
    said += [reason for reason in ("test of the same name", "same name") if reason in one.reasons]
    name = one.path.rpartition("/")[2]
    item: dict[str, Any] = {
        "path": one.path, "kind": "test" if program.is_test(one.file) else "file",
        "title": f"{name} and {start.rpartition('/')[2]}", "summary": "; ".join(said),
        "confidence": round(one.sure * share, 4),
        "evidence_refs": [f"{one.path}:{one.line}" if one.line else one.path],
    }  # fmt: skip
    return item | ({"line": one.line} if one.line else {})


def _claim(place: Place, items: list[dict[str, Any]]) -> dict[str, Any]:
    """Say whether anything depends on a definition, for other tools to agree or not."""
    sure = [item for item in items if item["confidence"] >= 0.5]
    return {
        "claim_key": f"is used: {place.path}:{place.name}",
        "polarity": "support" if sure else "unknown",
        "claim": f"{len(sure) or 'no certain'} places depend on {place.name}",
        "path": place.path, "symbol": place.name, "line": place.head,
        "confidence": max((item["confidence"] for item in sure), default=0.3),
        "evidence_refs": [item["evidence_refs"][0] for item in sure[:5]] or [f"{place.path}:{place.head}"],
    }  # fmt: skip


def _file_id(program: Program, path: str) -> int | None:
    row = program.reader.db.execute("SELECT id FROM files WHERE path = ?", (path.strip("/"),)).fetchone()
    return int(row[0]) if row else None
