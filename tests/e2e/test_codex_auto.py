"""`codex-auto` with the real Codex: one prompt, sessions, fallbacks, Ctrl-C, and beside the native hook."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest

from acceptance.product import git
from e2e.servers import ANSWER, ModelServer
from e2e.user import (
    UUID,
    User,
    blocks,
    conversation,
    headings,
    press_ctrl_c,
    wait_for,
)

FIRST = "fix login() in src/shop/auth.py: it raises KeyError for an unknown name"
SECOND = "and how does total() in src/shop/cart.py add the prices up?"
LOST = "session continuity unavailable; fallback to stateless exec"
UNKNOWN = "00000000-0000-7000-8000-000000000000"


def store(user: User, text: str) -> None:
    user.session_file.parent.mkdir(parents=True, exist_ok=True)
    user.session_file.write_text(text)


def recorded_sessions(user: User) -> list[Path]:
    return sorted((user.codex_home / "sessions").rglob("*.jsonl"))


@pytest.mark.parametrize("words", [(FIRST,), ("exec", FIRST)], ids=["prompt", "exec"])
def test_one_prompt_arrives_with_the_block(
    user: User, codex_model: ModelServer, words: tuple[str, ...]
) -> None:
    ended = user.codex_auto(*words)
    assert (ended.code, ended.out) == (0, f"{ANSWER}\n"), ended
    assert ended.err.splitlines()[0].startswith("[Auto Tools] "), ended.err
    (request,) = codex_model.asked
    assert headings(request) == 1
    (block,) = blocks(request)
    assert "src/shop/auth.py" in block["content"]
    assert not user.session_file.exists()


def test_prompt_that_is_not_about_code_arrives_as_it_is(user: User, codex_model: ModelServer) -> None:
    user.codex_auto("what is the weather in Paris tomorrow?")
    (request,) = codex_model.asked
    assert conversation(request).count("what is the weather in Paris tomorrow?") == 1
    assert headings(request) == 0


def test_two_turns_are_one_session(user: User, codex_model: ModelServer) -> None:
    ended = user.codex_auto(stdin=f"{FIRST}\n\n{SECOND}\n".encode())
    assert (ended.code, ended.out) == (0, f"{ANSWER}\n" * 2), ended
    assert LOST not in ended.err
    first, second = codex_model.asked
    assert not any(SECOND in text for text in conversation(first))
    assert any(FIRST in text for text in conversation(second))
    assert (headings(first), headings(second)) == (1, 2)
    assert len(blocks(second)) == 2
    (session,) = recorded_sessions(user)
    assert UUID.fullmatch(user.stored_session)
    assert user.stored_session in session.name


def test_next_start_goes_on_with_the_stored_session(user: User, codex_model: ModelServer) -> None:
    user.codex_auto(stdin=f"{FIRST}\n".encode())
    stored = user.stored_session
    ended = user.codex_auto(stdin=f"{SECOND}\n".encode())
    assert (ended.code, LOST in ended.err) == (0, False)
    assert any(FIRST in text for text in conversation(codex_model.asked[1]))
    assert user.stored_session == stored
    assert len(recorded_sessions(user)) == 1


@pytest.mark.parametrize("stored", [json.dumps({"session_id": UNKNOWN}), '{"session_id": "last"}', "{}", "?"])
def test_session_that_cannot_go_on_is_said_and_replaced(
    user: User, codex_model: ModelServer, stored: str
) -> None:
    store(user, stored)
    ended = user.codex_auto(stdin=f"{FIRST}\n{SECOND}\n".encode())
    assert (ended.code, ended.out) == (0, f"{ANSWER}\n" * 2)
    assert ended.err.count(f"[Limits] {LOST}") == 1
    assert ended.err.count("E_SESSION") == 1
    assert len(codex_model.asked) == 2
    (session,) = recorded_sessions(user)
    assert user.stored_session in session.name


def test_session_file_of_the_repository_is_not_believed(user: User, codex_model: ModelServer) -> None:
    user.codex_auto(stdin=f"{FIRST}\n".encode())
    git(user.repo, "add", "-f", ".devbooks")
    tracked = user.session_file.read_bytes()
    ended = user.codex_auto(stdin=f"{SECOND}\n".encode())
    assert f"[Limits] {LOST}" in ended.err
    assert "tracked by git" in ended.err
    assert not any(FIRST in text for text in conversation(codex_model.asked[1]))
    assert user.session_file.read_bytes() == tracked


def test_session_file_does_not_show_up_in_git(user: User, codex_model: ModelServer) -> None:
    user.codex_auto(stdin=f"{FIRST}\n".encode())
    assert user.session_file.exists()
    assert git(user.repo, "status", "--porcelain") == ""


def test_exec_mode_keeps_turns_apart(user: User, codex_model: ModelServer) -> None:
    user.codex_auto("--session-mode", "exec", stdin=f"{FIRST}\n{SECOND}\n".encode())
    assert not any(FIRST in text for text in conversation(codex_model.asked[1]))
    assert len(recorded_sessions(user)) == 2
    assert not user.session_file.exists()


def test_native_hook_beside_it_injects_nothing_twice(user: User, codex_model: ModelServer) -> None:
    user.register_hook("codex")
    flag = "--dangerously-bypass-hook-trust"
    ended = user.codex_auto(FIRST, "--", flag)
    assert ended.code == 0, ended
    user.codex_auto(stdin=f"{SECOND}\n".encode())
    user.ask("codex", FIRST)
    wrapped, second, native = codex_model.asked
    assert [headings(request) for request in (wrapped, second, native)] == [1, 1, 1]
    assert [len(blocks(request)) for request in (wrapped, second, native)] == [1, 1, 1]


def test_native_hook_steps_in_where_codex_auto_found_nothing(user: User, codex_model: ModelServer) -> None:
    other_kernel = "env -u CI_AUTO_TOOLS_ORCHESTRATOR_PATH"
    user.register_hook("codex", command=f"{other_kernel} {user.hook_command('codex')}")
    user.use_kernel("echo broken")
    ended = user.codex_auto(FIRST, "--", "--dangerously-bypass-hook-trust")
    assert "[Limits] orchestrator output invalid; fallback to empty context" in ended.err
    assert headings(codex_model.asked[0]) == 1


def test_flags_behind_two_dashes_reach_codex(user: User, codex_model: ModelServer) -> None:
    user.codex_auto("--", "-m", "first-model", stdin=f"{FIRST}\n{SECOND}\n".encode())
    assert [request["model"] for request in codex_model.asked] == ["first-model", "first-model"]
    assert any(FIRST in text for text in conversation(codex_model.asked[1]))


def test_codex_works_outside_git(user: User, codex_model: ModelServer, tmp_path: Path) -> None:
    user.repo = tmp_path / "plain"
    (user.repo / "src").mkdir(parents=True)
    (user.repo / "src" / "auth.py").write_text("def login(name):\n    return USERS[name]\n")
    ended = user.codex_auto(stdin=b"fix login() in src/auth.py\nand explain src/auth.py\n")
    assert (ended.code, ended.out) == (0, f"{ANSWER}\n" * 2), ended
    assert [headings(request) for request in codex_model.asked] == [1, 2]


def test_events_of_codex_are_handed_on(user: User, codex_model: ModelServer) -> None:
    ended = user.codex_auto("--json", stdin=f"{FIRST}\n".encode())
    events = [json.loads(line) for line in ended.out.splitlines()]
    kinds = [event["type"] for event in events]
    assert kinds[:2] == ["auto_tools.envelope", "thread.started"]
    assert kinds[-1] == "turn.completed"
    assert events[0]["envelope"]["run_id"] == blocks(codex_model.asked[0])[0]["run_id"]
    assert events[1]["thread_id"] == user.stored_session


def test_exit_code_is_that_of_codex(user: User, codex_model: ModelServer) -> None:
    codex_model.refuses = True
    ended = user.codex_auto(FIRST)
    assert ended.code == 1
    assert "codex: " in ended.err
    assert "no answer today" in ended.err


def test_wrong_codex_flag_gives_the_code_of_codex(user: User, codex_model: ModelServer) -> None:
    ended = user.codex_auto(FIRST, "--", "--no-such-flag")
    assert ended.code == 2
    assert "--no-such-flag" in ended.err


def is_running(codex_home: Path) -> bool:
    """Tell whether a process works with this CODEX_HOME."""
    wanted = f"CODEX_HOME={codex_home}\0".encode()
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if wanted in path.read_bytes() and b"codex" in (path.parent / "cmdline").read_bytes():
                return True
        except OSError:
            continue
    return False


@pytest.mark.parametrize("how", ["terminal", "kill"])
def test_ctrl_c_ends_codex_and_leaves_a_valid_session_file(
    user: User, codex_model: ModelServer, how: str
) -> None:
    user.codex_auto(stdin=f"{FIRST}\n".encode())
    stored = user.stored_session
    codex_model.hold.clear()
    process = user.start_codex_auto("--session-mode", "resume_last", SECOND)
    wait_for(lambda: len(codex_model.asked) == 2)
    press_ctrl_c(process) if how == "terminal" else os.kill(process.pid, signal.SIGINT)
    process.communicate(timeout=20)
    assert process.returncode not in (0, -signal.SIGKILL)
    wait_for(lambda: not is_running(user.codex_home))
    assert user.stored_session == stored
    codex_model.hold.set()
    ended = user.codex_auto(stdin=f"{FIRST}, again\n".encode())
    assert (ended.code, LOST in ended.err) == (0, False)
    assert user.stored_session == stored


def test_output_comes_through_while_codex_is_at_work(user: User, codex_model: ModelServer) -> None:
    codex_model.hold.clear()
    process = user.start_codex_auto("--json", FIRST)
    assert process.stdout
    lines = [process.stdout.readline() for _ in range(2)]
    assert b"thread.started" in lines[1]
    assert process.poll() is None
    codex_model.hold.set()
    out, _err = process.communicate(timeout=30)
    assert ANSWER.encode() in out
