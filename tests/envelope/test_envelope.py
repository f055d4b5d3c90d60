from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from auto_tools.contract import ERROR_CODES, STATUSES, Client, Envelope, Request, ToolError
from auto_tools.envelope.check import parse_envelope
from auto_tools.envelope.empty import empty_outcome
from auto_tools.envelope.encode import to_json, to_plain
from auto_tools.envelope.schema.generate import TARGET, generate
from auto_tools.errors import KernelOutputInvalid


def empty() -> Envelope:
    return empty_outcome(Request("hi"), "broken", 10, env={}).envelope


def test_the_published_schema_is_the_one_the_types_give() -> None:
    assert json.loads(TARGET.read_text(encoding="utf-8")) == generate()


def test_every_field_of_the_schema_is_described() -> None:
    schema = generate()
    for name, definition in {"Envelope": schema, **schema["$defs"]}.items():
        for field, entry in definition["properties"].items():
            assert entry["description"].strip(), f"{name}.{field}"


def test_the_empty_injection_is_valid_and_repeatable() -> None:
    plain = json.loads(to_json(empty()))
    jsonschema.validate(plain, generate())
    assert plain == json.loads(to_json(empty()))
    assert plain["run_id"].startswith("empty-")
    assert plain["degraded"] == {"is_degraded": True, "reason": "broken", "degraded_to": "empty"}
    assert plain["enforcement"] == {"single_tool_entry": True, "source": "adapter"}
    assert plain["tool_plan"]["budget"] == {"wall_ms": 0, "max_concurrency": 0, "max_injected_chars": 0}


def test_optional_fields_are_left_out_and_required_nulls_are_kept() -> None:
    assert to_plain(Client("a", "cli")) == {"name": "a", "event": "cli"}
    assert to_plain(ToolError("E_UNKNOWN", "m")) == {"code": "E_UNKNOWN", "message": "m"}


def test_an_own_envelope_is_accepted_and_unknown_fields_are_ignored() -> None:
    plain = {**to_plain(empty()), "schema_version": "1.7", "brand_new": 1}
    assert parse_envelope(json.dumps(plain))["brand_new"] == 1


@pytest.mark.parametrize(
    "field", ["schema_version", "run_id", "tool_plan", "tool_results", "fused_context", "degraded"]
)
def test_a_missing_field_is_named(field: str) -> None:
    plain = to_plain(empty())
    del plain[field]
    with pytest.raises(KernelOutputInvalid, match=field):
        parse_envelope(json.dumps(plain))


def test_another_major_needs_only_the_context() -> None:
    foreign = {"schema_version": "2.0", "fused_context": {"for_model": {"additional_context": "x"}}}
    assert parse_envelope(json.dumps(foreign)) == foreign
    with pytest.raises(KernelOutputInvalid, match="additional_context"):
        parse_envelope('{"schema_version": "2.0"}')


@given(st.text() | st.recursive(st.none() | st.text(), lambda x: st.lists(x)).map(json.dumps))
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(KernelOutputInvalid):
        parse_envelope(text)


@given(st.text(), st.dictionaries(st.text(), st.text() | st.integers()))
def test_any_text_becomes_json_that_every_parser_takes(prompt: str, extra: dict[str, Any]) -> None:
    text = to_json({"prompt": prompt, **extra})
    text.encode("utf-8")
    assert isinstance(json.loads(text), dict)


def test_the_words_at_run_time_are_the_words_of_the_types() -> None:
    definitions = generate()["$defs"]
    assert definitions["ToolError"]["properties"]["code"]["enum"] == list(ERROR_CODES)
    assert definitions["ToolResult"]["properties"]["status"]["enum"] == list(STATUSES)
