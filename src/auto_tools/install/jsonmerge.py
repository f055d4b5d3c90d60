"""Puts an entry into a JSON text and takes it out again; every other byte stays as it was."""

from __future__ import annotations

import json
from typing import Any

from auto_tools.errors import UserError
from auto_tools.install.insertion import Insertion
from auto_tools.install.jsonplaces import Node, Part, find_places, is_blank, line_of, parse_json

KINDS = {"object": "an object", "array": "a list", "scalar": "a plain value"}


def add_entry(text: str, keys: tuple[str, ...], value: Any, path: str, *, in_list: bool = False) -> Insertion:
    """Say what to insert where, so that the value is the member at `keys`, or the last item of that list.

    Parents that are missing are made; what is there and no object or list is refused with its line.
    """
    parents = keys if in_list else keys[:-1]
    if is_blank(text):
        return Insertion(len(text), _dump(_wrap(keys, [value] if in_list else value), "", "  ", "\n") + "\n")
    parse_json(text, path)
    node, depth = find_places(text), 0
    while depth < len(parents):
        _demand(node, "object", text, path)
        found = node.member(parents[depth])
        if found is None:
            break
        node, depth = found, depth + 1
    if in_list and depth == len(parents):
        _demand(node, "array", text, path)
        return _insert(text, node, None, value)
    _demand(node, "object", text, path)
    rest = keys[depth + 1 :]
    return _insert(text, node, keys[depth], _wrap(rest, [value] if in_list else value))


def _demand(node: Node, kind: str, text: str, path: str) -> None:
    if node.kind != kind:
        line = line_of(text, node.start)
        raise UserError(
            f"{path}:{line} holds {KINDS[node.kind]} where the client expects {KINDS[kind]}",
            f"mend line {line}, then run the same command again; nothing was changed",
        )


def _wrap(keys: tuple[str, ...], value: Any) -> Any:
    for key in reversed(keys):
        value = {key: value}
    return value


def _insert(text: str, node: Node, key: str | None, value: Any) -> Insertion:
    """Put a member or an item behind the last one, in the style the file has there."""
    newline = "\r\n" if "\r\n" in text else "\n"
    unit = _unit(text)
    name = "" if key is None else json.dumps(key, ensure_ascii=False) + ": "
    if node.parts:
        last = node.parts[-1]
        margin = _margin(text, last.start)
        if margin is None:
            piece = ", " + name + json.dumps(value, ensure_ascii=False)
        else:
            piece = "," + newline + margin + name + _dump(value, margin, unit, newline)
        return Insertion(last.node.end, piece)
    inside = text[node.start + 1 : node.end - 1]
    if "\n" not in text.strip() and node.start != len(text) - len(text.lstrip("\ufeff \t\r\n")):
        return Insertion(node.start + 1, name + json.dumps(value, ensure_ascii=False))
    outer = _line_margin(text, node.start)
    tail = "" if "\n" in inside else newline + outer
    piece = newline + outer + unit + name + _dump(value, outer + unit, unit, newline) + tail
    return Insertion(node.start + 1, piece)


def _dump(value: Any, margin: str, unit: str, newline: str) -> str:
    lines = json.dumps(value, ensure_ascii=False, indent=unit).split("\n")
    return (newline + margin).join(lines)


def _margin(text: str, at: int) -> str | None:
    """Return the blanks before something that starts its line; None where it does not."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line if "\n" in text[:at] and not line.strip(" \t") else None


def _line_margin(text: str, at: int) -> str:
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _unit(text: str) -> str:
    """Return by how much the file indents: what stands before the root's first member."""
    root = find_places(text)
    margin = _margin(text, root.parts[0].start) if root.parts else None
    return margin or "  "


def take_out(text: str, container: Node, place: int) -> str:
    """Return the text without one member or item and the comma that went with it."""
    parts: tuple[Part, ...] = container.parts
    if place > 0:
        return text[: parts[place - 1].node.end] + text[parts[place].node.end :]
    if len(parts) > 1:
        return text[: parts[0].start] + text[parts[1].start :]
    return text[: container.start + 1] + text[container.end - 1 :]


def drop_member(text: str, keys: tuple[str, ...], *, only_empty: bool = False) -> str:
    """Return the text without the member at `keys`; with `only_empty` just where it holds nothing."""
    node = find_places(text)
    for key in keys[:-1]:
        found = node.member(key)
        if found is None:
            return text
        node = found
    places = [number for number, part in enumerate(node.parts) if part.key == keys[-1]]
    if node.kind != "object" or not places:
        return text
    held = node.parts[places[-1]].node
    if only_empty and (held.kind == "scalar" or held.parts):
        return text
    return take_out(text, node, places[-1])
