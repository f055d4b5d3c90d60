"""Fits the weights of the ranking and prints the tables for `index/rank/weights.py`.

    fit.py FEATURES.jsonl [...]      as written by `localize.py --features --out FEATURES.jsonl`

Three tables: files, definitions, neighbours. A listwise logistic fit: each case's gold should stand above its
other candidates. The sign of every weight is held; repositories are folds, and the figures printed are those
of cases never fitted on. The tables themselves are fitted on all of them. Needs numpy (`pip install numpy`).
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from auto_tools.index.rank.weights import NEIGHBOUR_WEIGHTS, SYMBOL_WEIGHTS, WEIGHTS

FOLDS = 8
STEPS = 400
RATE = 0.05
PULL = 0.002
"""How strongly weights are drawn back to the table they start from."""
FOUND_BY_SEARCH = 7
"""Neighbours are judged by what they add to so many files of the ranking."""


class Table(NamedTuple):
    """One table of weights and what it is fitted on."""

    name: str
    weights: dict[str, float]
    shares: str
    """Key of the explanation that has its candidates."""
    gold: str
    """Key of the case that has the right answers."""


TABLES = (
    Table("WEIGHTS", WEIGHTS, "shares", "gold"),
    Table("SYMBOL_WEIGHTS", SYMBOL_WEIGHTS, "symbol_shares", "gold_symbols"),
    Table("NEIGHBOUR_WEIGHTS", NEIGHBOUR_WEIGHTS, "neighbour_shares", "gold"),
)


def read_rows(paths: list[Path]) -> list[dict[str, Any]]:
    """Return the rows that have an explanation."""
    rows = [json.loads(line) for path in paths for line in path.read_text(encoding="utf-8").splitlines()]
    return [row for row in rows if row.get("explain")]


def read_cases(rows: list[dict[str, Any]], table: Table) -> list[dict[str, Any]]:
    """Return cases with their candidates as rows of raw signals, and which of them are gold."""
    cases = []
    for row in rows:
        shares = row["explain"].get(table.shares) or {}
        if table.shares == "neighbour_shares":
            known = set(row["explain"]["files"][:FOUND_BY_SEARCH])
            shares = {path: share for path, share in shares.items() if path not in known}
        gold = [name in row[table.gold] for name in shares]
        if any(gold) and not all(gold):
            values = [
                [share.get(name, 0.0) / weight if weight else 0.0 for name, weight in table.weights.items()]
                for share in shares.values()
            ]
            cases.append({"repo": row["repo"], "set": row["set"], "values": values, "gold": gold})
    return cases


def fit(np: Any, cases: list[dict[str, Any]], table: Table) -> Any:
    """Return the weights that put gold files on top, each with the sign it started with."""
    start = np.array(list(table.weights.values()))
    weights, sign = start.copy(), np.sign(start)
    moment, square = np.zeros_like(start), np.zeros_like(start)
    for step in range(1, STEPS + 1):
        slope = PULL * (weights - start) * len(cases)
        for case in cases:
            scores = case["matrix"] @ weights
            odds = np.exp(scores - scores.max())
            odds /= odds.sum()
            slope += (odds - case["target"]) @ case["matrix"]
        slope /= len(cases)
        moment = 0.9 * moment + 0.1 * slope
        square = 0.999 * square + 0.001 * slope**2
        weights = weights - RATE * (moment / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
        weights = np.where(weights * sign < 0, 0.0, weights)
    return weights


def accuracy(np: Any, cases: list[dict[str, Any]], weights: Any) -> dict[str, list[float]]:
    """Return Acc@1/3/5/10 of each set."""
    found: dict[str, list[list[float]]] = {}
    for case in cases:
        order = np.argsort(-(case["matrix"] @ weights), kind="stable")
        ranks = [position for position, row in enumerate(order) if case["gold"][row]]
        found.setdefault(case["set"], []).append([float(max(ranks) < k) for k in (1, 3, 5, 10)])
    return {
        name: [100 * sum(column) / len(rows) for column in zip(*rows, strict=True)]
        for name, rows in found.items()
    }


def main() -> int:
    """Print held-out accuracy before and after, then the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("features", nargs="+", type=Path)
    arguments = parser.parse_args()
    try:
        import numpy as np
    except ImportError:
        print("numpy is not installed; run: pip install numpy", file=sys.stderr)
        return 20
    rows = read_rows(arguments.features)
    for table in TABLES:
        print_table(np, read_cases(rows, table), table)
    return 0


def print_table(np: Any, cases: list[dict[str, Any]], table: Table) -> None:
    """Print held-out accuracy of one table, then the table."""
    for case in cases:
        case["matrix"] = np.array(case["values"])
        gold = np.array(case["gold"], dtype=float)
        case["target"] = gold / gold.sum()
    repos = sorted({case["repo"] for case in cases})
    random.Random(1).shuffle(repos)
    fold = {repo: number % FOLDS for number, repo in enumerate(repos)}
    held: dict[str, list[Any]] = {}
    for number in range(FOLDS):
        kept = [case for case in cases if fold[case["repo"]] != number]
        left = [case for case in cases if fold[case["repo"]] == number]
        if kept and left:
            weights = fit(np, kept, table)
            for case in left:
                held.setdefault(case["set"], []).append(accuracy(np, [case], weights)[case["set"]])
    start = accuracy(np, cases, np.array(list(table.weights.values())))
    for name, found in sorted(held.items()):
        after = [sum(column) / len(found) for column in zip(*found, strict=True)]
        figures = (" ".join(f"{value:5.1f}" for value in side) for side in (start[name], after))
        now, later = figures
        print(f"{name:24} n={len(found):4}  all gold within 1/3/5/10: now {now}   held out {later}")
    print(f"{table.name} = {{")
    for name, weight in zip(table.weights, fit(np, cases, table) if cases else (), strict=False):
        print(f'    "{name}": {weight:.2f},')
    print("}")


if __name__ == "__main__":
    sys.exit(main())
