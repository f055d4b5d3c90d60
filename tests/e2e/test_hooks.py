"""The hook in Claude Code and in Codex: what their models really receive."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from acceptance.product import HEADING, PRODUCT, utf16
from auto_tools.digest import short_hash
from auto_tools.safety.fence import fence
from e2e.servers import ANSWER, ModelServer
from e2e.user import User, blocks, conversation, headings, requests_about

PROMPT = "fix login() in src/shop/auth.py: it raises KeyError for an unknown name"
AGAIN = "where does src/shop/cart.py call total()?"
SMALL_TALK = "what is the weather in Paris tomorrow?"


def utf8(text: str) -> int:
    return len(text.encode())


SIZE: dict[str, Callable[[str], int]] = {"claude": utf16, "codex": utf8}


def context_of(size: int, char: str, count: Callable[[str], int]) -> str:
    """Return a context of exactly this size in a client's unit, marked at both ends."""
    head, tail = "Auto Tools Results 20260102-030405-abcdef\nBEGIN ", " END\n[Limits] none"
    room = size - count(head) - count(tail)
    filled = head + char * (room // count(char)) + "x" * (room % count(char)) + tail
    assert count(filled) == size
    return filled


def test_model_gets_the_whole_block_once_before_it_answers(
    user: User, client: str, model: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    user.register_hook(client)
    ended = user.ask(client, PROMPT)
    assert ended.code == 0, ended
    assert ANSWER in ended.out
    (request,) = requests_about(model, PROMPT)
    assert headings(request) == 1
    (block,) = blocks(request)
    monkeypatch.setenv("HOME", str(user.home))
    assert block["fence"] == fence(block["content"])  # the mark is a hash of the content: nothing is missing
    assert block["run_id"].endswith(short_hash(PROMPT, str(user.repo), length=6))
    assert "src/shop/auth.py" in block["content"]
    assert sum(PROMPT in text for text in conversation(request)) == 1


def test_uninstalling_leaves_the_settings_as_they_were_and_the_client_alone(
    user: User, client: str, model: ModelServer
) -> None:
    path = user.hook_settings(client)
    path.parent.mkdir(exist_ok=True)
    other = '{\n\t"hooks": {"UserPromptSubmit": [{"hooks": [{"type": "command", "command": "true"}]}]}}  '
    path.write_text(other, "utf-8")
    before = {file: file.read_bytes() for file in path.parent.rglob("*") if file.is_file()}
    for _again in range(2):
        assert user.install(client).code == 0
    user.ask(client, PROMPT)
    (request,) = requests_about(model, PROMPT)
    assert headings(request) == 1
    ended = user.uninstall()
    assert ended.code == 0, ended
    assert {file: file.read_bytes() for file in before} == before
    assert path.read_text("utf-8") == other
    assert user.ask(client, AGAIN).code == 0
    (request,) = requests_about(model, AGAIN)
    assert headings(request) == 0


def test_lines_of_indexed_definitions_arrive(user: User, client: str, model: ModelServer) -> None:
    assert user.run(str(PRODUCT / "bin" / "auto-tools"), "index").code == 0
    user.register_hook(client)
    user.ask(client, PROMPT)
    (request,) = requests_about(model, PROMPT)
    (block,) = blocks(request)
    assert "return USERS[name]" in block["content"]


def test_prompt_that_is_not_about_code_arrives_alone(user: User, client: str, model: ModelServer) -> None:
    user.register_hook(client)
    assert user.ask(client, SMALL_TALK).code == 0
    (request,) = requests_about(model, SMALL_TALK)
    assert headings(request) == 0
    assert not any("[Limits]" in text or "[Auto Tools]" in text for text in conversation(request))


@pytest.mark.parametrize("char", ["x", "\u4e2d", "\U0001f600"], ids=["ascii", "chinese", "emoji"])
def test_context_at_the_limit_arrives_uncut(user: User, client: str, model: ModelServer, char: str) -> None:
    text = context_of(9_500, char, SIZE[client])
    envelope = user.envelope(PROMPT)
    envelope["fused_context"]["for_model"]["additional_context"] = text
    user.use_answer(envelope)
    user.register_hook(client)
    user.ask(client, PROMPT)
    (request,) = requests_about(model, PROMPT)
    assert sum(text in told for told in conversation(request)) == 1
    assert headings(request) == 1


@pytest.mark.parametrize("char", ["x", "\u4e2d", "\U0001f600"], ids=["ascii", "chinese", "emoji"])
def test_larger_context_is_cut_by_us_and_not_by_the_client(
    user: User, client: str, model: ModelServer, char: str
) -> None:
    text = context_of(12_000, char, SIZE[client])
    envelope = user.envelope(PROMPT)
    envelope["fused_context"]["for_model"]["additional_context"] = text
    user.use_answer(envelope)
    user.register_hook(client)
    user.ask(client, PROMPT)
    (request,) = requests_about(model, PROMPT)
    mark = "\n[Limits] budget exceeded; results truncated"
    (told,) = [told for told in conversation(request) if HEADING in told]
    begin = told.index(HEADING)
    end = told.index(mark, begin) + len(mark)
    assert 9_490 < SIZE[client](told[begin:end]) <= 9_500
    assert text.startswith(told[begin : end - len(mark)])


def test_every_turn_of_a_conversation_adds_one_block(user: User, claude_model: ModelServer) -> None:
    user.register_hook("claude")
    user.ask("claude", PROMPT)
    again = "and what calls total() in src/shop/cart.py?"
    assert user.run(str(user.programs["claude"]), "--continue", "-p", again).code == 0
    (request,) = requests_about(claude_model, again)
    first, second = blocks(request)
    assert headings(request) == 2
    assert first["run_id"] != second["run_id"]


FAULTS = {
    "killed": "kill -9 $PPID; sleep 5",
    "slow": "sleep 30",
    "broken": "echo 'Traceback (most recent call last)'; exit 1",
    "flooding": "yes | head -c 3000000",
    "silent": "exit 0",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_faulty_hook_costs_the_user_nothing(user: User, client: str, model: ModelServer, fault: str) -> None:
    user.use_kernel(FAULTS[fault])
    user.register_hook(client, timeout=1)
    ended = user.ask(client, PROMPT)
    assert ended.code == 0, ended
    assert ANSWER in ended.out
    assert ended.seconds < 15
    (request,) = requests_about(model, PROMPT)
    assert headings(request) == 0


def test_hook_that_is_gone_costs_the_user_nothing(user: User, client: str, model: ModelServer) -> None:
    user.register_hook(client, command=str(user.home / "removed" / "hook.sh"))
    ended = user.ask(client, PROMPT)
    assert (ended.code, ANSWER in ended.out) == (0, True), ended
    assert len(requests_about(model, PROMPT)) == 1
