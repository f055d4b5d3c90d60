"""The scripts that are generated: what a client starts, and `codex-auto` on the PATH.

A client remembers the command by its text (Codex trusts nothing else), so the text is only the path of a
script and never changes; everything that may change with a version is inside the script.
"""

from __future__ import annotations

import json
import os
import shlex
import sys

from auto_tools import PRODUCT as VERSION
from auto_tools.errors import UserError
from auto_tools.install.places import PRODUCT

MARK = "# Written by auto-tools "
CLIENT_NAMES = {"claude": "claude-code", "codex": "codex-cli"}


def hook_script(client: str) -> str:
    """Write the script that a client runs: absolute interpreter, no shim, no PATH, no working directory."""
    launcher = os.path.join(PRODUCT, "src", "auto_tools", "launcher.py")
    gone = (
        f"[Limits] orchestrator unavailable: Auto Tools is no longer in {PRODUCT}; run bin/auto-tools "
        f"install {client} where it is now, or bin/auto-tools uninstall"
    )
    return f"""#!/bin/sh
{MARK}{VERSION.split()[-1]}: auto-tools install {client} renews it, auto-tools uninstall removes it.
python={shlex.quote(find_interpreter())}
launcher={shlex.quote(launcher)}
if [ -x "$python" ] && [ -r "$launcher" ]; then
  exec "$python" -I -S "$launcher" hook --client {CLIENT_NAMES[client]} "$@"
fi
[ -t 0 ] || cat >/dev/null 2>&1
printf '%s\\n' {shlex.quote(json.dumps({"systemMessage": gone}))}
exit 0
"""


def wrapper_script() -> str:
    """Write `codex-auto` for the PATH: it becomes the one of the product."""
    target = shlex.quote(os.path.join(PRODUCT, "bin", "codex-auto"))
    gone = (
        f"codex-auto: Auto Tools is no longer in {PRODUCT}; run bin/auto-tools install codex where it is now"
    )
    return f"""#!/bin/sh
{MARK}{VERSION.split()[-1]}: auto-tools install codex renews it, auto-tools uninstall removes it.
[ -x {target} ] && exec {target} "$@"
printf '%s\\n' {shlex.quote(gone)} >&2
exit 10
"""


def has_wrapper() -> bool:
    """Tell whether this version of the product has `codex-auto`."""
    return os.access(os.path.join(PRODUCT, "bin", "codex-auto"), os.X_OK)


def is_of_checkout(wrapper: str) -> bool:
    """Tell whether a `codex-auto` is the real one of this or another checkout, never to be replaced."""
    above = os.path.dirname(os.path.dirname(os.path.realpath(wrapper)))
    return os.path.exists(os.path.join(above, "src", "auto_tools", "launcher.py"))


def find_interpreter() -> str:
    """Return the interpreter of `.venv`, else the one that runs now; never a shim, which asks the PATH."""
    own = os.path.join(PRODUCT, ".venv", "bin", "python")
    found = own if os.access(own, os.X_OK) else os.path.realpath(sys.executable)
    if not os.path.isfile(os.path.join(PRODUCT, "hooks", "context-inject-global.sh")):
        raise UserError(f"{PRODUCT} is no checkout of Auto Tools", "run bin/auto-tools of a checkout")
    return found


def is_generated(content: bytes | None) -> bool:
    """Tell whether a file was written by us, in any version."""
    return content is not None and MARK.encode() in content[:200]
