"""Times whole commands side by side in shuffled order, so that a noisy machine disturbs all alike."""

from __future__ import annotations

import random
import statistics
import subprocess
import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Case(NamedTuple):
    """One command to time."""

    name: str
    argv: Sequence[str]
    stdin: bytes = b""
    env: Mapping[str, str] | None = None
    cwd: str | None = None


def time_cases(cases: Sequence[Case], rounds: int, seed: int = 7) -> dict[str, list[float]]:
    """Run every case once a round in a new order each time; return milliseconds per case."""
    chance = random.Random(seed)
    taken: dict[str, list[float]] = {case.name: [] for case in cases}
    for case in cases:
        _run(case)
    for _round in range(rounds):
        for case in chance.sample(list(cases), len(cases)):
            taken[case.name].append(_run(case))
    return taken


def _run(case: Case) -> float:
    begun = time.perf_counter()
    subprocess.run(case.argv, input=case.stdin, env=case.env, cwd=case.cwd, capture_output=True, check=False)
    return (time.perf_counter() - begun) * 1000


def print_ratios(taken: Mapping[str, list[float]], base: str) -> None:
    """Print p50 and p95 of each case and the ratio of its p50 to the base's."""
    unit = statistics.median(taken[base])
    print(f"{'case':34} {'p50 ms':>8} {'p95 ms':>8} {'ratio':>7}")
    for name, times in taken.items():
        p95 = sorted(times)[min(len(times) - 1, int(len(times) * 0.95))]
        middle = statistics.median(times)
        print(f"{name:34} {middle:8.1f} {p95:8.1f} {middle / unit:6.2f}x")
