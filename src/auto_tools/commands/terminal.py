"""What every command needs of the terminal: the prompt from argument or stdin, bold heads, JSON lines."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from typing import Any

from auto_tools.errors import UsageError

MAX_BYTES = 16_777_216


def read_prompt(arguments: argparse.Namespace) -> str:
    """Return the prompt behind the command, or all of stdin."""
    words: list[str] = arguments.prompt
    if words and words != ["-"]:
        text = " ".join(words)
    elif sys.stdin is None or sys.stdin.isatty():
        raise UsageError("no prompt given", 'write it behind the command, such as "why does login fail?"')
    else:
        text = sys.stdin.buffer.read(MAX_BYTES).decode("utf-8", "replace")
    return text.encode("utf-8", "replace").decode("utf-8")


def read_text() -> str:
    """Return all of stdin; a terminal has nothing to give."""
    if sys.stdin is None or sys.stdin.isatty():
        raise UsageError("no text on stdin", "send it, such as: auto-tools redact < FILE")
    return sys.stdin.buffer.read(MAX_BYTES).decode("utf-8", "replace")


def read_json_lines() -> Iterator[str]:
    """Yield the `text` of each JSON line on stdin."""
    yield from (row["text"] for row in read_json_rows())


def read_json_rows() -> Iterator[dict[str, Any]]:
    """Yield each JSON line on stdin, which has at least a `text`."""
    for number, line in enumerate(sys.stdin.buffer, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise UsageError(
                f"line {number} of stdin is not JSON", 'send lines such as {"text": "..."}'
            ) from error
        if not isinstance(row, dict) or not isinstance(row.get("text"), str):
            raise UsageError(f"line {number} of stdin has no text", 'send lines such as {"text": "..."}')
        yield row


def bold(text: str) -> str:
    """Return the text in bold on a terminal that shows it."""
    is_plain = not sys.stdout.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return text if is_plain else f"\033[1m{text}\033[0m"


def bold_heads(text: str) -> str:
    """Set off `[Auto Tools]`, `[Results]` and `[Limits]` at the start of lines."""
    lines = []
    for line in text.split("\n"):
        head, bracket, rest = line.partition("]")
        lines.append(bold(head + bracket) + rest if line.startswith("[") and bracket else line)
    return "\n".join(lines)


def add_prompt(parser: argparse.ArgumentParser) -> None:
    """Declare the words of a prompt."""
    parser.add_argument("prompt", nargs="*", help="the prompt; - or nothing reads it from stdin")


def add_repo(parser: argparse.ArgumentParser) -> None:
    """Declare which repository is meant."""
    parser.add_argument("--repo", default="", metavar="DIR", help="the repository (default: this one)")
