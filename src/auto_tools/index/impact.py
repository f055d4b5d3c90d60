"""Who is touched when a file changes: importers, subclasses, tests, and what used to change together with it.

Each file gets a confidence; several reasons add up as independent ones do, and a step further away counts
less. Calls of single definitions are followed by `calls`.
"""

from __future__ import annotations

import time
from math import inf

from auto_tools.index.bindings import import_statements
from auto_tools.index.commits import split_files
from auto_tools.index.keys import PATH, STEM, WORD, key_of
from auto_tools.index.pathwords import ENTRANCES, stem_of
from auto_tools.index.postings import MOST_PLACES, PLACE_BITS, unpack
from auto_tools.index.rank.imports import resolve_imports
from auto_tools.index.words import terms_of
from auto_tools.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from auto_tools.index.program import Program

REASONS: dict[str, float] = {
    "changed together": 0.9,
    "imports": 0.02,
    "test of the same name": 0.05,
    "same name": 0.05,
}
"""Reason -> what it counts for the order; fitted on commits, where history says most."""
BELIEF: dict[str, float] = {
    "changed together": 0.9,
    "imports": 0.6,
    "test of the same name": 0.5,
    "same name": 0.35,
}
"""Reason -> how sure it alone makes it that a change is felt there."""
DECAY = 0.5
"""What one more step of imports leaves."""
MOST_CANDIDATES = 600
MOST_IMPORTERS = 120
LARGEST_COMMIT = 30
HISTORY = 8_000
_TEST_MARKS = frozenset(("test", "tests", "spec", "specs", "it"))


class Touched(Record):
    """A file that a change may touch."""

    file: int
    """Its number in the index."""
    path: str
    """Relative path."""
    likely: float
    """How likely it changes too, for the order."""
    sure: float
    """How sure it is that the change is felt there, from 0 to 1."""
    reasons: Mapping[str, float]
    """What speaks for it, each from 0 to 1."""
    line: int = 0
    """Line of the import, where one is the reason."""
    steps: int = 1
    """How many imports away it is."""
    commits: tuple[int, int] = (0, 0)
    """Commits that changed both, and all that changed the first."""


def touched_by(
    program: Program, file: int, *, depth: int = 1, older_than: int = -1, until: float = inf
) -> list[Touched]:
    """Return the files a change of a file may touch, the likeliest first.

    `older_than` leaves out the commits up to that number, so that a known commit can be predicted. `until` is
    the time on the monotonic clock from which on importers of importers are no longer looked for.
    """
    reasons: dict[int, dict[str, float]] = {}
    lines: dict[int, int] = {}
    steps: dict[int, int] = {}

    def note(other: int, reason: str, value: float) -> None:
        if other != file and value > 0:
            own = reasons.setdefault(other, {})
            own[reason] = max(own.get(reason, 0.0), min(value, 1.0))

    commits = changed_together(program, program.path(file), older_than)
    for other, (value, _both, _own) in commits.items():
        note(other, "changed together", value)
    level = [file]
    for distance in range(max(depth, 1)):
        found: dict[int, int] = {}
        for one in level:
            if distance and time.monotonic() > until:
                break
            found |= {other: line for other, line in importers(program, one).items() if other not in steps}
        for other, line in found.items():
            note(other, "imports", DECAY**distance / (1 + len(found) / 40))
            lines.setdefault(other, line)
            steps.setdefault(other, distance + 1)
        level = [other for other in sorted(found) if other != file][:20]
    for other, reason in _namesakes(program, file).items():
        note(other, reason, 1.0)
    program.load(reasons)
    touched = [
        Touched(
            other, program.path(other), _joined(REASONS, own), _joined(BELIEF, own), own,
            lines.get(other, 0), steps.get(other, 1), commits.get(other, (0.0, 0, 0))[1:],
        )
        for other, own in reasons.items()
    ]  # fmt: skip
    return sorted(touched, key=lambda one: (-one.likely, one.path))


def _joined(weights: Mapping[str, float], reasons: Mapping[str, float]) -> float:
    """Return how likely it is that one of several independent reasons holds."""
    unlikely = 1.0
    for reason, value in reasons.items():
        unlikely *= 1.0 - weights[reason] * value
    return round(1.0 - unlikely, 4)


def importers(program: Program, file: int) -> dict[int, int]:
    """Return the files that import a file, each with the line of the import."""
    path = program.path(file)
    stem = stem_of(path)
    name = path.rpartition("/")[0].rpartition("/")[2] if stem in ENTRANCES else stem
    terms = terms_of(name)
    if not terms:
        return {}
    lists = program.reader.postings([key_of(WORD, terms[-1])])
    places = [place for _count, data in lists.values() for place in unpack(data)[0]]
    near = sorted({place >> PLACE_BITS for place in places if not place & MOST_PLACES} - {file})
    candidates = near[:MOST_CANDIDATES]
    program.load(candidates)
    family = program.family(file)
    asked = {
        other: (program.path(other), import_statements(program, other))
        for other in candidates
        if program.outline(other)[2] and program.family(other) == family
    }
    meant = resolve_imports(program.reader, asked)
    found = [other for other in sorted(meant) if file in meant[other]][:MOST_IMPORTERS]
    return {other: _import_line(program, other, name) for other in found}


def _import_line(program: Program, file: int, name: str) -> int:
    imports = program.outline(file)[2]
    lines = [line for module, names, line in imports if name in module or name in names]
    return int(lines[0]) if lines else 1


def changed_together(program: Program, path: str, older_than: int = -1) -> dict[int, tuple[float, int, int]]:
    """Return how often each file was in the same commit as a path, small commits counting more.

    With it the number of commits that changed both, and of those that changed the path at all.
    """
    mark = path.encode("utf-8", "surrogateescape")
    counts: dict[str, float] = {}
    both: dict[str, int] = {}
    own = 0
    sql = "SELECT files FROM commits WHERE id > ? AND id < ? ORDER BY id"
    for (data,) in program.reader.db.execute(sql, (older_than, older_than + HISTORY)):
        if mark not in data:
            continue
        listed = split_files(data)
        if path not in listed or len(listed) > LARGEST_COMMIT:
            continue
        own += 1
        for other in listed:
            if other != path:
                both[other] = both.get(other, 0) + 1
                counts[other] = counts.get(other, 0.0) + 1.0 / max(len(listed) - 1, 1) ** 0.5
    if not own:
        return {}
    ids = _ids(program, sorted(counts))
    return {
        ids[other]: (count / (own + 1.0), both[other], own) for other, count in counts.items() if other in ids
    }


def _ids(program: Program, paths: list[str]) -> dict[str, int]:
    ids: dict[str, int] = {}
    for start in range(0, len(paths), 400):
        part = paths[start : start + 400]
        marks = ",".join("?" * len(part))
        ids.update(program.reader.db.execute(f"SELECT path, id FROM files WHERE path IN ({marks})", part))
    return ids


def _namesakes(program: Program, file: int) -> dict[int, str]:
    """Return tests named after a file, and files of the same name such as headers."""
    stem = stem_of(program.path(file))
    terms = [term for term in terms_of(stem) if term not in _TEST_MARKS]
    if not terms or stem in ENTRANCES:
        return {}
    lists = program.reader.postings([key_of(STEM, terms[-1]), key_of(PATH, stem)])
    files = {
        place >> PLACE_BITS for count, data in lists.values() if count <= 60 for place in unpack(data)[0]
    }
    program.load(files)
    found: dict[int, str] = {}
    for other in files - {file}:
        theirs = {term for term in terms_of(stem_of(program.path(other))) if term not in _TEST_MARKS}
        is_test = program.is_test(other)
        if is_test and set(terms) <= theirs and len(theirs) <= len(terms) + 2:
            found[other] = "test of the same name"
        elif (
            not is_test
            and stem_of(program.path(other)) == stem
            and program.family(other) == program.family(file)
        ):
            found[other] = "same name"
    return found
