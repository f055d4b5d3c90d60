"""What the safety benches share: labelled cases and their halves, commands asked by lines, source trees."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
from collections.abc import Iterator
from typing import Any

LARGEST = 262_144
"""Larger files are never read by the product."""


class BadInput(Exception):
    """Something the caller can mend: a file, a line, or the command."""


def load_cases(path: str, fields: tuple[str, ...]) -> list[dict[str, Any]]:
    """Return the cases of a file, or say which line is wrong."""
    try:
        with open(path, encoding="utf-8") as stream:
            rows = [json.loads(line) for line in stream if line.strip()]
    except (OSError, ValueError) as error:
        raise BadInput(f"cannot read {path}: {error}; give a file of JSON lines") from error
    for number, row in enumerate(rows, 1):
        missing = [field for field in fields if not isinstance(row, dict) or field not in row]
        if missing:
            raise BadInput(f"{path}: row {number} needs {', '.join(missing)}")
    if not rows:
        raise BadInput(f"{path}: no cases")
    return rows


def half_of(text: str) -> int:
    """Return which half a text belongs to, by its hash: 0 or 1."""
    return hashlib.sha256(text.encode()).digest()[0] % 2


def ask(command: list[str], rows: list[dict[str, str]]) -> list[dict[str, Any]]:
    """Send rows through a command that answers each line with one."""
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    done = subprocess.run(command, input=lines, capture_output=True, text=True, encoding="utf-8")
    answers = [json.loads(line) for line in done.stdout.splitlines() if line.strip()]
    if done.returncode or len(answers) != len(rows):
        said = done.stderr.strip()[-300:]
        raise BadInput(f"{' '.join(command)} exits {done.returncode} after {len(answers)} answers: {said}")
    return answers


def read_files(folders: list[str]) -> Iterator[tuple[str, str]]:
    """Yield path and text of every text file the product would read."""
    for folder in folders:
        for base, names, files in os.walk(folder):
            names.sort()
            for name in sorted(files):
                path = os.path.join(base, name)
                try:
                    with open(path, encoding="utf-8") as stream:
                        text = stream.read(LARGEST + 1)
                except (OSError, UnicodeDecodeError):
                    continue
                if len(text) <= LARGEST and "\0" not in text:
                    yield path, text
