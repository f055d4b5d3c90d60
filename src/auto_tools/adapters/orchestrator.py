"""The kernel's own entry: payload on stdin, envelope on stdout, the exit code that goes with it."""

from __future__ import annotations

import os
import time

from auto_tools.adapters.guard import be_quiet, leave, log_bug, set_deadline
from auto_tools.adapters.hook import fault
from auto_tools.adapters.payload import read_payload, to_request
from auto_tools.contract import EXIT_CONFIG, EXIT_TIMEOUT, EXIT_TOOL
from auto_tools.envelope.encode import envelope_json
from auto_tools.errors import HardDeadline, UserError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


def main(argv: list[str]) -> NoReturn:
    """Answer one payload and end the process."""
    started = time.monotonic()
    be_quiet()
    set_deadline()
    try:
        from auto_tools.pipeline import answer

        env = os.environ
        client = env.get("CI_ORCH_CLIENT_NAME", "").strip()
        event = env.get("CI_ORCH_CLIENT_EVENT", "").strip() or "UserPromptSubmit"
        outcome = answer(to_request(read_payload(), client=client, event=event), env, started)
        leave(envelope_json(outcome.envelope), outcome.exit_code)
    except UserError as error:
        fault(str(error), EXIT_CONFIG, "json")
    except HardDeadline as error:
        fault(f"{error}; nothing injected", EXIT_TIMEOUT, "json")
    except BaseException as error:
        fault(log_bug(error), EXIT_TOOL, "json")
