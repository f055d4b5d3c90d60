"""Names and texts as they stand in source: the simple name of a path, the words of a literal."""

from __future__ import annotations

import re

LONGEST_STRING = 400

BUILT_IN = frozenset(
    {"None", "str", "int", "float", "bool", "bytes", "object", "string", "void", "any", "unknown", "never"}
    | {"number", "boolean", "byte", "rune", "uint", "int8", "int16", "int32", "int64", "uint8", "uint16"}
    | {"uint32", "uint64", "float32", "float64", "double", "char", "long", "short", "usize", "Self", "self"}
)
"""Types that every file uses; they say nothing about where to look."""

SEPARATOR = re.compile(r"::|->|[.:\\#]")
_CALLED = re.compile(r"(?:([\w$@]+)\s*(?:[?!&]?\.|::|->|:|\\)\s*)?([\w$]+[?!]?)\s*\Z")
_LAST_WORD = re.compile(r"([\w$]+[?!]?)\s*\Z")
_TYPE_NAME = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")
_OPENING = re.compile(r"""[A-Za-z@$]{0,3}#*(?:\"{3}|'{3}|["'`]|<<[<~-]?["']?\w+["']?|\[=*\[)""")


def without_arguments(text: str) -> str:
    """Return `a.b.C` of `a.b.C<D>`."""
    return text[: min((at for at in map(text.find, "<[({") if at > 0), default=len(text))]


def simple_name(text: str) -> str:
    """Return the last name of a path such as `a.b.C<D>`."""
    if text.isidentifier():
        return text
    parts = [part for part in SEPARATOR.split(without_arguments(text)) if part.strip()]
    return parts[-1].strip(" \t\r\n?!&*@") if parts else ""


def called_name(text: str) -> tuple[str, str]:
    """Return the receiver, when it is a single name, and the name of what is called; empty if unclear."""
    text = _without_last_arguments(text) if text.endswith(">") else text
    called = _CALLED.match(text)
    if called is not None:
        return called[1] or "", called[2]
    last = _LAST_WORD.search(text)
    return "", last[1] if last else ""


def types_in(text: str) -> list[tuple[int, int, str, str]]:
    """Return each type in the text of an annotation: where it starts and ends in bytes, receiver, name."""
    found = []
    is_plain = text.isascii()
    for word in _TYPE_NAME.finditer(text):
        receiver, _, name = word[0].rpartition(".")
        if name not in BUILT_IN:
            first, end = word.span()
            if not is_plain:
                first, end = len(text[:first].encode()), len(text[:end].encode())
            found.append((first, end, "" if "." in receiver else receiver, name))
    return found


def string_text(source: bytes, start: int, end: int) -> str:
    """Return a literal without its quotes, cut to size, or nothing when it has fewer than three words."""
    if end - start < 7:
        return ""
    raw = source[start : min(end, start + 4 * LONGEST_STRING)]
    if len(raw.split(None, 2)) < 3:
        return ""
    text = raw.decode("utf-8", "replace")
    opening = _OPENING.match(text)
    if opening is not None:
        text = text[opening.end() :]
    if end - start == len(raw):
        text = text.rstrip().rstrip("#").rstrip("\"'`]")
    text = text.strip()[:LONGEST_STRING]
    return text if len(text.split(None, 2)) == 3 else ""


def _without_last_arguments(text: str) -> str:
    """Return `a::b` of `a::b<C<D>>`."""
    depth = 0
    for at in range(len(text) - 1, -1, -1):
        depth += (text[at] == ">") - (text[at] == "<")
        if not depth:
            return text[:at].removesuffix("::")
    return text
