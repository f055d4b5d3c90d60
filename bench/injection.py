"""How many hostile texts are neutralised and detected, how much harmless text is lost, and what that costs.

`bench/injection.py --cases FILE [--code DIR...]` sends texts through `bin/auto-tools fence --jsonl`, as a
user would. A case is one JSON object per line: `text`, `is_injection`, `kind`. A text is neutralised when all
of it stands in one fence, behind the gutter, without a live role marker; it is detected when a line of it
was taken out.
Both halves of the cases (by hash of the text) are shown, since rules are written looking at the first.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import sys
import time
from typing import Any

from safety_cases import BadInput, ask, half_of, load_cases, read_files

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COMMAND = [os.path.join(ROOT, "bin", "auto-tools"), "fence", "--jsonl"]
LIVE = re.compile(
    r"</?(?:system|user|assistant|human|tool_result|function_results|system-reminder|instructions)>|<\|[a-z_]+\|>"
    r"|\[/?INST\]|<<SYS>>|^\s{0,9}\d* ?\|? ?(?:Human|Assistant|System): "
    r"|[\u200b-\u200f\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]",
    re.MULTILINE,
)
BLOCK = 12_000


def is_neutral(block: str) -> bool:
    """Say whether a block has one fence with everything behind a gutter in it, and nothing live."""
    lines = block.split("\n")
    opened = [n for n, line in enumerate(lines) if line.startswith("<<<auto-tools-data ")]
    if len(opened) != 1:
        return False
    mark = lines[opened[0]].removeprefix("<<<auto-tools-data ")
    closed = [n for n, line in enumerate(lines) if line == f"auto-tools-data {mark}>>>"]
    if len(closed) != 1:
        return False
    inside = lines[opened[0] + 2 : closed[0]]
    outside = lines[closed[0] + 1 :]
    fenced = all(re.match(r" +\d+ \| ", line) for line in inside)
    return fenced and all(line.startswith("[Limits] ") for line in outside) and not LIVE.search(block)


def share(marks: list[bool]) -> str:
    """Write how many of the marks are set."""
    return f"{sum(marks)}/{len(marks)} = {100 * sum(marks) / max(len(marks), 1):.1f} %"


def measure_cases(rows: list[dict[str, Any]], *, misses: bool) -> None:
    """Print the shares of both halves."""
    answers = ask(COMMAND, [{"text": row["text"], "path": "docs/notes.md"} for row in rows])
    neutral = sum(is_neutral(answer["text"]) for answer in answers)
    print(f"neutralised {neutral}/{len(rows)} = {100 * neutral / len(rows):.1f} %")
    for half in (0, 1):
        chosen = [
            (row, answer) for row, answer in zip(rows, answers, strict=True) if half_of(row["text"]) == half
        ]
        hostile = [bool(answer["findings"]) for row, answer in chosen if row["is_injection"]]
        benign = [bool(answer["findings"]) for row, answer in chosen if not row["is_injection"]]
        print(f"half {half + 1}: detected {share(hostile)}, false positives {share(benign)}")
    if misses:
        for row, answer in zip(rows, answers, strict=True):
            if bool(answer["findings"]) != row["is_injection"] or not is_neutral(answer["text"]):
                print(f"  {row['kind']}: {row['text'][:120]!r}")


def measure_code(folders: list[str], *, misses: bool) -> None:
    """Print how many lines of source trees are taken out, and what 12 KB cost."""
    sys.path.insert(0, os.path.join(ROOT, "src"))
    from auto_tools.safety.injection import find_orders

    lines = lost = 0
    times: list[float] = []
    for path, text in read_files(folders):
        found = find_orders(text)
        lines, lost = lines + text.count("\n") + 1, lost + len(found)
        for finding in found if misses else ():
            print(
                f"  {finding.kind} {path}:{finding.line}: {text.splitlines()[finding.line - 1].strip()[:100]}"
            )
        if len(text) >= BLOCK and len(times) < 400:
            begun = time.perf_counter()
            find_orders(text[:BLOCK])
            times.append((time.perf_counter() - begun) * 1000)
    print(f"code: {lost} of {lines} lines taken out = {100 * lost / max(lines, 1):.4f} %")
    if times:
        print(f"warm: {statistics.median(times):.2f} ms per 12 KB (median of {len(times)} files)")


def main(arguments: list[str] | None = None) -> int:
    """Measure what is asked for; 2 when it cannot be used."""
    parser = argparse.ArgumentParser(description="How hostile texts are neutralised and detected.")
    parser.add_argument("--cases", required=True, metavar="FILE", help="JSON lines of labelled texts")
    parser.add_argument("--code", nargs="+", default=[], metavar="DIR", help="harmless source trees")
    parser.add_argument("--misses", action="store_true", help="list what was missed or wrong")
    options = parser.parse_args(arguments)
    try:
        measure_cases(load_cases(options.cases, ("text", "is_injection", "kind")), misses=options.misses)
        if options.code:
            measure_code(options.code, misses=options.misses)
    except BadInput as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
