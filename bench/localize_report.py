"""Rows of a run as tables: every number with its interval, the baseline below, the difference paired."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from intervals import Interval, difference_interval, mean_interval, percentile, ratio_interval
from localize_cases import SETS
from localize_run import Row

METRICS = {
    "Acc@1": "acc@1",
    "Acc@3": "acc@3",
    "Acc@5": "acc@5",
    "Acc@10": "acc@10",
    "in 12 files": "r@12",
    "MRR": "mrr",
    "NDCG@10": "ndcg@10",
    "symbol in 3": "symbol@3",
}
ONLY_IN = {"NDCG@10": ("semble",)}
PAIRED = "Acc@5"
MULTI_FILE_SETS = ("verified", "multilingual")


def format_table(lines: Sequence[Sequence[str]]) -> str:
    """Align the columns, the first to the left."""
    widths = [max(len(line[place]) for line in lines) for place in range(len(lines[0]))]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def format_interval(interval: Interval, *, sign: bool = False) -> str:
    """Write a share as per cent with its interval; nothing measured is a dash."""
    if interval.value != interval.value:
        return "-"
    value, low, high = (100 * number for number in interval)
    return f"{value:+.1f} [{low:+.0f},{high:+.0f}]" if sign else f"{value:.1f} [{low:.0f},{high:.0f}]"


def write_report(rows: Sequence[Row], group: str = "") -> str:
    """Return every table that the rows have something for."""
    parts = [rank_table(rows, group), chinese_line(rows), latency_line(rows)]
    blocks = [row for row in rows if row.get("block")]
    if blocks:
        parts += [block_table(blocks), union_table(blocks)]
    return "\n\n".join(part for part in parts if part)


def rank_table(rows: Sequence[Row], group: str = "") -> str:
    """Return the table of rankings, a set after the other, with a part for each language or repository."""
    lines = [["", "run", "n", *METRICS]]
    for name, of_set in split(rows, "set", SETS):
        lines += _compare(name, of_set)
        if group:
            for part, members in split(of_set, group):
                lines += _compare(f"  {part}", members)
    return format_table(lines) if len(lines) > 1 else "no case was run"


def split(rows: Iterable[Row], key: str, order: Iterable[str] = ()) -> list[tuple[str, list[Row]]]:
    """Return the rows by a key, in this order, then by name."""
    groups: dict[str, list[Row]] = {name: [] for name in order}
    for row in sorted(rows, key=lambda row: str(row[key])):
        groups.setdefault(str(row[key]), []).append(row)
    return [(name, members) for name, members in groups.items() if members]


def _compare(label: str, rows: Sequence[Row]) -> list[list[str]]:
    lines: list[list[str]] = []
    for prefix in ("", "english "):
        if f"{prefix}hybrid" not in rows[0]["runs"]:
            continue
        for mode in ("hybrid", "keyword"):
            run = prefix + mode
            cells = [_cell(rows, run, metric) for metric in METRICS]
            lines.append([label if not lines else "", run, str(len(rows)), *cells])
        ours, theirs = values(rows, f"{prefix}hybrid", PAIRED), values(rows, f"{prefix}keyword", PAIRED)
        gain = format_interval(difference_interval(ours, theirs), sign=True)
        lines.append(["", "difference", "", *(gain if metric == PAIRED else "" for metric in METRICS)])
    return lines


def _cell(rows: Sequence[Row], run: str, metric: str) -> str:
    allowed = ONLY_IN.get(metric, tuple(SETS))
    return format_interval(mean_interval(values([row for row in rows if row["set"] in allowed], run, metric)))


def values(rows: Iterable[Row], run: str, metric: str) -> list[float]:
    """Return a metric of each row that has it: cases without gold symbols have none for symbols."""
    scores = (row["runs"][run]["scores"] for row in rows)
    return [one[METRICS[metric]] for one in scores if METRICS[metric] in one]


def chinese_line(rows: Sequence[Row]) -> str:
    """Return how Chinese prompts do against the English ones of the same cases."""
    chinese = [row for row in rows if row["set"] == "zh"]
    if not chinese:
        return ""
    ratio = ratio_interval(values(chinese, "hybrid", PAIRED), values(chinese, "english hybrid", PAIRED))
    return f"Chinese {PAIRED} / English {PAIRED}, same {len(chinese)} cases: {format_interval(ratio)} %"


def latency_line(rows: Sequence[Row]) -> str:
    """Return how long `rank` and the index took as whole commands."""
    taken = [run["seconds"] for row in rows for run in row["runs"].values() if run["seconds"]]
    built = [row["index_seconds"] for row in rows if row["index_seconds"]]
    fair = "whole commands; fair only with --jobs 1 on a quiet machine"
    return f"rank {_quantiles(taken)}; index {_quantiles(built)} ({fair})"


def _quantiles(taken: Sequence[float]) -> str:
    return f"p50 {1000 * percentile(taken, 50):.0f} ms, p95 {1000 * percentile(taken, 95):.0f} ms"


# Title: whether only cases with gold symbols count, and the measure.
BLOCK_METRICS: dict[str, tuple[bool, Callable[[Row], float]]] = {
    "gold files": (False, lambda row: float(row["block"]["gold_files"] / len(row["gold"]))),
    "all gold files": (False, lambda row: float(row["block"]["gold_files"] == len(row["gold"]))),
    "gold symbols": (True, lambda row: float(row["block"]["gold_symbols"] / len(row["gold_symbols"]))),
    "a gold symbol": (True, lambda row: float(row["block"]["gold_symbols"] > 0)),
}


def block_table(rows: Sequence[Row]) -> str:
    """Return how much of the gold is in the text that the model gets."""
    lines = [["in the model's text", "n", *BLOCK_METRICS, "characters"]]
    for name, of_set in split(rows, "set", SETS):
        with_symbols = [row for row in of_set if row["gold_symbols"]]
        cells = [
            format_interval(mean_interval([measure(row) for row in (with_symbols if of_symbols else of_set)]))
            for of_symbols, measure in BLOCK_METRICS.values()
        ]
        middle = percentile([row["block"]["chars"] for row in of_set], 50)
        lines.append([name, str(len(of_set)), *cells, f"{middle:.0f}"])
    taken = [row["block"]["seconds"] for row in rows if "seconds" in row["block"]]
    return format_table(lines) + f"\nhook {_quantiles(taken)}"


def union_table(rows: Sequence[Row]) -> str:
    """Return whether the graph adds gold files where several had to change: to search, to a longer list."""
    several = [row for row in rows if row["set"] in MULTI_FILE_SETS and len(row["gold"]) > 1]
    if not several:
        return ""
    union = [row["block"]["union"] for row in several]
    named = {
        "ci_search and ci_graph_rag": union,
        "ci_search alone": [row["block"]["search"] for row in several],
        # The union has more room than search; this tells what the graph adds from what room adds.
        "rank, as many files": [
            row["runs"]["hybrid"]["files"][: len(files)] for row, files in zip(several, union, strict=True)
        ],
    }
    ours = recalls(several, union)
    lines = [["recall of gold files", "files", "recall", "union's gain"]]
    for name, files in named.items():
        recall = recalls(several, files)
        gain = "" if files is union else format_interval(difference_interval(ours, recall), sign=True)
        width = sum(map(len, files)) / len(files)
        lines.append([name, f"{width:.1f}", format_interval(mean_interval(recall)), gain])
    return f"multi-file cases of {' and '.join(MULTI_FILE_SETS)}: {len(several)}\n{format_table(lines)}"


def recalls(rows: Iterable[Row], named: Iterable[Sequence[str]]) -> list[float]:
    """Return the share of each row's gold files among the files named for it."""
    pairs = zip(rows, named, strict=True)
    return [len(set(row["gold"]) & set(files)) / len(row["gold"]) for row, files in pairs]
