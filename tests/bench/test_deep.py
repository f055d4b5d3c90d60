"""The benchmarks of the deep tools, run on packages and repositories small enough to know the answer."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from pathlib import Path

BENCH = Path(__file__).resolve().parents[2] / "bench"


def run(home: Path, script: str, *arguments: str) -> str:
    env = {"PATH": os.environ["PATH"], "HOME": str(home), "LC_ALL": "C.UTF-8"}
    command = [sys.executable, str(BENCH / script), *arguments]
    ended = subprocess.run(command, env=env, capture_output=True, text=True, timeout=120)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def test_callgraph_counts_the_calls_that_happened(tmp_path: Path) -> None:
    root = tmp_path / "small-1.0"
    (root / "small").mkdir(parents=True)
    (root / "tests").mkdir()
    body = "def inner():\n    return 1\n\n\ndef outer(call):\n    return inner() + call()\n\n\n"
    body += "def hidden():\n    return 2\n"
    (root / "small" / "__init__.py").write_text(body)
    test = "import small\n\n\ndef test_outer():\n    assert small.outer(small.hidden) == 3\n"
    (root / "tests" / "test_small.py").write_text(test)
    with tarfile.open(tmp_path / "small-1.0.tar.gz", "w:gz") as archive:
        archive.add(root, "small-1.0")
    out = run(
        tmp_path,
        "callgraph.py",
        "--python",
        sys.executable,
        "--missed",
        "5",
        f"{tmp_path}/small-1.0.tar.gz:small",
    )
    row = next(line for line in out.splitlines() if line.startswith("small-1.0"))
    assert row.split()[1:3] == ["2", "50.0%"]
    assert "missed __init__.py outer __init__.py hidden" in out


def test_impact_counts_the_other_files_of_commits(tmp_path: Path) -> None:
    root = tmp_path / "repository"
    root.mkdir()
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run([*git, "init", "-q"], cwd=root, check=True)
    for number in range(4):
        for name in ("one.py", "two.py"):
            (root / name).write_text(f"def {name[:-3]}():\n    return {number}\n")
        subprocess.run([*git, "add", "-A"], cwd=root, check=True)
        subprocess.run([*git, "commit", "-qm", f"step {number}"], cwd=root, check=True)
    out = run(tmp_path, "impact.py", str(root))
    # of four commits the first has no history before it
    assert [line.split()[1:4] for line in out.splitlines()[1:]] == [["4", "75.0%", "75.0%"]] * 2
