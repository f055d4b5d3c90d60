"""Keeps the promise that a prompt always goes through: no word on stderr, a last deadline, no lost fault."""

from __future__ import annotations

import _signal as signal  # the public module imports enum, 4 ms, to name the same numbers
import os
import sys

from auto_tools.contract import EXIT_CONFIG, EXIT_TIMEOUT, EXIT_TOOL, Request
from auto_tools.errors import HardDeadline, UserError
from auto_tools.userfiles import state_path, write_private

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType
    from typing import NoReturn

LIFE_S = 17.5


def answer_whatever_happens(run: Callable[[], tuple[str, int]], form: str) -> NoReturn:
    """Write what `run` returns, text and exit code; a fault becomes the empty injection in the same form."""
    try:
        be_quiet()
        set_deadline()
        leave(*run())
    except UserError as error:
        fault(str(error), EXIT_CONFIG, form)
    except HardDeadline as error:
        fault(f"{error}; nothing injected", EXIT_TIMEOUT, form)
    except BaseException as error:
        fault(log_bug(error), EXIT_TOOL, form)


def fault(text: str, exit_code: int, form: str) -> NoReturn:
    """Answer with the empty injection and one limit."""
    from auto_tools.envelope.empty import empty_outcome
    from auto_tools.envelope.encode import to_json
    from auto_tools.safety.redact import redact_or_hide

    text = redact_or_hide(text)
    if form == "hook":
        leave(to_json({"systemMessage": f"[Limits] {text}"}), 0)
    outcome = empty_outcome(Request("", cwd=_cwd()), text, exit_code, env=os.environ)
    words = outcome.envelope.fused_context.for_user
    leave(words.limits_text if form == "text" else to_json(outcome.envelope), exit_code)


def _cwd() -> str:
    try:
        return os.getcwd()
    except OSError:
        return ""


def be_quiet() -> None:
    """Send stderr nowhere: a client may take any word on it for an error."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)


def set_deadline() -> None:
    """Raise HardDeadline when the process has lived too long or is asked to end."""
    signal.signal(signal.SIGTERM, _give_up)
    start_clock()


def start_clock() -> None:
    """Raise HardDeadline when a prompt was held back as long as it may be."""
    signal.signal(signal.SIGALRM, _give_up)
    signal.setitimer(signal.ITIMER_REAL, LIFE_S)


def stop_clock() -> None:
    """Take the deadline back: the prompt is on its way."""
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)


def _give_up(number: int, frame: FrameType | None) -> None:
    raise HardDeadline("deadline reached" if number == signal.SIGALRM else "ended by the client")


def leave(text: str, code: int) -> NoReturn:
    """Write the answer and end at once, without the interpreter's own clean-up."""
    for number in (signal.SIGALRM, signal.SIGTERM):
        signal.signal(number, lambda _number, _frame: os._exit(code))
    try:
        data = memoryview((text + "\n").encode("utf-8", "replace"))
        while data:
            data = data[os.write(1, data) :]
    except OSError:
        pass
    os._exit(code)


def log_bug(error: BaseException) -> str:
    """Store the trace of a bug for an issue report and name it in one sentence."""
    import traceback

    from auto_tools.safety.redact import redact_or_hide

    name = type(error).__name__
    if os.environ.get("CI_AUTO_TOOLS_MODE") == "plan" or os.environ.get("CI_AUTO_TOOLS_DRY_RUN") == "1":
        return f"internal error {name}; nothing injected"
    path = state_path("last-error.log")
    trace = "".join(traceback.format_exception(error))
    stored = write_private(path, redact_or_hide(f"python {sys.version}\n{trace}"))
    return f"internal error {name}; nothing injected" + (f"; details in {path}" if stored else "")
