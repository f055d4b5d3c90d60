"""What an index costs: `index.py FOLDER`, FOLDER being a git work tree or any folder of sources.

Prints files and lines a second, size against source, peak memory, a one-file update and a look without
changes, with `ctags -R` (where it is installed) and a plain read of all files beside them; then how long a
ranking takes in a warm process and a whole prompt takes in a hook started anew. The folder is copied first.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from intervals import percentile

PRODUCT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PRODUCT / "src"))

from auto_tools.index.build import Built, update_index  # noqa: E402
from auto_tools.index.gitdir import find_git  # noqa: E402
from auto_tools.index.rank.rank import rank  # noqa: E402
from auto_tools.index.store import content_file, index_folder, open_reader  # noqa: E402

ROUNDS = 5
HOOK = str(PRODUCT / "hooks" / "context-inject-global.sh")
PROMPTS = (
    "why does saving a model with a unique field raise IntegrityError twice?",
    "where are settings read and validated?",
    "fix the cache: keys with spaces are rejected by the memcached backend",
    "add a timeout option to the test client's request method",
    "refactor template loading so that missing files are reported together",
    "为什么表单验证失败后没有显示错误信息?",
)


def timed(action: Callable[[], object]) -> float:
    """Return how long something takes."""
    started = time.monotonic()
    action()
    return time.monotonic() - started


def source_files(root: Path) -> list[Path]:
    """Return the regular files of a tree without git's own."""
    return [path for path in sorted(root.rglob("*")) if path.is_file() and ".git" not in path.parts]


def read_all(files: list[Path]) -> int:
    """Read every file once; return the number of lines."""
    return sum(path.read_bytes().count(b"\n") for path in files)


def size_of(folder: Path) -> int:
    """Return the bytes of all files below a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def main() -> int:
    """Measure one tree and print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        os.environ["XDG_CACHE_HOME"] = f"{work}/cache"
        root = Path(work) / "tree"
        shutil.copytree(arguments.folder, root, symlinks=True)
        found = find_git(str(root))
        git_dir = found[1] if found and found[0] == str(root) else None
        measure(root, git_dir)
    return 0


def measure(root: Path, git_dir: str | None) -> None:
    """Print the figures of one tree."""
    files = source_files(root)
    lines = read_all(files)
    source = sum(path.stat().st_size for path in files)
    reading = min(timed(lambda: read_all(files)) for _ in range(3))
    first = update_index(str(root), git_dir)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"files {first.files}, lines {lines}, source {source / 1e6:.1f} MB")
    print(
        f"build {first.seconds:.1f} s: "
        f"{first.files / first.seconds:.0f} files/s, {lines / first.seconds:.0f} lines/s"
    )
    print(
        f"  {first.seconds / reading:.0f}x a plain read of all files; peak memory of the writer {peak:.0f} MB"
    )
    ctags = shutil.which("ctags")
    if ctags:
        command = [ctags, "-R", "-f", "/dev/null", "."]
        tagging = timed(lambda: subprocess.run(command, cwd=root, check=True, capture_output=True))
        print(f"  {first.seconds / tagging:.1f}x ctags -R")
    tree, contents = (
        size_of(Path(index_folder(str(root)))),
        Path(content_file(str(root), git_dir)).stat().st_size,
    )
    print(
        f"size {(tree + contents) / source:.2f}x source "
        f"(tree {tree / source:.2f}x, contents {contents / source:.2f}x)"
    )
    quiet = [update_index(str(root), git_dir).seconds for _ in range(ROUNDS)]
    print(f"no change {1000 * sorted(quiet)[ROUNDS // 2]:.0f} ms")
    print(f"one file changed {1000 * sorted(one_file(root, git_dir, files))[ROUNDS // 2]:.0f} ms")
    print_queries(root)


def print_queries(root: Path) -> None:
    """Print how long prompts take: the ranking alone, and the hook as a client starts it."""
    reader = open_reader(str(root))
    assert reader is not None
    prompts = [prompt for prompt in PROMPTS for _ in range(ROUNDS)]
    warm = [timed(lambda prompt=prompt: rank(reader, prompt)) for prompt in prompts]  # type: ignore[misc]
    empty = [timed(lambda: subprocess.run([sys.executable, "-I", "-c", "pass"], check=True)) for _ in prompts]
    hook = [timed(lambda prompt=prompt: ask_hook(root, prompt)) for prompt in prompts]  # type: ignore[misc]
    p50, p95 = percentile(hook, 50), percentile(hook, 95)
    middle = percentile(empty, 50)
    print(f"ranking p50 {1000 * percentile(warm, 50):.0f} ms, p95 {1000 * percentile(warm, 95):.0f} ms, warm")
    print(
        f"hook p50 {1000 * p50:.0f} ms ({p50 / middle:.1f}x an empty Python), "
        f"p95 {1000 * p95:.0f} ms ({p95 / middle:.1f}x)"
    )


def ask_hook(root: Path, prompt: str) -> None:
    """Send one prompt through a hook of its own process."""
    payload = json.dumps({"prompt": prompt, "cwd": str(root)}).encode()
    subprocess.run([HOOK], input=payload, check=True, capture_output=True)


def one_file(root: Path, git_dir: str | None, files: list[Path]) -> list[float]:
    """Return how long updates after an edit of one middle-sized source file take."""
    sources = sorted(
        (path.stat().st_size, path) for path in files if path.suffix in (".py", ".js", ".go", ".rs")
    )
    path = sources[len(sources) * 3 // 4][1] if sources else files[0]
    found: list[Built] = []
    for number in range(ROUNDS):
        path.write_bytes(path.read_bytes() + b"\n# edit %d\n" % number)
        found.append(update_index(str(root), git_dir))
    assert all(built.changed == 1 for built in found)
    return [built.seconds for built in found]


if __name__ == "__main__":
    sys.exit(main())
