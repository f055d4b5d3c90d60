"""Writes an envelope as JSON, field by field in the order of `contract.py`."""

from __future__ import annotations

from auto_tools import jsontext
from auto_tools.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def to_plain(value: Any) -> Any:
    """Turn records into plain JSON values; a field that defaults to None is left out while None."""
    if isinstance(value, Record):
        defaults = value.__defaults__
        fields = ((name, getattr(value, name)) for name in value.__slots__)
        return {
            name: to_plain(inner)
            for name, inner in fields
            if inner is not None or name not in defaults or defaults[name] is not None
        }
    if isinstance(value, list | tuple):
        return [to_plain(inner) for inner in value]
    if isinstance(value, dict):
        return {key: to_plain(inner) for key, inner in value.items()}
    return value


def to_json(value: Any) -> str:
    """Write any of our values as one line of JSON that every parser takes and every terminal can show."""
    text = jsontext.dumps(to_plain(value))
    text = text.encode("utf-8", "replace").decode("utf-8")
    return text if text.isprintable() else "".join(map(_escape_unseen, text))


def _escape_unseen(char: str) -> str:
    """Write a character that a terminal would obey or hide as JSON's own escape."""
    if char.isprintable():
        return char
    units = char.encode("utf-16-be").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))
