"""AC-011: equal results give equal answers however they arrive; contradictions are shown, never settled."""

from __future__ import annotations

import itertools
import random
import re
from typing import Any

import pytest

from acceptance.product import (
    Client,
    Envelope,
    claim,
    context,
    item,
    limits,
    planned,
    says,
    structured,
    tool_result,
)


def items_of(envelope: Envelope) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = structured(envelope)["items"]
    return found


def without_time(envelope: Envelope) -> str:
    """Return the context without run id and clock."""
    text = context(envelope).replace(envelope["run_id"], "RUN")
    return re.sub(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", "TIME", text)


# items


def test_items_and_claims_become_items(client: Client) -> None:
    client.results(
        tool_result(items=[item(title="one")], claims=[claim("k", "support", "it is cached", "src/a.py:3")])
    )
    found = items_of(client.ask().envelope)
    assert {entry["title"] for entry in found} == {"one", "it is cached"}
    stated = next(entry for entry in found if entry["title"] == "it is cached")
    assert stated["summary"] == "it is cached"
    assert stated["claim_key"] == "k"
    assert stated["polarity"] == "support"
    assert stated["evidence_refs"] == ["src/a.py:3"]


def test_result_without_items_gives_one_item_of_its_summary(client: Client) -> None:
    client.results(tool_result(summary="the index is fresh"), tool_result("ci_graph_rag", items=[item()]))
    found = [entry for entry in items_of(client.ask().envelope) if entry["tool"] == "ci_search"]
    assert [entry["summary"] for entry in found] == ["the index is fresh"]


def test_every_item_can_be_traced(client: Client) -> None:
    client.results(tool_result(items=[item()], claims=[claim("k", "support", "c")]))
    for entry in items_of(client.ask().envelope):
        assert entry["source"]["tool"] == "ci_search" == entry["tool"]
        assert entry["source"]["time"] == "2026-01-02T03:04:05Z"
        assert entry["source"]["version"].strip()


def test_fake_results_stand_in_for_real_ones_in_plan_mode_too(served: Client) -> None:
    served.results(tool_result(items=[item(summary="FROM-THE-FILE")]))
    for env in ({}, {"CI_AUTO_TOOLS_DRY_RUN": "1"}):
        assert "FROM-THE-FILE" in context(served.ask(env=env).envelope)
    assert served.calls == []


# dedupe


@pytest.mark.parametrize(
    "twin",
    [
        {},
        {"summary": "other words"},
        {"confidence": 0.1},
        {"title": "  The   LOGIN\tfunction "},
        {"title": "the login FUNCTION"},
        {"path": "./src/auth.py"},
        {"path": "src\\auth.py"},
        {"path": "src//auth.py"},
        {"symbol": " login "},
    ],
)
def test_same_finding_is_listed_once(client: Client, twin: dict[str, Any]) -> None:
    base = item(title="The login function")
    client.results(tool_result(items=[base, {**base, **twin}]))
    assert len(items_of(client.ask().envelope)) == 1


def test_composed_and_decomposed_letters_are_the_same(client: Client) -> None:
    client.results(tool_result(items=[item(title="caf\u00e9"), item(title="cafe\u0301")]))
    assert len(items_of(client.ask().envelope)) == 1


@pytest.mark.parametrize(
    "other",
    [{"path": "src/store.py"}, {"symbol": "logout"}, {"symbol": "Login"}, {"title": "another"}],
)
def test_different_finding_is_kept(client: Client, other: dict[str, Any]) -> None:
    base = item(title="The login function")
    client.results(tool_result(items=[base, {**base, **other}]))
    assert len(items_of(client.ask().envelope)) == 2


def test_findings_of_different_tools_are_kept_apart(client: Client) -> None:
    client.results(tool_result(items=[item()]), tool_result("ci_graph_rag", items=[item()]))
    assert len(items_of(client.ask().envelope)) == 2


def test_different_polarity_is_never_merged(client: Client) -> None:
    both = [item(claim_key="k", polarity=polarity) for polarity in ("support", "oppose", "unknown")]
    client.results(tool_result(items=both))
    assert {entry["polarity"] for entry in items_of(client.ask().envelope)} == {
        "support",
        "oppose",
        "unknown",
    }


def test_missing_fields_are_a_dash(client: Client) -> None:
    client.results(tool_result(items=[{"title": "only a title", "summary": "s"}]))
    (found,) = items_of(client.ask().envelope)
    assert (found["path"], found["symbol"]) == ("-", "-")


# order

MIXED = [
    item(path="src/b.py", symbol="z", title="1", confidence=0.2),
    item(path="src/a.py", symbol="z", title="2", confidence=0.9),
    item(path="src/a.py", symbol="b", title="3", confidence=0.1),
    item(path="src/a.py", symbol="b", title="4", confidence=0.8),
    item(path="src/a.py", symbol="b", title="5", confidence=0.8, summary="a"),
    item(path="lib/c.py", symbol="a", title="6", confidence=0.5),
]


def test_structured_items_are_in_the_stable_order(client: Client) -> None:
    client.results(tool_result(items=MIXED), tool_result("ci_graph_rag", items=MIXED))
    found = items_of(client.ask().envelope)
    keys = [(e["tool"], e["path"], e["symbol"], -e["confidence"], e["summary"]) for e in found]
    assert keys == sorted(keys)
    assert len(keys) == 12


def test_results_text_is_in_the_stable_order(client: Client) -> None:
    client.results(tool_result(items=[{**entry, "summary": f"mark{entry['title']}"} for entry in MIXED]))
    text = client.ask().envelope["fused_context"]["for_user"]["results_text"]
    seen = re.findall(r"mark(\d)", text)
    assert seen == ["6", "4", "5", "3", "2", "1"]


def test_order_of_arrival_does_not_matter(client: Client) -> None:
    tools = ["ci_search", "ci_graph_rag", "ci_index_status"]
    outcomes = set()
    for order in itertools.permutations(tools):
        client.results(*(tool_result(tool, items=MIXED) for tool in order))
        envelope = client.ask().envelope
        outcomes.add((str(structured(envelope)), without_time(envelope).split("<<<")[0]))
    assert len(outcomes) == 1


def test_order_within_a_result_does_not_matter(client: Client) -> None:
    chance = random.Random(7)
    outcomes = set()
    many = [
        item(path=f"src/f{n % 9}.py", symbol=f"s{n % 4}", title=f"t{n}", confidence=0.5) for n in range(30)
    ]
    for _ in range(8):
        chance.shuffle(many)
        client.results(tool_result(items=many))
        envelope = client.ask().envelope
        outcomes.add((str(items_of(envelope)), without_time(envelope)))
    assert len(outcomes) == 1


def test_duplicates_that_differ_are_chosen_without_regard_to_arrival(client: Client) -> None:
    twins = [item(summary="first words", confidence=0.4), item(summary="second words", confidence=0.4)]
    outcomes = set()
    for order in (twins, twins[::-1]):
        client.results(tool_result(items=order))
        outcomes.add(str(items_of(client.ask().envelope)))
    assert len(outcomes) == 1


def test_slow_and_fast_tools_give_the_same_answer(served: Client) -> None:
    outcomes = set()
    for delays in ((0, 0.2), (0.2, 0)):
        for tool, delay in zip(("ci_search", "ci_graph_rag"), delays, strict=True):
            data = served.folder / f"{tool}.answer.json"
            served.play(tool, f"sleep {delay}; cat {data}")
        envelope = served.ask().envelope
        outcomes.add(str([(e["tool"], e["title"]) for e in items_of(envelope)]) + without_time(envelope))
        assert [result["tool"] for result in envelope["tool_results"]] == planned(envelope)
    assert len(outcomes) == 1


def test_context_lists_the_most_relevant_file_first(client: Client) -> None:
    client.results(
        tool_result(items=[item(path="src/aaa.py", confidence=0.1), item(path="src/zzz.py", confidence=0.9)])
    )
    text = context(client.ask().envelope)
    assert text.index("src/zzz.py") < text.index("src/aaa.py")


def test_context_groups_by_file(client: Client) -> None:
    client.results(
        tool_result(
            items=[
                item(path="src/a.py", title="1", symbol="one", confidence=0.9),
                item(path="src/b.py", title="2", symbol="two", confidence=0.8),
                item(path="src/a.py", title="3", symbol="three", confidence=0.7),
            ]
        )
    )
    text = context(client.ask().envelope)
    assert text.count("src/a.py") == 1
    assert text.index("one") < text.index("three") < text.index("src/b.py")


# size of an item, number of entries


@pytest.mark.parametrize(("length", "cut"), [(239, False), (240, False), (241, True), (5000, True)])
@pytest.mark.parametrize("letter", ["x", "中"])
def test_summary_has_at_most_240_characters_with_the_mark(
    client: Client, length: int, cut: bool, letter: str
) -> None:
    client.results(tool_result(items=[item(summary=letter * length)]))
    (found,) = items_of(client.ask().envelope)
    assert len(found["summary"]) == min(length, 240)
    assert found["summary"].endswith("…") is cut
    assert bool(found.get("truncated")) is cut


def test_summary_of_a_result_has_at_most_240_characters_too(client: Client) -> None:
    client.results(tool_result(summary="y" * 900))
    (found,) = items_of(client.ask().envelope)
    assert len(found["summary"]) == 240
    assert found["summary"].endswith("…")


@pytest.mark.parametrize(("count", "more"), [(12, 0), (13, 1), (30, 18)])
def test_at_most_twelve_entries_and_the_rest_is_counted(client: Client, count: int, more: int) -> None:
    client.results(
        tool_result(
            items=[item(path=f"src/f{n:02}.py", title=f"t{n}", confidence=n / 100) for n in range(count)]
        )
    )
    envelope = client.ask().envelope
    paths = {entry["path"] for entry in items_of(envelope)}
    assert paths == {f"src/f{n:02}.py" for n in range(count - min(count, 12), count)}
    assert says(envelope, "results truncated:") is (more > 0)
    if more:
        assert f"results truncated: {more} more items" in limits(envelope)


def test_claims_without_a_file_count_as_entries(client: Client) -> None:
    client.results(tool_result(claims=[claim(f"k{n}", "support", f"claim number {n}") for n in range(15)]))
    envelope = client.ask().envelope
    assert len(items_of(envelope)) == 12
    assert "results truncated: 3 more items" in limits(envelope)


def test_several_items_of_one_file_are_one_entry(client: Client) -> None:
    client.results(tool_result(items=[item(title=f"t{n}", symbol=f"s{n}") for n in range(14)]))
    envelope = client.ask().envelope
    assert len(items_of(envelope)) == 14
    assert not says(envelope, "results truncated:")


# conflicts


def test_support_and_oppose_are_shown_side_by_side(client: Client) -> None:
    client.results(
        tool_result(claims=[claim("cache", "support", "the cache is used", "src/a.py:1")]),
        tool_result(
            "ci_graph_rag", claims=[claim("cache", "oppose", "the cache is never used", "src/b.py:2")]
        ),
    )
    envelope = client.ask().envelope
    (conflict,) = structured(envelope)["conflicts"]
    assert conflict["claim_key"] == "cache"
    assert conflict["conflict"] is True
    assert "needs human judgement" in conflict["note"]
    assert {(e["tool"], e["polarity"]) for e in conflict["items"]} == {
        ("ci_search", "support"),
        ("ci_graph_rag", "oppose"),
    }
    assert {ref for e in conflict["items"] for ref in e["evidence_refs"]} == {"src/a.py:1", "src/b.py:2"}
    assert all(e["source"]["time"] for e in conflict["items"])
    assert all(entry["conflict"] is True for entry in items_of(envelope))


def test_conflict_reaches_the_model_with_both_sides(client: Client) -> None:
    client.results(
        tool_result(claims=[claim("cache", "support", "the cache is used", "src/a.py:1")]),
        tool_result(
            "ci_graph_rag", claims=[claim("cache", "oppose", "the cache is never used", "src/b.py:2")]
        ),
    )
    text = context(client.ask().envelope)
    wanted = (
        "conflict=true",
        "needs human judgement",
        "ci_search",
        "ci_graph_rag",
        "src/a.py:1",
        "src/b.py:2",
    )
    for part in (*wanted, "the cache is used", "the cache is never used", "2026-01-02T03:04:05Z"):
        assert part in text, part


def test_one_tool_may_contradict_itself(client: Client) -> None:
    client.results(tool_result(claims=[claim("k", "support", "yes"), claim("k", "oppose", "no")]))
    assert len(structured(client.ask().envelope)["conflicts"]) == 1


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("", "support"), ("", "oppose")),
        (("k", "support"), ("k", "unknown")),
        (("k", "oppose"), ("k", "unknown")),
        (("k", "support"), ("k", "support")),
        (("k", "support"), ("other", "oppose")),
    ],
)
def test_what_does_not_contradict_is_no_conflict(
    client: Client, first: tuple[str, str], second: tuple[str, str]
) -> None:
    client.results(tool_result(claims=[claim(*first, "one"), claim(*second, "two")]))
    envelope = client.ask().envelope
    assert structured(envelope)["conflicts"] == []
    assert "conflict=true" not in context(envelope)
    assert not any(entry.get("conflict") for entry in items_of(envelope))


# the five layers

LAYERS = ("project_profile", "current_state", "task_context", "recommended_tools", "constraints")


def test_five_layers_are_in_structured_and_at_the_top(client: Client) -> None:
    client.results(tool_result(items=[item()]))
    envelope = client.ask().envelope
    for layer in LAYERS:
        assert envelope[layer] == structured(envelope)[layer]
    assert envelope["project_profile"]["name"] == "sample"
    assert envelope["current_state"]["branch"] == "main"
    assert envelope["task_context"]["files"] == ["src/auth.py"]


def test_context_begins_with_its_heading_and_ends_with_limits(client: Client) -> None:
    client.results(tool_result(items=[item()]))
    envelope = client.ask("explain auth").envelope
    assert context(envelope).splitlines()[0] == f"Auto Tools Results {envelope['run_id']}"
    assert context(envelope).splitlines()[-1] == "[Limits] none"
