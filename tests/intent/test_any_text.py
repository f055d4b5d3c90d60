"""Whatever the text, the answer is valid, the same every time, and there in linear time."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auto_tools.intent.classify import CLASSES, TIER2
from auto_tools.intent.read import MAX_SIGNALS
from auto_tools.intent.understand import understand

PIECES = [
    "fix",
    "the login",
    "src/a.py:3",
    "`x`",
    "报错",
    "把",
    "改成",
    "/clear",
    "<task-notification>",
    "```",
    "\n",
    "load_rows()",
    "don't",
    "why",
    "在哪",
    "KeyError: 'x'",
    "?",
    "，",
    "继续",
    "@",
    "::",
    "line 9",
    "第3行",
    "\u200b",
    "\x00",
    "🙂",
]
TEXTS = st.one_of(st.text(max_size=300), st.lists(st.sampled_from(PIECES), max_size=20).map(" ".join))


@given(TEXTS)
@settings(max_examples=150, deadline=None)
def test_any_text_gives_a_valid_intent(text: str) -> None:
    intent = understand(text)
    assert intent.name in (*CLASSES, "non_code")
    assert intent.is_code or intent.name in ("ops", "non_code")
    assert set(intent.tier2) <= set(TIER2)
    assert len(intent.signals) <= MAX_SIGNALS
    assert all(0 <= signal.weight <= 1 and signal.match for signal in intent.signals)


@given(TEXTS)
@settings(max_examples=80, deadline=None)
def test_same_text_gives_the_same_answer_by_either_way(text: str) -> None:
    signals = understand(text).signals
    assert understand(text) == understand(text)
    assert understand(text).signals == signals
    assert understand(text).signals == signals


@pytest.mark.parametrize(
    "unit",
    ["a", "/", "中", "(", "a ", "中 ", "`", "_", "Error:\n", "a.py:1 ", "don't ", "：", "把…就", "at x:1\n"],
)
def test_time_grows_no_faster_than_the_text(unit: str) -> None:
    def measure(length: int) -> float:
        text = unit * (length // len(unit))
        start = time.perf_counter()
        understand(text)
        return time.perf_counter() - start

    understand("warm up 热身")
    small = min(measure(4_000) for _ in range(3))
    large = min(measure(32_000) for _ in range(3))
    assert large < small * 8 * 5 + 0.05


@pytest.mark.parametrize("unit", ["a", "/", "中", "("])
def test_hostile_megabyte_is_cut_before_it_is_read(unit: str) -> None:
    start = time.perf_counter()
    understand(unit * 1_000_000)
    assert time.perf_counter() - start < 2


def test_end_of_a_long_prompt_is_read_too() -> None:
    assert "load_rows" in [signal.match for signal in understand("x " * 50_000 + "fix load_rows").signals]
