"""Finds secrets that span lines: private keys, also cut at either end, and the data of Kubernetes secrets."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

Span = tuple[int, int, str]

MARK = r"-{4,5} ?(BEGIN|END) [A-Za-z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}"
BODY = r"(?:[\s\"'`\\,#*|>;.()]{0,40}(?:\\[nr]){0,2}(?:[A-Z][A-Za-z-]{3,20}: [^\n]{1,80}\n|[A-Za-z0-9+/=]{16,}))+"
"""What may follow a beginning whose end is cut off: headers and runs of base64."""
REST = r"[\s\"'`\\,#*|>;.()nr]{0,40}[A-Za-z0-9+/=]{1,64}[\s\"'`]{0,4}\Z"
"""A last line that was cut short by the end of the text."""
BASE64 = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=")
SIGNS = " \t\r\"'`\\,#*|>;.()"
RUN = r"[A-Za-z0-9+/=]{16}"
PUTTY = r"PuTTY-User-Key-File-\d[\s\S]{0,4000}?Private-(?:Lines: \d+|MAC: )[^\n]*(?:\n[A-Za-z0-9+/=]{8,})*"
FULL_LINES = 4
"""Lines of base64, all of one length that key files use, which make a block whose ends are both cut off."""
LINE_SIZES = (64, 70, 76)

_compiled: dict[str, re.Pattern[str]] = {}


def find_blocks(text: str, lowered: str) -> Iterator[Span]:
    """Yield the spans of key blocks and of encoded Kubernetes data."""
    if "private key" in lowered:
        yield from _find_keys(text)
    if "putty-user-key-file" in lowered:
        for found in _pattern(PUTTY).finditer(text):
            yield found.start(), found.end(), "putty_private_key"
    if "kind" in lowered and "secret" in lowered and "data" in lowered:
        yield from _find_kubernetes(text)
    yield from _find_bodies(text)


def _find_keys(text: str) -> Iterator[Span]:
    marks = list(_pattern(MARK).finditer(text))
    done = 0
    for position, mark in enumerate(marks):
        if mark.start() < done:
            continue
        if mark[1] == "END":
            if position and marks[position - 1][1] == "BEGIN":
                continue  # both ends are here, and nothing of a key between them
            begin = _begin_of_cut(text, mark.start(), done)
            if begin < mark.start():
                done = mark.end()
                yield begin, done, "private_key"
            continue
        closing = marks[position + 1] if position + 1 < len(marks) else None
        if (
            closing is not None
            and closing[1] == "END"
            and _pattern(RUN).search(text, mark.end(), closing.start())
        ):
            done = closing.end()
            yield mark.start(), done, "private_key"
        elif closing is None or closing[1] == "BEGIN":
            body = _pattern(BODY).match(text, mark.end())
            if body is not None:
                rest = _pattern(REST).match(text, body.end())
                done = rest.end() if rest is not None else body.end()
                yield mark.start(), done, "private_key"


def _begin_of_cut(text: str, end: int, floor: int) -> int:
    """Return where the body begins that stands before an end without a beginning."""
    begin = end
    while begin > floor:
        line = text.rfind("\n", floor, max(begin - 1, floor)) + 1 or floor
        words = text[line:begin].strip(SIGNS + "\n").removesuffix("\\n").strip(SIGNS)
        is_last = begin == end
        if words and not (BASE64.issuperset(words.replace("\\n", "")) and (is_last or len(words) >= 16)):
            break
        if not words and not is_last:
            break
        begin = line
        if line <= floor:
            break
    return begin


def _find_kubernetes(text: str) -> Iterator[Span]:
    kind = _pattern(r"(?im)^[ \t]*[\"']?kind[\"']?[ \t]*:[ \t]*[\"']?secret\b").search(text)
    data = _pattern(r"(?m)^([ \t]*)[\"']?(?:data|stringData)[\"']?[ \t]*:[ \t]*\{?[ \t]*$").search(text)
    if kind is None or data is None:
        return
    entry = _pattern(
        r"(?m)^[ \t]+[\"']?[\w.-]{1,100}[\"']?[ \t]*:[ \t]*[\"']?([A-Za-z0-9+/]{8,}={0,2})[\"']?,?[ \t]*$"
    )
    at = data.end() + 1
    while at <= len(text):
        found = entry.match(text, at)
        if found is None:
            return
        yield found.start(1), found.end(1), "kubernetes_secret"
        at = found.end() + 1


def _find_bodies(text: str) -> Iterator[Span]:
    """Find the middle of a key file: equally long lines of base64 without a public beginning."""
    at = begin = count = size = 0
    for line in text.split("\n"):
        stripped = line.strip()
        is_body = len(stripped) in LINE_SIZES and (not count or len(stripped) == size)
        if is_body and BASE64.issuperset(stripped) and not stripped.isalpha() and not _is_hex(stripped):
            begin, size = (begin, size) if count else (at, len(stripped))
            count += 1
        else:
            if count >= FULL_LINES and _is_private(text, begin):
                yield begin, at - 1, "private_key"
            count = 0
        at += len(line) + 1
    if count >= FULL_LINES and _is_private(text, begin):
        yield begin, len(text), "private_key"


def _is_hex(line: str) -> bool:
    return not line.lower().strip("0123456789abcdef")


def _is_private(text: str, begin: int) -> bool:
    """Leave what follows another beginning: certificates, public keys, signatures, data."""
    return "\n" not in text[:begin].strip() and "BEGIN" not in text[:begin]


def _pattern(source: str) -> re.Pattern[str]:
    pattern = _compiled.get(source)
    if pattern is None:
        import re

        pattern = _compiled[source] = re.compile(source)
    return pattern
