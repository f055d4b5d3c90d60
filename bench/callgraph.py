"""How many calls that really happen the static call graph knows, and how many it claims are real.

    .venv/bin/python bench/callgraph.py --python ENV/bin/python click-8.1.tar.gz:src/click …

Each argument is an sdist with tests and the folder of its package. The tests run in ENV (which needs pytest
and what the tests import) under `sys.setprofile`; the edges between named functions of the package are what
recall is measured against. `--sample N` prints random static edges of each package, `yes` before those that
happened; who reads the others writes `yes` or `no` for the `?`; `--verdicts FILE` prints precision by
confidence.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from auto_tools.index.build import update_index
from auto_tools.index.calls import Call, Calls
from auto_tools.index.program import FUNCTIONS
from auto_tools.index.store import open_reader

Edge = tuple[str, str, str, str]
SEED = 7
BANDS = (0.8, 0.5, 0.0)


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("packages", nargs="+", metavar="SDIST:FOLDER")
    parser.add_argument("--python", default=sys.executable, help="interpreter with pytest")
    parser.add_argument("--sample", type=int, default=0, help="static edges to print for checking")
    parser.add_argument("--verdicts", type=Path, help="checked edges")
    parser.add_argument("--missed", type=int, default=0, help="run-time edges to print that are not found")
    arguments = parser.parse_args()
    print(
        f"{'package':24} {'edges':>6} {'recall':>7} {'>=0.5':>7} {'explicit':>9} {'static':>7} {'ms/def':>7}"
    )
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = os.environ["XDG_STATE_HOME"] = f"{folder}/cache"
        for text in arguments.packages:
            measure(text, Path(folder), arguments)
    if arguments.verdicts:
        print_precision(arguments.verdicts)
    return 0


def measure(text: str, folder: Path, arguments: argparse.Namespace) -> None:
    """Print the row of one package."""
    sdist, _, below = text.rpartition(":")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
        root = folder / archive.getnames()[0].partition("/")[0]
    happened = set(run_tests(root, below, arguments.python))
    update_index(str(root), None)
    started = time.perf_counter()
    static, definitions = static_edges(root, below)
    spent = 1000 * (time.perf_counter() - started) / max(definitions, 1)
    sure = {edge for edge, call in static.items() if call.sure >= 0.5}
    explicit = {edge for edge in happened if not is_implicit(edge)}
    found = happened & static.keys()
    print(
        f"{root.name:24} {len(happened):6} {share(found, happened)} {share(happened & sure, happened)}"
        f" {share(found & explicit, explicit):>9} {len(static):7} {spent:7.1f}",
        flush=True,
    )
    chance = random.Random(SEED)
    for edge in chance.sample(sorted(happened - static.keys()), min(arguments.missed, len(happened - found))):
        print("  missed", " ".join(edge))
    for edge in chance.sample(sorted(static), min(arguments.sample, len(static))):
        call = static[edge]
        verdict = "yes" if edge in happened else "?"
        print(f"{verdict}\t{root.name} {' '.join(edge)} line {call.line} sure {call.sure:.2f} ({call.why})")


def run_tests(root: Path, below: str, python: str) -> list[Edge]:
    """Run the tests of a package and return the edges that happened inside it."""
    out = root / "callgraph.json"
    env = {
        "PATH": os.environ["PATH"], "HOME": str(root), "LC_ALL": "C.UTF-8", "CALLGRAPH_OUT": str(out),
        "CALLGRAPH_BELOW": str((root / below).resolve()),
        "PYTHONPATH": os.pathsep.join((str((root / below).parent), str(Path(__file__).resolve().parent))),
    }  # fmt: skip
    command = [python, "-m", "pytest", "-q", "-p", "callgraph_record", "-p", "no:cacheprovider", "tests"]
    ended = subprocess.run(command, cwd=root, env=env, capture_output=True, text=True)
    if not out.exists():
        raise SystemExit(
            f"the tests of {root.name} did not run:\n{ended.stdout[-2000:]}{ended.stderr[-2000:]}"
        )
    edges = [tuple(edge) for edge in json.loads(out.read_text("utf-8"))]
    out.unlink()
    return [(edge[0], edge[1], edge[2], edge[3]) for edge in edges]


def static_edges(root: Path, below: str) -> tuple[dict[Edge, Call], int]:
    """Return every edge the static graph has from functions of the package, and how many functions."""
    reader = open_reader(str(root))
    assert reader is not None
    calls = Calls(reader, str(root))
    prefix = below.rstrip("/") + "/"
    found: dict[Edge, Call] = {}
    count = 0
    for (file,) in reader.db.execute("SELECT id FROM files WHERE path LIKE ? ORDER BY path", (f"{prefix}%",)):
        for place in calls.program.definitions(file):
            if place.kind in FUNCTIONS:
                count += 1
                for call in calls.callees(place):
                    callee = call.callee
                    if callee.path.startswith(prefix) and callee.kind in FUNCTIONS and callee != place:
                        ends = place.path.removeprefix(prefix), callee.path.removeprefix(prefix)
                        found[ends[0], place.name, ends[1], callee.name] = call
    reader.close()
    return found, count


def is_implicit(edge: Edge) -> bool:
    """Tell whether a call has no name in the source: operators, iteration, conversion."""
    name = edge[3].rpartition(".")[2]
    return name.startswith("__") and name.endswith("__") and name not in ("__init__", "__new__", "__call__")


def share(part: set[Edge], whole: set[Edge]) -> str:
    """Return a share in percent."""
    return f"{100 * len(part) / len(whole):6.1f}%" if whole else "      -"


def print_precision(path: Path) -> None:
    """Print how many of the checked edges are real, by how sure the graph was."""
    rows = [line.split("\t", 1) for line in path.read_text("utf-8").splitlines() if "\t" in line]
    checked = [(verdict == "yes", float(text.rpartition(" sure ")[2].split()[0])) for verdict, text in rows]
    for low, high in zip(BANDS, (1.01, *BANDS), strict=False):
        band = [real for real, sure in checked if low <= sure < high]
        if band:
            print(f"precision at confidence >= {low:.1f}: {100 * sum(band) / len(band):.0f}% of {len(band)}")


if __name__ == "__main__":
    sys.exit(main())
