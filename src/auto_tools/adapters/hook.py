"""The entry of a client's hook: payload in, context out, exit 0 whatever happens."""

from __future__ import annotations

import os
import time

from auto_tools.adapters.enrich import is_enriched
from auto_tools.adapters.flags import HELP, Flags, read_flags, wanted_format
from auto_tools.adapters.guard import answer_whatever_happens
from auto_tools.adapters.payload import read_payload, to_request
from auto_tools.contract import Request

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn


def main(argv: list[str]) -> NoReturn:
    """Answer one prompt and end the process."""
    started = time.monotonic()
    answer_whatever_happens(lambda: answer(argv, started), wanted_format(argv))


def answer(argv: list[str], started: float) -> tuple[str, int]:
    """Do what the command line asks for."""
    flags = read_flags(argv)
    if flags.help:
        return HELP.rstrip("\n"), 0
    return analyze(flags) if flags.analyze else reply_to(flags, started)


def reply_to(flags: Flags, started: float) -> tuple[str, int]:
    """Ask the kernel and write its answer; hook format never fails."""
    from auto_tools.adapters.kernel import ask_kernel
    from auto_tools.adapters.reply import render

    payload, request = _read(flags)
    if flags.format == "hook" and is_enriched(request.prompt):
        return "{}", 0
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
