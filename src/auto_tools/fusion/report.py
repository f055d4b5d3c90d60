"""The words for the user: which tools and why, what was found, what was cut."""

from __future__ import annotations

from auto_tools.contract import Conflict, ForUser, Item, Limit, ToolPlan, ToolResult
from auto_tools.fusion.conflicts import NEEDS_JUDGEMENT
from auto_tools.fusion.context import NO_LIMITS
from auto_tools.fusion.items import NONE
from auto_tools.fusion.limits import limit_lines, one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

PLAN = "[Auto Tools]"
RESULTS = "[Results]"


def report(
    plan: ToolPlan,
    results: tuple[ToolResult, ...],
    items: tuple[Item, ...],
    conflicts: tuple[Conflict, ...],
    limits: Iterable[Limit],
    *,
    mode: str,
    why_none: str = "",
) -> ForUser:
    """Write the three texts."""
    return ForUser(
        _plan_text(plan, mode, why_none),
        _results_text(results, items, conflicts),
        "\n".join(limit_lines(limits) or [NO_LIMITS]),
    )


def _plan_text(plan: ToolPlan, mode: str, why_none: str) -> str:
    if not plan.tools:
        return f"{PLAN} no tools: {why_none}" if why_none else f"{PLAN} no tools"
    verb = "planned, none run" if mode == "plan" else "planned"
    noun = "tool" if len(plan.tools) == 1 else "tools"
    lines = [f"{PLAN} {len(plan.tools)} {noun} {verb}"]
    lines += [f"- {call.tool} (tier {call.tier}): {call.reason}" for call in plan.tools]
    return "\n".join(lines)


def _results_text(
    results: tuple[ToolResult, ...], items: tuple[Item, ...], conflicts: tuple[Conflict, ...]
) -> str:
    finished = sum(result.status == "ok" for result in results)
    head = f"{RESULTS} {finished} of {len(results)} tools answered" if results else f"{RESULTS} none"
    lines = [head]
    lines += [_item_line(item) for item in items if not item.conflict]
    for conflict in conflicts:
        lines.append(one_line(f"- conflict=true {NEEDS_JUDGEMENT}: {conflict.claim_key}"))
        lines += ["  " + _item_line(item) for item in conflict.items]
    return "\n".join(lines)


def _item_line(item: Item) -> str:
    place = item.path if item.path != NONE else ""
    if place and item.line:
        place += f":{item.line}"
    name = item.symbol if item.symbol != NONE else item.title if item.title != NONE else ""
    shown = " ".join(part for part in (place, name if name != item.summary else "") if part)
    side = f" [{item.polarity}]" if item.conflict else ""
    refs = f" evidence {', '.join(item.evidence_refs)}" if item.conflict and item.evidence_refs else ""
    time = f" {item.source.time}" if item.conflict else ""
    text = f"- {item.tool}{time}{side}: {': '.join(part for part in (shown, item.summary) if part)}{refs}"
    return one_line(text)
