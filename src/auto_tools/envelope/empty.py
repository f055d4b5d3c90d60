"""The empty injection: the answer when something is broken, so that no prompt is ever lost."""

from __future__ import annotations

from auto_tools.contract import (
    PLAN_CREATED_AT,
    SCHEMA_VERSION,
    Budget,
    Client,
    Degraded,
    Enforcement,
    Envelope,
    ForModel,
    ForUser,
    FusedContext,
    Inputs,
    Limit,
    Outcome,
    Request,
    ToolPlan,
)
from auto_tools.digest import short_hash

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

UNAVAILABLE = "orchestrator unavailable"
INVALID = "orchestrator output invalid; fallback to empty context"


def empty_outcome(
    request: Request,
    text: str,
    exit_code: int,
    *,
    env: Mapping[str, str],
    reason: str = "",
    context: str = "",
) -> Outcome:
    """Make the empty injection with one limit; `context` only when a foreign kernel gave one."""
    from auto_tools.safety.redact import redact_or_hide

    text, reason = redact_or_hide(text), redact_or_hide(reason)
    exec_only = env.get("CI_CODEX_SESSION_MODE", "").strip() == "exec"
    command = "codex exec" if exec_only else "codex exec resume --last"
    limit = Limit(text, "degraded", exit_code, "empty")
    envelope = Envelope(
        schema_version=SCHEMA_VERSION,
        run_id=f"empty-{short_hash(request.prompt, text, length=12)}",
        created_at=PLAN_CREATED_AT,
        client=Client(request.client, request.event, request.session_id),
        inputs=Inputs(request.prompt, request.cwd, "no-git-root"),
        tool_plan=ToolPlan(0, command, Budget(0, 0, 0)),
        tool_results=(),
        fused_context=FusedContext(
            ForModel(context),
            ForUser("[Auto Tools] no tools: nothing could be planned", "[Results] none", f"[Limits] {text}"),
        ),
        degraded=Degraded(True, reason or text, "empty"),
        enforcement=Enforcement(source="adapter"),
    )
    return Outcome(envelope, exit_code, (limit,))
