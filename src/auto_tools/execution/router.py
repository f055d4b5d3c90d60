"""Finds what stands for a tool, runs it and wraps what comes back.

A body is a function of the catalogue; a runner is an executable that the
user's environment puts in its place.
"""

from __future__ import annotations

import os

from auto_tools import jsontext
from auto_tools.contract import Caller, ToolError, ToolOutput, ToolResult
from auto_tools.errors import AutoToolsError
from auto_tools.execution.command import FLOODED, TIMED_OUT, run_command
from auto_tools.tools.catalog import ToolSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SUMMARY_LIMIT = 4_000
MESSAGE_LIMIT = 500
PROMPT_CHARS = 30_000
"""The system takes 128 KB for one variable; a character can be four of them."""


def route_and_run(
    spec: ToolSpec, args: dict[str, Any], caller: Caller, *, runner: str, timeout_s: float
) -> ToolResult:
    """Run the tool; whatever it does comes back as a result."""
    try:
        if runner:
            return _run_runner(spec, args, caller, runner, timeout_s)
        if not spec.body:
            return failed(spec.name, "E_TOOL_UNAVAILABLE", "this tool is not part of this version yet")
        return _wrap(spec.name, _find_body(spec.body)(args, caller))
    except AutoToolsError as error:
        return failed(spec.name, "E_TOOL_UNAVAILABLE", str(error))
    except Exception as error:
        return failed(spec.name, "E_UNKNOWN", f"{type(error).__name__}: {error}"[:MESSAGE_LIMIT])


def failed(tool: str, code: Any, message: str) -> ToolResult:
    """Make the result of a call that gave none."""
    error = ToolError(code, message[:MESSAGE_LIMIT])
    return ToolResult(tool, "error", "", 0, error.message, {}, error)


def _wrap(tool: str, output: ToolOutput) -> ToolResult:
    result = ToolResult(tool, "ok", "", 0, output.summary[:SUMMARY_LIMIT], output.data, None)
    return result.replace(warnings=output.warnings or None)


def _find_body(name: str) -> Any:
    from importlib import import_module

    module, _, function = name.partition(":")
    return getattr(import_module(module), function)


def _run_runner(
    spec: ToolSpec, args: dict[str, Any], caller: Caller, runner: str, timeout_s: float
) -> ToolResult:
    env = {
        **os.environ,
        "CI_TOOL_NAME": spec.name,
        "CI_TOOL_PROMPT": caller.prompt[:PROMPT_CHARS].replace("\0", ""),
        "CI_TOOL_ARGS_JSON": jsontext.dumps(args),
        "CI_TOOL_REPO_ROOT": caller.root,
    }
    end = run_command([runner], "", cwd=caller.root, env=env, timeout_s=timeout_s)
    if end.code == TIMED_OUT:
        error = ToolError("E_TIMEOUT", "ended by its time limit")
        return ToolResult(spec.name, "timeout", "", 0, error.message, {}, error)
    if end.code == FLOODED:
        return failed(spec.name, "E_TOOL_UNAVAILABLE", "runner printed more than 1 MB")
    if end.code != 0:
        complaint = end.stderr.strip().splitlines()[-1:] or [f"runner ended with code {end.code}"]
        return failed(spec.name, "E_TOOL_UNAVAILABLE", complaint[0])
    return _wrap(spec.name, read_output(end.stdout))


def read_output(text: str) -> ToolOutput:
    """Understand what a runner printed: JSON in the known shapes, else plain text."""
    try:
        parsed = jsontext.loads(text)
    except (ValueError, RecursionError):
        return ToolOutput(text.strip(), {})
    if isinstance(parsed, list):
        parsed = {"items": parsed}
    if not isinstance(parsed, dict):
        return ToolOutput(text.strip(), {})
    data = parsed.get("data")
    if not isinstance(data, dict):
        data = {key: value for key, value in parsed.items() if key != "summary"}
    summary = parsed.get("summary")
    return ToolOutput(summary if isinstance(summary, str) else "", data)
