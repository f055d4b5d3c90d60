"""The kernel: the whole flow from a request to its envelope, read from top to bottom.

The only module that names every stage. Stages that a prompt does not need are not imported:
most prompts of a day plan nothing, and their hook must not be felt.
"""

from __future__ import annotations

import os
import time

from auto_tools import PRODUCT
from auto_tools.contract import (
    EXIT_CONFIG,
    EXIT_INVALID,
    EXIT_OK,
    EXIT_TIMEOUT,
    EXIT_TOOL,
    PLAN_CREATED_AT,
    SCHEMA_VERSION,
    Caller,
    Client,
    CurrentState,
    Degraded,
    Enforcement,
    Envelope,
    ForModel,
    ForUser,
    FusedContext,
    Inputs,
    Intent,
    Limit,
    Outcome,
    Request,
    Root,
    Settings,
    Signal,
    Structured,
    TaskContext,
    ToolPlan,
    ToolResult,
    ToolSettings,
)
from auto_tools.digest import short_hash
from auto_tools.envelope.empty import INVALID, empty_outcome
from auto_tools.errors import BypassRefused, KernelOutputInvalid, RedactionFailed, RepoRootError
from auto_tools.index.root import locate_root, narrow_root
from auto_tools.intent.understand import understand
from auto_tools.plan.budget import plan_nothing
from auto_tools.record import Record
from auto_tools.settings.resolve import load_settings
from auto_tools.tools.catalog import CATALOG, DEFAULTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from auto_tools.index.facts import Facts
    from auto_tools.plan.make import Plan
    from auto_tools.settings.config import ConfigFile

PLAN_MODE = "plan mode: no tool was run"
LEGACY = "legacy mode enabled; using legacy policy"
LEGACY_END = "legacy mode is removed in version 2.0; unset CI_AUTO_TOOLS_LEGACY"


class Ground(Record):
    """What a run stands on before anything is decided."""

    request: Request
    """What was asked."""
    root: Root
    """Where."""
    settings: Settings
    """Under which rules."""
    limits: tuple[Limit, ...]
    """What was noticed on the way."""
    started: float
    """Monotonic time of the kernel's start."""


class Gathered(Record):
    """What was planned and found for a code prompt."""

    facts: Facts
    """About the repository."""
    task: TaskContext
    """About the prompt."""
    signals: tuple[Signal, ...]
    """Everything read from prompt, repository and session."""
    plan: Plan
    """What was decided."""
    results: tuple[ToolResult, ...]
    """How it ended."""
    limits: tuple[Limit, ...]
    """What must be said."""


def answer(request: Request, env: Mapping[str, str], started: float) -> Outcome:
    """Turn a request into the versioned answer; a fault becomes the empty injection."""
    try:
        if request.carries_tool_call:
            raise BypassRefused
        return _answer(request, env, started)
    except BypassRefused as error:
        return empty_outcome(request, error.message, EXIT_TOOL, env=env)
    except RepoRootError as error:
        return empty_outcome(request, str(error), EXIT_CONFIG, env=env, reason=f"E_REPO_ROOT: {error}")
    except KernelOutputInvalid as error:
        return empty_outcome(request, f"{INVALID} ({error})", EXIT_INVALID, env=env)
    except RedactionFailed as error:
        return empty_outcome(request, f"{error}; nothing injected", EXIT_TOOL, env=env)


def _answer(request: Request, env: Mapping[str, str], started: float) -> Outcome:
    ground = prepare(request, env, started)
    intent = understand(request.prompt)
    why_none = reason_to_rest(ground, intent)
    if why_none:
        return rest(ground, intent, why_none)
    gathered = gather(ground, intent)
    return conclude(ground, gathered)


def prepare(request: Request, env: Mapping[str, str], started: float) -> Ground:
    """Find the root and resolve the settings."""
    root, root_limits = _locate(request, env)
    settings = load_settings(
        env,
        config_root=root.config_root,
        tools=DEFAULTS,
        refuse=lambda config: _refuse_config(root.config_root, config),
    )
    root = narrow_root(root, settings.repo_root, settings.sources["repo_root"])
    limits = [*root_limits, *settings.limits]
    if settings.legacy:
        limits += [Limit(LEGACY, "degraded"), Limit(LEGACY_END, "degraded")]
    return Ground(request, root, settings, tuple(limits), started)


def _refuse_config(config_root: str, config: ConfigFile) -> str:
    """Say why keys that need trust are not taken from a repository's config; empty when it is trusted."""
    from auto_tools.safety.trust import judge_repository

    return judge_repository(config_root, config).refusal


def _locate(request: Request, env: Mapping[str, str]) -> tuple[Root, tuple[Limit, ...]]:
    where = env.get("WORKING_DIRECTORY", "") or request.cwd
    return locate_root(env.get("CI_AUTO_TOOLS_REPO_ROOT", "").strip(), where)


def reason_to_rest(ground: Ground, intent: Intent) -> str:
    """Say why nothing is planned; empty to go on."""
    if ground.settings.enabled == "off":
        return "switched off"
    if not ground.request.prompt.strip():
        return "the prompt is empty"
    if ground.settings.enabled == "auto" and not intent.is_code:
        return "not a question about this code"
    return ""


def rest(ground: Ground, intent: Intent, why_none: str) -> Outcome:
    """Answer a prompt that needs no tools: a normal envelope with an empty context."""
    plan = plan_nothing(ground.settings)
    limits_text = "[Limits] none"
    degraded = Degraded()
    if ground.limits:
        from auto_tools.fusion.limits import judge, limit_lines

        limits_text = "\n".join(limit_lines(ground.limits))
        degraded = judge(ground.limits)
    fused = FusedContext(
        ForModel(), ForUser(f"[Auto Tools] no tools: {why_none}", "[Results] none", limits_text)
    )
    envelope = _envelope(ground, _identity(ground, plan), intent.signals, plan, (), fused, degraded)
    return Outcome(envelope, _exit_code(ground.limits), ground.limits, ground.settings.show)


def gather(ground: Ground, intent: Intent) -> Gathered:
    """Read the repository, plan, and run what was planned."""
    from auto_tools.index.facts import read_facts
    from auto_tools.intent.read import historical_signals
    from auto_tools.intent.targets import named_errors, named_files, named_symbols
    from auto_tools.plan.make import Task, make_plan
    from auto_tools.safety.sanitise import sanitise_layer

    settings, request = ground.settings, ground.request
    facts, filtered = sanitise_layer(read_facts(ground.root.path, ground.root.git_dir))
    facts = _without_excluded(facts, settings.exclude)
    files, symbols = named_files(intent.signals), named_symbols(intent.signals)
    earlier = _earlier_names(ground, (*files, *symbols))
    state = facts.current_state
    history = historical_signals(
        state.branch,
        state.uncommitted_files,
        tuple(commit.subject for commit in state.recent_commits),
        earlier,
    )
    plan = make_plan(Task(request.prompt, intent, symbols, files), settings)
    if settings.legacy:
        plan = _legacy_plan(plan)
    results, notes = obtain_results(ground, plan)
    task = TaskContext(intent.name, files, symbols, named_errors(intent.signals), earlier)
    limits = (*ground.limits, *plan.limits, *notes, *(Limit(text, "refused") for text in filtered))
    signals = (*intent.signals, *history)
    return Gathered(facts, sanitise_layer(task)[0], signals, plan, results, limits)


def obtain_results(ground: Ground, plan: Plan) -> tuple[tuple[ToolResult, ...], tuple[Limit, ...]]:
    """Return the results: prepared ones for tests, none in plan mode, else by running the tools."""
    settings = ground.settings
    if settings.fake_results_file:
        from auto_tools.execution.fake import read_fake_results

        results = read_fake_results(settings.fake_results_file, ground.root.path, settings.exclude)
        return results, ()
    if settings.mode == "plan":
        skipped = tuple(result.replace(started_at=PLAN_CREATED_AT) for result in plan.skipped)
        return skipped, (Limit(PLAN_MODE),)
    return run_plan(ground, plan)


def run_plan(ground: Ground, plan: Plan) -> tuple[tuple[ToolResult, ...], tuple[Limit, ...]]:
    """Run the planned calls under the wall budget, which counts from the kernel's start."""
    from auto_tools.execution.hooks import load_hook_rules
    from auto_tools.execution.lifecycle import execute_tool_call
    from auto_tools.execution.schedule import run_calls, utc_now
    from auto_tools.safety.fence import store_key

    store_key()
    settings = ground.settings
    rules = load_hook_rules(ground.root.path, os.path.expanduser("~"))
    limits = rules.limits
    caller = Caller("kernel", ground.root.path, ground.request.prompt, settings.exclude, PRODUCT)
    results = run_calls(
        plan.calls,
        lambda call: execute_tool_call(
            call, caller, rules, clamps=settings.tools.get(call.tool, ToolSettings()).clamps
        ),
        max_concurrency=plan.tool_plan.budget.max_concurrency,
        deadline=ground.started + plan.tool_plan.budget.wall_ms / 1000,
    )
    refuse_unsearched(results)
    if any(CATALOG[call.tool].body and not call.runner for call in plan.calls):
        from auto_tools.index.refresh import refresh_if_needed

        said = refresh_if_needed(
            ground.root.path,
            ground.root.git_dir,
            os.environ,
            exclude=settings.exclude,
            is_behind=any(text.startswith("index is ") for one in results for text in one.warnings or ()),
        )
        limits = (*limits, Limit(said)) if said else limits
    skipped = tuple(result.replace(started_at=utc_now()) for result in plan.skipped)
    return (*results, *skipped), limits


def refuse_unsearched(results: tuple[ToolResult, ...]) -> None:
    """Raise when a call's result could not be searched for secrets: then nothing is injected."""
    mark = f"{RedactionFailed.__name__}: "
    for result in results:
        if result.error is not None and result.error.message.startswith(mark):
            raise RedactionFailed(result.error.message.removeprefix(mark))


def conclude(ground: Ground, gathered: Gathered) -> Outcome:
    """Fuse the results into one answer within the client's size."""
    from auto_tools.fusion.conflicts import mark_conflicts
    from auto_tools.fusion.context import Block, fact_lines, render_block, size_in
    from auto_tools.fusion.entries import choose_entries
    from auto_tools.fusion.items import collect_items
    from auto_tools.fusion.limits import BUDGET, judge, limits_of, mark_truncated
    from auto_tools.fusion.report import report

    plan, results, facts = gathered.plan.tool_plan, gathered.results, gathered.facts
    items, conflicts = mark_conflicts(collect_items(results, PRODUCT))
    entries, left_out = choose_entries(items)
    limits = [*gathered.limits, *limits_of(results)]
    if left_out:
        limits.append(Limit(f"results truncated: {left_out} more items", "cut"))
    rules = tuple(dict.fromkeys(rule.source.partition(":")[0] for rule in facts.constraints))
    lines = fact_lines(facts.profile, facts.current_state, rules)
    if ground.settings.mode == "plan" and plan.tools:
        lines = (*lines, "planned, not run: " + ", ".join(call.tool for call in plan.tools))
    run_id, created_at = _identity(ground, plan)
    block = Block(run_id, f"{PRODUCT}, {created_at}", lines, entries, conflicts, tuple(limits))
    size = size_in(ground.request.client)
    context, is_cut = render_block(block, plan.budget.max_injected_chars, size)
    if is_cut:
        results = mark_truncated(results)
        limits.append(Limit(BUDGET, "cut", EXIT_TIMEOUT, "truncated"))
    kept = {id(item) for entry in entries for item in entry.items}
    shown = tuple(item for item in items if id(item) in kept)
    structured = Structured(
        shown,
        conflicts,
        facts.profile,
        _with_index(facts.current_state, results),
        gathered.task,
        gathered.plan.recommended,
        facts.constraints,
    )
    why_none = "legacy mode names tools instead of running them" if ground.settings.legacy else ""
    words = report(plan, results, shown, conflicts, limits, mode=ground.settings.mode, why_none=why_none)
    fused = FusedContext(ForModel(context, structured), words)
    identity = (run_id, created_at)
    envelope = _envelope(ground, identity, gathered.signals, plan, results, fused, judge(limits))
    return Outcome(envelope, _exit_code(limits), tuple(limits), ground.settings.show)


def read_prompt_signals(
    request: Request, env: Mapping[str, str], *, place: tuple[Signal, ...], with_history: bool
) -> tuple[Signal, ...]:
    """Return the signals of a prompt and a place, without planning anything."""
    signals = (*place, *understand(request.prompt).signals)
    if with_history:
        from auto_tools.index.facts import read_state
        from auto_tools.intent.read import historical_signals
        from auto_tools.safety.sanitise import sanitise_layer

        root, _limits = _locate(request, env)
        state = sanitise_layer(read_state(root.path, root.git_dir))[0]
        subjects = tuple(commit.subject for commit in state.recent_commits)
        signals = (*signals, *historical_signals(state.branch, state.uncommitted_files, subjects))
    return signals


def _envelope(
    ground: Ground,
    identity: tuple[str, str],
    signals: tuple[Signal, ...],
    plan: ToolPlan,
    results: tuple[ToolResult, ...],
    fused: FusedContext,
    degraded: Degraded,
) -> Envelope:
    request = ground.request
    run_id, created_at = identity
    layers = fused.for_model.structured
    return Envelope(
        schema_version=SCHEMA_VERSION,
        run_id=run_id,
        created_at=created_at,
        client=Client(request.client, request.event, request.session_id),
        inputs=Inputs(request.prompt, ground.root.path, ground.root.source, signals),
        tool_plan=plan,
        tool_results=results,
        fused_context=fused,
        degraded=degraded,
        enforcement=Enforcement(source="legacy" if ground.settings.legacy else "orchestrator"),
        project_profile=layers.project_profile,
        current_state=layers.current_state,
        task_context=layers.task_context,
        recommended_tools=layers.recommended_tools,
        constraints=layers.constraints,
    )


def _identity(ground: Ground, plan: ToolPlan) -> tuple[str, str]:
    """Name the run: by content alone in plan mode, by time and content otherwise."""
    prompt, path = ground.request.prompt, ground.root.path
    if ground.settings.mode == "plan":
        return f"plan-{short_hash(prompt, path, repr(plan), length=12)}", PLAN_CREATED_AT
    begun = time.gmtime(time.time() - (time.monotonic() - ground.started))
    stamp = time.strftime("%Y%m%d-%H%M%S", begun)
    return f"{stamp}-{short_hash(prompt, path, length=6)}", time.strftime("%Y-%m-%dT%H:%M:%SZ", begun)


def _earlier_names(ground: Ground, names: tuple[str, ...]) -> tuple[str, ...]:
    """Recall what earlier prompts of the session named, and remember this one's; never in plan mode."""
    session = ground.request.session_id
    if ground.settings.mode == "plan" or not session:
        return ()
    from auto_tools.audit.session import recall_names, remember_names
    from auto_tools.safety.redact import redact

    earlier = recall_names(session, ground.root.path)
    remember_names(session, ground.root.path, tuple(redact(name, {}) for name in names), earlier)
    return tuple(name for name in earlier if name not in names)


def _without_excluded(facts: Facts, exclude: tuple[str, ...]) -> Facts:
    """Leave out of the facts what the user does not want to see in any answer."""
    if not exclude:
        return facts
    from auto_tools.safety.paths import is_excluded

    state = facts.current_state
    files = tuple(path for path in state.uncommitted_files if not is_excluded(path, exclude))
    kept = tuple(m for m in facts.profile.manifests if not is_excluded(m.path, exclude))
    return facts.replace(
        current_state=state.replace(uncommitted_files=files), profile=facts.profile.replace(manifests=kept)
    )


def _legacy_plan(plan: Plan) -> Plan:
    """The older policy recommends tools instead of running them."""
    from auto_tools.contract import RecommendedTool

    named = tuple(
        RecommendedTool(c.tool, c.tier, f"{c.reason}; not run in legacy mode") for c in plan.tool_plan.tools
    )
    return plan.replace(
        tool_plan=plan.tool_plan.replace(tools=()),
        calls=(),
        skipped=(),
        recommended=(*named, *plan.recommended),
    )


def _with_index(state: CurrentState, results: tuple[ToolResult, ...]) -> CurrentState:
    """Put the index tool's word on the index into the layer."""
    tier0 = [result for result in results if CATALOG.get(result.tool) and CATALOG[result.tool].tier == 0]
    said = next((result.summary for result in tier0 if result.status == "ok"), "unknown")
    return state.replace(index=said)


def _exit_code(limits: tuple[Limit, ...] | list[Limit]) -> int:
    return max((limit.exit_code for limit in limits), default=EXIT_OK)
