"""Reads a config file as data with line numbers, and remembers the parsed form.

The file may come from a hostile repository: at most 16 KB, no aliases, at most 16 levels, never
a link that leads out of its root. PyYAML is imported only when the remembered form is stale.
"""

from __future__ import annotations

import os
import stat

from auto_tools import jsontext
from auto_tools.digest import short_hash
from auto_tools.record import Record
from auto_tools.userfiles import cache_path, write_private

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_BYTES = 16_384
MAX_DEPTH = 16
CACHE_FORMAT = 3
MAX_DIGITS = 12
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-")


class ConfigFile(Record):
    """A parsed config: nodes are `[line, kind, value]`, kind is a YAML type or `list`, `map`."""

    label: str
    """How the file is named to the user."""
    node: list[Any] | None
    """Top mapping; None when there is nothing to read."""
    problem: str = ""
    """Why the file as a whole cannot be used."""
    advice: str = ""
    """The command that would help, when it is not the file's fault."""
    data: bytes = b""
    """The very bytes the node was made from: what is trusted is what is used."""


def read_config(path: str, label: str, *, within: str) -> tuple[ConfigFile, str | None]:
    """Read a config; also return the text to remember it by when the parsed form is new."""
    try:
        data = _read_bytes(path, within)
    except (FileNotFoundError, NotADirectoryError):
        return ConfigFile(label, None), None
    except (OSError, ValueError) as error:
        return ConfigFile(label, None, f"{label}: cannot be read: {_reason(error)}"), None
    key = short_hash(data.decode("latin-1"), length=32)
    remembered = _recall(path, key)
    if remembered is not None:
        node, problem = remembered
        return ConfigFile(label, node, problem, data=data), None
    parsed = _parse(data, label).replace(data=data)
    if parsed.advice:
        return parsed, None
    return parsed, jsontext.dumps([CACHE_FORMAT, key, [parsed.node, parsed.problem]])


def remember_config(path: str, text: str) -> None:
    """Store the parsed form for the next process."""
    write_private(_cache_path(path), text)


def _read_bytes(path: str, within: str) -> bytes:
    real = os.path.realpath(path)
    if within and real != os.path.join(os.path.realpath(within), os.path.relpath(path, within)):
        raise ValueError("it is a link, or lies behind one")
    descriptor = os.open(real, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(descriptor, "rb") as file:
        facts = os.fstat(descriptor)
        if not stat.S_ISREG(facts.st_mode):
            raise ValueError("it is not a regular file")
        if within and facts.st_uid not in (os.geteuid(), os.stat(within).st_uid):
            raise ValueError("it belongs to another user")
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise ValueError(f"it is larger than {MAX_BYTES} bytes")
    return data


def _reason(error: Exception) -> str:
    return error.strerror or "unknown" if isinstance(error, OSError) else str(error)


def _cache_path(path: str) -> str:
    return cache_path("config", short_hash(os.path.realpath(path), length=24) + ".json")


def _recall(path: str, key: str) -> list[Any] | None:
    try:
        with open(_cache_path(path), encoding="utf-8") as file:
            stored = jsontext.loads(file.read())
        if stored[:2] == [CACHE_FORMAT, key] and len(stored[2]) == 2:
            return list(stored[2])
    except (OSError, ValueError, TypeError, KeyError, IndexError, RecursionError):
        pass
    return None


def _parse(data: bytes, label: str) -> ConfigFile:
    try:
        import yaml
    except ImportError:
        problem = f"{label}: not read, PyYAML is not installed"
        return ConfigFile(label, None, problem, advice="run bin/auto-tools --version once to set up")
    try:
        text = data.decode("utf-8")
        _refuse_traps(text)
        top = yaml.compose(text, Loader=yaml.SafeLoader)
        node = None if top is None or _is_null(top) else _plain(top)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        where = f" line {mark.line + 1}" if mark else ""
        problem = str(error.problem).partition("'")[0].strip()  # what is quoted is the file's own text
        return ConfigFile(label, None, f"{label}{where}: invalid YAML: {problem or 'not understood'}")
    except UnicodeDecodeError:
        return ConfigFile(label, None, f"{label}: invalid YAML: not UTF-8")
    except ValueError as error:
        return ConfigFile(label, None, f"{label}: invalid YAML: {error}")
    except (yaml.YAMLError, RecursionError, TypeError, AttributeError):
        return ConfigFile(label, None, f"{label}: invalid YAML: not understood")
    if node is not None and node[1] != "map":
        return ConfigFile(label, None, f"{label} line {node[0]}: expected a mapping of settings")
    return ConfigFile(label, node)


def _refuse_traps(text: str) -> None:
    """Stop before the composer would build anything deep or shared."""
    import yaml

    depth = 0
    for event in yaml.parse(text, Loader=yaml.SafeLoader):
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise ValueError(f"line {_line(event)}: anchors and aliases are not allowed")
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > MAX_DEPTH:
                raise ValueError(f"line {_line(event)}: nested deeper than {MAX_DEPTH} levels")
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1


def _line(event: Any) -> int:
    return int(event.start_mark.line) + 1


def _is_null(node: Any) -> bool:
    return bool(node.tag == "tag:yaml.org,2002:null")


def _plain(node: Any) -> list[Any]:
    """Turn a composed YAML node into `[line, kind, value]`, scalars keeping their own text."""
    line = _line(node)
    prefix, _, kind = node.tag.rpartition(":")
    if prefix != "tag:yaml.org,2002":
        raise ValueError(f"line {line}: tags are not allowed")
    if isinstance(node.value, str):
        return [line, kind, node.value]
    if not all(isinstance(child, tuple) for child in node.value):
        return [line, "list", [_plain(child) for child in node.value]]
    if kind == "seq":
        return [line, "list", []]
    entries: dict[str, Any] = {}
    for key, value in node.value:
        name = key.value
        if not is_plain_word(name, most=60):
            raise ValueError(f"line {_line(key)}: a key may hold letters, digits, dots and dashes only")
        if name in entries:
            raise ValueError(f"line {_line(key)}: {name} is set twice")
        entries[name] = [_line(key), *_plain(value)[1:]]
    return [line, "map", entries]


def is_plain_word(text: Any, *, most: int) -> bool:
    """Tell whether a text is one short word, so that it can be shown outside the fence."""
    return isinstance(text, str) and 0 < len(text) <= most and text.isascii() and not set(text) - _PLAIN


def show_value(text: str) -> str:
    """Show a value of a config, unless it is more than a word: a repository could speak through it."""
    return repr(text) if is_plain_word(text, most=24) else f"{len(text)} characters of text"


def whole_number(text: Any) -> int | None:
    """Read a number that is short enough to be meant; None for anything else."""
    is_number = isinstance(text, str) and text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS
    return int(text) if is_number else None
