"""AC-008: whatever comes in and whatever a tool does, the prompt goes through on time; the loss is seen."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from acceptance.product import (
    CODE_PROMPT,
    Client,
    Envelope,
    context,
    copy_product,
    git,
    injected,
    limits,
    planned,
    result_of,
    says,
    script,
)

HOOK = "hooks/context-inject-global.sh"
KERNEL = "hooks/auto-tool-orchestrator.sh"
FUZZ = settings(
    max_examples=50,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    derandomize=True,
    database=None,
)
EMPTY = {"is_degraded": True, "degraded_to": "empty"}

# anything on stdin

LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=40)
ANY_JSON = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
)
KNOWN_KEYS = [
    "prompt",
    "cwd",
    "session_id",
    "turn_id",
    "tool",
    "tools",
    "tool_calls",
    "hook_event_name",
    "model",
    "transcript_path",
    "permission_mode",
    "prompt_id",
]
PAYLOADS = st.dictionaries(st.sampled_from(KNOWN_KEYS), ANY_JSON, max_size=6)
PROMPTS = st.text(max_size=200) | st.sampled_from(
    [
        "fix `x`",
        "修复 src/auth.py 第 2 行",
        "\x00\x1b[31m",
        "```py\n" * 50,
        "@src/auth.py",
        "a" * 300_000,
        "\ud800",
    ]
)


@pytest.fixture(scope="module")
def user(tmp_path_factory: pytest.TempPathFactory) -> Client:
    """Return one user for hundreds of starts; nothing they send is kept apart."""
    folder = tmp_path_factory.mktemp("fuzz")
    root = folder / "repo"
    (root / "src").mkdir(parents=True)
    (root / "src" / "auth.py").write_text("def login(): ...\n")
    git(root, "init", "-q")
    git(root, "add", ".")
    git(root, "commit", "-qm", "a")
    client = Client(folder, root)
    client.env["CI_AUTO_TOOLS_FAKE_TOOL_RESULTS_FILE"] = str(folder / "none.json")
    (folder / "none.json").write_text("[]")
    return client


def goes_through(client: Client, stdin: bytes, *flags: str) -> None:
    answer = client.start(HOOK, *flags, stdin=stdin)
    assert (answer.code, answer.err) == (0, b""), (answer.code, answer.err)
    assert isinstance(answer.json, dict)
    assert answer.reply is not None
    assert answer.seconds < 10


@FUZZ
@given(data=st.binary(max_size=300))
def test_any_bytes_go_through(user: Client, data: bytes) -> None:
    goes_through(user, data)


@FUZZ
@given(value=ANY_JSON)
def test_any_json_goes_through(user: Client, value: Any) -> None:
    goes_through(user, json.dumps(value).encode())


@FUZZ
@given(value=PAYLOADS, flags=st.sampled_from([(), ("--client", "codex-cli"), ("--format", "hook")]))
def test_any_payload_goes_through(user: Client, value: dict[str, Any], flags: tuple[str, ...]) -> None:
    goes_through(user, json.dumps(value).encode(), *flags)


@FUZZ
@given(prompt=PROMPTS)
def test_any_prompt_goes_through(user: Client, prompt: str) -> None:
    goes_through(user, json.dumps({"prompt": prompt, "cwd": str(user.repo)}).encode())


@settings(FUZZ, max_examples=30)
@given(value=PAYLOADS | ANY_JSON)
def test_kernel_always_prints_an_envelope(user: Client, value: Any) -> None:
    answer = user.start(KERNEL, stdin=json.dumps(value).encode())
    assert answer.envelope["schema_version"] == "1.0"
    assert answer.code in {0, 10, 20, 30, 40, 50}


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"null",
        b"[]",
        b'"text"',
        b"{",
        b"\xff\xfe",
        b"\xef\xbb\xbf{}",
        b"[" * 200_000,
        b'{"a":' * 5_000 + b"1" + b"}" * 5_000,
        b'{"prompt": ' + b'"' + b"x" * 3_000_000 + b'"}',
        b'{"prompt": "fix \\ud800 login"}',
        b'{"prompt": NaN}',
        b'{"prompt": "a", "prompt": "b"}',
        b"1" * 10_000,
    ],
    ids=str,
)
def test_hostile_stdin_goes_through(user: Client, data: bytes) -> None:
    goes_through(user, data)
    assert user.start(KERNEL, stdin=data).envelope["schema_version"] == "1.0"


@pytest.mark.parametrize(
    "flags", [("--format", "loud"), ("--nonsense",), ("--client",), ("--client", "emacs")]
)
def test_wrong_flag_does_not_block_a_hook(user: Client, flags: tuple[str, ...]) -> None:
    answer = user.start(HOOK, *flags, stdin=user.payload())
    assert answer.code != 2, "exit code 2 makes a client lose the prompt"


# tools that misbehave

OTHERS = ("ci_index_status", "ci_graph_rag")
SHORT = {"CI_AUTO_TOOLS_BUDGET_WALL_MS": "700"}
MISCHIEF = {
    "hangs": "sleep 60",
    "hangs and ignores SIGTERM": "trap '' TERM INT HUP; while :; do sleep 1; done",
    "forks children that hold stdout": "(sleep 60) & (sleep 60) & wait",
    "leaves a child behind that holds stdout": "(sleep 60) & exit 0",
    "leaves the process group": "setsid sh -c 'trap \"\" TERM; sleep 5' & sleep 60",
    "floods stdout": "yes",
    "floods stderr": "yes >&2",
    "closes stdout and stays": "exec 1>&- 2>&-; sleep 60",
    "reads stdin for ever": "cat; sleep 60",
    "stops itself": "kill -STOP $$",
}


@pytest.mark.parametrize("body", MISCHIEF.values(), ids=MISCHIEF.keys())
def test_answer_is_on_time_whatever_a_tool_does(served: Client, body: str) -> None:
    served.play("ci_search", body)
    answer = served.ask(env=SHORT)
    assert answer.seconds < 1.7
    for tool in OTHERS:
        assert result_of(answer.envelope, tool)["status"] == "ok"
        assert f"summary of {tool}" in context(answer.envelope)


@pytest.mark.parametrize("name", ["hangs", "hangs and ignores SIGTERM", "forks children that hold stdout"])
def test_late_tool_is_named_in_the_hook_reply(served: Client, name: str) -> None:
    served.play("ci_search", MISCHIEF[name])
    reply = served.hook(env=SHORT).reply
    assert "tool timeout; degraded to plan-only" in reply["systemMessage"]
    assert "ci_search" in reply["systemMessage"]
    assert "summary of ci_graph_rag" in injected(reply)


def test_tool_that_ignores_sigterm_is_dead_afterwards(served: Client) -> None:
    own = served.folder / "pid"
    served.play("ci_search", f"echo $$ > {own}; trap '' TERM; while :; do sleep 0.1; done")
    served.ask(env=SHORT)
    pid = int(own.read_text())
    for _ in range(20):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    os.kill(pid, signal.SIGKILL)
    raise AssertionError("the tool is still alive")


DEATHS = {
    "exits 1": "exit 1",
    "exits 3 with words": "echo went wrong >&2; exit 3",
    "is killed": "kill -KILL $$",
    "segfaults": "kill -SEGV $$",
}


@pytest.mark.parametrize("body", DEATHS.values(), ids=DEATHS.keys())
def test_tool_that_dies_is_an_error_and_the_others_stay(served: Client, body: str) -> None:
    served.play("ci_search", body)
    answer = served.ask()
    dead = result_of(answer.envelope, "ci_search")
    assert (dead["status"], dead["error"]["code"]) == ("error", "E_TOOL_UNAVAILABLE")
    assert says(answer.envelope, "tool unavailable; skipped", "ci_search")
    assert answer.envelope["degraded"]["is_degraded"] is True
    assert "summary of ci_graph_rag" in context(answer.envelope)
    assert answer.code == 40


@pytest.mark.parametrize("kind", ["missing", "not executable", "a folder", "no interpreter"])
def test_runner_that_cannot_start_is_an_error(served: Client, kind: str) -> None:
    path = served.folder / "broken"
    if kind == "not executable":
        path.write_text("#!/bin/sh\n")
    elif kind == "a folder":
        path.mkdir()
    elif kind == "no interpreter":
        path.write_text("#!/nonexistent/sh\n")
        path.chmod(0o755)
    answer = served.ask(env={"CI_AUTO_TOOLS_RUNNER_CI_SEARCH": str(path)})
    dead = result_of(answer.envelope, "ci_search")
    assert (dead["status"], dead["error"]["code"]) == ("error", "E_TOOL_UNAVAILABLE")
    assert answer.code == 40


ODD_ANSWERS = [
    "printf ''",
    "echo 42",
    "echo '[1, 2]'",
    "echo '{\"data\": 5}'",
    'echo \'{"data": {"items": 5}}\'',
    'echo \'{"data": {"items": [5, null, {"path": 3, "confidence": "much"}]}}\'',
    'echo \'{"data": {"claims": [{"polarity": "perhaps"}, 7]}}\'',
    "printf '\\377\\376\\000bytes'",
    'echo \'{"summary": {"a": 1}, "error": "x", "status": "fine"}\'',
    'echo \'{"data": {"items": [{"path": "a\\u0000b", "summary": "\\ud800"}]}}\'',
    "echo '{\"truncated\": '",
]


@pytest.mark.parametrize("body", ODD_ANSWERS)
def test_odd_answer_of_a_tool_keeps_the_envelope_valid(served: Client, body: str) -> None:
    served.play("ci_search", body)
    answer = served.ask()
    assert len(answer.envelope["tool_results"]) == 3
    assert "summary of ci_graph_rag" in context(answer.envelope)
    assert injected(served.hook().reply)


def test_hook_ends_itself_within_18_seconds_with_the_highest_budget(served: Client) -> None:
    for tool in ("ci_index_status", "ci_search", "ci_graph_rag"):
        served.play(tool, MISCHIEF["hangs and ignores SIGTERM"])
    answer = served.hook(env={"CI_AUTO_TOOLS_BUDGET_WALL_MS": "999999"})
    assert answer.reply
    assert answer.seconds < 18


# kernels that misbehave


def is_empty_injection(envelope: Envelope, reason: str) -> None:
    assert context(envelope) == ""
    assert planned(envelope) == []
    assert envelope["tool_results"] == []
    assert envelope["run_id"].startswith("empty-")
    assert len(envelope["run_id"]) == len("empty-") + 12
    assert envelope["tool_plan"]["tier_max"] == 0
    assert set(envelope["tool_plan"]["budget"].values()) == {0}
    assert EMPTY.items() <= envelope["degraded"].items()
    assert envelope["degraded"]["reason"]
    assert envelope["enforcement"] == {"single_tool_entry": True, "source": "adapter"}
    assert says(envelope, reason), limits(envelope)


@pytest.mark.parametrize("state", ["absent", "not executable"])
def test_orchestrator_that_cannot_run_means_unavailable(tmp_path: Path, repo: Path, state: str) -> None:
    client = Client(tmp_path, repo, copy_product(tmp_path / "product"))
    client.all_tools_answer()
    assert client.ask().code == 0
    assert len(client.calls) == 3
    kernel = client.product / KERNEL
    if state == "absent":
        kernel.unlink()
    else:
        kernel.chmod(0o644)
    answer = client.ask()
    assert answer.code == 10
    is_empty_injection(answer.envelope, "orchestrator unavailable")
    reply = client.hook().reply
    assert injected(reply) == ""
    assert "[Limits] orchestrator unavailable" in reply["systemMessage"]
    assert len(client.calls) == 3


@pytest.mark.parametrize("kind", ["missing", "not executable", "a folder"])
def test_named_kernel_that_cannot_run_means_unavailable(served: Client, kind: str) -> None:
    path = served.folder / "kernel"
    if kind == "not executable":
        path.write_text("#!/bin/sh\n")
    elif kind == "a folder":
        path.mkdir()
    env = {"CI_AUTO_TOOLS_ORCHESTRATOR_PATH": str(path)}
    answer = served.ask(env=env)
    assert answer.code == 10
    is_empty_injection(answer.envelope, "orchestrator unavailable")
    assert "orchestrator unavailable" in served.hook(env=env).reply["systemMessage"]
    assert served.calls == []


GARBAGE = {
    "nothing": "true",
    "words": "echo hello",
    "half an object": "echo '{\"schema_version\": '",
    "a list": "echo '[]'",
    "null": "echo null",
    "an object without fields": "echo '{}'",
    "only a version": 'echo \'{"schema_version": "1.0"}\'',
    "bytes": "printf '\\377\\000'",
    "words and an exit code": "echo hello; exit 9",
    "depth": "head -c 100000 /dev/zero | tr '\\0' '['",
}


@pytest.mark.parametrize("body", GARBAGE.values(), ids=GARBAGE.keys())
def test_kernel_that_prints_garbage_means_empty_injection(served: Client, body: str) -> None:
    kernel = script(served.folder / "kernel", f"cat > /dev/null; {body}")
    env = {"CI_AUTO_TOOLS_ORCHESTRATOR_PATH": str(kernel)}
    answer = served.ask(env=env)
    assert answer.code == 30
    is_empty_injection(answer.envelope, "orchestrator output invalid; fallback to empty context")
    reply = served.hook(env=env).reply
    assert injected(reply) == ""
    assert "orchestrator output invalid; fallback to empty context" in reply["systemMessage"]


@pytest.mark.parametrize(
    "field", ["schema_version", "run_id", "tool_plan", "tool_results", "fused_context", "degraded"]
)
def test_kernel_output_without_a_required_field_is_refused(served: Client, field: str) -> None:
    envelope = served.ask().envelope
    del envelope[field]
    canned = served.folder / "canned.json"
    canned.write_text(json.dumps(envelope))
    kernel = script(served.folder / "kernel", f"cat > /dev/null; cat {canned}")
    answer = served.ask(env={"CI_AUTO_TOOLS_ORCHESTRATOR_PATH": str(kernel)})
    assert answer.code == 30
    is_empty_injection(answer.envelope, "orchestrator output invalid; fallback to empty context")


def test_kernel_that_never_reads_its_stdin_does_not_block(served: Client) -> None:
    kernel = script(served.folder / "kernel", "echo '{}'")
    stdin = served.payload("fix " + "x" * 500_000)
    env = {"CI_AUTO_TOOLS_ORCHESTRATOR_PATH": str(kernel)}
    assert served.start(HOOK, stdin=stdin, env=env).reply


def test_kernel_that_hangs_is_ended_before_18_seconds(served: Client) -> None:
    alive = served.folder / "alive"
    loop = f"trap '' TERM; while :; do date +%s%N > {alive}; sleep 0.1; done"
    kernel = script(served.folder / "kernel", f"({loop}) & {loop}")
    answer = served.hook(env={"CI_AUTO_TOOLS_ORCHESTRATOR_PATH": str(kernel)})
    assert answer.seconds < 18.5
    assert answer.reply["systemMessage"].startswith("[")
    time.sleep(0.4)
    last = alive.read_text()
    time.sleep(0.4)
    assert alive.read_text() == last


# a world that misbehaves


@pytest.mark.parametrize("home", ["/dev/null/home", "/dev/null", "/proc"])
def test_home_that_cannot_be_written_costs_nothing(served: Client, home: str) -> None:
    assert "summary of ci_search" in injected(served.hook(env={"HOME": home}).reply)


def test_missing_home_variable_costs_nothing(served: Client) -> None:
    del served.env["HOME"]
    assert "summary of ci_search" in injected(served.hook().reply)


def test_client_that_closes_the_pipe_is_not_an_error(served: Client) -> None:
    process = subprocess.Popen(
        [str(served.product / HOOK)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=served.env,
    )
    assert process.stdin and process.stdout and process.stderr
    process.stdout.close()
    process.stdin.write(served.payload())
    process.stdin.close()
    assert process.wait(10) == 0
    assert process.stderr.read() == b""
    process.stderr.close()


def test_stdin_that_never_ends_does_not_block_for_ever(served: Client) -> None:
    process = subprocess.Popen(
        [str(served.product / HOOK)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=served.env,
    )
    assert process.stdin and process.stdout and process.stderr
    try:
        process.stdin.write(b'{"prompt": ')
        process.stdin.flush()
        code = process.wait(19)
    except subprocess.TimeoutExpired:
        process.kill()
        code = None
    out, err = process.communicate()
    assert (code, err) == (0, b"")
    assert isinstance(json.loads(out), dict)


def test_working_folder_that_was_removed_costs_nothing(served: Client, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    done = subprocess.run(
        ["/bin/sh", "-c", f'rmdir "{gone}"; exec {served.product / HOOK}'],
        cwd=gone,
        env=served.env,
        input=served.payload(CODE_PROMPT),
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0
    assert b"summary of ci_search" in done.stdout


@pytest.mark.parametrize("file", ["HEAD", "index", "config"])
def test_broken_git_folder_costs_nothing(served: Client, file: str) -> None:
    (served.repo / ".git" / file).write_bytes(b"\xff\x00garbage" * 50)
    answer = served.hook()
    assert "summary of ci_search" in injected(answer.reply)


def test_fifo_in_place_of_the_config_does_not_block(served: Client) -> None:
    (served.repo / "config").mkdir()
    os.mkfifo(served.repo / "config" / "auto-tools.yaml")
    answer = served.hook()
    assert answer.seconds < 5
    assert answer.reply
