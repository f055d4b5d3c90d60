"""Installs and uninstalls: plans over all files first, then writes all of them or none."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import NamedTuple

from auto_tools.audit.codex_session import find_session, forget_session
from auto_tools.errors import UserError
from auto_tools.install.drafts import Changed, Drafts, remove_empty
from auto_tools.install.places import GLOBAL, Spot, key_file, receipt_file
from auto_tools.install.put import Wish, Work, put_client
from auto_tools.install.receipt import Receipt, lock_file, locked, read_receipt
from auto_tools.install.take import take_client, take_gone_projects, take_key, take_script
from auto_tools.userfiles import cache_path

ATTEMPTS = 5


class Step(NamedTuple):
    """One file that changes."""

    path: str
    """The file."""
    action: str
    """`make`, `change`, `restore` or `remove`."""
    text: str = ""
    """What is put into it, for a person to read."""


class Report(NamedTuple):
    """What was done, or would be."""

    steps: tuple[Step, ...]
    """The files, in order."""
    notes: tuple[str, ...]
    """What the user must know."""
    left: tuple[str, ...] = ()
    """What could not be taken out, and why."""
    is_written: bool = False
    """Whether it was done."""


def install(spots: Sequence[Spot], wish: Wish, confirm: Callable[[Report], bool]) -> Report:
    """Install for some clients; `confirm` sees the plan and may say no."""

    def plan(work: Work) -> None:
        for spot in spots:
            put_client(work, spot, wish)

    return _carry_out(plan, confirm, is_removal=False)


def uninstall(spots: Sequence[Spot], root: str, confirm: Callable[[Report], bool]) -> Report:
    """Take out what was installed for some clients, and the session file of a repository."""

    def plan(work: Work) -> None:
        take_gone_projects(work.drafts, work.receipt, work.notes)
        stuck = {spot.client for spot in spots if not _take_or_say(work, spot)}
        for spot in {spot.client: spot for spot in spots if spot.client not in stuck}.values():
            take_script(work.drafts, work.receipt, work.notes, spot)
        if not stuck:
            take_key(work.drafts, work.receipt)
        left = sorted(
            {one.scope for one in work.receipt.pieces if one.what == "hook" and one.scope != GLOBAL}
        )
        folder = os.path.dirname(cache_path(""))
        if work.receipt.is_empty() and os.path.isdir(folder):
            work.notes.append(f"the index and other things that can be made again stay in {folder}")
        work.notes.extend(f"still installed in {scope}; run auto-tools uninstall there" for scope in left)

    has_codex = any(one.client == "codex" for one in spots)
    sessions = [root] if has_codex and find_session(root) else []
    return _carry_out(plan, confirm, is_removal=True, sessions=sessions)


def _take_or_say(work: Work, spot: Spot) -> bool:
    """Take one client out of one scope, wholly; where that cannot be, say what stays and why.

    False when the hook may still be registered there, so that its script must stay.
    """

    def take() -> None:
        take_client(work.drafts, work.receipt, work.notes, spot)

    try:
        work.drafts.attempt(lambda: work.receipt.attempt(take))
    except UserError as error:
        place = "you" if spot.scope == GLOBAL else spot.scope
        work.left.append(f"{spot.client} for {place} was left as it is: {error}")
        return spot.scope != GLOBAL and all(one.scope != spot.scope for one in work.receipt.pieces)
    return True


def _carry_out(
    plan: Callable[[Work], None],
    confirm: Callable[[Report], bool],
    *,
    is_removal: bool,
    sessions: Sequence[str] = (),
) -> Report:
    """Show the plan without any lock, then make it again under the lock and write it."""
    planned = _planned(plan)
    shown = _report(planned, sessions)
    if is_removal and not shown.steps:
        shown = shown._replace(steps=_left_behind(planned.receipt))
    if not shown.steps or not confirm(shown):
        return shown
    for _attempt in range(ATTEMPTS):
        with locked() as lock:
            work = _planned(plan)
            report = _report(work, sessions)
            old_folders = list(work.receipt.folders)
            _store_receipt(work, lock.folders, is_removal=is_removal)
            if is_removal and work.receipt.is_empty():
                lock.remember(old_folders)
            try:
                work.drafts.commit()
            except Changed:
                continue
            for root in sessions:
                forget_session(root)
            if is_removal:
                remove_empty(old_folders)
            return (report if report.steps else shown)._replace(is_written=True)
    raise UserError(
        "the settings are being changed by another program", "close it, then run the command again"
    )


def _left_behind(planned: Receipt) -> tuple[Step, ...]:
    """Return what an installer that was killed left of its own: a receipt of nothing, or a lock."""
    if os.path.exists(receipt_file()):
        is_stale = planned.to_text() != read_receipt(Drafts()).to_text()
        action = "remove" if planned.is_empty() else "change"
        return (Step(receipt_file(), action),) if is_stale or planned.is_empty() else ()
    return (Step(lock_file(), "remove"),) if os.path.isfile(lock_file()) else ()


def _planned(plan: Callable[[Work], None]) -> Work:
    drafts = Drafts()
    work = Work(drafts, read_receipt(drafts), [], [])
    plan(work)
    return work


def _store_receipt(work: Work, folders: list[str], *, is_removal: bool) -> None:
    receipt: Receipt = work.receipt
    if is_removal and receipt.is_empty():
        work.drafts.remove(receipt_file())
        return
    if is_removal:
        work.drafts.write(receipt_file(), receipt.to_text(), mode=0o600)
        return
    receipt.folders = sorted({*receipt.folders, *folders, *work.drafts.folders_to_make()})
    work.drafts.write_first(receipt_file(), receipt.to_text(), mode=0o600)


def _report(work: Work, sessions: Sequence[str]) -> Report:
    steps = []
    for path, draft in work.drafts.changes():
        if path == receipt_file():
            continue
        if draft.after is None:
            steps.append(Step(path, "remove"))
        elif draft.before is None:
            text = (
                "" if path == key_file() or path.endswith(".bak") else draft.after.decode("utf-8", "replace")
            )
            steps.append(Step(path, "make", text))
        else:
            pieces = [one.text for one in work.receipt.pieces if one.file == path and one.text]
            added = [
                one for one in pieces if one.encode() in draft.after and one.encode() not in draft.before
            ]
            steps.append(Step(path, "change", "".join(added)))
    steps += [Step(find_session(root), "remove") for root in sessions]
    return Report(tuple(steps), tuple(dict.fromkeys(work.notes)), tuple(work.left))
