from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auto_tools.adapters.codex.flags import Flags, read_flags, working_directory
from auto_tools.adapters.codex.screen import Events, Words, read_event


def shown(capsys: pytest.CaptureFixture[str], *events: dict[str, Any]) -> tuple[str, str]:
    words = Words()
    for event in events:
        words.line(json.dumps(event).encode(), event)
    return tuple(capsys.readouterr())  # type: ignore[return-value]


def item(kind: str, **fields: Any) -> dict[str, Any]:
    return {"type": kind, "item": {"id": "item_0", **fields}}


def test_answer_goes_to_stdout_alone(capsys: pytest.CaptureFixture[str]) -> None:
    event = item("item.completed", type="agent_message", text="two\nlines")
    started = item("item.started", type="agent_message", text="two")
    assert shown(capsys, started, event) == ("two\nlines\n", "")


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (item("item.started", type="command_execution", command="ls  -l\nsrc"), "$ ls -l src\n"),
        (item("item.completed", type="command_execution", command="ls", exit_code=2), "  exit code 2\n"),
        (item("item.completed", type="command_execution", command="ls", exit_code=0), ""),
        (item("item.completed", type="reasoning", text="thinking"), "thinking\n"),
        (item("item.completed", type="file_change", changes=[{"path": "a", "kind": "add"}, 5]), "add a\n"),
        (item("item.completed", type="file_change", changes=5), ""),
        (item("item.completed", type="mcp_tool_call", server="s", tool="t", status="ok"), "s.t: ok\n"),
        (item("item.completed", type="web_search", query="q"), "searched the web: q\n"),
        (item("item.completed", type="error", message="bad"), "codex: bad\n"),
        (item("item.completed", type="something new"), ""),
        ({"type": "turn.failed", "error": {"message": "no"}}, "codex: no\n"),
        ({"type": "error", "message": "no"}, "codex: no\n"),
        ({"type": "turn.completed", "usage": {}}, ""),
    ],
)
def test_everything_else_goes_to_stderr_in_short(
    capsys: pytest.CaptureFixture[str], event: dict[str, Any], words: str
) -> None:
    assert shown(capsys, event) == ("", words)


def test_complaint_is_said_once(capsys: pytest.CaptureFixture[str]) -> None:
    twice = ({"type": "error", "message": "no"}, {"type": "turn.failed", "error": {"message": "no"}})
    assert shown(capsys, *twice) == ("", "codex: no\n")


def test_model_cannot_steer_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    evil = "\x1b]0;title\x07\x1b[2Jhello\x9b1m\r\tend"
    out, err = shown(
        capsys,
        item("item.completed", type="agent_message", text=evil),
        item("item.started", type="command_execution", command=evil),
    )
    assert out == "]0;title[2Jhello1m\tend\n"
    assert err == "$ ]0;title[2Jhello1m end\n"


def test_words_that_are_no_event_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    for line in (b"plain \xff", b"", b"[1]", b'{"no": "type"}'):
        Words().line(line, read_event(line))
    assert capsys.readouterr().out == 'plain \ufffd\n[1]\n{"no": "type"}\n'


def test_events_are_handed_on_byte_for_byte(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    for line in (b'{"type" :"x"}', b"\xff not json"):
        Events().line(line, read_event(line))
    assert capfdbinary.readouterr().out == b'{"type" :"x"}\n\xff not json\n'


@given(st.dictionaries(st.text(), st.text() | st.integers() | st.none() | st.lists(st.integers())))
def test_no_event_is_too_strange(fields: dict[str, Any]) -> None:
    for what in ("agent_message", "file_change", "command_execution", "mcp_tool_call", "error", 7):
        event = {"type": "item.completed", "item": {**fields, "type": what}}
        Words().line(b"", event)
    Words().line(b"", {**fields, "type": "error"})


@pytest.mark.parametrize("screen", [Words(), Events()])
def test_control_characters_of_a_line_that_is_no_event_are_visible(
    screen: Words | Events, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    screen.line(b"\x1b]0;title\x07warning \xe2\x80\xae", None)
    assert capfdbinary.readouterr().out == b"\\x1b]0;title\\x07warning \\u202e\n"


def test_flags_are_found_around_the_prompt() -> None:
    assert read_flags(["--json", "why", "--dry-run", "now"]) == Flags("why now", dry_run=True, json=True)
    assert read_flags(["exec"]) == Flags("-")
    assert read_flags(["exec", "exec"]) == Flags("exec")
    assert read_flags(["--", "--json", "-m", "x"]) == Flags(json=True, codex_flags=("-m", "x"))
    assert read_flags([]) == Flags()


@pytest.mark.parametrize(
    "flags", [("-C", "/a"), ("--cd", "/a"), ("--cd=/a",), ("-C/a",), ("-C=/a",), ("-m", "x", "-C", "/a")]
)
def test_folder_named_for_codex_is_found(flags: tuple[str, ...]) -> None:
    assert working_directory(flags) == "/a"
