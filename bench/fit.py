"""Fits the weights of the ranking and prints the table for `index/rank/weights.py`.

    fit.py FEATURES.jsonl [...]      as written by `localize.py --features --out FEATURES.jsonl`

A listwise logistic fit: each case's gold files should stand above its other candidates. The sign of every
weight is held; repositories are folds, and the figures printed are those of files never fitted on. The table
itself is fitted on all of them. Needs numpy (`pip install numpy`).
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from pathlib import Path
from typing import Any

from auto_tools.index.rank.weights import WEIGHTS

FOLDS = 8
STEPS = 400
RATE = 0.05
PULL = 0.002
"""How strongly weights are drawn back to the table they start from."""
NAMES = tuple(WEIGHTS)


def read_cases(paths: list[Path]) -> list[dict[str, Any]]:
    """Return cases with their candidates as rows of raw signals, and which of them are gold."""
    cases = []
    for path in paths:
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            shares = (row.get("explain") or {}).get("shares") or {}
            gold = [file in row["gold"] for file in shares]
            if any(gold) and not all(gold):
                values = [
                    [share.get(name, 0.0) / WEIGHTS[name] for name in NAMES] for share in shares.values()
                ]
                cases.append({"repo": row["repo"], "set": row["set"], "values": values, "gold": gold})
    return cases


def fit(np: Any, cases: list[dict[str, Any]]) -> Any:
    """Return the weights that put gold files on top, each with the sign it started with."""
    start = np.array([WEIGHTS[name] for name in NAMES])
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
    cases = read_cases(arguments.features)
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
            weights = fit(np, kept)
            for case in left:
                held.setdefault(case["set"], []).append(accuracy(np, [case], weights)[case["set"]])
    start = accuracy(np, cases, np.array([WEIGHTS[name] for name in NAMES]))
    for name, rows in sorted(held.items()):
        after = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
        figures = (" ".join(f"{value:5.1f}" for value in side) for side in (start[name], after))
        print("{:24} n={:4}  Acc@1/3/5/10 table now {}   held out {}".format(name, len(rows), *figures))
    print("WEIGHTS = {")
    for name, weight in zip(NAMES, fit(np, cases), strict=True):
        print(f'    "{name}": {weight:.2f},')
    print("}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
