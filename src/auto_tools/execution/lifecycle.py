"""THE way of a tool call, whoever asks.

normalise -> confine paths -> before hooks -> route and run -> after hooks -> sanitise

Confining and sanitising are fixed steps: no hook and no caller gets round them. Hooks and tool see
the same normalised arguments; hooks see the raw result, nothing else does. The two hook runners
are implemented and called here and nowhere else.
"""

from __future__ import annotations

import time

from auto_tools import jsontext
from auto_tools.contract import Caller, ToolCall, ToolError, ToolResult
from auto_tools.errors import BypassRefused, InvalidArguments, PathRefused
from auto_tools.execution.hooks import AFTER, BEFORE, HookRules, run_hook
from auto_tools.execution.router import failed, route_and_run
from auto_tools.record import Record
from auto_tools.safety.paths import confine, is_sensitive_below
from auto_tools.safety.sanitise import sanitise_result
from auto_tools.tools.arguments import fit_arguments
from auto_tools.tools.ask_question import answer_output
from auto_tools.tools.catalog import CATALOG, ToolSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from auto_tools.execution.hooks import Event, Hook

ASK_TOOL = "askuser-ask_question"


class HookVerdict(Record):
    """What the hooks of one event decided."""

    failure: str | None = None
    """Why the call fails; None to go on."""
    warnings: tuple[str, ...] = ()
    """What they complained about."""
    stdout: str = ""
    """What the last talkative hook printed."""


def execute_tool_call(
    call: ToolCall, caller: Caller | None, rules: HookRules, *, clamps: Mapping[str, int] | None = None
) -> ToolResult:
    """Run one tool call through its whole life and return its sanitised result."""
    if not isinstance(caller, Caller):
        raise BypassRefused
    deadline = time.monotonic() + call.timeout_ms / 1000
    spec = CATALOG.get(call.tool)
    if spec is None:
        return _skipped(call.tool, "E_INVALID_ARGS", f"{call.tool} not on the allowlist; skipped")
    try:
        args, said = normalize_tool_args(spec, call, clamps)
        args = confine_paths(spec, args, caller)
    except InvalidArguments as error:
        return _skipped(spec.name, "E_INVALID_ARGS", str(error))
    except PathRefused as error:
        return _skipped(spec.name, "E_REPO_ROOT", str(error))
    result = _run_between_hooks(spec, args, call.runner, caller, rules, deadline)
    result = result.replace(warnings=(*said, *(result.warnings or ())) or None)
    return sanitise_result(result, caller.root, caller.exclude)


def normalize_tool_args(
    spec: ToolSpec, call: ToolCall, clamps: Mapping[str, int] | None
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return the arguments that hooks and tool will see, and what was clamped."""
    return fit_arguments(spec, call.args, clamps)


def confine_paths(spec: ToolSpec, args: dict[str, Any], caller: Caller) -> dict[str, Any]:
    """Return the arguments with every path relative to the root, or refuse."""
    confined = dict(args)
    for argument in spec.arguments:
        if argument.kind == "path" and argument.name in args:
            path = confine(caller.root, args[argument.name].strip())
            if is_sensitive_below(caller.root, path):
                raise PathRefused(f"{path} is a sensitive file: named, never opened")
            confined[argument.name] = path
    return confined


def _run_between_hooks(
    spec: ToolSpec, args: dict[str, Any], runner: str, caller: Caller, rules: HookRules, deadline: float
) -> ToolResult:
    before = run_before_tool_hooks(rules, spec.name, args, caller, deadline)
    if before.failure is not None:
        result = failed(spec.name, "E_UNKNOWN", before.failure)
        return result.replace(warnings=before.warnings or None, hook_failed=True)
    answer = read_hook_answer(before.stdout) if spec.name == ASK_TOOL else None
    if answer is not None:
        output = answer_output(answer)
        result = ToolResult(spec.name, "ok", "", 0, output.summary, output.data, None)
    else:
        left = max(deadline - time.monotonic(), 0.001)
        result = route_and_run(spec, args, caller, runner=runner, timeout_s=left)
    after = run_after_tool_hooks(rules, spec.name, args, result, caller, deadline)
    warnings = (*before.warnings, *(result.warnings or ()), *after.warnings)
    if after.failure is not None:
        result = failed(spec.name, "E_UNKNOWN", after.failure).replace(hook_failed=True)
    return result.replace(warnings=warnings or None)


def run_before_tool_hooks(
    rules: HookRules, tool: str, args: dict[str, Any], caller: Caller, deadline: float
) -> HookVerdict:
    """Run the before hooks of a call."""
    return _run_hooks(
        rules.matching(BEFORE, tool), {"toolName": tool, "args": args}, BEFORE, caller, deadline
    )


def run_after_tool_hooks(
    rules: HookRules, tool: str, args: dict[str, Any], result: ToolResult, caller: Caller, deadline: float
) -> HookVerdict:
    """Run the after hooks of a call; they see the raw result."""
    hooks = rules.matching(AFTER, tool)
    raw = {"status": result.status, "summary": result.summary, "data": result.data}
    error = result.error.as_dict() if result.error else None
    payload = {"toolName": tool, "args": args, "result": raw, "error": error}
    return _run_hooks(hooks, payload, AFTER, caller, deadline)


def _run_hooks(
    hooks: tuple[Hook, ...], payload: dict[str, Any], event: Event, caller: Caller, deadline: float
) -> HookVerdict:
    """Give exit codes their meaning: 0 go on, 1 warn and go on, anything else fail."""
    warnings: list[str] = []
    stdout = ""
    for hook in hooks:
        left_ms = int((deadline - time.monotonic()) * 1000)
        if left_ms <= 0:
            return HookVerdict(f"{event} hook: no time left", tuple(warnings))
        end = run_hook(hook.replace(timeout_ms=min(hook.timeout_ms, left_ms)), payload, caller.root)
        if end.code == 1:
            warnings.append(f"{event} hook: {end.stderr or 'ended with code 1'}")
        elif end.code != 0:
            return HookVerdict(
                f"{event} hook: {end.stderr or f'ended with code {end.code}'}", tuple(warnings)
            )
        else:
            stdout = end.stdout.strip() or stdout
    return HookVerdict(None, tuple(warnings), stdout)


def read_hook_answer(stdout: str) -> dict[str, Any] | None:
    """Read a hook's answer to a question: a text, a JSON array, or `selected` / `custom_input`."""
    if not stdout:
        return None
    try:
        parsed = jsontext.loads(stdout)
    except (ValueError, RecursionError):
        return {"selected": [stdout], "custom_input": None}
    if isinstance(parsed, list):
        return {"selected": [str(part) for part in parsed], "custom_input": None}
    if isinstance(parsed, dict) and ("selected" in parsed or "custom_input" in parsed):
        selected = parsed.get("selected") or []
        chosen = selected if isinstance(selected, list) else [selected]
        custom = parsed.get("custom_input")
        return {
            "selected": [str(part) for part in chosen],
            "custom_input": None if custom is None else str(custom),
        }
    text = parsed if isinstance(parsed, str) else stdout
    return {"selected": [text], "custom_input": None}


def _skipped(tool: str, code: Any, message: str) -> ToolResult:
    return ToolResult(tool, "skipped", "", 0, message, {}, ToolError(code, message))
