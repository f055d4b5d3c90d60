"""Means with bootstrap intervals: how far a number may be chance; seeded, so repeatable."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

RESAMPLES = 1000
SEED = 0
NOTHING = float("nan")
T = TypeVar("T")


class Interval(NamedTuple):
    """A number and the range that holds 95 % of its resamples."""

    value: float
    low: float
    high: float


def mean_interval(values: Sequence[float]) -> Interval:
    """Return the mean of the values."""
    return _bootstrap(values, _mean)


def difference_interval(ours: Sequence[float], theirs: Sequence[float]) -> Interval:
    """Return the mean of ours minus theirs, case by case: pairs stay together in every resample."""
    return mean_interval([one - other for one, other in zip(ours, theirs, strict=True)])


def ratio_interval(ours: Sequence[float], theirs: Sequence[float]) -> Interval:
    """Return the sum of ours over the sum of theirs, pairs kept together."""
    return _bootstrap(list(zip(ours, theirs, strict=True)), _ratio)


def percentile(values: Sequence[float], percent: float) -> float:
    """Return the value that this percentage of the values does not exceed."""
    if not values:
        return NOTHING
    ordered = sorted(values)
    return ordered[round(percent / 100 * (len(ordered) - 1))]


def _bootstrap(values: Sequence[T], measure: Callable[[Sequence[T]], float]) -> Interval:
    if not values:
        return Interval(NOTHING, NOTHING, NOTHING)
    chance = random.Random(SEED)
    drawn = (measure(chance.choices(values, k=len(values))) for _ in range(RESAMPLES))
    known = [one for one in drawn if one == one]
    return Interval(measure(values), percentile(known, 2.5), percentile(known, 97.5))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _ratio(pairs: Sequence[tuple[float, float]]) -> float:
    below = sum(other for _, other in pairs)
    return sum(one for one, _ in pairs) / below if below else NOTHING
