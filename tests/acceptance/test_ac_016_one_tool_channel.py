"""AC-016: tools are reached by one way only; adapters know none of them, and a bypass is refused."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

from acceptance.product import (
    PRODUCT,
    SOURCE,
    TIER,
    Client,
    context,
    injected,
    limits,
    planned,
    says,
)

REFUSED = "tool invocation must go through orchestrator"
SHELL_FILES = sorted(
    [*(PRODUCT / "hooks").glob("*.sh"), *(PRODUCT / "libexec").glob("*.sh"), *(PRODUCT / "bin").iterdir()]
)
ADAPTERS = sorted((SOURCE / "adapters").rglob("*.py"))
FORBIDDEN = (
    "tools",
    "index",
    "execution.lifecycle",
    "execution.router",
    "execution.schedule",
    "execution.hooks",
)
BYPASSES: list[tuple[str, Any]] = [
    ("tool", "ci_search"),
    ("tool", None),
    ("tools", ["ci_search"]),
    ("tools", []),
    ("tool_calls", [{"tool": "ci_search", "args": {"query": "x"}}]),
    ("tool_calls", {}),
]


@pytest.mark.parametrize(("key", "value"), BYPASSES)
def test_payload_that_names_tools_is_refused(served: Client, key: str, value: Any) -> None:
    answer = served.ask(**{key: value})
    envelope = answer.envelope
    assert answer.code == 40
    assert REFUSED in limits(envelope)
    assert context(envelope) == ""
    assert planned(envelope) == []
    assert envelope["run_id"].startswith("empty-")
    assert envelope["degraded"]["degraded_to"] == "empty"
    assert envelope["enforcement"] == {"single_tool_entry": True, "source": "adapter"}
    assert served.calls == []


@pytest.mark.parametrize(("key", "value"), BYPASSES)
def test_kernel_refuses_such_a_payload_too(served: Client, key: str, value: Any) -> None:
    answer = served.kernel(**{key: value})
    assert answer.code == 40
    assert says(answer.envelope, REFUSED)
    assert served.calls == []


@pytest.mark.parametrize(
    "extra", [{"CI_AUTO_TOOLS_LEGACY": "1"}, {"CI_AUTO_TOOLS": "on"}, {"CI_AUTO_TOOLS": "off"}]
)
def test_no_setting_opens_the_bypass(served: Client, extra: dict[str, str]) -> None:
    answer = served.ask(env=extra, tool="ci_search")
    assert REFUSED in limits(answer.envelope)
    assert served.calls == []


@pytest.mark.parametrize(
    "payload",
    [
        b'{"prompt": "fix login()", "tool": "ci_search", "tool": null}',
        b'{"tool_calls": [{"tool": "ci_search"}], "prompt": "fix login()"}',
        b'{"prompt": "", "tools": []}',
        b'{"tool": "ci_search"}',
        b'{"prompt": "/help", "tool_calls": []}',
        b'{"prompt": "fix login()", "\\u0074ool": "ci_search"}',
    ],
)
def test_no_spelling_of_such_a_payload_gets_by(served: Client, payload: bytes) -> None:
    for start in ("hooks/context-inject-global.sh", "hooks/augment-context-global.sh"):
        answer = served.start(start, "--format", "json", stdin=payload)
        assert (answer.code, REFUSED in limits(answer.envelope)) == (40, True)
    assert says(served.start("hooks/auto-tool-orchestrator.sh", stdin=payload).envelope, REFUSED)
    assert served.calls == []


def test_hook_says_that_it_refused_and_keeps_the_prompt(served: Client) -> None:
    reply = served.hook(tools=["ci_search"]).reply
    assert injected(reply) == ""
    assert f"[Limits] {REFUSED}" in reply["systemMessage"]


def test_tool_named_inside_the_prompt_is_no_bypass(served: Client) -> None:
    answer = served.ask('fix src/auth.py, the log says {"tool": "ci_search", "tool_calls": []}')
    assert not says(answer.envelope, REFUSED)
    assert answer.code == 0


def test_there_are_shell_files_and_adapters_to_look_at() -> None:
    assert {"context-inject-global.sh", "augment-context-global.sh", "auto-tool-orchestrator.sh"} <= {
        path.name for path in SHELL_FILES
    }
    assert len(ADAPTERS) > 2


@pytest.mark.parametrize("path", [*SHELL_FILES, *ADAPTERS], ids=lambda path: str(path.relative_to(PRODUCT)))
def test_entry_names_no_tool(path: Path) -> None:
    text = path.read_text("utf-8")
    assert "ci_" not in text
    assert not any(name in text for name in TIER)


@pytest.mark.parametrize("path", SHELL_FILES, ids=lambda path: path.name)
def test_shell_file_is_a_few_lines(path: Path) -> None:
    lines = [
        line for line in path.read_text("utf-8").splitlines() if line.strip() and not line.startswith("#")
    ]
    assert len(lines) <= 15


def imported(path: Path) -> set[str]:
    """Return every module a file imports, relative ones made absolute."""
    package = ["auto_tools", *path.relative_to(SOURCE).parts[:-1]]
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            found |= {module} | {f"{module}.{name.name}" for name in node.names}
    return found


@pytest.mark.parametrize("path", ADAPTERS, ids=lambda path: path.name)
def test_adapter_imports_no_tool_no_index_and_nothing_that_runs_a_tool(path: Path) -> None:
    forbidden = tuple(f"auto_tools.{name}" for name in FORBIDDEN)
    assert not [name for name in imported(path) if f"{name}.".startswith(tuple(f"{f}." for f in forbidden))]


@pytest.mark.parametrize("path", ADAPTERS, ids=lambda path: path.name)
def test_adapter_builds_no_import_from_text(path: Path) -> None:
    text = path.read_text("utf-8")
    assert "importlib" not in text
    assert "__import__" not in text


def test_only_the_four_callers_make_a_callers_context() -> None:
    making = []
    for path in SOURCE.rglob("*.py"):
        calls = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
        if any(ast.unparse(call.func).split(".")[-1] == "Caller" for call in calls):
            making.append(path.relative_to(SOURCE).as_posix())
    others = [name for name in making if "mcp" not in name and "subagent" not in name]
    assert sorted(others) == ["commands/calls.py", "pipeline.py"]


def test_only_callers_reach_the_lifecycle() -> None:
    asking = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        if "execute_tool_call" in path.read_text("utf-8")
    }
    asking = {name for name in asking if "mcp" not in name and "subagent" not in name}
    assert asking == {"commands/calls.py", "pipeline.py", "execution/lifecycle.py"}


def test_enforcement_names_the_kernel(served: Client) -> None:
    assert served.ask().envelope["enforcement"] == {"single_tool_entry": True, "source": "orchestrator"}
