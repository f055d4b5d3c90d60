"""Reads and writes JSON through the interpreter's own C parts.

The `json` package hands its work to the same functions, but only after importing `re` and compiling
patterns they do not need: 9 of the 20 ms that a prompt without any work takes.
"""

from __future__ import annotations

from _json import encode_basestring, make_encoder, make_scanner

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_BLANK = " \t\n\r"


def _refuse(value: object) -> object:
    raise TypeError(f"{type(value).__name__} has no JSON form")


class _Rules:
    """How the scanner reads: like `json.loads`, but NaN and Infinity, which are no JSON, become null."""

    strict = True
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int
    parse_constant = staticmethod(lambda _name: None)
    memo: dict[str, str] = {}  # noqa: RUF012 (the scanner keeps and clears the keys of one text in it)


_scan = make_scanner(_Rules)  # type: ignore[arg-type]


def dumps(value: Any) -> str:
    """Write a value as one line; raises TypeError or ValueError for what JSON cannot say."""
    encode = make_encoder({}, _refuse, encode_basestring, None, ": ", ", ", False, False, False)
    return "".join(encode(value, 0))


def loads(text: str) -> Any:
    """Read a text; raises ValueError or RecursionError for what is no JSON."""
    start = len(text) - len(text.lstrip(_BLANK))
    try:
        value, end = _scan(text, start)
    except (StopIteration, SystemError):
        # The scanner needs the package loaded to say what is wrong; a broken text may cost its import.
        import json

        return json.loads(text, parse_constant=_Rules.parse_constant)
    if text[end:].strip(_BLANK):
        raise ValueError(f"not JSON: text after the value at {end}")
    return value
