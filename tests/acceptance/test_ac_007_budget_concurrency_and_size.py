"""AC-007: the numbers for time, concurrency and size hold, and every cut is marked."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from acceptance.product import (
    CODE_PROMPT,
    Client,
    context,
    injected,
    item,
    limits,
    planned,
    result_of,
    says,
    structured,
    tool_result,
    utf16,
)

CUT = "budget exceeded; results truncated"
ALL = ("ci_index_status", "ci_search", "ci_graph_rag")

# time and concurrency


def most_at_once(client: Client, at_once: int) -> int:
    """Run three tools of 0.4 s each and return how many were seen running together."""
    log = client.folder / "log"
    for tool in ALL:
        body = f"echo + >> {log}; sleep 0.3; echo - >> {log}; echo '{{}}'"
        client.play(tool, body)
    client.config("tools:\n  ci_index_status: {timeout_ms: 500}\n")
    client.ask(env={"CI_AUTO_TOOLS_MAX_CONCURRENCY": str(at_once)})
    running = most = 0
    for sign in log.read_text().split():
        running += 1 if sign == "+" else -1
        most = max(most, running)
    return most


@pytest.mark.parametrize("at_once", [1, 2, 3])
def test_no_more_tools_at_once_than_allowed(client: Client, at_once: int) -> None:
    assert most_at_once(client, at_once) == at_once


def test_tools_run_side_by_side(client: Client) -> None:
    for tool in ALL:
        client.play(tool, "sleep 0.4; echo '{}'")
    answer = client.ask()
    assert answer.seconds < 0.9
    assert answer.code == 0


def test_wall_budget_ends_what_still_runs(served: Client) -> None:
    served.play("ci_graph_rag", "sleep 20; echo '{}'")
    answer = served.ask(env={"CI_AUTO_TOOLS_BUDGET_WALL_MS": "600"})
    late = result_of(answer.envelope, "ci_graph_rag")
    assert answer.seconds < 1.5
    assert (late["status"], late["error"]["code"]) == ("timeout", "E_TIMEOUT")
    assert result_of(answer.envelope, "ci_search")["status"] == "ok"
    assert "summary of ci_search" in context(answer.envelope)
    assert says(answer.envelope, "tool timeout; degraded to plan-only", "ci_graph_rag")
    assert answer.code == 50


def test_own_timeout_of_a_tool_ends_it(served: Client) -> None:
    served.config("tools:\n  ci_search: {timeout_ms: 300}\n")
    served.play("ci_search", "sleep 20; echo '{}'")
    answer = served.ask()
    late = result_of(answer.envelope, "ci_search")
    assert answer.seconds < 1.2
    assert (late["status"], late["error"]["code"]) == ("timeout", "E_TIMEOUT")
    assert 250 <= late["duration_ms"] <= 900
    assert answer.code == 50


@pytest.mark.parametrize("wall", ["1", "0"])
def test_budget_of_a_millisecond_times_every_tool_out(served: Client, wall: str) -> None:
    answer = served.ask(env={"CI_AUTO_TOOLS_BUDGET_WALL_MS": wall})
    envelope = answer.envelope
    assert answer.code == 50
    assert len(envelope["tool_results"]) == len(planned(envelope)) == 3
    assert {(r["status"], r["error"]["code"]) for r in envelope["tool_results"]} == {("timeout", "E_TIMEOUT")}
    assert answer.seconds < 1
    assert served.hook(env={"CI_AUTO_TOOLS_BUDGET_WALL_MS": wall}).reply


def test_tool_that_waits_for_its_turn_past_the_budget_is_timeout(client: Client) -> None:
    for tool in ALL:
        client.play(tool, "sleep 0.45; echo '{}'")
    env = {"CI_AUTO_TOOLS_MAX_CONCURRENCY": "1", "CI_AUTO_TOOLS_BUDGET_WALL_MS": "700"}
    envelope = client.ask(env=env).envelope
    assert envelope["tool_results"][-1]["status"] == "timeout"
    assert envelope["tool_results"][-1]["error"]["code"] == "E_TIMEOUT"
    assert len(client.calls) == 2
    assert {result["status"] for result in envelope["tool_results"]} == {"ok", "timeout"}


def test_process_group_of_a_late_tool_is_ended(served: Client) -> None:
    alive = served.folder / "alive"
    served.play("ci_search", f"(while :; do date +%s%N > {alive}; sleep 0.05; done) & sleep 20")
    served.ask(env={"CI_AUTO_TOOLS_BUDGET_WALL_MS": "400"})
    time.sleep(0.3)
    last = alive.read_text()
    time.sleep(0.3)
    assert alive.read_text() == last


def test_deep_tool_gets_five_more_seconds(client: Client) -> None:
    env = {"CI_AUTO_TOOLS_DRY_RUN": "1", "CI_AUTO_TOOLS_TIER_MAX": "2"}
    prompt = "who calls login()? show the call chain"
    deep = client.ask(prompt, env=env).envelope
    assert "ci_call_chain" in planned(deep)
    assert deep["tool_plan"]["budget"]["wall_ms"] == 10000
    most = client.ask(prompt, env={**env, "CI_AUTO_TOOLS_BUDGET_WALL_MS": "14000"}).envelope
    assert most["tool_plan"]["budget"]["wall_ms"] == 15000


# size


def many(words: str, count: int = 60) -> list[dict[str, object]]:
    return [
        item(path=f"src/deep/folder/file{n:03}.py", symbol=f"name_{n}", title=f"t{n}", summary=words * 10)
        for n in range(count)
    ]


@pytest.mark.parametrize("words", ["plain words ", "中文内容很长", "\U0001f600emoji"])
@pytest.mark.parametrize("size", [700, 1500, 4000, 9500])
def test_context_never_exceeds_the_size_in_the_clients_unit(client: Client, words: str, size: int) -> None:
    client.results(tool_result(items=many(words)))
    env = {"CI_AUTO_TOOLS_MAX_INJECTED_CHARS": str(size)}
    claude = client.ask(env=env).envelope
    codex = client.ask(CODE_PROMPT, "--client", "codex-cli", env=env).envelope
    assert utf16(context(claude)) <= size
    assert len(context(codex).encode()) <= size
    for envelope in (claude, codex):
        assert envelope["tool_plan"]["budget"]["max_injected_chars"] == size
        assert context(envelope).rstrip().splitlines()[-1].startswith("[Limits] ")


def test_hook_reply_keeps_the_size_of_its_client(client: Client) -> None:
    client.results(tool_result(items=many("中文内容很长而且没有尽头" * 4), claims=[]))
    claude = injected(client.hook().reply)
    codex = injected(client.hook(turn_id="t").reply)
    assert 0 < utf16(claude) <= 9500
    assert 0 < len(codex.encode()) <= 9500


def big_set() -> list[dict[str, object]]:
    """Return twelve files of which even one line each needs more than 1,200 units."""
    return [
        item(path=f"src/{'long_folder_name/' * 7}file{n:02}.py", title=f"t{n}", summary="w" * 200)
        for n in range(12)
    ]


@pytest.mark.parametrize("client_name", ["claude-code", "codex-cli"])
def test_cut_is_marked_everywhere(client: Client, client_name: str) -> None:
    client.results(
        tool_result(items=big_set()),
        tool_result("ci_graph_rag", status="timeout", error={"code": "E_TIMEOUT", "message": "late"}),
    )
    env = {"CI_AUTO_TOOLS_MAX_INJECTED_CHARS": "1200"}
    answer = client.ask(CODE_PROMPT, "--client", client_name, env=env)
    envelope = answer.envelope
    assert answer.code == 50
    assert says(envelope, CUT)
    assert f"[Limits] {CUT}" in context(envelope)
    assert all(result["truncated"] for result in envelope["tool_results"])
    search, graph = (result_of(envelope, tool) for tool in ("ci_search", "ci_graph_rag"))
    assert (search["status"], search["error"]["code"]) == ("ok", "E_BUDGET_EXCEEDED")
    assert (graph["status"], graph["error"]["code"]) == ("timeout", "E_TIMEOUT")
    assert envelope["degraded"]["is_degraded"] is True


def test_cut_takes_the_least_useful(client: Client) -> None:
    found = [{**entry, "confidence": n / 20} for n, entry in enumerate(big_set())]
    client.results(tool_result(items=found))
    text = context(client.ask(env={"CI_AUTO_TOOLS_MAX_INJECTED_CHARS": "1200"}).envelope)
    assert "file11.py" in text
    assert "file00.py" not in text


def test_path_is_shown_whole_or_marked_as_cut(client: Client) -> None:
    path = f"src/{'long_folder_name/' * 14}file.py"
    client.results(tool_result(items=[item(path=path, title="t")]))
    lines = [line for line in context(client.ask().envelope).splitlines() if "long_folder_name" in line]
    assert lines
    assert all(path in line or "…" in line for line in lines)


def test_choosing_entries_is_no_cut(client: Client) -> None:
    client.results(tool_result(items=[item(path=f"src/f{n}.py", title=f"t{n}") for n in range(40)]))
    answer = client.ask()
    assert answer.code == 0
    assert not says(answer.envelope, CUT)
    assert result_of(answer.envelope, "ci_search")["error"] is None


def test_long_summaries_that_fit_as_one_line_each_are_no_cut(client: Client) -> None:
    found = [item(path=f"src/f{n}.py", title=f"t{n}", summary="中" * 240) for n in range(12)]
    client.results(tool_result(items=found))
    answer = client.ask(CODE_PROMPT, "--client", "codex-cli")
    text = context(answer.envelope)
    assert len(text.encode()) <= 9500
    assert all(f"src/f{n}.py" in text for n in range(12))


@pytest.mark.parametrize("size", [1, 5, 12, 25, 60, 120, 250])
@pytest.mark.parametrize("client_name", ["claude-code", "codex-cli"])
def test_limit_smaller_than_the_frame_injects_the_heading_or_nothing(
    client: Client, size: int, client_name: str
) -> None:
    client.results(tool_result(items=many("中文", 3)))
    env = {"CI_AUTO_TOOLS_MAX_INJECTED_CHARS": str(size)}
    answer = client.ask(CODE_PROMPT, "--client", client_name, env=env)
    text = context(answer.envelope)
    whole = f"Auto Tools Results {answer.envelope['run_id']}"
    assert len(text.encode()) <= size
    assert whole.startswith(text) or text.startswith(whole)
    assert answer.code == 50


def test_default_size_is_lowered_without_a_word(client: Client) -> None:
    client.results(tool_result(items=[item()]))
    envelope = client.ask().envelope
    assert envelope["tool_plan"]["budget"]["max_injected_chars"] == 9500
    assert not says(envelope, "9500")
    assert not says(envelope, "max_injected_chars")


def test_explicit_size_is_lowered_and_said(client: Client) -> None:
    client.results(tool_result(items=[item()]))
    envelope = client.ask(env={"CI_AUTO_TOOLS_MAX_INJECTED_CHARS": "12000"}).envelope
    assert envelope["tool_plan"]["budget"]["max_injected_chars"] == 9500
    assert says(envelope, "9500"), limits(envelope)


def test_flood_of_one_tool_is_bounded(client: Client) -> None:
    for tool in ALL:
        client.answer(tool, {})
    client.play("ci_search", "head -c 60000000 /dev/zero | tr '\\0' 'x'")
    answer = client.ask()
    assert answer.seconds < 4
    assert len(answer.out) < 2_000_000
    assert utf16(context(answer.envelope)) <= 9500
    assert result_of(answer.envelope, "ci_graph_rag")["status"] == "ok"


def test_entries_stay_within_twelve_files(client: Client) -> None:
    client.results(tool_result(items=[item(path=f"src/f{n:02}.py", title=f"t{n}") for n in range(20)]))
    envelope = client.ask().envelope
    assert len({entry["path"] for entry in structured(envelope)["items"]}) == 12
    assert "results truncated: 8 more items" in limits(envelope)


def test_no_temporary_file_is_left_behind(served: Client, tmp_path: Path) -> None:
    temporary = tmp_path / "tmpdir"
    temporary.mkdir()
    served.play("ci_search", "head -c 3000000 /dev/zero | tr '\\0' 'x'")
    served.ask(env={"TMPDIR": str(temporary)})
    assert list(temporary.iterdir()) == []
