"""Makes names and texts of strangers safe to print: what cannot be seen is written as an escape.

Whether a text tries to instruct a model is not asked here.
"""

from __future__ import annotations

_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}

_BLANK_LETTERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters that count as letters, marks or symbols but show nothing."""


def printable_path(path: str | bytes) -> str:
    """Return a path in which every invisible character, stray byte and backslash is escaped."""
    text = path.decode("utf-8", "surrogateescape") if isinstance(path, bytes) else path
    if text.isascii() and text.isprintable() and "\\" not in text:
        return text
    return "".join("\\\\" if char == "\\" else _escape(char) for char in text)


def printable_text(text: str) -> str:
    """Return a text in which every invisible character is escaped; backslashes stay."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_escape, text))


def _escape(char: str) -> str:
    # `isprintable` is false for control, format (bidi, zero width, tags), surrogate and odd space characters.
    if char.isprintable() and not _is_blank(char):
        return char
    code = ord(char)
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    if code < 0x80:
        return _SHORT.get(char) or f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def _is_blank(char: str) -> bool:
    is_variation = "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"
    return is_variation or char in _BLANK_LETTERS
