"""`ci_hotspot`: files that change often and are hard to read, with who changed them and when last.

History comes from the index, which reads it once for each HEAD; nothing is asked of git here. A repository
that rested is looked at from its last commit back.
"""

from __future__ import annotations

from auto_tools.contract import ToolOutput
from auto_tools.index.store import NO_INDEX, open_reader
from auto_tools.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from auto_tools.contract import Caller
    from auto_tools.index.program import Program

DAY = 86_400
MOST_MEASURED = 40
MOST_AUTHORS = 3
MOST_SECONDS = 0.9


class Activity(Record):
    """What happened to a file lately."""

    path: str
    """The file."""
    commits: int
    """Commits that changed it."""
    authors: tuple[str, ...]
    """Who wrote them, the busiest first; empty when the index does not know."""
    last: int
    """When it was changed last, in seconds since 1970."""
    subject: str
    """What the last change said."""


def run(args: dict[str, Any], caller: Caller) -> ToolOutput:
    """Return the files where change and complexity meet, the hottest first."""
    reader = open_reader(caller.root)
    if reader is None:
        return ToolOutput("no history without an index", {"items": []}, (NO_INDEX,))
    from auto_tools.index.program import Program

    program = Program(reader, caller.root)
    newest = reader.db.execute("SELECT max(time) FROM commits").fetchone()[0]
    if not newest:
        said = "the index knows no commits: not a git repository, or nothing is committed yet"
        return ToolOutput("no history to look at", {"items": []}, (said,))
    since = int(newest) - args["days"] * DAY
    active = read_activity(program, since)
    items, unmeasured = _items(program, active, args["top"])
    warnings = [f"days are counted back from the last commit, {_date(int(newest))}"]
    if unmeasured:
        warnings.append(f"{unmeasured} of {len(active)} changed files have no measured functions")
    if active and not any(one.authors for one in active):
        warnings.append("authors are not in the index yet; run: auto-tools index")
    data = {"items": items, "since": since, "generation": reader.current["generation"]}
    return ToolOutput(f"{len(active)} files changed in {args['days']} days", data, tuple(warnings))


def read_activity(program: Program, since: int) -> list[Activity]:
    """Return what changed since a time, the most often changed first."""
    from auto_tools.index.commits import read_authors, split_files

    authors = read_authors(program.reader.meta.get("authors", b""))
    seen: dict[str, list[tuple[int, int, str]]] = {}
    sql = "SELECT id, time, subject, files FROM commits WHERE time >= ? ORDER BY id"
    for number, when, subject, data in program.reader.db.execute(sql, (since,)):
        for path in split_files(data):
            seen.setdefault(path, []).append((number, when, subject))
    found = []
    for path, commits in seen.items():
        counts: dict[str, int] = {}
        for number, _when, _subject in commits:
            name = authors[number] if number < len(authors) else ""
            counts[name] = counts.get(name, 0) + 1
        busiest = sorted((name for name in counts if name), key=lambda name: (-counts[name], name))
        last = max(commits, key=lambda one: (one[1], -one[0]))
        found.append(Activity(path, len(commits), tuple(busiest), last[1], last[2]))
    return sorted(found, key=lambda one: (-one.commits, one.path))


def _items(program: Program, active: list[Activity], top: int) -> tuple[list[dict[str, Any]], int]:
    """Return the hottest files and how many changed files could not be measured."""
    from auto_tools.index.syntax.complexity import KINDS
    from auto_tools.tools.ci_complexity import measure_files

    marks = ",".join("?" * min(len(active), 900))
    rows = program.reader.db.execute(
        f"SELECT path, id, language FROM files WHERE skipped = '' AND path IN ({marks})",
        [one.path for one in active[:900]],
    )
    ids = {path: file for path, file, language in rows if language in KINDS}
    sources = [one for one in active if one.path in ids]
    sources.sort(key=lambda one: (program.is_test(ids[one.path]), -one.commits, one.path))
    chosen = sources[: max(MOST_MEASURED, top)]
    measured, looked_at = measure_files(program, [ids[one.path] for one in chosen], MOST_SECONDS)
    totals: dict[str, tuple[int, int, str, int]] = {}
    for one in measured:
        total, worst, name, line = totals.get(one.path, (0, -1, "", 0))
        cognitive = one.measure.cognitive
        if cognitive > worst:
            worst, name, line = cognitive, one.name, one.measure.line
        totals[one.path] = (total + cognitive, worst, name, line)
    hot = [(one, totals[one.path]) for one in chosen[:looked_at] if one.path in totals]
    hot.sort(key=lambda pair: (-_heat(pair[0], pair[1][0]), pair[0].path))
    hottest = _heat(hot[0][0], hot[0][1][0]) if hot else 1
    items = [_item(one, total, hottest) for one, total in hot[:top]]
    return items, len(active) - len(hot)


def _heat(one: Activity, complexity: int) -> int:
    return one.commits * (complexity + 1)


def _item(one: Activity, total: tuple[int, int, str, int], hottest: int) -> dict[str, Any]:
    complexity, worst, name, line = total
    who = ", ".join(one.authors[:MOST_AUTHORS]) or "unknown authors"
    more = f" and {len(one.authors) - MOST_AUTHORS} more" if len(one.authors) > MOST_AUTHORS else ""
    item: dict[str, Any] = {
        "path": one.path, "title": f"{one.path.rpartition('/')[2]} is a hotspot",
        "summary": (
            f"{one.commits} changes x complexity {complexity}; {who}{more}; last {_date(one.last)}: "
            f"{one.subject[:60]}"
        ),
        "confidence": round(0.3 + 0.6 * _heat(one, complexity) / max(hottest, 1), 4),
        "changes": one.commits, "complexity": complexity, "authors": list(one.authors),
        "last_change": one.last, "evidence_refs": [f"{one.path}:{line}"] if line else [one.path],
    }  # fmt: skip
    if name:
        item |= {"symbol": name, "line": line}
        item["summary"] += f"; hardest: {name} ({worst})"
    return item


def _date(seconds: int) -> str:
    import time

    return time.strftime("%Y-%m-%d", time.gmtime(seconds))
