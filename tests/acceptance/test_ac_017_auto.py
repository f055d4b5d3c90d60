"""AC-017: `auto` plans for code prompts in Chinese and English alike, `on` always, `off` never."""

from __future__ import annotations

import pytest

from acceptance.product import CODE_PROMPT, SMALL_TALK, Client, context, injected, planned

PLAN = {"CI_AUTO_TOOLS_DRY_RUN": "1"}
CODE = [
    CODE_PROMPT,
    "explain auth",
    "search auth",
    "resolve conflict",
    "explain code",
    "where is the database connection opened?",
    "refactor UserService",
    "add a unit test for login()",
    "Traceback (most recent call last):\n  File \"src/auth.py\", line 2, in login\nKeyError: 'bob'",
    "why does this fail?\n```python\nlogin(None)\n```",
    "look at @src/auth.py",
    "panic: runtime error: index out of range [3]\n\tmain.go:17 +0x1d",
    "修复登录函数的错误",
    "解释 auth 模块",
    "重构 UserService 类",
    "这个函数在哪里被调用？",
    "src/auth.py 第 2 行报 KeyError",
    "给 login() 加一个单元测试",
]
OTHER = [
    SMALL_TALK,
    "translate 'good morning' into French",
    "write a mail to my landlord about the heating",
    "hello",
    "thanks!",
    "tell me a joke",
    "今天天气怎么样？",
    "把这句话翻译成英文：早上好",
    "给房东写一封邮件",
    "你好",
    "谢谢",
    "/compact",
    "/help",
    "continue",
    "继续",
    "ok",
    "yes",
    "",
    "   ",
    "<task-notification>task 3 finished: fix src/auth.py</task-notification>",
]


@pytest.mark.parametrize("prompt", CODE)
def test_code_prompt_is_planned(client: Client, prompt: str) -> None:
    envelope = client.ask(prompt, env=PLAN).envelope
    assert "ci_search" in planned(envelope)
    assert envelope["inputs"]["signals"]


@pytest.mark.parametrize("prompt", OTHER)
def test_other_prompt_plans_nothing(client: Client, prompt: str) -> None:
    answer = client.ask(prompt, env=PLAN)
    assert planned(answer.envelope) == []
    assert context(answer.envelope) == ""
    assert answer.envelope["degraded"]["is_degraded"] is False
    assert answer.code == 0


@pytest.mark.parametrize("prompt", [CODE_PROMPT, SMALL_TALK, "给房东写一封邮件"])
def test_on_always_plans(client: Client, prompt: str) -> None:
    assert planned(client.ask(prompt, env={**PLAN, "CI_AUTO_TOOLS": "on"}).envelope)


@pytest.mark.parametrize("prompt", [CODE_PROMPT, SMALL_TALK, "修复登录函数的错误"])
def test_off_never_plans_and_starts_nothing(served: Client, prompt: str) -> None:
    env = {"CI_AUTO_TOOLS": "off"}
    answer = served.ask(prompt, env=env)
    assert planned(answer.envelope) == []
    assert context(answer.envelope) == ""
    assert injected(served.hook(prompt, env=env).reply) == ""
    assert served.calls == []


def test_auto_is_the_default_and_can_be_said(client: Client) -> None:
    env = {**PLAN, "CI_AUTO_TOOLS": "auto"}
    for prompt in (CODE_PROMPT, SMALL_TALK):
        assert client.ask(prompt, env=env).out == client.ask(prompt, env=PLAN).out


def signals_of(client: Client, prompt: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for signal in client.ask(prompt, env=PLAN).envelope["inputs"]["signals"]:
        assert set(signal) == {"type", "match", "weight"}
        assert 0 <= signal["weight"] <= 1
        found.setdefault(signal["type"], set()).add(signal["match"])
    return found


@pytest.mark.parametrize(
    ("prompt", "kind", "match"),
    [
        ("fix src/auth.py", "implicit", "src/auth.py"),
        ("look at @src/store.py please, why is it slow?", "implicit", "src/store.py"),
        ("修复 src/auth.py 里的问题", "implicit", "src/auth.py"),
        ("it raises KeyError in login", "implicit", "KeyError"),
        ("refactor UserService", "code", "UserService"),
        ("重构 UserService 类", "code", "UserService"),
        ("rename get_user_name everywhere", "code", "get_user_name"),
        ("explain this function", "explicit", "explain"),
    ],
)
def test_signal_is_found(client: Client, prompt: str, kind: str, match: str) -> None:
    found = signals_of(client, prompt)
    assert any(match in entry for entry in found.get(kind, ())), found


def test_line_number_is_a_signal(client: Client) -> None:
    found = signals_of(client, "error in src/auth.py:2")
    assert any("2" in entry for entry in found["implicit"]), found


def test_branch_and_changed_files_are_historical_signals(client: Client) -> None:
    (client.repo / "src" / "store.py").write_text("changed = True\n")
    found = signals_of(client, "explain auth")["historical"]
    assert "main" in found
    assert any("src/store.py" in entry for entry in found), found


def test_earlier_prompt_of_the_session_is_a_signal(served: Client) -> None:
    served.ask("explain save() in src/store.py", session_id="one")
    again = served.ask("fix login()", session_id="one").envelope
    other = served.ask("fix login()", session_id="two").envelope
    assert any("store.py" in entry for entry in again["task_context"]["earlier"])
    assert other["task_context"]["earlier"] == []


@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        ("fix src/auth.py", "修复 src/auth.py"),
        ("explain UserService", "解释 UserService"),
        ("what is the weather today?", "今天天气怎么样？"),
    ],
)
def test_chinese_and_english_plan_the_same_tools(client: Client, english: str, chinese: str) -> None:
    assert planned(client.ask(english, env=PLAN).envelope) == planned(client.ask(chinese, env=PLAN).envelope)


def test_reasons_are_sentences(client: Client) -> None:
    for call in client.ask(env=PLAN).envelope["tool_plan"]["tools"]:
        assert len(call["reason"].split()) >= 4
        assert set(call) == {"tool", "tier", "reason", "args", "timeout_ms"}


@pytest.mark.parametrize("switch", ["1", "2"])
@pytest.mark.parametrize(
    ("prompt", "is_deep"),
    [
        ("explain auth", False),
        ("where is login() defined?", False),
        ("fix src/auth.py: login() raises KeyError", True),
        ("src/auth.py 第 2 行报 KeyError，修复它", True),
    ],
)
def test_auto_goes_deep_for_mending_and_not_for_looking(
    client: Client, prompt: str, is_deep: bool, switch: str
) -> None:
    envelope = client.ask(prompt, env={**PLAN, "CI_AUTO_TOOLS_TIER_MAX": switch}).envelope
    deep = [call["tool"] for call in envelope["tool_plan"]["tools"] if call["tier"] == 2]
    assert bool(deep) == (is_deep and switch == "2")
    assert {"ci_index_status", "ci_search", "ci_graph_rag"} <= set(planned(envelope))
