"""Section 5: one function runs a tool call; each hook event fires once per call, on every path."""

from __future__ import annotations

import ast
import json
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from acceptance.product import SOURCE, Client, context, limits, planned, result_of, says

TOOLS = ("ci_index_status", "ci_search", "ci_graph_rag")
EVENTS = ("beforeToolCall", "afterToolCall")
WARNED = "this is the warning"


def rule(command: str, matcher: str | None = None, **more: Any) -> dict[str, Any]:
    """Return one rule of a hook file."""
    entry: dict[str, Any] = {
        "description": "a rule of the test",
        "hooks": [{"type": "command", "command": command, **more}],
    }
    return entry if matcher is None else {"matcher": matcher, **entry}


def write(folder: Path, event: str, rules: object) -> None:
    """Write a hook file."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{event}.json").write_text(json.dumps(rules), "utf-8")


def user_hooks(client: Client) -> Path:
    return client.home / ".config" / "auto-tools" / "hooks"


def log(client: Client, event: str) -> str:
    """Return a command that notes down what it got on stdin, in a file of its own."""
    return f"cat > $(mktemp {client.folder}/{event}.XXXXXX)"


def noted(client: Client, event: str) -> list[dict[str, Any]]:
    """Return what the hooks of an event got."""
    return [json.loads(path.read_text("utf-8")) for path in sorted(client.folder.glob(f"{event}.??????"))]


def listen(client: Client, matcher: str | None = None) -> None:
    """Note down both events."""
    for event in EVENTS:
        write(user_hooks(client), event, [rule(log(client, event), matcher)])


def by_kernel(client: Client) -> dict[str, Any]:
    """Run the kernel and return the result of ci_search."""
    return result_of(client.ask().envelope, "ci_search")


def by_command(client: Client) -> dict[str, Any]:
    """Run the one tool by the product's command."""
    result: dict[str, Any] = client.call("ci_search", {"query": "login"}).json
    return result


PATHS: dict[str, Callable[[Client], dict[str, Any]]] = {"kernel": by_kernel, "command": by_command}
on_every_path = pytest.mark.parametrize("way", PATHS.values(), ids=PATHS.keys())

# once


def test_kernel_fires_each_event_once_per_call(served: Client) -> None:
    listen(served)
    served.ask()
    for event in EVENTS:
        assert Counter(call["toolName"] for call in noted(served, event)) == dict.fromkeys(TOOLS, 1)


def test_hook_entry_fires_each_event_once_per_call(served: Client) -> None:
    listen(served)
    assert served.hook().reply
    for event in EVENTS:
        assert Counter(call["toolName"] for call in noted(served, event)) == dict.fromkeys(TOOLS, 1)


def test_command_fires_each_event_once(served: Client) -> None:
    listen(served)
    assert by_command(served)["status"] == "ok"
    for event in EVENTS:
        assert [call["toolName"] for call in noted(served, event)] == ["ci_search"]
    assert served.calls == ["ci_search"]


@pytest.mark.parametrize("body", ["exit 3", "kill -9 $$", "echo words"])
@on_every_path
def test_failing_tool_fires_each_event_once_too(
    served: Client, way: Callable[[Client], dict[str, Any]], body: str
) -> None:
    served.play("ci_search", body)
    listen(served, "ci_search")
    way(served)
    assert [len(noted(served, event)) for event in EVENTS] == [1, 1]


@on_every_path
def test_before_comes_before_and_after_after(served: Client, way: Callable[[Client], dict[str, Any]]) -> None:
    trail = served.folder / "trail"
    served.play("ci_search", f"echo tool >> {trail}; echo '{{}}'")
    write(user_hooks(served), "beforeToolCall", [rule(f"echo before >> {trail}", "ci_search")])
    write(user_hooks(served), "afterToolCall", [rule(f"echo after >> {trail}", "ci_search")])
    way(served)
    assert trail.read_text().split() == ["before", "tool", "after"]


# the same arguments


@on_every_path
def test_hook_and_tool_see_the_same_arguments(
    served: Client, way: Callable[[Client], dict[str, Any]]
) -> None:
    seen = served.folder / "seen"
    served.play("ci_search", f'printf "%s" "$CI_TOOL_ARGS_JSON" > {seen}; echo "{{}}"')
    listen(served, "ci_search")
    way(served)
    arguments = json.loads(seen.read_text())
    assert [noted(served, event)[0]["args"] for event in EVENTS] == [arguments, arguments]


def test_hooks_see_normalised_arguments(served: Client) -> None:
    listen(served)
    served.call("ci_graph_rag", {"query": "login", "depth": 99, "budget": 99999})
    for event in EVENTS:
        arguments = noted(served, event)[0]["args"]
        assert (arguments["depth"], arguments["token_budget"]) == (2, 8000)
        assert "budget" not in arguments


def test_before_hook_gets_name_and_arguments_only(served: Client) -> None:
    listen(served)
    by_command(served)
    assert set(noted(served, "beforeToolCall")[0]) == {"toolName", "args"}
    assert set(noted(served, "afterToolCall")[0]) == {"toolName", "args", "result", "error"}


@on_every_path
def test_after_hook_sees_the_raw_result_and_nothing_else_does(
    served: Client, way: Callable[[Client], dict[str, Any]]
) -> None:
    secret = "AKIAIOSFODNN7QXAMPLZ"
    served.answer("ci_search", {"summary": f"key {secret}"})
    listen(served, "ci_search")
    result = way(served)
    assert secret in json.dumps(noted(served, "afterToolCall")[0]["result"])
    assert secret not in json.dumps(result)


def test_after_hook_is_told_of_the_error(served: Client) -> None:
    served.play("ci_search", "echo it broke >&2; exit 3")
    listen(served)
    by_command(served)
    assert noted(served, "afterToolCall")[0]["error"]


def test_after_hook_of_a_good_call_has_no_error(served: Client) -> None:
    listen(served)
    by_command(served)
    assert noted(served, "afterToolCall")[0]["error"] is None


# exit codes


@on_every_path
@pytest.mark.parametrize("event", EVENTS)
def test_exit_code_0_goes_on_silently(
    served: Client, way: Callable[[Client], dict[str, Any]], event: str
) -> None:
    write(user_hooks(served), event, [rule("echo words >&2; exit 0", "ci_search")])
    result = way(served)
    assert result["status"] == "ok"
    assert not result.get("warnings")
    assert not result.get("hook_failed")


@on_every_path
@pytest.mark.parametrize("event", EVENTS)
def test_exit_code_1_is_a_warning_and_goes_on(
    served: Client, way: Callable[[Client], dict[str, Any]], event: str
) -> None:
    write(user_hooks(served), event, [rule(f"echo {WARNED} >&2; exit 1", "ci_search")])
    result = way(served)
    assert result["status"] == "ok"
    assert any(WARNED in warning for warning in result["warnings"])
    assert not result.get("hook_failed")
    assert "ci_search" in served.calls


FAILURES = {
    "2": "echo no way >&2; exit 2",
    "3": "echo no way >&2; exit 3",
    "127": "echo no way >&2; exit 127",
    "255": "echo no way >&2; exit 255",
    "signal": "echo no way >&2; kill -9 $$",
}


@on_every_path
@pytest.mark.parametrize("command", FAILURES.values(), ids=FAILURES.keys())
def test_failing_before_hook_keeps_the_tool_from_running(
    served: Client, way: Callable[[Client], dict[str, Any]], command: str
) -> None:
    write(user_hooks(served), "beforeToolCall", [rule(command, "ci_search")])
    result = way(served)
    assert "ci_search" not in served.calls
    assert (result["status"], result["error"]["code"]) == ("error", "E_UNKNOWN")
    assert "no way" in result["error"]["message"]
    assert result["hook_failed"] is True


@on_every_path
@pytest.mark.parametrize("command", FAILURES.values(), ids=FAILURES.keys())
def test_failing_after_hook_replaces_the_result(
    served: Client, way: Callable[[Client], dict[str, Any]], command: str
) -> None:
    write(user_hooks(served), "afterToolCall", [rule(command, "ci_search")])
    result = way(served)
    assert "ci_search" in served.calls
    assert (result["status"], result["error"]["code"]) == ("error", "E_UNKNOWN")
    assert "no way" in result["error"]["message"]
    assert result["hook_failed"] is True
    assert "summary of ci_search" not in json.dumps(result)


@on_every_path
@pytest.mark.parametrize("event", EVENTS)
def test_hook_that_cannot_be_found_is_a_failure(
    served: Client, way: Callable[[Client], dict[str, Any]], event: str
) -> None:
    write(user_hooks(served), event, [rule("/nonexistent/hook", "ci_search")])
    result = way(served)
    assert (result["status"], result["hook_failed"]) == ("error", True)


@on_every_path
@pytest.mark.parametrize("event", EVENTS)
def test_hook_that_is_late_is_a_failure(
    served: Client, way: Callable[[Client], dict[str, Any]], event: str
) -> None:
    write(user_hooks(served), event, [rule("sleep 20", "ci_search", timeout=200)])
    result = way(served)
    assert (result["status"], result["error"]["code"]) == ("error", "E_UNKNOWN")
    assert result["hook_failed"] is True
    assert result["duration_ms"] < 1500


def test_failed_hook_fails_the_run_and_the_others_stay(served: Client) -> None:
    write(user_hooks(served), "beforeToolCall", [rule("exit 2", "ci_search")])
    answer = served.ask()
    assert answer.code == 40
    assert "summary of ci_graph_rag" in context(answer.envelope)
    assert "summary of ci_search" not in context(answer.envelope)
    assert says(answer.envelope, "ci_search"), limits(answer.envelope)


def test_failed_hook_fails_the_single_call(served: Client) -> None:
    write(user_hooks(served), "beforeToolCall", [rule("exit 2")])
    assert served.call("ci_search", {"query": "login"}).code == 40


def test_secret_on_a_hooks_stderr_is_redacted(served: Client) -> None:
    write(user_hooks(served), "beforeToolCall", [rule("echo key AKIAIOSFODNN7QXAMPLZ >&2; exit 2")])
    assert "AKIAIOSFODNN7QXAMPLZ" not in served.call("ci_search", {"query": "login"}).text
    assert "AKIAIOSFODNN7QXAMPLZ" not in served.hook().text


def test_time_of_a_hook_counts_in_the_tools_timeout(served: Client) -> None:
    served.user_config("tools:\n  ci_search: {timeout_ms: 600}\n")
    served.play("ci_search", "sleep 0.4; echo '{}'")
    assert by_command(served)["status"] == "ok"
    write(user_hooks(served), "beforeToolCall", [rule("sleep 0.35", "ci_search")])
    result = by_command(served)
    assert (result["status"], result["error"]["code"]) == ("timeout", "E_TIMEOUT")


def test_hanging_hook_cannot_hold_the_answer_up(served: Client) -> None:
    write(user_hooks(served), "beforeToolCall", [rule("trap '' TERM; sleep 60", timeout=60000)])
    answer = served.ask(env={"CI_AUTO_TOOLS_BUDGET_WALL_MS": "600"})
    assert answer.seconds < 1.8
    assert len(answer.envelope["tool_results"]) == 3
    assert served.calls == []


@pytest.mark.parametrize("event", EVENTS)
def test_late_hook_leaves_no_process_behind(served: Client, event: str) -> None:
    alive = served.folder / "alive"
    loop = f"trap '' TERM; while :; do date +%s%N > {alive}; sleep 0.05; done"
    write(user_hooks(served), event, [rule(f"({loop}) & {loop}", "ci_search", timeout=300)])
    assert by_command(served)["hook_failed"] is True
    time.sleep(0.3)
    last = alive.read_text()
    time.sleep(0.3)
    assert alive.read_text() == last


# rules and matchers


@pytest.mark.parametrize(
    ("matcher", "fires"),
    [
        (None, set(TOOLS)),
        ("*", set(TOOLS)),
        ("ci_*", set(TOOLS)),
        ("ci_search", {"ci_search"}),
        ("ci_search,ci_graph_rag", {"ci_search", "ci_graph_rag"}),
        ("ci_search, ci_graph_rag", {"ci_search", "ci_graph_rag"}),
        ("*_rag", {"ci_graph_rag"}),
        ("ci_*_status,askuser-ask_question", {"ci_index_status"}),
        ("ci_sear", set()),
        ("search", set()),
        ("askuser-ask_question", set()),
    ],
)
def test_matcher_chooses_the_tools(served: Client, matcher: str | None, fires: set[str]) -> None:
    listen(served, matcher)
    served.ask()
    for event in EVENTS:
        assert {call["toolName"] for call in noted(served, event)} == fires


def test_rules_may_stand_below_the_events_name(served: Client) -> None:
    write(user_hooks(served), "beforeToolCall", {"beforeToolCall": [rule(log(served, "beforeToolCall"))]})
    by_command(served)
    assert len(noted(served, "beforeToolCall")) == 1


def test_old_folder_of_the_user_is_read(served: Client) -> None:
    folder = served.home / ".snow" / "hooks"
    write(folder, "beforeToolCall", [rule(log(served, "beforeToolCall"))])
    by_command(served)
    assert len(noted(served, "beforeToolCall")) == 1


def test_switched_off_hook_does_not_fire(served: Client) -> None:
    command = log(served, "beforeToolCall")
    write(user_hooks(served), "beforeToolCall", [rule(command, enabled=False)])
    assert by_command(served)["status"] == "ok"
    assert noted(served, "beforeToolCall") == []


def test_several_hooks_of_a_rule_run_in_order(served: Client) -> None:
    trail = served.folder / "trail"
    hooks = [{"type": "command", "command": f"echo {word} >> {trail}"} for word in ("one", "two")]
    write(user_hooks(served), "beforeToolCall", [{"hooks": hooks}])
    by_command(served)
    assert trail.read_text().split() == ["one", "two"]


def test_first_failure_ends_the_row(served: Client) -> None:
    write(
        user_hooks(served),
        "beforeToolCall",
        [rule("echo stop >&2; exit 2"), rule(log(served, "beforeToolCall"))],
    )
    assert by_command(served)["hook_failed"] is True
    assert noted(served, "beforeToolCall") == []


@pytest.mark.parametrize("text", ["{", "[1, 2]", "null", '{"beforeToolCall": 5}', "", '[{"hooks": 5}]'])
def test_broken_hook_file_never_costs_the_answer(served: Client, text: str) -> None:
    user_hooks(served).mkdir(parents=True)
    (user_hooks(served) / "beforeToolCall.json").write_text(text)
    answer = served.ask()
    assert len(answer.envelope["tool_results"]) == 3
    assert served.hook().reply


def test_other_hook_files_are_none_of_our_business(served: Client) -> None:
    write(user_hooks(served), "onStop", [rule(log(served, "onStop"))])
    served.ask()
    assert noted(served, "onStop") == []


# the repository's own hooks


@pytest.mark.parametrize("folder", [".auto-tools/hooks", ".snow/hooks"])
@on_every_path
def test_hooks_of_the_repository_never_run_without_trust(
    served: Client, way: Callable[[Client], dict[str, Any]], folder: str
) -> None:
    for event in EVENTS:
        write(served.repo / folder, event, [rule(f"touch {served.folder}/repository-hook-ran; exit 2")])
    result = way(served)
    assert not (served.folder / "repository-hook-ran").exists()
    assert result["status"] == "ok"


def test_hooks_of_the_repository_do_not_switch_the_users_off(served: Client) -> None:
    for event in EVENTS:
        write(served.repo / ".auto-tools" / "hooks", event, [rule("exit 2")])
    listen(served)
    by_command(served)
    assert [len(noted(served, event)) for event in EVENTS] == [1, 1]


def test_config_of_the_repository_cannot_bring_hooks(served: Client) -> None:
    marker = served.folder / "repository-hook-ran"
    served.config(
        f"hooks:\n  beforeToolCall:\n    - hooks:\n        - {{type: command, command: 'touch {marker}'}}\n"
    )
    answer = served.ask()
    assert not marker.exists()
    assert says(answer.envelope, "hooks"), limits(answer.envelope)


# the question to the user

QUESTION = {"question": "which colour?", "options": ["red", "blue"]}


@pytest.mark.parametrize(
    ("printed", "selected", "custom"),
    [
        ("echo blue", ["blue"], None),
        ('echo \'["red", "blue"]\'', ["red", "blue"], None),
        ('echo \'{"selected": ["red"], "custom_input": null}\'', ["red"], None),
        ('echo \'{"selected": [], "custom_input": "green"}\'', [], "green"),
        ('echo \'{"selected": "red"}\'', ["red"], None),
    ],
)
def test_before_hook_answers_a_question(
    client: Client, printed: str, selected: list[str], custom: str | None
) -> None:
    write(user_hooks(client), "beforeToolCall", [rule(printed, "askuser-ask_question")])
    answer = client.call("askuser-ask_question", {**QUESTION, "multi_select": True})
    data = answer.json["data"]
    assert answer.json["status"] == "ok"
    assert answer.code == 0
    assert data["selected"] == selected
    assert data.get("custom_input") == custom


def test_text_that_is_no_option_is_the_users_own_answer(client: Client) -> None:
    write(user_hooks(client), "beforeToolCall", [rule("echo something else", "askuser-ask_question")])
    answer = client.call("askuser-ask_question", QUESTION)
    assert answer.json["status"] == "ok"
    assert "something else" in json.dumps(answer.json["data"])


def test_question_fires_each_event_once(client: Client) -> None:
    command = f"{log(client, 'beforeToolCall')}; echo blue"
    write(user_hooks(client), "beforeToolCall", [rule(command)])
    write(user_hooks(client), "afterToolCall", [rule(log(client, "afterToolCall"))])
    client.call("askuser-ask_question", QUESTION)
    assert [call["toolName"] for call in noted(client, "beforeToolCall")] == ["askuser-ask_question"]
    assert [call["toolName"] for call in noted(client, "afterToolCall")] == ["askuser-ask_question"]
    assert noted(client, "beforeToolCall")[0]["args"]["question"] == QUESTION["question"]


def test_silent_hook_does_not_answer_a_question(client: Client) -> None:
    write(user_hooks(client), "beforeToolCall", [rule("true")])
    answer = client.call("askuser-ask_question", QUESTION)
    assert answer.json["status"] != "ok"
    assert answer.seconds < 5


def test_refusing_hook_ends_a_question(client: Client) -> None:
    write(user_hooks(client), "beforeToolCall", [rule("echo blue; echo never >&2; exit 2")])
    answer = client.call("askuser-ask_question", QUESTION)
    assert answer.json["hook_failed"] is True
    assert "never" in answer.json["error"]["message"]


def test_words_of_a_hook_are_no_answer_for_another_tool(served: Client) -> None:
    write(user_hooks(served), "beforeToolCall", [rule('echo \'{"selected": ["x"]}\'')])
    result = by_command(served)
    assert result["summary"] == "1 found"
    assert served.calls == ["ci_search"]


def test_question_is_never_planned_by_itself(client: Client) -> None:
    envelope = client.ask("ask me which file to fix: src/auth.py or src/store.py").envelope
    assert "askuser-ask_question" not in planned(envelope)


# one implementation, one call site

LIFECYCLE = SOURCE / "execution" / "lifecycle.py"
RUNNERS = ("run_before_tool_hooks", "run_after_tool_hooks")


def places(name: str, kind: type[ast.AST]) -> list[Path]:
    """Return the files in which a function is defined, or called, once per place."""
    found: list[Path] = []
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if kind is ast.FunctionDef and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                found += [path] if node.name == name else []
            elif kind is ast.Call and isinstance(node, ast.Call):
                called = node.func
                named = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
                found += [path] if named == name else []
    return found


@pytest.mark.parametrize("name", [*RUNNERS, "execute_tool_call"])
def test_exactly_one_implementation_in_the_lifecycle(name: str) -> None:
    assert places(name, ast.FunctionDef) == [LIFECYCLE]


@pytest.mark.parametrize("name", RUNNERS)
def test_exactly_one_call_site_in_the_lifecycle(name: str) -> None:
    assert places(name, ast.Call) == [LIFECYCLE]


@pytest.mark.parametrize("name", RUNNERS)
def test_hook_runners_are_not_handed_around(name: str) -> None:
    mentions = [
        path
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if (isinstance(node, ast.Name) and node.id == name)
        or (isinstance(node, ast.Attribute) and node.attr == name)
        or (isinstance(node, ast.alias) and node.name == name)
    ]
    assert mentions == [LIFECYCLE]


def test_arguments_are_normalised_by_one_function_and_once_per_call() -> None:
    assert len(places("normalize_tool_args", ast.FunctionDef)) == 1
    assert places("normalize_tool_args", ast.Call) == [LIFECYCLE]


def test_router_holds_no_hook_code() -> None:
    text = (SOURCE / "execution" / "router.py").read_text("utf-8")
    code = ast.parse(text)
    names = {node.id for node in ast.walk(code) if isinstance(node, ast.Name)}
    names |= {node.attr for node in ast.walk(code) if isinstance(node, ast.Attribute)}
    names |= {node.name for node in ast.walk(code) if isinstance(node, ast.alias)}
    assert not [name for name in names if "hook" in name.lower()]


def test_there_is_no_switch_to_skip_hooks() -> None:
    for path in SOURCE.rglob("*.py"):
        text = path.read_text("utf-8").lower().replace("_", "")
        assert "skiptoolhooks" not in text
        assert "skiphooks" not in text
