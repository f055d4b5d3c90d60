"""AC-002: the second turn resumes the first one's session by its id, and a session that is lost is said so.

Codex is played by a script here; `tests/e2e` shows the same with the real one.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
from pathlib import Path

import pytest

from acceptance.product import CODE_PROMPT, CODEX_ANSWERS, HEADING, SESSION, Client, git
from acceptance.terminal import Terminal

LOST = "[Limits] session continuity unavailable; fallback to stateless exec"
OTHER = "01a1ef2b-1ac8-78f1-837b-b09056b8fb53"
TWO = f"{CODE_PROMPT}\nexplain src/store.py\n".encode()
ONE = f"{CODE_PROMPT}\n".encode()


@pytest.fixture
def user(served: Client) -> Client:
    """Return a user whose tools and whose codex answer."""
    served.play_codex()
    return served


def stored(user: Client) -> str:
    return str(json.loads(user.session_file.read_text())["session_id"])


def names_session(session: str) -> str:
    return CODEX_ANSWERS.replace(SESSION, session, 1).replace("id=$3", "true")


def test_second_turn_resumes_the_first(user: Client) -> None:
    answer = user.codex_auto(stdin=TWO)
    assert (answer.code, answer.text) == (0, "answer 1\nanswer 2\n")
    assert user.codex_calls == ["exec --json -", f"exec resume {SESSION} --json -"]
    assert stored(user) == SESSION
    assert LOST.encode() not in answer.err


def test_every_turn_carries_its_own_block(user: Client) -> None:
    user.codex_auto(stdin=TWO)
    first, second = user.codex_prompts
    assert first.startswith(f"{CODE_PROMPT}\n\n")
    assert second.startswith("explain src/store.py\n\n")
    for prompt in (first, second):
        assert prompt.count(HEADING) == 1
        assert "summary of ci_search" in prompt


def test_user_sees_one_line_for_each_turn(user: Client) -> None:
    lines = user.codex_auto(stdin=TWO).err.decode().splitlines()
    told = [line for line in lines if not line.startswith("[Limits] tier-2 disabled")]
    assert len(told) == 2
    assert all(re.fullmatch(r"\[Auto Tools\] 3 tools, 1 file, \d+ ms", line) for line in told), told


def test_next_start_resumes_the_stored_session(user: Client) -> None:
    user.codex_auto(stdin=ONE)
    user.codex_auto(stdin=ONE)
    assert user.codex_calls[1] == f"exec resume {SESSION} --json -"
    assert f"going on with session {SESSION}; /new begins another" in user.codex_auto(stdin=ONE).err.decode()


def test_session_belongs_to_the_repository_not_to_the_folder(user: Client) -> None:
    user.codex_auto(stdin=ONE)
    user.start("bin/codex-auto", stdin=ONE, cwd=user.repo / "src")
    assert user.codex_calls[1] == f"exec resume {SESSION} --json -"
    assert not (user.repo / "src" / ".devbooks").exists()


def test_resume_that_fails_is_said_and_a_new_session_begins(user: Client) -> None:
    user.store_session(json.dumps({"session_id": OTHER}))
    user.play_codex(f'[ "$2" = resume ] && exit 1\n{CODEX_ANSWERS}')
    answer = user.codex_auto(stdin=ONE)
    assert (answer.code, answer.text) == (0, "answer 2\n")
    assert LOST in answer.err.decode()
    assert "E_SESSION" in answer.err.decode()
    assert user.codex_calls == [f"exec resume {OTHER} --json -", "exec --json -"]
    assert user.codex_prompts[0] == user.codex_prompts[1]
    assert stored(user) == SESSION


def test_another_session_than_the_asked_one_is_said_and_kept(user: Client) -> None:
    user.store_session(json.dumps({"session_id": OTHER}))
    user.play_codex(names_session(SESSION))
    answer = user.codex_auto(stdin=TWO)
    assert answer.err.decode().count(LOST) == 1
    assert user.codex_calls == [f"exec resume {OTHER} --json -", f"exec resume {SESSION} --json -"]
    assert stored(user) == SESSION


@pytest.mark.parametrize("said", ["", "{%s}", '{%s,"thread_id":5}', '{%s,"thread_id":"last"}'])
def test_codex_that_names_no_session_is_said(user: Client, said: str) -> None:
    user.play_codex("echo '{}'".format(said.replace("%s", '"type":"thread.started"')))
    answer = user.codex_auto(stdin=TWO)
    assert answer.err.decode().count(LOST) == 2
    assert user.codex_calls == ["exec --json -"] * 2
    assert not user.session_file.exists()
    assert answer.code == 0


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "{}", '{"session_id": 5}', '{"session_id": "last"}', '{"session_id": "--last"}']
    + [json.dumps({"session_id": SESSION + "\n"}), json.dumps({"session_id": "x" * 9_000})],
)
def test_file_without_a_usable_id_is_said_and_rewritten(user: Client, text: str) -> None:
    user.store_session(text)
    answer = user.codex_auto(stdin=ONE)
    assert LOST in answer.err.decode()
    assert user.codex_calls == ["exec --json -"]
    assert stored(user) == SESSION


def test_file_that_git_tracks_is_ignored_and_left_alone(user: Client) -> None:
    user.store_session(json.dumps({"session_id": OTHER}))
    git(user.repo, "add", "-f", ".devbooks")
    answer = user.codex_auto(stdin=TWO)
    assert LOST in answer.err.decode()
    assert "tracked by git" in answer.err.decode()
    assert user.codex_calls == ["exec --json -", f"exec resume {SESSION} --json -"]
    assert stored(user) == OTHER


@pytest.mark.parametrize("place", [".devbooks", ".devbooks/cache/auto-tools", "file"])
def test_links_lead_nowhere(user: Client, tmp_path: Path, place: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "codex-session.json").write_text(json.dumps({"session_id": OTHER}))
    link = user.session_file if place == "file" else user.repo / place
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(outside / "codex-session.json" if place == "file" else outside)
    answer = user.codex_auto(stdin=ONE)
    assert (answer.code, user.codex_calls) == (0, ["exec --json -"])
    assert json.loads((outside / "codex-session.json").read_text()) == {"session_id": OTHER}
    assert sorted(path.name for path in outside.iterdir()) == ["codex-session.json"]


def test_file_that_cannot_be_written_is_said_and_the_turns_stay_one_session(user: Client) -> None:
    (user.repo / ".devbooks").write_text("in the way")
    answer = user.codex_auto(stdin=TWO)
    assert answer.err.decode().count("E_SESSION") == 1
    assert user.codex_calls[1] == f"exec resume {SESSION} --json -"
    assert answer.code == 0


def test_session_mode_exec_keeps_no_session(user: Client) -> None:
    for arguments, env in ((("--session-mode", "exec"), {}), ((), {"CI_CODEX_SESSION_MODE": "exec"})):
        user.codex_auto(*arguments, stdin=TWO, env=env)
    assert user.codex_calls == ["exec --json -"] * 4
    assert not user.session_file.exists()


def test_new_begins_another_session_and_exit_ends(user: Client) -> None:
    user.codex_auto(stdin=ONE + b"/new\n" + ONE + b"/exit\n" + ONE)
    assert user.codex_calls == ["exec --json -"] * 2


def test_highest_code_of_the_turns_is_kept(user: Client) -> None:
    user.play_codex(f"{CODEX_ANSWERS}\n[ $n = 1 ] && exit 7; exit 0")
    assert user.codex_auto(stdin=TWO).code == 7
    assert len(user.codex_calls) == 2


def test_losses_are_events_with_json(user: Client) -> None:
    user.store_session("{}")
    answer = user.codex_auto("--json", stdin=ONE)
    events = [json.loads(line) for line in answer.out.splitlines()]
    assert [event["type"] for event in events] == [
        "auto_tools.limit",
        "auto_tools.envelope",
        "thread.started",
        "item.completed",
        "turn.completed",
    ]
    assert events[0]["code"] == "E_SESSION"
    assert f"[Limits] {events[0]['message']}".startswith(LOST)
    assert answer.err == b""


def start(user: Client, *arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [str(user.product / "bin" / "codex-auto"), *arguments],
        env=user.env,
        cwd=user.repo,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        process_group=0,
    )


def test_output_streams_through_as_it_comes(user: Client) -> None:
    user.play_codex(CODEX_ANSWERS + "\nwhile ! [ -e go ]; do sleep 0.05; done; echo plain words; exit 3")
    process = start(user, CODE_PROMPT)
    assert process.stdout
    assert process.stdout.readline() == b"answer 1\n"
    assert process.poll() is None
    (user.repo / "go").touch()
    assert process.communicate(timeout=20)[0] == b"plain words\n"
    assert process.returncode == 3


def test_sessions_side_by_side_do_not_mix(user: Client) -> None:
    process = start(user)
    assert process.stdin
    assert process.stdout
    process.stdin.write(ONE)
    process.stdin.flush()
    assert process.stdout.readline() == b"answer 1\n"
    user.store_session(json.dumps({"session_id": OTHER}))
    process.communicate(ONE, timeout=20)
    assert user.codex_calls[1] == f"exec resume {SESSION} --json -"


@pytest.mark.parametrize(("trap", "code"), [("exit 9", 9), ("", 130)], ids=["handled", "not handled"])
@pytest.mark.parametrize("group", [True, False], ids=["terminal", "kill"])
def test_ctrl_c_ends_codex_and_keeps_the_session(user: Client, trap: str, code: int, group: bool) -> None:
    handler = f"trap '{trap}' INT\n" if trap else "trap - INT\n"
    user.play_codex(f"{handler}{CODEX_ANSWERS}\nwhile :; do sleep 0.05; done")
    process = start(user)
    assert process.stdin
    assert process.stdout
    process.stdin.write(TWO)
    process.stdin.close()
    assert process.stdout.readline() == b"answer 1\n"
    (os.killpg if group else os.kill)(process.pid, signal.SIGINT)
    assert process.wait(20) == code
    assert stored(user) == SESSION
    assert len(user.codex_calls) == 1
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)
    process.stdout.close()
    assert process.stderr
    process.stderr.close()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_other_signals_end_codex_and_the_session_too(user: Client, number: int) -> None:
    user.play_codex(f"trap 'exit 9' TERM HUP\n{CODEX_ANSWERS}\nwhile :; do sleep 0.05; done")
    process = start(user)
    assert process.stdout
    assert process.stdin
    process.stdin.write(TWO)
    process.stdin.flush()
    assert process.stdout.readline() == b"answer 1\n"
    process.send_signal(number)
    process.communicate(timeout=20)
    assert (process.returncode, len(user.codex_calls)) == (9, 1)


def test_codex_that_does_not_listen_is_ended_all_the_same(user: Client) -> None:
    user.play_codex(f"trap '' INT TERM\n{CODEX_ANSWERS}\nwhile :; do sleep 0.05; done")
    process = start(user, CODE_PROMPT)
    assert process.stdout
    assert process.stdout.readline() == b"answer 1\n"
    os.killpg(process.pid, signal.SIGINT)
    process.communicate(timeout=30)
    assert process.returncode == 128 + signal.SIGKILL


def test_reader_that_goes_away_ends_codex_without_a_word(user: Client) -> None:
    user.play_codex(f"{CODEX_ANSWERS}\nwhile sleep 0.05; do echo more; done")
    process = start(user, CODE_PROMPT)
    assert process.stdout
    assert process.stderr
    assert process.stdout.readline() == b"answer 1\n"
    process.stdout.close()
    assert process.wait(20) == 0
    assert b"Traceback" not in process.stderr.read()
    process.stderr.close()
    assert process.stdin
    process.stdin.close()


def terminal_of(user: Client) -> Terminal:
    command = [str(user.product / "bin" / "codex-auto")]
    return Terminal(command, env={**user.env, "TERM": "dumb"}, cwd=user.repo)


def test_terminal_session_has_turns_history_and_an_end(user: Client) -> None:
    terminal = terminal_of(user)
    terminal.wait_for("codex-auto> ")
    terminal.type(f"{CODE_PROMPT}\n")
    terminal.wait_for("answer 1")
    terminal.wait_for("codex-auto> ", 2)
    terminal.type("\x03")
    terminal.wait_for("Ctrl-D ends")
    terminal.type("\x04")
    assert terminal.close() == 0
    history = user.home / ".local" / "state" / "auto-tools" / "codex-history"
    assert history.read_text().splitlines()[-1] == CODE_PROMPT
    assert history.stat().st_mode & 0o777 == 0o600
    again = terminal_of(user)
    again.wait_for("codex-auto> ")
    again.type("\x10\n")  # the prompt before
    again.wait_for("answer 2")
    again.type("/exit\n")
    assert again.close() == 0
    assert user.codex_calls == ["exec --json -", f"exec resume {SESSION} --json -"]
    assert user.codex_prompts[1].startswith(CODE_PROMPT)


def test_ctrl_c_at_a_terminal_ends_the_turn_and_not_the_session(user: Client) -> None:
    user.play_codex(f"{CODEX_ANSWERS}\n[ $n = 1 ] && while :; do sleep 0.05; done")
    terminal = terminal_of(user)
    terminal.wait_for("codex-auto> ")
    terminal.type(f"{CODE_PROMPT}\n")
    terminal.wait_for("answer 1")
    terminal.type("\x03")
    terminal.wait_for("codex-auto> ", 2)
    terminal.type("explain src/store.py\n")
    terminal.wait_for("answer 2")
    terminal.wait_for("codex-auto> ", 3)
    terminal.type("\x04")
    assert terminal.close() == 130
    assert user.codex_calls == ["exec --json -", f"exec resume {SESSION} --json -"]
