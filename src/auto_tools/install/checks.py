"""Whether an installation works, check by check, each trouble with the command that mends it."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import time
from collections.abc import Mapping
from typing import Any, NamedTuple

from auto_tools.install.drafts import Drafts
from auto_tools.install.hookentries import Registration, is_same_file, is_sound
from auto_tools.install.places import GLOBAL, PRODUCT, Spot, spot_of
from auto_tools.install.plugin import HOOK, plugin_hook, uninstall_plugin
from auto_tools.install.scripts import MARK, hook_script
from auto_tools.install.survey import MANAGED, TRUST_IT, Survey, survey_client, trust_problem

OK, NOTE, BROKEN = "ok", "note", "broken"
WAIT_S = 25
SAMPLE = "where is the entry point of this program and how does it start?"


class Check(NamedTuple):
    """One thing that was looked at."""

    subject: str
    """A client, or what else it is about."""
    name: str
    """What was looked at."""
    state: str
    """`ok`, `note` or `broken`."""
    said: str
    """What was found."""
    mend: str = ""
    """The command that mends it."""


def command(words: str) -> str:
    """Return a command of ours as it can be pasted anywhere."""
    path = os.path.join(PRODUCT, "bin", "auto-tools")
    return f"{shlex.quote(path)} {words}"


def check_client(
    client: str, root: str, env: Mapping[str, str], *, is_asked: bool, for_real: bool
) -> list[Check]:
    """Check everything about one client; that it is not installed is trouble only when it was asked for."""
    survey = survey_client(client, root, env)
    problems = [Check(client, "settings", BROKEN, text) for text in survey.problems]
    if not survey.found and not survey.plugins:
        state = BROKEN if is_asked else NOTE
        mend = command(f"install {client} --yes")
        return [*problems, Check(client, "registered", state, "the hook is not registered", mend)]
    spot = spot_of(client, GLOBAL, env)
    checks = [*problems, _check_registered(client, survey), *_check_double(client, survey, spot)]
    checks += [_check_definition(one, spot, root, env) for one in survey.found if _is_damaged(one, spot)]
    for one in _distinct(survey):
        script = check_script(one, spot)
        checks.append(script)
        if client == "codex" and is_same_file(one.program, spot.script):
            checks.append(_check_trust(one, survey, spot, root))
        if is_same_file(one.program, spot.script) and os.access(spot.script, os.X_OK):
            checks.append(check_answer(client, spot.script, root, env, for_real=for_real))
    plugins = {name: path for path, name in survey.plugins.items()}
    for name, path in plugins.items():
        checks.append(_check_plugin(name, path, spot, root, env, for_real=for_real))
    return checks


def _is_damaged(one: Registration, spot: Spot) -> bool:
    return is_same_file(one.program, spot.script) and not is_sound(one)


def _check_definition(one: Registration, spot: Spot, root: str, env: Mapping[str, str]) -> Check:
    """Say that a registration cannot work as it is written, and what puts it right."""
    said = f"{one.file}:{one.line} is not the entry that was installed and cannot work: {one.command}"
    again = _install_again(one, spot)
    is_mended = one.file in (spot.hooks_file, spot_of(spot.client, root, env).hooks_file)
    mend = again if is_mended else f"{_remove_entry(one)}, then run {again}"
    return Check(spot.client, "definition", BROKEN, said, mend)


def _is_ours(script: str) -> bool:
    return Drafts().before(script) == Drafts().before(os.path.join(PRODUCT, "plugin", HOOK))


def _check_plugin(
    name: str, path: str, spot: Spot, root: str, env: Mapping[str, str], *, for_real: bool
) -> Check:
    script = plugin_hook(name, os.path.dirname(spot.hooks_file))
    if not script:
        again = uninstall_plugin(name, path)
        again += f" && claude plugin install {name}" if again.endswith(name) else ""
        return Check("claude", "plugin", BROKEN, f"the folder of {name} is missing", again)
    if not _is_ours(script):
        return Check("claude", "plugin", NOTE, f"{script} is not of this version and was not run")
    return check_answer("claude", script, root, env, for_real=for_real)


def _is_of_user(one: Registration, spot: Spot) -> bool:
    return one.file in (spot.hooks_file, spot.server_file, MANAGED)


def _install_again(one: Registration, spot: Spot, flags: str = "") -> str:
    """Return the command that renews a registration where it is."""
    scope = "" if _is_of_user(one, spot) else " --project"
    return command(f"install {spot.client}{scope}{flags} --yes")


def _distinct(survey: Survey) -> list[Registration]:
    return list({one.command: one for one in reversed(survey.found)}.values())[::-1]


def _check_registered(client: str, survey: Survey) -> Check:
    places = [f"{one.file}:{one.line}" if one.line else one.file for one in survey.found]
    places += [f"plugin {name} ({path})" for path, name in survey.plugins.items()]
    return Check(client, "registered", OK, ", ".join(places))


def _check_double(client: str, survey: Survey, spot: Spot) -> list[Check]:
    """Find a hook that would answer each prompt twice; Claude Code runs equal commands once."""
    commands = {one.command for one in survey.found}
    ways = len(commands) if client == "claude" else len(survey.found)
    if survey.plugins and survey.found:
        path, plugin = next(iter(survey.plugins.items()))
        said = f"registered in settings and by the plugin {plugin}: each prompt is answered twice"
        return [Check(client, "once", BROKEN, said, uninstall_plugin(plugin, path))]
    if ways > 1:
        said = f"registered {ways} times: each prompt is answered as often"
        return [Check(client, "once", BROKEN, said, _mend_double(survey, spot))]
    if len(survey.found) > 1:
        return [Check(client, "once", NOTE, "registered twice with one command, which Claude Code runs once")]
    return [Check(client, "once", OK, "registered once")]


def _mend_double(survey: Survey, spot: Spot) -> str:
    foreign = [one for one in survey.found if not is_same_file(one.program, spot.script)]
    of_user = [one for one in survey.found if _is_of_user(one, spot)]
    if not foreign and len(of_user) == 1:
        return command(f"uninstall {spot.client} --project --yes")
    return _remove_entry((foreign or survey.found)[-1])


def _remove_entry(one: Registration) -> str:
    return f"remove the entry in {one.file}" + (f" line {one.line}" if one.line else "")


def check_script(one: Registration, spot: Spot) -> Check:
    """Look at the script that is registered: there, executable, of this version."""
    content = Drafts().before(one.program)
    is_own = is_same_file(one.program, spot.script)
    subject, name = spot.client, "script"
    mend = _install_again(one, spot) if is_own else _remove_entry(one)
    if content is None:
        return Check(subject, name, BROKEN, f"{one.program} is missing", mend)
    if not os.access(one.program, os.X_OK):
        return Check(subject, name, BROKEN, f"{one.program} is not executable", mend)
    if not is_own:
        return Check(subject, name, NOTE, f"{one.program} is not the script that is installed for you", mend)
    if content.decode("utf-8", "replace") != hook_script(spot.client):
        return Check(subject, name, BROKEN, f"{one.program} is of {_version_of(content)}", mend)
    return Check(subject, name, OK, f"{one.program} is executable and of this version")


def _version_of(content: bytes) -> str:
    line = next(
        (line for line in content.decode("utf-8", "replace").split("\n") if line.startswith(MARK)), MARK
    )
    version = line.removeprefix(MARK).partition(":")[0] or "unknown"
    return f"version {version}, written for another place or by an older installer"


def _check_trust(one: Registration, survey: Survey, spot: Spot, root: str) -> Check:
    problem, mend = trust_problem(one, survey, "" if _is_of_user(one, spot) else root)
    if not problem:
        return Check("codex", "trusted", OK, "the hash in config.toml fits the hook")
    if mend == TRUST_IT:
        mend = f"{mend}, or run {_install_again(one, spot, ' --trust-hook')}"
    return Check("codex", "trusted", BROKEN, problem, mend)


def check_answer(client: str, script: str, root: str, env: Mapping[str, str], *, for_real: bool) -> Check:
    """Run a script of the user's own once, as the client would: for real, or as a plan that runs nothing.

    Never a command that settings of a repository name.
    """
    mode = {} if for_real else {"CI_AUTO_TOOLS_MODE": "plan"}
    turn = {"turn_id": "verify"} if client == "codex" else {}
    payload = {"prompt": SAMPLE, "cwd": root, "hook_event_name": "UserPromptSubmit", **turn}
    started = time.monotonic()
    try:
        ended = subprocess.run(
            [script],
            input=json.dumps(payload), env={**env, **mode}, cwd=root, capture_output=True, text=True,
            timeout=WAIT_S, check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        return Check(client, "answers", BROKEN, f"it did not answer: {error}", command("doctor"))
    elapsed = int((time.monotonic() - started) * 1000)
    return _judge_answer(client, ended.returncode, ended.stdout, elapsed)


def _judge_answer(client: str, code: int, stdout: str, elapsed: int) -> Check:
    try:
        answer: Any = json.loads(stdout)
    except ValueError:
        answer = None
    if code or not isinstance(answer, dict):
        said = f"exit code {code}, and what it said is {'JSON' if answer else 'no JSON object'}"
        return Check(client, "answers", BROKEN, said, command(f"install {client} --yes"))
    context = answer.get("hookSpecificOutput", {}).get("additionalContext", "")
    words = " / ".join(str(answer.get("systemMessage", "")).splitlines())
    if context:
        return Check(client, "answers", OK, f"{len(context)} characters of context in {elapsed} ms: {words}")
    if "orchestrator unavailable" in words:
        return Check(client, "answers", BROKEN, words, _mend_kernel(client))
    return Check(
        client,
        "answers",
        NOTE,
        f"no context in {elapsed} ms: {words or 'switched off?'}",
        command("settings"),
    )


def _mend_kernel(client: str) -> str:
    """Return what brings the kernel back: its file may be there and only lack its permission."""
    kernel = os.path.join(PRODUCT, "hooks", "auto-tool-orchestrator.sh")
    if os.path.isfile(kernel) and not os.access(kernel, os.X_OK):
        return f"chmod +x {shlex.quote(kernel)}"
    other = os.environ.get("CI_AUTO_TOOLS_ORCHESTRATOR_PATH", "")
    return "unset CI_AUTO_TOOLS_ORCHESTRATOR_PATH" if other else command(f"install {client} --yes")
