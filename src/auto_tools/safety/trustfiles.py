"""What a repository asks the user to trust: its config keys and hook files that start programs, and the
scripts these name.

Reads, and judges nothing: whether the user agreed is `trust.py`. A name is looked for in the decoded texts,
so that no escape of JSON or YAML hides it; what a shell puts together from pieces cannot be seen here.
"""

from __future__ import annotations

import os
import re
import stat

from auto_tools import jsontext
from auto_tools.record import Record
from auto_tools.safety.files import BINARY_PROBE, open_folder, open_regular
from auto_tools.safety.paths import is_sensitive
from auto_tools.settings.config import ConfigFile, read_config
from auto_tools.settings.resolve import REPO_CONFIG
from auto_tools.settings.unknown import reserved_keys, reserved_texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

HOOK_FOLDERS = (".auto-tools/hooks", ".snow/hooks")
LARGEST_HOOK_FILE = 65_536
LARGEST_SCRIPT = 262_144
MOST_BYTES = 2_097_152
MOST_FILES = 64
MOST_NAMES = 20_000

_QUOTED = re.compile(r"\"([^\"\n]+)\"|'([^'\n]+)'")
_BASE = r"(?:\$\{?\w+\}?|\$\([^()\n]*\))"
_WORD = re.compile(_BASE + r"?[^\s\"'`$(){}\[\]<>|&;=,:\\*?!#]+")
_AFTER_BASE = re.compile(_BASE + "/+(.*)", re.DOTALL)
_DATA = (".log", ".jsonl", ".txt", ".out", ".tmp", ".pid", ".csv", ".md")
"""Files that a command writes to rather than starts; a hook that logs must not revoke itself."""
_STARTERS = frozenset(
    ". source exec sh bash dash zsh ksh python python3 node deno bun ruby perl php lua awk env sudo".split()
)
_SCRIPT_ENDS = (".sh", ".bash", ".zsh")
_WORDS_ONLY = ("description", "matcher", "type")
"""Fields of a rule that start nothing."""
_IMPORT_ENDS = (".py", ".sh", ".js", ".mjs", ".cjs", "/__init__.py", "/index.js")


class AskedFile(Record):
    """One file that would be trusted, as it was read."""

    data: bytes
    """Its bytes."""
    is_executable: bool = False
    """Whether it can be started by its name."""


class TrustRequest(Record):
    """Everything a repository asks to be trusted with, as it is at one moment."""

    root: str
    """Real path of the folder it was read from."""
    files: Mapping[str, AskedFile]
    """By relative path, sorted: first what asks, and all scripts that are named."""
    asking: tuple[str, ...] = ()
    """The files that ask; the others are named by them."""
    uncovered: tuple[str, ...] = ()
    """Files that are named and not part of it: sensitive ones, and data."""
    problem: str = ""
    """Why this can never be trusted; empty when it can."""


def read_request(root: str, config: ConfigFile | None = None) -> TrustRequest:
    """Return what the repository asks for; `config` is its config where that was read already."""
    if config is None:
        config = read_config(os.path.join(root, REPO_CONFIG), REPO_CONFIG, within=root)[0]
    reader = _Reader(root)
    texts = reserved_texts(config)
    if reserved_keys(config):
        reader.files[REPO_CONFIG] = AskedFile(config.data)
    for path in _hook_files(root):
        found = reader.take(path, LARGEST_HOOK_FILE)
        if found:
            texts += _json_texts(found.data)
        else:
            reader.problem = reader.problem or f"{path} is a link, no regular file or larger than 64 KB"
    asking = tuple(reader.files)
    reader.follow(texts)
    files = {path: reader.files[path] for path in sorted(reader.files)}
    return TrustRequest(root, files, asking, tuple(sorted(reader.uncovered)), reader.problem)


def _hook_files(root: str) -> list[str]:
    """List what lies in the hook folders; a folder behind a link counts as one file that cannot be read."""
    found = []
    for folder in HOOK_FOLDERS:
        if not os.path.lexists(os.path.join(root, folder)):
            continue
        try:
            handle = open_folder(root, folder)
        except OSError:
            found.append(folder)
            continue
        try:
            found += [f"{folder}/{name}" for name in sorted(os.listdir(handle)) if name.endswith(".json")]
        finally:
            os.close(handle)
    return found


def _json_texts(data: bytes) -> list[str]:
    try:
        return list(_walk(jsontext.loads(data.decode("utf-8", "replace"))))
    except (ValueError, RecursionError):
        return []


def _walk(value: Any) -> Iterator[str]:
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            waiting += [inner for key, inner in one.items() if key not in _WORDS_ONLY]
        elif isinstance(one, list):
            waiting += one


def find_names(text: str) -> list[tuple[int, int]]:
    """List where a text may name a file: what stands in quotes, then single words."""
    quoted = [found.span(1 if found[1] is not None else 2) for found in _QUOTED.finditer(text)]
    return [*quoted, *(found.span() for found in _WORD.finditer(text)), (0, len(text))]


def is_output(text: str, start: int) -> bool:
    """Tell whether a command writes to what is named there."""
    return text[:start].rstrip(" \t\"'").endswith(">")


def locate(root: str, name: str, folder: str = "") -> str:
    """Return the path below the root that a name means, seen from a folder below it; empty for none.

    `$PWD/x` and `$(git rev-parse --show-toplevel)/x` are taken for `x`.
    """
    based = _AFTER_BASE.fullmatch(name)
    name = based[1] if based else name
    if name.startswith(root.rstrip("/") + "/"):
        name, folder = os.path.relpath(name, root), ""
    path = os.path.normpath(os.path.join(folder, name)) if name and "\0" not in name else ""
    return "" if path in (".", "..") or path.startswith(("../", "/")) else path


class _Reader:
    """Reads files and follows the names in them, within bounds."""

    def __init__(self, root: str) -> None:
        self.root = root
        self.files: dict[str, AskedFile] = {}
        self.uncovered: set[str] = set()
        self.problem = ""
        self.seen: dict[str, int] = {}
        self.scripts: list[str] = []
        self.size = 0

    def take(self, path: str, largest: int) -> AskedFile | None:
        """Read one file below the root into the request."""
        handle = open_regular(self.root, path)
        if handle is None:
            return None
        with os.fdopen(handle, "rb") as file:
            mode = os.fstat(handle).st_mode
            data = file.read(largest + 1)
        if len(data) > largest:
            return None
        self.size += len(data)
        if len(self.files) >= MOST_FILES or self.size > MOST_BYTES:
            self.problem = f"it names more than {MOST_FILES} files or {MOST_BYTES // 2**20} MB"
        self.files[path] = AskedFile(data, bool(mode & stat.S_IXUSR))
        return self.files[path]

    def follow(self, texts: list[str]) -> None:
        """Take every script that the texts name, then what these scripts start or import."""
        for text in texts:
            names = [(start, text[start:end]) for start, end in find_names(text)]
            located = [locate(self.root, name) for _start, name in names]
            folders = [path for path in dict.fromkeys(located) if stat.S_ISDIR(self._kind(path))]
            self.uncovered.update(f"{folder}/" for folder in folders)
            for start, name in names:
                for folder in ("", *folders):
                    if not is_output(text, start):
                        self._consider(locate(self.root, name, folder), say=True)
        while self.scripts and not self.problem:
            path = self.scripts.pop()
            data = self.files[path].data
            if b"\0" not in data[:BINARY_PROBE]:
                self._follow_script(os.path.dirname(path), data.decode("utf-8", "replace"))

    def _follow_script(self, folder: str, text: str) -> None:
        previous = ""
        stems = self._stems("") | self._stems(folder)
        for found in _WORD.finditer(text):
            word, before = found[0], previous
            previous = os.path.basename(word)
            is_plain = "/" not in word and "." not in word and "$" not in word
            if (is_plain and word not in stems) or is_output(text, found.start()):
                continue
            if before in _STARTERS or word.endswith(_SCRIPT_ENDS):
                self._consider(locate(self.root, word), say=False)
            module = word if "/" in word else word.replace(".", "/")
            for name in (word, *(module + ending for ending in _IMPORT_ENDS)):
                self._consider(locate(self.root, name, folder), say=False)

    def _stems(self, folder: str) -> frozenset[str]:
        """Return what the names in a folder begin with: a plain word that is none of these names nothing."""
        try:
            names = os.listdir(os.path.join(self.root, folder))
        except OSError:
            return frozenset()
        return frozenset((*names, *(name.partition(".")[0] for name in names)))

    def _consider(self, path: str, *, say: bool) -> None:
        """Take a named file, unless it is data or may not be opened."""
        kind = self._kind(path)
        if path in self.files or not kind or stat.S_ISDIR(kind):
            return
        if is_sensitive(path) or path.endswith(_DATA):
            self.uncovered.update([path] if say or is_sensitive(path) else [])
        elif self.take(path, LARGEST_SCRIPT):
            self.scripts.append(path)
        else:
            self.problem = self.problem or f"{path} is a link, no regular file or larger than 256 KB"

    def _kind(self, path: str) -> int:
        """Return what lies at a path, 0 for nothing; each is looked at once."""
        if path not in self.seen and path:
            if len(self.seen) >= MOST_NAMES:
                self.problem = self.problem or f"it holds more than {MOST_NAMES} names to look for"
                return 0
            try:
                self.seen[path] = os.lstat(os.path.join(self.root, path)).st_mode
            except (OSError, ValueError):
                self.seen[path] = 0
        return self.seen.get(path, 0)
