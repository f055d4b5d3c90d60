"""The Chinese words of prompts, and the glossary behind them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auto_tools.index.rank import chinese
from auto_tools.index.rank.chinese import han_bigrams, has_han, split_chinese, translate

GLOSSARY = Path(chinese.__file__).with_name("glossary_zh.txt")
LINES = GLOSSARY.read_text(encoding="utf-8").splitlines()
SOURCE = Path(chinese.__file__).parents[3]


def words(text: str) -> list[str]:
    return [word for word, _ in split_chinese(text)]


def test_every_line_is_well_formed() -> None:
    line = re.compile(r"[\u4e00-\u9fff]+\t[a-z0-9]+( [a-z0-9]+){0,4}")
    assert [text for text in LINES if not line.fullmatch(text)] == []
    assert GLOSSARY.read_bytes().endswith(b"\n")


def test_words_are_unique_sorted_and_enough() -> None:
    keys = [text.split("\t")[0] for text in LINES]
    assert keys == sorted(set(keys))
    assert len(keys) >= 2500


def test_no_term_is_given_twice_in_an_entry() -> None:
    for text in LINES:
        terms = text.split("\t")[1].split(" ")
        assert len(terms) == len(set(terms)), text


def test_function_words_are_not_in_the_glossary_and_generic_words_are() -> None:
    keys = {text.split("\t")[0] for text in LINES}
    assert keys & chinese._STOP == set()
    assert chinese._GENERIC - keys == set()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("正则表达式", ["正则表达式"]),
        ("表达式", ["表达式"]),
        ("反序列化", ["反序列化"]),
        ("上下文管理器的上下文", ["上下文管理器", "上下文"]),
        ("用户登录后会话过期没有正确刷新", ["用户", "登录", "会话过期", "正确", "刷新"]),
        ("序列化嵌套字典时缓存键冲突", ["序列化", "嵌套", "字典", "缓存键", "冲突"]),
        ("迁移回滚失败", ["迁移", "回滚", "失败"]),
    ],
)
def test_the_longest_word_wins(text: str, expected: list[str]) -> None:
    assert words(text) == expected


def test_only_han_is_looked_at_in_a_mix() -> None:
    assert words("修一下login的bug") == []
    assert words("把json解析器的cache清空，再reload") == ["解析器", "清空"]
    assert words("主key键") == ["键"]


def test_function_words_swallow_what_looks_like_a_word() -> None:
    assert words("这样不行") == []
    assert words("行") == ["行"]


def test_a_word_carries_its_terms_best_first() -> None:
    assert split_chinese("登录") == [("登录", ["login", "auth", "signin"])]
    assert split_chinese("外键") == [("外键", ["foreign", "key", "fk"])]


@pytest.mark.parametrize("text", ["", " ", "fix the login bug", "é，。", "ひらがな"])
def test_a_text_without_han_has_no_words(text: str) -> None:
    assert not has_han(text)
    assert split_chinese(text) == []
    assert translate(text) == {}
    assert han_bigrams(text) == []


def test_terms_weigh_by_rank_and_repeated_words_add_up() -> None:
    assert translate("登录") == {"login": 1.0, "auth": 0.5, "signin": 0.35}
    assert translate("登录，登录") == {"login": 2.0, "auth": 1.0, "signin": 0.7}
    assert translate("参数")["args"] == pytest.approx(0.25 * 0.3)


def test_a_generic_word_weighs_less() -> None:
    assert translate("文件") == {"file": pytest.approx(0.3)}
    assert translate("回滚错误") == {"rollback": 1.0, "revert": 0.5, "error": pytest.approx(0.3)}


def test_bigrams_stay_inside_a_run() -> None:
    assert han_bigrams("修复登录bug的问题") == ["修复", "复登", "登录", "的问", "问题"]
    assert han_bigrams("改a") == ["改"]


def test_a_text_without_han_does_not_load_the_glossary(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chinese, "_loaded", None)
    translate("fix the login bug")
    assert chinese._loaded is None
    translate("登录")
    assert chinese._loaded is not None


def test_the_glossary_loads_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    spent = []
    for _ in range(5):
        monkeypatch.setattr(chinese, "_loaded", None)
        start = time.perf_counter()
        chinese._load()
        spent.append(time.perf_counter() - start)
    assert min(spent) < 0.02


def test_the_order_does_not_depend_on_the_hash_seed() -> None:
    code = (
        "from auto_tools.index.rank.chinese import translate;"
        "print(list(translate('用户登录后会话过期，序列化嵌套字典时缓存键冲突').items()))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PATH": os.environ["PATH"], "PYTHONPATH": str(SOURCE), "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(outputs) == 1


@given(st.text(alphabet=st.sampled_from("登录会话过期的了a _。序列化\n\t"), max_size=40))
def test_words_come_from_the_text_in_order(text: str) -> None:
    at = 0
    for word, terms in split_chinese(text):
        at = text.index(word, at) + len(word)
        assert terms
    assert all(weight > 0 for weight in translate(text).values())
