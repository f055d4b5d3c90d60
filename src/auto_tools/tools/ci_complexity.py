"""`ci_complexity`: the functions of a file or a folder that are hardest to read, worst first.

A folder may hold more than can be measured in time: then the longest functions are measured, for those are
the candidates, and how many files were looked at is said.
"""

from __future__ import annotations

import time

from auto_tools.contract import ToolOutput
from auto_tools.index.store import NO_INDEX, open_reader
from auto_tools.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from auto_tools.contract import Caller
    from auto_tools.index.program import Program
    from auto_tools.index.syntax.complexity import Measure

SHOWN = 20
MOST_SECONDS = 0.4
MOST_FILES = 120
HARD_CYCLOMATIC, HARD_COGNITIVE = 10, 15
"""From here on a function is called hard; the usual limits of such tools."""
HARDEST = 60.0


class Found(Record):
    """A function that was measured."""

    path: str
    """Its file."""
    name: str
    """Qualified name."""
    measure: Measure
    """What it was measured to be."""


def run(args: dict[str, Any], caller: Caller) -> ToolOutput:
    """Return the functions below a path, the hardest first."""
    reader = open_reader(caller.root)
    if reader is None:
        return ToolOutput("no folder can be measured without an index", {"items": []}, (NO_INDEX,))
    from auto_tools.index.program import Program

    program = Program(reader, caller.root)
    path = args.get("file", "").strip("/").removeprefix("./")
    path = "" if path == "." else path
    files = _files_below(program, path)
    if not files:
        said = f"no source file of a known language at {path or 'the root'}; see: auto-tools status"
        return ToolOutput(said, {"items": []})
    found, looked_at = measure_files(program, files)
    hard = [one for one in found if _is_hard(one.measure)]
    data = {
        "items": [_item(one) for one in found[:SHOWN]],
        "functions": len(found),
        "hard": len(hard),
        "generation": reader.current["generation"],
    }
    summary = (
        f"{len(found)} functions in {looked_at} files of {path or 'the repository'}, {len(hard)} of them hard"
    )
    cut = looked_at < len(files)
    warning = f"{looked_at} of {len(files)} files were measured, those with the longest functions first"
    return ToolOutput(summary, data, (warning,) if cut else ())


def measure_files(
    program: Program, files: list[int], seconds: float = MOST_SECONDS
) -> tuple[list[Found], int]:
    """Return the functions of some files, the hardest first, and how many files there was time for."""
    from auto_tools.index.syntax.complexity import measure_functions

    until = time.monotonic() + seconds
    found: list[Found] = []
    looked_at = 0
    for file in files[:MOST_FILES]:
        if looked_at and time.monotonic() > until:
            break
        looked_at += 1
        parsed = program.source(file)
        names = {(row[5], row[0]): row[1] for row in program.outline(file)[1]}
        for one in measure_functions(parsed) if parsed else ():
            name = names.get((one.line, one.name.rpartition("::")[2]), one.name)
            found.append(Found(program.path(file), name, one))
    found.sort(key=lambda one: (-_weight(one.measure), one.path, one.measure.line))
    return found, looked_at


def _files_below(program: Program, path: str) -> list[int]:
    """Return the source files at a path, those with the longest functions first."""
    from auto_tools.index.program import FUNCTIONS
    from auto_tools.index.syntax.complexity import KINDS

    sql = (
        "SELECT id, language FROM files WHERE (path = ? OR substr(path, 1, ?) = ?) AND skipped = '' "
        "ORDER BY path"
    )
    below = f"{path}/" if path else ""
    rows = program.reader.db.execute(sql, (path, len(below), below))
    files = [file for file, language in rows if language in KINDS]
    if len(files) == 1:
        return files
    program.load(files)
    longest = {
        file: max((row[4] - row[3] for row in program.outline(file)[1] if row[2] in FUNCTIONS), default=0)
        for file in files
    }
    order = [file for file in files if longest[file] > 0]
    return sorted(order, key=lambda file: (program.is_test(file), -longest[file], program.path(file)))


def _weight(one: Measure) -> float:
    return one.cognitive + one.cyclomatic + one.lines / 20


def _is_hard(one: Measure) -> bool:
    return one.cyclomatic > HARD_CYCLOMATIC or one.cognitive > HARD_COGNITIVE


def _item(found: Found) -> dict[str, Any]:
    one = found.measure
    return {
        "path": found.path, "line": one.line, "symbol": found.name, "title": f"complexity of {found.name}",
        "summary": (
            f"cyclomatic {one.cyclomatic}, cognitive {one.cognitive}, {one.lines} lines, "
            f"nesting {one.nesting}, {one.parameters} parameters"
        ),
        "confidence": round(min(0.3 + 0.6 * _weight(one) / HARDEST, 0.9), 4),
        "cyclomatic": one.cyclomatic, "cognitive": one.cognitive, "length": one.lines,
        "nesting": one.nesting, "parameters": one.parameters,
        "evidence_refs": [f"{found.path}:{one.line}-{one.end}"],
        "claim_key": f"is complex: {found.path}:{found.name}",
        "polarity": "support" if _is_hard(one) else "oppose",
    }  # fmt: skip
