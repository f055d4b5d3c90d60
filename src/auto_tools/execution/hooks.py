"""The user's before/after rules for tool calls: where they are, which apply, how one is run.

Files keep the known format. A repository's own rules are read only when the user trusts them.
What the outcome of a hook means for a call is decided in `lifecycle.py`.
"""

from __future__ import annotations

import os

from auto_tools import jsontext
from auto_tools.contract import EXIT_CONFIG, Limit
from auto_tools.execution.command import NOT_STARTED, TIMED_OUT, run_command
from auto_tools.record import Record
from auto_tools.safety.files import read_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Literal

    Event = Literal["beforeToolCall", "afterToolCall"]

BEFORE: Event = "beforeToolCall"
AFTER: Event = "afterToolCall"
REPO_FOLDERS = (".auto-tools/hooks", ".snow/hooks")
USER_FOLDERS = (".config/auto-tools/hooks", ".snow/hooks")
DEFAULT_TIMEOUT_MS = 5_000
LONGEST_TIMEOUT_MS = 600_000
MAX_FILE = 65_536
STDERR_SHOWN = 500


class Hook(Record):
    """One command of a rule."""

    command: str
    """Shell command; gets JSON on stdin."""
    timeout_ms: int = DEFAULT_TIMEOUT_MS
    """Its own time limit."""


class Rule(Record):
    """Commands that run for the tools a matcher names."""

    matcher: str
    """Names with `*`, separated by commas; empty for every tool."""
    hooks: tuple[Hook, ...]
    """Commands in order."""


class HookRules(Record):
    """The rules in force for one run."""

    before: tuple[Rule, ...] = ()
    """Rules of `beforeToolCall.json`."""
    after: tuple[Rule, ...] = ()
    """Rules of `afterToolCall.json`."""
    limits: tuple[Limit, ...] = ()
    """Files that were ignored or could not be read."""

    def matching(self, event: Event, tool: str) -> tuple[Hook, ...]:
        """List the commands for one tool in the order they run."""
        rules = self.before if event == BEFORE else self.after
        return tuple(hook for rule in rules if matches(rule.matcher, tool) for hook in rule.hooks)


class HookEnd(Record):
    """How one hook command ended."""

    code: int
    """0 go on, 1 warning, anything else failure."""
    stdout: str
    """Its answer, if it gives one."""
    stderr: str
    """Its complaint."""


def load_hook_rules(root: str, home: str) -> HookRules:
    """Read the rules of the repository where trusted, else the user's own."""
    limits: list[Limit] = []
    found = _read_project_rules(root, limits)
    for event in (BEFORE, AFTER):
        found[event] = found.get(event) or _read_user_rules(home, event, limits)
    return HookRules(found[BEFORE], found[AFTER], tuple(dict.fromkeys(limits)))


def _existing(base: str, folders: tuple[str, ...], event: Event) -> list[str]:
    places = [f"{folder}/{event}.json" for folder in folders]
    return [place for place in places if os.path.lexists(os.path.join(base, place))]


def _read_project_rules(root: str, limits: list[Limit]) -> dict[Event, tuple[Rule, ...]]:
    """Read the repository's rules from the very bytes that were found to be trusted."""
    places = {event: _existing(root, REPO_FOLDERS, event) for event in (BEFORE, AFTER)}
    named = [place for event in places for place in places[event]]
    if not named:
        return {}
    from auto_tools.safety.trust import judge_repository

    verdict = judge_repository(root)
    if verdict.refusal:
        text = f"{', '.join(sorted(named))} of the repository ignored; {verdict.refusal}"
        limits.append(Limit(text, "refused"))
        return {}
    found: dict[Event, tuple[Rule, ...]] = {}
    for event in places:
        texts = [(place, verdict.files[place].data) for place in places[event] if place in verdict.files]
        rules = [_rules_of(data.decode("utf-8", "replace"), place, event, limits) for place, data in texts]
        found[event] = tuple(_bind(rule, verdict.bind) for some in rules for rule in some)
    return found


def _bind(rule: Rule, bind: Callable[[str], str]) -> Rule:
    return rule.replace(hooks=tuple(hook.replace(command=bind(hook.command)) for hook in rule.hooks))


def _read_user_rules(home: str, event: Event, limits: list[Limit]) -> tuple[Rule, ...]:
    rules: list[Rule] = []
    for place in _existing(home, USER_FOLDERS, event):
        rules += _rules_of(read_text(home, place, limit=MAX_FILE), f"~/{place}", event, limits)
    return tuple(rules)


def _rules_of(text: str | None, label: str, event: Event, limits: list[Limit]) -> list[Rule]:
    try:
        if text is None:
            raise ValueError("not a readable text file of at most 64 KB")
        return _parse_rules(jsontext.loads(text), event)
    except (ValueError, RecursionError) as error:
        limits.append(Limit(f"{label}: hook file ignored: {error}", "degraded", EXIT_CONFIG, "defaults"))
        return []


def _parse_rules(data: Any, event: Event) -> list[Rule]:
    if isinstance(data, dict):
        data = data.get(event, [])
    if not isinstance(data, list):
        raise ValueError(f"expected a list of rules or an object with the key {event}")
    return [_parse_rule(rule) for rule in data]


def _parse_rule(rule: Any) -> Rule:
    hooks = rule.get("hooks", []) if isinstance(rule, dict) else None
    matcher = rule.get("matcher") or "" if isinstance(rule, dict) else None
    if not isinstance(hooks, list) or not isinstance(matcher, str):
        raise ValueError("a rule needs `hooks` as a list and `matcher` as text")
    commands = [_parse_hook(hook) for hook in hooks if _is_active(hook)]
    return Rule(matcher, tuple(commands))


def _is_active(hook: Any) -> bool:
    if not isinstance(hook, dict):
        raise ValueError("a hook must be an object")
    return hook.get("type", "command") == "command" and hook.get("enabled", True) is not False


def _parse_hook(hook: dict[str, Any]) -> Hook:
    command, timeout = hook.get("command"), hook.get("timeout", DEFAULT_TIMEOUT_MS)
    if not isinstance(command, str) or not command.strip():
        raise ValueError("a hook needs a `command`")
    if not isinstance(timeout, int | float) or isinstance(timeout, bool) or timeout <= 0:
        raise ValueError("`timeout` must be milliseconds above 0")
    return Hook(command, int(min(timeout, LONGEST_TIMEOUT_MS)))


def matches(matcher: str, tool: str) -> bool:
    """Tell whether a comma list of names with `*` wildcards covers a tool."""
    names = [name.strip() for name in matcher.split(",") if name.strip()]
    return not names or any(_matches_one(name, tool) for name in names)


def _matches_one(pattern: str, tool: str) -> bool:
    head, *middle = pattern.split("*")
    if not middle:
        return pattern == tool
    if not tool.startswith(head):
        return False
    at = len(head)
    for part in middle[:-1]:
        found = tool.find(part, at)
        if found < 0:
            return False
        at = found + len(part)
    return len(tool) - len(middle[-1]) >= at and tool.endswith(middle[-1])


def run_hook(hook: Hook, payload: dict[str, Any], root: str) -> HookEnd:
    """Run one hook command with the payload as JSON on its stdin."""
    end = run_command(
        ["/bin/sh", "-c", hook.command],
        jsontext.dumps(payload),
        cwd=root,
        env=os.environ,
        timeout_s=hook.timeout_ms / 1000,
    )
    stderr = end.stderr.strip()[:STDERR_SHOWN]
    if end.code == TIMED_OUT:
        stderr = f"hook timed out after {hook.timeout_ms} ms"
    elif end.code == NOT_STARTED:
        stderr = f"hook {end.stderr}"
    return HookEnd(end.code, end.stdout, stderr)
