"""AC-018: the older policy is announced, marked, and no way around the kernel."""

from __future__ import annotations

import re

import pytest

from acceptance.product import (
    CODE_PROMPT,
    HEADING,
    SMALL_TALK,
    Client,
    context,
    injected,
    limits,
    structured,
)

LEGACY = {"CI_AUTO_TOOLS_LEGACY": "1"}
SAID = "legacy mode enabled; using legacy policy"
LAYERS = ("project_profile", "current_state", "task_context", "recommended_tools", "constraints")


@pytest.mark.parametrize("extra", [{}, {"CI_AUTO_TOOLS_DRY_RUN": "1"}, {"CI_AUTO_TOOLS_MODE": "plan"}])
def test_legacy_is_said_and_marked(served: Client, extra: dict[str, str]) -> None:
    answer = served.ask(env={**LEGACY, **extra})
    assert SAID in limits(answer.envelope)
    assert answer.envelope["enforcement"] == {"single_tool_entry": True, "source": "legacy"}
    assert answer.code == 0


def test_neighbour_of_that_line_says_which_version_removes_it(served: Client) -> None:
    lines = limits(served.ask(env=LEGACY).envelope)
    at = lines.index(SAID)
    neighbours = lines[max(at - 1, 0) : at] + lines[at + 1 : at + 2]
    assert any(re.search(r"remove.*\d+\.\d+", line) for line in neighbours), lines


def test_legacy_is_seen_by_model_and_user(served: Client) -> None:
    reply = served.hook(env=LEGACY).reply
    assert f"[Limits] {SAID}" in reply["systemMessage"]
    assert f"[Limits] {SAID}" in injected(reply)
    assert injected(reply).startswith(HEADING)


def test_legacy_gives_the_five_layers(served: Client) -> None:
    envelope = served.ask(env=LEGACY).envelope
    for layer in LAYERS:
        assert envelope[layer] == structured(envelope)[layer]
    assert envelope["project_profile"]["name"] == "sample"
    assert envelope["current_state"]["branch"] == "main"
    assert context(envelope)


def test_kernel_itself_knows_the_legacy_policy(served: Client) -> None:
    answer = served.kernel(env=LEGACY)
    assert answer.envelope["enforcement"]["source"] == "legacy"
    assert SAID in limits(answer.envelope)


def test_legacy_does_not_go_around_the_kernel(served: Client) -> None:
    env = {**LEGACY, "CI_AUTO_TOOLS_ORCHESTRATOR_PATH": "/nonexistent"}
    answer = served.ask(env=env)
    assert answer.code == 10
    assert context(answer.envelope) == ""
    assert served.calls == []


@pytest.mark.parametrize("value", ["0", None])
def test_without_the_switch_nothing_is_legacy(served: Client, value: str | None) -> None:
    envelope = served.ask(env={"CI_AUTO_TOOLS_LEGACY": value} if value else {}).envelope
    assert envelope["enforcement"]["source"] == "orchestrator"
    assert not any("legacy" in line for line in limits(envelope))


def test_config_cannot_switch_legacy_on(served: Client) -> None:
    served.config("legacy: true\n")
    answer = served.ask()
    assert answer.envelope["enforcement"]["source"] == "orchestrator"
    assert answer.code == 20


def test_legacy_keeps_quiet_for_small_talk(served: Client) -> None:
    assert injected(served.hook(SMALL_TALK, env=LEGACY).reply) == ""
    assert injected(served.hook(CODE_PROMPT, env={**LEGACY, "CI_AUTO_TOOLS": "off"}).reply) == ""


def test_legacy_plan_is_repeatable(served: Client) -> None:
    env = {**LEGACY, "CI_AUTO_TOOLS_DRY_RUN": "1"}
    assert len({served.ask(env=env).out for _ in range(3)}) == 1
