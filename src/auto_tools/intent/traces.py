"""Error texts and stack traces of the common languages, told line by line."""

from __future__ import annotations

from auto_tools.intent.wordset import word_list, word_set

TRACE_STARTS = word_list(
    "Traceback (most recent call last)|Exception in thread|goroutine |thread '|stack backtrace:|"
    "Stack trace:|PHP Stack trace|Call Stack|terminate called|Unhandled exception|Caused by:",
    "|",
)
ERROR_MARKS = word_list(
    "error:|Error:|ERROR:|Exception:|exception:|panic:|fatal:|FATAL|Fatal error:|npm ERR!|error[E|"
    "error TS|error CS|error C|Segmentation fault|core dumped|undefined reference to|command not found|"
    "No such file or directory|Permission denied|Cannot find module|Module not found|No module named|"
    "is not a function|is not defined|is not assignable|panicked at|Uncaught |UnhandledPromiseRejection|"
    "Connection refused|connection refused|stack level too deep|undefined method|"
    "undefined local variable|Undefined index|Undefined variable|Call to undefined|"
    "Call to a member function|exit code |exit status |Caused by:|AssertionError|assertion failed|"
    "duplicate key value|Deadlock found|ORA-|SQLSTATE|terminate called|Object reference not set",
    "|",
)
ERROR_TAILS = ("Error", "Exception", "Panic")
ERROR_CODES = word_set(
    "ENOENT ECONNREFUSED ECONNRESET EADDRINUSE EACCES EPERM ETIMEDOUT EPIPE ENOTFOUND EMFILE ERESOLVE "
    "ENOSPC SIGSEGV SIGABRT OOMKilled CrashLoopBackOff ImagePullBackOff NPE"
)
MAX_ERROR = 160


def is_frame(line: str) -> bool:
    """Tell whether a line is one frame of a stack trace."""
    bare = line.strip()
    if bare.startswith("at ") and ("(" in bare or ":" in bare) and any(char.isdigit() for char in bare):
        return True
    if bare.startswith('File "') and ", line " in bare:
        return True
    if bare.startswith("from ") and ":in " in bare:
        return True
    if bare[:1] == "#" and bare[1:2].isdigit() and (" in " in bare or "(" in bare or "/" in bare):
        return True
    if line[:1] in " \t" and (" +0x" in bare or ".go:" in bare or ".rs:" in bare):
        return True
    return bare.startswith("--> ") and ":" in bare


def starts_trace(line: str) -> bool:
    """Tell whether a line opens a stack trace."""
    return line.strip().startswith(TRACE_STARTS) and not line.strip().startswith("thread 's")


def error_in(line: str) -> str:
    """Return the error text a line holds, from its first sign on; empty for none."""
    start = first_mark(line)
    if start < 0:
        return ""
    while start > 0 and (
        (line[start - 1].isalnum() and line[start - 1].isascii()) or line[start - 1] in "._:\\"
    ):
        start -= 1
    text = line[start : start + MAX_ERROR].strip(" \t\"'`:：,，")
    return text if len(text) > 5 else ""


def first_mark(line: str) -> int:
    """Return where the earliest sign of an error stands in a line, or -1."""
    found = [at for at in (line.find(mark) for mark in ERROR_MARKS) if at >= 0]
    found += [at for at in (find_tail(line, tail) for tail in ERROR_TAILS) if at >= 0]
    return min(found, default=-1)


def find_tail(line: str, tail: str) -> int:
    """Return where a name such as `KeyError` or `IOException` ends with the tail, or -1."""
    at = line.find(tail, 1)
    while at > 0:
        after = line[at + len(tail) : at + len(tail) + 1]
        if (
            line[at - 1].isalpha()
            and line[at - 1].isascii()
            and not (after.isalnum() and after.isascii())
            and after not in ("_", "(")
        ):
            return at
        at = line.find(tail, at + 1)
    return -1


def is_error_code(word: str) -> bool:
    """Tell whether a word is a system error name or a compiler's code such as TS2345 or E0382."""
    if word in ERROR_CODES:
        return True
    letters = word.rstrip("0123456789")
    return letters in ("TS", "E", "CS", "LNK") and 3 < len(word) - len(letters) < 6
