"""Times the whole hook as a client starts it, as ratios to an empty interpreter of the same kind.

usage: .venv/bin/python bench/hook.py [--rounds 40] [--repo DIR]
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from pathlib import Path

from side_by_side import Case, print_ratios, time_cases

PRODUCT = Path(__file__).resolve().parents[1]
HOOK = str(PRODUCT / "hooks" / "context-inject-global.sh")
PYTHON = str(PRODUCT / ".venv" / "bin" / "python")
PROMPTS = {
    "non-code": "what will the weather be like in Lisbon tomorrow?",
    "typical": "why does the settings stage ignore `tier_max: 2` in config/auto-tools.yaml?",
    "Chinese": "登录接口偶尔超时，帮我看看 load_settings 是不是有问题",
}


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--repo", default=str(PRODUCT), help="repository the prompts are about")
    arguments = parser.parse_args()
    if not Path(PYTHON).exists():
        parser.error("no .venv yet; run bin/auto-tools --version first")
    with tempfile.TemporaryDirectory() as home:
        env = {"HOME": home, "PATH": os.environ["PATH"]}
        cases = [Case("empty python -I", [PYTHON, "-I", "-c", "pass"], env=env)]
        for mode in ("run", "plan"):
            for name, prompt in PROMPTS.items():
                payload = json.dumps({"prompt": prompt, "cwd": arguments.repo, "session_id": "bench"})
                settings = {**env, "CI_AUTO_TOOLS_MODE": mode}
                case = Case(f"hook, {name}, {mode}", [HOOK], payload.encode(), settings, arguments.repo)
                cases.append(case)
        taken = time_cases(cases, max(arguments.rounds, 30))
    print_ratios(taken, "empty python -I")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
