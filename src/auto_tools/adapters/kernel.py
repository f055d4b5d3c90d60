"""Asks the kernel: in this process for speed, or the executable that the user names."""

from __future__ import annotations

import os
import time

from auto_tools import jsontext, pipeline
from auto_tools.contract import EXIT_INVALID, EXIT_OK, EXIT_TIMEOUT, EXIT_UNAVAILABLE, Limit, Outcome, Request
from auto_tools.envelope.check import additional_context, is_same_major, parse_envelope
from auto_tools.envelope.empty import INVALID, UNAVAILABLE, empty_outcome
from auto_tools.envelope.encode import to_plain
from auto_tools.errors import KernelOutputInvalid
from auto_tools.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

KERNEL_WAIT_S = 16.0
KNOWN_EXITS = (0, 10, 20, 30, 40, 50)
PRODUCT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
"""The folder that holds `hooks/`, `bin/` and `src/`."""


class Reply(Record):
    """What the kernel said, as plain data for rendering."""

    envelope: dict[str, Any]
    """The envelope."""
    exit_code: int
    """Code for `json` and `text`."""
    limits: tuple[Limit, ...]
    """Its limits, with their kinds where they are known."""
    show: str
    """What the user wants to see."""
    elapsed_ms: int
    """How long it took."""


def ask_kernel(request: Request, payload: Mapping[str, Any], env: Mapping[str, str], started: float) -> Reply:
    """Ask whichever kernel is in force."""
    other = env.get("CI_AUTO_TOOLS_ORCHESTRATOR_PATH", "")
    kernel = other or os.path.join(PRODUCT, "hooks", "auto-tool-orchestrator.sh")
    if not os.path.isfile(kernel) or not os.access(kernel, os.X_OK):
        return to_reply(empty_outcome(request, UNAVAILABLE, EXIT_UNAVAILABLE, env=env), started)
    if other:
        return _ask_other(other, request, payload, env, started)
    return to_reply(pipeline.answer(request, env, started), started)


def to_reply(outcome: Outcome, started: float) -> Reply:
    """Turn the kernel's outcome into plain data."""
    elapsed = int((time.monotonic() - started) * 1000)
    return Reply(to_plain(outcome.envelope), outcome.exit_code, outcome.limits, outcome.show, elapsed)


def _ask_other(
    kernel: str, request: Request, payload: Mapping[str, Any], env: Mapping[str, str], started: float
) -> Reply:
    from auto_tools.execution.command import NOT_STARTED, TIMED_OUT, run_command

    text = jsontext.dumps({**payload, "prompt": request.prompt})
    names = {"CI_ORCH_CLIENT_NAME": request.client, "CI_ORCH_CLIENT_EVENT": request.event}
    cwd = request.cwd if os.path.isdir(request.cwd) else os.getcwd()
    end = run_command([kernel], text, cwd=cwd, env={**env, **names}, timeout_s=KERNEL_WAIT_S, own_group=True)
    if end.code == NOT_STARTED:
        return to_reply(empty_outcome(request, UNAVAILABLE, EXIT_UNAVAILABLE, env=env), started)
    if end.code == TIMED_OUT:
        late = f"{UNAVAILABLE}: no answer within {int(KERNEL_WAIT_S * 1000)} ms"
        return to_reply(empty_outcome(request, late, EXIT_TIMEOUT, env=env), started)
    try:
        envelope = parse_envelope(end.stdout)
    except KernelOutputInvalid as error:
        return to_reply(empty_outcome(request, f"{INVALID} ({error})", EXIT_INVALID, env=env), started)
    if not is_same_major(envelope):
        return to_reply(_foreign(request, envelope, env), started)
    lines = envelope["fused_context"]["for_user"]["limits_text"].splitlines()
    texts = [line.removeprefix("[Limits] ") for line in lines if line.startswith("[Limits] ")]
    limits = tuple(Limit(text, "degraded") for text in texts if text != "none")
    code = end.code if end.code in KNOWN_EXITS else EXIT_UNAVAILABLE
    return Reply(envelope, code, limits, "short", int((time.monotonic() - started) * 1000))


def _foreign(request: Request, envelope: dict[str, Any], env: Mapping[str, str]) -> Outcome:
    """Use only the text of an envelope of another major version, and say so."""
    version = envelope["schema_version"]
    text = f"schema version {version} is not known here; only additional_context used"
    context = additional_context(envelope)
    outcome = empty_outcome(request, text, EXIT_OK, env=env, context=context)
    return outcome.replace(exit_code=EXIT_OK)
