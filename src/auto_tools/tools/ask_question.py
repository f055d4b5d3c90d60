"""`askuser-ask_question`: asks the user on the terminal.

A before hook may answer instead (see `execution/lifecycle.py`); then this body does not run.
"""

from __future__ import annotations

from auto_tools.contract import ToolOutput
from auto_tools.errors import AutoToolsError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TextIO

    from auto_tools.contract import Caller


class NoTerminal(AutoToolsError):
    """There is nobody to ask."""


def run(args: dict[str, Any], caller: Caller) -> ToolOutput:
    """Ask on the controlling terminal and return the chosen options."""
    try:
        with open("/dev/tty", encoding="utf-8", errors="replace") as keys, open("/dev/tty", "w") as screen:
            answer = ask(keys, screen, args["question"], args["options"], args["multi_select"])
            return answer_output(answer)
    except OSError as error:
        hint = "answer it in a beforeToolCall hook, or run the command in a terminal"
        raise NoTerminal(f"no terminal to ask on; {hint}") from error


def ask(
    keys: TextIO, screen: TextIO, question: str, options: list[str], multi_select: bool
) -> dict[str, Any]:
    """Print the question and read one line as the answer."""
    screen.write(f"{question}\n")
    for number, option in enumerate(options, 1):
        screen.write(f"  {number}. {option}\n")
    several = ", several separated by commas" if multi_select else ""
    screen.write(f"number{several}, or your own words: " if options else "answer: ")
    screen.flush()
    line = keys.readline()
    if not line:
        raise NoTerminal("the terminal was closed before an answer; ask again")
    return read_answer(line.strip(), options, multi_select)


def read_answer(line: str, options: list[str], multi_select: bool) -> dict[str, Any]:
    """Turn what was typed into `selected` options, or `custom_input` when it names none."""
    parts = [part.strip() for part in line.split(",")] if multi_select else [line]
    chosen = [_option(part, options) for part in parts if part]
    if chosen and all(choice is not None for choice in chosen):
        return {"selected": list(dict.fromkeys(chosen)), "custom_input": None}
    return {"selected": [], "custom_input": line}


def _option(text: str, options: list[str]) -> str | None:
    if text.isdigit() and 1 <= int(text) <= len(options):
        return options[int(text) - 1]
    return next((option for option in options if option.casefold() == text.casefold()), None)


def answer_output(answer: dict[str, Any]) -> ToolOutput:
    """Wrap an answer as the tool's output."""
    said = ", ".join((*answer["selected"], *filter(None, (answer["custom_input"],)))) or "nothing"
    return ToolOutput(f"the user answered: {said}", answer)
