"""Turns an intent into planned calls, with a reason for each and a word on what was left out."""

from __future__ import annotations

from auto_tools.contract import (
    Intent,
    Limit,
    PlannedCall,
    RecommendedTool,
    Settings,
    ToolCall,
    ToolError,
    ToolPlan,
    ToolResult,
    ToolSettings,
)
from auto_tools.errors import InvalidArguments
from auto_tools.plan.budget import add_tier2_time, codex_command, make_budget
from auto_tools.plan.reasons import REASONS
from auto_tools.record import Record
from auto_tools.tools.arguments import fit_arguments
from auto_tools.tools.catalog import CATALOG, TOOLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

TIER2_OFF = "tier-2 disabled by default; set CI_AUTO_TOOLS_TIER_MAX=2 to enable"
_DEFAULT_TIER2 = {"debug": ("ci_bug_locate",), "modify": ("ci_impact",), "refactor": ("ci_impact",)}
_AROUND_A_SYMBOL = ("ci_call_chain", "ci_impact")
_AROUND_A_FILE = ("ci_impact", "ci_complexity")
_WITHOUT_A_TARGET = ("ci_complexity", "ci_hotspot")
"""What deep analysis means when the prompt asks for it without saying which."""


class Task(Record):
    """What the plan is made for."""

    prompt: str
    """The user's text."""
    intent: Intent
    """What it is about."""
    symbols: tuple[str, ...]
    """Symbols it names."""
    files: tuple[str, ...]
    """Files it names."""


class Plan(Record):
    """The decision, with everything needed to carry it out and to explain it."""

    tool_plan: ToolPlan
    """As published in the envelope."""
    calls: tuple[ToolCall, ...] = ()
    """Ready for the lifecycle, one for each planned tool."""
    skipped: tuple[ToolResult, ...] = ()
    """Results of calls that were refused before they could be planned."""
    recommended: tuple[RecommendedTool, ...] = ()
    """Tools that would help but do not run."""
    limits: tuple[Limit, ...] = ()
    """What was clamped, refused or left out."""


def make_plan(task: Task, settings: Settings) -> Plan:
    """Decide what runs for a task."""
    budget = make_budget(settings)
    if task.intent.asks_depth and not task.symbols and not task.files:
        from auto_tools.plan.names import guess_symbols

        task = task.replace(symbols=guess_symbols(task.prompt))
    limits = [Limit(f"{name} not on the allowlist; skipped", "refused") for name in settings.unknown_tools]
    tier2 = _worthwhile_tier2(task)
    wanted = [spec.name for spec in TOOLS if spec.tier <= min(settings.tier_max, 1)]
    recommended: tuple[RecommendedTool, ...] = ()
    if settings.tier_max >= 2:
        wanted += tier2
        hints = [name for name in task.intent.tier2 if name not in tier2]
        recommended = tuple(RecommendedTool(n, 2, f"{_reason(n)}; not worth its time here") for n in hints)
    else:
        hints = list(dict.fromkeys((*tier2, *task.intent.tier2)))
        recommended = tuple(RecommendedTool(n, 2, f"{_reason(n)}; tier 2 is off") for n in hints)
        if tier2:
            to = f"tier-{settings.tier_max}"
            limits.append(Limit(TIER2_OFF, "degraded", degraded_to=to))
    calls, planned, skipped = _plan_calls(wanted, task, settings, limits)
    if any(call.tier == 2 for call in planned):
        budget = add_tier2_time(budget, limits)
    tool_plan = ToolPlan(settings.tier_max, codex_command(settings), budget, tuple(planned))
    return Plan(tool_plan, tuple(calls), tuple(skipped), recommended, tuple(limits))


def _worthwhile_tier2(task: Task) -> list[str]:
    """List tier-2 tools that earn their time: a named target to change or mend, or asked for in words."""
    intent = task.intent
    is_targeted = intent.name in ("modify", "refactor", "debug") and intent.names_target
    if not is_targeted and not intent.asks_depth:
        return []
    hints = intent.tier2 or _DEFAULT_TIER2.get(intent.name, ())
    ready = [name for name in hints if _own_args(name, task) is not None]
    if ready or not intent.asks_depth:
        return ready
    return list(_AROUND_A_SYMBOL if task.symbols else _AROUND_A_FILE if task.files else _WITHOUT_A_TARGET)


def _plan_calls(
    wanted: list[str], task: Task, settings: Settings, limits: list[Limit]
) -> tuple[list[ToolCall], list[PlannedCall], list[ToolResult]]:
    calls: list[ToolCall] = []
    planned: list[PlannedCall] = []
    skipped: list[ToolResult] = []
    for name in dict.fromkeys(wanted):
        chosen = settings.tools.get(name, ToolSettings())
        if not chosen.enabled:
            limits.append(Limit(f"{name} not on the allowlist; skipped", "refused"))
            continue
        spec = CATALOG[name]
        try:
            args, said = fit_arguments(spec, _arguments(name, task, chosen), chosen.clamps)
        except InvalidArguments as error:
            message = str(error)
            refusal = ToolError("E_INVALID_ARGS", message)
            skipped.append(ToolResult(name, "skipped", "", 0, message, {}, refusal))
            continue
        limits += [Limit(text) for text in said]
        timeout = chosen.timeout_ms or spec.timeout_ms
        planned.append(PlannedCall(name, spec.tier, _reason(name), args, timeout))
        calls.append(ToolCall(name, args, timeout, chosen.runner))
    return calls, planned, skipped


def _arguments(name: str, task: Task, chosen: ToolSettings) -> dict[str, Any]:
    known = {argument.alias: argument.name for argument in CATALOG[name].arguments if argument.alias}
    config, env = (
        {known.get(key, key): value for key, value in given.items()}
        for given in (chosen.args, chosen.env_args)
    )
    return {**config, **(_own_args(name, task) or {}), **env}


def _own_args(name: str, task: Task) -> Mapping[str, Any] | None:
    """Return the arguments the prompt itself gives a tool; None when it cannot give the needed ones."""
    if name in ("ci_search", "ci_graph_rag"):
        return {"query": task.prompt}
    if name == "ci_bug_locate":
        return {"error": task.prompt}
    if name == "ci_call_chain":
        return {"symbol": task.symbols[0]} if task.symbols else None
    if name == "ci_impact":
        if task.symbols:
            return {"symbol": task.symbols[0]}
        return {"file": task.files[0]} if task.files else None
    if name == "ci_complexity":
        return {"file": task.files[0]} if task.files else {}
    return {}


def _reason(name: str) -> str:
    return REASONS[name]
