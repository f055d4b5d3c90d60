from __future__ import annotations

from pathlib import Path

import pytest

from auto_tools.contract import Settings, ToolDefaults
from auto_tools.settings.options import OPTIONS
from auto_tools.settings.resolve import TIER2_IGNORED, load_settings

TOOLS = {
    "ci_search": ToolDefaults(1, 2000),
    "ci_graph_rag": ToolDefaults(1, 3500),
    "ci_impact": ToolDefaults(2, 2000),
}
SHIPPED = Path(__file__).parents[2] / "config" / "auto-tools.yaml"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    return folder


def load(tmp_path: Path, config: str | None = None, user: str | None = None, **env: str) -> Settings:
    root = tmp_path / "repo"
    (root / "config").mkdir(parents=True, exist_ok=True)
    if config is not None:
        (root / "config" / "auto-tools.yaml").write_text(config, encoding="utf-8")
    if user is not None:
        folder = tmp_path / "home" / ".config" / "auto-tools"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "config.yaml").write_text(user, encoding="utf-8")
    return load_settings(env, config_root=str(root), tools=TOOLS)


def texts(settings: Settings) -> str:
    return "\n".join(limit.text for limit in settings.limits)


def exit_code(settings: Settings) -> int:
    return max((limit.exit_code for limit in settings.limits), default=0)


def test_defaults_are_those_of_the_table(tmp_path: Path, home: Path) -> None:
    settings = load(tmp_path)
    assert set(settings.sources) == {option.name for option in OPTIONS}
    assert set(settings.sources.values()) == {"default"}
    assert (settings.enabled, settings.mode, settings.tier_max, settings.wall_ms) == ("auto", "run", 1, 5000)
    assert settings.limits == ()


def test_the_shipped_config_says_the_defaults(tmp_path: Path, home: Path) -> None:
    shipped = load(tmp_path, SHIPPED.read_text(encoding="utf-8"))
    plain = load(tmp_path, "")
    assert shipped.limits == ()
    different = {
        name
        for name in Settings.__slots__
        if name not in ("sources", "max_injected_chars") and getattr(shipped, name) != getattr(plain, name)
    }
    assert different == set()


def test_env_beats_config_beats_user_config(tmp_path: Path, home: Path) -> None:
    config, user = "mode: plan\nbudget: {wall_ms: 100}\n", "mode: run\nshow: full\nbudget: {wall_ms: 200}\n"
    settings = load(tmp_path, config, user, CI_AUTO_TOOLS_BUDGET_WALL_MS="300")
    assert (settings.wall_ms, settings.sources["budget.wall_ms"]) == (300, "env")
    assert (settings.mode, settings.sources["mode"]) == ("plan", "config")
    assert (settings.show, settings.sources["show"]) == ("full", "user config")


def test_yaml_words_that_mean_booleans_are_taken_as_words(tmp_path: Path, home: Path) -> None:
    assert load(tmp_path, "enabled: off\n").enabled == "off"
    assert load(tmp_path, "enabled: on\n").enabled == "on"


@pytest.mark.parametrize(
    ("config", "key", "line"),
    [
        ("budget:\n  wall_ms: soon\n", "budget.wall_ms", 2),
        ("mode: fast\n", "mode", 1),
        ("\ncolour: red\n", "colour", 2),
        ("budget:\n  wall: 1\n", "budget.wall", 2),
        ("show: [full]\n", "show", 1),
        ("exclude:\n  - ../x\n", "exclude", 1),
        ("tier_max: -1\n", "tier_max", 1),
        ("tools:\n  ci_search:\n    timeout: 5\n", "tools.ci_search.timeout", 3),
        ("tools:\n  ci_search:\n    enabled: maybe\n", "tools.ci_search.enabled", 3),
        ('budget: {wall_ms: "5000"}\n', "budget.wall_ms", 1),
    ],
)
def test_a_wrong_value_names_key_line_and_expectation(
    tmp_path: Path, home: Path, config: str, key: str, line: int
) -> None:
    settings = load(tmp_path, config)
    assert exit_code(settings) == 20
    assert f"config/auto-tools.yaml line {line}" in texts(settings)
    assert f"{key}: " in texts(settings)
    assert "expected" in texts(settings)
    assert settings.wall_ms == 5000


@pytest.mark.parametrize("config", ["a: [", "- 1\n", "a: &x 1\nb: *x\n", "[" * 40, "mode: plan\nmode: run\n"])
def test_an_unusable_file_is_said_and_the_defaults_are_used(tmp_path: Path, home: Path, config: str) -> None:
    settings = load(tmp_path, config)
    assert exit_code(settings) == 20
    assert "defaults used" in texts(settings)
    assert settings.mode == "run"


def test_a_large_config_is_refused_unread(tmp_path: Path, home: Path) -> None:
    assert "larger than" in texts(load(tmp_path, "#" * 20_000))


def test_a_config_that_links_out_of_the_repository_is_refused(tmp_path: Path, home: Path) -> None:
    outside = tmp_path / "outside.yaml"
    outside.write_text("mode: plan\n", encoding="utf-8")
    (tmp_path / "repo" / "config").mkdir(parents=True)
    (tmp_path / "repo" / "config" / "auto-tools.yaml").symlink_to(outside)
    settings = load(tmp_path)
    assert settings.mode == "run"
    assert "it is a link" in texts(settings)


def test_a_wrong_environment_value_is_said_and_ignored(tmp_path: Path, home: Path) -> None:
    settings = load(tmp_path, "mode: plan\n", CI_AUTO_TOOLS_MODE="quick")
    assert (settings.mode, exit_code(settings)) == ("plan", 20)
    assert "CI_AUTO_TOOLS_MODE: mode: expected one of run, plan" in texts(settings)


def test_hard_ceilings_clamp_and_say_so(tmp_path: Path, home: Path) -> None:
    settings = load(
        tmp_path,
        "budget: {max_injected_chars: 20000}\n",
        CI_AUTO_TOOLS_BUDGET_WALL_MS="99999",
        CI_AUTO_TOOLS_MAX_CONCURRENCY="99",
    )
    assert (settings.wall_ms, settings.max_concurrency, settings.max_injected_chars) == (15000, 16, 9500)
    assert texts(settings).count("clamped to") == 3
    assert exit_code(settings) == 0


@pytest.mark.parametrize(
    "config",
    [
        "tier_max: 2\n",
        "tierMax: 2\n",
        "max_tier: 3\n",
        "auto_tools:\n  tier_max: 2\n",
        "auto_tools:\n  maxTier: 1\n  max_tier: 2\n",
        "tools:\n  ci_impact:\n    tier: 1\n",
    ],
)
@pytest.mark.parametrize("env", ["", "0", "1"])
def test_tier_2_has_one_switch(tmp_path: Path, home: Path, config: str, env: str) -> None:
    settings = load(tmp_path, config, CI_AUTO_TOOLS_TIER_MAX=env)
    assert TIER2_IGNORED in texts(settings)
    assert settings.tier_max == int(env or "1")
    if "maxTier" not in config:
        assert exit_code(settings) == 0


def test_the_switch_itself_is_obeyed_without_a_word(tmp_path: Path, home: Path) -> None:
    settings = load(tmp_path, "tier_max: 2\n", CI_AUTO_TOOLS_TIER_MAX="2")
    assert settings.tier_max == 2
    assert settings.limits == ()


def test_a_repository_can_lower_limits_but_not_raise_them(tmp_path: Path, home: Path) -> None:
    config = "tools:\n  ci_search: {timeout_ms: 9000, clamps: {limit: 4}}\n  ci_graph_rag: {enabled: false}\n"
    settings = load(tmp_path, config)
    assert settings.tools["ci_search"].timeout_ms == 2000
    assert settings.tools["ci_search"].clamps == {"limit": 4}
    assert settings.tools["ci_graph_rag"].enabled is False
    assert "timeout_ms clamped to 2000" in texts(settings)


def test_the_user_can_raise_a_timeout_and_the_repository_cannot_undo_a_ban(
    tmp_path: Path, home: Path
) -> None:
    user = "tools:\n  ci_search: {timeout_ms: 9000}\n  ci_graph_rag: {enabled: false}\n"
    settings = load(tmp_path, "tools:\n  ci_graph_rag: {enabled: true}\n", user)
    assert settings.tools["ci_search"].timeout_ms == 9000
    assert settings.tools["ci_graph_rag"].enabled is False


def test_keys_that_start_programs_are_never_taken_from_a_repository(tmp_path: Path, home: Path) -> None:
    config = "hooks: {a: b}\nmcp_servers: {x: {command: evil}}\ntools:\n  ci_search: {run: ./evil}\n"
    settings = load(tmp_path, config)
    assert "hooks, mcp_servers, tools.ci_search.run ignored" in texts(settings)
    assert exit_code(settings) == 0


def test_arguments_come_from_the_environment_by_tool(tmp_path: Path, home: Path) -> None:
    settings = load(
        tmp_path, CI_AUTO_TOOLS_CI_GRAPH_RAG_DEPTH="10", CI_AUTO_TOOLS_RUNNER_CI_SEARCH="/bin/true"
    )
    assert settings.tools["ci_graph_rag"].env_args == {"depth": 10}
    assert settings.tools["ci_search"].runner == "/bin/true"


@pytest.mark.parametrize(
    "line", ["auto_tools:", "auto-tools: {}", "tier_max: 2", "CI_AUTO_TOOLS_MODE: plan", '"tier_max": 2']
)
def test_settings_in_the_neighbours_config_are_said_to_be_ignored(
    tmp_path: Path, home: Path, line: str
) -> None:
    (tmp_path / "repo" / ".devbooks").mkdir(parents=True)
    (tmp_path / "repo" / ".devbooks" / "config.yaml").write_text(f"other: 1\n{line}\n", encoding="utf-8")
    assert "move them to config/auto-tools.yaml" in texts(load(tmp_path))


def test_nested_keys_of_the_neighbour_are_its_own(tmp_path: Path, home: Path) -> None:
    (tmp_path / "repo" / ".devbooks").mkdir(parents=True)
    (tmp_path / "repo" / ".devbooks" / "config.yaml").write_text("x:\n  tier_max: 2\n", encoding="utf-8")
    assert load(tmp_path).limits == ()


def test_the_parsed_form_is_remembered_and_follows_the_file(tmp_path: Path, home: Path) -> None:
    assert load(tmp_path, "show: full\n").show == "full"
    cached = list((home / ".cache" / "auto-tools" / "config").iterdir())
    assert len(cached) == 1
    assert load(tmp_path).show == "full"
    assert load(tmp_path, "show: 'off'\n").show == "off"
    cached[0].write_text("[garbage", encoding="utf-8")
    assert load(tmp_path).show == "off"


def test_plan_mode_remembers_nothing(tmp_path: Path, home: Path) -> None:
    load(tmp_path, "mode: plan\n")
    assert not (home / ".cache").exists()


def test_lowering_the_tier_of_a_tier_1_tool_is_no_request_for_tier_2(tmp_path: Path, home: Path) -> None:
    assert TIER2_IGNORED not in texts(load(tmp_path, "tools:\n  ci_search:\n    tier: 0\n"))


@pytest.mark.parametrize(
    "name",
    ["CI_AUTO_TOOLS_TEIR_MAX", "CI_AUTO_TOOLS_RUNNER_CI_NOPE", "CI_AUTO_TOOLS_CI_NOPE_X", "CI_AUTO_TOOLSX"],
)
def test_a_misspelt_variable_is_named(tmp_path: Path, home: Path, name: str) -> None:
    settings = load(tmp_path, **{name: "1"})
    assert f"{name} is no setting" in texts(settings)
    assert exit_code(settings) == 0


def test_a_file_called_config_is_no_configuration_error(tmp_path: Path, home: Path) -> None:
    (tmp_path / "repo").mkdir()
    (tmp_path / "repo" / "config").write_text("x", encoding="utf-8")
    settings = load_settings({}, config_root=str(tmp_path / "repo"), tools=TOOLS)
    assert settings.limits == ()


def test_a_wrong_value_is_said_also_where_the_environment_decides(tmp_path: Path, home: Path) -> None:
    settings = load(tmp_path, "mode: fast\n", CI_AUTO_TOOLS_MODE="plan")
    assert (settings.mode, exit_code(settings)) == ("plan", 20)


def test_a_dry_run_shows_where_plan_mode_comes_from(tmp_path: Path, home: Path) -> None:
    settings = load(tmp_path, CI_AUTO_TOOLS_DRY_RUN="1")
    assert (settings.mode, settings.sources["mode"], settings.dry_run) == ("plan", "env", True)
