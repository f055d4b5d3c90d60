"""AC-009: tier 2 has one switch, tier 3 has none, and what is off is said."""

from __future__ import annotations

import pytest

from acceptance.product import (
    CODE_PROMPT,
    SMALL_TALK,
    TIER,
    Client,
    limits,
    planned,
    result_of,
    says,
    structured,
)

PLAN = {"CI_AUTO_TOOLS_DRY_RUN": "1"}
DEEP = {**PLAN, "CI_AUTO_TOOLS_TIER_MAX": "2"}
IGNORED = "tier-2 requires CI_AUTO_TOOLS_TIER_MAX=2 (config ignored)"
OFF = "tier-2 disabled by default; set CI_AUTO_TOOLS_TIER_MAX=2 to enable"

SPELLINGS = [
    "tier_max: 2\n",
    "tierMax: 2\n",
    "max_tier: 2\n",
    "tier_max: 3\n",
    "auto_tools:\n  tier_max: 2\n",
    "auto_tools:\n  tierMax: 2\n",
    "auto_tools:\n  max_tier: 2\n",
    "tools:\n  ci_call_chain:\n    tier: 1\n",
    "tools:\n  ci_impact:\n    tier: 0\n",
]


def deep_tools(names: list[str]) -> list[str]:
    return [name for name in names if TIER.get(name, 3) >= 2]


@pytest.mark.parametrize("text", SPELLINGS)
@pytest.mark.parametrize("switch", [None, "0", "1"])
def test_config_cannot_switch_tier_2_on(client: Client, text: str, switch: str | None) -> None:
    client.config(text)
    env = {**PLAN, **({"CI_AUTO_TOOLS_TIER_MAX": switch} if switch else {})}
    answer = client.ask("who calls login()? show the call chain", env=env)
    assert IGNORED in limits(answer.envelope)
    assert deep_tools(planned(answer.envelope)) == []
    assert answer.envelope["tool_plan"]["tier_max"] == int(switch or "1")
    assert answer.code == 0, limits(answer.envelope)


@pytest.mark.parametrize("text", SPELLINGS[:3] + SPELLINGS[-1:])
def test_user_config_cannot_switch_tier_2_on_either(client: Client, text: str) -> None:
    client.user_config(text)
    answer = client.ask("who calls login()? show the call chain", env=PLAN)
    assert IGNORED in limits(answer.envelope)
    assert deep_tools(planned(answer.envelope)) == []
    assert answer.code == 0


@pytest.mark.parametrize("text", SPELLINGS[:3])
def test_switch_makes_the_configs_wish_a_matter_of_course(client: Client, text: str) -> None:
    client.config(text)
    answer = client.ask("who calls login()? show the call chain", env=DEEP)
    assert IGNORED not in limits(answer.envelope)
    assert "ci_call_chain" in planned(answer.envelope)
    assert answer.code == 0


def test_config_that_asks_for_less_is_obeyed_silently(client: Client) -> None:
    client.config("tier_max: 1\n")
    assert IGNORED not in limits(client.ask(env=PLAN).envelope)


@pytest.mark.parametrize("env", [{}, {"CI_AUTO_TOOLS_TIER_MAX": "1"}])
def test_prompt_that_would_gain_says_that_tier_2_is_off(served: Client, env: dict[str, str]) -> None:
    answer = served.ask(CODE_PROMPT, env=env)
    assert OFF in limits(answer.envelope)
    assert answer.envelope["degraded"]["is_degraded"] is True
    assert answer.envelope["degraded"]["degraded_to"] == "tier-1"
    assert {"ci_index_status", "ci_search", "ci_graph_rag"} == set(served.calls)
    assert answer.code == 0


def test_prompt_that_would_not_gain_hears_nothing_of_tier_2(served: Client) -> None:
    envelope = served.ask("explain auth").envelope
    assert planned(envelope)
    assert OFF not in limits(envelope)
    assert envelope["degraded"] == {"is_degraded": False, "reason": "", "degraded_to": ""}


def test_tier_0_runs_only_tier_0(served: Client) -> None:
    served.ask(env={"CI_AUTO_TOOLS_TIER_MAX": "0"})
    assert served.calls == ["ci_index_status"]


@pytest.mark.parametrize(
    "prompt",
    [
        "fix the bug in src/auth.py: login() raises KeyError",
        "change login() in src/auth.py so that it returns None",
        "do a deep analysis of login()",
        "what is the impact of changing login()?",
        "show the call chain of login()",
        "允许深度分析 login() 函数",
        "允许深度分析登录模块",
        "对 login() 做影响分析",
        "影响分析：修改登录函数会影响什么",
        "login() 的调用链是什么",
        "允许深度分析 login 的调用链",
        "TypeError: 'NoneType' object is not subscriptable 修复这个错误",
    ],
)
def test_switch_plans_a_deep_tool_where_it_is_worth_it(client: Client, prompt: str) -> None:
    envelope = client.ask(prompt, env=DEEP).envelope
    assert deep_tools(planned(envelope)), planned(envelope)
    assert envelope["tool_plan"]["tier_max"] == 2
    assert OFF not in limits(envelope)


@pytest.mark.parametrize(
    "prompt", ["explain auth", "search auth", "解释登录模块", "where is the config read?"]
)
def test_switch_alone_plans_no_deep_tool(client: Client, prompt: str) -> None:
    envelope = client.ask(prompt, env=DEEP).envelope
    assert planned(envelope)
    assert deep_tools(planned(envelope)) == []
    assert envelope["tool_plan"]["budget"]["wall_ms"] == 5000


def test_deep_tools_really_run_with_the_switch(served: Client) -> None:
    served.ask("show the call chain of login()", env={"CI_AUTO_TOOLS_TIER_MAX": "2"})
    assert "ci_call_chain" in served.calls


@pytest.mark.parametrize(
    "prompt", [CODE_PROMPT, SMALL_TALK, "run a full security scan of login() and src/auth.py"]
)
def test_nothing_above_tier_2_is_ever_planned(client: Client, prompt: str) -> None:
    for switch in ("2", "3", "9"):
        envelope = client.ask(prompt, env={**PLAN, "CI_AUTO_TOOLS_TIER_MAX": switch}).envelope
        assert all(call["tier"] <= 2 for call in envelope["tool_plan"]["tools"])
        assert envelope["tool_plan"]["tier_max"] <= 2


def test_tier_2_that_is_off_is_recommended_and_not_planned(client: Client) -> None:
    envelope = client.ask("show the call chain of login()", env=PLAN).envelope
    names = [entry["tool"] for entry in envelope["recommended_tools"]]
    assert "ci_call_chain" in names
    assert "ci_call_chain" not in planned(envelope)


@pytest.mark.parametrize("prompt", [CODE_PROMPT, "show the call chain of login()"])
def test_tier_of_each_planned_tool_is_the_catalogues(client: Client, prompt: str) -> None:
    for call in client.ask(prompt, env=DEEP).envelope["tool_plan"]["tools"]:
        assert call["tier"] == TIER[call["tool"]]


def test_small_talk_is_not_told_about_tiers(client: Client) -> None:
    client.config("tier_max: 1\n")
    assert not says(client.ask(SMALL_TALK).envelope, "tier")


RUN = {"CI_AUTO_TOOLS_TIER_MAX": "2"}
TRACE = (
    "fix this crash:\nTraceback (most recent call last):\n"
    "  File \"/srv/app/src/auth.py\", line 2, in login\nKeyError: 'bob'"
)


@pytest.mark.parametrize(
    ("prompt", "tool", "found"),
    [
        (TRACE, "ci_bug_locate", "src/auth.py"),
        ("show the call chain of login()", "ci_call_chain", "src/entry.py"),
        ("what is the impact of changing login()?", "ci_impact", "src/entry.py"),
    ],
)
def test_deep_tools_of_the_catalogue_answer_with_the_switch(
    client: Client, prompt: str, tool: str, found: str
) -> None:
    entry = "from src.auth import login\n\n\ndef enter(user):\n    return login(user)\n"
    (client.repo / "src" / "entry.py").write_text(entry)
    assert client.start("bin/auto-tools", "index").code == 0
    envelope = client.ask(prompt, env=RUN).envelope
    result = result_of(envelope, tool)
    assert (result["status"], result["error"]) == ("ok", None)
    assert found in [item["path"] for item in result["data"]["items"]]
    assert found in [item["path"] for item in structured(envelope)["items"] if item["tool"] == tool]


@pytest.mark.parametrize("prompt", ["explain how login works", "where is login defined?", "解释登录模块"])
def test_exploring_runs_no_deep_tool_even_with_the_switch(client: Client, prompt: str) -> None:
    assert client.start("bin/auto-tools", "index").code == 0
    envelope = client.ask(prompt, env=RUN).envelope
    assert deep_tools([result["tool"] for result in envelope["tool_results"]]) == []


def test_debugging_without_the_switch_runs_tiers_0_and_1_and_says_what_is_off(client: Client) -> None:
    assert client.start("bin/auto-tools", "index").code == 0
    envelope = client.ask(TRACE).envelope
    assert deep_tools([result["tool"] for result in envelope["tool_results"]]) == []
    assert OFF in limits(envelope)
    assert "ci_bug_locate" in [entry["tool"] for entry in envelope["recommended_tools"]]
