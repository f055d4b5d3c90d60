from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

PRODUCT = Path(__file__).parents[1]
AUTO_TOOLS = str(PRODUCT / "bin" / "auto-tools")


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "home").mkdir()
    return {"HOME": str(tmp_path / "home"), "PATH": os.environ["PATH"]}


def run(env: dict[str, str], cwd: Path, *argv: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [AUTO_TOOLS, *argv], env=env, cwd=cwd, input=stdin, capture_output=True, text=True, timeout=60
    )


def test_explain_shows_plan_results_limits_and_what_the_model_gets(
    env: dict[str, str], tmp_path: Path
) -> None:
    ended = run(env, tmp_path, "explain", "why does login fail?")
    assert (ended.returncode, ended.stderr) == (0, "")
    for part in ("[Auto Tools] 3 tools", "[Results]", "[Limits] ", "What the model would get"):
        assert part in ended.stdout
    assert "\033[" not in ended.stdout
    assert json.loads(run(env, tmp_path, "explain", "--json", "why does login fail?").stdout)["run_id"]


def test_explain_says_when_nothing_is_planned(env: dict[str, str], tmp_path: Path) -> None:
    ended = run(env, tmp_path, "explain", "what is the weather in Paris?")
    assert "no tools: not a question about this code" in ended.stdout
    assert "(nothing)" in ended.stdout


def test_plan_runs_nothing_and_reads_the_prompt_from_stdin(env: dict[str, str], tmp_path: Path) -> None:
    ended = run(env, tmp_path, "plan", "--json", stdin="why does login fail?")
    envelope = json.loads(ended.stdout)
    assert ended.returncode == 0
    assert envelope["run_id"].startswith("plan-")
    assert envelope["tool_results"] == []
    assert ended.stdout == run(env, tmp_path, "plan", "--json", "-", stdin="why does login fail?").stdout


def test_run_ends_with_the_kernels_code(env: dict[str, str], tmp_path: Path) -> None:
    assert run(env, tmp_path, "run", "why does login fail?").returncode == 0
    broken = {**env, "CI_AUTO_TOOLS_RUNNER_CI_SEARCH": "/bin/false"}
    assert run(broken, tmp_path, "run", "why does login fail?").returncode == 40


def test_a_single_command_imports_only_its_own_module(env: dict[str, str], tmp_path: Path) -> None:
    code = "import sys; from auto_tools.cli import build_parser; build_parser(['index']); print(*sys.modules)"
    ended = subprocess.run(
        [sys.executable, "-c", code], env={**env, "PYTHONPATH": str(PRODUCT / "src")}, cwd=tmp_path,
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    loaded = set(ended.stdout.split())
    assert "auto_tools.commands.index" in loaded
    assert not {"auto_tools.commands.prompts", "auto_tools.commands.calls"} & loaded


def test_settings_show_value_and_source(env: dict[str, str], tmp_path: Path) -> None:
    ended = run({**env, "CI_AUTO_TOOLS_BUDGET_WALL_MS": "70"}, tmp_path, "settings", "--json")
    shown = json.loads(ended.stdout)
    assert shown["budget.wall_ms"]["value"] == 70
    assert shown["budget.wall_ms"]["source"] == "env"
    assert shown["mode"]["source"] == "default"
    assert "budget.wall_ms" in run(env, tmp_path, "settings").stdout


def test_intent_answers_line_by_line(env: dict[str, str], tmp_path: Path) -> None:
    lines = '{"text": "fix the crash in src/a.py"}\n\n{"text": "谢谢"}\n'
    ended = run(env, tmp_path, "intent", "--jsonl", stdin=lines)
    first, second = (json.loads(line) for line in ended.stdout.splitlines())
    assert (first["code_intent"], second["code_intent"]) == (True, False)
    assert set(first) == {"code_intent", "intent", "tier2", "signals"}


@pytest.mark.parametrize(
    ("argv", "stdin", "said"),
    [
        (["intent", "--jsonl"], "nonsense\n", "line 1 of stdin is not JSON"),
        (["intent", "--jsonl"], '{"txt": 1}\n', "line 1 of stdin has no text"),
        (["run", "--tool", "nope"], "", "not on the allowlist"),
        (["run", "--tool", "ci_search", "--args", "["], "", "--args is not JSON"),
        (["dance"], "", "--help"),
        ([], "", "--help"),
    ],
)
def test_bad_input_gets_a_sentence_and_code_20(
    env: dict[str, str], tmp_path: Path, argv: list[str], stdin: str, said: str
) -> None:
    ended = run(env, tmp_path, *argv, stdin=stdin)
    assert ended.returncode == 20
    assert said in ended.stderr
    assert "Traceback" not in ended.stderr
    assert ended.stdout == ""


def test_help_documents_the_exit_codes(env: dict[str, str], tmp_path: Path) -> None:
    assert "50  timeout, or budget exceeded" in run(env, tmp_path, "--help").stdout
    for command in ("explain", "plan", "run", "settings", "intent"):
        assert "--json" in run(env, tmp_path, command, "--help").stdout


def test_a_question_without_a_terminal_is_refused_clearly(env: dict[str, str], tmp_path: Path) -> None:
    argv = ["run", "--tool", "askuser-ask_question", "--args", '{"question": "go on?"}', "--json"]
    ended = subprocess.run(
        [AUTO_TOOLS, *argv], env=env, cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True,
        text=True, timeout=60, start_new_session=True,
    )  # fmt: skip
    result = json.loads(ended.stdout)
    assert (ended.returncode, result["error"]["code"]) == (40, "E_TOOL_UNAVAILABLE")
    assert "no terminal to ask on" in result["error"]["message"]


def test_a_question_is_asked_on_the_terminal(env: dict[str, str], tmp_path: Path) -> None:
    args = json.dumps({"question": "which one?", "options": ["red", "green"]})
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(tmp_path)
        os.execve(AUTO_TOOLS, [AUTO_TOOLS, "run", "--tool", "askuser-ask_question", "--args", args], env)
    shown = b""
    while b"own words: " not in shown:
        shown += os.read(terminal, 1024)
    os.write(terminal, b"2\n")
    try:
        while piece := os.read(terminal, 1024):
            shown += piece
    except OSError:
        pass
    os.close(terminal)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    assert b"  1. red" in shown
    assert b"the user answered: green" in shown


HEAVY = (
    "json",
    "typing",
    "dataclasses",
    "argparse",
    "subprocess",
    "yaml",
    "pathlib",
    "threading",
    "hashlib",
    "inspect",
)


QUIET_HEAVY = (*HEAVY, "re", "enum", "functools", "select", "signal", "unicodedata")


@pytest.mark.parametrize(
    ("prompt", "heavy"), [("what is the weather in Paris?", QUIET_HEAVY), ("why does login fail?", HEAVY)]
)
def test_the_hooks_path_imports_nothing_heavy(
    env: dict[str, str], tmp_path: Path, prompt: str, heavy: tuple[str, ...]
) -> None:
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    script = (
        "import os, sys; sys.path.insert(0, sys.argv[1])\n"
        "import auto_tools.adapters.hook as hook\n"
        "hook.answer(['--prompt', sys.argv[2]], 0.0)\n"
        "print(*sorted(sys.modules))\n"
    )
    ended = subprocess.run(
        [sys.executable, "-I", "-S", "-c", script, str(PRODUCT / "src"), prompt],
        env={**env, "CI_AUTO_TOOLS_MODE": "plan"}, cwd=tmp_path, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    loaded = ended.stdout.split()
    assert "auto_tools.pipeline" in loaded
    assert sorted(set(heavy) & set(loaded)) == []


def test_a_link_to_the_command_works_from_anywhere(env: dict[str, str], tmp_path: Path) -> None:
    link = tmp_path / "at"
    link.symlink_to(AUTO_TOOLS)
    ended = subprocess.run([str(link), "--version"], env=env, cwd=tmp_path, capture_output=True, text=True)
    assert ended.stdout.startswith("auto-tools ")


def test_words_without_quotes_are_one_prompt(env: dict[str, str], tmp_path: Path) -> None:
    quoted = run(env, tmp_path, "plan", "--json", "why does login fail?").stdout
    assert run(env, tmp_path, "plan", "--json", *["why", "does", "login", "fail?"]).stdout == quoted


@pytest.mark.parametrize("variable", ["CI_AUTO_TOOLS_DRY_RUN=1", "CI_AUTO_TOOLS_MODE=plan"])
def test_plan_mode_runs_no_tool_from_the_command_line(
    env: dict[str, str], tmp_path: Path, variable: str
) -> None:
    name, _, value = variable.partition("=")
    mark = tmp_path / "ran"
    script = tmp_path / "tool.sh"
    script.write_text(f"#!/bin/sh\ntouch {mark}\n", encoding="utf-8")
    script.chmod(0o755)
    planned = {**env, name: value, "CI_AUTO_TOOLS_RUNNER_CI_SEARCH": str(script)}
    run(planned, tmp_path, "run", "why does login fail?")
    ended = run(planned, tmp_path, "run", "--tool", "ci_search", "--args", '{"query": "x"}')
    assert ended.returncode == 20
    assert not mark.exists()
    run({**planned, name: ""}, tmp_path, "run", "why does login fail?")
    assert mark.exists()


@pytest.mark.parametrize("redirect", [">&-", "</dev/null >/dev/full", "<&-"])
def test_closed_or_full_streams_give_no_traceback(env: dict[str, str], tmp_path: Path, redirect: str) -> None:
    command = f"'{AUTO_TOOLS}' plan fix login {redirect}"
    ended = subprocess.run(command, shell=True, env=env, cwd=tmp_path, capture_output=True, text=True)
    assert "Traceback" not in ended.stderr
    assert "Exception ignored" not in ended.stderr


def test_a_deleted_working_directory_is_said(env: dict[str, str], tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    command = f"cd '{gone}' && rmdir '{gone}' && '{AUTO_TOOLS}' plan --json fix login"
    ended = subprocess.run(command, shell=True, env=env, capture_output=True, text=True)
    reason = json.loads(ended.stdout)["degraded"]["reason"]
    assert reason.startswith("E_REPO_ROOT: the working directory does not exist")
    assert ended.returncode == 20
