"""Reads stack traces and error messages out of a text: Python, Node, Java, Go, Rust, Ruby, PHP, C and C++.

One table of line patterns; a run of frames is turned so that the innermost comes first, as most languages
print it. What a text calls an error is taken line by line, without the frames.
"""

from __future__ import annotations

import re

from auto_tools.record import Record

MOST_FRAMES = 120
MOST_MESSAGES = 12
LONGEST_MESSAGE = 400
LONGEST_LINE = 2_000


class Frame(Record):
    """One line of a stack trace."""

    path: str
    """File as the trace names it, with `/`."""
    line: int
    """Line; 0 when it is not told."""
    function: str
    """Function as the trace names it; empty for none."""
    language: str
    """Whose trace it is."""
    inner: int = 0
    """How far from the place of the error: 0 is where it was raised."""


class Trace(Record):
    """What a text tells about an error."""

    frames: tuple[Frame, ...]
    """The innermost frame of each trace first."""
    messages: tuple[str, ...]
    """What the errors say."""
    types: tuple[str, ...]
    """Names of exceptions."""
    prose: int = 0
    """Words that are neither frame nor message nor quoted code."""


_PATH = r"(?P<path>[^\s\"'()<>|*?\[\],;]+?\.[A-Za-z]\w{0,4})"
_FUNCTION = r"(?P<function>[\w.<>]+)"
_PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (language, re.compile(pattern))
    for language, pattern in (
        ("python", rf'^\s*File "(?P<path>[^"]+)", line (?P<line>\d+)(?:, in {_FUNCTION})?'),
        ("python", rf"^\s*File {_PATH}:(?P<line>\d+),? in {_FUNCTION}"),
        ("python", rf"^(?P<path>[~/.\w][^\s\"']*\.pyx?) in {_FUNCTION}\("),
        ("python", rf"^(?P<path>[\w./\\-]+\.py):(?P<line>\d+): (?:in {_FUNCTION}|\w+(?:Error|Exception))"),
        (
            "java",
            r"^\s*(?:at|\[\w+\] at)\s+(?:[\w.@-]+/)?(?P<function>[\w.$<>]+)"
            r"\((?P<path>[\w$-]+\.(?:java|kt|scala|groovy)):(?P<line>\d+)\)",
        ),
        (
            "node",
            r"^\s*at\s+(?:async\s+)?(?:new\s+)?(?P<function>[\w.$<>\[\] #-]+?)"
            r"\s+\((?:file://|webpack:///?)?(?P<path>[^\s()]+?):(?P<line>\d+):\d+\)",
        ),
        (
            "node",
            r"^\s*at\s+(?:async\s+)?(?:file://)?(?P<path>[^\s()]+\.(?!rs:)\w{1,4}):(?P<line>\d+):\d+\s*$",
        ),
        ("rust", r"^\s*(?:at|-->)\s+(?P<path>[^\s:]+\.rs):(?P<line>\d+)(?::\d+)?"),
        ("rust", r"panicked at (?:'.*', )?(?P<path>[^\s:']+\.rs):(?P<line>\d+)"),
        ("go", r"^\s+(?P<path>[^\s:]+\.go):(?P<line>\d+)(?:\s\+0x[0-9a-f]+)?\s*$"),
        (
            "ruby",
            r"^\s*(?:from\s+|\d+:\s*from\s+)?(?P<path>[^\s:]+\.(?:rb|rake|erb)):(?P<line>\d+)"
            r":in\s+[`'](?P<function>[^']+)'",
        ),
        ("php", r"^\s*#\d+\s+(?P<path>[^\s()]+\.php)\((?P<line>\d+)\): (?P<function>[\w\\:>{}-]+)?"),
        ("php", r"\bin (?P<path>/?[^\s()]+?\.php)(?::(?P<line>\d+)| on line (?P<other>\d+))"),
        (
            "cpp",
            r"^\s*#\d+\s+(?:0x[0-9a-f]+ in )?(?P<function>[\w:~<>*&, ]+?)\s*(?:\([^\n]*?\))?"
            r"\s+(?:at\s+)?(?P<path>[^\s:()]+\.\w{1,4}):(?P<line>\d+)",
        ),
    )
)
"""Language and what one of its frames looks like; the first that fits a line is taken."""
_PYTHON_LIKE = frozenset(("python",))
"""Traces that print the innermost frame last."""
_GO_CALL = re.compile(r"^(?:created by )?([\w./*()-]+\.[\w.*()-]+)\(")
_RUST_CALL = re.compile(r"^\s*\d+:\s+(?:0x[0-9a-f]+ - )?([\w:<>{}]+)")
_OPENING = re.compile(
    r"Traceback|goroutine|stack backtrace|Stack trace|Exception in|During handling|The above"
)
_TYPED = re.compile(
    r"(?:^|\s|`|\")(?P<type>(?:[A-Za-z_][\w$]*[.:\\]+)*[A-Z]\w*(?:Error|Exception|Warning|Failure|Exit))"
    r"(?:\s*\[[^\]]*\])?:\s+(?P<message>\S.*)"
)
_BARE_TYPE = re.compile(r"\b((?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Error|Exception))\b")
_WORDED = re.compile(
    r"(?:\b(?:fatal error|fatal|panic|error(?:\[E\d+\])?|uncaught|unhandled \w+|assertion failed|caused by)\b"
    r"\s*[:!]\s*|panicked at ')"
    r"(?P<message>.*)",
    re.IGNORECASE,
)
_TELLING = re.compile(
    r"(?P<message>.*\b(?:undefined method|is not a function|is not defined|cannot read propert|no such"
    r"|has no attribute|got an unexpected|unexpected keyword|missing \d+ required|must be|cannot|can't"
    r"|invalid|not supported|unexpected|expected|failed to|unable to|not found|unsupported"
    r"|no module named)\b.*)",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"`([^`\n]{12,300})`|\"([^\"\n]{15,300})\"")


def read_trace(text: str) -> Trace:
    """Return frames, messages and exception names of a text."""
    runs: list[list[Frame]] = []
    messages: list[str] = []
    types: list[str] = []
    before = ""
    gap = 3
    prose = 0
    for raw in text.splitlines():
        line = raw[:LONGEST_LINE].rstrip()
        frame = _read_frame(line, before)
        if frame is not None:
            if gap > 2 or not runs or runs[-1][-1].language != frame.language:
                runs.append([])
            if len(runs[-1]) < MOST_FRAMES:
                runs[-1].append(frame)
            gap = 0
        else:
            gap += 1
        known = len(messages)
        _read_message(line, messages, types)
        if frame is None and len(messages) == known and line[:1] not in ("", " ", "\t", "+"):
            prose += 0 if _OPENING.match(line) else len(line.split())
        before = line
    if not messages:
        quoted = (one or other for one, other in _QUOTED.findall(text))
        messages += [part for part in quoted if _TELLING.match(part)]
    frames = [frame for run in runs for frame in _innermost_first(run)]
    return Trace(
        tuple(frames[:MOST_FRAMES]),
        tuple(dict.fromkeys(messages))[:MOST_MESSAGES],
        tuple(dict.fromkeys(types)),
        prose,
    )


def _read_frame(line: str, before: str) -> Frame | None:
    for language, pattern in _PATTERNS:
        found = pattern.match(line) if pattern.pattern.startswith("^") else pattern.search(line)
        if found is None:
            continue
        parts = found.groupdict()
        function = parts.get("function") or _function_before(language, before)
        number = parts.get("line") or parts.get("other") or "0"
        path = parts["path"].replace("\\", "/")
        if language == "java":
            path = _java_path(function, path)
        return Frame(path, int(number[:9]), _last_name(function), language)
    return None


def _function_before(language: str, before: str) -> str:
    pattern = {"go": _GO_CALL, "rust": _RUST_CALL}.get(language)
    found = pattern.match(before) if pattern else None
    return found[1] if found else ""


def _java_path(function: str, name: str) -> str:
    """Return `org/a/B.java` of `org.a.B$C.run` in `B.java`."""
    package = [part for part in function.split(".")[:-1] if part[:1].islower()]
    return "/".join((*package, name))


def _last_name(function: str) -> str:
    parts = [part for part in re.split(r"[.:<>#\\ ()*]+|->", function) if part]
    return parts[-1].strip("{}&'`") if parts else ""


def _innermost_first(run: list[Frame]) -> list[Frame]:
    ordered = run[::-1] if run[0].language in _PYTHON_LIKE else run
    return [frame.replace(inner=place) for place, frame in enumerate(ordered)]


def _read_message(line: str, messages: list[str], types: list[str]) -> None:
    bare = line.strip().lstrip("E>|-*# ").strip()
    typed = _TYPED.search(bare)
    if typed:
        types.append(re.split(r"[.:\\]+", typed["type"])[-1])
        messages.append(typed["message"].strip()[:LONGEST_MESSAGE])
        return
    types += [one.rpartition(".")[2] for one in _BARE_TYPE.findall(bare[:300])]
    worded = _WORDED.search(bare)
    if worded and len(worded["message"].split()) > 1:
        messages.append(worded["message"].strip(" '\"`")[:LONGEST_MESSAGE])
