"""What `bin/test` and CI run, in order; stops at the first that fails."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PRODUCT = Path(__file__).resolve().parents[1]
PYTHON = str(PRODUCT / ".venv" / "bin" / "python")
CHECKS: tuple[tuple[str, list[str]], ...] = (
    ("ruff", ["-m", "ruff", "check", "."]),
    ("mypy", ["-m", "mypy", "src", "tests", "bench", "docs", "libexec"]),
    ("import-linter", ["-c", "from importlinter.cli import lint_imports_command as c; c()"]),
    ("schema", ["-m", "auto_tools.envelope.schema.generate", "--check"]),
    ("reference", ["docs/reference.py", "--check"]),
    ("pytest", ["-m", "pytest", "-n", "auto"]),
)


def main(arguments: list[str]) -> int:
    """Run the checks; arguments go to pytest and leave out the others."""
    env = {**os.environ, "PYTHONPATH": str(PRODUCT / "src"), "PYTHONDONTWRITEBYTECODE": ""}
    for name, command in CHECKS:
        if arguments and name != "pytest":
            continue
        print(f"== {name}", flush=True)
        ended = subprocess.run([PYTHON, *command, *arguments], cwd=PRODUCT, env=env, check=False)
        if ended.returncode:
            print(f"{name} failed; the lines above say why", file=sys.stderr)
            return ended.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
