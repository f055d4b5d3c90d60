from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auto_tools.errors import InvalidArguments
from auto_tools.tools.arguments import fit_arguments
from auto_tools.tools.ask_question import read_answer
from auto_tools.tools.catalog import CATALOG, TOOLS


@pytest.mark.parametrize(
    ("tool", "argument", "clamp"),
    [(s.name, a.name, a.clamp) for s in TOOLS for a in s.arguments if a.clamp is not None],
)
def test_every_clamp_of_the_table_lowers_and_says_so(tool: str, argument: str, clamp: int) -> None:
    spec = CATALOG[tool]
    needed = {a.name: "x" for a in spec.arguments if a.required}
    args, said = fit_arguments(spec, {**needed, argument: clamp + 1})
    assert args[argument] == clamp
    assert said == (f"{tool}: {argument} clamped to {clamp}",)
    assert fit_arguments(spec, {**needed, argument: clamp})[1] == ()


def test_normalising_twice_changes_nothing() -> None:
    args, _said = fit_arguments(CATALOG["ci_graph_rag"], {"query": "x", "budget": 10**6})
    assert fit_arguments(CATALOG["ci_graph_rag"], args) == (args, ())


@pytest.mark.parametrize(
    ("tool", "args"),
    [
        ("ci_search", {}),
        ("ci_search", {"query": 5}),
        ("ci_search", {"query": "x", "limit": -1}),
        ("ci_search", {"query": "x", "limit": True}),
        ("ci_search", {"query": "x", "limit": "many"}),
        ("ci_search", {"query": "x", "mode": "magic"}),
        ("ci_search", {"query": "x", "path": "/etc"}),
        ("ci_impact", {}),
        ("askuser-ask_question", {"question": "x", "options": "a"}),
        ("askuser-ask_question", {"question": "x", "multi_select": "yes"}),
    ],
)
def test_what_makes_no_sense_is_refused(tool: str, args: dict[str, Any]) -> None:
    with pytest.raises(InvalidArguments, match=tool):
        fit_arguments(CATALOG[tool], args)


@given(st.sampled_from(sorted(CATALOG)), st.dictionaries(st.text(max_size=8), st.integers() | st.text()))
def test_any_arguments_are_normalised_or_refused(tool: str, args: dict[str, Any]) -> None:
    try:
        normalised, _said = fit_arguments(CATALOG[tool], args)
    except InvalidArguments:
        return
    assert set(normalised) <= {argument.name for argument in CATALOG[tool].arguments}


@pytest.mark.parametrize(
    ("line", "multi", "selected", "custom"),
    [
        ("2", False, ["green"], None),
        ("RED", False, ["red"], None),
        ("1, 2", True, ["red", "green"], None),
        ("blue", False, [], "blue"),
        ("1, 9", True, [], "1, 9"),
        ("0", False, [], "0"),
    ],
)
def test_an_answer_is_a_number_a_name_or_own_words(
    line: str, multi: bool, selected: list[str], custom: str | None
) -> None:
    assert read_answer(line, ["red", "green"], multi) == {"selected": selected, "custom_input": custom}
