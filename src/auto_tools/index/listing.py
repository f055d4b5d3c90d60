"""Which files belong to the index: those that git tracks or does not ignore, else those a walk finds.

Looks at names and stat data only; the one kind of file it opens is `.gitignore`, outside git. What is done
with the files, and whether their content may be read, is left to others.
"""

from __future__ import annotations

import os
import re
import stat
from fnmatch import fnmatchcase

from auto_tools.index.gitcommand import Git, GitUnavailable
from auto_tools.index.gitdir import find_git
from auto_tools.index.gitindex import read_index
from auto_tools.index.indexformat import INTENT_TO_ADD, SKIP_WORKTREE
from auto_tools.record import Record
from auto_tools.safety.files import read_bytes
from auto_tools.safety.paths import is_excluded, is_sensitive

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from auto_tools.index.indexformat import Entry, GitIndex

MOST_FILES = 200_000
DEEPEST = 64

NEVER_INDEXED = frozenset({"node_modules", "__pycache__", ".git", ".venv"})
"""Folders left out even when tracked; so is every other one that holds a `pyvenv.cfg`."""
UNLESS_TRACKED = (
    *(".tox", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".idea", ".gradle"),
    *("dist", "build", "coverage"),
)
"""Folders whose untracked files are left out."""
LOCK_FILES = frozenset(
    {".terraform.lock.hcl", "bun.lock", "bun.lockb", "cargo.lock", "composer.lock", "deno.lock"}
    | {"flake.lock", "gemfile.lock", "go.sum", "go.work.sum", "gradle.lockfile", "mix.lock"}
    | {"npm-shrinkwrap.json", "package-lock.json", "package.resolved", "packages.lock.json"}
    | {"pdm.lock", "pipfile.lock", "pixi.lock", "pnpm-lock.yaml", "podfile.lock", "poetry.lock"}
    | {"pubspec.lock", "pylock.toml", "uv.lock", "yarn.lock"}
)

_LARGEST_IGNORE_FILE = 256 * 1024
_MOST_RULES = 4000
_FILE, _SUBMODULE = 0o10, 0o16
_SLASH, _CLOSE = b"/]"
_NAME = rb"[^/]*"
_FOLDERS = rb"(?:[^/]*+/)*"
_CLASSES = {
    b"alnum": rb"[0-9A-Za-z]",
    b"alpha": rb"[A-Za-z]",
    b"blank": rb"[ \t]",
    b"cntrl": rb"[\0-\x1f\x7f]",
    b"digit": rb"[0-9]",
    b"graph": rb"[!-~]",
    b"lower": rb"[a-z]",
    b"print": rb"[ -~]",
    b"punct": rb"[!-/:-@\[-`{-~]",
    b"space": rb"[ \t\n\r]",
    b"upper": rb"[A-Z]",
    b"xdigit": rb"[0-9A-Fa-f]",
}


def is_utf8(path: str) -> bool:
    """Tell whether a name can be stored and shown as text."""
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


class Listed(Record):
    """One file of the index."""

    path: str
    """Relative to the root, with `/`; bytes that are not UTF-8 as surrogates."""
    size: int
    mtime_ns: int
    blob: str
    """The id git has for its content, when stat data say the file is as git last saw it, else empty."""


class Listing(Record):
    """What belongs to the index, and what does not."""

    files: tuple[Listed, ...]
    """Sorted by path."""
    skipped: Mapping[str, int]
    """Reason -> how many files; folders where a walk did not enter them."""
    sensitive: tuple[str, ...]
    """Files that may be named but are never opened, sorted."""
    notes: tuple[str, ...]
    """What could not be found out."""


def is_lock_file(path: str) -> bool:
    """Tell whether a file pins dependencies: it is listed, but its content says nothing about the code."""
    return path.rpartition("/")[2].lower() in LOCK_FILES


def list_files(root: str, git_dir: str | None, exclude: tuple[str, ...]) -> Listing:
    """Return the files below a root that belong to the index, without the ones the user excludes."""
    root = os.path.realpath(root)
    sieve = _Sieve(root, exclude)
    if git_dir:
        _take_from_git(sieve, git_dir)
    else:
        _walk(sieve)
    return sieve.finish()


class _Sieve:
    """Takes paths one by one and keeps those that belong to the index."""

    def __init__(self, root: str, exclude: tuple[str, ...]) -> None:
        self.root = root
        self.exclude = exclude
        self.globs = tuple(pattern.rstrip("/") for pattern in exclude)
        self.files: list[Listed] = []
        self.skipped: dict[str, int] = {}
        self.sensitive: list[str] = []
        self.notes: list[str] = []
        self.folders: dict[str, str] = {"": ""}

    def finish(self) -> Listing:
        """Return everything taken so far."""
        files = tuple(sorted(self.files, key=lambda listed: listed.path))
        return Listing(files, self.skipped, tuple(sorted(self.sensitive)), tuple(self.notes))

    def skip(self, reason: str, count: int = 1) -> None:
        """Count what is left out."""
        self.skipped[reason] = self.skipped.get(reason, 0) + count

    def take(self, path: str, entry: Entry | None = None, written_ns: int = 0) -> None:
        """Keep a path if it belongs to the index; git's entry tells which content it had last."""
        reason = self.judge_folder(path[: max(0, path.rfind("/"))])
        if reason:
            return self.skip(reason)
        try:
            found = os.lstat(f"{self.root}/{path}")
        except (OSError, ValueError):
            is_sparse = entry and entry[6] & SKIP_WORKTREE
            return self.skip("not checked out" if is_sparse else "vanished")
        return self.take_found(path, found, entry, written_ns)

    def take_found(
        self, path: str, found: os.stat_result, entry: Entry | None = None, written_ns: int = 0
    ) -> None:
        """Keep a path in a folder that was judged already."""
        if self.globs and any(fnmatchcase(path, glob) for glob in self.globs):
            return self.skip("excluded")
        if not is_utf8(path):
            return self.skip("name is not UTF-8")
        if path == ".git" or path.endswith("/.git"):
            return self.skip("git's own")
        if not stat.S_ISREG(found.st_mode):
            return self.skip("symlink" if stat.S_ISLNK(found.st_mode) else "not a regular file")
        if len(self.files) + len(self.sensitive) >= MOST_FILES:
            return self.skip("too many files")
        if is_sensitive(path):
            self.sensitive.append(path)
            return self.skip("sensitive")
        blob = entry[4].hex() if entry and _is_unchanged(entry, found, written_ns) else ""
        self.files.append(Listed(path, found.st_size, found.st_mtime_ns, blob))
        return None

    def judge_folder(self, folder: str) -> str:
        """Return why nothing in a folder belongs to the index, or nothing when it may."""
        reason = "too deep" if folder.count("/") >= DEEPEST else self.folders.get(folder)
        if reason is None:
            parent, _, name = folder.rpartition("/")
            reason = self.folders[folder] = self.judge_folder(parent) or self._judge_own(folder, name)
        return reason

    def _judge_own(self, folder: str, name: str) -> str:
        if name in NEVER_INDEXED:
            return "ignored folder"
        if self.exclude and is_excluded(folder, self.exclude):
            return "excluded"
        full = f"{self.root}/{folder}"
        try:
            mode = os.lstat(full).st_mode
        except (OSError, ValueError):
            return "vanished"
        if not stat.S_ISDIR(mode):  # what git knows below is not there any more
            return "symlink" if stat.S_ISLNK(mode) else "vanished"
        return "ignored folder" if os.path.lexists(f"{full}/pyvenv.cfg") else ""


def _take_from_git(sieve: _Sieve, git_dir: str) -> None:
    found = find_git(sieve.root)
    inside = os.path.relpath(sieve.root, found[0]) if found else "."
    under = b"" if inside == "." else os.fsencode(inside) + b"/"
    index = read_index(git_dir, max_entries=MOST_FILES, under=under)
    is_known = not os.path.lexists(os.path.join(git_dir, "index"))
    if index:
        _take_tracked(sieve, index)
        is_known = index.is_complete
    try:
        with Git(sieve.root, git_dir) as git:
            if not is_known:
                _take_cached(sieve, git)
                is_known = True
            never = [f"--exclude={name}/" for name in (*sorted(NEVER_INDEXED), *UNLESS_TRACKED)]
            for path in _ask(git, "--others", "--exclude-standard", *never):
                if path.endswith("/"):
                    sieve.skip("not a regular file")  # a repository inside this one
                else:
                    sieve.take(path)
    except GitUnavailable as failure:
        sieve.notes.append(f"git facts skipped: {failure}")
        if not is_known and not index:
            sieve.notes.append("tracked files are not known; the folder was walked")
            _walk(sieve)
        elif not is_known:
            sieve.notes.append("not all tracked files are known")


def _take_tracked(sieve: _Sieve, index: GitIndex) -> None:
    before = b""
    for entry in index.entries:
        path = entry[0]
        if entry[1] >> 12 != _SUBMODULE and path != before:  # a conflict has one entry per side
            sieve.take(os.fsdecode(path), entry, index.written_ns)
        before = path


def _take_cached(sieve: _Sieve, git: Git) -> None:
    """Take the tracked files from git itself: a split, sparse or very large index is not read by us."""
    known = {listed.path for listed in sieve.files} | set(sieve.sensitive)
    for path in dict.fromkeys(_ask(git, "--cached")):
        if path not in known and not path.endswith("/"):
            sieve.take(path)


def _ask(git: Git, *options: str) -> Iterator[str]:
    return (os.fsdecode(name) for name in git.run("ls-files", "-z", *options).split(b"\0") if name)


def _is_unchanged(entry: Entry, found: os.stat_result, written_ns: int) -> bool:
    # Git asks for more (inode, ctime), which copies and containers change without touching the content.
    _, mode, size, mtime_ns, _, stage, flags = entry
    if stage or flags & INTENT_TO_ADD or mode >> 12 != _FILE:
        return False
    return size == found.st_size & 0xFFFFFFFF and mtime_ns == found.st_mtime_ns and mtime_ns < written_ns


def _walk(sieve: _Sieve) -> None:
    """Take what is below the root, no links followed, without what `.gitignore` files name."""
    waiting: list[tuple[str, tuple[IgnoreFile, ...]]] = [("", ())]
    unwanted = frozenset(UNLESS_TRACKED)
    while waiting:
        folder, rules = waiting.pop()
        try:
            with os.scandir(f"{sieve.root}/{folder}") as scan:
                entries = list(scan)
        except OSError:
            sieve.skip("vanished")
            continue
        if any(entry.name == ".gitignore" for entry in entries):
            text = read_bytes(sieve.root, f"{folder}.gitignore", limit=_LARGEST_IGNORE_FILE)
            rules = (IgnoreFile(folder, text), *rules) if text else rules
        for entry in entries:
            path = folder + entry.name
            try:
                found = entry.stat(follow_symlinks=False)
            except OSError:
                sieve.skip("vanished")
                continue
            is_folder = stat.S_ISDIR(found.st_mode)
            if rules and is_ignored(rules, path, is_folder=is_folder):
                if is_folder:
                    sieve.skip("ignored folder")
            elif not is_folder:
                sieve.take_found(path, found)
            elif reason := "ignored folder" if entry.name in unwanted else sieve.judge_folder(path):
                sieve.skip(reason)
            elif len(sieve.files) >= MOST_FILES:
                sieve.skip("too many files")
            else:
                waiting.append((path + "/", rules))


class IgnoreFile:
    """The rules of one `.gitignore`, as git reads them."""

    def __init__(self, folder: str, text: bytes) -> None:
        """Compile the rules that hold below `folder/` ("" for the root)."""
        self.start = len(os.fsencode(folder))
        lines = text.removeprefix(b"\xef\xbb\xbf").split(b"\n")[:_MOST_RULES]
        parsed = [_parse_rule(line.removesuffix(b"\r")) for line in lines]
        self.rules = [rule for rule in reversed(parsed) if rule]
        self.any_rule = re.compile(b"|".join(rule[0].pattern for rule in self.rules) or rb"(?!)", re.DOTALL)

    def decide(self, path: bytes, *, is_folder: bool) -> bool | None:
        """Tell whether a path is ignored, kept by a negation, or (None) not named by any rule."""
        below = path[self.start :]
        if self.any_rule.match(below):
            for regex, is_negation, for_folders in self.rules:
                if (is_folder or not for_folders) and regex.match(below):
                    return not is_negation
        return None


def is_ignored(rules: tuple[IgnoreFile, ...], path: str, *, is_folder: bool) -> bool:
    """Tell whether the innermost ignore file that names a path ignores it; its folders are not asked."""
    name = os.fsencode(path)
    for ignore_file in rules:
        decision = ignore_file.decide(name, is_folder=is_folder)
        if decision is not None:
            return decision
    return False


def _parse_rule(line: bytes) -> tuple[re.Pattern[bytes], bool, bool] | None:
    """Return what a line matches, whether it is a negation, and whether it is for folders only."""
    if line.startswith(b"#"):
        return None
    kept = len(line.rstrip(b" "))
    kept += len(line) > kept and (kept - len(line[:kept].rstrip(b"\\"))) % 2  # the space is escaped
    line = line[:kept]
    is_negation = line.startswith(b"!")
    line = line[is_negation:]
    for_folders = line.endswith(b"/")
    line = line[: len(line) - for_folders]
    # Possessive: all folders are jumped over at once, for a rule without a slash is about the last name only.
    anywhere = b"" if b"/" in line else rb"(?:[^/]*+/)*+"
    try:
        body = translate_glob(line.removeprefix(b"/"), has_slash=b"/" in line)
        return (re.compile(anywhere + body, re.DOTALL), is_negation, for_folders) if line else None
    except ValueError:
        return None


def translate_glob(glob: bytes, *, has_slash: bool) -> bytes:
    """Return a regular expression for a glob of git's that never backtracks over more than one `*`.

    What follows a `*` up to the next one is looked for at the first place only (an atomic group): whatever
    matches later also matches from there. The same holds for `**/` with whole folders. ValueError: no match.
    """
    outer: list[bytes] = []  # parts that end at a `**/`
    inner: list[bytes] = []  # runs of the current part that end at a `*`
    run, position = b"", 0
    is_plain = True  # only ordinary characters so far
    while position < len(glob):
        char = glob[position : position + 1]
        if char == b"*":
            end = len(glob) - len(glob[position:].lstrip(b"*"))
            # As git does it: `a**/b` counts as `a` + `**/b`, but only while nothing special came before.
            is_deep = has_slash and end - position > 1 and (is_plain or glob[position - 1 : position] == b"/")
            if is_deep and glob[end:] == b"":
                return _join([*outer, _join([*inner, run], _NAME)], _FOLDERS) + rb".*+\Z"
            if is_deep and glob[end : end + 1] == b"/":
                outer.append(_join([*inner, run], _NAME))
                inner, end = [], end + 1
            else:
                inner.append(run)
            run, position, is_plain = b"", end, False
        elif char == b"[":
            members, position = _parse_class(glob, position + 1)
            run += b"[" + b"".join(map(re.escape, members)) + b"]" if members else b"(?!)"
            is_plain = False
        else:
            is_plain = is_plain and char not in b"\\?"
            position += char == b"\\"
            literal = glob[position : position + 1]
            if not literal:
                raise ValueError("a backslash at the end")
            run += rb"[^/]" if char == b"?" else re.escape(literal)
            position += 1
    return _join([*outer, _join([*inner, run], _NAME)], _FOLDERS) + rb"\Z"


def _join(parts: list[bytes], gap: bytes) -> bytes:
    first, *middle = parts
    if not middle:
        return first
    atoms = [b"(?>" + gap + b"?" + part + b")" for part in middle[:-1]]
    return b"".join([first, *atoms, gap, middle[-1]])


def _parse_class(glob: bytes, position: int) -> tuple[list[bytes], int]:
    """Return the bytes that a `[...]` stands for, and where it ends; a slash is never one of them."""
    is_negation = glob[position : position + 1] in (b"!", b"^")
    position += is_negation
    start, previous = position, 0
    members: set[int] = set()
    while position < len(glob) and (glob[position] != _CLOSE or position == start):
        char, following = glob[position : position + 1], glob[position + 1 : position + 2]
        name = re.compile(rb"\[:([^\]]*):\]").match(glob, position)
        if name:
            if name[1] not in _CLASSES:
                raise ValueError("an unknown class")
            members.update(code for code in range(128) if re.match(_CLASSES[name[1]], bytes([code])))
            previous, position = 0, name.end()
            continue
        low = previous if char == b"-" and previous and following not in (b"", b"]") else 0
        position += bool(low)
        position += glob[position : position + 1] == b"\\"
        if position >= len(glob):
            break
        members.update(range(low or glob[position], glob[position] + 1))
        previous = 0 if low else glob[position]
        position += 1
    if position >= len(glob):
        raise ValueError("a class without end")
    if is_negation:
        members = set(range(1, 256)) - members
    return [bytes([code]) for code in sorted(members - {_SLASH})], position + 1
