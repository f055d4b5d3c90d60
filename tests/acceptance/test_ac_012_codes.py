"""AC-012: exit codes and error codes mean what the table says; several at once give the highest."""

from __future__ import annotations

import json

import pytest

from acceptance.product import (
    CODE_PROMPT,
    SMALL_TALK,
    Answer,
    Client,
    context,
    item,
    limits,
    planned,
    result_of,
    says,
    script,
    tool_result,
)

SLEEP = "sleep 20"
SHORT = {"CI_AUTO_TOOLS_BUDGET_WALL_MS": "400"}


def all_ways(client: Client, env: dict[str, str]) -> list[Answer]:
    """Return the answers of the entries that show an exit code."""
    return [
        client.ask(env=env),
        client.hook(CODE_PROMPT, "--format", "text", env=env),
        client.kernel(env=env),
    ]


def prepare(client: Client, fault: str) -> dict[str, str]:
    """Bring one fault about and return the environment it needs."""
    if fault == "config":
        client.config("colour: red\n")
    elif fault == "root":
        return {"CI_AUTO_TOOLS_REPO_ROOT": "/nonexistent"}
    elif fault == "results missing":
        return {"CI_AUTO_TOOLS_FAKE_TOOL_RESULTS_FILE": "/nonexistent/results.json"}
    elif fault == "results no array":
        path = client.folder / "bad.json"
        path.write_text('{"a": 1}')
        return {"CI_AUTO_TOOLS_FAKE_TOOL_RESULTS_FILE": str(path)}
    elif fault == "tool":
        client.play("ci_search", "exit 3")
    elif fault == "timeout":
        client.play("ci_search", SLEEP)
        return SHORT
    elif fault == "size":
        long = [item(path=f"src/{'folder/' * 15}f{n}.py", title=f"t{n}") for n in range(12)]
        client.results(tool_result(items=long))
        return {"CI_AUTO_TOOLS_MAX_INJECTED_CHARS": "1000"}
    return {}


CODES = {
    "none": 0,
    "config": 20,
    "root": 20,
    "results missing": 30,
    "results no array": 30,
    "tool": 40,
    "timeout": 50,
    "size": 50,
}


@pytest.mark.parametrize(("fault", "code"), CODES.items())
def test_exit_code_of_a_fault_is_the_same_on_every_way(served: Client, fault: str, code: int) -> None:
    env = prepare(served, fault)
    assert [answer.code for answer in all_ways(served, env)] == [code, code, code]


@pytest.mark.parametrize("fault", CODES)
def test_hook_format_exits_0_with_every_fault(served: Client, fault: str) -> None:
    answer = served.hook(env=prepare(served, fault))
    assert answer.reply is not None  # .reply checks code and stderr
    if fault != "none":
        assert "[Limits] " in answer.reply["systemMessage"]


@pytest.mark.parametrize("fault", CODES)
def test_stderr_is_silent_with_every_fault(served: Client, fault: str) -> None:
    env = prepare(served, fault)
    assert served.ask(env=env).err == b""
    assert served.kernel(env=env).err == b""


@pytest.mark.parametrize(
    ("faults", "code"),
    [
        (("config", "tool"), 40),
        (("config", "timeout"), 50),
        (("config", "size"), 50),
        (("config", "results missing"), 30),
    ],
)
def test_several_faults_give_the_highest_code(served: Client, faults: tuple[str, ...], code: int) -> None:
    env: dict[str, str] = {}
    for fault in faults:
        env |= prepare(served, fault)
    assert served.ask(env=env).code == code


def test_failed_tool_and_late_tool_give_50(served: Client) -> None:
    served.play("ci_search", "exit 3")
    served.play("ci_graph_rag", SLEEP)
    assert served.ask(env=SHORT).code == 50


def test_kernel_unavailable_is_10_as_json_and_text(served: Client) -> None:
    env = {"CI_AUTO_TOOLS_ORCHESTRATOR_PATH": "/nonexistent/kernel"}
    assert served.ask(env=env).code == 10
    answer = served.hook(CODE_PROMPT, "--format", "text", env=env)
    assert answer.code == 10
    assert "[Limits] orchestrator unavailable" in answer.text


def test_kernel_garbage_is_30_as_json_and_text(served: Client) -> None:
    kernel = script(served.folder / "kernel", "cat > /dev/null; echo garbage")
    env = {"CI_AUTO_TOOLS_ORCHESTRATOR_PATH": str(kernel)}
    assert served.ask(env=env).code == 30
    assert served.hook(CODE_PROMPT, "--format", "text", env=env).code == 30


@pytest.mark.parametrize("code", [0, 20, 40, 50])
def test_exit_code_of_a_named_kernel_is_handed_on(served: Client, code: int) -> None:
    canned = served.folder / "canned.json"
    canned.write_bytes(served.ask().out)
    kernel = script(served.folder / "kernel", f"cat > /dev/null; cat {canned}; exit {code}")
    answer = served.ask(env={"CI_AUTO_TOOLS_ORCHESTRATOR_PATH": str(kernel)})
    assert answer.code == code
    assert answer.envelope


HARMLESS = {
    "tier 2 off": {},
    "clamp": {"CI_AUTO_TOOLS_CI_GRAPH_RAG_DEPTH": "10"},
    "ceiling": {"CI_AUTO_TOOLS_MAX_CONCURRENCY": "99"},
    "skipped": {"CI_AUTO_TOOLS_CI_GRAPH_RAG_DEPTH": "deep"},
    "legacy": {"CI_AUTO_TOOLS_LEGACY": "1"},
}


@pytest.mark.parametrize("env", HARMLESS.values(), ids=HARMLESS.keys())
def test_degraded_but_complete_is_0_and_said(served: Client, env: dict[str, str]) -> None:
    answer = served.ask(env=env)
    assert answer.code == 0
    assert limits(answer.envelope)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ("exit 1", "error", "E_TOOL_UNAVAILABLE"),
        ("kill -9 $$", "error", "E_TOOL_UNAVAILABLE"),
        (SLEEP, "timeout", "E_TIMEOUT"),
        ("echo '{}'", "ok", None),
    ],
)
def test_error_code_of_a_tool(served: Client, body: str, status: str, code: str | None) -> None:
    served.play("ci_search", body)
    result = result_of(served.ask(env=SHORT).envelope, "ci_search")
    assert result["status"] == status
    assert (result["error"] or {}).get("code") == code


def test_tool_without_a_body_says_that_it_is_unavailable(client: Client) -> None:
    client.play("ci_graph_rag", "exit 127")
    answer = client.ask()
    result = result_of(answer.envelope, "ci_graph_rag")
    assert (result["status"], result["error"]["code"]) == ("error", "E_TOOL_UNAVAILABLE")
    assert says(answer.envelope, "tool unavailable; skipped", "ci_graph_rag")


def test_nothing_to_do_is_a_normal_envelope(served: Client) -> None:
    for prompt, env in ((SMALL_TALK, {}), ("", {}), (CODE_PROMPT, {"CI_AUTO_TOOLS": "off"})):
        answer = served.ask(prompt, env=env)
        envelope = answer.envelope
        assert answer.code == 0
        assert planned(envelope) == []
        assert envelope["tool_results"] == []
        assert context(envelope) == ""
        assert envelope["tool_plan"]["tier_max"] == 0
        assert envelope["degraded"] == {"is_degraded": False, "reason": "", "degraded_to": ""}
        assert envelope["enforcement"]["source"] == "orchestrator"
        assert not envelope["run_id"].startswith("empty-")
    assert served.calls == []


@pytest.mark.parametrize(
    ("body", "code"), [("echo '{}'", 0), ("exit 3", 40), ("echo words", 0)], ids=["fine", "dies", "text"]
)
def test_single_call_uses_the_same_codes(client: Client, body: str, code: int) -> None:
    client.play("ci_search", body)
    assert client.call("ci_search", {"query": "login"}).code == code


def test_single_call_that_is_late_exits_50(client: Client) -> None:
    client.user_config("tools:\n  ci_search: {timeout_ms: 300}\n")
    client.play("ci_search", SLEEP)
    answer = client.call("ci_search", {"query": "login"})
    assert json.loads(answer.out)["error"]["code"] == "E_TIMEOUT"
    assert answer.code == 50
