"""AC-001: payload in, tools run, context out, in one hook call; `tests/e2e` shows it in the real clients."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from acceptance.product import (
    CODE_PROMPT,
    HEADING,
    SMALL_TALK,
    Client,
    context,
    injected,
    item,
    limits,
    planned,
    result_of,
    script,
)


def test_hook_injects_what_the_tools_found(served: Client) -> None:
    served.find("ci_search", item(summary="login reads USERS without a default"))
    text = injected(served.hook().reply)
    assert text.startswith(HEADING)
    assert "login reads USERS without a default" in text
    assert "src/auth.py" in text
    assert text.rstrip().splitlines()[-1].startswith("[Limits] ")


def test_tools_have_run_when_the_hook_ends(served: Client) -> None:
    served.hook()
    assert sorted(served.calls) == ["ci_graph_rag", "ci_index_status", "ci_search"]


def test_envelope_holds_plan_results_and_fused_context(served: Client) -> None:
    answer = served.ask()
    envelope = answer.envelope
    assert answer.code == 0
    assert planned(envelope) == [result["tool"] for result in envelope["tool_results"]]
    assert {"ci_index_status", "ci_search", "ci_graph_rag"} == set(planned(envelope))
    assert all(result["status"] == "ok" for result in envelope["tool_results"])
    assert all(call["reason"].strip() and call["timeout_ms"] > 0 for call in envelope["tool_plan"]["tools"])
    assert "summary of ci_search" in context(envelope)
    assert result_of(envelope, "ci_search")["summary"] == "1 found"


def test_envelope_names_client_event_session_and_prompt(served: Client) -> None:
    envelope = served.ask(session_id="abc").envelope
    assert envelope["client"] == {
        "name": "claude-code",
        "event": "UserPromptSubmit",
        "session_id": "abc",
    }
    assert envelope["inputs"]["prompt"] == CODE_PROMPT


def test_runner_is_told_tool_prompt_arguments_and_root(served: Client) -> None:
    seen = served.folder / "seen"
    told = ("NAME", "PROMPT", "ARGS_JSON", "REPO_ROOT")
    served.play("ci_search", "".join(f'printf "%s\\n" "$CI_TOOL_{name}" >> {seen}\n' for name in told))
    envelope = served.ask().envelope
    name, prompt, arguments, root = seen.read_text().splitlines()
    call = next(call for call in envelope["tool_plan"]["tools"] if call["tool"] == "ci_search")
    assert (name, prompt, root) == ("ci_search", CODE_PROMPT, str(served.repo.resolve()))
    assert json.loads(arguments) == call["args"]


def test_runner_may_print_text_instead_of_json(served: Client) -> None:
    served.play("ci_search", "echo 'login lives in auth'")
    envelope = served.ask().envelope
    assert result_of(envelope, "ci_search")["status"] == "ok"
    assert "login lives in auth" in context(envelope)


def test_payload_with_turn_id_is_codex(served: Client) -> None:
    assert served.ask(turn_id="t-1").envelope["client"]["name"] == "codex-cli"


def test_client_flag_wins_over_the_guess(served: Client) -> None:
    assert served.ask(CODE_PROMPT, "--client", "claude-code", turn_id="t").envelope["client"]["name"] == (
        "claude-code"
    )
    assert served.ask(CODE_PROMPT, "--client", "codex-cli").envelope["client"]["name"] == "codex-cli"


def test_codex_gets_only_the_fields_it_knows(served: Client) -> None:
    reply = served.hook(turn_id="t-1").reply  # .reply refuses unknown fields
    assert "summary of ci_search" in injected(reply)


def test_prompt_flag_needs_no_payload(served: Client) -> None:
    answer = served.start("hooks/context-inject-global.sh", "--format", "json", "--prompt", CODE_PROMPT)
    assert answer.envelope["inputs"]["prompt"] == CODE_PROMPT
    assert answer.envelope["inputs"]["repo_root"] == str(served.repo.resolve())
    assert "ci_search" in served.calls


def test_text_format_shows_plan_results_and_limits(served: Client) -> None:
    answer = served.hook(CODE_PROMPT, "--format", "text")
    for mark in ("[Auto Tools]", "[Results]", "[Limits]", "ci_search"):
        assert mark in answer.text


def test_kernel_takes_a_payload_and_prints_an_envelope(served: Client) -> None:
    answer = served.kernel(
        env={"CI_ORCH_CLIENT_NAME": "some-client", "CI_ORCH_CLIENT_EVENT": "cli"},
    )
    assert answer.code == 0
    assert answer.envelope["client"]["name"] == "some-client"
    assert answer.envelope["client"]["event"] == "cli"
    assert "summary of ci_search" in context(answer.envelope)


@pytest.mark.parametrize("client_name", ["claude-code", "codex-cli"])
def test_hook_injects_the_kernels_context_word_for_word(served: Client, client_name: str) -> None:
    envelope = served.ask().envelope
    text = 'Auto Tools Results X\n"quoted" \\ 中文 \U0001f600\n[Limits] none'
    envelope["fused_context"]["for_model"]["additional_context"] = text
    canned = served.folder / "canned.json"
    canned.write_text(json.dumps(envelope), "utf-8")
    kernel = script(served.folder / "kernel", f"cat {canned}")
    reply = served.hook(
        CODE_PROMPT, "--client", client_name, env={"CI_AUTO_TOOLS_ORCHESTRATOR_PATH": str(kernel)}
    ).reply
    assert injected(reply) == text


def test_named_kernel_gets_the_payload_and_who_asks(served: Client) -> None:
    seen = served.folder / "seen"
    kernel = script(
        served.folder / "kernel",
        f'cat > {seen}; echo "$CI_ORCH_CLIENT_NAME $CI_ORCH_CLIENT_EVENT" >> {seen}.who; echo "{{}}"',
    )
    served.hook(turn_id="t-9", env={"CI_AUTO_TOOLS_ORCHESTRATOR_PATH": str(kernel)})
    assert json.loads(seen.read_bytes())["prompt"] == CODE_PROMPT
    assert Path(f"{seen}.who").read_text() == "codex-cli UserPromptSubmit\n"
    assert served.calls == []


def test_short_message_is_one_line_and_the_limits(served: Client) -> None:
    lines = served.hook().reply["systemMessage"].splitlines()
    assert sum(line.startswith("[Auto Tools]") for line in lines) == 1
    assert all(line.startswith("[Limits] ") for line in lines[1:])


def test_full_message_shows_reasons_and_findings(served: Client) -> None:
    served.config("show: full\n")
    message = served.hook().reply["systemMessage"]
    assert "[Results]" in message
    assert "ci_graph_rag" in message
    assert "summary of ci_search" in message


def test_message_can_be_switched_off_and_context_stays(served: Client) -> None:
    served.config("show: off\n")
    reply = served.hook().reply
    assert "systemMessage" not in reply
    assert "summary of ci_search" in injected(reply)


def test_short_message_holds_at_most_five_limit_lines(served: Client) -> None:
    for tool in ("ci_index_status", "ci_search", "ci_graph_rag"):
        served.play(tool, "exit 3")
    served.config("".join(f"unknown_{n}: 1\n" for n in range(6)))
    answer = served.hook()
    told = [line for line in answer.reply["systemMessage"].splitlines() if line.startswith("[Limits]")]
    assert len(limits(served.ask().envelope)) > 5
    assert 0 < len(told) <= 5


@pytest.mark.parametrize("prompt", [SMALL_TALK, "", "/compact", "帮我翻译这段话：今天天气很好"])
def test_prompt_that_plans_nothing_gets_no_word(served: Client, prompt: str) -> None:
    assert served.hook(prompt).reply == {}
    assert served.calls == []


def test_intent_analysis_prints_prompt_and_signals_only(served: Client) -> None:
    kernel = script(served.folder / "kernel", f"touch {served.folder}/kernel-ran")
    answer = served.start(
        "hooks/context-inject-global.sh",
        *("--analyze-intent", "--prompt", "why does login fail", "--file", "src/auth.py"),
        *("--line", "2", "--function", "login", "--with-history"),
        env={"CI_AUTO_TOOLS_ORCHESTRATOR_PATH": str(kernel)},
    )
    assert answer.code == 0
    assert set(answer.json) == {"prompt", "signals"}
    matches = {signal["match"] for signal in answer.json["signals"]}
    assert {"src/auth.py", "login"} <= matches
    assert {signal["type"] for signal in answer.json["signals"]} <= {
        "explicit",
        "implicit",
        "historical",
        "code",
    }
    assert all(0 <= signal["weight"] <= 1 for signal in answer.json["signals"])
    assert not (served.folder / "kernel-ran").exists()
    assert served.calls == []


def test_history_is_a_signal_only_when_asked_for(served: Client) -> None:
    def types(*flags: str) -> set[str]:
        answer = served.start(
            "hooks/context-inject-global.sh", "--analyze-intent", "--prompt", "fix login", *flags
        )
        return {signal["type"] for signal in answer.json["signals"]}

    assert "historical" in types("--with-history")
    assert "historical" not in types()


def test_intent_analysis_of_nothing_exits_1(served: Client) -> None:
    answer = served.start("hooks/context-inject-global.sh", "--analyze-intent", "--prompt", "")
    assert answer.code == 1


def test_help_is_printed(served: Client) -> None:
    answer = served.start("hooks/context-inject-global.sh", "--help")
    assert answer.code == 0
    for flag in ("--format", "--prompt", "--client", "--analyze-intent", "--with-history"):
        assert flag in answer.text
