"""Starts one entry point: `python -I -S launcher.py ENTRY ARGS...`.

Compiled anew at every start and read by any Python, so it stays tiny and old-fashioned.
"""

import gc
import os
import sys

ENTRIES = {
    "hook": "auto_tools.adapters.hook",
    "orchestrator": "auto_tools.adapters.orchestrator",
    "cli": "auto_tools.cli",
    "codex": "auto_tools.adapters.codex.entry",
}


def main():
    """Put the package and its dependencies on the path, then run the entry."""
    gc.disable()  # the process ends before a collection could pay
    source = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    entry, arguments = sys.argv[1], sys.argv[2:]
    if sys.version_info < (3, 11):
        sys.stdout.write(
            '{"systemMessage": "[Limits] orchestrator unavailable: Python 3.11 or newer is needed"}\n'
        )
        return 0 if entry == "hook" and not {"json", "text"} & set(arguments) else 10
    sys.path.insert(0, source)
    packages = "lib/python%d.%d/site-packages" % sys.version_info[:2]
    sys.path.append(os.path.join(os.path.dirname(source), ".venv", packages))
    if entry == "codex" and "--dry-run" in arguments:
        os.environ["CI_AUTO_TOOLS_DRY_RUN"] = "1"
    if os.environ.get("CI_AUTO_TOOLS_MODE") == "plan" or os.environ.get("CI_AUTO_TOOLS_DRY_RUN") == "1":
        sys.dont_write_bytecode = True
    try:
        module = __import__(ENTRIES[entry], fromlist=["main"])
    except Exception as error:  # a product that was half removed must not cost a prompt
        if entry != "hook":
            raise
        sys.stdout.write(
            '{"systemMessage": "[Limits] orchestrator unavailable: %s while loading Auto Tools"}\n'
            % type(error).__name__
        )
        return 10 if {"json", "text"} & set(arguments) else 0
    return module.main(arguments)


if __name__ == "__main__":
    sys.exit(main())
