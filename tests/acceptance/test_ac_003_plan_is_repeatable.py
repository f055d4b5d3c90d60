"""AC-003: a plan is the same bytes each time; making it starts no process, no codex, and writes no file."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from acceptance.product import CODE_PROMPT, SESSION, SMALL_TALK, Client, git, planned, script, snapshot

PLAN = {"CI_AUTO_TOOLS_MODE": "plan"}
DRY = {"CI_AUTO_TOOLS_DRY_RUN": "1"}
PROGRAMS = ("git", "codex", "claude", "rg", "sqlite3", "node", "uv", "pip", "ps", "uname", "id", "hostname")


@pytest.fixture
def watched(served: Client) -> Client:
    """Return a user on whose PATH every likely program leaves a mark when started."""
    shims = served.folder / "shims"
    for program in PROGRAMS:
        script(shims / program, f"echo {program} >> {served.folder}/started")
    served.env["PATH"] = f"{shims}:{served.env['PATH']}"
    hooks = served.home / ".config" / "auto-tools" / "hooks"
    hooks.mkdir(parents=True)
    rule = f'[{{"hooks": [{{"type": "command", "command": "echo hook >> {served.folder}/started"}}]}}]'
    (hooks / "beforeToolCall.json").write_text(rule)
    (hooks / "afterToolCall.json").write_text(rule)
    return served


def started(client: Client) -> list[str]:
    path = client.folder / "started"
    return path.read_text().split() if path.exists() else []


@pytest.mark.parametrize("mode", [PLAN, DRY, {**PLAN, **DRY}], ids=["plan", "dry-run", "both"])
@pytest.mark.parametrize("prompt", [CODE_PROMPT, "修复登录函数的错误", SMALL_TALK, ""])
def test_repeated_plan_is_the_same_bytes(served: Client, mode: Mapping[str, str], prompt: str) -> None:
    answers = [served.ask(prompt, env=mode) for _ in range(3)]
    assert len({answer.out for answer in answers}) == 1
    assert answers[0].envelope["created_at"] == "1970-01-01T00:00:00Z"
    assert re.fullmatch(r"plan-[0-9a-f]{12}", answers[0].envelope["run_id"])
    assert {answer.code for answer in answers} == {0}


def test_plan_and_dry_run_are_the_same_bytes(served: Client) -> None:
    assert served.ask(env=PLAN).out == served.ask(env=DRY).out


def test_kernel_plans_the_same_bytes_each_time(served: Client) -> None:
    first = served.kernel(env=PLAN)
    time.sleep(1.1)
    assert first.envelope["created_at"] == "1970-01-01T00:00:00Z"
    assert served.kernel(env=PLAN).out == first.out


@pytest.mark.parametrize("form", ["hook", "text"])
def test_other_formats_repeat_too(served: Client, form: str) -> None:
    answers = {served.hook(CODE_PROMPT, "--format", form, env=PLAN).out for _ in range(3)}
    assert len(answers) == 1


def test_config_can_ask_for_the_plan(served: Client) -> None:
    served.config("mode: plan\n")
    answers = [served.ask() for _ in range(2)]
    assert answers[0].out == answers[1].out
    assert planned(answers[0].envelope)
    assert answers[0].envelope["tool_results"] == []
    assert served.calls == []


def test_dry_run_wins_over_run_mode(served: Client) -> None:
    served.ask(env={"CI_AUTO_TOOLS_MODE": "run", **DRY})
    assert served.calls == []


def test_plan_forgets_earlier_prompts(served: Client) -> None:
    before = served.ask(env=PLAN).out
    served.ask("explain save() in src/store.py")
    served.ask("why does src/store.py fail")
    assert served.ask(env=PLAN).out == before


def test_plan_does_not_depend_on_home_folder_or_caller(served: Client, tmp_path: Path) -> None:
    first = served.ask(env=PLAN).out
    other = tmp_path / "other-home"
    other.mkdir()
    assert served.ask(env={**PLAN, "HOME": str(other)}).out == first
    assert served.ask(env=PLAN, cwd=tmp_path).out == first
    assert served.ask(env={**PLAN, "TZ": "Asia/Shanghai", "LANG": "zh_CN.UTF-8", "USER": "x"}).out == first


def test_plan_does_not_depend_on_file_times(served: Client) -> None:
    first = served.ask(env=PLAN).out
    for path in served.repo.rglob("*"):
        if ".git" not in path.parts and path.is_file():
            os.utime(path, (1_000_000_000, 1_000_000_000))
    assert served.ask(env=PLAN).out == first


def test_plan_starts_no_process(watched: Client) -> None:
    for mode in (PLAN, DRY):
        for prompt in (CODE_PROMPT, SMALL_TALK):
            watched.ask(prompt, env=mode)
            watched.hook(prompt, env=mode)
            watched.kernel(prompt, env=mode)
    assert started(watched) == []
    assert watched.calls == []


def test_the_watch_itself_sees_a_run(watched: Client) -> None:
    watched.ask()
    assert "hook" in started(watched)
    assert "ci_search" in watched.calls


def test_plan_writes_no_file(served: Client) -> None:
    cache = served.folder / "xdg"
    cache.mkdir()
    env = {name: str(cache) for name in ("XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "TMPDIR")}
    before = snapshot(served.home, served.repo, cache)
    for mode in (PLAN, DRY):
        assert planned(served.ask(env={**mode, **env}).envelope)
        served.hook(env={**mode, **env})
        served.hook(env=mode)
        served.kernel(env=mode)
        served.ask(SMALL_TALK, env=mode)
    assert snapshot(served.home, served.repo, cache) == before


def test_plan_is_bound_to_prompt_root_and_plan(served: Client, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    git(other, "init", "-q")
    base = served.ask(env=PLAN).envelope["run_id"]
    assert served.ask("explain src/store.py", env=PLAN).envelope["run_id"] != base
    assert served.ask(cwd=other, env={**PLAN, "WORKING_DIRECTORY": str(other)}).envelope["run_id"] != base
    assert served.ask(env={**PLAN, "CI_AUTO_TOOLS_TIER_MAX": "0"}).envelope["run_id"] != base
    assert served.ask(session_id="another", env=PLAN).envelope["run_id"] == base


def test_run_is_named_by_time_and_hash(served: Client) -> None:
    first, second = served.ask().envelope, served.ask().envelope
    other = served.ask("explain src/store.py").envelope
    for envelope in (first, second, other):
        assert re.fullmatch(r"\d{8}-\d{6}-[0-9a-f]{6}", envelope["run_id"])
        assert envelope["created_at"] != "1970-01-01T00:00:00Z"
    assert first["run_id"][-6:] == second["run_id"][-6:]
    assert first["run_id"][-6:] != other["run_id"][-6:]


@pytest.mark.parametrize("prompt", [CODE_PROMPT, SMALL_TALK, ""])
@pytest.mark.parametrize(
    ("setting", "command"),
    [
        (None, "codex exec resume --last"),
        ("resume_last", "codex exec resume --last"),
        ("exec", "codex exec"),
    ],
)
def test_every_plan_names_the_codex_command(
    served: Client, prompt: str, setting: str | None, command: str
) -> None:
    env = {**PLAN, **({"CI_CODEX_SESSION_MODE": setting} if setting else {})}
    assert served.ask(prompt, env=env).envelope["tool_plan"]["planned_codex_command"] == command


def test_plan_that_is_off_names_the_codex_command_too(served: Client) -> None:
    envelope = served.ask(env={**PLAN, "CI_AUTO_TOOLS": "off"}).envelope
    assert envelope["tool_plan"]["planned_codex_command"] == "codex exec resume --last"
    assert envelope["tool_plan"]["tools"] == []


def test_plan_command_starts_nothing_either(watched: Client) -> None:
    before = snapshot(watched.home, watched.repo)
    answers = [watched.start("bin/auto-tools", "plan", "--json", CODE_PROMPT) for _ in range(2)]
    assert answers[0].out == answers[1].out
    assert planned(answers[0].envelope)
    assert started(watched) == []
    assert watched.calls == []
    assert snapshot(watched.home, watched.repo) == before


@pytest.mark.parametrize("words", [(CODE_PROMPT,), ("exec", CODE_PROMPT), ("ping",)])
@pytest.mark.parametrize(("flags", "env"), [(("--dry-run",), {}), ((), PLAN), ((), DRY)])
def test_codex_auto_prints_the_plan_and_starts_no_codex(
    watched: Client, words: tuple[str, ...], flags: tuple[str, ...], env: dict[str, str]
) -> None:
    before = snapshot(watched.home, watched.repo)
    answers = [watched.codex_auto(*flags, *words, env=env) for _ in range(2)]
    assert answers[0].out == answers[1].out
    assert (answers[0].code, answers[0].envelope["schema_version"]) == (0, "1.0")
    assert answers[0].envelope["client"] == {"name": "codex-cli", "event": "cli"}
    assert started(watched) == []
    assert watched.calls == []
    assert snapshot(watched.home, watched.repo) == before


def test_codex_auto_plans_line_by_line_from_a_pipe(watched: Client) -> None:
    answer = watched.codex_auto("--dry-run", stdin=f"{CODE_PROMPT}\n\nexplain auth\n".encode())
    prompts = [json.loads(line)["inputs"]["prompt"] for line in answer.out.splitlines()]
    assert prompts == [CODE_PROMPT, "explain auth"]
    assert started(watched) == []


def test_codex_auto_obeys_plan_mode_of_the_config(watched: Client) -> None:
    watched.config("mode: plan\n")
    assert planned(watched.codex_auto(CODE_PROMPT).envelope)
    assert started(watched) == []


@pytest.mark.parametrize(
    ("mode", "command"), [("exec", "codex exec"), ("resume_last", "codex exec resume --last")]
)
def test_codex_auto_plans_the_session_mode_it_is_given(served: Client, mode: str, command: str) -> None:
    envelope = served.codex_auto("--dry-run", "--session-mode", mode, "ping").envelope
    assert envelope["tool_plan"]["planned_codex_command"] == command


def test_plan_of_codex_auto_does_not_depend_on_a_stored_session(served: Client) -> None:
    first = served.codex_auto("--dry-run", CODE_PROMPT).out
    served.store_session(json.dumps({"session_id": SESSION}))
    assert served.codex_auto("--dry-run", CODE_PROMPT).out == first
