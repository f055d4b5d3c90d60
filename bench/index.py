"""What an index costs: `index.py FOLDER`, FOLDER being a git work tree or any folder of sources.

Prints files and lines a second, size against source, peak memory, a one-file update and a look without
changes, with `ctags -R` (where it is installed) and a plain read of all files beside them. The folder is
copied first.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from auto_tools.index.build import Built, update_index
from auto_tools.index.gitdir import find_git
from auto_tools.index.store import content_file, index_folder

ROUNDS = 5


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
