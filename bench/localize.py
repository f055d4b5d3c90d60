"""Measures `auto-tools rank`, and the whole hook, on issues, questions and commits whose answer is known.

usage: .venv/bin/python bench/localize.py --cases DIR --tools DIR --mirror DIR --work DIR
           [--out FILE --resume] [--sets lite,semble] [--limit 20] [--repo owner/name] [--group language]
           [--block] [--features] [--jobs 2]

--cases holds the sets' JSON lines, --tools evalloc.py, --mirror git directories `owner+name/repo`. Every case
runs at its base commit, in `hybrid` and, as the baseline, in `keyword` mode; missing mirrors are counted.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TextIO

from localize_cases import SETS, Case, by_repository, load_cases
from localize_report import write_report
from localize_run import Options, Repository, Row, load_evalloc
from localize_score import measure_case

SHOWN_REASONS = 5


class Results:
    """Rows as they come, written to a file at once, and the cases that could not be run."""

    def __init__(self, out: TextIO | None, rows: Iterable[Row]) -> None:
        self.rows = {row["key"]: row for row in rows}
        self.missing: list[tuple[Case, str]] = []
        self._out = out
        self._lock = threading.Lock()

    def add(self, row: Row) -> None:
        """Keep a row."""
        with self._lock:
            self.rows[row["key"]] = row
            if self._out:
                self._out.write(json.dumps(row, ensure_ascii=False) + "\n")
                self._out.flush()

    def miss(self, cases: Iterable[Case], why: str) -> None:
        """Remember cases that say nothing about the product."""
        with self._lock:
            self.missing += [(case, why) for case in cases]


def main(argv: Sequence[str] | None = None) -> int:
    """Run what is not yet in the file, then print the tables of everything asked for."""
    parser = _parser()
    arguments = parser.parse_args(argv)
    sets = arguments.sets.split(",")
    if unknown := [name for name in sets if name not in SETS]:
        parser.error(f"no set is called {unknown[0]}; there are {', '.join(SETS)}")
    cases = load_cases(arguments.cases, sets, arguments.repo, arguments.limit)
    for repo in set(arguments.repo) - {case.repo for case in cases}:
        print(f"{repo}: no case in these sets and this sample", file=sys.stderr)
    options = Options(
        evalloc=load_evalloc(arguments.tools),
        product=arguments.product.resolve(),
        mirror=arguments.mirror,
        work=arguments.work,
        features=arguments.features,
        block=arguments.block,
    )
    # Makes the product's environment once, before several repositories would at the same time.
    subprocess.run([options.product / "bin" / "auto-tools", "--version"], check=True, capture_output=True)
    done = read_rows(arguments.out, options) if arguments.resume and arguments.out else []
    out = arguments.out.open("a" if arguments.resume else "w", encoding="utf-8") if arguments.out else None
    results = Results(out, done)
    waiting = by_repository(case for case in cases if case.key not in results.rows)
    with ThreadPoolExecutor(arguments.jobs) as pool:
        for ended in [pool.submit(run_repository, options, results, *group) for group in waiting]:
            ended.result()
    if out:
        out.close()
    rows = [results.rows[case.key] for case in cases if case.key in results.rows]
    print(write_report(rows, arguments.group))
    print(write_troubles(rows, results.missing, len(cases)))
    return 0


def run_repository(options: Options, results: Results, repo: str, cases: Sequence[Case]) -> None:
    """Run the cases of one repository in their order."""
    begun = time.monotonic()
    gitdir = options.evalloc.find_gitdir(str(options.mirror), repo)
    if not gitdir:
        results.miss(cases, f"{repo}: no mirror")
        return
    repository = Repository(options, repo, gitdir)
    for case in cases:
        try:
            results.add(measure_case(repository, case))
        except RuntimeError as failure:  # what evalloc's git raises
            results.miss([case], f"{repo}: no checkout of {case.commit[:10]}: {str(failure)[:120]}")
    print(f"{repo}: {len(cases)} cases, {time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True)


def read_rows(path: Path, options: Options) -> list[Row]:
    """Return the rows of an earlier run that have all that is asked for now; failed cases run again."""
    if not path.exists():
        return []
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.endswith("}")]
    wanted = [name for name, asked in (("explain", options.features), ("block", options.block)) if asked]
    return [row for row in rows if not row["errors"] and all(row.get(name) for name in wanted)]


def write_troubles(rows: Sequence[Row], missing: Sequence[tuple[Case, str]], asked: int) -> str:
    """Say how many cases were not run, failed, or could not be won, and why."""
    failed = [f"{row['key']}: {row['errors'][0]}" for row in rows if row["errors"]]
    absent = [f"{row['key']}: {row['gold_absent'][0]}" for row in rows if row["gold_absent"]]
    reasons: dict[str, list[str]] = {}
    for case, why in missing:
        reasons.setdefault(why, []).append(case.set)
    left_out = [
        f"{why} ({', '.join(f'{sets.count(name)} {name}' for name in SETS if name in sets)})"
        for why, sets in sorted(reasons.items())
    ]
    lines = [f"\n{len(rows)} of {asked} cases run"]
    for count, what, examples in (
        (len(missing), "not run and in no number above", left_out),
        (len(failed), "failed in the product, counted as nothing found", failed[:SHOWN_REASONS]),
        (len(absent), "with a gold file the mirror does not hold, counted too", absent[:SHOWN_REASONS]),
    ):
        if count:
            lines += [f"{count} {what}:", *(f"  {example}" for example in examples)]
    return "\n".join(lines)


def _parser() -> argparse.ArgumentParser:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, usage=argparse.SUPPRESS, formatter_class=raw)
    parser.add_argument("--cases", type=Path, required=True, help="folder of the sets' JSON lines")
    parser.add_argument("--tools", type=Path, required=True, help="folder of evalloc.py")
    parser.add_argument("--mirror", type=Path, required=True, help="folder of git directories")
    parser.add_argument("--work", type=Path, required=True, help="folder for work trees and indexes, kept")
    parser.add_argument("--sets", default=",".join(SETS), help="which sets (default: all)")
    parser.add_argument("--limit", type=int, default=0, help="a seeded sample of so many cases of each set")
    parser.add_argument("--repo", action="append", default=[], metavar="NAME", help="owner/name; repeatable")
    parser.add_argument("--jobs", type=int, default=2, help="repositories at once (default: 2)")
    parser.add_argument("--out", type=Path, help="file for a JSON line per case")
    parser.add_argument("--resume", action="store_true", help="keep what --out has, run the rest")
    parser.add_argument("--features", action="store_true", help="keep each signal's share for fit.py")
    parser.add_argument("--block", action="store_true", help="run the whole hook too and look into its text")
    parser.add_argument("--group", choices=("language", "repo"), default="", help="a row for each one too")
    product = Path(__file__).resolve().parents[1]
    parser.add_argument("--product", type=Path, default=product, help=argparse.SUPPRESS)
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
