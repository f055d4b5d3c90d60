from __future__ import annotations

import ast
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from auto_tools.contract import Caller, ToolCall, ToolResult
from auto_tools.errors import BypassRefused
from auto_tools.execution.hooks import HookRules, load_hook_rules, matches
from auto_tools.execution.lifecycle import execute_tool_call, read_hook_answer
from auto_tools.safety.trust import store_trust
from auto_tools.safety.trustfiles import read_request

SOURCE = Path(__file__).parents[2] / "src" / "auto_tools"
Setup = Callable[..., ToolResult]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    (folder / ".config" / "auto-tools" / "hooks").mkdir(parents=True)
    (tmp_path / "repo").mkdir()
    return folder


def write_rules(home: Path, event: str, *commands: str, matcher: str | None = None, **hook: Any) -> None:
    rule: dict[str, Any] = {"description": "test", "hooks": []}
    if matcher is not None:
        rule["matcher"] = matcher
    rule["hooks"] = [{"type": "command", "command": command, **hook} for command in commands]
    path = home / ".config" / "auto-tools" / "hooks" / f"{event}.json"
    path.write_text(json.dumps([rule]), encoding="utf-8")


def runner(tmp_path: Path, body: str) -> str:
    path = tmp_path / "runner.sh"
    path.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    path.chmod(0o755)
    return str(path)


def execute(tmp_path: Path, home: Path, body: str = "echo found", **args: Any) -> ToolResult:
    repo = str(tmp_path / "repo")
    rules = load_hook_rules(repo, str(home))
    call = ToolCall("ci_search", {"query": "x", **args}, 5_000, runner(tmp_path, body))
    return execute_tool_call(call, Caller("cli", repo), rules)


def test_a_call_without_a_caller_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BypassRefused, match="must go through orchestrator"):
        execute_tool_call(ToolCall("ci_search", {"query": "x"}, 1000), None, HookRules())


def test_each_event_fires_exactly_once_and_sees_the_tools_arguments(tmp_path: Path, home: Path) -> None:
    log = tmp_path / "log"
    for event in ("beforeToolCall", "afterToolCall"):
        write_rules(home, event, f"cat >> {log}; echo >> {log}")
    body = 'printf \'{"summary": "s", "args": %s}\' "$CI_TOOL_ARGS_JSON"'
    result = execute(tmp_path, home, body, limit=99)
    before, after = (json.loads(line) for line in log.read_text(encoding="utf-8").splitlines())
    assert before == {"toolName": "ci_search", "args": {"query": "x", "limit": 10, "mode": "hybrid"}}
    assert after["args"] == before["args"] == result.data["args"]
    assert after["result"]["summary"] == "s"
    assert after["error"] is None
    assert result.warnings == ("ci_search: limit clamped to 10",)


def test_the_after_hook_sees_the_raw_result_and_the_error(tmp_path: Path, home: Path) -> None:
    log = tmp_path / "log"
    write_rules(home, "afterToolCall", f"cat > {log}")
    secret = "AKIA" + "ABCDEFGHIJKLMNOP"
    result = execute(tmp_path, home, f"echo key {secret}")
    assert secret in log.read_text(encoding="utf-8")
    assert result.summary == "key AKIA<redacted>"
    execute(tmp_path, home, "echo broken >&2; exit 3")
    seen = json.loads(log.read_text(encoding="utf-8"))
    assert seen["error"] == {"code": "E_TOOL_UNAVAILABLE", "message": "broken"}


@pytest.mark.parametrize("event", ["beforeToolCall", "afterToolCall"])
@pytest.mark.parametrize(
    ("command", "status", "warned"),
    [
        ("exit 0", "ok", False),
        ("echo careful >&2; exit 1", "ok", True),
        ("echo no >&2; exit 2", "error", False),
        ("exit 77", "error", False),
        ("kill -9 $$", "error", False),
        ("/no/such/command", "error", False),
        ("sleep 30", "error", False),
    ],
)
def test_exit_codes_keep_their_meaning(
    tmp_path: Path, home: Path, event: str, command: str, status: str, warned: bool
) -> None:
    write_rules(home, event, command, timeout=400)
    mark = tmp_path / "ran"
    result = execute(tmp_path, home, f"touch {mark}; echo found")
    assert result.status == status
    assert (result.warnings == (f"{event} hook: careful",)) == warned
    assert mark.exists() == (event == "afterToolCall" or status == "ok")
    if status == "error":
        assert result.hook_failed is True
        assert result.error is not None
        assert result.error.code == "E_UNKNOWN"
        assert result.summary != "found"
    if "echo no" in command:
        assert result.summary == f"{event} hook: no"


def test_a_failing_hook_ends_the_chain(tmp_path: Path, home: Path) -> None:
    write_rules(home, "beforeToolCall", "exit 2", f"touch {tmp_path / 'second'}")
    execute(tmp_path, home)
    assert not (tmp_path / "second").exists()


def test_a_disabled_hook_and_other_types_do_not_run(tmp_path: Path, home: Path) -> None:
    mark = tmp_path / "ran"
    write_rules(home, "beforeToolCall", f"touch {mark}", enabled=False)
    execute(tmp_path, home)
    write_rules(home, "beforeToolCall", f"touch {mark}", type="prompt")
    execute(tmp_path, home)
    assert not mark.exists()


@pytest.mark.parametrize(
    ("matcher", "tool", "expected"),
    [
        ("", "ci_search", True),
        ("ci_search", "ci_search", True),
        ("ci_*", "ci_search", True),
        ("*", "anything", True),
        ("ci_*,askuser-ask_question", "askuser-ask_question", True),
        (" ci_impact , ci_search ", "ci_search", True),
        ("*_search", "ci_search", True),
        ("c*_s*h", "ci_search", True),
        ("ci_search", "ci_search_more", False),
        ("ci_", "ci_search", False),
        ("ci_*_x", "ci_search", False),
        ("ci_search*search", "ci_search", False),
        ("CI_*", "ci_search", False),
    ],
)
def test_matchers_are_names_wildcards_and_lists(matcher: str, tool: str, expected: bool) -> None:
    assert matches(matcher, tool) is expected


def test_rules_of_an_untrusted_repository_never_run_and_that_is_said(tmp_path: Path, home: Path) -> None:
    for folder in (".auto-tools/hooks", ".snow/hooks"):
        place = tmp_path / "repo" / folder
        place.mkdir(parents=True)
        rule = [{"hooks": [{"type": "command", "command": f"touch {tmp_path / 'evil'}"}]}]
        (place / "beforeToolCall.json").write_text(json.dumps(rule), encoding="utf-8")
    assert execute(tmp_path, home).status == "ok"
    assert not (tmp_path / "evil").exists()
    rules = load_hook_rules(str(tmp_path / "repo"), str(home))
    assert [limit.kind for limit in rules.limits] == ["refused"]
    assert "beforeToolCall.json, .snow/hooks/beforeToolCall.json of the repository" in rules.limits[0].text
    assert "auto-tools trust" in rules.limits[0].text


def test_trusted_project_rules_stand_in_for_the_global_ones(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def place(base: Path, folder: str, event: str, command: str) -> None:
        (base / folder).mkdir(parents=True, exist_ok=True)
        rules = {event: [{"hooks": [{"type": "command", "command": command}]}]}
        (base / folder / f"{event}.json").write_text(json.dumps(rules), encoding="utf-8")

    place(tmp_path / "repo", ".auto-tools/hooks", "beforeToolCall", "one")
    place(tmp_path / "repo", ".snow/hooks", "beforeToolCall", "two")
    place(home, ".config/auto-tools/hooks", "beforeToolCall", "global")
    place(home, ".snow/hooks", "afterToolCall", "three")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert store_trust(read_request(str(tmp_path / "repo")), "2026-01-02T03:04:05Z")
    rules = load_hook_rules(str(tmp_path / "repo"), str(home))
    assert [hook.command for hook in rules.matching("beforeToolCall", "x")] == ["one", "two"]
    assert [hook.command for hook in rules.matching("afterToolCall", "x")] == ["three"]


@pytest.mark.parametrize("text", ["{", "5", '[{"hooks": 5}]', '[{"hooks": [{"command": ""}]}]', "[5]"])
def test_a_broken_hook_file_is_said_and_left_out(tmp_path: Path, home: Path, text: str) -> None:
    path = home / ".config" / "auto-tools" / "hooks" / "beforeToolCall.json"
    path.write_text(text, encoding="utf-8")
    rules = load_hook_rules(str(tmp_path / "repo"), str(home))
    assert rules.before == ()
    assert "hook file ignored" in rules.limits[0].text


@pytest.mark.parametrize(
    ("stdout", "expected"),
    [
        ("", None),
        ("green", {"selected": ["green"], "custom_input": None}),
        ('["a", "b"]', {"selected": ["a", "b"], "custom_input": None}),
        ('{"selected": "a"}', {"selected": ["a"], "custom_input": None}),
        ('{"selected": ["a"], "custom_input": "b"}', {"selected": ["a"], "custom_input": "b"}),
        ('"quoted"', {"selected": ["quoted"], "custom_input": None}),
    ],
)
def test_a_hook_answers_in_three_forms(stdout: str, expected: dict[str, Any] | None) -> None:
    assert read_hook_answer(stdout) == expected


def test_a_hook_answers_a_question_without_asking(tmp_path: Path, home: Path) -> None:
    write_rules(home, "beforeToolCall", "echo '[\"yes\"]'", matcher="askuser-*")
    repo = str(tmp_path / "repo")
    call = ToolCall("askuser-ask_question", {"question": "go on?", "options": ["yes", "no"]}, 5_000)
    result = execute_tool_call(call, Caller("cli", repo), load_hook_rules(repo, str(home)))
    assert (result.status, result.data["selected"]) == ("ok", ["yes"])


@pytest.mark.parametrize("path", ["../x", "/etc/passwd", "a/../../x", ".env", "keys/id_rsa", "x\0y"])
def test_paths_outside_or_sensitive_are_refused_before_anything_runs(
    tmp_path: Path, home: Path, path: str
) -> None:
    mark = tmp_path / "ran"
    write_rules(home, "beforeToolCall", f"touch {mark}")
    repo = str(tmp_path / "repo")
    call = ToolCall("ci_complexity", {"file": path}, 5_000, runner(tmp_path, f"touch {mark}"))
    result = execute_tool_call(call, Caller("cli", repo), load_hook_rules(repo, str(home)))
    assert (result.status, result.error and result.error.code) == ("skipped", "E_REPO_ROOT")
    assert not mark.exists()


def _uses(name: str) -> tuple[list[str], list[str]]:
    made, called = [], []
    for path in SOURCE.rglob("*.py"):
        place = path.relative_to(SOURCE).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name == name:
                made.append(place)
            elif isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == name:
                called.append(place)
    return made, called


@pytest.mark.parametrize("name", ["run_before_tool_hooks", "run_after_tool_hooks"])
def test_there_is_one_implementation_and_one_call_site_of_each_hook_runner(name: str) -> None:
    assert _uses(name) == (["execution/lifecycle.py"], ["execution/lifecycle.py"])


def test_only_the_known_callers_make_a_caller_and_nothing_skips_hooks() -> None:
    allowed = {"pipeline.py", "commands/calls.py"}
    assert set(_uses("Caller")[1]) == allowed
    assert set(_uses("run_hook")[1]) == {"execution/lifecycle.py"}
    assert set(_uses("route_and_run")[1]) == {"execution/lifecycle.py"}
    text = "\n".join(path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py"))
    assert "skip_tool_hooks" not in text
