"""Makes untrusted text harmless for a model, line by line and never more than needed.

`find_orders` knows lines that try to instruct the model, `filter_lines` takes them out, `make_visible`
escapes characters that hide or forge structure. None of it is the boundary: the fence and the preamble
are. What orders look like stands in the tables of `hostile/`.
"""

from __future__ import annotations

import re

from auto_tools.record import Record
from auto_tools.safety.hostile.chinese import ORDERS as CHINESE
from auto_tools.safety.hostile.english import OPENINGS
from auto_tools.safety.hostile.english import ORDERS as ENGLISH
from auto_tools.safety.hostile.hidden import CORE, decoded_parts, find_hidden, turn_letters, unfold, unleet
from auto_tools.safety.hostile.others import ORDERS as OTHERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    Rows = tuple[tuple[str, tuple[str, ...], str], ...]
    Span = tuple[int, int, str]

FILTERED = "filtered potential injection content"
BEGINS, BEFORE, BEHIND = 0, 160, 480
"""How many characters around a hint a pattern may see: keeps the search linear in the text."""
SPELLED = ("i g n o r e", "d i s r e g a r d", "i-g-n-o-r-e", "i.g.n.o.r.e")
ROLES = (
    "system|user|assistant|human|developer|tool|tool_result|tool_results|tool_use|tool_call|tool_calls|function|"
    "function_result|function_results|function_calls|system-reminder|system_prompt|instructions|antml|invoke|"
    "important|information|admin|start_of_turn|end_of_turn|turn|bos|eos"
)
"""Names of tags by which chats tell who speaks; `List<User>` is a type and stays."""
_ROLE_MARKS = re.compile(
    rf"(?:(?<!\w)<|<(?=\s{{0,4}}(?:/|(?-i:[a-z]))))(?=\s{{0,4}}/?\s{{0,4}}(?:{ROLES})(?![A-Za-z]))"
    r"|<(?=/?\||/?<?/?SYS>|｜)"
    r"|\[(?=\s{0,4}/?\s{0,4}(?:INST|SYS|SYSTEM|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_RESULTS|TOOL_CALLS)\s{0,4}\])"
    r"|^(?P<role>[ \t>*#]{0,8}\(?(?:Human|Assistant|System|User|Developer|Tool|system_message)\)?[ \t]{0,4}):"
    r"(?=\s|\*|$)"
    r"|#{2,}[ \t]{0,4}\(?(?=(?:system|assistant|user|human)(?:_message|_prompt)?\)?"
    r"(?:[ \t]{0,4}:|[ \t]*$|\)))",
    re.MULTILINE | re.IGNORECASE,
)
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\ud800-\udfff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
BEGINNING = r"(?<![a-z])[a-z]{4}"
_beginnings: dict[str, str] = {}
_compiled: dict[str, re.Pattern[str]] = {}


class Finding(Record):
    """A line that tries to instruct the model."""

    line: int
    """Counted from 1."""
    kind: str
    """What gave it away."""


def find_orders(text: str) -> list[Finding]:
    """Return the lines that address the model, in order, each once."""
    kinds: dict[int, str] = {}
    spans = list(_find(text))
    breaks = _line_breaks(text) if spans else []
    for begin, end, kind in spans:
        first, last = _line_of(breaks, begin), _line_of(breaks, max(end - 1, begin))
        for line in range(first, last + 1):
            kinds.setdefault(line, kind)
    return [Finding(line + 1, kinds[line]) for line in sorted(kinds)]


def filter_lines(text: str, place: str, first_line: int | None = None) -> tuple[str, list[str]]:
    """Replace lines that address the model by `[filtered: place]`; return the places too."""
    findings = find_orders(text)
    if not findings:
        return text, []
    lines, places = text.split("\n"), []
    for finding in findings:
        where = place if first_line is None else f"{place}:{first_line + finding.line - 1}"
        places.append(where)
        lines[finding.line - 1] = f"[filtered: {where}]"
    return "\n".join(lines), places


def _find(text: str) -> Iterator[Span]:
    lowered = text.lower()
    if len(lowered) != len(text):
        lowered = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    flat = lowered.replace("\n", " ").replace("\t", " ")
    latin = flat if text.isascii() else unfold(flat)
    seen = _seen(latin) if latin is flat else _seen(latin) | set(flat)
    yield from _match(latin, OPENINGS, seen, BEGINS)
    yield from _match(latin, ENGLISH, seen)
    yield from _match(flat, OTHERS, seen)
    if not text.isascii():
        yield from _match(flat, CHINESE, seen)
    yield from find_hidden(text)
    yield from _find_disguised(text, latin)


def _find_disguised(text: str, latin: str) -> Iterator[Span]:
    """Find orders that are spelled oddly or encoded."""
    plain = unleet(latin)
    if any(plain.count(word) > latin.count(word) for word in CORE):
        yield from (
            (begin, end, "spelling") for begin, end, _kind in _match(plain, OPENINGS, _seen(plain), BEGINS)
        )
    for spelled in SPELLED:
        at = latin.find(spelled)
        while at >= 0:
            yield at, at + len(spelled), "spelling"
            at = latin.find(spelled, at + len(spelled))
    if "rot13" in latin or "rot-13" in latin:
        turned = turn_letters(latin)
        for rows, before in ((OPENINGS, BEGINS), (ENGLISH, BEFORE)):
            found = _match(turned, rows, _seen(turned), before)
            yield from ((begin, end, "encoded") for begin, end, _kind in found)
    for begin, end, words in decoded_parts(text):
        if (
            _is_order(words)
            or "decode" in latin[max(begin - 80, 0) : begin]
            or not text[begin:end].strip("01 ")
        ):
            yield begin, end, "encoded"


def _is_order(words: str) -> bool:
    if any(word in words for word in ("ignore", "disregard", "instruction", "system prompt")):
        return True
    rows = (*OPENINGS, *ENGLISH, *OTHERS, *CHINESE)
    flat = words.replace("\n", " ")
    return next(_match(flat, rows, _seen(flat)), None) is not None


def _seen(flat: str) -> set[str]:
    """Return how the longer words of a text begin, and its letters when it is not plain ASCII."""
    begun = set(_pattern(BEGINNING).findall(flat))
    return begun if flat.isascii() else begun | set(flat)


def _match(flat: str, rows: Rows, seen: set[str], before: int = BEFORE) -> Iterator[Span]:
    """Try the patterns around each hint; a match is reported once."""
    for kind, hints, source in rows:
        done = 0
        for hint in hints:
            beginning = _beginnings.get(hint) or _beginning(hint)
            if beginning not in seen and beginning != hint:
                continue
            at = flat.find(hint)
            while at >= 0:
                if before:
                    found = _pattern(source).search(flat, max(at - before, done), at + BEHIND)
                else:
                    found = _pattern(source).match(flat, at, at + BEHIND)
                if found is not None and found.end() > at:
                    yield found.start(), found.end(), kind
                    done = found.end()
                at = flat.find(hint, max(at + len(hint), done))
            done = 0


def _beginning(hint: str) -> str:
    """Return what a text with a hint must show: how a longer word begins, a foreign letter, or the hint."""
    found = _pattern(BEGINNING).search(hint)
    foreign = next((letter for letter in hint if not letter.isascii()), "")
    _beginnings[hint] = foreign or (found[0] if found else hint)
    return _beginnings[hint]


def _line_breaks(text: str) -> list[int]:
    breaks, at = [], text.find("\n")
    while at >= 0:
        breaks.append(at)
        at = text.find("\n", at + 1)
    return breaks


def _line_of(breaks: list[int], at: int) -> int:
    low, high = 0, len(breaks)
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if breaks[middle] < at else (low, middle)
    return low


def _pattern(source: str) -> re.Pattern[str]:
    pattern = _compiled.get(source)
    if pattern is None:
        pattern = _compiled[source] = re.compile(source)
    return pattern


def make_visible(text: str) -> str:
    """Escape control, bidi and zero-width characters and break role markers, visibly."""
    text = _HIDDEN.sub(lambda match: _escape(match.group()), text)
    return _ROLE_MARKS.sub(_break, text)


def _escape(character: str) -> str:
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _break(match: re.Match[str]) -> str:
    role = match.group("role")
    return f"{role}\\:" if role else f"{match.group()}\\"
