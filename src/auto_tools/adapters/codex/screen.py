"""Shows a turn: codex's events in words or as they are, and what we have to say about it.

In words the answer goes to stdout and everything else to stderr, as codex itself does it. As events
everything goes to stdout, one JSON object a line; ours have a type that begins with `auto_tools.`.
"""

from __future__ import annotations

import sys
from typing import Any

from auto_tools import jsontext
from auto_tools.envelope.encode import to_json
from auto_tools.safety.injection import make_visible

MAX_LINE = 300
_INVISIBLE = {code: None for code in (*range(32), *range(127, 160)) if chr(code) not in "\n\t"}
"""Control characters: nothing that a model writes may steer the terminal."""


def read_event(line: bytes) -> dict[str, Any] | None:
    """Return the event of a line, None when the line is none."""
    try:
        event = jsontext.loads(line.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return None
    return event if isinstance(event, dict) and isinstance(event.get("type"), str) else None


class Events:
    """Codex's own lines, with ours among them."""

    def envelope(self, envelope: dict[str, Any], _message: str) -> None:
        """Say what was found, before codex is started."""
        _print(to_json({"type": "auto_tools.envelope", "envelope": envelope}))

    def note(self, text: str) -> None:
        """Say what is good to know."""
        _print(to_json({"type": "auto_tools.note", "message": text}))

    def limit(self, text: str, code: str) -> None:
        """Say what was lost on the way."""
        _print(to_json({"type": "auto_tools.limit", "code": code, "message": text}))

    def line(self, line: bytes, event: dict[str, Any] | None) -> None:
        """Hand a line of codex on; one that is no event may not steer the terminal."""
        if event is None:
            line = _harmless(line)
        sys.stdout.buffer.write(line + b"\n")
        sys.stdout.buffer.flush()


def _harmless(line: bytes) -> bytes:
    """Spell control characters out; bytes that are no text stay as they are."""
    try:
        return make_visible(line.decode("utf-8")).encode()
    except UnicodeDecodeError:
        spelled = (b"\\x%02x" % byte if byte < 32 or byte == 127 else bytes((byte,)) for byte in line)
        return b"".join(spelled)


class Words:
    """The same for people."""

    def __init__(self) -> None:
        self.complaint = ""

    def envelope(self, _envelope: dict[str, Any], message: str) -> None:
        """Say in short what was found."""
        if message:
            _tell(message)

    def note(self, text: str) -> None:
        """Say what is good to know."""
        _tell(f"[Auto Tools] {text}")

    def limit(self, text: str, code: str) -> None:
        """Say what was lost on the way."""
        _tell(f"[Limits] {text} ({code})" if code else f"[Limits] {text}")

    def line(self, line: bytes, event: dict[str, Any] | None) -> None:
        """Tell an event in words; what is no event is shown with its control characters spelled out."""
        if event is None:
            if line.strip():
                _print(make_visible(line.decode("utf-8", "replace").rstrip("\r")))
            return
        kind = event["type"]
        item = event.get("item")
        if isinstance(item, dict):
            self._item(kind, item)
        elif kind in ("error", "turn.failed"):
            error = event.get("error")
            self._complain(_text((error if isinstance(error, dict) else event).get("message")))

    def _item(self, kind: str, item: dict[str, Any]) -> None:
        if item.get("type") == "agent_message":
            if kind == "item.completed":
                _print(_text(item.get("text")))
        elif item.get("type") == "error":
            self._complain(_text(item.get("message")))
        else:
            for line in describe(kind, item):
                _tell(line if len(line) <= MAX_LINE else line[: MAX_LINE - 1] + "…")

    def _complain(self, message: str) -> None:
        """Say a complaint of codex once, however often it comes."""
        if message != self.complaint:
            self.complaint = message
            _tell(f"codex: {message}")


def describe(kind: str, item: dict[str, Any]) -> list[str]:
    """Say in short lines what codex does beside answering."""
    what = item.get("type")
    if what == "command_execution":
        if kind == "item.started":
            return [f"$ {_one_line(item.get('command'))}"]
        code = item.get("exit_code")
        return [f"  exit code {code}"] if kind == "item.completed" and code else []
    if kind != "item.completed":
        return []
    if what == "reasoning":
        return [_one_line(item.get("text"))]
    if what == "file_change":
        return [f"{_one_line(kind)} {_one_line(path)}" for kind, path in _changes(item)]
    if what == "mcp_tool_call":
        server, tool, status = (_one_line(item.get(name)) for name in ("server", "tool", "status"))
        return [f"{server}.{tool}: {status}"]
    if what == "web_search":
        return [f"searched the web: {_one_line(item.get('query'))}"]
    return []


def _changes(item: dict[str, Any]) -> list[tuple[object, object]]:
    changes = item.get("changes")
    found = [change for change in changes if isinstance(change, dict)] if isinstance(changes, list) else []
    return [(change.get("kind"), change.get("path")) for change in found]


def _text(value: object) -> str:
    return value.translate(_INVISIBLE) if isinstance(value, str) else ""


def _one_line(value: object) -> str:
    return " ".join(_text(value).split())


def show(envelope: dict[str, Any]) -> None:
    """Print an envelope as one line, as `--format json` does."""
    _print(to_json(envelope))


def _print(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def _tell(text: str) -> None:
    sys.stderr.write(text + "\n")
    sys.stderr.flush()
