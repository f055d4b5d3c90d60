"""Makes `.venv` beside the product and installs a lock file into it: the only download the product does.

Run by `libexec/launch.sh` with a plain interpreter, so it uses the standard library alone and
imports nothing of the package.
"""

from __future__ import annotations

import compileall
import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

PRODUCT = Path(__file__).resolve().parents[3]
VENV = PRODUCT / ".venv"


def main(lock_name: str) -> int:
    """Bring `.venv` in step with a lock file; say so on stderr first."""
    lock = PRODUCT / lock_name
    ready = VENV / f"ready-{lock_name}"
    try:
        with open(PRODUCT / ".venv.lock", "w", encoding="utf-8") as guard:
            fcntl.flock(guard, fcntl.LOCK_EX)
            if not is_ready(ready, lock):
                say(f"first use: making {VENV} and installing {lock_name} into it")
                make_environment(lock)
                compileall.compile_dir(str(PRODUCT / "src"), quiet=2)
                ready.write_text("", encoding="utf-8")
    except (OSError, subprocess.CalledProcessError) as error:
        say(f"could not set up {VENV}: {error}")
        say("what to do: check the network and the package index, then run the same command again")
        return 20
    return 0


def is_ready(ready: Path, lock: Path) -> bool:
    """Tell whether the lock file was installed after it last changed."""
    return ready.exists() and ready.stat().st_mtime_ns > lock.stat().st_mtime_ns


def make_environment(lock: Path) -> None:
    """Use uv when it is there and works, else venv and pip."""
    folders = [folder for folder in os.environ.get("PATH", "").split(os.pathsep) if os.path.isabs(folder)]
    uv = shutil.which("uv", path=os.pathsep.join(folders) or os.defpath)
    if uv:
        try:
            make_with_uv(uv, lock)
            return
        except subprocess.CalledProcessError:
            say("uv could not do it; trying venv and pip")
    if not (VENV / "bin" / "python").exists() or not (VENV / "bin" / "pip").exists():
        run([sys.executable, "-I", "-m", "venv", "--clear", str(VENV)])
    pip = [str(VENV / "bin" / "python"), "-I", "-m", "pip", "--disable-pip-version-check"]
    run([*pip, "install", "--quiet", "--require-hashes", "-r", str(lock)])


def make_with_uv(uv: str, lock: Path) -> None:
    """Let uv make the environment and install the lock file."""
    if not (VENV / "bin" / "python").exists():
        run([uv, "venv", "--no-config", "--quiet", "--python", sys.executable, str(VENV)])
    python = str(VENV / "bin" / "python")
    install = [uv, "pip", "install", "--no-config", "--quiet", "--require-hashes"]
    run([*install, "--python", python, "-r", str(lock)])


def run(command: list[str]) -> None:
    """Run one step with its output on stderr: stdout belongs to the answer.

    It runs in the product's own folder: tools look for settings where they stand, and where the user stands
    is a stranger's repository.
    """
    subprocess.run(command, check=True, cwd=PRODUCT, stdin=subprocess.DEVNULL, stdout=sys.stderr)


def say(text: str) -> None:
    """Tell the user what happens."""
    print(f"[Auto Tools] {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
