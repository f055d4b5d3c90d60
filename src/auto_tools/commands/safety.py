"""`auto-tools redact`, `fence`: what the product takes out of a text, and how the model gets the rest."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from auto_tools.commands.terminal import read_json_rows, read_text
from auto_tools.envelope.encode import to_json
from auto_tools.errors import UsageError
from auto_tools.fusion.context import show_piece
from auto_tools.safety.redact import redact as take_out


def add_lines_argument(parser: argparse.ArgumentParser) -> None:
    """Declare what `redact` and `fence` take."""
    text = 'read lines {"text": ...} and print a JSON line for each'
    parser.add_argument("--jsonl", action="store_true", help=text)


def redact(arguments: argparse.Namespace) -> int:
    """Print the text without secrets; as JSON with the count of each kind."""
    if arguments.jsonl:
        for row in read_json_rows():
            print(to_json(_redacted(row["text"])), flush=True)
        return 0
    answer = _redacted(read_text())
    if arguments.json:
        print(to_json(answer))
    else:
        sys.stdout.write(answer["text"])
    return 0


def _redacted(text: str) -> dict[str, Any]:
    counts: dict[str, int] = {}
    text = take_out(text, counts)
    return {"text": text, "redactions": [{"kind": kind, "count": counts[kind]} for kind in sorted(counts)]}


def fence(arguments: argparse.Namespace) -> int:
    """Print the text as a block for the model; as JSON with the lines that were taken out."""
    if arguments.jsonl:
        for number, row in enumerate(read_json_rows(), 1):
            path = row.get("path", "")
            if not isinstance(path, str):
                raise UsageError(f"text {number} has a path that is no text", 'send "path": "README.md"')
            print(to_json(_fenced(row["text"], path)), flush=True)
        return 0
    answer = _fenced(read_text(), "")
    print(to_json(answer) if arguments.json else answer["text"])
    return 0


def _fenced(text: str, path: str) -> dict[str, Any]:
    block, findings = show_piece(text, path)
    return {"text": block, "findings": [{"line": found.line, "kind": found.kind} for found in findings]}
