"""The kernel's own entry: payload on stdin, envelope on stdout, the exit code that goes with it."""

from __future__ import annotations

import os
import time

from auto_tools.adapters.guard import answer_whatever_happens
from auto_tools.adapters.payload import read_payload, to_request
from auto_tools.envelope.encode import to_json
from auto_tools.pipeline import answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


def main(argv: list[str]) -> NoReturn:
    """Answer one payload and end the process; there are no flags."""
    started = time.monotonic()
    answer_whatever_happens(lambda: reply(started), "json")


def reply(started: float) -> tuple[str, int]:
    """Ask the kernel on behalf of whoever the environment names."""
    client = os.environ.get("CI_ORCH_CLIENT_NAME", "").strip()
    event = os.environ.get("CI_ORCH_CLIENT_EVENT", "").strip() or "UserPromptSubmit"
    outcome = answer(to_request(read_payload(), client=client, event=event), os.environ, started)
    return to_json(outcome.envelope), outcome.exit_code
