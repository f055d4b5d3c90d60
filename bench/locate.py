"""How often `ci_bug_locate` names the file of the fault, against `ci_search` alone.

    .venv/bin/python bench/locate.py --cases DIR --indexes DIR [--sets lite,verified,multilingual,commits]

Only cases whose prompt holds a stack trace or an error message count; a case of several sets counts once.
With `--alone` both are given the frames and messages only, as when a user pastes nothing but the error.
`--indexes` holds the index of each base commit: `owner+name/COMMIT.db`, and what `current` said beside it in
`COMMIT.json`.
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from auto_tools.index import store
from auto_tools.index.kinds import TEST, kind_of
from auto_tools.index.locate import locate
from auto_tools.index.traces import read_trace
from intervals import difference_interval, mean_interval, percentile
from localize_cases import Case, load_cases

DEPTHS = (1, 3, 5)
SETS = "lite,verified,multilingual,commits"


class Prepared(store.Reader):
    """An index that lies beside a file with its facts."""

    def __init__(self, path: Path) -> None:
        self.current: dict[str, Any] = json.loads(path.with_suffix(".json").read_text("utf-8"))
        self.db: sqlite3.Connection = store.connect(str(path), read_only=True)
        self.db.execute("BEGIN")
        self.meta = dict(self.db.execute("SELECT name, value FROM meta"))


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--cases", type=Path, required=True)
    parser.add_argument("--indexes", type=Path, required=True)
    parser.add_argument("--sets", default=SETS)
    parser.add_argument(
        "--alone", action="store_true", help="give the trace and message alone, without prose"
    )
    arguments = parser.parse_args()
    cases = {case.id: case for case in load_cases(arguments.cases, arguments.sets.split(","))}
    wanted = [case for case in cases.values() if _tells_an_error(case.prompt)]
    rows = [row for case in wanted if (row := measure(case, arguments.indexes, alone=arguments.alone))]
    print(f"{len(rows)} of {len(wanted)} cases with a trace or a message ({len(cases)} cases in all)")
    for title, part in (
        ("all", rows),
        ("with frames of the repository", [row for row in rows if row["framed"]]),
    ):
        print(f"{title}: {len(part)} cases")
        for depth in DEPTHS:
            ours = [float(not row["gold"].isdisjoint(row["locate"][:depth])) for row in part]
            theirs = [float(not row["gold"].isdisjoint(row["search"][:depth])) for row in part]
            one, other, gain = mean_interval(ours), mean_interval(theirs), difference_interval(ours, theirs)
            print(
                f"  file Acc@{depth}: locate {100 * one.value:.1f} %, search {100 * other.value:.1f} %,"
                f" difference {100 * gain.value:+.1f} [{100 * gain.low:+.1f}, {100 * gain.high:+.1f}]"
            )
    spent = [row["seconds"] for row in rows]
    print(f"time: p50 {1000 * percentile(spent, 50):.0f} ms, p95 {1000 * percentile(spent, 95):.0f} ms")
    return 0


def _tells_an_error(prompt: str) -> bool:
    trace = read_trace(prompt)
    return bool(trace.frames or trace.messages)


def error_alone(text: str) -> str:
    """Return the frames and messages of a text with the code lines below them."""
    kept: list[str] = []
    since = 9
    for line in text.splitlines():
        if _tells_an_error(line):
            kept.append(line)
            since = 0
        elif since < 2 and line[:1] in (" ", "\t"):
            kept.append(line)
            since += 1
        else:
            since = 9
    return "\n".join(kept)


def measure(case: Case, indexes: Path, *, alone: bool = False) -> dict[str, Any] | None:
    """Return both rankings of one case; None when its index is missing."""
    path = indexes / case.repo.replace("/", "+") / f"{case.commit}.db"
    if not path.exists():
        return None
    reader = Prepared(path)
    started = time.perf_counter()
    prompt = error_alone(case.prompt) if alone else case.prompt
    found = locate(reader, prompt, under=case.root.rstrip("/") + "/" if case.root else "")
    seconds = time.perf_counter() - started
    reader.close()
    return {
        "gold": set(case.gold_files),
        "search": [one.path for one in found.ranking.files if kind_of(one.path) != TEST],
        "locate": [one.path for one in found.suspects if kind_of(one.path) != TEST],
        "framed": bool(found.mapped),
        "seconds": seconds,
    }


if __name__ == "__main__":
    sys.exit(main())
