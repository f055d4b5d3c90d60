"""`auto-tools verify` and `doctor`: is it installed, does it work, and what mends it."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence

from auto_tools import PRODUCT
from auto_tools.commands.index import prepare_ground
from auto_tools.commands.terminal import add_repo, bold
from auto_tools.contract import EXIT_CONFIG, EXIT_OK
from auto_tools.envelope.encode import to_json
from auto_tools.install import examine
from auto_tools.install.checks import BROKEN, Check, check_client
from auto_tools.install.places import CLIENTS
from auto_tools.safety.injection import make_visible

MARKS = {"ok": "ok  ", "note": "note", "broken": "MEND"}


def add_verify_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `verify` takes."""
    parser.add_argument(
        "client",
        choices=(*CLIENTS, "all"),
        nargs="?",
        default=None,
        help="which client (default: those installed)",
    )
    add_repo(parser)
    parser.description = (
        "Checks the registration of the hook and runs it once without running any tool. "
        "Ends with 0 when all is well, with 20 when something wants mending."
    )


def add_doctor_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `doctor` takes."""
    add_repo(parser)
    parser.description = (
        "Checks the installation, the settings and the index, and answers one sample prompt for real. "
        "Ends with 0 when all is well, with 20 when something wants mending."
    )


def verify(arguments: argparse.Namespace) -> int:
    """Check what was installed."""
    root = prepare_ground(arguments.repo).root.path
    checks = _check_clients(arguments.client or "", root, arguments.known, for_real=False)
    return _show(checks, as_json=arguments.json)


def doctor(arguments: argparse.Namespace) -> int:
    """Check everything, and answer one sample prompt for real."""
    ground = prepare_ground(arguments.repo)
    root = ground.root.path
    checks = [
        *examine.examine_product(),
        *examine.examine_settings(ground),
        examine.examine_index(ground),
        examine.examine_key(),
        *examine.examine_wrapper(root, os.environ),
        *_check_clients("", root, arguments.known, for_real=True),
    ]
    return _show(checks, as_json=arguments.json)


def _check_clients(wanted: str, root: str, known: Sequence[str], *, for_real: bool) -> list[Check]:
    """Check the clients that were asked for; without a name, those that are installed, at least one."""
    names = (wanted,) if wanted in CLIENTS else CLIENTS
    is_asked = bool(wanted)
    groups = [check_client(name, root, os.environ, is_asked=is_asked, for_real=for_real) for name in names]
    is_absent = [group[-1].name == "registered" and group[-1].state != "ok" for group in groups]
    for name, group, absent in zip(names, groups, is_absent, strict=True):
        if all(is_absent) and not is_asked:
            group[-1] = group[-1]._replace(state=BROKEN)
        if not absent and "mcp" in known:
            group.append(examine.examine_server(name, root, os.environ))
    return [one for group in groups for one in group]


def _show(checks: list[Check], *, as_json: bool) -> int:
    is_fine = all(one.state != BROKEN for one in checks)
    if as_json:
        rows = [one._asdict() for one in checks]
        print(to_json({"ok": is_fine, "version": PRODUCT, "checks": rows}))
        return EXIT_OK if is_fine else EXIT_CONFIG
    for one in checks:
        mark = bold(MARKS[one.state]) if one.state == BROKEN else MARKS[one.state]
        print(f"{mark}  {make_visible(f'{one.subject} {one.name}: {one.said}')}")
        if one.mend and one.state != "ok":
            print(make_visible(f"      -> {one.mend}"))
    print("all is well" if is_fine else "something wants mending; the lines marked MEND say what to do")
    return EXIT_OK if is_fine else EXIT_CONFIG
