"""What the results have to confess: late, failed, skipped, filtered, redacted."""

from __future__ import annotations

from auto_tools.contract import EXIT_TIMEOUT, EXIT_TOOL, Degraded, Limit, ToolError, ToolResult
from auto_tools.safety.injection import FILTERED, filter_lines, make_visible
from auto_tools.safety.redact import redact

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

TIMEOUT = "tool timeout; degraded to plan-only"
UNAVAILABLE = "tool unavailable; skipped"
BUDGET = "budget exceeded; results truncated"
_SEVERITY = ("empty", "plan-only", "truncated", "partial", "defaults", "tier-0", "tier-1", "")
INDEX_WORDS = ("index is ", "no index yet")
"""How a tool's own words about the index begin."""
LINE_CHARS = 300
MOST_LINES = 16
MOST_CHARS = 2_000


def limits_of(results: Iterable[ToolResult]) -> list[Limit]:
    """Say everything about the results that the user should know."""
    found = (
        limit for result in results for limit in (*_ending(result), *_warnings(result), *_redactions(result))
    )
    return _without_weaker(list(dict.fromkeys(found)))


def _without_weaker(limits: list[Limit]) -> list[Limit]:
    """Keep one line about how far the index is behind: that of the tool that looked at files."""
    behind = [one for one in limits if one.text.startswith("index is ") and one.text.endswith(" behind")]
    weaker = [one for one in behind if one.text.endswith("/ 0 files behind")] if len(behind) > 1 else []
    return [one for one in limits if one not in weaker]


def _ending(result: ToolResult) -> list[Limit]:
    message = result.error.message if result.error else result.summary
    if result.status == "timeout":
        return [Limit(f"{TIMEOUT}: {result.tool}", "degraded", EXIT_TIMEOUT, "plan-only", message)]
    if result.status == "skipped":
        return [Limit(f"{result.tool} skipped: {_why_skipped(result)}", "refused", detail=message)]
    if result.status != "error":
        return []
    if result.hook_failed:
        text = f"{result.tool} stopped by a hook"
    elif result.error is None or result.error.code == "E_TOOL_UNAVAILABLE":
        text = f"{UNAVAILABLE}: {result.tool}"
    else:
        text = f"{result.tool} failed"
    return [Limit(text, "degraded", EXIT_TOOL, "partial", message)]


def _why_skipped(result: ToolResult) -> str:
    code = result.error.code if result.error else ""
    return {
        "E_INVALID_ARGS": "an argument cannot be used (E_INVALID_ARGS)",
        "E_REPO_ROOT": "a path that must not be read (E_REPO_ROOT)",
    }.get(code, code or "refused")


def _warnings(result: ToolResult) -> list[Limit]:
    return [_warning(result.tool, text) for text in result.warnings or ()]


def _warning(tool: str, text: str) -> Limit:
    """Tell our own words, which sanitising and clamping wrote, from those of a hook."""
    if text.startswith(FILTERED) or " withheld: " in text:
        return Limit(text, "refused")
    if text.startswith(INDEX_WORDS):
        return Limit(text, "degraded")
    if text.startswith("found nowhere: "):
        return Limit(text)
    if text.startswith(f"{tool}: ") or text.endswith("repository root dropped"):
        return Limit(text)
    return Limit(f"{tool}: a hook gave a warning", detail=text)


def _redactions(result: ToolResult) -> list[Limit]:
    if not result.redactions:
        return []
    shown = ", ".join(f"{redaction.kind} {redaction.count}" for redaction in result.redactions)
    return [Limit(f"{result.tool}: secrets redacted: {shown}")]


def mark_truncated(results: tuple[ToolResult, ...]) -> tuple[ToolResult, ...]:
    """Mark every result after a cut; the status stays what it was."""
    cut = ToolError("E_BUDGET_EXCEEDED", BUDGET)
    return tuple(result.replace(truncated=True, error=result.error or cut) for result in results)


def judge(limits: Iterable[Limit]) -> Degraded:
    """Name the most serious thing that was lost."""
    losses = [limit for limit in limits if limit.degraded_to]
    if not losses:
        return Degraded()
    worst = min(losses, key=lambda limit: _SEVERITY.index(limit.degraded_to))
    return Degraded(True, worst.text, worst.degraded_to)


def limit_lines(limits: Iterable[Limit], *, for_model: bool = False) -> list[str]:
    """Write limits as lines, each once and not too many; a tool's own words are for the user alone."""
    texts = []
    for limit in limits:
        detail = "" if for_model or not limit.detail or limit.detail in limit.text else f" ({limit.detail})"
        texts.append("[Limits] " + one_line(limit.text + detail))
    lines = list(dict.fromkeys(texts))
    if len(lines) <= MOST_LINES:
        return lines
    return [*lines[:MOST_LINES], f"[Limits] {len(lines) - MOST_LINES} more lines"]


def one_line(text: str) -> str:
    """Make a text clean and short enough for a line of its own outside the fence."""
    text = redact(" ".join(text[:MOST_CHARS].split()), {})
    text = make_visible(filter_lines(text, "a limit")[0])
    return text if len(text) <= LINE_CHARS else text[: LINE_CHARS - 1] + "…"
