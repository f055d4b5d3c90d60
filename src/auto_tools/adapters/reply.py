"""Writes the kernel's answer the way a client reads it."""

from __future__ import annotations

from auto_tools.adapters.kernel import Reply
from auto_tools.contract import CLIENT_MAX_CHARS
from auto_tools.envelope.check import additional_context
from auto_tools.envelope.encode import to_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

EVENT = "UserPromptSubmit"
MAX_LIMIT_LINES = 5
CUT_MARK = "\n[Limits] budget exceeded; results truncated"


def render(reply: Reply, form: str, client: str) -> str:
    """Write the answer in the asked form."""
    if form == "json":
        return to_json(reply.envelope)
    if form == "text":
        return _text(reply.envelope)
    return to_json(hook_answer(reply, client))


def _text(envelope: dict[str, Any]) -> str:
    words = envelope["fused_context"].get("for_user", {})
    parts = [words.get(name, "") for name in ("tool_plan_text", "results_text", "limits_text")]
    context = additional_context(envelope)
    return "\n".join(part for part in (*parts, f"\n{context}" if context else "") if part)


def hook_answer(reply: Reply, client: str) -> dict[str, Any]:
    """Make the hook's answer: only fields both clients know, and nothing when nothing was planned."""
    context = _fit(additional_context(reply.envelope), client)
    answer: dict[str, Any] = {}
    if context:
        answer["hookSpecificOutput"] = {"hookEventName": EVENT, "additionalContext": context}
    is_fault = reply.envelope.get("degraded", {}).get("degraded_to") == "empty"
    if context or is_fault:
        message = system_message(reply, is_fault=is_fault)
        if message:
            answer["systemMessage"] = message
    return answer


def system_message(reply: Reply, *, is_fault: bool) -> str:
    """Write what the user sees: all, one line and the losses, or nothing."""
    if reply.show == "off":
        return ""
    if reply.show == "full":
        words = {**reply.envelope["fused_context"], "for_model": {"additional_context": ""}}
        return _text({"fused_context": words})[:CLIENT_MAX_CHARS]
    from auto_tools.fusion.limits import limit_lines

    losses = [limit for limit in reply.limits if limit.kind != "notice"]
    lines = limit_lines(losses)[:MAX_LIMIT_LINES]
    return "\n".join(lines if is_fault else [_one_line(reply), *lines])


def _one_line(reply: Reply) -> str:
    envelope = reply.envelope
    planned = len(envelope["tool_plan"].get("tools", ()))
    results = envelope["tool_results"]
    answered = sum(result.get("status") == "ok" for result in results)
    if not results:
        return f"[Auto Tools] {_count(planned, 'tool')} planned"
    items = envelope["fused_context"]["for_model"].get("structured", {}).get("items", ())
    files = {item["path"] for item in items if item.get("path", "-") != "-"}
    of_all = "" if answered == len(results) else f"{answered} of "
    said = f"[Auto Tools] {of_all}{_count(len(results), 'tool')}, {_count(len(files), 'file')}"
    is_plan = str(envelope["run_id"]).startswith("plan-")
    return said if is_plan else f"{said}, {reply.elapsed_ms} ms"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _fit(context: str, client: str) -> str:
    """Keep another kernel's context below the client's own limit; ours never reaches it."""
    if len(context) * 4 <= CLIENT_MAX_CHARS:
        return context
    from auto_tools.fusion.context import size_in

    size = size_in(client)
    if size(context) <= CLIENT_MAX_CHARS:
        return context
    room = CLIENT_MAX_CHARS - size(CUT_MARK)
    low, high = 0, len(context)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if size(context[:middle]) <= room else (low, middle - 1)
    return context[:low] + CUT_MARK
