"""What a prompt names is found: files, lines, symbols, errors, traces of many languages."""

from __future__ import annotations

import pytest

from auto_tools.intent.read import MAX_SIGNALS, historical_signals, signals_for_location
from auto_tools.intent.targets import named_errors, named_files, named_symbols
from auto_tools.intent.understand import understand

TRACES = {
    "python": 'Traceback (most recent call last):\n  File "/srv/a/jobs.py", line 12, in run\nValueError: x',
    "node": "TypeError: x is not a function\n    at load (/srv/app/jobs.js:12:5)",
    "java": "java.lang.IllegalStateException: no\n\tat com.shop.Cart.add(Cart.java:88)",
    "go": "panic: nil map\n\ngoroutine 1 [running]:\nmain.run()\n\t/srv/app/jobs.go:12 +0x1d",
    "rust": "thread 'main' panicked at src/jobs.rs:12:5:\nindex out of bounds",
    "ruby": "jobs.rb:12:in `run': undefined method `x' for nil (NoMethodError)\n\tfrom jobs.rb:20",
    "php": "PHP Fatal error:  Uncaught Error: no in /srv/app/jobs.php:12\n#0 {main}",
    "c++": "terminate called after throwing 'std::out_of_range'\n#1 0x41 in run() at src/jobs.cpp:12",
    "c#": "System.NullReferenceException: no\n   at Shop.Cart.Add() in /srv/app/Cart.cs:line 12",
}


@pytest.mark.parametrize("language", TRACES)
def test_stack_trace_is_an_error_signal(language: str) -> None:
    signals = understand(TRACES[language]).signals
    assert named_errors(signals)
    assert any(signal.type == "implicit" and signal.weight >= 0.95 for signal in signals)


@pytest.mark.parametrize("language", ["python", "node", "go", "rust", "php", "c++", "c#"])
def test_file_of_a_stack_trace_is_named(language: str) -> None:
    assert any("/" in path for path in named_files(understand(TRACES[language]).signals))


@pytest.mark.parametrize(
    ("prompt", "path"),
    [
        ("look at src/app/main.py please", "src/app/main.py"),
        ("@docs/intro.md is old", "docs/intro.md"),
        ("看一下 web/pages/cart.vue，价格不对", "web/pages/cart.vue"),
        ("price.ts:41:7 is odd", "price.ts"),
        ("src/pay/notify.ts(41,7): error TS2322", "src/pay/notify.ts"),
        ("改一下Dockerfile里的用户", "Dockerfile"),
        (r"open C:\shop\Cart.cs now", r"C:\shop\Cart.cs"),
        ("what is in packages/core/", "packages/core/"),
    ],
)
def test_file_is_named(prompt: str, path: str) -> None:
    assert named_files(understand(prompt).signals) == (path,)


@pytest.mark.parametrize(
    "prompt",
    ["and/or", "we use Node.js", "version 3.11.2", "e.g. this", "https://a.com/b.py", "client/server", "1/2"],
)
def test_look_alike_is_no_file(prompt: str) -> None:
    assert named_files(understand(prompt).signals) == ()


@pytest.mark.parametrize(
    ("prompt", "symbol"),
    [
        ("where is load_rows used", "load_rows"),
        ("解释 loadRows", "loadRows"),
        ("OrderService is slow", "OrderService"),
        ("MAX_RETRIES 在哪", "MAX_RETRIES"),
        ("call checkout() twice", "checkout"),
        ("std::vector grows", "std::vector"),
        ("os.path.join fails", "os.path.join"),
        ("the word `total` is wrong", "total"),
        ("Hub->register hangs", "Hub->register"),
    ],
)
def test_symbol_is_named(prompt: str, symbol: str) -> None:
    assert symbol in named_symbols(understand(prompt).signals)


@pytest.mark.parametrize(
    "prompt", ["GitHub and JavaScript", "my iPhone", "see example.com", "file(s) are gone", "Hello"]
)
def test_brand_or_plain_word_is_no_symbol(prompt: str) -> None:
    assert named_symbols(understand(prompt).signals) == ()


@pytest.mark.parametrize(
    ("prompt", "match"), [("see a.py line 112", "line 112"), ("第 57 行", "line 57"), ("a.py:9", "line 9")]
)
def test_line_number_is_a_signal(prompt: str, match: str) -> None:
    assert match in [signal.match for signal in understand(prompt).signals]


def test_code_block_is_a_signal_and_its_words_are_not() -> None:
    signals = understand("what does this do\n```python\nimport test\nraise docs\n```").signals
    assert "```python" in [signal.match for signal in signals]
    assert "docs" not in [signal.match for signal in signals if signal.type == "explicit"]


def test_words_are_explicit_signals_in_the_order_of_the_text() -> None:
    words = [
        signal.match
        for signal in understand("rename the class and write a test").signals
        if signal.type == "explicit"
    ]
    assert words.index("rename") < words.index("write a test")


def test_signals_are_never_more_than_forty_and_never_repeated() -> None:
    many = " ".join(f"src/file_{number}.py fix_{number}()" for number in range(200))
    signals = understand(many).signals
    assert len(signals) <= MAX_SIGNALS
    assert len({(signal.type, signal.match) for signal in signals}) == len(signals)


def test_location_flags_become_signals() -> None:
    found = [(signal.type, signal.match) for signal in signals_for_location("src/a.py", 42, "run")]
    assert found == [("implicit", "src/a.py"), ("implicit", "line 42"), ("code", "run")]
    assert signals_for_location() == ()


def test_history_never_outweighs_the_prompt() -> None:
    signals = historical_signals("fix/login", ["src/a.py"], ["fix login"], ["src/b.py"])
    assert {signal.type for signal in signals} == {"historical"}
    assert [signal.match for signal in signals] == ["src/b.py", "src/a.py", "fix/login", "fix login"]
    assert all(signal.weight <= 0.5 for signal in signals)
    assert historical_signals() == ()
