"""Configs, payloads and prompts made to cost time or memory: answered in time, said, and never in the way."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from acceptance.product import CODE_PROMPT, Client, git, limits, says
from scenarios.user import HOOKS, User

BUDGET_S = 5.0
"""The wall budget; most of these must take a fraction of it, but the machine may be busy."""

BOMBS: dict[str, tuple[str, str]] = {
    "20 KB of brackets": ("[" * 20_480, "larger than 16384 bytes"),
    "16 KB of brackets": ("[" * 16_000, "nested deeper than 16 levels"),
    "16 KB of braces": ("{" * 16_000, "nested deeper than 16 levels"),
    "deep keys": ("\n".join(" " * depth + "a:" for depth in range(150)), "nested deeper than 16 levels"),
    "deep flow keys": ("{a: " * 1_000 + "1" + "}" * 1_000, "nested deeper than 16 levels"),
    "one byte too many": ("#" * 16_385, "larger than 16384 bytes"),
    "aliases": ("a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n", "anchors and aliases are not allowed"),
    "an anchor alone": ("mode: &m run\n", "anchors and aliases are not allowed"),
    "a merge key": ("x: &x {a: 1}\n<<: *x\n", "anchors and aliases are not allowed"),
    "the same key twice": ("mode: run\nmode: plan\n", "mode is set twice"),
    "the same nested key twice": ("budget: {wall_ms: 1, wall_ms: 2}\n", "wall_ms is set twice"),
    "a tag": ("mode: !!python/object/apply:os.system [touch pwned]\n", "tags are not allowed"),
    "a huge number": ("budget: {wall_ms: " + "9" * 10_000 + "}\n", "budget.wall_ms: expected a whole number"),
    "a number of infinity": ("budget: {wall_ms: .inf}\n", "budget.wall_ms: expected a whole number"),
    "an octal number": ("budget: {wall_ms: 0o777777777777}\n", "budget.wall_ms: expected a whole number"),
    "a sexagesimal number": ("budget: {wall_ms: " + ":".join(["59"] * 3_000) + "}\n", "budget.wall_ms"),
    "a date": ("budget: {wall_ms: 2001-12-14t21:59:43.10-05:00}\n", "budget.wall_ms: expected a whole"),
    "many documents": ("---\na: 1\n" * 1_500, "invalid YAML"),
    "a complex key": ("? [a, b]\n: 1\n", "line 1"),
    "invalid bytes": ("\udcff\udcfe", "not UTF-8"),
    "a NUL": ("mode: \0", "invalid YAML"),
    "many keys": ("\n".join(f"k{n}: 1" for n in range(1_500)) + "\n", "more complaints about settings"),
    "a long key": ("k" * 1_000 + ": 1\n", "a key may hold"),
    "a long line of quotes": ('"' + "\\" * 15_999, "invalid YAML"),
    "indented quotes": ("\n".join(" " * n + "- '" for n in range(150)), "invalid YAML"),
    "many tools": (
        "tools:\n" + "".join(f"  t{n}: {{enabled: no}}\n" for n in range(600)),
        "not on the allowlist; skipped",
    ),
}


@pytest.fixture
def client(user: User) -> User:
    """Return a user whose tools answer at once, so that only the bomb takes time."""
    return user


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode("utf-8", "surrogateescape"))


@pytest.mark.parametrize("bomb", BOMBS)
@pytest.mark.parametrize("whose", ["repository", "user"])
def test_a_config_bomb_is_answered_in_time_and_said(client: User, bomb: str, whose: str) -> None:
    text, said = BOMBS[bomb]
    place = client.repo / "config" / "auto-tools.yaml"
    if whose == "user":
        place = client.home / ".config" / "auto-tools" / "config.yaml"
    _write(place, text)
    answer = client.ask()
    assert answer.seconds < BUDGET_S
    assert says(answer.envelope, said), limits(answer.envelope)
    if "allowlist" not in said:
        assert answer.code == 20
    assert len(limits(answer.envelope)) < 30
    assert answer.envelope["tool_plan"]["tools"], "the defaults are used"
    reply = client.hook()
    assert reply.seconds < BUDGET_S
    assert "Auto Tools Results" in reply.reply["hookSpecificOutput"]["additionalContext"]
    assert not (client.repo / "pwned").exists()


def test_a_config_within_the_limits_is_obeyed(client: User) -> None:
    nested = "tools: {ci_search: {args: {x: " + "[" * 11 + "]" * 11 + "}}}\n"
    text = nested + "show: off\n"
    _write(client.repo / "config" / "auto-tools.yaml", text + "#" * (16_384 - len(text)))
    answer = client.ask()
    assert answer.seconds < BUDGET_S
    assert not says(answer.envelope, "invalid YAML"), limits(answer.envelope)
    assert "systemMessage" not in client.hook().reply


PAYLOADS: dict[str, bytes] = {
    "a deep list": b'{"prompt": "fix login", "x": ' + b"[" * 200_000 + b"]" * 200_000 + b"}",
    "a deep list without end": b"[" * 1_000_000,
    "deep objects": b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
    "a deep prompt": b'{"prompt": ' + b"[" * 50_000 + b"]" * 50_000 + b"}",
    "a huge number": b'{"prompt": "fix login", "x": ' + b"9" * 1_000_000 + b"}",
    "a huge exponent": b'{"prompt": "fix login", "x": 1e999999999}',
    "many keys": b'{"prompt": "fix login"' + b"".join(b', "k%d": 0' % n for n in range(100_000)) + b"}",
    "the same key often": b'{"prompt": "fix login"' + b', "prompt": "fix login"' * 50_000 + b"}",
    "half a text": b'{"prompt": "fix login',
    "no JSON": b"\xff\xfe\x00\x00" * 10_000,
    "NULs": b"\0" * 1_000_000,
    "surrogates": b'{"prompt": "fix login \\ud800\\udc00 \\ud800", "session_id": "\\ud800"}',
    "other types": b'{"prompt": {"a": 1}, "cwd": 5, "session_id": []}',
    "a long session": b'{"prompt": "fix login", "session_id": "' + b"s" * 1_000_000 + b'"}',
    "a long folder": b'{"prompt": "fix login", "cwd": "/' + b"a/" * 500_000 + b'"}',
    "a folder with a NUL": b'{"prompt": "fix login", "cwd": "/tmp\\u0000/x"}',
}


@pytest.mark.parametrize("payload", PAYLOADS)
@pytest.mark.parametrize("form", ["hook", "json", "text"])
def test_a_payload_bomb_never_costs_the_prompt(client: User, payload: str, form: str) -> None:
    answer = client.start("hooks/context-inject-global.sh", "--format", form, stdin=PAYLOADS[payload])
    assert answer.seconds < BUDGET_S
    assert answer.err == b""
    assert b"internal error" not in answer.out
    if form == "hook":
        assert answer.reply is not None
    elif form == "json":
        assert answer.envelope["schema_version"] == "1.0"
        assert answer.code in (0, 20, 30, 40)


@pytest.mark.parametrize("payload", PAYLOADS)
def test_the_kernel_takes_the_same(client: User, payload: str) -> None:
    answer = client.start("hooks/auto-tool-orchestrator.sh", stdin=PAYLOADS[payload])
    assert answer.seconds < BUDGET_S
    assert answer.envelope["schema_version"] == "1.0"


PROMPTS: dict[str, str] = {
    "words": "fix login " * 1_000_000,
    "one word": "login" * 2_000_000,
    "lines": "why does login fail?\n" * 480_000,
    "Chinese": "修复登录失败的问题" * 250_000,
    "paths": "src/auth.py " * 830_000,
    "quotes": "`" * 10_000_000,
    "brackets": "fix login " + "(" * 10_000_000,
    "a trace": 'File "src/auth.py", line 1, in login\n' * 270_000,
    "spaces": "fix login" + " " * 10_000_000,
    "digits": "fix login " + "9" * 10_000_000,
    "marks": "fix login " + "\u0300" * 5_000_000,
    "slashes": "/" * 10_000_000,
    "at signs": "@" * 10_000_000,
    "secrets": "fix login password=" + "A1b2" * 2_500_000,
}


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> Client:
    """Return a user with the real tools and an index."""
    folder = tmp_path_factory.mktemp("indexed")
    (folder / "repo" / "src").mkdir(parents=True)
    (folder / "repo" / "src" / "auth.py").write_text("def login(user):\n    return USERS[user]\n")
    git(folder / "repo", "init", "-q")
    client = Client(folder, folder / "repo")
    assert client.start("bin/auto-tools", "index").code == 0
    return client


@pytest.mark.parametrize("prompt", PROMPTS)
def test_ten_megabytes_of_prompt_are_answered_in_time(indexed: Client, prompt: str) -> None:
    answer = indexed.hook(PROMPTS[prompt])
    assert answer.seconds < 2 * BUDGET_S
    reply = answer.reply
    context = reply.get("hookSpecificOutput", {}).get("additionalContext", "")
    assert len(context) < 10_000
    assert "internal error" not in json.dumps(reply)


@pytest.mark.parametrize("prompt", ["words", "paths", "a trace"])
def test_ten_megabytes_of_prompt_find_the_same_as_a_short_one(indexed: Client, prompt: str) -> None:
    answer = indexed.ask("fix login in src/auth.py: " + PROMPTS[prompt])
    assert answer.seconds < BUDGET_S
    assert "src/auth.py" in answer.envelope["fused_context"]["for_model"]["additional_context"]
    assert answer.code == 0


def test_more_than_can_be_read_is_said_and_the_prompt_goes_through(indexed: Client) -> None:
    answer = indexed.hook("fix login " * 2_000_000)
    assert answer.seconds < BUDGET_S
    assert "[Limits] " in answer.reply["systemMessage"]


HOOK_BOMBS: dict[str, str] = {
    "deep": "[" * 60_000,
    "deep and closed": "[" * 30_000 + "]" * 30_000,
    "large": " " * 70_000,
    "many rules": json.dumps([{"hooks": []}] * 4_000),
    "a huge timeout": '[{"hooks": [{"command": "true", "timeout": ' + "9" * 5_000 + "}]}]",
    "a timeout of infinity": '[{"hooks": [{"command": "true", "timeout": 1e999}]}]',
    "a wild matcher": json.dumps([{"matcher": "*a" * 20_000, "hooks": [{"command": "true"}]}]),
}


@pytest.mark.parametrize("bomb", HOOK_BOMBS)
@pytest.mark.parametrize("whose", ["repository", "user"])
def test_a_hook_file_bomb_costs_nothing_but_itself(client: User, bomb: str, whose: str) -> None:
    base = client.repo / HOOKS if whose == "repository" else client.home / ".config" / "auto-tools" / "hooks"
    _write(base / "beforeToolCall.json", HOOK_BOMBS[bomb])
    answer = client.ask(CODE_PROMPT)
    assert answer.seconds < BUDGET_S
    assert "internal error" not in answer.text
    assert answer.envelope["tool_results"]
    assert client.start("bin/auto-tools", "trust").seconds < BUDGET_S
