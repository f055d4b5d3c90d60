"""The localizer's measure: intervals, what counts as being in the block, order of cases, tables."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))

from intervals import Interval, difference_interval, mean_interval, percentile, ratio_interval
from localize import write_troubles
from localize_block import count_files, count_symbols, last_part, measure_block, read_entries
from localize_cases import Case, by_repository, load_cases, read_case
from localize_report import format_interval, format_table, write_report
from localize_run import Answer
from localize_score import score_answer

TEXT = """Auto Tools Results 20260101-000000-abcdef
<<<auto-tools-data 00
project web: Python 3
* src/login.py
  12 Session.refresh: renews the token (ci_search, 0.90)
     12 | def refresh(self):
     13 |     return expire_all()
* src/store.py: 4 Store (ci_graph_rag, 0.40)
conflict=true needs human judgement: src/other.py
  support: src/other.py holds Other
auto-tools-data 00>>>
[Limits] none"""


def test_interval_of_equal_values_has_no_width() -> None:
    assert mean_interval([1.0] * 20) == Interval(1.0, 1.0, 1.0)


def test_interval_holds_the_mean_and_is_repeatable() -> None:
    values = [1.0] * 30 + [0.0] * 10
    interval = mean_interval(values)
    assert interval.value == 0.75
    assert 0.55 < interval.low < 0.75 < interval.high < 0.95
    assert interval == mean_interval(values)


def test_difference_is_paired() -> None:
    ours, theirs = [1.0, 0.0] * 20, [0.0, -1.0] * 20
    assert difference_interval(ours, theirs) == Interval(1.0, 1.0, 1.0)


def test_ratio_leaves_out_resamples_without_a_base() -> None:
    interval = ratio_interval([1.0, 0.0], [1.0, 0.0])
    assert interval == Interval(1.0, 1.0, 1.0)


def test_nothing_measured_is_a_dash() -> None:
    assert format_interval(mean_interval([])) == "-"
    assert math.isnan(percentile([], 50))


def test_percentiles() -> None:
    assert [percentile(list(range(101)), percent) for percent in (0, 50, 95, 100)] == [0, 50, 95, 100]


def test_block_is_cut_into_its_files_and_nothing_else() -> None:
    assert [entry.path for entry in read_entries(TEXT)] == ["src/login.py", "src/store.py"]


def test_gold_file_counts_only_with_an_entry_of_its_own() -> None:
    entries = read_entries(TEXT)
    assert count_files(entries, ["src/login.py", "src/store.py"]) == 2
    assert count_files(entries, ["src/other.py", "login.py", "src/login.py"]) == 1


@pytest.mark.parametrize(
    ("symbol", "found"),
    [
        ("src/login.py:Session.refresh", 1),
        ("src/login.py:expire_all", 1),
        ("src/login.py:expire", 0),
        ("src/login.py:login", 0),
        ("src/store.py:Store", 1),
        ("src/store.py:Session.refresh", 0),
        ("src/other.py:Other", 0),
    ],
)
def test_gold_symbol_counts_only_as_a_word_in_its_own_file(symbol: str, found: int) -> None:
    assert count_symbols(read_entries(TEXT), [symbol]) == found


def test_last_part_of_names_of_several_languages() -> None:
    names = ("A.b", "Fluent::Plugin.In.parse", "view<std::map<K, V>>.format", "join<It,\n Char>", "A.valid?")
    assert [last_part(name) for name in names] == ["b", "parse", "format", "join", "valid?"]


def _result(tool: str, *items: dict[str, str]) -> dict[str, Any]:
    return {"tool": tool, "status": "ok", "data": {"items": list(items)}}


def test_search_alone_and_union_come_from_the_tools_results() -> None:
    envelope = {
        "fused_context": {"for_model": {"additional_context": TEXT}},
        "tool_results": [
            {"tool": "ci_index_status", "status": "error", "data": {}},
            _result("ci_search", {"path": "src/login.py"}, {"path": "gone.py"}),
            _result("ci_graph_rag", {"path": "src/store.py"}, {"title": "x"}),
        ],
    }
    measured = measure_block(envelope, ["src/store.py"], ["src/store.py:Store"])
    assert measured["search"] == ["src/login.py", "gone.py"]
    assert measured["union"] == ["src/login.py", "src/store.py"]
    assert (measured["gold_files"], measured["gold_symbols"]) == (1, 1)


def _case(**changes: Any) -> Case:
    raw = {"id": "a-1", "repo": "o/a", "commit": "c1", "prompt": "p", "gold_files": ["src/a.py"]}
    return read_case(changes.pop("name", "lite"), {**raw, **changes})


def test_sample_is_seeded_and_repositories_are_filtered(tmp_path: Path) -> None:
    lines = [
        {"id": f"x-{n}", "repo": f"o/{n % 2}", "commit": "c", "prompt": "p", "gold_files": ["a.py"]}
        for n in range(20)
    ]
    text = "\n".join(json.dumps(line) for line in lines)
    (tmp_path / "swebench_lite.dev.jsonl").write_text(text, "utf-8")
    sample = load_cases(tmp_path, ["lite"], limit=5)
    assert len(sample) == 5
    assert sample == load_cases(tmp_path, ["lite"], limit=5)
    assert {case.repo for case in load_cases(tmp_path, ["lite"], ["o/1"])} == {"o/1"}
    with pytest.raises(FileNotFoundError, match="zh"):
        load_cases(tmp_path, ["zh"])


def test_cases_run_oldest_first_and_one_commit_together() -> None:
    late = _case(id="late", created="2022-01-01", commit="c9")
    early = _case(id="early", created="2020-01-01 10:00", commit="c1")
    again = _case(name="zh", id="early", created="2020-01-01T10:00", commit="c1")
    between = _case(id="between", created="2020-01-01", commit="c2")
    ordered = by_repository([late, between, again, early])
    assert [(repo, [case.key for case in cases]) for repo, cases in ordered] == [
        ("o/a", ["lite/early", "zh/early", "lite/between", "lite/late"])
    ]


def _score(gold: Any, ranked: list[str], _ks: Any, _secondary: Any) -> dict[str, float]:
    return {"acc@1": float(ranked[:1] == list(gold))}


SCORER = SimpleNamespace(
    is_src=lambda path: path.endswith(".py") and not path.startswith("tests/"),
    norm_sym=lambda name: name.removesuffix(".__init__"),
    score=_score,
)


def test_ranking_is_scored_below_the_root_without_tests() -> None:
    case = _case(root="src", gold_symbols=["src/a.py:A.__init__"])
    answer = Answer(["tests/t.py", "docs/b.md", "lib/c.py", "src/a.py"], ["x:y", "x:z", "src/a.py:A"], 0.1)
    scored = score_answer(SCORER, case, answer)
    assert scored["ranks"] == [1]
    assert scored["scores"] == {"acc@1": 1.0, "symbol@3": 1.0}
    late = answer._replace(symbols=["x:y", "x:z", "x:w", "src/a.py:A"])
    assert score_answer(SCORER, case, late)["scores"]["symbol@3"] == 0.0


def _row(key: str, hit: float, base: float, **changes: Any) -> dict[str, Any]:
    def run(value: float) -> dict[str, Any]:
        names = ("acc@1", "acc@3", "acc@5", "acc@10", "r@12", "mrr", "ndcg@10")
        return {"scores": dict.fromkeys(names, value), "files": ["b.go", "c.go", "a.go"], "seconds": 0.1}

    runs = {"hybrid": run(hit), "keyword": run(base)}
    if key.startswith("zh/"):
        runs |= {"english hybrid": run(1.0), "english keyword": run(1.0)}
    row = {"key": key, "set": key.split("/")[0], "repo": "o/a", "language": "go", "gold": ["a.go", "b.go"]}
    blank = {"gold_symbols": [], "gold_absent": [], "errors": [], "index_seconds": 1.0}
    return {**row, **blank, "runs": runs, **changes}


def test_report_has_the_baseline_the_paired_difference_and_the_groups() -> None:
    rows = [_row("lite/1", 1.0, 0.0), _row("lite/2", 1.0, 0.0), _row("semble/1", 0.0, 0.0)]
    report = write_report(rows, "language")
    lines = [line.split() for line in report.splitlines()]
    assert lines[1][:5] == ["lite", "hybrid", "2", "100.0", "[100,100]"]
    assert lines[2][:3] == ["keyword", "2", "0.0"]
    assert lines[3] == ["difference", "+100.0", "[+100,+100]"]
    assert lines[4][:2] == ["go", "hybrid"]
    assert "rank p50 100 ms, p95 100 ms" in report
    assert lines[1].count("-") == 2, "no NDCG outside semble, no symbols where none are known"


def test_report_compares_chinese_with_english_on_the_same_cases() -> None:
    report = write_report([_row("zh/1", 1.0, 0.0), _row("zh/2", 0.0, 0.0)])
    assert "Chinese Acc@5 / English Acc@5, same 2 cases: 50.0" in report


def test_report_says_whether_the_graph_adds_files() -> None:
    block = {"gold_files": 2, "gold_symbols": 0, "chars": 900, "search": ["a.go"], "union": ["a.go", "b.go"]}
    rows = [_row("verified/1", 1.0, 1.0, block=block), _row("lite/1", 1.0, 1.0, block=block)]
    report = write_report(rows)
    assert "multi-file cases of verified and multilingual: 1\n" in report
    lines = [line.split("  ") for line in report.splitlines()]
    found = {line[0]: [cell.strip() for cell in line[1:] if cell] for line in lines}
    assert found["ci_search and ci_graph_rag"] == ["2.0", "100.0 [100,100]"]
    assert found["ci_search alone"] == ["1.0", "50.0 [50,50]", "+50.0 [+50,+50]"]
    assert found["rank, as many files"] == ["2.0", "50.0 [50,50]", "+50.0 [+50,+50]"]


def test_what_was_not_run_is_counted_with_its_reason() -> None:
    failed = _row("lite/1", 0.0, 0.0, errors=["bin/auto-tools rank: exit 2: no index"])
    missing = [(_case(), "o/a: no mirror"), (_case(name="zh"), "o/a: no mirror")]
    troubles = write_troubles([failed], missing, 3)
    assert "1 of 3 cases run" in troubles
    assert "o/a: no mirror (1 lite, 1 zh)" in troubles
    assert "1 failed in the product" in troubles


def test_table_columns_are_aligned() -> None:
    assert format_table([["", "n"], ["lite", "110"]]) == "        n\nlite  110"
