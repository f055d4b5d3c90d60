"""Plans an installation: which files change and how. Writes nothing itself.

What is there already is left alone; what an older version put there is renewed; what somebody else put
there stays, and is said.
"""

from __future__ import annotations

import os
import shlex
from typing import Any, NamedTuple

from auto_tools.errors import UserError
from auto_tools.install.codextrust import trust_hash, trust_keys
from auto_tools.install.drafts import Drafts, digest, encode
from auto_tools.install.hookentries import (
    EVENT,
    command_of,
    entry_of,
    find_in_json,
    is_same_file,
    is_sound,
    mend_hook,
)
from auto_tools.install.insertion import Insertion
from auto_tools.install.jsonmerge import add_entry
from auto_tools.install.jsonplaces import BOM, is_blank, parse_json
from auto_tools.install.places import GLOBAL, PRODUCT, SERVER, Spot, demand_inside, key_file
from auto_tools.install.plugin import enabled_plugin, uninstall_plugin
from auto_tools.install.receipt import Piece, Receipt
from auto_tools.install.scripts import has_wrapper, hook_script, is_generated, is_of_checkout, wrapper_script
from auto_tools.install.take import drop_piece, sweep_parts
from auto_tools.install.tomlmerge import add_table, drop_table, parse_toml, value_at


class Wish(NamedTuple):
    """What the user asked for."""

    has_server: bool
    """Whether this version of the product has an MCP server to register."""
    trust_hook: bool = False
    """Whether Codex shall trust the hook without asking."""


class Work(NamedTuple):
    """A plan while it is made."""

    drafts: Drafts
    """The files."""
    receipt: Receipt
    """What is ours in them."""
    notes: list[str]
    """What the user must know."""
    left: list[str]
    """What could not be done, and why."""


def put_client(work: Work, spot: Spot, wish: Wish) -> None:
    """Plan everything for one client at one scope; scripts come before what registers them."""
    demand_inside(spot)
    sweep_parts(work.drafts, work.receipt, spot)
    if spot.client == "claude":
        _refuse_plugin(work.drafts, spot.plugin_files)
    put_file(
        work, spot.script, hook_script(spot.client), 0o755, Piece(spot.script, "script", spot.client, GLOBAL)
    )
    put_key(work)
    if spot.wrapper:
        put_wrappers(work, spot)
    put_hook(work, spot)
    if wish.has_server:
        put_server(work, spot)
    if spot.trust_file:
        put_trust(work, spot, wish)


def _refuse_plugin(drafts: Drafts, files: tuple[str, ...]) -> None:
    for path in files:
        plugin = enabled_plugin(drafts.read(path), path)
        if plugin:
            raise UserError(
                f"the Claude Code plugin {plugin} is enabled in {path}, which brings the same hook",
                f"keep it, or do this first: {uninstall_plugin(plugin, path)}; nothing was changed",
            )


def put_file(work: Work, path: str, text: str, mode: int, piece: Piece) -> None:
    """Plan a file that is wholly ours; somebody else's file in its place is kept as a backup."""
    if not work.drafts.claim(path):
        raise UserError(f"{path} is a link", f"run rm {shlex.quote(path)}, then the same command again")
    before = work.drafts.before(path)
    if before is not None and not is_generated(before) and before != encode(text, path):
        work.notes.append(f"{path} was there already; a copy is kept and comes back at uninstall")
        _keep_copy(work, path)
    elif path not in work.receipt.files:
        work.receipt.files[path] = {"existed": False, "backup": ""}
    work.drafts.write(path, text, mode=mode)
    work.receipt.put(piece)


def put_key(work: Work) -> None:
    """Plan the key of the fence: made once, for the user alone."""
    path = key_file()
    if work.drafts.before(path) is None:
        work.drafts.write(path, os.urandom(32).hex() + "\n", mode=0o600)
        work.receipt.files[path] = {"existed": False, "backup": ""}
        work.receipt.put(Piece(path, "key", "", GLOBAL))


def put_wrappers(work: Work, spot: Spot) -> None:
    """Plan `codex-auto` where it was asked for, and renew it where it was put before."""
    if not has_wrapper():
        return
    folder = os.path.dirname(spot.wrapper)
    quoted = shlex.quote(folder)
    if folder not in os.environ.get("PATH", "").split(os.pathsep):
        work.notes.append(f'codex-auto is {spot.wrapper}; put it on the PATH: export PATH={quoted}:"$PATH"')
    known = [one.file for one in work.receipt.pieces if (one.what, one.scope) == ("wrapper", spot.scope)]
    for path in dict.fromkeys((spot.wrapper, *known)):
        if os.path.islink(path) and not is_of_checkout(path):
            work.notes.append(f"{path} is a link and was left as it is; remove it to have codex-auto there")
        elif not is_of_checkout(path):
            _put_wrapper(work, path, spot.scope)


def _put_wrapper(work: Work, path: str, scope: str) -> None:
    """Plan one `codex-auto`; a folder of the system that cannot be written to is no reason to stop."""
    text = wrapper_script()
    parent = os.path.dirname(path)
    while not os.path.isdir(parent) and os.path.dirname(parent) != parent:
        parent = os.path.dirname(parent)
    if not os.access(parent, os.W_OK) and work.drafts.before(path) != encode(text, path):
        work.notes.append(
            f"{path} was left out, because {parent} cannot be written to; "
            "run the command with sudo -E, or with --prefix ~/.local"
        )
        return
    put_file(work, path, text, 0o755, Piece(path, "wrapper", "codex", scope))


def put_hook(work: Work, spot: Spot) -> None:
    """Plan the registration of the hook."""
    text = work.drafts.read(spot.hooks_file) or ""
    there = find_in_json(text, spot.hooks_file)
    others = [one for one in there if not is_same_file(one.program, spot.script)]
    for one in others:
        work.notes.append(
            f"{one.file}:{one.line} registers {one.program} as well: each prompt would be answered twice; "
            "remove one of the two"
        )
    if spot.client == "codex" and text.startswith(BOM):
        raise UserError(
            f"{spot.hooks_file} starts with a byte order mark, which Codex cannot read",
            "save it without one, then run the same command again; nothing was changed",
        )
    if len(others) < len(there):
        _mend_hook(work, spot, text)
        return
    if spot.scope != GLOBAL:
        work.notes.append(f"{spot.hooks_file} names a path of this machine: keep it out of commits")
    made = add_entry(text, ("hooks", EVENT), entry_of(spot.script), spot.hooks_file, in_list=True)
    _insert(work, spot.hooks_file, text, made, Piece(spot.hooks_file, "hook", spot.client, spot.scope))


def _mend_hook(work: Work, spot: Spot, text: str) -> None:
    """Plan our entry as it must be where it was damaged."""
    mended = mend_hook(text, spot.script, spot.hooks_file)
    if mended == text:
        return
    for one in find_in_json(text, spot.hooks_file):
        if is_same_file(one.program, spot.script) and not is_sound(one):
            work.notes.append(
                f"{one.file}:{one.line} could not work as it was and is replaced: {one.command}"
            )
    _remember_file(work, spot.hooks_file)
    work.drafts.write(spot.hooks_file, mended)
    work.receipt.put(Piece(spot.hooks_file, "hook", spot.client, spot.scope))


def put_server(work: Work, spot: Spot) -> None:
    """Plan the registration of the MCP server; one of that name that is not ours stays."""
    path = spot.server_file
    text = work.drafts.read(path) or ""
    piece = Piece(path, "server", spot.client, spot.scope)
    command = {"command": os.path.join(PRODUCT, "bin", "auto-tools"), "args": ["mcp"]}
    wanted = command if spot.client == "codex" else {"type": "stdio", **command}
    there = _registered_server(text, spot)
    if there == wanted:
        return
    if there is not None:
        if not work.receipt.find(path, "server", spot.scope):
            work.notes.append(f"{path} registers another MCP server as {SERVER}; it was left as it is")
            return
        text = drop_piece(work.receipt, text, piece, spot)
    made = (add_table if spot.client == "codex" else add_entry)(text, spot.server_keys, wanted, path)
    _insert(work, path, text, made, piece)


def _registered_server(text: str, spot: Spot) -> Any:
    if is_blank(text):
        return None
    read = parse_toml if spot.client == "codex" else parse_json
    return value_at(read(text, spot.server_file), spot.server_keys)


def put_trust(work: Work, spot: Spot, wish: Wish) -> None:
    """Plan the hash by which Codex trusts the hook, or say that it will ask."""
    text = work.drafts.read(spot.hooks_file) or ""
    ours = [one for one in find_in_json(text, spot.hooks_file) if is_same_file(one.program, spot.script)]
    config = work.drafts.read(spot.trust_file) or ""
    for one in [one for one in ours if one.command == command_of(spot.script)][:1]:
        wanted = {"trusted_hash": trust_hash(one.definition)}
        there = value_at(parse_toml(config, spot.trust_file), trust_keys(one))
        if isinstance(there, dict) and there.get("trusted_hash") == wanted["trusted_hash"]:
            return
        if not wish.trust_hook:
            work.notes.append(ASKS)
            return
        config = drop_table(config, trust_keys(one), spot.trust_file)
        made = add_table(config, trust_keys(one), wanted, spot.trust_file)
        _insert(work, spot.trust_file, config, made, Piece(spot.trust_file, "trust", "codex", spot.scope))
        work.notes.append(
            f"--trust-hook: {spot.trust_file} now says that you trust this hook; Codex will not ask"
        )


ASKS = (
    "Codex runs no hook before you trust it: start codex once and answer its question about hooks with trust "
    "(codex exec never asks and skips the hook until then); --trust-hook answers it for you"
)


def _insert(work: Work, path: str, text: str, made: Insertion, piece: Piece) -> None:
    _remember_file(work, path)
    work.drafts.write(path, made.into(text))
    work.receipt.put(piece._replace(text=made.piece))


def _remember_file(work: Work, path: str) -> None:
    """Note whether a file was there, and copy it beside itself before it changes for the first time."""
    known, before = work.receipt.files.get(path), work.drafts.before(path)
    is_lost = known and before is not None and digest(before)[:8] in os.path.basename(known["backup"])
    if known is None or (is_lost and not os.path.lexists(known["backup"])):
        _keep_copy(work, path)


def _keep_copy(work: Work, path: str) -> None:
    """Copy a file beside itself, under a name that nothing has; an older copy stays, and is said."""
    before = work.drafts.before(path)
    older = work.receipt.files.get(path, {}).get("backup")
    if older and before is not None and work.drafts.before_own(older) == before:
        return  # an installer was killed between this copy and the change
    if older and os.path.lexists(older):
        work.notes.append(f"{path} was replaced before as well; the copy from then stays in {older}")
    backup = _free_name(f"{path}.auto-tools-{digest(before)[:8]}") if before is not None else ""
    work.receipt.files[path] = {"existed": before is not None, "backup": backup}
    if backup:
        work.drafts.copy(path, backup)


def _free_name(stem: str) -> str:
    names = (f"{stem}{number}.bak" for number in ("", *(f"-{place}" for place in range(2, 1000))))
    for name in names:
        if not os.path.lexists(name):
            return name
    raise UserError(f"{stem}.bak and all names like it are taken", f"move them away from {stem}*.bak")
