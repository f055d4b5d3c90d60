"""Weighs learned evidence together with the verdict of the rules.

A linear model: every feature of a prompt adds its weight to each label, the rules add a fixed vote to
theirs. The weights are fitted on the project's own labelled prompts by `bench/fit_intent.py`.
"""

from __future__ import annotations

from math import exp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from auto_tools.contract import IntentName

LABELS = (
    "debug", "modify", "refactor", "test", "review", "docs", "ops", "locate", "explore", "git", "non_code",
)  # fmt: skip
"""The classes, with work for git alone apart from other operations."""
GIT, NON_CODE = LABELS.index("git"), LABELS.index("non_code")
BIAS = "bias"
ZERO, STEP = 128, 0.02
"""A weight is stored as one byte: (byte - ZERO) * STEP."""
LEAST_VOTE, MOST_VOTE, VOTE_PER_MARGIN = 0.5, 2.5, 0.5
"""What the rules' verdict counts, in the unit of the weights: more the surer they are."""


def combine(
    features: list[str],
    rules_name: IntentName,
    rules_code: bool,
    margin: float,
    find: Callable[[str], bytes | None],
    *,
    is_inside: bool = False,
) -> tuple[IntentName, bool]:
    """Return the class and whether it is about code, from features and the rules' verdict.

    `margin` is how far apart the rules found the evidence for and against code. `is_inside` says that
    the prompt names a file, a symbol, an error or shows code, and that the rules take it for code: then
    no weighing of words takes it out again.
    """
    sums = [0] * len(LABELS)
    rows = [row for row in map(find, (BIAS, *features)) if row]
    for row in rows:
        sums = [total + value for total, value in zip(sums, row, strict=True)]
    scores = [(total - len(rows) * ZERO) * STEP for total in sums]
    ruled = "git" if rules_name == "ops" and not rules_code else rules_name
    scores[LABELS.index(ruled)] += min(MOST_VOTE, LEAST_VOTE + VOTE_PER_MARGIN * margin)
    return decide(scores, is_inside=is_inside)


def decide(scores: list[float], *, is_inside: bool) -> tuple[IntentName, bool]:
    """Turn scores into a class: first whether it is code at all, then which work."""
    top = max(scores)
    shares = [exp(score - top) for score in scores]
    outside = shares[GIT] + shares[NON_CODE]
    if outside * 2 > sum(shares) and not is_inside:
        return ("ops", False) if shares[GIT] > shares[NON_CODE] else ("non_code", False)
    best = max(range(GIT), key=scores.__getitem__)
    name: IntentName = LABELS[best]  # type: ignore[assignment]
    return name, True


def find_weights(text: str) -> Callable[[str], bytes | None]:
    """Return a look-up in the tables a text needs."""
    from auto_tools.intent.learned_en import WEIGHTS

    if text.isascii():
        return WEIGHTS.get
    from auto_tools.intent.learned_zh import WEIGHTS as CHINESE_WEIGHTS

    return lambda name: WEIGHTS.get(name) or CHINESE_WEIGHTS.get(name)
