"""Finds our hook among the hooks of a client, however its command is spelled, and takes it out."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Mapping
from typing import Any, NamedTuple

from auto_tools.install.jsonmerge import drop_member, take_out
from auto_tools.install.jsonplaces import Node, find_places, is_blank, line_of, parse_json

EVENT = "UserPromptSubmit"
NAMES = ("context-inject-global.sh", "augment-context-global.sh")
HOMES = ("$HOME", "${HOME}")
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
            program = program_of(command) if isinstance(command, str) else ""
            if program:
                found.append(Registration(path, 0, number, place, command, program, handler))
    return found


def _get(value: Any, key: str) -> Any:
    return value.get(key) if isinstance(value, Mapping) else None


def program_of(command: str) -> str:
    """Return the script of ours that a command starts; empty where it starts none."""
    home = os.path.expanduser("~")
    for word in _words(command):
        path = os.path.expanduser(word.replace("${HOME}", home).replace("$HOME", home))
        if os.path.basename(path) in NAMES:
            return path
        inner = program_of(word) if " " in word.strip() and word != command else ""  # sh -c '...'
        if inner:
            return inner
    return ""


def _words(command: str) -> list[str]:
    """Split a command as a shell does, also where ; and the like touch a word."""
    lexer = shlex.shlex(command, posix=True, punctuation_chars=True)
    lexer.whitespace_split, lexer.commenters = True, ""
    try:
        return list(lexer)
    except ValueError:
        return command.split()


def is_timeout(value: Any) -> bool:
    """Tell whether a value is a time that both clients take: whole seconds."""
    return type(value) is int and 0 < value < 1 << 63


def wrong_timeouts(text: str, path: str) -> list[str]:
    """Name every timeout in a file of hooks that is none, whosever hook it is."""
    if is_blank(text):
        return []
    hooks = _get(parse_json(text, path), "hooks")
    said = []
    for event in hooks if isinstance(hooks, Mapping) else ():
        for _group, _place, _all, _list, node in _handlers(text, event):
            held = node.member("timeout")
            spelled = text[held.start : held.end] if held else "1"
            if not is_timeout(json.loads(spelled)):
                line = line_of(text, node.start)
                said.append(f"{path}:{line} has the timeout {spelled[:40]}, which is no number of seconds")
    return said


def is_sound(one: Registration) -> bool:
    """Tell whether a definition is one that works: our script alone, waited for, in a form shells resolve."""
    known = {**one.definition}
    is_command = known.pop("type", None) == "command"
    has_time = is_timeout(known.pop("timeout", TIMEOUT_S))
    known.pop("statusMessage", None)
    return is_command and has_time and list(known) == ["command"] and one.command in _spellings(one.program)


def _spellings(program: str) -> set[str]:
    """Return the ways to name a script that a shell turns into its path."""
    home = os.path.expanduser("~") + os.sep
    spelled = {shlex.quote(program)}
    if shlex.quote(program) == program:
        spelled |= {f"'{program}'", f'"{program}"'}
        if program.startswith(home):
            rest = program.removeprefix(home)
            spelled |= {f"~/{rest}", *(f"{mark}{var}/{rest}{mark}" for mark in ('"', "") for var in HOMES)}
    return spelled


def is_same_file(one: str, other: str) -> bool:
    """Tell whether two paths lead to one file."""
    return os.path.realpath(one) == os.path.realpath(other)


def _handlers(text: str, event: str = EVENT) -> list[tuple[int, int, Node, Node, Node]]:
    """Return for each command its two numbers, the list of groups, the list of commands, and itself."""
    hooks = find_places(text).member("hooks")
    groups = hooks.member(event) if hooks else None
    found = []
    for number, group in enumerate(groups.parts if groups and groups.kind == "array" else ()):
        handlers = group.node.member("hooks")
        for place, part in enumerate(handlers.parts if handlers and handlers.kind == "array" else ()):
            if groups and handlers:
                found.append((number, place, groups, handlers, part.node))
    return found


def _handler_lines(text: str) -> list[tuple[int, int, int]]:
    return [(group, place, line_of(text, node.start)) for group, place, _g, _h, node in _handlers(text)]


def strip_hook(text: str, script: str, path: str, *, only_damaged: bool = False) -> str:
    """Return the text without commands that start our script, and without lists and objects left empty."""
    while True:
        ours = [one for one in find_in_json(text, path) if is_same_file(one.program, script)]
        if only_damaged:
            ours = [one for one in ours if not is_sound(one)]
        if not ours:
            return text
        text = _strip_one(text, ours[-1])


def mend_hook(text: str, script: str, path: str) -> str:
    """Return the text with our command as it must be, where it stands: Codex knows hooks by their place."""
    ours = [one for one in find_in_json(text, path) if is_same_file(one.program, script)]
    if ours and not any(map(is_sound, ours)):
        for group, place, _groups, _handlers_node, node in _handlers(text):
            if (group, place) == (ours[0].group, ours[0].handler):
                entry = json.dumps(entry_of(script)["hooks"][0], ensure_ascii=False)
                text = text[: node.start] + entry + text[node.end :]
                break
    return strip_hook(text, script, path, only_damaged=True)


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
