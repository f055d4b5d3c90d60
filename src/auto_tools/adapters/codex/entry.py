"""The command `codex-auto`: prompts in, each through a conversation, the highest exit code out."""

from __future__ import annotations

import gc
import os
import sys

from auto_tools import PRODUCT
from auto_tools.adapters.codex.conversation import Conversation
from auto_tools.adapters.codex.flags import HELP, Flags, read_flags
from auto_tools.adapters.codex.prompts import read_prompts
from auto_tools.errors import UserError

INTERRUPTED = 130


def main(argv: list[str]) -> int:
    """Run the command and return its exit code."""
    gc.enable()  # a session may last for hours
    try:
        flags = read_flags(argv)
        if flags.help or flags.version:
            sys.stdout.write(HELP if flags.help else f"{PRODUCT}\n")
            return 0
        return converse(flags)
    except UserError as error:
        sys.stderr.write(f"codex-auto: {error}\n")
        return error.exit_code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 0


def converse(flags: Flags) -> int:
    """Take every prompt through its turn."""
    conversation = Conversation(flags, os.environ)
    highest = 0
    for prompt in read_prompts(flags.prompt):
        if flags.prompt is None and prompt in ("/exit", "/quit"):
            break
        if flags.prompt is None and prompt == "/new":
            conversation.start_anew()
            continue
        highest = max(highest, take_turn(conversation, prompt))
        if not conversation.can_go_on:
            break
    return highest


def take_turn(conversation: Conversation, prompt: str) -> int:
    """Take one turn; Ctrl-C before codex is started ends it, and at a terminal no more than that."""
    try:
        return conversation.turn(prompt)
    except KeyboardInterrupt:
        if not conversation.is_session or not conversation.is_terminal:
            raise
        sys.stderr.write("\n")
        return INTERRUPTED
