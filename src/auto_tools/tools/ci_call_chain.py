"""`ci_call_chain`: who calls a symbol and whom it calls, followed a few steps, each edge with its reason.

What is listed is a reading of the source: calls through variables, reflection or generated code are not seen.
"""

from __future__ import annotations

from auto_tools.contract import ToolOutput
from auto_tools.index.store import NO_INDEX, open_reader
from auto_tools.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from auto_tools.contract import Caller
    from auto_tools.index.calls import Call, Calls
    from auto_tools.index.program import Place

STARTS = 3
"""Definitions of one name that are followed."""
MOST_EDGES = 40
PER_PLACE = 15
"""Edges of one definition that are followed, the surest first."""
DECAY = 0.85
FOLLOWED = 0.25
"""A chain less sure than this is listed and not followed further."""
RECEIVERS_UNTYPED = frozenset(("ruby", "lua", "bash", "php", "javascript"))
"""Languages whose variables rarely say their type."""


class Step(Record):
    """One edge of a chain."""

    call: Call
    """The edge."""
    way: str
    """`caller` or `callee`."""
    depth: int
    """How many steps from the symbol it is."""
    sure: float
    """Confidence of the whole chain up to here."""


def run(args: dict[str, Any], caller: Caller) -> ToolOutput:
    """Return the chain around a symbol, nearest and surest first."""
    reader = open_reader(caller.root)
    if reader is None:
        return ToolOutput("no call chain without an index", {"items": []}, (NO_INDEX,))
    from auto_tools.index.calls import CALLED, Calls

    calls = Calls(reader, caller.root)
    found = calls.program.find(args["symbol"])
    if not found:
        symbol = args["symbol"]
        said = f"no definition is called {symbol}; find its name with: auto-tools search {symbol}"
        return ToolOutput(said, {"items": [], "definitions": []})
    followed = [one for one in found if one.kind in CALLED - {"variable", "constant"}] or found
    ways = ("caller", "callee") if args["direction"] == "both" else (args["direction"].removesuffix("s"),)
    steps: list[Step] = []
    cycles: list[str] = []
    for start in followed[:STARTS]:
        for way in ways:
            steps += follow(calls, start, way, args["depth"], cycles)
    items = [_item(step) for step in steps[:MOST_EDGES]]
    data = {
        "items": items,
        "definitions": [f"{one.path}:{one.head} {one.name}" for one in followed[: 2 * STARTS]],
        "cycles": cycles[:10],
        "claims": [_claim(one, steps) for one in followed[:STARTS]] if "caller" in ways else [],
        "generation": reader.current["generation"],
    }
    return ToolOutput(
        _summary(args["symbol"], followed, steps), data, _warnings(calls, followed, steps, cycles)
    )


def follow(calls: Calls, start: Place, way: str, depth: int, cycles: list[str]) -> list[Step]:
    """Return the steps from a definition, breadth first; what leads back into its own chain is cut."""
    steps: list[Step] = []
    seen = {(start.file, start.name)}
    level: list[tuple[Place, float, tuple[str, ...]]] = [(start, 1.0, (start.name,))]
    for distance in range(1, depth + 1):
        following: list[tuple[Place, float, tuple[str, ...]]] = []
        for place, sure, trail in level:
            edges = calls.callers(place) if way == "caller" else calls.callees(place)
            for number, call in enumerate(edges):
                other = call.caller if way == "caller" else call.callee
                chain_sure = round(sure * call.sure * (DECAY if distance > 1 else 1.0), 3)
                if other is not None and other.name in trail and (other.file, other.name) in seen:
                    if chain_sure >= FOLLOWED:
                        cycles.append(" -> ".join((*trail, other.name)))
                    continue
                steps.append(Step(call, way, distance, chain_sure))
                is_new = other is not None and (other.file, other.name) not in seen
                if other is not None and is_new and number < PER_PLACE and chain_sure >= FOLLOWED:
                    seen.add((other.file, other.name))
                    following.append((other, chain_sure, (*trail, other.name)))
        level = following
    return sorted(steps, key=lambda step: (step.depth, -step.sure, step.call.path, step.call.line))


def _item(step: Step) -> dict[str, Any]:
    call = step.call
    name = call.caller.name if call.caller else ""
    shown = name or call.path.rpartition("/")[2]
    other = call.callee
    said = f"{shown} calls {other.name} at line {call.line}; {call.why}"
    far = f", {step.depth} steps away" if step.depth > 1 else ""
    if step.way == "caller":
        path, symbol, line = call.path, name, call.line
        title = f"{shown} calls {other.name}"
    else:
        path, symbol, line = other.path, other.name, other.head
        title = f"{other.name} is called by {shown}"
    item = {
        "path": path, "title": title, "summary": said + far, "confidence": step.sure, "line": line,
        "edge": step.way, "depth": step.depth,
        "evidence_refs": [f"{call.path}:{call.line}", f"{other.path}:{other.head}"],
        "claim_key": f"calls {call.path}:{name} -> {other.path}:{other.name}",
        "polarity": "support" if call.sure >= 0.5 else "unknown",
    }  # fmt: skip
    return item | ({"symbol": symbol} if symbol else {})


def _claim(place: Place, steps: list[Step]) -> dict[str, Any]:
    """Say whether anything calls a definition, for other tools to agree or not."""
    near = [
        step.call for step in steps
        if step.way == "caller" and step.depth == 1 and step.call.callee == place and step.call.sure >= 0.5
    ]  # fmt: skip
    claim = f"{place.name} is called in {len({call.path for call in near})} files"
    return {
        "claim_key": f"is used: {place.path}:{place.name}",
        "polarity": "support" if near else "unknown",
        "claim": claim if near else f"no certain call of {place.name} was found",
        "path": place.path,
        "symbol": place.name,
        "line": place.head,
        "evidence_refs": [f"{call.path}:{call.line}" for call in near[:5]] or [f"{place.path}:{place.head}"],
        "confidence": max((call.sure for call in near), default=0.3),
    }


def _summary(symbol: str, found: list[Place], steps: list[Step]) -> str:
    callers = sum(step.way == "caller" for step in steps)
    parts = [f"{callers} callers"] if any(step.way == "caller" for step in steps) else []
    parts += [f"{len(steps) - callers} calls"] if len(steps) > callers else []
    places = ", ".join(f"{one.path}:{one.head}" for one in found[:STARTS])
    where = f"{len(found)} definitions, among them {places}" if len(found) > STARTS else places
    return f"{symbol} ({where}): {' and '.join(parts) or 'no call found'}"


def _warnings(calls: Calls, found: list[Place], steps: list[Step], cycles: list[str]) -> tuple[str, ...]:
    """Say what was cut, what is uncertain, and what the language does not tell."""
    from auto_tools.index.calls import MOST_SITES

    said = []
    if len(found) > STARTS:
        said.append(f"{len(found)} definitions have this name, {STARTS} were followed; write path:Class.name")
    if len(steps) > MOST_EDGES:
        said.append(f"{len(steps) - MOST_EDGES} more calls are not listed")
    if cycles:
        said.append(f"cycles cut: {'; '.join(sorted(set(cycles))[:3])}")
    for name, count in sorted(calls.cut.items())[:3]:
        said.append(f"{name} is used in {count} places; the nearest {MOST_SITES} were looked at")
    for name, count in sorted(calls.alike.items())[:3]:
        said.append(f"{count} methods are called {name}; calls on receivers of unknown type are left out")
    for name, count in sorted(calls.late.items())[:3]:
        said.append(f"{count} places that use {name} were not looked at in time")
    languages = sorted({calls.program.language(one.file) for one in found})
    unsure = sum(step.call.sure < 0.5 for step in steps)
    if unsure:
        untyped = [name for name in languages if name in RECEIVERS_UNTYPED]
        why = f"; {', '.join(untyped)} does not say the types of receivers" if untyped else ""
        said.append(f"{unsure} of these are only possible: several definitions share the name{why}")
    return (*said, *_edited(calls, found))


def _edited(calls: Calls, found: list[Place]) -> tuple[str, ...]:
    from auto_tools.index.freshness import changed_files

    moved = changed_files(calls.program.root, calls.program.reader, sorted({one.file for one in found}))
    return ("a file was edited since it was indexed; lines may have moved",) if moved else ()
