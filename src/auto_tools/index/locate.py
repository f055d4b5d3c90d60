"""Where an error comes from: frames of our own code, who raises the message, recent changes, search.

Each is a signal of a file from 0 to 1; they are weighed in one table (`LOCATE_WEIGHTS`) together with the
place that search gives the file. Frames are mapped to files by the end of their paths, so that other
prefixes, containers and `site-packages` do not matter.
"""

from __future__ import annotations

from math import log

from auto_tools.index.analyse import word_trigrams
from auto_tools.index.commits import split_files
from auto_tools.index.keys import DEFINITION, PATH, TRIGRAM, USE, key_of
from auto_tools.index.kinds import DATA, DOCS, SOURCE, TEST
from auto_tools.index.pathwords import import_names
from auto_tools.index.postings import MOST_PLACES, PLACE_BITS, unpack
from auto_tools.index.rank.rank import rank
from auto_tools.index.traces import Frame, read_trace
from auto_tools.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from auto_tools.index.rank.rank import Ranking
    from auto_tools.index.store import Reader
    from auto_tools.index.traces import Trace

LOCATE_WEIGHTS: dict[str, float] = {
    "search": 1.0,
    "first": 0.04,
    "innermost": 0.04,
    "frames": 0.03,
    "outermost": 0.0,
    "message": 0.05,
    "raises": 0.0,
    "recent": 0.03,
    "not source": -0.4,
}
"""Signal -> weight. Search knows frames and quoted texts itself; what is added here breaks near ties."""
BARE_WEIGHTS = LOCATE_WEIGHTS | {"innermost": 1.0, "frames": 0.4, "message": 0.2}
"""For a trace with hardly a word beside it: there is nothing else to go by."""
FEW_WORDS = 12
MOST_MEANT = 3
"""A frame whose path fits more files than this says nothing."""
RECENT = 150
"""Commits that count as recent."""


class Mapped(Record):
    """A frame of the trace that is a file of the repository."""

    file: int
    """Number of the file."""
    frame: Frame
    """The frame."""
    place: int
    """How far from the error among our own frames: 0 is the innermost."""


class Suspect(Record):
    """A file that may hold the fault."""

    file: int
    """Its number in the index."""
    path: str
    """Relative path."""
    score: float
    """The weighted sum."""
    signals: Mapping[str, float]
    """What spoke for it, each from 0 to 1."""
    chunk: int = 0
    """Chunk that holds the message, when one does."""


class Located(Record):
    """The answer."""

    suspects: tuple[Suspect, ...]
    """Best first."""
    mapped: tuple[Mapped, ...]
    """Frames of our own code."""
    trace: Trace
    """What was read from the text."""
    ranking: Ranking
    """What search says about the text."""


def locate(
    reader: Reader, text: str, *, under: str = "", weights: Mapping[str, float] | None = None
) -> Located:
    """Rank the files an error may come from."""
    trace = read_trace(text)
    ranking = rank(reader, text, under=under)
    mapped = map_frames(reader, trace.frames)
    signals, chunks = measure(reader, trace, mapped, ranking)
    if weights is None:
        weights = BARE_WEIGHTS if mapped and trace.prose <= FEW_WORDS else LOCATE_WEIGHTS
    rows = reader.files(sorted(signals), "path, kind")
    suspects = []
    for file, (path, kind) in rows.items():
        if not path.startswith(under) or (kind == TEST and "search" not in signals[file]):
            continue
        own = signals[file]
        if kind != SOURCE and "search" not in own:
            own["not source"] = 1.0
        score = sum(weights.get(name, 0.0) * value for name, value in own.items())
        suspects.append(Suspect(file, path, round(score, 6), own, chunks.get(file, 0)))
    suspects.sort(key=lambda one: (-one.score, one.path))
    return Located(tuple(suspects), mapped, trace, ranking)


def measure(
    reader: Reader, trace: Trace, mapped: tuple[Mapped, ...], ranking: Ranking
) -> tuple[dict[int, dict[str, float]], dict[int, int]]:
    """Return file -> signal -> value, and the chunk of each file that holds the message."""
    signals: dict[int, dict[str, float]] = {}

    def note(file: int, name: str, value: float) -> None:
        own = signals.setdefault(file, {})
        own[name] = max(own.get(name, 0.0), value)

    top = ranking.files[0].score if ranking.files and ranking.files[0].score > 0 else 1.0
    for place, ranked in enumerate(ranking.files):
        note(ranked.id, "search", max(ranked.score / top, 0.0))
        note(ranked.id, "first", 1.0 / (1 + place))
    last = max((one.place for one in mapped), default=0)
    for one in mapped:
        note(one.file, "innermost", 1.0 / (1 + one.place))
        note(one.file, "frames", 1.0)
        if one.place == last:
            note(one.file, "outermost", 1.0)
    messages, chunks = _messages(reader, trace.messages)
    for file, value in messages.items():
        note(file, "message", value)
    for file, value in _raises(reader, trace.types).items():
        note(file, "raises", value)
    for file, value in _recent(reader, set(signals)).items():
        note(file, "recent", value)
    return signals, chunks


def map_frames(reader: Reader, frames: tuple[Frame, ...]) -> tuple[Mapped, ...]:
    """Return the frames that are files of the repository, the innermost of our own code first."""
    ends = {frame.path: _ends(frame.path) for frame in frames}
    lists = reader.postings({key_of(PATH, end) for own in ends.values() for end in own})
    files = {place >> PLACE_BITS for _count, data in lists.values() for place in unpack(data)[0][:20]}
    rows = reader.files(sorted(files), "path, kind")
    meant: dict[str, list[int]] = {}
    for path, own in ends.items():
        meant[path] = []
        for end in own:
            places = unpack(lists[key_of(PATH, end)][1])[0] if key_of(PATH, end) in lists else ()
            ending = path.rpartition(".")[2]
            fitting = [
                p >> PLACE_BITS for p in places if rows.get(p >> PLACE_BITS, ("",))[0].endswith("." + ending)
            ]
            fitting = [file for file in fitting if rows[file][1] not in (DOCS, DATA)] or fitting
            if len(fitting) > MOST_MEANT or (len(fitting) > 1 and "/" not in end):
                break
            if fitting:
                meant[path] = fitting
                break
    mapped: list[Mapped] = []
    place = 0
    for frame in frames:
        if frame.inner == 0:
            place = 0
        own_files = [file for file in meant[frame.path] if rows[file][1] != TEST] or meant[frame.path]
        mapped += [Mapped(file, frame, place) for file in own_files]
        place += bool(own_files)
    return tuple(mapped)


def _ends(path: str) -> list[str]:
    """Return the ends of a frame's path, longest first; one word alone counts only for a whole path."""
    names = [name for name in import_names(path.lstrip("~./")) if name]
    return sorted(names, key=lambda name: -name.count("/"))


def _messages(reader: Reader, messages: tuple[str, ...]) -> tuple[dict[int, float], dict[int, int]]:
    """Return how much of a message the literals of each file hold, and the chunk that holds most."""
    best: dict[int, float] = {}
    chunks: dict[int, int] = {}
    for message in messages:
        trigrams = list(dict.fromkeys(word_trigrams(message)))[:40]
        if not trigrams:
            continue
        lists = reader.postings(key_of(TRIGRAM, one) for one in trigrams)
        found: dict[int, float] = {}
        for count, data in lists.values():
            for place in unpack(data)[0] if count <= 30 else ():
                found[place] = found.get(place, 0.0) + 1.0 / count**0.5
        whole = max(len(trigrams), 3)
        for place, value in found.items():
            file = place >> PLACE_BITS
            share = min(value / whole * 2, 1.0)
            if share > best.get(file, 0.0):
                best[file], chunks[file] = share, place & MOST_PLACES
    return best, chunks


def _raises(reader: Reader, types: tuple[str, ...]) -> dict[int, float]:
    """Return the files that use an exception of the repository's own, the rarer the more."""
    found: dict[int, float] = {}
    for name in types[:6]:
        keys = (key_of(DEFINITION, name.lower()), key_of(USE, name))
        lists = reader.postings(keys)
        for key in keys if keys[0] in lists else ():
            count, data = lists.get(key, (0, b""))
            for place in unpack(data)[0] if 0 < count <= 40 else ():
                value = 1.0 / (1.0 + log(count))
                found[place >> PLACE_BITS] = max(found.get(place >> PLACE_BITS, 0.0), value)
    return found


def _recent(reader: Reader, files: set[int]) -> dict[int, float]:
    """Return how recently each file was changed."""
    rows = reader.files(sorted(files), "path")
    ids = {path: file for file, (path,) in rows.items()}
    found: dict[int, float] = {}
    for number, data in reader.db.execute(
        "SELECT id, files FROM commits WHERE id < ? ORDER BY id", (RECENT,)
    ):
        for path in split_files(data):
            if path in ids:
                found.setdefault(ids[path], 1.0 - number / RECENT)
    return found
