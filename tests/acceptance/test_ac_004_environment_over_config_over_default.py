"""AC-004: environment > repository config > user config > default; a wrong config is said, never obeyed."""

from __future__ import annotations

import pytest

from acceptance.product import CODE_PROMPT, SMALL_TALK, Client, args_of, limits, planned, says

PLAN = {"CI_AUTO_TOOLS_DRY_RUN": "1"}
OPTIONS = [
    ("CI_AUTO_TOOLS_BUDGET_WALL_MS", "wall_ms", 5000),
    ("CI_AUTO_TOOLS_MAX_CONCURRENCY", "max_concurrency", 3),
    ("CI_AUTO_TOOLS_MAX_INJECTED_CHARS", "max_injected_chars", 9500),
]
USER, REPO, ENV = 1, 2, 4
VALUES = {"wall_ms": (1100, 1200, 1300), "max_concurrency": (4, 5, 6), "max_injected_chars": (810, 820, 830)}


@pytest.mark.parametrize("layers", range(8))
@pytest.mark.parametrize(("variable", "key", "default"), OPTIONS)
def test_nearer_layer_wins(client: Client, variable: str, key: str, default: int, layers: int) -> None:
    user, repo, env = VALUES[key]
    expected, extra = default, {}
    if layers & USER:
        client.user_config(f"budget:\n  {key}: {user}\n")
        expected = user
    if layers & REPO:
        client.config(f"budget:\n  {key}: {repo}\n")
        expected = repo
    if layers & ENV:
        extra = {variable: str(env)}
        expected = env
    assert client.ask(env={**PLAN, **extra}).envelope["tool_plan"]["budget"][key] == expected


def test_keys_of_different_layers_are_merged(client: Client) -> None:
    client.user_config("budget: {wall_ms: 1100}\n")
    client.config("budget: {max_concurrency: 5}\n")
    budget = client.ask(env={**PLAN, "CI_AUTO_TOOLS_MAX_INJECTED_CHARS": "900"}).envelope["tool_plan"][
        "budget"
    ]
    assert budget == {"wall_ms": 1100, "max_concurrency": 5, "max_injected_chars": 900}


@pytest.mark.parametrize(
    ("env", "ours", "user", "plans"),
    [
        (None, None, None, True),
        (None, None, "off", False),
        (None, "auto", "off", True),
        (None, "off", "on", False),
        ("on", "off", "off", True),
        ("off", "on", "on", False),
        ("auto", "off", None, True),
    ],
)
def test_switch_follows_the_same_order(
    client: Client, env: str | None, ours: str | None, user: str | None, plans: bool
) -> None:
    if user:
        client.user_config(f"enabled: {user}\n")
    if ours:
        client.config(f"enabled: {ours}\n")
    answer = client.ask(env={**PLAN, **({"CI_AUTO_TOOLS": env} if env else {})})
    assert bool(planned(answer.envelope)) is plans
    assert answer.code == 0


def test_mode_of_environment_wins_over_config(served: Client) -> None:
    served.config("mode: plan\n")
    served.ask(env={"CI_AUTO_TOOLS_MODE": "run"})
    assert "ci_search" in served.calls


def test_tier_of_environment_wins_over_config(client: Client) -> None:
    client.config("tier_max: 0\n")
    below = client.ask(env=PLAN).envelope
    above = client.ask(env={**PLAN, "CI_AUTO_TOOLS_TIER_MAX": "1"}).envelope
    assert below["tool_plan"]["tier_max"] == 0
    assert planned(below) == ["ci_index_status"]
    assert above["tool_plan"]["tier_max"] == 1
    assert "ci_search" in planned(above)


def test_tool_argument_of_environment_wins_over_config(client: Client) -> None:
    client.config("tools:\n  ci_search:\n    args: {limit: 4}\n")
    assert args_of(client.ask(env=PLAN).envelope, "ci_search")["limit"] == 4
    env = {**PLAN, "CI_AUTO_TOOLS_CI_SEARCH_LIMIT": "3"}
    assert args_of(client.ask(env=env).envelope, "ci_search")["limit"] == 3


def test_tool_timeout_is_read_from_config(client: Client) -> None:
    client.config("tools:\n  ci_search:\n    timeout_ms: 700\n")
    tools = client.ask(env=PLAN).envelope["tool_plan"]["tools"]
    assert [call["timeout_ms"] for call in tools if call["tool"] == "ci_search"] == [700]


def test_defaults_are_those_of_the_contract(client: Client) -> None:
    plan = client.ask(env=PLAN).envelope["tool_plan"]
    assert plan["budget"] == {"wall_ms": 5000, "max_concurrency": 3, "max_injected_chars": 9500}
    assert plan["tier_max"] == 1
    assert {call["tool"]: (call["tier"], call["timeout_ms"]) for call in plan["tools"]} == {
        "ci_index_status": (0, 500),
        "ci_search": (1, 2000),
        "ci_graph_rag": (1, 3500),
    }


def test_shipped_config_says_the_defaults(client: Client) -> None:
    bare = client.ask(env=PLAN).envelope
    client.config((client.product / "config" / "auto-tools.yaml").read_text("utf-8"))
    answer = client.ask(env=PLAN)
    assert answer.code == 0
    assert answer.envelope["tool_plan"] == bare["tool_plan"]
    assert limits(answer.envelope) == limits(bare)


CEILINGS = [
    ("CI_AUTO_TOOLS_BUDGET_WALL_MS", "wall_ms", 60000, 15000),
    ("CI_AUTO_TOOLS_MAX_CONCURRENCY", "max_concurrency", 64, 16),
    ("CI_AUTO_TOOLS_MAX_INJECTED_CHARS", "max_injected_chars", 20000, 9500),
]


@pytest.mark.parametrize("layer", ["env", "repo", "user"])
@pytest.mark.parametrize(("variable", "key", "asked", "given"), CEILINGS)
def test_ceiling_is_kept_and_said(
    client: Client, variable: str, key: str, asked: int, given: int, layer: str
) -> None:
    env = dict(PLAN)
    if layer == "env":
        env[variable] = str(asked)
    elif layer == "repo":
        client.config(f"budget: {{{key}: {asked}}}\n")
    else:
        client.user_config(f"budget: {{{key}: {asked}}}\n")
    answer = client.ask(env=env)
    assert answer.envelope["tool_plan"]["budget"][key] == given
    assert says(answer.envelope, str(given)), limits(answer.envelope)
    assert answer.code == 0


WRONG = [
    ("unknown key", "enabled: auto\ncolour: red\n", "colour", 2),
    ("unknown nested key", "budget:\n  wall_ms: 900\n  walls: 3\n", "walls", 3),
    ("unknown tool key", "tools:\n  ci_search:\n    speed: 3\n", "speed", 3),
    ("word for a number", "mode: run\nbudget:\n  wall_ms: soon\n", "wall_ms", 3),
    ("list for a mapping", "budget: [1, 2]\n", "budget", 1),
    ("number for a word", "# c\nmode: 7\n", "mode", 2),
    ("word out of the list", "enabled: sometimes\n", "enabled", 1),
    ("word for a list", "exclude: all\n", "exclude", 1),
    ("mapping for a number", "tier_max: {a: 1}\n", "tier_max", 1),
]


@pytest.mark.parametrize(
    ("text", "key", "line"), [case[1:] for case in WRONG], ids=[case[0] for case in WRONG]
)
def test_wrong_config_is_said_with_key_and_line(client: Client, text: str, key: str, line: int) -> None:
    client.config(text)
    answer = client.ask(env=PLAN)
    told = [limit for limit in limits(answer.envelope) if key in limit]
    assert answer.code == 20
    assert any(f"line {line}" in limit or f":{line}" in limit for limit in told), limits(answer.envelope)


@pytest.mark.parametrize(
    ("text", "key", "expectation"),
    [
        ("mode: fast\n", "mode", ("run", "plan")),
        ("enabled: 3\n", "enabled", ("auto", "on", "off")),
        ("budget: {wall_ms: soon}\n", "wall_ms", ("number",)),
        ("show: loud\n", "show", ("full", "short", "off")),
    ],
)
def test_wrong_config_is_said_with_what_was_expected(
    client: Client, text: str, key: str, expectation: tuple[str, ...]
) -> None:
    client.config(text)
    envelope = client.ask(env=PLAN).envelope
    assert says(envelope, key, *expectation), limits(envelope)


@pytest.mark.parametrize(
    "text",
    ["budget: [1,\n", "a: b: c\n", "\t- x\n", "enabled: &a auto\nmode: *a\n", "- a\n- b\n", "just words\n"],
)
def test_text_that_is_no_config_exits_20_and_names_the_file(client: Client, text: str) -> None:
    client.config(text)
    answer = client.ask(env=PLAN)
    assert answer.code == 20
    assert says(answer.envelope, "config/auto-tools.yaml"), limits(answer.envelope)


def test_invalid_yaml_is_said_with_its_line(client: Client) -> None:
    client.config("enabled: auto\nmode: run\nbudget: [1,\n")
    envelope = client.ask(env=PLAN).envelope
    assert says(envelope, "line 3") or says(envelope, "line 4") or says(envelope, ":3"), limits(envelope)


def test_defaults_are_used_where_the_config_is_wrong(served: Client) -> None:
    served.config("budget:\n  wall_ms: soon\nmode: slow\n")
    answer = served.ask()
    assert answer.envelope["tool_plan"]["budget"]["wall_ms"] == 5000
    assert "ci_search" in served.calls
    assert answer.code == 20


def test_wrong_config_exits_20_as_text_too(client: Client) -> None:
    client.config("colour: red\n")
    answer = client.hook(CODE_PROMPT, "--format", "text", env=PLAN)
    assert answer.code == 20
    assert "colour" in answer.text


def test_wrong_config_never_costs_the_hook_its_prompt(served: Client) -> None:
    served.config("colour: red\n")
    reply = served.hook().reply
    assert "summary of ci_search" in reply["hookSpecificOutput"]["additionalContext"]
    assert "colour" in reply["systemMessage"]


def test_wrong_user_config_is_said_too(client: Client) -> None:
    client.user_config("colour: red\n")
    answer = client.ask(env=PLAN)
    assert answer.code == 20
    assert says(answer.envelope, "colour")


@pytest.mark.parametrize(
    "key", ["auto_tools", "auto-tools", "tier_max", "CI_AUTO_TOOLS", "CI_AUTO_TOOLS_MODE"]
)
def test_settings_in_the_neighbours_config_are_refused(client: Client, key: str) -> None:
    (client.repo / ".devbooks").mkdir()
    (client.repo / ".devbooks" / "config.yaml").write_text(f"other: 1\n{key}: 2\n")
    answer = client.ask(env=PLAN)
    text = "auto-tools settings in .devbooks/config.yaml ignored; move them to config/auto-tools.yaml"
    assert text in limits(answer.envelope)
    assert answer.envelope["tool_plan"]["tier_max"] == 1


def test_neighbours_config_without_our_keys_is_none_of_our_business(client: Client) -> None:
    (client.repo / ".devbooks").mkdir()
    (client.repo / ".devbooks" / "config.yaml").write_text("other: 1\nnested:\n  auto_tools: 1\n")
    assert not says(client.ask(env=PLAN).envelope, ".devbooks")


def test_exclude_leaves_paths_out_of_the_answer(served: Client) -> None:
    served.config('exclude: ["src/store*"]\n')
    served.find(
        "ci_search",
        {"path": "src/auth.py", "title": "kept", "summary": "kept finding"},
        {"path": "src/store.py", "title": "gone", "summary": "gone finding"},
    )
    text = served.hook().text
    assert "kept finding" in text
    assert "gone finding" not in text


def test_settings_do_not_matter_for_small_talk(client: Client) -> None:
    client.config("budget: {wall_ms: 1200}\n")
    assert planned(client.ask(SMALL_TALK).envelope) == []
