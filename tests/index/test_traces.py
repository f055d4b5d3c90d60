"""Traces of each language, as their run times print them."""

from __future__ import annotations

import pytest

from auto_tools.index.traces import read_trace

TRACES = {
    "python": (
        """Traceback (most recent call last):
  File "/app/bank/desk.py", line 6, in shut
    account.close()
  File "/usr/lib/python3/site-packages/bank/account.py", line 16, in close
    note("closed")
ValueError: the account has no limit yet
""",
        [("/usr/lib/python3/site-packages/bank/account.py", 16, "close"), ("/app/bank/desk.py", 6, "shut")],
        "the account has no limit yet",
    ),
    "node": (
        """TypeError: Cannot read properties of undefined (reading 'limit')
    at Account.close (/srv/app/src/account.js:6:17)
    at async shut (file:///srv/app/src/desk.js:5:11)
    at /srv/app/src/main.js:1:1
""",
        [
            ("/srv/app/src/account.js", 6, "close"),
            ("/srv/app/src/desk.js", 5, "shut"),
            ("/srv/app/src/main.js", 1, ""),
        ],
        "Cannot read properties of undefined (reading 'limit')",
    ),
    "java": (
        """Exception in thread "main" java.lang.IllegalStateException: the account is closed
	at org.bank.core.Account.close(Account.java:11)
	at org.bank.core.Desk$Inner.shut(Desk.java:5)
""",
        [("org/bank/core/Account.java", 11, "close"), ("org/bank/core/Desk.java", 5, "shut")],
        "the account is closed",
    ),
    "go": (
        """panic: the account is closed

goroutine 1 [running]:
example.org/bank/account.(*Account).Close(0xc000012345)
	/go/src/bank/account/account.go:14 +0x1d
main.main()
	/go/src/bank/main.go:8 +0x2a
""",
        [("/go/src/bank/account/account.go", 14, "Close"), ("/go/src/bank/main.go", 8, "main")],
        "the account is closed",
    ),
    "rust": (
        """thread 'main' panicked at src/account.rs:13:9:
index out of bounds
stack backtrace:
   3: bank::account::Account::close
             at ./src/account.rs:13:9
   4: bank::main
             at ./src/main.rs:4:5
""",
        [("src/account.rs", 13, ""), ("./src/account.rs", 13, "close"), ("./src/main.rs", 4, "main")],
        "",
    ),
    "ruby": (
        """lib/account.rb:9:in `close': undefined method `check' for nil:NilClass (NoMethodError)
	from lib/desk.rb:6:in `shut'
""",
        [("lib/account.rb", 9, "close"), ("lib/desk.rb", 6, "shut")],
        "",
    ),
    "php": (
        """PHP Fatal error:  Uncaught Error: Call to undefined function note() in /var/www/src/Account.php:12
Stack trace:
#0 /var/www/src/Desk.php(8): Bank\\Account->close()
#1 {main}
""",
        [("/var/www/src/Account.php", 12, ""), ("/var/www/src/Desk.php", 8, "close")],
        "Call to undefined function note() in /var/www/src/Account.php:12",
    ),
    "gdb": (
        """Program received signal SIGSEGV, Segmentation fault.
#0  0x00005555 in Account::close (this=0x0) at src/account.cpp:7
#1  0x00005556 in main () at src/main.cpp:4
""",
        [("src/account.cpp", 7, "close"), ("src/main.cpp", 4, "main")],
        "",
    ),
    "asan": (
        """==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x60200000eff0
    #0 0x4f2a in Account::close() /build/src/account.cpp:7:3
    #1 0x4f3b in main /build/src/main.cpp:4:1
""",
        [("/build/src/account.cpp", 7, "close"), ("/build/src/main.cpp", 4, "main")],
        "",
    ),
}


@pytest.mark.parametrize("name", sorted(TRACES))
def test_frames_come_innermost_first(name: str) -> None:
    text, frames, message = TRACES[name]
    trace = read_trace(text)
    assert [(one.path, one.line, one.function) for one in trace.frames] == frames
    assert [one.inner for one in trace.frames][:1] == [0]
    assert not message or any(message in one for one in trace.messages)


def test_two_traces_have_an_innermost_frame_each() -> None:
    text = TRACES["python"][0]
    trace = read_trace(text + "\nDuring handling of the above exception, another one occurred:\n\n" + text)
    assert [one.inner for one in trace.frames] == [0, 1, 0, 1]


@pytest.mark.parametrize(
    "text", ["", "hello", "a" * 100_000, 'File "\n' * 5_000, "#" * 5_000, "at (" * 5_000]
)
def test_any_text_is_read(text: str) -> None:
    assert read_trace(text).frames == ()
