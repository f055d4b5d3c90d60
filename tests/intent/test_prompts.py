"""The stage is right often enough on prompts that nothing was tuned on, in both languages."""

from __future__ import annotations

import json
import pathlib

import pytest

from auto_tools.intent.understand import understand

HELD_OUT = pathlib.Path(__file__).parents[2] / "bench" / "prompts" / "heldout.jsonl"
PROMPTS = [json.loads(line) for line in HELD_OUT.read_text(encoding="utf-8").splitlines()]


def test_table_covers_every_class_in_both_languages() -> None:
    kinds = {(case["intent"], case["lang"]) for case in PROMPTS}
    assert len(PROMPTS) >= 150
    assert len(kinds) == 20


@pytest.mark.parametrize("language", ["en", "zh"])
def test_code_and_class_are_right_often_enough(language: str) -> None:
    chosen = [case for case in PROMPTS if case["lang"] == language]
    answers = [understand(case["text"]) for case in chosen]
    code = [answer.is_code == case["code_intent"] for case, answer in zip(chosen, answers, strict=True)]
    kind = [answer.name == case["intent"] for case, answer in zip(chosen, answers, strict=True)]
    assert sum(code) / len(code) >= 0.95
    assert sum(kind) / len(kind) >= 0.85


def test_tier2_is_right_often_enough() -> None:
    answers = [[tool.removeprefix("ci_") for tool in understand(case["text"]).tier2] for case in PROMPTS]
    right = [answer == case["wants_tier2"] for case, answer in zip(PROMPTS, answers, strict=True)]
    assert sum(right) / len(right) >= 0.85


@pytest.mark.parametrize(
    "prompt",
    [
        "explain auth",
        "search auth",
        "resolve conflict",
        "explain code",
        "修登录",
        "refactor utils",
        "rename foo to bar",
        "why is it slow?",
        "宽度计算错误",
        "为什么终端宽度计算错误?",
    ],
)
def test_short_work_order_is_code(prompt: str) -> None:
    assert understand(prompt).is_code


@pytest.mark.parametrize("prompt", ["", "   \n\t", "。。。", "?"])
def test_prompt_without_words_is_non_code(prompt: str) -> None:
    assert understand(prompt).name == "non_code"


@pytest.mark.parametrize(
    "prompt", ["/src/app.py crashes on start", "/login returns 500 for guests", "/usr/lib/x/run.sh 报错"]
)
def test_absolute_path_or_route_is_no_slash_command(prompt: str) -> None:
    assert understand(prompt).is_code


@pytest.mark.parametrize("prompt", ["/compact keep the fix for src/app.py", "/clear", "/my-tool 看看登录"])
def test_slash_command_is_non_code_whatever_it_names(prompt: str) -> None:
    assert understand(prompt).name == "non_code"


@pytest.mark.parametrize(
    "prompt", ["git push", "rebase my branch on master", "把代码推上去", "git pull 一下"]
)
def test_pure_git_operation_is_ops_without_code(prompt: str) -> None:
    intent = understand(prompt)
    assert (intent.name, intent.is_code) == ("ops", False)


def test_target_keeps_a_question_about_the_assistant_code() -> None:
    assert understand("why did you touch src/pay/gateway.py").is_code


@pytest.mark.parametrize(
    "prompt",
    ["do an impact analysis of parse_config", "允许深度分析", "画出 parse_config 的调用链", "影响分析一下"],
)
def test_depth_asked_for_in_words_is_noticed(prompt: str) -> None:
    assert understand(prompt).asks_depth


def test_depth_is_not_read_into_a_plain_order() -> None:
    assert not understand("add a logout button").asks_depth


@pytest.mark.parametrize("prompt", ["fix src/a.py", "what does load_rows do", "KeyError: 'x'", "看 `total`"])
def test_named_file_symbol_or_error_is_a_target(prompt: str) -> None:
    assert understand(prompt).names_target


def test_plain_words_are_no_target() -> None:
    assert not understand("the button should say Continue").names_target
