"""The entry of a client's hook: payload in, context out, exit 0 whatever happens."""

from __future__ import annotations

import os
import time

from auto_tools.adapters.flags import HELP, Flags, read_flags, wanted_format
from auto_tools.adapters.guard import be_quiet, leave, log_bug, set_deadline
from auto_tools.adapters.payload import read_payload, to_request
from auto_tools.contract import EXIT_CONFIG, EXIT_TIMEOUT, EXIT_TOOL, Request
from auto_tools.errors import HardDeadline, UserError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn


def main(argv: list[str]) -> NoReturn:
    """Answer one prompt and end the process."""
    started = time.monotonic()
    be_quiet()
    set_deadline()
    form = wanted_format(argv)
    try:
        flags = read_flags(argv)
        if flags.help:
            leave(HELP.rstrip("\n"), 0)
        if flags.analyze:
            leave(*analyze(flags))
        leave(*reply_to(flags, started))
    except UserError as error:
        fault(str(error), EXIT_CONFIG, form)
    except HardDeadline as error:
        fault(f"{error}; nothing injected", EXIT_TIMEOUT, form)
    except BaseException as error:
        fault(log_bug(error), EXIT_TOOL, form)


def reply_to(flags: Flags, started: float) -> tuple[str, int]:
    """Ask the kernel and write its answer; hook format never fails."""
    from auto_tools.adapters.kernel import ask_kernel
    from auto_tools.adapters.reply import render

    payload, request = _read(flags)
    reply = ask_kernel(request, payload, os.environ, started)
    return render(reply, flags.format, request.client), 0 if flags.format == "hook" else reply.exit_code


def _read(flags: Flags) -> tuple[dict[str, Any], Request]:
    if flags.prompt is not None:
        payload: dict[str, Any] = {"prompt": flags.prompt}
        return payload, to_request(payload, client=flags.client, event="cli")
    payload = read_payload()
    return payload, to_request(payload, client=flags.client)


def analyze(flags: Flags) -> tuple[str, int]:
    """Print the signals of a prompt or a place; the kernel is not asked."""
    from auto_tools.envelope.encode import to_json
    from auto_tools.intent.read import signals_for_location
    from auto_tools.pipeline import read_prompt_signals

    place = signals_for_location(flags.file, flags.line, flags.function)
    request = Request("") if flags.prompt is None and place else _read(flags)[1]
    if not request.prompt.strip() and not place:
        return to_json({"prompt": "", "signals": []}), 1
    signals = read_prompt_signals(request, os.environ, place=place, with_history=flags.with_history)
    return to_json({"prompt": request.prompt, "signals": signals}), 0


def fault(text: str, exit_code: int, form: str) -> NoReturn:
    """Answer with the empty injection and one limit."""
    from auto_tools.envelope.empty import empty_outcome
    from auto_tools.envelope.encode import envelope_json, to_json

    if form == "hook":
        leave(to_json({"systemMessage": f"[Limits] {text}"}), 0)
    outcome = empty_outcome(Request("", cwd=_cwd()), text, exit_code, env=os.environ)
    words = outcome.envelope.fused_context.for_user
    leave(words.limits_text if form == "text" else envelope_json(outcome.envelope), exit_code)


def _cwd() -> str:
    try:
        return os.getcwd()
    except OSError:
        return ""
