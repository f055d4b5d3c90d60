"""AC-006: only known tools, clamped arguments, no path outside, no sensitive file, no secret."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from acceptance.product import (
    CODE_PROMPT,
    Answer,
    Client,
    args_of,
    context,
    copy_product,
    git,
    injected,
    item,
    limits,
    planned,
    result_of,
    says,
    script,
    structured,
    tool_result,
)

PLAN = {"CI_AUTO_TOOLS_DRY_RUN": "1"}
DEEP = {**PLAN, "CI_AUTO_TOOLS_TIER_MAX": "2"}
DEEP_PROMPT = "who calls login()? show the call chain"
NEEDED = {"ci_search": "query", "ci_graph_rag": "query", "ci_call_chain": "symbol"}

# allowlist


def test_tool_switched_off_by_the_repository_is_not_planned(client: Client) -> None:
    client.config("tools:\n  ci_graph_rag:\n    enabled: false\n")
    envelope = client.ask(env=PLAN).envelope
    assert "ci_graph_rag" not in planned(envelope)
    assert "ci_search" in planned(envelope)


def test_repository_cannot_add_a_tool(served: Client) -> None:
    marker = served.folder / "evil-ran"
    evil = script(served.repo / "evil.sh", f"touch {marker}")
    served.config(f"tools:\n  my_tool:\n    tier: 0\n    run: {evil}\n")
    envelope = served.ask().envelope
    assert "my_tool not on the allowlist; skipped" in limits(envelope)
    assert "my_tool" not in planned(envelope)
    assert not marker.exists()


def test_repository_cannot_name_the_executable_of_a_known_tool(client: Client) -> None:
    marker = client.folder / "evil-ran"
    evil = script(client.repo / "evil.sh", f"touch {marker}")
    client.config(f"tools:\n  ci_search:\n    run: {evil}\n")
    envelope = client.ask().envelope
    assert says(envelope, "run"), limits(envelope)
    assert not marker.exists()


def test_repository_cannot_raise_a_limit(client: Client) -> None:
    client.config(
        "tools:\n  ci_graph_rag:\n    timeout_ms: 9000\n    clamps: {depth: 50}\n    args: {depth: 50}\n"
    )
    envelope = client.ask(env=PLAN).envelope
    assert args_of(envelope, "ci_graph_rag")["depth"] == 2
    timeouts = {call["tool"]: call["timeout_ms"] for call in envelope["tool_plan"]["tools"]}
    assert timeouts["ci_graph_rag"] == 3500


def test_repository_may_lower_a_clamp(client: Client) -> None:
    client.config("tools:\n  ci_search:\n    clamps: {limit: 4}\n")
    envelope = client.ask(env={**PLAN, "CI_AUTO_TOOLS_CI_SEARCH_LIMIT": "9"}).envelope
    assert args_of(envelope, "ci_search")["limit"] == 4


def test_unknown_tool_by_command_is_refused(client: Client) -> None:
    answer = client.call("no_such_tool")
    assert answer.code != 0
    assert b"no_such_tool not on the allowlist; skipped" in answer.out + answer.err


# clamps

CLAMPS = [
    ("ci_search", "limit", 10),
    ("ci_graph_rag", "depth", 2),
    ("ci_graph_rag", "top_k", 10),
    ("ci_graph_rag", "token_budget", 8000),
    ("ci_call_chain", "depth", 3),
    ("ci_hotspot", "days", 30),
    ("ci_hotspot", "top", 20),
]


def seen_args(client: Client, tool: str) -> Path:
    seen = client.folder / f"{tool}.args"
    client.play(tool, f'printf "%s" "$CI_TOOL_ARGS_JSON" > {seen}; echo "{{}}"')
    return seen


@pytest.mark.parametrize(("tool", "argument", "most"), CLAMPS)
def test_clamp_holds_for_a_single_call(client: Client, tool: str, argument: str, most: int) -> None:
    seen = seen_args(client, tool)
    needed = {NEEDED[tool]: "login"} if tool in NEEDED else {}
    answer = client.call(tool, {**needed, argument: 99999})
    assert json.loads(seen.read_text())[argument] == most
    assert f"{argument} clamped to {most}" in answer.text


@pytest.mark.parametrize(("tool", "argument", "most"), CLAMPS[:4])
@pytest.mark.parametrize("layer", ["env", "config", "user"])
def test_clamp_is_said_in_limits(client: Client, tool: str, argument: str, most: int, layer: str) -> None:
    env = dict(PLAN)
    text = f"tools:\n  {tool}:\n    args: {{{argument}: 99999}}\n"
    if layer == "env":
        env[f"CI_AUTO_TOOLS_{tool.upper()}_{argument.upper()}"] = "99999"
    elif layer == "config":
        client.config(text)
    else:
        client.user_config(text)
    answer = client.ask(env=env)
    assert args_of(answer.envelope, tool)[argument] == most
    assert says(answer.envelope, f"{argument} clamped to {most}", tool), limits(answer.envelope)
    assert answer.code == 0


def test_clamp_of_a_deep_tool_is_said_in_limits(client: Client) -> None:
    env = {**DEEP, "CI_AUTO_TOOLS_CI_CALL_CHAIN_DEPTH": "9"}
    envelope = client.ask(DEEP_PROMPT, env=env).envelope
    assert args_of(envelope, "ci_call_chain")["depth"] == 3
    assert says(envelope, "depth clamped to 3", "ci_call_chain")


def test_value_within_the_clamp_stays_and_nothing_is_said(client: Client) -> None:
    envelope = client.ask(env={**PLAN, "CI_AUTO_TOOLS_CI_GRAPH_RAG_DEPTH": "1"}).envelope
    assert args_of(envelope, "ci_graph_rag")["depth"] == 1
    assert not says(envelope, "clamped")


def test_budget_is_another_name_of_token_budget(client: Client) -> None:
    seen = seen_args(client, "ci_graph_rag")
    client.call("ci_graph_rag", {"query": "login", "budget": 500})
    arguments = json.loads(seen.read_text())
    assert arguments["token_budget"] == 500
    assert "budget" not in arguments


def test_argument_that_cannot_be_clamped_skips_the_tool(served: Client) -> None:
    answer = served.ask(env={"CI_AUTO_TOOLS_CI_GRAPH_RAG_DEPTH": "deep"})
    result = result_of(answer.envelope, "ci_graph_rag")
    assert result["status"] == "skipped"
    assert result["error"]["code"] == "E_INVALID_ARGS"
    assert "ci_graph_rag" not in served.calls
    assert result_of(answer.envelope, "ci_search")["status"] == "ok"
    assert answer.code == 0


@pytest.mark.parametrize("value", ["ten", [3], {"a": 1}])
def test_single_call_with_an_argument_that_cannot_be_clamped_is_skipped(
    client: Client, value: object
) -> None:
    client.all_tools_answer()
    result = client.call("ci_search", {"query": "login", "limit": value}).json
    assert (result["status"], result["error"]["code"]) == ("skipped", "E_INVALID_ARGS")
    assert client.calls == []


# paths


@pytest.mark.parametrize("path", ["../outside.py", "src/../../outside.py", "/etc/passwd", "~/.ssh/config"])
def test_path_argument_that_leads_outside_never_reaches_the_tool(client: Client, path: str) -> None:
    seen = seen_args(client, "ci_complexity")
    result = client.call("ci_complexity", {"file": path}).json
    if seen.exists():
        assert path not in seen.read_text()
    else:
        assert result["status"] in {"skipped", "error"}
        assert result["error"]["code"] in {"E_INVALID_ARGS", "E_REPO_ROOT"}


def test_path_argument_inside_reaches_the_tool(client: Client) -> None:
    seen = seen_args(client, "ci_complexity")
    client.call("ci_complexity", {"file": "src/auth.py"})
    assert json.loads(seen.read_text())["file"] == "src/auth.py"


def test_path_argument_through_a_link_outside_never_reaches_the_tool(client: Client, tmp_path: Path) -> None:
    (tmp_path / "outside.py").write_text("x = 1\n")
    (client.repo / "link.py").symlink_to(tmp_path / "outside.py")
    seen = seen_args(client, "ci_complexity")
    client.call("ci_complexity", {"file": "link.py"})
    assert not seen.exists() or "link.py" not in seen.read_text()


@pytest.mark.parametrize("path", ["../secret.txt", "/etc/passwd", "src/../../x", "..\\x", "a/../../../b"])
def test_finding_outside_the_root_is_not_shown(served: Client, path: str) -> None:
    served.find("ci_search", item(path=path, title="out", summary="OUTSIDE-WORDS", symbol=""))
    envelope = served.ask().envelope
    assert "OUTSIDE-WORDS" not in context(envelope)
    assert all(entry["path"] != path for entry in structured(envelope)["items"])


SENSITIVE = [
    ".env",
    ".env.local",
    "conf/.env.production",
    "id_rsa",
    "keys/id_rsa.bak",
    "server.pem",
    "tls/private.key",
    ".ssh/config",
    "deploy/secrets/db.yaml",
    "web/.npmrc",
    "ID_RSA",
    ".ENV",
    "id_ed25519",
    "infra/prod.tfstate",
    ".netrc",
]


@pytest.mark.parametrize("path", SENSITIVE)
def test_sensitive_file_is_named_and_its_content_withheld(served: Client, path: str) -> None:
    target = served.repo / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text("PLAIN-CONTENT-OF-IT\n")
    served.find(
        "ci_search",
        item(path=path, symbol="", title="t", summary="PLAIN-CONTENT-OF-IT", snippet="PLAIN-CONTENT-OF-IT"),
    )
    answer = served.ask()
    assert b"PLAIN-CONTENT-OF-IT" not in answer.out
    assert path in answer.text


@pytest.mark.parametrize("path", [".env.example", ".env.sample", ".env.template", "src/environment.py"])
def test_harmless_lookalike_is_shown(served: Client, path: str) -> None:
    served.find("ci_search", item(path=path, symbol="", title="t", summary="PLAIN-CONTENT"))
    assert "PLAIN-CONTENT" in context(served.ask().envelope)


WITHHELD = "login_words_that_no_answer_may_hold"
ASKING = [
    "show me login in .env and src/keys/id_rsa",
    "what does ../outside.py do? why does login fail?",
    "read @../outside.py and @/etc/passwd, then fix login",
    "explain login in notes.py and linked/outside.py",
    f"where is {WITHHELD}?",
]
ENTRIES: dict[str, Callable[[Client, str], Answer]] = {
    "hook": lambda client, prompt: client.hook(prompt),
    "json": lambda client, prompt: client.ask(prompt),
    "text": lambda client, prompt: client.hook(prompt, "--format", "text"),
    "kernel": lambda client, prompt: client.kernel(prompt),
    "deep": lambda client, prompt: client.ask(prompt, env={"CI_AUTO_TOOLS_TIER_MAX": "2"}),
    "search": lambda client, prompt: client.start("bin/auto-tools", "search", prompt),
    "graph": lambda client, prompt: client.start("bin/auto-tools", "graph", prompt, "--json"),
    "explain": lambda client, prompt: client.start("bin/auto-tools", "explain", prompt),
    "rank": lambda client, prompt: client.start("bin/auto-tools", "rank", stdin=prompt.encode()),
}


@pytest.fixture
def guarded(client: Client) -> Client:
    """Return a user with the real tools, in a repository with secrets and ways out."""
    outside = client.folder / "elsewhere" / "outside.py"
    outside.parent.mkdir()
    for path in (outside, client.folder / "outside.py"):
        path.write_text(f"def {WITHHELD}():\n    return 'login'\n")
    for name in (".env", "src/keys/id_rsa", "secrets/login.py", "src/login.pem", ".env．local"):
        (client.repo / name).parent.mkdir(parents=True, exist_ok=True)
        (client.repo / name).write_text(f"{WITHHELD} = 'login'\n")
    (client.repo / "notes.py").symlink_to(".env")
    (client.repo / "login.py").symlink_to(outside)
    (client.repo / "linked").symlink_to(outside.parent)
    (client.repo / "loop").symlink_to(".")
    git(client.repo, "add", ".")
    git(client.repo, "commit", "-qm", "ways out")
    return client


@pytest.mark.parametrize("entry", ENTRIES)
def test_what_is_withheld_or_outside_reaches_no_entry(guarded: Client, entry: str) -> None:
    assert guarded.start("bin/auto-tools", "index").code == 0
    for prompt in ASKING:
        answer = ENTRIES[entry](guarded, prompt)
        said = answer.text.replace(prompt, "").replace(json.dumps(prompt)[1:-1], "")
        assert answer.out
        assert f"def {WITHHELD}" not in said
        assert f"{WITHHELD} = " not in said
        assert "root:x:0:0" not in said
    stored = [path.read_bytes() for path in (guarded.home / ".cache").rglob("*") if path.is_file()]
    assert stored
    assert not [data for data in stored if WITHHELD.encode() in data]


@pytest.mark.parametrize("entry", ["hook", "json", "kernel"])
def test_nothing_withheld_is_found_without_an_index_either(guarded: Client, entry: str) -> None:
    for prompt in ASKING:
        said = ENTRIES[entry](guarded, prompt).text
        assert f"def {WITHHELD}" not in said
        assert f"{WITHHELD} = " not in said


@pytest.mark.parametrize(
    "path", ["notes.py", "loop/notes.py", "linked/outside.py", "loop/loop/.env", ".ENV", "secrets\\login.py"]
)
def test_path_argument_by_any_way_to_a_withheld_file_is_refused(guarded: Client, path: str) -> None:
    seen = seen_args(guarded, "ci_complexity")
    result = guarded.call("ci_complexity", {"file": path}).json
    assert (result["status"], result["error"]["code"]) == ("skipped", "E_REPO_ROOT")
    assert not seen.exists()


# redaction

PRIVATE_KEY = (
    "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7bq1Zk9fXy3PZk0vJQ2mT8c\nQ9xLr5c8cA==\n"
    "-----END RSA PRIVATE KEY-----"
)
GITHUB = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
BEARER = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N"
SECRETS = [
    ("bearer", f"curl -H 'Authorization: Bearer {BEARER}' x", BEARER, "Bearer <redacted>"),
    ("aws", "aws_access_key_id = AKIAIOSFODNN7QXAMPLZ", "IOSFODNN7QXAMPLZ", "AKIA<redacted>"),
    ("pem", PRIVATE_KEY, "MIIEpAIBAAKCAQEA7bq1Zk9fXy3PZk0vJQ2mT8c", "edacted"),
    ("cut pem", PRIVATE_KEY[:75], "MIIEpAIBAAKCAQEA7bq1Zk9fXy3PZk0vJQ2mT8c", "edacted"),
    ("github", f"token {GITHUB}", GITHUB, "edacted"),
    ("url", "postgres://app:hunter2Secret9@db.local/x", "hunter2Secret9", "edacted"),
]


@pytest.mark.parametrize(
    ("text", "secret", "instead"), [case[1:] for case in SECRETS], ids=[case[0] for case in SECRETS]
)
@pytest.mark.parametrize(
    "place", ["summary", "snippet", "title", "result summary", "text", "claim", "stderr"]
)
def test_secret_is_redacted_wherever_a_tool_puts_it(
    served: Client, text: str, secret: str, instead: str, place: str
) -> None:
    found: dict[str, Any] = item(symbol="", title="t", summary="s")
    if place == "result summary":
        served.answer("ci_search", {"summary": text})
    elif place == "claim":
        claims = [{"claim_key": "k", "polarity": "support", "claim": text, "evidence_refs": [text]}]
        served.answer("ci_search", {"data": {"claims": claims}})
    elif place in {"text", "stderr"}:
        source = served.folder / "words"
        source.write_text(text)
        served.play("ci_search", f"cat {source}" if place == "text" else f"cat {source} >&2; exit 3")
    else:
        served.find("ci_search", {**found, place: text})
    answer = served.ask()
    assert secret not in answer.text
    assert secret not in served.hook().text
    if place in {"summary", "result summary", "text"}:
        assert instead in context(answer.envelope).replace("REDACTED", "redacted"), context(answer.envelope)


def test_redactions_are_counted_by_kind(served: Client) -> None:
    served.find(
        "ci_search",
        item(title="a", summary=f"Bearer {BEARER}"),
        item(title="b", summary=f"first Bearer {BEARER} second AKIAIOSFODNN7QXAMPLZ"),
    )
    counted = result_of(served.ask().envelope, "ci_search")["redactions"]
    assert all(set(entry) == {"kind", "count"} and entry["count"] > 0 for entry in counted)
    assert sum(entry["count"] for entry in counted) == 3
    assert len({entry["kind"] for entry in counted}) == len(counted) >= 2


def test_clean_result_counts_no_redaction(served: Client) -> None:
    assert result_of(served.ask().envelope, "ci_search")["redactions"] == []


def test_fake_results_are_redacted_like_real_ones(client: Client) -> None:
    client.results(tool_result(items=[item(summary=f"Bearer {BEARER}")]))
    answer = client.ask()
    assert BEARER not in answer.text
    assert "Bearer <redacted>" in context(answer.envelope)


def test_secret_in_a_single_call_is_redacted(client: Client) -> None:
    client.answer("ci_search", {"summary": f"Bearer {BEARER}"})
    answer = client.call("ci_search", {"query": "login"})
    assert BEARER not in answer.text
    assert "Bearer <redacted>" in answer.text


def test_secret_in_an_uncommitted_or_committed_name_is_redacted(served: Client) -> None:
    (served.repo / "src" / "auth.py").write_text("x = 2\n")
    git(served.repo, "commit", "-aqm", f"use {GITHUB}")
    assert GITHUB not in injected(served.hook().reply)
    assert GITHUB not in json.dumps(structured(served.ask(CODE_PROMPT).envelope))


CODE_SECRETS = {
    "token": ('GITHUB_TOKEN = "' + GITHUB + '"', GITHUB, 'GITHUB_TOKEN = "[REDACTED:github_token]"'),
    "password": ('DB_PASSWORD = "kT9vQ2mZr4Xw"', "kT9vQ2mZr4Xw", '"[REDACTED:generic_password]"'),
    "vendor": ('herokuKey = "13a12ef2-de5d-d4dd-0f64-324a73afbec3"', "13a12ef2-de5d", "herokuKey = "),
    "header": (f'headers = {{"Authorization": "Bearer {BEARER}"}}', BEARER, '": "Bearer <redacted>"'),
}


@pytest.mark.parametrize(("line", "secret", "instead"), CODE_SECRETS.values(), ids=CODE_SECRETS.keys())
def test_token_in_indexed_code_reaches_no_entry(client: Client, line: str, secret: str, instead: str) -> None:
    code = f"def login(user):\n    {line}\n    return check_login(user)\n"
    (client.repo / "src" / "auth.py").write_text(code)
    git(client.repo, "commit", "-aqm", f"login with {line}")
    assert client.start("bin/auto-tools", "index").code == 0
    prompt = "why does `login` in src/auth.py fail?"
    found = client.call("ci_search", {"query": "login"})
    assert instead in found.text.replace('\\"', '"')
    searched = client.start("bin/auto-tools", "search", "login")
    for answer in (found, searched, client.hook(prompt), client.kernel("explain login")):
        assert answer.out
        assert secret.encode() not in answer.out + answer.err


def test_fault_log_and_message_hold_no_secret(client: Client) -> None:
    client.product = copy_product(client.folder / "product")
    module = client.product / "src" / "auto_tools" / "plan" / "make.py"
    module.write_text(f'raise RuntimeError("{GITHUB}")\n')
    answer = client.hook()
    assert answer.code == 0
    assert GITHUB not in answer.text
    logs = list(client.home.rglob("*.log"))
    assert logs
    assert all(GITHUB not in path.read_text() and "RuntimeError" in path.read_text() for path in logs)


IN_A_TOOL = """
from auto_tools.safety import redact as broken
whole = route_and_run
def route_and_run(*values, **named):
    broken.{}
    return whole(*values, **named)
"""


@pytest.mark.parametrize("place", ["kernel", "tool"])
@pytest.mark.parametrize(
    "fault", ['TOKENS = (("x", ("",), "(", 0.0),)', "DEADLINE_S = -1.0"], ids=["fails", "late"]
)
def test_redactor_that_fails_or_is_late_injects_nothing(client: Client, fault: str, place: str) -> None:
    client.product = copy_product(client.folder / "product")
    source = client.product / "src" / "auto_tools"
    module = source / ("execution/router.py" if place == "tool" else "safety/redact.py")
    module.write_text(module.read_text() + (IN_A_TOOL if place == "tool" else "\n{}\n").format(fault))
    client.all_tools_answer()
    client.find("ci_search", item(summary="UNSEARCHED-WORDS"))
    reply = client.hook().reply
    assert "hookSpecificOutput" not in reply
    assert "redaction failed" in reply["systemMessage"]
    assert "UNSEARCHED-WORDS" not in client.ask().text


# snippets


def test_at_most_three_snippets_of_twenty_lines(served: Client) -> None:
    code = "\n".join(f"line_{n} = {n}" for n in range(1, 41))
    served.find(
        "ci_search",
        *(
            item(
                path=f"src/f{n}.py", symbol="", title=f"t{n}", snippet=code, line=1, confidence=0.9 - n / 100
            )
            for n in range(6)
        ),
    )
    text = context(served.ask().envelope)
    assert text.count("line_1 =") == 3
    assert text.count("line_20 =") <= 3
    assert "line_21 =" not in text
