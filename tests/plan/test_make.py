from __future__ import annotations

from typing import Any

import pytest

from auto_tools.contract import Intent, Settings, ToolSettings
from auto_tools.plan.make import TIER2_OFF, Plan, Task, make_plan
from auto_tools.plan.names import guess_symbols
from auto_tools.plan.reasons import REASONS
from auto_tools.settings.resolve import load_settings
from auto_tools.tools.catalog import DEFAULTS, TOOLS


def settings(monkeypatch: pytest.MonkeyPatch, **changes: Any) -> Settings:
    monkeypatch.setenv("HOME", "/nonexistent")
    return load_settings({}, config_root="", tools=DEFAULTS).replace(**changes)


def task(intent: Intent, symbols: tuple[str, ...] = (), files: tuple[str, ...] = ()) -> Task:
    return Task("why does it fail", intent, symbols, files)


def names(plan: Plan) -> list[str]:
    return [call.tool for call in plan.tool_plan.tools]


def test_tiers_0_and_1_are_planned_for_any_code_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = make_plan(task(Intent("explore", True)), settings(monkeypatch))
    assert names(plan) == ["ci_index_status", "ci_search", "ci_graph_rag"]
    assert [call.tool for call in plan.calls] == names(plan)
    assert plan.limits == ()


def test_tier_0_alone_when_tier_max_is_0(monkeypatch: pytest.MonkeyPatch) -> None:
    assert names(make_plan(task(Intent("explore", True)), settings(monkeypatch, tier_max=0))) == [
        "ci_index_status"
    ]


def test_tier_2_off_is_said_where_it_would_be_worth_it(monkeypatch: pytest.MonkeyPatch) -> None:
    intent = Intent("debug", True, ("ci_bug_locate",), names_target=True)
    plan = make_plan(task(intent), settings(monkeypatch))
    assert [(limit.text, limit.degraded_to) for limit in plan.limits] == [(TIER2_OFF, "tier-1")]
    assert [tool.tool for tool in plan.recommended] == ["ci_bug_locate"]


def test_tier_2_is_not_mentioned_without_a_target(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = make_plan(task(Intent("debug", True, ("ci_bug_locate",))), settings(monkeypatch))
    assert plan.limits == ()


@pytest.mark.parametrize(
    ("intent", "symbols", "expected"),
    [
        (Intent("debug", True, ("ci_bug_locate",), names_target=True), (), ["ci_bug_locate"]),
        (Intent("debug", True, ("ci_bug_locate",)), (), []),
        (Intent("explore", True, ("ci_call_chain",), asks_depth=True), ("run",), ["ci_call_chain"]),
        (Intent("explore", True, ("ci_call_chain",), asks_depth=True), (), ["ci_complexity", "ci_hotspot"]),
        (Intent("review", True, (), asks_depth=True), ("run",), ["ci_call_chain", "ci_impact"]),
        (Intent("explore", True, ("ci_call_chain",), names_target=True), ("run",), []),
        (Intent("modify", True, (), names_target=True), ("run",), ["ci_impact"]),
    ],
)
def test_tier_2_enters_only_where_it_is_worth_it(
    monkeypatch: pytest.MonkeyPatch, intent: Intent, symbols: tuple[str, ...], expected: list[str]
) -> None:
    plan = make_plan(task(intent, symbols), settings(monkeypatch, tier_max=2))
    assert names(plan)[3:] == expected
    assert plan.tool_plan.budget.wall_ms == (10_000 if expected else 5_000)


def test_tier_2_time_stays_below_the_ceiling_and_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    intent = Intent("debug", True, ("ci_bug_locate",), names_target=True)
    plan = make_plan(task(intent), settings(monkeypatch, tier_max=2, wall_ms=14_000))
    assert plan.tool_plan.budget.wall_ms == 15_000
    assert "clamped to 15000" in plan.limits[0].text


def test_a_disabled_tool_is_off_the_allowlist(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = settings(monkeypatch, tools={"ci_search": ToolSettings(enabled=False)}, unknown_tools=("evil",))
    plan = make_plan(task(Intent("explore", True)), chosen)
    assert "ci_search" not in names(plan)
    assert [limit.text for limit in plan.limits] == [
        "evil not on the allowlist; skipped",
        "ci_search not on the allowlist; skipped",
    ]


def test_what_cannot_be_clamped_is_skipped_before_it_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = settings(monkeypatch, tools={"ci_graph_rag": ToolSettings(args={"depth": "deep"})})
    plan = make_plan(task(Intent("explore", True)), chosen)
    assert names(plan) == ["ci_index_status", "ci_search"]
    assert [(result.tool, result.status) for result in plan.skipped] == [("ci_graph_rag", "skipped")]
    assert plan.skipped[0].error is not None
    assert plan.skipped[0].error.code == "E_INVALID_ARGS"


def test_clamps_are_said_with_the_tools_name(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = settings(monkeypatch, tools={"ci_graph_rag": ToolSettings(args={"depth": 9, "budget": 99_999})})
    plan = make_plan(task(Intent("explore", True)), chosen)
    said = [limit.text for limit in plan.limits]
    assert said == ["ci_graph_rag: depth clamped to 2", "ci_graph_rag: token_budget clamped to 8000"]
    assert plan.tool_plan.tools[2].args["depth"] == 2


def test_every_automatic_tool_has_a_reason() -> None:
    assert {spec.name for spec in TOOLS if spec.tier < 3} == set(REASONS)


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        ("允许深度分析 login 的调用链", ("login",)),
        ("影响分析：修改登录函数会影响什么", ()),
        ("show the call chain of checkout", ("checkout",)),
        ("impact of changing the PaymentGateway", ("PaymentGateway",)),
        ("do a deep analysis of this module", ()),
    ],
)
def test_a_plain_name_is_guessed_where_deep_analysis_is_asked_for(
    prompt: str, expected: tuple[str, ...]
) -> None:
    assert guess_symbols(prompt) == expected
