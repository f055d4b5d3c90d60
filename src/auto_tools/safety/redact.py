"""Takes secrets out of text.

The rules are tables in `secrets/`, with keywords: a text without any costs substring searches and compiles
nothing. Every pattern runs in linear time, and a deadline holds all the same: a text that could not be
searched in time is not let through.
"""

from __future__ import annotations

import time

from auto_tools.errors import RedactionFailed
from auto_tools.safety.secrets.assignments import find_assigned
from auto_tools.safety.secrets.blocks import find_blocks
from auto_tools.safety.secrets.cloud import TOKENS as CLOUD
from auto_tools.safety.secrets.develop import TOKENS as DEVELOP
from auto_tools.safety.secrets.forms import BEARER, FORMS
from auto_tools.safety.secrets.judge import entropy, is_filler, is_placeholder
from auto_tools.safety.secrets.services import TOKENS as SERVICES

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    Span = tuple[int, int, str]
    Row = tuple[str, tuple[str, ...], str, float]

TOKENS: tuple[Row, ...] = (*CLOUD, *DEVELOP, *SERVICES)
"""Known by how they begin: with one of their keywords."""
WRITTEN = {"bearer": "Bearer <redacted>", "aws_access_key": "AKIA<redacted>"}
"""What stands there afterwards, where the contract names it."""
DEADLINE_S = 3.0
MOST_PASSES = 60
SHORTEST = 8
"""Below this many characters nothing holds a secret and the name or form that shows it."""
HIDDEN = "redaction failed; a message is withheld"

FIRST = 3
"""Letters by which tokens are looked up."""
SIGNS = str.maketrans({code: " " for code in range(128) if not chr(code).isalnum()})

_beginnings: dict[int, dict[str, list[tuple[int, str, Row]]]] = {}
_compiled: dict[str, re.Pattern[str]] = {}


def redact(text: str, counts: dict[str, int]) -> str:
    """Return the text without secrets and add to the counts per kind."""
    if len(text) < SHORTEST:
        return text
    try:
        deadline = time.monotonic() + DEADLINE_S
        for _ in range(MOST_PASSES):
            spans = _chosen(_find(text, deadline))
            if not spans:
                return text
            text = _replace(text, spans, counts)
    except RedactionFailed:
        raise
    except Exception as error:
        raise RedactionFailed(f"redaction failed: {type(error).__name__}") from error
    raise RedactionFailed("redaction failed: the text does not settle")


def redact_or_hide(text: str) -> str:
    """Return a message without secrets, for places that must say something whatever happens."""
    try:
        return redact(text, {})
    except RedactionFailed:
        return HIDDEN


def _find(text: str, deadline: float) -> Iterator[Span]:
    """Yield spans of secrets, the most certain kinds first."""
    lowered = text.lower()
    if len(lowered) != len(text):  # a few letters change their length; positions must be those of the text
        lowered = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    yield from find_blocks(text, lowered)
    for keyword, row in _begun_tokens(lowered):
        if keyword in lowered:
            yield from _find_tokens(text, lowered, keyword, row)
        _check(deadline)
    if "bearer" in lowered:
        yield from _find_bearer(text)
    for row in FORMS:
        if any(keyword in lowered for keyword in row[1]):
            yield from _find_forms(text, row)
        _check(deadline)
    for span in find_assigned(text, lowered):
        _check(deadline)
        yield span


def _begun_tokens(lowered: str) -> list[tuple[str, Row]]:
    """Return the keywords and rows of tokens whose first letters begin a word of the text, in table order."""
    if "\\" in lowered:
        for escaped in ("\\n", "\\r", "\\t"):
            lowered = lowered.replace(escaped, "  ")
    begun = {word[:FIRST] for word in lowered.translate(SIGNS).split()}
    table = _beginnings.get(id(TOKENS)) or _index_tokens()
    begun &= table.keys()
    found = [entry for beginning in (*begun, "") for entry in table.get(beginning, ())]
    return [(keyword, row) for _position, keyword, row in sorted(found, key=lambda entry: entry[0])]


def _index_tokens() -> dict[str, list[tuple[int, str, Row]]]:
    """Sort the keywords by the first letters of their first word; those without a word under nothing."""
    table: dict[str, list[tuple[int, str, Row]]] = {"": []}
    for position, row in enumerate(TOKENS):
        for keyword in row[1]:
            words = keyword.translate(SIGNS).split(" ")
            beginning = words[0][:FIRST] if len(words) > 1 or len(words[0]) >= FIRST else ""
            table.setdefault(beginning, []).append((position, keyword, row))
    _beginnings[id(TOKENS)] = table
    return table


def _check(deadline: float) -> None:
    if time.monotonic() > deadline:
        raise RedactionFailed("redaction failed: no answer in time")


def _find_tokens(text: str, lowered: str, keyword: str, row: Row) -> Iterator[Span]:
    kind, _keywords, source, bits = row
    at = lowered.find(keyword)
    while at >= 0:
        following = at + len(keyword)
        if not at or not _continues(text, at):
            found = _pattern(rf"(?:{source})(?![A-Za-z0-9])").match(text, at)
            if found is not None:
                following = found.end()
                span = _accepted(found, kind, bits)
                if span is not None:
                    yield span
        at = lowered.find(keyword, following)


def _continues(text: str, at: int) -> bool:
    """Say whether a word goes on over a position; an escaped line end before it is none."""
    before = text[at - 1]
    if not (before.isalnum() and before.isascii()) and before != "_":
        return False
    return not (before in "nrt" and text[at - 2 : at - 1] == "\\")


def _find_bearer(text: str) -> Iterator[Span]:
    for found in _pattern(BEARER).finditer(text):
        value = next(group for group in found.groups() if group)
        if (
            value.startswith(("$", "%", "{", "["))
            or is_filler(value)
            or "fake" in value
            or not value.strip(".")
        ):
            continue
        before = found[0][: -len(value)].lower()  # nothing but ASCII, so that its length stays
        yield found.start() + before.rindex("bearer"), found.end(), "bearer"


def _find_forms(text: str, row: Row) -> Iterator[Span]:
    kind, _keywords, source, bits = row
    for found in _pattern(source).finditer(text):
        if kind in CHOSEN_BY_PEOPLE and (is_placeholder(found[1]) or found[1].lower() in COMMON):
            continue
        span = _accepted(found, kind, bits)
        if span is not None:
            yield span


CHOSEN_BY_PEOPLE = ("url_password", "curl_user", "netrc_password")
"""Kinds without a form of their own."""
COMMON = frozenset(
    "password pass passwd pwd secret token user pw pass1234 xxx test hunter2 key apikey none null"
    " x-oauth-basic username admin root 123 1234 guest postgres mysql port host name foo bar baz".split()
)
"""Passwords in examples of URLs and commands."""


def _accepted(found: re.Match[str], kind: str, bits: float) -> Span | None:
    group = 1 if found.re.groups and found[1] is not None else 0
    value = found[group]
    if entropy(value) < bits or (kind not in WRITTEN and is_filler(value)):
        return None
    return found.start(group), found.end(group), kind


def _chosen(spans: Iterator[Span]) -> list[Span]:
    """Return spans in order without overlaps: of two that overlap the first found stands, widened to both."""
    chosen: list[Span] = []
    for begin, end, kind in sorted(spans, key=lambda span: span[0]):
        if chosen and begin < chosen[-1][1]:
            last = chosen[-1]
            chosen[-1] = (last[0], max(last[1], end), last[2])
        else:
            chosen.append((begin, end, kind))
    return chosen


def _replace(text: str, spans: list[Span], counts: dict[str, int]) -> str:
    parts, done = [], 0
    for begin, end, kind in spans:
        parts += [text[done:begin], WRITTEN.get(kind) or f"[REDACTED:{kind}]"]
        done = end
        counts[kind] = counts.get(kind, 0) + 1
    return "".join((*parts, text[done:]))


def _pattern(source: str) -> re.Pattern[str]:
    pattern = _compiled.get(source)
    if pattern is None:
        import re

        pattern = _compiled[source] = re.compile(source, re.MULTILINE)
    return pattern
