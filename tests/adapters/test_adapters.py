from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auto_tools import jsontext
from auto_tools.adapters import hook
from auto_tools.adapters.enrich import BEGIN, END, enrich, is_enriched
from auto_tools.adapters.flags import Flags, read_flags, wanted_format
from auto_tools.adapters.kernel import Reply
from auto_tools.adapters.payload import to_request
from auto_tools.adapters.reply import hook_answer, render
from auto_tools.contract import CLIENT_MAX_CHARS, Limit, Request
from auto_tools.envelope.empty import empty_outcome
from auto_tools.envelope.encode import to_plain
from auto_tools.errors import UsageError
from auto_tools.fusion.context import size_in
from auto_tools.safety.fence import store_key


def reply(context: str, *limits: Limit, show: str = "short", fault: bool = False) -> Reply:
    envelope = to_plain(empty_outcome(Request("x"), "broken", 10, env={}, context=context).envelope)
    if not fault:
        envelope["degraded"]["degraded_to"] = ""
    envelope["tool_plan"]["tools"] = [{"tool": "a"}]
    envelope["tool_results"] = [{"tool": "a", "status": "ok"}]
    return Reply(envelope, 0, limits, show, 84)


def test_flags_are_read_in_both_spellings() -> None:
    assert read_flags(["--format=json", "--prompt", "-x", "--line", "7"]) == Flags("json", "-x", line=7)
    assert read_flags(["--analyze-intent", "--with-history"]) == Flags(analyze=True, with_history=True)


@pytest.mark.parametrize(
    "argv", [["--format", "xml"], ["--prompt"], ["--wat"], ["x"], ["--client", "cursor"], ["--line", "-1"]]
)
def test_wrong_flags_are_refused_with_a_hint(argv: list[str]) -> None:
    with pytest.raises(UsageError, match="see --help"):
        read_flags(argv)


@given(st.lists(st.text(max_size=10) | st.sampled_from(["--format", "json", "--format=text", "hook"])))
def test_a_format_is_found_in_any_command_line(argv: list[str]) -> None:
    assert wanted_format(argv) in ("hook", "json", "text")


def test_a_payload_with_a_turn_is_codex() -> None:
    assert to_request({"prompt": "x", "turn_id": "1"}).client == "codex-cli"
    assert to_request({"prompt": "x"}).client == "claude-code"
    assert to_request({"prompt": "x", "turn_id": "1"}, client="claude-code").client == "claude-code"


@pytest.mark.parametrize("key", ["tool", "tools", "tool_calls"])
def test_a_payload_that_calls_tools_is_marked(key: str) -> None:
    assert to_request({"prompt": "x", key: []}).carries_tool_call
    assert not to_request({"prompt": "x"}).carries_tool_call


@pytest.mark.parametrize(("field", "value"), [("cwd", 5), ("session_id", ["x"]), ("cwd", "a\0b")])
def test_other_fields_of_the_wrong_type_are_ignored(field: str, value: Any) -> None:
    request = to_request({"prompt": "x", field: value})
    assert (request.cwd, request.session_id) == ("", None)


def test_lone_surrogates_never_reach_a_client() -> None:
    assert to_request({"prompt": "a\ud800b"}).prompt == "a?b"


def test_nothing_planned_answers_nothing() -> None:
    assert hook_answer(reply("", Limit("no-git-root")), "claude-code") == {}


def test_short_shows_one_line_and_at_most_five_losses() -> None:
    losses = [Limit(f"loss {n}", "degraded") for n in range(9)]
    message = hook_answer(reply("ctx", Limit("note"), *losses), "claude-code")["systemMessage"]
    assert message.splitlines()[0] == "[Auto Tools] 1 tool, 0 files, 84 ms"
    assert message.splitlines()[1:] == [f"[Limits] loss {n}" for n in range(5)]


def test_show_off_hides_and_full_shows_the_texts() -> None:
    assert "systemMessage" not in hook_answer(reply("ctx", show="off"), "claude-code")
    full = hook_answer(reply("ctx", show="full"), "claude-code")["systemMessage"]
    assert "[Auto Tools]" in full
    assert "[Limits] broken" in full
    assert "ctx" not in full


def test_a_fault_is_one_limits_line_without_context() -> None:
    answer = hook_answer(reply("", Limit("broken", "degraded"), fault=True), "codex-cli")
    assert answer == {"systemMessage": "[Limits] broken"}


@pytest.mark.parametrize("client", ["claude-code", "codex-cli"])
@pytest.mark.parametrize("text", ["x" * 20_000, "中" * 9_000, "🎉" * 6_000, "x" * CLIENT_MAX_CHARS])
def test_another_kernels_context_is_cut_below_the_clients_limit(client: str, text: str) -> None:
    answer = hook_answer(reply(text), client)
    context = answer["hookSpecificOutput"]["additionalContext"]
    size = size_in(client)
    assert size(context) <= CLIENT_MAX_CHARS
    if size(text) > CLIENT_MAX_CHARS:
        assert context.endswith("budget exceeded; results truncated")
        assert size(context) > CLIENT_MAX_CHARS - 4
    else:
        assert context == text


UNTYPED = [
    "/compact",
    "/fix-bug src/auth.py raises KeyError",
    "<task-notification>\n<summary>pytest failed in src/auth.py</summary>\n</task-notification>",
    "<scheduled-task>fix login() in src/auth.py</scheduled-task>",
    '<subagent_notification>{"completed": "fixed src/auth.py"}</subagent_notification>',
    "continue",
    "go ahead",
    "继续",
    "好的",
]


@pytest.mark.parametrize("prompt", UNTYPED)
@pytest.mark.parametrize("client", ["claude-code", "codex-cli"])
def test_commands_notifications_and_continuations_get_nothing(
    prompt: str, client: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    payload = jsontext.dumps({"prompt": prompt}).encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(payload)))
    monkeypatch.setenv("CI_AUTO_TOOLS_MODE", "plan")
    assert hook.answer(["--client", client], 0.0) == ("{}", 0)


def test_prompt_that_carries_a_block_gets_no_second_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI_AUTO_TOOLS_MODE", "plan")
    prompt = "fix login() in src/auth.py"
    assert "Auto Tools Results" in hook.answer(["--prompt", prompt], 0.0)[0]
    assert hook.answer(["--prompt", enrich(prompt, "Auto Tools Results x\n[Limits] none")], 0.0) == ("{}", 0)


@given(st.text(), st.text(min_size=1))
def test_an_enriched_prompt_is_known_as_one_and_holds_both(prompt: str, context: str) -> None:
    enriched = enrich(prompt, context)
    assert is_enriched(enriched)
    assert is_enriched(enriched + "\n")
    assert enriched.startswith(prompt)
    assert context in enriched
    assert enrich(prompt, "") == prompt


@pytest.mark.parametrize("text", ["", END, f"x\n\n{BEGIN}\nctx", f"x\n\n{BEGIN}\nctx\n{END}\nwhy?"])
def test_a_prompt_that_only_quotes_a_block_is_a_prompt(text: str) -> None:
    assert not is_enriched(text)


@pytest.mark.parametrize("mark", ["", " ", " 0123456789abcdef01234567", " x"])
def test_pasted_marker_lines_do_not_silence_the_hook(mark: str) -> None:
    assert not is_enriched(f"why?\n\n{BEGIN}\nctx\n{END}{mark}")


def test_a_block_that_was_changed_or_is_of_another_install_is_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    enriched = enrich("why?", f"ctx\n\n{BEGIN}\nmore")
    assert is_enriched(enriched)
    assert not is_enriched(enriched.replace("ctx", "ctX"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    store_key()
    assert not is_enriched(enriched)


def test_text_form_has_the_three_parts_and_the_context() -> None:
    text = render(reply("CONTEXT"), "text", "claude-code")
    places = [text.index(part) for part in ("[Auto Tools]", "[Results]", "[Limits]", "CONTEXT")]
    assert places == sorted(places)
