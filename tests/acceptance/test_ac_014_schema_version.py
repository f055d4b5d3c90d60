"""AC-014: the envelope says its version; a reader ignores what is new and survives what is foreign."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from acceptance.product import (
    CODE_PROMPT,
    SCHEMA,
    SMALL_TALK,
    VALIDATOR,
    Answer,
    Client,
    context,
    injected,
    item,
    says,
    script,
    tool_result,
)

TEXT = "Auto Tools Results X\nwords of another version\n[Limits] none"


def speak(client: Client, answer: object, *flags: str) -> Answer:
    """Have the adapter read this as the kernel's output."""
    canned = client.folder / "canned.json"
    canned.write_text(json.dumps(answer), "utf-8")
    kernel = script(client.folder / "kernel", f"cat > /dev/null; cat {canned}")
    return client.hook(CODE_PROMPT, *flags, env={"CI_AUTO_TOOLS_ORCHESTRATOR_PATH": str(kernel)})


def foreign(version: str) -> dict[str, Any]:
    """Return an envelope of which only the one promised field is known."""
    return {"schema_version": version, "fused_context": {"for_model": {"additional_context": TEXT}}}


def test_published_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    with pytest.raises(jsonschema.ValidationError):
        VALIDATOR.validate({"schema_version": "1.0"})


CASES: dict[str, tuple[str, dict[str, str]]] = {
    "run": (CODE_PROMPT, {}),
    "plan": (CODE_PROMPT, {"CI_AUTO_TOOLS_DRY_RUN": "1"}),
    "off": (CODE_PROMPT, {"CI_AUTO_TOOLS": "off"}),
    "small talk": (SMALL_TALK, {}),
    "nothing": ("", {}),
    "root": (CODE_PROMPT, {"CI_AUTO_TOOLS_REPO_ROOT": "/nonexistent"}),
    "legacy": (CODE_PROMPT, {"CI_AUTO_TOOLS_LEGACY": "1"}),
    "no time": (CODE_PROMPT, {"CI_AUTO_TOOLS_BUDGET_WALL_MS": "1"}),
    "no room": (CODE_PROMPT, {"CI_AUTO_TOOLS_MAX_INJECTED_CHARS": "1"}),
    "deep": (CODE_PROMPT, {"CI_AUTO_TOOLS_TIER_MAX": "2"}),
    "no kernel": (CODE_PROMPT, {"CI_AUTO_TOOLS_ORCHESTRATOR_PATH": "/nonexistent"}),
    "no results": (CODE_PROMPT, {"CI_AUTO_TOOLS_FAKE_TOOL_RESULTS_FILE": "/nonexistent"}),
}


@pytest.mark.parametrize(("prompt", "env"), CASES.values(), ids=CASES.keys())
def test_every_envelope_is_version_1_0_and_valid(served: Client, prompt: str, env: dict[str, str]) -> None:
    for answer in (served.ask(prompt, env=env), served.kernel(prompt, env=env)):
        assert answer.envelope["schema_version"] == "1.0"
        assert answer.envelope["enforcement"]["single_tool_entry"] is True


def test_command_prints_the_same_envelope(served: Client) -> None:
    answer = served.start("bin/auto-tools", "run", "--json", CODE_PROMPT)
    assert answer.envelope["schema_version"] == "1.0"
    assert answer.envelope["client"]["event"] == "cli"


@pytest.mark.parametrize("version", ["2.0", "0.9", "10.1"])
def test_other_major_gives_its_context_and_says_so(served: Client, version: str) -> None:
    reply = speak(served, foreign(version)).reply
    assert injected(reply) == TEXT
    assert version in reply["systemMessage"]
    assert reply["systemMessage"].startswith("[Limits] ") or "\n[Limits] " in reply["systemMessage"]


def test_other_major_as_json_is_still_our_version(served: Client) -> None:
    answer = speak(served, foreign("2.3"), "--format", "json")
    assert answer.envelope["schema_version"] == "1.0"
    assert context(answer.envelope) == TEXT
    assert says(answer.envelope, "2.3")


def test_other_major_with_hostile_fields_uses_only_the_context(served: Client) -> None:
    envelope = {**served.ask().envelope, "schema_version": "2.0", "tool_results": "changed", "degraded": 7}
    envelope["fused_context"] = {"for_model": {"additional_context": TEXT}, "for_user": 5}
    assert injected(speak(served, envelope).reply) == TEXT


@pytest.mark.parametrize("value", [None, 5, {}, []])
def test_other_major_without_a_context_is_invalid(served: Client, value: object) -> None:
    envelope = {"schema_version": "2.0", "fused_context": {"for_model": {"additional_context": value}}}
    answer = speak(served, envelope, "--format", "json")
    assert answer.code == 30
    assert context(answer.envelope) == ""


def test_newer_minor_with_unknown_fields_is_read_as_ours(served: Client) -> None:
    envelope = served.ask().envelope
    envelope["schema_version"] = "1.9"
    envelope["new_field"] = {"a": 1}
    envelope["tool_plan"]["new_field"] = [1]
    envelope["fused_context"]["for_model"]["new_field"] = "x"
    reply = speak(served, envelope).reply
    assert injected(reply) == context(envelope)
    assert "1.9" not in reply["systemMessage"]


@pytest.mark.parametrize("version", [None, 1, 1.0, [], {}])
def test_missing_or_odd_version_is_invalid(served: Client, version: object) -> None:
    envelope = {**served.ask().envelope, "schema_version": version}
    answer = speak(served, envelope, "--format", "json")
    assert answer.code == 30
    assert says(answer.envelope, "orchestrator output invalid; fallback to empty context")


def test_foreign_context_that_is_too_long_never_reaches_the_client(served: Client) -> None:
    envelope = foreign("2.0")
    envelope["fused_context"]["for_model"]["additional_context"] = "中" * 30_000
    answer = speak(served, envelope, "--client", "codex-cli")
    assert len(injected(answer.reply).encode()) < 10_000


def test_optional_fields_are_left_out_and_not_null(client: Client) -> None:
    client.results(tool_result(items=[item()]))
    result = client.ask().envelope["tool_results"][0]
    assert "hook_failed" not in result or result["hook_failed"] is not None
    assert "warnings" not in result or isinstance(result["warnings"], list)
