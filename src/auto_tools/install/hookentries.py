"""Finds our hook among the hooks of a client, however its command is spelled, and takes it out."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping
from typing import Any, NamedTuple

from auto_tools.install.jsonmerge import drop_member, take_out
from auto_tools.install.jsonplaces import Node, find_places, is_blank, line_of, parse_json

EVENT = "UserPromptSubmit"
NAMES = ("context-inject-global.sh", "augment-context-global.sh")
TIMEOUT_S = 20
"""The hook ends itself before this."""


class Registration(NamedTuple):
    """One command of ours in a settings file."""

    file: str
    """The settings file."""
    line: int
    """Where in it; 0 where that is not known."""
    group: int
    """Number of the group in the event's list."""
    handler: int
    """Number of the command in its group."""
    command: str
    """As it is written."""
    program: str
    """The script it starts."""
    is_plain: bool
    """Whether the command is that script and nothing else."""
    definition: Mapping[str, Any]
    """Everything the file says about it."""


def command_of(script: str) -> str:
    """Return the command that is registered: the script's path, quoted for the client's shell."""
    return shlex.quote(script)


def entry_of(script: str) -> dict[str, Any]:
    """Return the group that is registered."""
    return {"hooks": [{"type": "command", "command": command_of(script), "timeout": TIMEOUT_S}]}


def find_in_json(text: str | None, path: str) -> list[Registration]:
    """Return every registration of ours in a settings file."""
    if text is None or is_blank(text):
        return []
    found = find_in_value(parse_json(text, path), path)
    lines = {(group, handler): line for group, handler, line in _handler_lines(text)}
    return [one._replace(line=lines.get((one.group, one.handler), 0)) for one in found]


def find_in_value(settings: Any, path: str) -> list[Registration]:
    """Return every registration of ours in settings that were read already."""
    groups = _get(_get(settings, "hooks"), EVENT)
    found = []
    for number, group in enumerate(groups if isinstance(groups, list) else ()):
        handlers = _get(group, "hooks")
        for place, handler in enumerate(handlers if isinstance(handlers, list) else ()):
            command = _get(handler, "command")
            program, is_plain = program_of(command) if isinstance(command, str) else ("", False)
            if program:
                found.append(Registration(path, 0, number, place, command, program, is_plain, handler))
    return found


def _get(value: Any, key: str) -> Any:
    return value.get(key) if isinstance(value, Mapping) else None


def program_of(command: str) -> tuple[str, bool]:
    """Return the script of ours that a command starts, and whether it does nothing else."""
    try:
        words = shlex.split(command)
    except ValueError:
        words = command.split()
    home = os.path.expanduser("~")
    for word in words:
        path = os.path.expanduser(word.replace("${HOME}", home).replace("$HOME", home))
        if os.path.basename(path) in NAMES:
            return path, len(words) == 1
    return "", False


def is_same_file(one: str, other: str) -> bool:
    """Tell whether two paths lead to one file."""
    return os.path.realpath(one) == os.path.realpath(other)


def _handlers(text: str) -> list[tuple[int, int, Node, Node, Node]]:
    """Return for each command its two numbers, the list of groups, the list of commands, and itself."""
    hooks = find_places(text).member("hooks")
    groups = hooks.member(EVENT) if hooks else None
    found = []
    for number, group in enumerate(groups.parts if groups and groups.kind == "array" else ()):
        handlers = group.node.member("hooks")
        for place, part in enumerate(handlers.parts if handlers and handlers.kind == "array" else ()):
            if groups and handlers:
                found.append((number, place, groups, handlers, part.node))
    return found


def _handler_lines(text: str) -> list[tuple[int, int, int]]:
    return [(group, place, line_of(text, node.start)) for group, place, _g, _h, node in _handlers(text)]


def strip_hook(text: str, script: str, path: str) -> str:
    """Return the text without our command, and without the lists and objects this leaves empty.

    A command of the user's own that also starts our script is theirs and stays.
    """
    while True:
        there = find_in_json(text, path)
        ours = [one for one in there if one.is_plain and is_same_file(one.program, script)]
        if not ours:
            return text
        text = _strip_one(text, ours[-1])


def _strip_one(text: str, one: Registration) -> str:
    for group, place, groups, handlers, _node in _handlers(text):
        if (group, place) == (one.group, one.handler):
            if len(handlers.parts) > 1:
                return take_out(text, handlers, place)
            text = take_out(text, groups, group)
            break
    for keys in (("hooks", EVENT), ("hooks",)):
        text = drop_member(text, keys, only_empty=True)
    return text
