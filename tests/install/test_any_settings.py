"""Whatever a settings file looks like: installing adds one entry, uninstalling gives the same bytes back."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any
from unittest.mock import patch

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from auto_tools.install.hookentries import EVENT, entry_of, find_in_json, strip_hook
from auto_tools.install.installer import install, uninstall
from auto_tools.install.jsonmerge import add_entry
from auto_tools.install.jsonplaces import find_places
from auto_tools.install.places import GLOBAL, Spot, spot_of
from auto_tools.install.put import Wish
from auto_tools.install.receipt import Piece, Receipt
from auto_tools.install.take import drop_piece
from auto_tools.install.tomlmerge import add_table, drop_table

SCRIPT = "/home/user/.claude/hooks/context-inject-global.sh"
KEYS = ("hooks", EVENT)
BLANKS = st.sampled_from(["", "", " ", "\n", "\r\n", "\t", "\n\n  ", "\n    ", " \r\n\t"])
NAMES = st.sampled_from(["hooks", EVENT, "env", "model", "ключ", 'a"b\\', ""]) | st.text(max_size=5)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
    | st.sampled_from(["}", "]", '",', "// no comment", "/* nor this */", "\u2028", "\ud7ff"])
)
HANDLERS = st.fixed_dictionaries({"type": st.just("command"), "command": st.text(max_size=8)})
GROUPS = st.lists(st.fixed_dictionaries({"hooks": st.lists(HANDLERS, max_size=2)}), max_size=2)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=8,
)
FOREIGN = st.dictionaries(NAMES.filter(lambda name: name != "hooks"), VALUES, max_size=4)
HOOKS = st.dictionaries(st.sampled_from(["Stop", "PreToolUse"]), GROUPS, max_size=2)


@st.composite
def values(draw: st.DrawFn) -> dict[str, Any]:
    """Make settings that a client accepts, with or without hooks of others."""
    made = draw(FOREIGN)
    if draw(st.booleans()):
        hooks: dict[str, Any] = draw(HOOKS)
        if draw(st.booleans()):
            hooks[EVENT] = draw(GROUPS)
        made["hooks"] = hooks
    return dict(draw(st.permutations(list(made.items()))))


def spell(draw: st.DrawFn, value: Any) -> str:
    """Write a value with blanks in every place where JSON allows them."""
    if isinstance(value, dict):
        parts = [
            f"{draw(BLANKS)}{json.dumps(key, ensure_ascii=draw(st.booleans()))}{draw(BLANKS)}:"
            f"{draw(BLANKS)}{spell(draw, one)}{draw(BLANKS)}"
            for key, one in value.items()
        ]
        return "{" + (",".join(parts) or draw(BLANKS)) + "}"
    if isinstance(value, list):
        parts = [f"{draw(BLANKS)}{spell(draw, one)}{draw(BLANKS)}" for one in value]
        return "[" + (",".join(parts) or draw(BLANKS)) + "]"
    return json.dumps(value, ensure_ascii=draw(st.booleans()))


@st.composite
def texts(draw: st.DrawFn) -> str:
    """Make the text of a settings file, in one of many styles."""
    value = draw(values())
    style = draw(st.sampled_from(["odd", "dumped", "blank"]))
    if style == "blank":
        return draw(st.sampled_from(["", "\n", "\ufeff", "  \r\n", "{}", "{ }\n", "{\n}", "{\r\n\r\n}\r\n"]))
    if style == "dumped":
        indent = draw(st.sampled_from([None, 2, 4, "\t"]))
        body = json.dumps(value, indent=indent, ensure_ascii=False)
        body = body.replace("\n", draw(st.sampled_from(["\n", "\r\n"])))
    else:
        body = spell(draw, value)
    return draw(st.sampled_from(["", "\ufeff"])) + draw(BLANKS) + body + draw(BLANKS)


def load(text: str) -> Any:
    return json.loads(text.removeprefix("\ufeff").strip() or "{}")


@settings(deadline=None)
@given(texts())
def test_an_entry_is_added_behind_all_others_and_nothing_else_changes(text: str) -> None:
    before, entry = load(text), entry_of(SCRIPT)
    made = add_entry(text, KEYS, entry, "x", in_list=True)
    new = made.into(text)
    expected = load(text)
    expected.setdefault("hooks", {}).setdefault(EVENT, []).append(entry)
    assert load(new) == expected
    assert new[: made.at] + new[made.at + len(made.piece) :] == text
    assert load(strip_hook(new, SCRIPT, "x")) == pruned(before)
    assert [one.program for one in find_in_json(new, "x")] == [SCRIPT]


@settings(deadline=None)
@given(texts(), GROUPS, GROUPS, st.sampled_from([None, 2, "\t"]), st.booleans())
def test_what_is_added_after_the_installation_stays(
    text: str, before: list[Any], behind: list[Any], indent: int | str | None, is_rewritten: bool
) -> None:
    made = add_entry(text, KEYS, entry_of(SCRIPT), "x", in_list=True)
    receipt = Receipt({})
    receipt.put(Piece("x", "hook", "claude", GLOBAL, made.piece))
    spot = Spot("claude", GLOBAL, "x", SCRIPT, "", ())
    edited, expected = made.into(text), load(text)
    if is_rewritten:
        value = load(edited)
        value["hooks"][EVENT] = [*before, *value["hooks"][EVENT], *behind]
        edited = json.dumps({**value, "later": 1}, indent=indent)
        kept = [*before, *expected.get("hooks", {}).get(EVENT, []), *behind]
        expected = {**expected, "later": 1, "hooks": {**expected.get("hooks", {}), EVENT: kept}}
    rest = drop_piece(receipt, edited, receipt.pieces[0], spot)
    assert pruned(load(rest)) == pruned(expected)
    assert is_rewritten or rest == text


def pruned(settings_: dict[str, Any]) -> dict[str, Any]:
    """Leave out the empty lists and objects that taking an entry out by its form leaves out."""
    hooks = {name: one for name, one in settings_.get("hooks", {}).items() if name != EVENT or one}
    rest = {name: one for name, one in settings_.items() if name != "hooks"}
    return {**rest, "hooks": hooks} if hooks else rest


@settings(deadline=None)
@given(texts())
def test_places_are_those_of_the_values(text: str) -> None:
    if not text.removeprefix("\ufeff").strip():
        return
    root, value = find_places(text), load(text)
    for part in root.parts:
        if [other.key for other in root.parts].count(part.key) == 1:
            assert json.loads(text[part.node.start : part.node.end]) == value[part.key]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(texts(), texts().map(lambda text: text.removeprefix("\ufeff")), st.booleans())
@example("", "", False)
@example("{}", '{"hooks": {}}', True)
@example('\ufeff{"hooks":{"UserPromptSubmit":[]}}', '{\r\n\t"a": 1\r\n}', True)
def test_install_and_uninstall_give_the_same_bytes_back(claude: str, codex: str, has_server: bool) -> None:
    with (
        tempfile.TemporaryDirectory() as home,
        patch.dict(os.environ, {"HOME": home, "AUTO_TOOLS_PREFIX": home}),
    ):
        files = {"claude": Path(home, ".claude/settings.json"), "codex": Path(home, ".codex/hooks.json")}
        for name, text in (("claude", claude), ("codex", codex)):
            files[name].parent.mkdir()
            files[name].write_bytes(text.encode())
        spots = [spot_of(client, GLOBAL, os.environ) for client in files]
        assert install(spots, Wish(has_server, trust_hook=True), lambda _plan: True).is_written
        assert not install(spots, Wish(has_server, trust_hook=True), lambda _plan: True).steps
        assert uninstall(spots, home, lambda _plan: True).is_written
        assert files["claude"].read_bytes() == claude.encode()
        assert files["codex"].read_bytes() == codex.encode()
        left = {path.name for path in Path(home).rglob("*") if path.is_file()}
        assert left == {"settings.json", "hooks.json"}


TOML_LINES = st.sampled_from(
    [
        "",
        "# a comment",
        "[a]",
        "[a.b]",
        '[hooks.state."/x:y:0:0"]',
        "[mcp_servers.other]",
        "[[list]]",
        "[ t . 'u' ]",
    ]
)
TABLE = ("mcp_servers", "code-intelligence")
SERVER = {"command": '/opt/a "b"/auto-tools', "args": ["mcp"]}


@st.composite
def toml_texts(draw: st.DrawFn) -> str:
    """Make TOML with comments, tables in many forms and both line ends."""
    used: set[str] = set()
    lines = [f"top_{n} = '''\n[mcp_servers.code-intelligence]\n'''" for n in range(draw(st.integers(0, 1)))]
    for number, line in enumerate(draw(st.lists(TOML_LINES, max_size=8))):
        if line.startswith("[") and not line.startswith("[[") and line in used:
            continue
        used.add(line)
        lines.append(line)
        if line.startswith("["):
            lines.append(f"key_{number} = {number}  # kept")
    ending = draw(st.sampled_from(["\n", "\r\n"]))
    return draw(st.sampled_from(["", "\ufeff"])) + ending.join(lines) + draw(st.sampled_from(["", ending]))


@settings(deadline=None)
@given(toml_texts())
def test_a_table_goes_in_and_out_of_any_toml(text: str) -> None:
    made = add_table(text, TABLE, SERVER, "x")
    new = made.into(text)
    assert new.replace(made.piece, "") == text
    later = new + "\n# written later\n[later]\nkey = 1\n"
    assert drop_table(later, TABLE, "x").startswith(text)
    assert drop_table(later, TABLE, "x").endswith("\n# written later\n[later]\nkey = 1\n")
