"""Given one file of a commit, how often the others are among the first ten of `ci_impact`.

    .venv/bin/python bench/impact.py [--commits 300] REPOSITORY …

Each argument is a work tree with its history. The last commits of 2 to 10 known files are asked about, each
from its first source file; history up to and with the commit itself is hidden, the graph is that of HEAD.
Against co-change alone and the graph (imports and names) alone.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from auto_tools.index.build import update_index
from auto_tools.index.commits import split_files
from auto_tools.index.impact import REASONS, touched_by
from auto_tools.index.kinds import SOURCE, kind_of
from auto_tools.index.program import Program
from auto_tools.index.store import open_reader
from intervals import difference_interval, mean_interval

TOP = 10
MOST_FILES = 10


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("repositories", nargs="+", metavar="REPOSITORY")
    parser.add_argument("--commits", type=int, default=300)
    arguments = parser.parse_args()
    print(
        f"{'repository':24} {'commits':>7} {'impact':>8} {'co-change':>10} {'graph':>8}   impact - co-change"
    )
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = os.environ["XDG_STATE_HOME"] = folder
        everything: list[tuple[float, float, float]] = []
        for name in arguments.repositories:
            root = os.path.realpath(name)
            update_index(root, os.path.join(root, ".git"))
            rows = measure(root, arguments.commits)
            everything += rows
            print_row(os.path.basename(root), rows)
        print_row("all", everything)
    return 0


def measure(root: str, commits: int) -> list[tuple[float, float, float]]:
    """Return recall@10 of all reasons, of co-change, and of the rest, for each commit."""
    reader = open_reader(root)
    assert reader is not None
    program = Program(reader, root)
    ids = dict(reader.db.execute("SELECT path, id FROM files"))
    rows: list[tuple[float, float, float]] = []
    for number, data in reader.db.execute("SELECT id, files FROM commits ORDER BY id").fetchall():
        listed = [path for path in split_files(data) if path in ids]
        sources = [path for path in listed if kind_of(path) == SOURCE]
        if not sources or not 2 <= len(listed) <= MOST_FILES or len(rows) >= commits:
            continue
        wanted = {ids[path] for path in listed if path != sources[0]}
        found = touched_by(program, ids[sources[0]], older_than=number)
        history = {one.file: one.reasons.get("changed together", 0.0) for one in found}
        graph = {
            one.file: sum(
                REASONS[name] * value for name, value in one.reasons.items() if name != "changed together"
            )
            for one in found
        }
        both = {one.file: one.likely for one in found}
        rows.append((recall(both, wanted), recall(history, wanted), recall(graph, wanted)))
    reader.close()
    return rows


def recall(scores: dict[int, float], wanted: set[int]) -> float:
    """Return the share of the wanted files among the best ten."""
    best = sorted((file for file in scores if scores[file] > 0), key=lambda file: (-scores[file], file))[:TOP]
    return len(wanted & set(best)) / len(wanted)


def print_row(name: str, rows: list[tuple[float, float, float]]) -> None:
    """Print one line."""
    ours, history, graph = ([row[at] for row in rows] for at in range(3))
    gain = difference_interval(ours, history)
    means = [100 * mean_interval(part).value for part in (ours, history, graph)]
    print(
        f"{name:24} {len(rows):7} {means[0]:7.1f}% {means[1]:9.1f}% {means[2]:7.1f}%"
        f"   {100 * gain.value:+.1f} [{100 * gain.low:+.1f}, {100 * gain.high:+.1f}]",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
