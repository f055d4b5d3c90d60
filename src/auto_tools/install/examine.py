"""What `doctor` looks at besides the clients: product, libraries, settings, index, key and wrapper."""

from __future__ import annotations

import os
import shlex
import shutil
import stat
import sys
import time
from collections.abc import Mapping
from importlib.util import find_spec

from auto_tools import PRODUCT as VERSION
from auto_tools import pipeline
from auto_tools.contract import EXIT_CONFIG
from auto_tools.errors import UserError
from auto_tools.index.freshness import BROKEN as INDEX_BROKEN
from auto_tools.index.freshness import MISSING, READY, look_at
from auto_tools.index.store import read_current
from auto_tools.install.checks import BROKEN, NOTE, OK, Check, command
from auto_tools.install.drafts import Drafts
from auto_tools.install.jsonplaces import parse_json
from auto_tools.install.places import GLOBAL, PRODUCT, SERVER, key_file, spot_of
from auto_tools.install.receipt import read_receipt
from auto_tools.install.scripts import has_wrapper, is_generated, wrapper_script
from auto_tools.install.tomlmerge import parse_toml, value_at
from auto_tools.settings.resolve import REPO_CONFIG, USER_CONFIG
from auto_tools.userfiles import state_path

LIBRARIES = ("yaml", "tree_sitter")
FILES = {"config": REPO_CONFIG, "user config": USER_CONFIG, "env": "the environment"}


def examine_product() -> list[Check]:
    """Say which version runs, in what, with which libraries."""
    version = ".".join(map(str, sys.version_info[:3]))
    checks = [Check("product", "version", OK, f"{VERSION} in {PRODUCT}, Python {version}")]
    missing = [name for name in LIBRARIES if find_spec(name) is None]
    if missing:
        mend = f"rm -r {shlex.quote(os.path.join(PRODUCT, '.venv'))} && {command('--version')}"
        checks.append(Check("product", "libraries", BROKEN, f"not installed: {', '.join(missing)}", mend))
    log = state_path("last-error.log")
    if os.path.exists(log):
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(os.stat(log).st_mtime))
        checks.append(Check("product", "last error", NOTE, f"{log} ({when})", f"rm {shlex.quote(log)}"))
    return checks


def examine_settings(ground: pipeline.Ground) -> list[Check]:
    """Say which settings are not the default, and who decided them."""
    deciders: dict[str, list[str]] = {}
    for name, source in sorted(ground.settings.sources.items()):
        if source != "default":
            deciders.setdefault(FILES.get(source, source), []).append(name)
    said = "; ".join(f"{source} decides {', '.join(names)}" for source, names in sorted(deciders.items()))
    checks = [Check("settings", "in force", OK, said or "all at their defaults")]
    for limit in ground.limits:
        state = BROKEN if limit.exit_code == EXIT_CONFIG else NOTE
        mend = f"mend it there, then see {command('settings')}" if state == BROKEN else ""
        checks.append(Check("settings", "limits", state, limit.text, mend))
    return checks


def examine_index(ground: pipeline.Ground) -> Check:
    """Say whether there is an index of this repository, and whether it is fresh."""
    root = ground.root.path
    current = read_current(root)
    fresh = look_at(root, ground.root.git_dir, current)
    mend = command(f"index --repo {shlex.quote(root)}")
    if fresh.state in (MISSING, INDEX_BROKEN):
        said = (
            "no index of this repository yet; the first prompt starts it"
            if fresh.state == MISSING
            else "the index cannot be read"
        )
        state = NOTE if fresh.state == MISSING else BROKEN
        return Check("index", "state", state, f"{said} ({root})", mend)
    if fresh.state != READY or current is None:
        return Check("index", "state", NOTE, f"{fresh.sentence()} ({root})", mend)
    age = max(int(time.time()) - int(current.get("built_at", 0)), 0)
    said = f"{current.get('files')} files, {current.get('symbols')} symbols, built {age} s ago ({root})"
    return Check("index", "state", OK, said)


def examine_server(client: str, root: str, env: Mapping[str, str]) -> Check:
    """Say whether the MCP server is registered, and whether what is registered is there."""
    mend = command(f"install {client} --yes")
    for scope in (root, GLOBAL):
        spot = spot_of(client, scope, env)
        read = parse_toml if client == "codex" else parse_json
        try:
            stored = read(
                Drafts().read(spot.server_file) or ("" if client == "codex" else "{}"), spot.server_file
            )
        except UserError as error:
            return Check(client, "server", BROKEN, str(error))
        there = value_at(stored, spot.server_keys)
        program = there.get("command") if isinstance(there, Mapping) else None
        if isinstance(program, str) and os.path.isabs(program) and not os.access(program, os.X_OK):
            return Check(client, "server", BROKEN, f"{SERVER} names {program}, which is not there", mend)
        if there is not None:
            return Check(client, "server", OK, f"{SERVER} in {spot.server_file}")
    return Check(client, "server", NOTE, f"the MCP server {SERVER} is not registered", mend)


def examine_key() -> Check:
    """Say whether the fence has a key of its own that nobody else can read."""
    path = key_file()
    try:
        mode = stat.S_IMODE(os.stat(path).st_mode)
    except OSError:
        said = "none stored; a derived one is used"
        return Check("fence", "key", NOTE, said, _make_key())
    if mode & 0o077:
        return Check(
            "fence", "key", BROKEN, f"{path} can be read by others", f"chmod 600 {shlex.quote(path)}"
        )
    return Check("fence", "key", OK, path)


def _make_key() -> str:
    """Return the command that makes a key and installs nothing that is not installed; empty without one."""
    hooks = [one for one in read_receipt(Drafts()).pieces if one.what == "hook"]
    if not hooks:
        return ""
    one = next((hook for hook in hooks if hook.scope == GLOBAL), hooks[0])
    where = "" if one.scope == GLOBAL else f" --project --repo {shlex.quote(one.scope)}"
    return command(f"install {one.client}{where} --yes")


def examine_wrapper(root: str, env: Mapping[str, str]) -> list[Check]:
    """Say where `codex-auto` is, and whether it is of this version."""
    if not has_wrapper():
        return []
    mend = command("install codex --yes")
    known = [one.file for one in read_receipt(Drafts()).pieces if one.what == "wrapper"]
    for path in (*known, *(spot_of("codex", scope, env).wrapper for scope in (root, GLOBAL))):
        content = Drafts().before(path)
        if is_generated(content) and content != wrapper_script().encode():
            return [Check("codex-auto", "script", BROKEN, f"{path} is of another version or place", mend)]
        if is_generated(content):
            return [Check("codex-auto", "script", OK, path)]
    found = shutil.which("codex-auto", path=env.get("PATH"))
    to_path = f'export PATH={shlex.quote(os.path.join(PRODUCT, "bin"))}:"$PATH"'
    return [Check("codex-auto", "script", NOTE, found or "not on the PATH", "" if found else to_path)]
