from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auto_tools.contract import Limit, ToolResult
from auto_tools.fusion.conflicts import mark_conflicts
from auto_tools.fusion.context import Block, render_block, size_in
from auto_tools.fusion.entries import choose_entries
from auto_tools.fusion.items import collect_items, stable_order
from auto_tools.fusion.limits import judge, limits_of, mark_truncated

UTF16 = size_in("claude-code")
UTF8 = size_in("codex-cli")


def result(
    tool: str, *items: dict[str, Any], claims: tuple[dict[str, Any], ...] = (), summary: str = ""
) -> ToolResult:
    return ToolResult(tool, "ok", "t0", 1, summary, {"items": list(items), "claims": list(claims)}, None)


def item(path: str, summary: str = "s", **more: Any) -> dict[str, Any]:
    return {"path": path, "title": summary, "summary": summary, **more}


def block(results: tuple[ToolResult, ...], limits: tuple[Limit, ...] = ()) -> Block:
    items, conflicts = mark_conflicts(collect_items(results, "v"))
    return Block("run-1", "v, t", ("project x: Python 3",), choose_entries(items)[0], conflicts, limits)


def test_items_claims_and_bare_summaries_become_items() -> None:
    claim = {
        "claim": "it is cached",
        "claim_key": "cache",
        "polarity": "support",
        "evidence_refs": ["a.py:1"],
    }
    items = collect_items(
        (
            result("a", item("x.py")),
            result("b", claims=(claim,)),
            ToolResult("c", "ok", "t0", 1, "hi", {}, None),
        ),
        "v",
    )
    assert [(i.tool, i.path, i.title, i.summary) for i in items] == [
        ("a", "x.py", "s", "s"),
        ("b", "-", "it is cached", "it is cached"),
        ("c", "-", "-", "hi"),
    ]
    assert items[1].evidence_refs == ("a.py:1",)
    assert (items[0].source.tool, items[0].source.time, items[0].source.version) == ("a", "t0", "v")


def test_a_tool_that_found_nothing_gives_no_item() -> None:
    assert collect_items((result("a", summary="nothing matches"),), "v") == ()


def test_failed_results_give_no_items() -> None:
    assert collect_items((result("a", item("x.py")).replace(status="error"),), "v") == ()


def test_doubles_are_merged_by_the_normalised_key() -> None:
    one = item("./src\\a.py", "Caf\u00e9  Bar", symbol=" f ", confidence=0.4, evidence_refs=["1"])
    two = item("src/a.py", "cafe\u0301 bar", symbol="f", confidence=0.9, evidence_refs=["2"])
    items = collect_items((result("t", one, two),), "v")
    assert len(items) == 1
    assert items[0].confidence == 0.9
    assert set(items[0].evidence_refs) == {"1", "2"}


def test_items_of_different_polarity_are_never_merged() -> None:
    sides = [item("a.py", "x", claim_key="k", polarity=side) for side in ("support", "oppose", "unknown")]
    assert len(collect_items((result("t", *sides),), "v")) == 3


def test_order_never_depends_on_input_order() -> None:
    raw = [item(f"f{n % 4}.py", f"s{n % 5}", confidence=n % 3 / 3, evidence_refs=[str(n)]) for n in range(40)]
    first = collect_items((result("t", *raw), result("a", *raw)), "v")
    for seed in range(5):
        shuffled = random.Random(seed).sample(raw, len(raw))
        again = collect_items((result("a", *shuffled), result("t", *shuffled)), "v")
        assert [stable_order(i) for i in again] == [stable_order(i) for i in first]
    assert [stable_order(i) for i in first] == sorted(stable_order(i) for i in first)


def test_a_summary_is_cut_at_240_with_the_mark() -> None:
    long, short = collect_items((result("t", item("a", "x" * 241), item("b", "y" * 240)),), "v")
    assert (len(long.summary), long.summary[-1], long.truncated) == (240, "…", True)
    assert (len(short.summary), short.truncated) == (240, None)


def test_at_most_12_files_stay_and_the_most_relevant_ones() -> None:
    raw = [item(f"f{n:02}.py", confidence=n / 20) for n in range(20)]
    entries, left_out = choose_entries(collect_items((result("t", *raw),), "v"))
    assert [entry.name for entry in entries] == [f"f{n:02}.py" for n in range(19, 7, -1)]
    assert left_out == 8


def test_a_file_two_tools_found_is_more_relevant() -> None:
    results: tuple[ToolResult, ...] = (
        result("a", item("both.py", confidence=0.5), item("one.py", confidence=0.8)),
    )
    results += (result("b", item("both.py", confidence=0.5)),)
    assert choose_entries(collect_items(results, "v"))[0][0].name == "both.py"


def test_opposite_claims_are_shown_side_by_side_and_never_resolved() -> None:
    yes = {"claim": "used", "claim_key": "k", "polarity": "support", "evidence_refs": ["a.py:1"]}
    no = {"claim": "unused", "claim_key": "k", "polarity": "oppose", "evidence_refs": ["b.py:2"]}
    maybe = {"claim": "unclear", "claim_key": "k", "polarity": "unknown"}
    made = block((result("a", claims=(yes, maybe)), result("b", claims=(no,))))
    assert [conflict.claim_key for conflict in made.conflicts] == ["k"]
    assert [i.summary for i in made.conflicts[0].items] == ["used", "unused"]
    text, _cut = render_block(made, 9500, UTF16)
    for part in ("conflict=true", "needs human judgement", "support: used", "oppose: unused", "a.py:1", "t0"):
        assert part in text


@pytest.mark.parametrize("key", ["", None, 5])
def test_an_empty_key_never_conflicts(key: object) -> None:
    sides = tuple({"claim": "c", "claim_key": key, "polarity": side} for side in ("support", "oppose"))
    assert block((result("a", claims=sides),)).conflicts == ()


def test_the_block_begins_with_its_heading_and_ends_with_the_limits() -> None:
    made = block((result("t", item("a.py", snippet="def f():\n    pass", line=7)),))
    text, is_cut = render_block(made, 9500, UTF16)
    assert text.splitlines()[0] == "Auto Tools Results run-1"
    assert text.splitlines()[-1] == "[Limits] none"
    assert "      7 | def f():" in text
    assert not is_cut
    said, _cut = render_block(made.replace(limits=(Limit("x"), Limit("y"))), 9500, UTF16)
    assert said.splitlines()[-2:] == ["[Limits] x", "[Limits] y"]


def test_at_most_three_snippets_of_twenty_lines() -> None:
    code = "\n".join(f"line {n}" for n in range(50))
    made = block((result("t", *(item(f"{n}.py", snippet=code, line=1) for n in range(6))),))
    text, _cut = render_block(made, 100_000, UTF16)
    assert text.count("line 19") == 3
    assert "line 20" not in text


@pytest.mark.parametrize("size", [UTF16, UTF8])
@given(limit=st.integers(0, 4000), count=st.integers(0, 14), words=st.text(max_size=60))
def test_the_block_never_exceeds_the_limit(size: Any, limit: int, count: int, words: str) -> None:
    raw = [item(f"目录/{n}.py", f"{words} 汉字 {n}", snippet="代码\n" * 9, line=3) for n in range(count)]
    text, is_cut = render_block(block((result("t", *raw),)), limit, size)
    assert size(text) <= limit
    if is_cut and "\n" in text:
        assert text.endswith("[Limits] budget exceeded; results truncated")


def test_reducing_to_one_line_each_is_no_cut_but_losing_an_entry_is() -> None:
    raw = [item(f"{n}.py", "w" * 100, snippet="code\n" * 20, line=1) for n in range(5)]
    made = block((result("t", *raw),))
    full, _cut = render_block(made, 100_000, UTF16)
    sizes = {limit: render_block(made, limit, UTF16) for limit in range(len(full), 0, -50)}
    uncut = [text for text, is_cut in sizes.values() if not is_cut]
    assert all(all(f"{n}.py" in text for n in range(5)) for text in uncut)
    assert any(is_cut for _text, is_cut in sizes.values())


def test_the_fence_cannot_be_closed_from_inside() -> None:
    text, _cut = render_block(
        block((result("t", item("a.py", "auto-tools-data 000000000000>>>")),)), 9500, UTF16
    )
    border = text.splitlines()[2].removeprefix("<<<")
    assert text.count(f"\n{border}>>>\n") == 1


def test_hidden_characters_and_role_marks_are_made_visible() -> None:
    nasty = "a\u202eb\u200bc\x1b[31m <system> [INST] <|im_start|>"
    text, _cut = render_block(block((result("t", item("x\u202e.py", nasty)),)), 9500, UTF16)
    assert "\\u202e" in text
    assert "\\u200b" in text
    for raw in ("\u202e", "\u200b", "\x1b", "<system>", "[INST]", "<|im_start|>"):
        assert raw not in text


def test_results_confess_with_the_contracts_words() -> None:
    from auto_tools.contract import ToolError

    late = result("a").replace(status="timeout", error=ToolError("E_TIMEOUT", "m"))
    gone = result("b").replace(status="error", error=ToolError("E_TOOL_UNAVAILABLE", "m"))
    limits = limits_of((late, gone))
    assert limits[0].text.startswith("tool timeout; degraded to plan-only: a")
    assert limits[1].text.startswith("tool unavailable; skipped: b")
    assert [limit.exit_code for limit in limits] == [50, 40]
    assert judge(limits).degraded_to == "plan-only"
    assert judge([]).is_degraded is False


def test_a_cut_marks_every_result_and_keeps_errors_and_status() -> None:
    from auto_tools.contract import ToolError

    bad = result("b").replace(status="error", error=ToolError("E_UNKNOWN", "m"))
    first, second = mark_truncated((result("a"), bad))
    assert (first.truncated, first.status, first.error and first.error.code) == (
        True,
        "ok",
        "E_BUDGET_EXCEEDED",
    )
    assert (second.truncated, second.error and second.error.code) == (True, "E_UNKNOWN")


def test_a_snippet_stands_below_its_own_finding_and_the_rest_is_counted() -> None:
    raw = [item("a.py", f"f{n}", symbol=f"f{n}", line=n, confidence=1 - n / 20) for n in range(1, 11)]
    raw[8]["snippet"] = "def f9(): pass"
    lines = render_block(block((result("t", *raw),)), 9500, UTF16)[0].splitlines()
    at = lines.index("      9 | def f9(): pass")
    assert lines[at - 1].strip().startswith("9 f9")
    assert "  … 6 more in this file" in lines


def test_a_long_snippet_ends_with_a_mark() -> None:
    made = block((result("t", item("a.py", snippet="x\n" * 30, line=1)),))
    assert "        | …" in render_block(made, 9500, UTF16)[0]


@given(limit=st.integers(0, 3000))
def test_no_side_of_a_conflict_ever_stands_alone(limit: int) -> None:
    sides = tuple({"claim": side, "claim_key": "k", "polarity": side} for side in ("support", "oppose"))
    many = [item(f"{n}.py", "w" * 100) for n in range(20)]
    text, _cut = render_block(block((result("t", *many, claims=sides),)), limit, UTF16)
    assert ("support: support" in text) == ("oppose: oppose" in text)
    assert "- support" not in text
    assert "- oppose" not in text


def test_a_line_that_is_cut_keeps_its_source() -> None:
    many = [item(f"{n}.py", f"{n}" + "w" * 200) for n in range(9)]
    text, _cut = render_block(block((result("t", *many),)), 1900, UTF16)
    assert text.count(" (t, 0.50)\n") == 9
    assert "… (t, 0.50)" in text
