"""Writes the reference tables of the docs from the code: `.venv/bin/python docs/reference.py [--check]`.

A document marks the place with `<!-- table: NAME -->` and `<!-- end -->`; what stands between is ours.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

PRODUCT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PRODUCT / "src"))

from auto_tools.settings.options import OPTIONS  # noqa: E402
from auto_tools.tools.catalog import TOOLS  # noqa: E402

DOCUMENTS = ("README.md", "README.zh-CN.md", "docs/TECHNICAL.md", "docs/TECHNICAL_zh.md")
_PLACE = re.compile(r"(<!-- table: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def settings_table() -> str:
    """List every option once."""
    rows = ["| config key | environment | default | values |", "| --- | --- | --- | --- |"]
    for option in OPTIONS:
        key = f"`{option.name}`" if option.config else "-"
        env = f"`{option.env}`" if option.env else "-"
        default = f"`{option.default}`" if option.default not in ("", ()) else "-"
        ceiling = f", clamped to {option.ceiling}" if option.ceiling is not None else ""
        rows.append(f"| {key} | {env} | {default} | {option.expectation()}{ceiling} |")
    return "\n".join(rows)


def tools_table() -> str:
    """List the catalogue."""
    rows = ["| tool | tier | timeout | clamps |", "| --- | --- | --- | --- |"]
    for spec in TOOLS:
        clamps = ", ".join(f"`{a.name}` {a.clamp}" for a in spec.arguments if a.clamp is not None) or "-"
        rows.append(f"| `{spec.name}` | {spec.tier} | {spec.timeout_ms} ms | {clamps} |")
    return "\n".join(rows)


TABLES: dict[str, Callable[[], str]] = {"settings": settings_table, "tools": tools_table}


def fill(text: str) -> str:
    """Return a document with its tables up to date."""
    return _PLACE.sub(lambda found: f"{found[1]}{TABLES[found[2]]()}\n{found[3]}", text)


def main(argv: list[str]) -> int:
    """Write the tables, or with --check tell which documents are stale."""
    stale = []
    for name in DOCUMENTS:
        path = PRODUCT / name
        text = path.read_text(encoding="utf-8")
        if fill(text) != text:
            stale.append(name)
            if "--check" not in argv:
                path.write_text(fill(text), encoding="utf-8")
    if stale and "--check" in argv:
        sys.stderr.write(f"stale tables in {', '.join(stale)}: run .venv/bin/python docs/reference.py\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
