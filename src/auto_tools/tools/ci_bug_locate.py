"""`ci_bug_locate`: where an error comes from, each suspect with the frame, message or change behind it."""

from __future__ import annotations

from auto_tools.contract import ToolOutput
from auto_tools.index.store import NO_INDEX, open_reader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from auto_tools.contract import Caller
    from auto_tools.index.locate import Located, Mapped, Suspect
    from auto_tools.index.program import Place, Program

SUSPECTS = 10
LOUD = 0.3
"""How much of a message a file must hold to be called its source."""


def run(args: dict[str, Any], caller: Caller) -> ToolOutput:
    """Return the places an error may come from, the likeliest first."""
    reader = open_reader(caller.root)
    if reader is None:
        return ToolOutput("an error cannot be located without an index", {"items": []}, (NO_INDEX,))
    from auto_tools.index.locate import locate
    from auto_tools.index.program import Program

    located = locate(reader, args["error"])
    program = Program(reader, caller.root)
    tell = Tell(program, located)
    items = [tell.item(one) for one in located.suspects[:SUSPECTS]]
    frames = [_frame(one, program) for one in located.mapped[:20]]
    data = {
        "items": items,
        "frames": frames,
        "messages": list(located.trace.messages),
        "claims": tell.claims(),
        "generation": reader.current["generation"],
    }
    return ToolOutput(_summary(located, len(frames)), data, _warnings(located))


class Tell:
    """Writes findings about suspects."""

    def __init__(self, program: Program, located: Located) -> None:
        self.program = program
        self.located = located
        self.top = located.suspects[0].score if located.suspects else 1.0
        self.changes = self._last_changes()

    def item(self, one: Suspect) -> dict[str, Any]:
        """Return one finding."""
        mapped = [each for each in self.located.mapped if each.file == one.file]
        place, line = self._place(one, mapped)
        share = max(one.score, 0.0) / self.top if self.top > 0 else 0.0
        item: dict[str, Any] = {
            "path": one.path,
            "title": place.name if place else one.path.rpartition("/")[2],
            "summary": self._why(one, mapped),
            "confidence": round(0.2 + 0.7 * share, 4),
            "signals": {name: round(value, 3) for name, value in sorted(one.signals.items())},
            "evidence_refs": [f"{one.path}:{line}"] if line else [one.path],
        }
        if place:
            item |= {"symbol": place.name, "line": line}
        return item

    def _place(self, one: Suspect, mapped: list[Mapped]) -> tuple[Place | None, int]:
        """Return the definition to look at: of the frame, of the message, else what search finds best."""
        rows = self.program.definitions(one.file)
        for each in mapped:
            named = [row for row in rows if row.name.rpartition(".")[2] == each.frame.function]
            around = [row for row in named if row.start <= each.frame.line <= row.end]
            if around or named:
                chosen = (around or named)[0]
                return chosen, each.frame.line if around else chosen.head
        if one.signals.get("message", 0.0) >= LOUD and one.chunk:
            chunks = self.program.outline(one.file)[0]
            name = chunks[one.chunk][0] if one.chunk < len(chunks) else ""
            found = next((row for row in rows if row.name == name), None)
            if found:
                return found, found.head
        best = next((each for each in self.located.ranking.symbols if each.file == one.file), None)
        found = next((row for row in rows if best and row.name == best.name), None)
        return (found, found.head) if found else (None, 0)

    def _why(self, one: Suspect, mapped: list[Mapped]) -> str:
        said = []
        for each in mapped[:1]:
            which = (
                "innermost frame of this repository" if each.place == 0 else f"frame {each.place + 1} of it"
            )
            said.append(f"{which}: {each.frame.function or 'top level'} at line {each.frame.line}")
        if one.signals.get("message", 0.0) >= LOUD:
            said.append("holds the text of the message")
        if one.signals.get("raises", 0.0) >= LOUD:
            said.append(f"uses {', '.join(self.located.trace.types[:2])}")
        if one.path in self.changes:
            number, subject = self.changes[one.path]
            said.append(
                f"changed {number} commits ago: {subject[:60]}" if number else f"last commit: {subject[:60]}"
            )
        place = next((at for at, each in enumerate(self.located.ranking.files) if each.id == one.file), None)
        if place is not None:
            said.append(f"number {place + 1} of the search")
        return "; ".join(said)

    def _last_changes(self) -> dict[str, tuple[int, str]]:
        from auto_tools.index.commits import split_files
        from auto_tools.index.locate import RECENT

        wanted = {one.path for one in self.located.suspects[:SUSPECTS]}
        found: dict[str, tuple[int, str]] = {}
        sql = "SELECT id, subject, files FROM commits WHERE id < ? ORDER BY id"
        for number, subject, data in self.program.reader.db.execute(sql, (RECENT,)):
            for path in wanted.intersection(split_files(data)):
                found.setdefault(path, (number, subject))
        return found

    def claims(self) -> list[dict[str, Any]]:
        """Say which definition holds the message, for other tools to agree or not."""
        loud = [one for one in self.located.suspects if one.signals.get("message", 0.0) >= LOUD and one.chunk]
        claims = []
        for one in sorted(loud, key=lambda one: (-one.signals["message"], one.path))[:1]:
            place, line = self._place(one.replace(signals={"message": 1.0}), [])
            if place:
                claims.append({
                    "claim_key": f"raised at: {self.located.trace.messages[0][:80]}",
                    "polarity": "support",
                    "claim": f"the message stands in {place.name}",
                    "path": one.path, "symbol": place.name, "line": line,
                    "confidence": round(0.3 + 0.6 * one.signals["message"], 4),
                    "evidence_refs": [f"{one.path}:{line}"],
                })  # fmt: skip
        return claims


def _frame(one: Mapped, program: Program) -> dict[str, Any]:
    return {
        "path": program.path(one.file),
        "as": one.frame.path,
        "line": one.frame.line,
        "function": one.frame.function,
        "place": one.place,
    }


def _summary(located: Located, frames: int) -> str:
    if not located.suspects:
        return "nothing in the repository fits this error"
    read = (
        f"{len(located.trace.frames)} frames, {frames} of this repository"
        if located.trace.frames
        else "no trace"
    )
    return f"{len(located.suspects[:SUSPECTS])} places may cause it ({read})"


def _warnings(located: Located) -> tuple[str, ...]:
    if located.trace.frames and not located.mapped:
        return ("no frame of the trace is a file of this repository; judged by message and words",)
    if not located.trace.frames and not located.trace.messages:
        return ("neither a trace nor a message was found in the text; judged by its words",)
    return ()
