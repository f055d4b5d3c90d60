"""Ranks the definitions of the best files: how well each fits by itself, and what the best ones call.

A prompt often names what a user calls and the cause is what that calls in turn, so a definition gains from
being used by one that ranks high.
"""

from __future__ import annotations

import marshal
import re
import zlib
from math import log

from auto_tools.index.keys import DEFINITION, key_of
from auto_tools.index.postings import MOST_PLACES, PLACE_BITS, unpack
from auto_tools.index.rank.weights import SYMBOL_WEIGHTS
from auto_tools.index.words import terms_of, words_in
from auto_tools.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from auto_tools.index.rank.rank import RankedFile
    from auto_tools.index.rank.signals import Measured
    from auto_tools.index.store import Reader

    Values = dict[str, float]

MOST_SYMBOLS = 50
SYMBOL_FILES = 15
PER_FILE = 40
"""Definitions of one file that are looked at closely, by the fit of their words."""
CALLING = 12
"""Best definitions whose calls count for what they call."""
CONTAINERS = frozenset(("class", "struct", "interface", "enum", "trait", "module"))
_SEPARATORS = re.compile(r"\.|::|->|#")


class RankedSymbol(Record):
    """A definition and how well it fits."""

    path: str
    """File it is in."""
    name: str
    """Qualified name."""
    kind: str
    """What it is."""
    start: int
    """First line."""
    end: int
    """Last line."""
    head: int
    """Line of its name."""
    score: float
    """How well it fits; only the order means anything."""
    file: int
    """Number of the file."""
    shares: Mapping[str, float] = {}
    """What each trait adds to the score."""


class _Candidate:
    """A definition under consideration."""

    __slots__ = ("chunk", "file", "last", "outline", "owner", "place", "row", "values")

    def __init__(self, file: RankedFile, chunk: int, outline: Any) -> None:
        self.file = file
        self.chunk = chunk
        self.outline = outline
        self.row = outline[0][chunk]
        self.place = (file.id << PLACE_BITS) | chunk
        parts = self.row[0].split(".")
        self.last: str = parts[-1]
        self.owner: str = parts[-2] if len(parts) > 1 else ""
        self.values: Values = {}

    def as_symbol(self, score: float) -> RankedSymbol:
        """Return it with its score and what that is made of."""
        name, kind, start, end, head, _length = self.row
        shares = {trait: SYMBOL_WEIGHTS[trait] * value for trait, value in self.values.items() if value}
        return RankedSymbol(self.file.path, name, kind, start, end, head, score, self.file.id, shares)

    def worth(self) -> float:
        """Return the weighted sum of what is known so far."""
        return sum(SYMBOL_WEIGHTS[name] * value for name, value in self.values.items())


class _Words:
    """The prompt's words as names are compared with them."""

    def __init__(self, measured: Measured) -> None:
        query = measured.query
        self.terms = query.weights
        self.names = {part for name in query.names for part in _SEPARATORS.split(name)}
        self.words = {word.lower() for word in words_in(query.text)}
        self.title = {word.lower() for word in query.title_words}
        self.title_terms = query.title_terms


def rank_symbols(reader: Reader, measured: Measured, ranked: list[RankedFile]) -> tuple[RankedSymbol, ...]:
    """Rank the definitions of the best files."""
    best = [one for one in ranked[:SYMBOL_FILES] if one.score > 0]
    if not best:
        return ()
    found = _candidates(reader, measured, best)
    _add_calls(reader, found)
    scored = [(round(one.worth(), 6), one) for one in found]
    scored.sort(key=lambda pair: (-pair[0], pair[1].file.path, pair[1].row[2]))
    return tuple(one.as_symbol(score) for score, one in scored[:MOST_SYMBOLS])


def _candidates(reader: Reader, measured: Measured, best: list[RankedFile]) -> list[_Candidate]:
    rows = reader.files((one.id for one in best), "outline")
    fits: dict[int, list[tuple[float, int]]] = {one.id: [] for one in best}
    for place, score in measured.by_place.items():
        if place >> PLACE_BITS in fits:
            fits[place >> PLACE_BITS].append((-score, place & MOST_PLACES))
    top = max(measured.by_place.values(), default=0.0) or 1.0
    words = _Words(measured)
    found: list[_Candidate] = []
    for position, file in enumerate(best):
        outline = marshal.loads(zlib.decompress(rows[file.id][0]))
        own = sorted((fit, chunk) for fit, chunk in fits[file.id] if outline[0][chunk][0])[:PER_FILE]
        for rank_here, (fit, chunk) in enumerate(own):
            one = _Candidate(file, chunk, outline)
            one.values = {
                "fit": -fit / top,
                "fit_in_file": fit / (own[0][0] or -1.0),
                "place_in_file": 1.0 / (1 + rank_here),
                "file": file.score / best[0].score,
                "file_place": 1.0 / (1 + position),
                "title": measured.title_share(one.place),
                "quoted": measured.quoted_share(one.place),
                "frame": float(one.last in measured.framed.get(file.id, ())),
                **_form(one),
                **_match(one, words),
            }
            found.append(one)
    return found


def _form(one: _Candidate) -> Values:
    """Describe the definition itself."""
    _qual, kind, start, end, _head, _length = one.row
    return {
        "is_container": float(kind in CONTAINERS),
        "length": log(1 + end - start) / 5,
        "is_special": float(one.last.startswith("__")),
        "is_private": float(one.last.startswith("_") and not one.last.startswith("__")),
        "is_nested": float(one.row[0].count(".") > 1),
    }


def _match(one: _Candidate, words: _Words) -> Values:
    """Compare its name and its owner's with the words of the prompt."""
    is_container = one.row[1] in CONTAINERS
    last, owner = one.last.lower(), one.owner.lower()
    is_word = last in words.words and len(last) > 2
    return {
        "name_words": 0.0 if is_container else _share(one.last, words.terms),
        "owner_title": _share(one.owner, words.title_terms),
        "named": float(one.last in words.names and not is_container),
        "title_named": float(last in words.title and len(last) > 2 and not is_container),
        "owner_word": float(owner in words.words),
        "container_named": float(is_container and one.last in words.names),
        "both_named": float(is_word and owner in words.words),
    }


def _share(name: str, terms: Any) -> float:
    """Return which part of a name's words is among some terms."""
    parts = terms_of(name)
    parts = parts[:-1] if len(parts) > 1 else parts
    return sum(part in terms for part in parts) / len(parts) if parts else 0.0


def _add_calls(reader: Reader, found: list[_Candidate]) -> None:
    """Let the best definitions, and those the prompt names, speak for what they call."""
    by_name: dict[str, list[_Candidate]] = {}
    for one in found:
        by_name.setdefault(one.last, []).append(one)
    ordered = sorted(found, key=lambda one: (-one.worth(), one.place))
    named = [one for one in ordered if one.values["named"] or one.values["both_named"]]
    calling = {one.place: one for one in (*ordered[:CALLING], *named[:CALLING])}
    top = ordered[0].worth() if ordered else 1.0
    called = {place: _called(one) & by_name.keys() for place, one in calling.items()}
    keys = {name: key_of(DEFINITION, name.lower()) for names in called.values() for name in names}
    lists = reader.postings(sorted(set(keys.values())))
    same = {name: len(unpack(lists[key][1])[0]) for name, key in keys.items() if key in lists}
    gains: dict[int, float] = {}
    for place, one in calling.items():
        for name in called[place] & same.keys():
            share = max(one.worth() / top, 0.0) / same[name] ** 0.5
            for target in by_name[name]:
                if target.place != place:
                    gains[target.place] = max(gains.get(target.place, 0.0), share)
    for one in found:
        one.values["called"] = gains.get(one.place, 0.0)


def _called(one: _Candidate) -> set[str]:
    return {use[0] for use in one.outline[3] if use[1] == one.chunk}
