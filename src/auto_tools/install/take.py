"""Plans an uninstallation: takes out what is ours and nothing else. Writes nothing itself.

A piece that is still as it was inserted goes by its text, which gives the same bytes back; one that was
changed meanwhile is found by its form.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Collection

from auto_tools.errors import UserError
from auto_tools.install.codextrust import trust_hash, trust_keys
from auto_tools.install.drafts import Drafts
from auto_tools.install.hookentries import entry_of, find_in_json, is_same_file, strip_hook
from auto_tools.install.insertion import without_piece
from auto_tools.install.jsonmerge import drop_member
from auto_tools.install.jsonplaces import is_blank, parse_json
from auto_tools.install.places import GLOBAL, Spot, demand_inside, key_file, receipt_file, spot_of
from auto_tools.install.receipt import Piece, Receipt
from auto_tools.install.scripts import is_generated, is_of_checkout
from auto_tools.install.tomlmerge import drop_table, parse_toml, value_at


def drop_piece(receipt: Receipt, text: str, piece: Piece, spot: Spot) -> str:
    """Return a text without what is ours in it: by the inserted text, else by its form."""
    stored = receipt.find(piece.file, piece.what, piece.scope)
    exact = without_piece(text, stored.text) if stored else None
    by_form = _drop_by_form(text, piece, spot)
    if exact is None or _means_the_same(exact, by_form, piece):
        return by_form if exact is None else exact
    try:
        rest = _drop_by_form(exact, piece, spot)  # what the client wrote below our entry since
    except UserError:
        return by_form
    return rest if _means_the_same(rest, by_form, piece) else by_form


def _drop_by_form(text: str, piece: Piece, spot: Spot) -> str:
    if piece.what == "hook":
        return strip_hook(text, spot.script, piece.file)
    if spot.client == "codex":
        return drop_table(text, spot.server_keys, piece.file)
    text = drop_member(text, spot.server_keys)
    return drop_member(text, spot.server_keys[:-1], only_empty=True)


def _means_the_same(exact: str, by_form: str, piece: Piece) -> bool:
    """Compare two ways to take a piece out; lists and objects that were empty before may differ."""
    read = parse_toml if piece.file.endswith(".toml") else parse_json
    try:
        both = [_bare({} if is_blank(text) else read(text, "")) for text in (exact, by_form)]
        return repr(both[0]) == repr(both[1])  # by spelling, because nan is never equal to itself
    except UserError:
        return False


def _bare(value: object) -> object:
    """Return a value without what is empty in its objects."""
    if isinstance(value, dict):
        inner = {key: _bare(one) for key, one in value.items()}
        return {key: one for key, one in inner.items() if one not in ({}, [])}
    return [_bare(one) for one in value] if isinstance(value, list) else value


def take_client(drafts: Drafts, receipt: Receipt, notes: list[str], spot: Spot) -> None:
    """Plan the removal of what registers the hook with one client at one scope."""
    demand_inside(spot)
    sweep_parts(drafts, receipt, spot)
    if spot.trust_file:
        _take_trust(drafts, receipt, notes, spot)
    _take_text(drafts, receipt, notes, Piece(spot.hooks_file, "hook", spot.client, spot.scope), spot)
    if _has_our_server(drafts, receipt, spot):
        _take_text(drafts, receipt, notes, Piece(spot.server_file, "server", spot.client, spot.scope), spot)
    for path in _wrappers(receipt, spot):
        if is_generated(drafts.before(path)) and not os.access(os.path.dirname(path), os.W_OK):
            notes.append(
                f"{path} stays, because its folder cannot be written to; run sudo rm {shlex.quote(path)}"
            )
            receipt.take(path, "wrapper", spot.scope)
            continue
        _take_file(drafts, receipt, notes, Piece(path, "wrapper", spot.client, spot.scope))


def sweep_parts(drafts: Drafts, receipt: Receipt, spot: Spot) -> None:
    """Plan the removal of what a killed installer left; in a project only where we were at work."""
    if spot.scope != GLOBAL and all(one.scope != spot.scope for one in receipt.pieces):
        return
    named = (spot.hooks_file, spot.script, spot.server_file, spot.trust_file, spot.wrapper)
    backups = [known["backup"] for known in receipt.files.values()]
    for path in dict.fromkeys((*named, *receipt.files, *backups, key_file(), receipt_file())):
        if path:
            drafts.sweep(path)


def take_gone_projects(drafts: Drafts, receipt: Receipt, notes: list[str]) -> None:
    """Strike out projects whose folder is gone, and take out what the user's own files still say of them."""
    for scope in sorted({one.scope for one in receipt.pieces} - {GLOBAL}):
        if os.path.isdir(scope):
            continue
        notes.append(f"{scope} is gone; what was installed there is struck out")
        for piece in [one for one in receipt.pieces if one.scope == scope]:
            try:
                drafts.attempt(lambda piece=piece: _take_rest(drafts, receipt, notes, piece))  # type: ignore[misc]
            except UserError as error:
                notes.append(f"{piece.file} still names {scope}: {error}")
            receipt.take(piece.file, piece.what, piece.scope)
            if piece.file.startswith(scope + os.sep):
                receipt.files.pop(piece.file, None)


def _take_rest(drafts: Drafts, receipt: Receipt, notes: list[str], piece: Piece) -> None:
    """Take what was put into one of the user's own files for a project that is gone."""
    spot = spot_of(piece.client, piece.scope, os.environ)
    if piece.what == "trust":
        _take_trust(drafts, receipt, notes, spot)
    elif piece.what == "server" and spot.client == "claude":
        _take_text(drafts, receipt, notes, piece, spot)


def _wrappers(receipt: Receipt, spot: Spot) -> list[str]:
    """Return where `codex-auto` was put, whatever prefix was given then; never that of a checkout."""
    known = [one.file for one in receipt.pieces if (one.what, one.scope) == ("wrapper", spot.scope)]
    by_form = [spot.wrapper] if spot.scope == GLOBAL else []  # a repository may bring one of its own
    paths = dict.fromkeys([*known, *by_form] if spot.client == "codex" else ())
    return [path for path in paths if not is_of_checkout(path)]


def take_script(drafts: Drafts, receipt: Receipt, notes: list[str], spot: Spot) -> None:
    """Plan the removal of a client's script, unless another scope still registers it."""
    elsewhere = [one for one in receipt.pieces if one.client == spot.client and one.what == "hook"]
    if elsewhere:
        scopes = ", ".join(one.scope for one in elsewhere)
        notes.append(f"{spot.script} stays, because the hook is still registered: {scopes}")
        return
    _take_file(drafts, receipt, notes, Piece(spot.script, "script", spot.client, GLOBAL))


def take_key(drafts: Drafts, receipt: Receipt) -> None:
    """Plan the removal of the fence's key once nothing else is left."""
    if all(one.what == "key" for one in receipt.pieces):
        drafts.remove(key_file())
        receipt.files.pop(key_file(), None)
        receipt.take(key_file(), "key", GLOBAL)


def _take_text(drafts: Drafts, receipt: Receipt, notes: list[str], piece: Piece, spot: Spot) -> None:
    text = drafts.read(piece.file)
    if text is not None and not is_blank(text):
        if not piece.file.endswith(".toml"):
            parse_json(text, piece.file)
        rest = drop_piece(receipt, text, piece, spot)
        if rest != text:
            drafts.write(piece.file, rest)
    receipt.take(piece.file, piece.what, piece.scope)
    _settle(drafts, receipt, notes, piece.file)


def _settle(drafts: Drafts, receipt: Receipt, notes: list[str], path: str) -> None:
    """Remove a file we made once nothing is in it, and the backup once the file is as it was."""
    if any(one.file == path for one in receipt.pieces) or path not in receipt.files:
        return
    known = receipt.files.pop(path)
    text = drafts.read(path)
    if text is None:
        text = ""
    elif not known["existed"] and (is_blank(text) or text.strip() == "{}"):
        drafts.remove(path)
    backup = known["backup"]
    stored = drafts.before_own(backup) if backup else None
    if stored == text.encode("utf-8"):
        drafts.remove(backup)
    elif stored is not None:
        notes.append(f"{path} was changed since the installation; its copy from before stays in {backup}")


def _take_file(drafts: Drafts, receipt: Receipt, notes: list[str], piece: Piece) -> None:
    """Remove a file of ours; what was there before comes back."""
    before = drafts.before_own(piece.file)
    known = receipt.files.pop(piece.file, {"existed": False, "backup": ""})
    receipt.take(piece.file, piece.what, piece.scope)
    if before is None:
        return
    if not is_generated(before):
        if known["backup"] and drafts.before_own(known["backup"]) == before:
            drafts.remove(known["backup"])  # an uninstaller was killed after it gave the file back
        elif known["backup"]:
            notes.append(f"{piece.file} is no longer what was installed; it was left as it is")
        return
    stored = drafts.before_own(known["backup"]) if known["backup"] else None
    if stored is None:
        drafts.remove(piece.file)
        return
    drafts.restore(piece.file, known["backup"])


def _has_our_server(drafts: Drafts, receipt: Receipt, spot: Spot) -> bool:
    """Tell whether the server of our name is ours: by the receipt, else by its command."""
    if receipt.find(spot.server_file, "server", spot.scope):
        return True
    text = drafts.read(spot.server_file)
    if text is None or is_blank(text):
        return False
    read = parse_toml if spot.client == "codex" else parse_json
    there = value_at(read(text, spot.server_file), spot.server_keys)
    command = there.get("command") if isinstance(there, dict) else None
    return isinstance(command, str) and os.path.basename(command) == "auto-tools"


def _take_trust(drafts: Drafts, receipt: Receipt, notes: list[str], spot: Spot) -> None:
    """Take out the trust in our hook, whoever wrote it, and say whose trust Codex will ask for again."""
    there = find_in_json(drafts.read(spot.hooks_file), spot.hooks_file)
    ours = [one for one in there if is_same_file(one.program, spot.script)]
    stored = receipt.find(spot.trust_file, "trust", spot.scope)
    hashes = {
        trust_hash(one) for one in (entry_of(spot.script)["hooks"][0], *(one.definition for one in ours))
    }
    for keys in dict.fromkeys((*map(trust_keys, ours), *_stored_keys(stored))):
        _drop_trust(drafts, stored, notes, spot, keys, hashes)
    for one in ours:
        groups = parse_json(drafts.read(spot.hooks_file) or "", spot.hooks_file)["hooks"]["UserPromptSubmit"]
        if len(groups) > one.group + 1:
            notes.append(
                f"{spot.hooks_file}: hooks behind ours move up by one; Codex will ask about them again"
            )
    receipt.take(spot.trust_file, "trust", spot.scope)
    _settle(drafts, receipt, notes, spot.trust_file)


def _stored_keys(stored: Piece | None) -> list[tuple[str, ...]]:
    """Return the path of the table that the receipt remembers."""
    tables = value_at(parse_toml(stored.text, stored.file), ("hooks", "state")) if stored else {}
    return [("hooks", "state", name) for name in tables or ()]


def _drop_trust(
    drafts: Drafts,
    stored: Piece | None,
    notes: list[str],
    spot: Spot,
    keys: tuple[str, ...],
    hashes: Collection[str],
) -> None:
    text = drafts.read(spot.trust_file)
    there = value_at(parse_toml(text or "", spot.trust_file), keys)
    if text is None or not isinstance(there, dict) or there.get("trusted_hash") not in hashes:
        return
    exact = without_piece(text, stored.text) if stored else None
    try:
        by_form = drop_table(text, keys, spot.trust_file)
    except UserError as error:
        notes.append(f"{error.message}: it trusts a hook that is gone and may stay")
        return
    is_exact = exact is not None and parse_toml(exact, spot.trust_file) == parse_toml(
        by_form, spot.trust_file
    )
    drafts.write(spot.trust_file, exact if exact is not None and is_exact else by_form)
