"""JSON with the place of every value, so that a file can be changed without writing it anew."""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple, NoReturn

from auto_tools.errors import UserError

BOM = "\ufeff"
MAX_DEPTH = 100
_BLANK = re.compile(r"[ \t\r\n]*")
_SCALAR = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s,\]}]+')


class Node(NamedTuple):
    """A value and where its text stands."""

    start: int
    """Offset of its first character."""
    end: int
    """Offset behind its last character."""
    kind: str
    """`object`, `array` or `scalar`."""
    parts: tuple[Part, ...] = ()
    """Members of an object, items of an array."""

    def member(self, key: str) -> Node | None:
        """Return the value of a key; the last one where it is there twice, as clients read it."""
        found = [part.node for part in self.parts if part.key == key]
        return found[-1] if found and self.kind == "object" else None


class Part(NamedTuple):
    """A member of an object or an item of an array."""

    start: int
    """Where the key starts, or the item."""
    key: str
    """The key; empty for an item."""
    node: Node
    """The value."""


def is_blank(text: str) -> bool:
    """Tell whether there is nothing in a file yet."""
    return not text.removeprefix(BOM).strip(" \t\r\n")


def parse_json(text: str, path: str) -> Any:
    """Return the value of a text; raises UserError with file and line for what is no JSON."""
    try:
        value = json.loads(text.removeprefix(BOM), parse_constant=_refuse_constant, parse_int=_int)
    except json.JSONDecodeError as error:
        line, column = error.lineno, error.colno
        raise UserError(
            f"{path}:{line}:{column} is not JSON: {error.msg}",
            f"mend line {line}, then run the same command again; nothing was changed",
        ) from error
    except RecursionError as error:
        raise _too_deep(path) from error
    except ValueError as error:
        raise UserError(f"{path} is not JSON: {error}", "mend it, then run the same command again") from error
    if _is_deep(value):
        raise _too_deep(path)
    return value


def _too_deep(path: str) -> UserError:
    return UserError(f"{path} is nested too deeply to be changed safely", "use --print and paste")


def _is_deep(value: Any) -> bool:
    """Tell whether a value holds more levels than any client's settings have and our recursion bears."""
    level = [value]
    for _depth in range(MAX_DEPTH):
        inner = [list(one.values()) if isinstance(one, dict) else one for one in level]
        level = [
            one for held in inner for one in held if isinstance(held, list) and isinstance(one, dict | list)
        ]
        if not level:
            return False
    return True


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON value")


def _int(digits: str) -> int | float:
    return int(digits) if len(digits) < 400 else float(digits)


def find_places(text: str) -> Node:
    """Return the places of everything in a text that `parse_json` accepts."""
    return _value(text, _skip(text, 1 if text.startswith(BOM) else 0))


def _value(text: str, at: int) -> Node:
    if text[at] in "{[":
        return _container(text, at, is_object=text[at] == "{")
    found = _SCALAR.match(text, at)
    return Node(at, found.end() if found else at, "scalar")


def _container(text: str, start: int, *, is_object: bool) -> Node:
    parts: list[Part] = []
    at = _skip(text, start + 1)
    while text[at] not in "}]":
        begun, key = at, ""
        if is_object:
            named = _value(text, at)
            key = json.loads(text[named.start : named.end])
            at = _skip(text, _skip(text, named.end) + 1)
        node = _value(text, at)
        parts.append(Part(begun, key, node))
        at = _skip(text, node.end)
        if text[at] == ",":
            at = _skip(text, at + 1)
    return Node(start, at + 1, "object" if is_object else "array", tuple(parts))


def _skip(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at


def line_of(text: str, at: int) -> int:
    """Return the line number of an offset."""
    return text.count("\n", 0, at) + 1
