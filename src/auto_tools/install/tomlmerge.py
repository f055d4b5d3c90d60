"""Puts a table into a TOML text and takes it out again; every other byte stays as it was.

A table may stand at the end of any TOML file, so nothing has to be written anew. The standard library
reads the text before and after: a change that would touch anything else is refused.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import Any

from auto_tools.errors import UserError
from auto_tools.install.insertion import Insertion
from auto_tools.install.jsonplaces import BOM, is_blank

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_HEADER = re.compile(r"[ \t]*\[.*\][ \t]*(#.*)?")
_LINE = re.compile(r"at line (\d+)")


def parse_toml(text: str, path: str) -> dict[str, Any]:
    """Return the tables of a text; raises UserError with file and line for what is no TOML."""
    try:
        return tomllib.loads(text.removeprefix(BOM))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        found = _LINE.search(str(error))
        line = f":{found[1]}" if found else ""
        raise UserError(
            f"{path}{line} is not TOML: {error}",
            "mend that line, then run the same command again; nothing was changed",
        ) from error


def value_at(tables: Mapping[str, Any], keys: tuple[str, ...]) -> Any:
    """Return what stands at a path of keys; None where nothing does."""
    found: Any = tables
    for key in keys:
        found = found.get(key) if isinstance(found, Mapping) else None
    return found


def table_text(keys: tuple[str, ...], values: Mapping[str, Any]) -> str:
    """Write a table of texts and lists of texts."""
    lines = [f"[{'.'.join(_key(key) for key in keys)}]"]
    lines += [f"{_key(name)} = {_literal(value)}" for name, value in values.items()]
    return "\n".join(lines) + "\n"


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _literal(key)


def _literal(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(_literal(item) for item in value)}]"
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08x}" for c in escaped) + '"'


def add_table(text: str, keys: tuple[str, ...], values: Mapping[str, Any], path: str) -> Insertion:
    """Say what to append so that the table is there; refused where the file's form has no room for it."""
    before = parse_toml(text, path)
    newline = "\r\n" if "\r\n" in text else "\n"
    gap = "" if is_blank(text) else newline if text.endswith("\n") else newline * 2
    made = Insertion(len(text), gap + table_text(keys, values).replace("\n", newline))
    try:
        after = tomllib.loads(made.into(text).removeprefix(BOM))
    except tomllib.TOMLDecodeError:
        after = {}
    if value_at(after, keys) != dict(values) or not _is_rest_equal(before, after, keys):
        raise UserError(
            f"{path} holds {keys[0]} in a form that no table can be added to",
            f"write it as [{keys[0]}.NAME] tables, or use --print and paste; nothing was changed",
        )
    return made


def drop_table(text: str, keys: tuple[str, ...], path: str) -> str:
    """Return the text without a table and those below it; refused where this would touch anything else."""
    before = parse_toml(text, path)
    if value_at(before, keys) is None:
        return text
    mark = BOM if text.startswith(BOM) else ""
    lines = text.removeprefix(BOM).splitlines(keepends=True)
    headers = _find_headers(lines)
    kept: list[str] = []
    in_ours = False
    for number, line in enumerate(lines):
        if number in headers:
            in_ours = headers[number][: len(keys)] == keys
        if not in_ours or _leads_to_next(lines, number, headers, keys):
            kept.append(line)
    result = mark + "".join(kept)
    try:
        after = tomllib.loads(result.removeprefix(BOM))
    except tomllib.TOMLDecodeError:
        after = {}
    if value_at(after, keys) is not None or not _is_rest_equal(before, after, keys):
        raise UserError(
            f"{path} holds {'.'.join(_key(key) for key in keys)} in a form that cannot be taken out safely",
            "remove it with an editor, then run the same command again; nothing was changed",
        )
    return result


def _find_headers(lines: list[str]) -> dict[int, tuple[str, ...]]:
    """Return the keys of every `[table]` and `[[table]]` line; one inside a long string is none."""
    headers = {}
    for number, line in enumerate(lines):
        if _HEADER.fullmatch(line.rstrip("\r\n")) and _is_toml("".join(lines[:number])) and _is_toml(line):
            headers[number] = _header_keys(line)
    return headers


def _is_toml(text: str) -> bool:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    return True


def _header_keys(line: str) -> tuple[str, ...]:
    node: Any = tomllib.loads(line)
    keys: list[str] = []
    while node:
        node = node[-1] if isinstance(node, list) else node
        if not node:
            break
        key = next(iter(node))
        keys.append(key)
        node = node[key]
    return tuple(keys)


def _leads_to_next(
    lines: list[str], number: int, headers: Mapping[int, tuple[str, ...]], keys: tuple[str, ...]
) -> bool:
    """Tell whether a line is blank or a comment right before somebody else's table: it belongs there."""
    for at, line in enumerate(lines[number:], number):
        if line.strip() and not line.lstrip().startswith("#"):
            return at in headers and headers[at][: len(keys)] != keys
    return False


def _is_rest_equal(before: Mapping[str, Any], after: Mapping[str, Any], keys: tuple[str, ...]) -> bool:
    """Compare by spelling, because nan is never equal to itself."""
    return repr(_without(before, keys)) == repr(_without(after, keys))


def _without(tables: Mapping[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    """Return the tables without the one at `keys` and without parents that hold nothing else."""
    rest = {name: value for name, value in tables.items() if name != keys[0]}
    held = tables.get(keys[0])
    if keys[1:] and isinstance(held, Mapping):
        inner = _without(held, keys[1:])
        return {**rest, keys[0]: inner} if inner else rest
    return rest if keys[1:] == () or held is None else {**rest, keys[0]: held}
