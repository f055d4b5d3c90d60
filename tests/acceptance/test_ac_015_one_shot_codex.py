"""AC-015: `codex-auto "prompt"` and `codex-auto exec "prompt"` are one enriched `codex exec`.

Codex is played by a script here; `tests/e2e` shows the same with the real one.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from acceptance.product import (
    CODE_PROMPT,
    CODEX_ANSWERS,
    HEADING,
    SESSION,
    SMALL_TALK,
    Client,
    context,
    limits,
    script,
)


@pytest.fixture
def user(served: Client) -> Client:
    """Return a user whose tools and whose codex answer."""
    served.play_codex()
    return served


@pytest.mark.parametrize("words", [(CODE_PROMPT,), ("exec", CODE_PROMPT), ("exec", *CODE_PROMPT.split(" "))])
def test_one_prompt_is_one_enriched_exec(user: Client, words: tuple[str, ...]) -> None:
    answer = user.codex_auto(*words)
    assert (answer.code, answer.text) == (0, "answer 1\n")
    assert user.codex_calls == ["exec --json -"]
    (prompt,) = user.codex_prompts
    assert prompt.startswith(f"{CODE_PROMPT}\n\n")
    assert prompt.count(HEADING) == 1
    assert "summary of ci_search" in prompt
    assert sorted(user.calls) == ["ci_graph_rag", "ci_index_status", "ci_search"]


def test_tools_have_run_before_codex_is_started(user: Client) -> None:
    user.play_codex(f"cp {user.calls_file} {user.folder}/ran-before\n{CODEX_ANSWERS}")
    user.codex_auto(CODE_PROMPT)
    assert len((user.folder / "ran-before").read_text().split()) == 3


def test_block_is_the_kernels_answer_word_for_word(user: Client) -> None:
    events = user.codex_auto("--json", CODE_PROMPT).out.splitlines()
    envelope = json.loads(events[0])["envelope"]
    assert f"\n{context(envelope)}\n" in user.codex_prompts[0]


def test_one_prompt_leaves_the_session_of_the_repository_alone(user: Client) -> None:
    user.codex_auto(CODE_PROMPT)
    assert not user.session_file.exists()
    user.store_session(json.dumps({"session_id": SESSION}))
    user.codex_auto(CODE_PROMPT)
    assert user.codex_calls == ["exec --json -"] * 2


def test_one_prompt_goes_on_with_the_session_when_asked_to(user: Client) -> None:
    user.store_session(json.dumps({"session_id": SESSION}))
    user.codex_auto("--session-mode=resume_last", CODE_PROMPT)
    user.codex_auto(CODE_PROMPT, env={"CI_CODEX_SESSION_MODE": "resume_last"})
    assert user.codex_calls == [f"exec resume {SESSION} --json -"] * 2


@pytest.mark.parametrize("prompt", [SMALL_TALK, "/review", "continue", "go on", "--"])
def test_prompt_that_plans_nothing_arrives_byte_for_byte(user: Client, prompt: str) -> None:
    answer = user.codex_auto("exec", stdin=prompt.encode())
    assert user.codex_prompts == [prompt]
    assert (answer.code, answer.err) == (0, b"")


def test_whole_stdin_is_one_prompt(user: Client) -> None:
    text = f"{CODE_PROMPT}\n\nTraceback:\n  KeyError\n" + "中文 \U0001f600 " * 50_000
    user.codex_auto("-", stdin=text.encode())
    assert user.codex_prompts[0].startswith(text)


def test_flags_behind_two_dashes_go_to_codex(user: Client) -> None:
    user.codex_auto(CODE_PROMPT, "--", "-m", "some model", "--json", "-i", "a.png")
    assert user.codex_calls == ["exec -m some model -i a.png --json -"]
    user.store_session(json.dumps({"session_id": SESSION}))
    user.codex_auto("--session-mode", "resume_last", CODE_PROMPT, "--", "-i", "a.png")
    assert user.codex_calls[1] == f"exec -i a.png --json resume {SESSION} -"


def test_folder_named_for_codex_is_the_one_that_is_analysed(user: Client, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    event = json.loads(user.codex_auto("--json", CODE_PROMPT, "--", "-C", str(other)).out.splitlines()[0])
    assert event["envelope"]["inputs"]["repo_root"] == str(other.resolve())
    assert user.codex_calls == [f"exec -C {other} --skip-git-repo-check --json -"]


def test_outside_git_codex_is_told_so(user: Client, tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.mkdir()
    user.start("bin/codex-auto", CODE_PROMPT, cwd=plain)
    assert user.codex_calls == ["exec --skip-git-repo-check --json -"]


def test_exit_code_of_codex_is_kept(user: Client) -> None:
    user.play_codex("exit 17")
    assert user.codex_auto(CODE_PROMPT).code == 17
    user.play_codex("kill -9 $$")
    assert user.codex_auto(CODE_PROMPT).code == 137


@pytest.mark.parametrize("fault", ["kernel", "config", "root", "tool"])
def test_faults_of_ours_never_keep_the_prompt_back(user: Client, fault: str) -> None:
    env = {}
    if fault == "kernel":
        env["CI_AUTO_TOOLS_ORCHESTRATOR_PATH"] = "/nonexistent"
    elif fault == "config":
        user.config("colour: red\n")
    elif fault == "root":
        env["CI_AUTO_TOOLS_REPO_ROOT"] = "/nonexistent"
    else:
        user.play("ci_search", "exit 3")
    answer = user.codex_auto(CODE_PROMPT, env=env)
    assert (answer.code, answer.text) == (0, "answer 1\n")
    assert user.codex_prompts[0].startswith(CODE_PROMPT)
    assert b"[Limits] " in answer.err


def test_without_codex_the_envelope_is_printed(served: Client) -> None:
    served.remove_codex()
    answer = served.codex_auto("--json", CODE_PROMPT)
    assert answer.code == 40
    assert "summary of ci_search" in context(answer.envelope)
    assert any("codex is not installed" in line and "npm install" in line for line in limits(answer.envelope))
    assert answer.envelope["degraded"]["is_degraded"]
    words = served.codex_auto(CODE_PROMPT)
    assert (words.code, b"npm install" in words.err) == (40, True)
    session = served.codex_auto(stdin=f"{CODE_PROMPT}\n{CODE_PROMPT}\n".encode())
    assert (session.code, session.out.count(b"schema_version")) == (40, 1)


def test_codex_of_the_repository_is_never_run(served: Client) -> None:
    script(served.repo / "codex", f"touch {served.folder}/ran")
    served.remove_codex()
    answer = served.codex_auto(CODE_PROMPT, env={"PATH": f".::{served.env['PATH']}"})
    assert answer.code == 40
    assert not (served.folder / "ran").exists()


def test_codex_that_cannot_be_run_is_said(user: Client) -> None:
    program = user.folder / "codex-bin" / "codex"
    program.write_text("#!/nonexistent/interpreter\n")
    answer = user.codex_auto(CODE_PROMPT)
    assert answer.code == 40
    assert b"cannot be started" in answer.err
    assert b"npm install" in answer.err


def test_dry_run_starts_nothing(user: Client) -> None:
    answer = user.codex_auto("--dry-run", "ping")
    assert (answer.code, answer.envelope["schema_version"]) == (0, "1.0")
    assert user.codex_calls == []


@pytest.mark.parametrize(
    "arguments",
    [("--model", "x"), ("-x",), ("--session-mode", "last", "p"), ("--session-mode",), ("--dry-run=1", "p")],
)
def test_wrong_argument_is_refused_with_the_next_step(user: Client, arguments: tuple[str, ...]) -> None:
    answer = user.codex_auto(*arguments)
    assert (answer.code, answer.out) == (20, b"")
    assert b"see codex-auto --help" in answer.err
    assert user.codex_calls == []


def test_folder_that_is_gone_is_said(user: Client, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    command = f"cd {gone} && rmdir {gone} && exec {user.product}/bin/codex-auto ping"
    ended = subprocess.run(["/bin/sh", "-c", command], env=user.env, capture_output=True, timeout=20)
    assert ended.returncode == 20
    assert b"change into another one" in ended.stderr
    assert b"Traceback" not in ended.stderr


def test_help_and_version(user: Client) -> None:
    helped = user.codex_auto("--help")
    for flag in ("--dry-run", "--json", "--session-mode", "resume_last", "--"):
        assert flag in helped.text
    assert user.codex_auto("--version").text.startswith("auto-tools ")
    assert user.codex_calls == []


def test_link_to_the_command_works_from_anywhere(user: Client, tmp_path: Path) -> None:
    link = tmp_path / "links" / "codex-auto"
    link.parent.mkdir()
    link.symlink_to(user.product / "bin" / "codex-auto")
    assert user.start(str(link), CODE_PROMPT).text == "answer 1\n"
