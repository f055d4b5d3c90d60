"""How well secrets are taken out, how little else is, and what that costs.

`bench/secrets.py --cases FILE [--code DIR...]` sends texts through `bin/auto-tools redact --jsonl`, as a user
would. A case is one JSON object per line: `text_b64`, `secret_b64`, `is_secret`, `kind`. Recall is the share
of secrets that are gone; both halves of the cases (by hash of the text) are shown, since rules are written
looking at the first. `--code` counts redactions in source trees, per megabyte. Times are those of a fresh
process beside an empty one, in shuffled order.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import statistics
import sys
import tempfile
import time
from typing import Any

from safety_cases import BadInput, ask, half_of, load_cases, read_files
from side_by_side import Case, time_cases

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COMMAND = [os.path.join(ROOT, "bin", "auto-tools"), "redact", "--jsonl"]
PYTHON = os.path.join(ROOT, ".venv", "bin", "python")
ONE = (
    "import sys; sys.path.insert(0, sys.argv[1]); from auto_tools.safety.redact import redact; "
    "redact(open(sys.argv[2]).read(), {})"
)
BLOCK = 12_000
CODE = "def area(width: int, height: int) -> int:\n    return width * height  # in metres\n\n\n"
KEYWORD = 'client = connect("https://app:kT9vQ2mZr4@db.internal/x")\n'


def measure_cases(rows: list[dict[str, Any]], *, misses: bool) -> None:
    """Print recall and false positives of both halves."""
    texts = [base64.b64decode(row["text_b64"]).decode("utf-8") for row in rows]
    answers = ask(COMMAND, [{"text": text} for text in texts])
    for half in (0, 1):
        found = secrets = wrong = others = 0
        for row, text, answer in zip(rows, texts, answers, strict=True):
            if half_of(row["text_b64"]) != half:
                continue
            secret = base64.b64decode(row["secret_b64"] or "").decode("utf-8")
            is_wrong = secret in answer["text"] if row["is_secret"] else answer["text"] != text
            if row["is_secret"]:
                secrets, found = secrets + 1, found + (not is_wrong)
            else:
                others, wrong = others + 1, wrong + is_wrong
            if misses and is_wrong:
                print(f"  {'missed' if row['is_secret'] else 'wrong'} {row['kind']}: {text[:100]!r}")
        print(
            f"half {half + 1}: recall {found}/{secrets} = {100 * found / max(secrets, 1):.1f} %, "
            f"false positives {wrong}/{others} = {100 * wrong / max(others, 1):.1f} %"
        )


def measure_code(folders: list[str], *, misses: bool) -> None:
    """Print how many redactions source trees get, per megabyte, and how fast they are searched."""
    sys.path.insert(0, os.path.join(ROOT, "src"))
    from auto_tools.safety.redact import redact

    size, taken = 0, 0.0
    counts: dict[str, int] = {}
    for path, text in read_files(folders):
        before = sum(counts.values())
        begun = time.perf_counter()
        redact(text, counts)
        size, taken = size + len(text.encode()), taken + (time.perf_counter() - begun)
        if misses and sum(counts.values()) > before:
            print(f"  {sum(counts.values()) - before} in {path}")
    total = sum(counts.values())
    print(
        f"code: {total} redactions in {size / 1e6:.1f} MB = {total / (size / 1e6):.2f} per MB, "
        f"{size / 1e6 / taken:.1f} MB/s; {json.dumps(dict(sorted(counts.items())))}"
    )


def measure_cold(rounds: int) -> None:
    """Print what a block of 12 KB costs a fresh process, beside an empty one."""
    with tempfile.TemporaryDirectory() as folder:
        cases = [Case("empty", [PYTHON, "-I", "-c", "pass"])]
        blocks = {
            "import alone": "",
            "12 KB, no keyword": (CODE * 200)[:BLOCK],
            "12 KB, keyword": KEYWORD + (CODE * 200)[:BLOCK],
        }
        for number, (name, text) in enumerate(blocks.items()):
            path = os.path.join(folder, str(number))
            with open(path, "w", encoding="utf-8") as stream:
                stream.write(text)
            cases.append(Case(name, [PYTHON, "-I", "-c", ONE, os.path.join(ROOT, "src"), path]))
        taken = time_cases(cases, rounds)
    empty = statistics.median(taken["empty"])
    for name in blocks:
        print(
            f"cold, {name}: {statistics.median(taken[name]) - empty:.1f} ms "
            f"over an empty process ({empty:.1f} ms)"
        )


def main(arguments: list[str] | None = None) -> int:
    """Measure what is asked for; 2 when it cannot be used."""
    parser = argparse.ArgumentParser(description="How well secrets are taken out, and what it costs.")
    parser.add_argument("--cases", required=True, metavar="FILE", help="JSON lines of labelled texts")
    parser.add_argument("--code", nargs="+", default=[], metavar="DIR", help="source trees without secrets")
    parser.add_argument("--misses", action="store_true", help="list what was missed or wrong")
    parser.add_argument("--rounds", type=int, default=30, help="fresh processes per time (default: 30)")
    options = parser.parse_args(arguments)
    try:
        rows = load_cases(options.cases, ("text_b64", "secret_b64", "is_secret", "kind"))
        measure_cases(rows, misses=options.misses)
        if options.code:
            measure_code(options.code, misses=options.misses)
        if options.rounds:
            measure_cold(options.rounds)
    except BadInput as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
