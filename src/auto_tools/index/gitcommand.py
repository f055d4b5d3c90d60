"""Runs read-only git against a repository nobody trusts, so that none of its settings is ever looked at.

Git works on a shadow: a private folder with copies of HEAD and packed-refs, a link to the real refs, and a
config of our own. Which commands are asked, and what their answers mean, is left to others.
"""

from __future__ import annotations

import os
import select
import shutil
import signal
import stat
import subprocess
import tempfile
import time

from auto_tools.errors import AutoToolsError
from auto_tools.index.gitdir import find_common_dir, find_git, is_owned_by_user, read_config_section
from auto_tools.index.names import printable_text
from auto_tools.safety.files import read_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

OUTPUT_CAP = 256 * 1024 * 1024

_LARGEST_CONFIG = 1024 * 1024
_LARGEST_COPY = 64 * 1024 * 1024
_COMPLAINT = 4096
_CHUNK = 1 << 20
_COPIED_COMMON = ("packed-refs", "shallow", "info/exclude")
_HARMLESS_EXTENSIONS = ("noop", "partialclone", "preciousobjects", "relativeworktrees", "worktreeconfig")
_KEPT_SWITCHES = ("ignorecase", "precomposeunicode")
"""Settings of the file system that change which names are ignored; only their truth value is taken over."""

_ENVIRONMENT = {
    "LC_ALL": "C.UTF-8",
    "HOME": "/nonexistent",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_CONFIG_SYSTEM": "/dev/null",
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_ASKPASS": "/bin/false",
    "SSH_ASKPASS": "/bin/false",
    "GIT_SSH_COMMAND": "/bin/false",
    "GIT_PAGER": "cat",
    "GIT_EDITOR": "/bin/false",
    "GIT_ALLOW_PROTOCOL": "",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_LITERAL_PATHSPECS": "1",
}
_SETTINGS = (
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.pager=cat",
    "core.sshCommand=/bin/false",
    "core.askPass=/bin/false",
    "core.untrackedCache=false",
    "core.attributesFile=/dev/null",
    "diff.external=",
    "gpg.program=/bin/false",
    "log.showSignature=false",
    "credential.helper=",
    "protocol.allow=never",
    "submodule.recurse=false",
    "gc.auto=0",
    "safe.bareRepository=explicit",
)


class GitUnavailable(AutoToolsError):
    """Git is missing, failed or took too long, or the repository is of a kind that is not supported."""

    def __init__(self, message: str, output: bytes = b"") -> None:
        """Say why, and hand over what git had printed until then."""
        super().__init__(message)
        self.output = output


class Git:
    """Read-only git for the work tree around `root`; a context manager that makes and removes the shadow."""

    def __init__(self, root: str, git_dir: str) -> None:
        """Check the repository; git runs in `root`, which may be a folder below the work tree's top."""
        self.root = os.path.realpath(root)
        found = find_git(self.root)
        if found is None or found[1] != os.path.realpath(git_dir):
            raise GitUnavailable("the git directory belongs to another work tree")
        self.top, self.git_dir = found
        self.common = _check_repository(self.top, self.git_dir)
        self.path = _search_path(self.top)
        self.program = shutil.which("git", path=self.path) if self.path else None
        if self.program is None:
            raise GitUnavailable("git is not installed")
        self.shadow = ""

    def __enter__(self) -> Self:
        """Make the shadow."""
        try:
            self.shadow = tempfile.mkdtemp(prefix="auto-tools-git-")
            self._fill_shadow()
        except OSError as error:
            self.__exit__()
            raise GitUnavailable(f"no folder for git: {error.strerror}") from error
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_failure: object) -> None:
        """Remove the shadow; what its links lead to stays."""
        if self.shadow:
            shutil.rmtree(self.shadow, ignore_errors=True)
        self.shadow = ""

    def run(self, *args: str, timeout_s: float = 30.0, cap: int = OUTPUT_CAP) -> bytes:
        """Return what one git command prints; anything but success raises GitUnavailable."""
        if not self.shadow:
            raise GitUnavailable("git was asked outside its context")
        settings = [word for setting in _SETTINGS for word in ("-c", setting)]
        argv = [self.program or "", "--no-pager", "--no-optional-locks", *settings, *args]
        try:
            process = subprocess.Popen(
                argv,
                cwd=self.root,
                env=self._environment(),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                process_group=0,
            )
        except (OSError, ValueError) as error:
            raise GitUnavailable(f"git cannot be started: {error}") from error
        with process:
            try:
                return _collect(process, time.monotonic() + timeout_s, cap)
            finally:
                _end_group(process)

    def _environment(self) -> dict[str, str]:
        return {
            **_ENVIRONMENT,
            "PATH": self.path,
            "GIT_DIR": self.shadow,
            "GIT_WORK_TREE": self.top,
            "GIT_OBJECT_DIRECTORY": os.path.join(self.common, "objects"),
            "GIT_INDEX_FILE": os.path.join(self.git_dir, "index"),
        }

    def _fill_shadow(self) -> None:
        os.mkdir(os.path.join(self.shadow, "info"))
        os.symlink(os.path.join(self.common, "refs"), os.path.join(self.shadow, "refs"))
        _copy(self.git_dir, "HEAD", self.shadow)
        for name in _COPIED_COMMON:
            _copy(self.common, name, self.shadow)
        for name in os.listdir(self.git_dir):
            if name.startswith("sharedindex."):  # the larger half of a split index
                os.symlink(os.path.join(self.git_dir, name), os.path.join(self.shadow, name))
        given = read_config_section(self.common, "core", limit=_LARGEST_CONFIG) or {}
        switches = [f"\t{name} = true\n" for name in _KEPT_SWITCHES if given.get(name, "").lower() == "true"]
        with open(os.path.join(self.shadow, "config"), "w", encoding="ascii") as config:
            config.write("[core]\n\trepositoryformatversion = 0\n\tbare = false\n" + "".join(switches))


def _check_repository(top: str, git_dir: str) -> str:
    """Return the common directory of a repository that git may be run on."""
    common = find_common_dir(git_dir)
    if common is None:
        raise GitUnavailable("the git directory points outside itself")
    if not all(map(is_owned_by_user, (top, git_dir, common))):
        raise GitUnavailable("the repository belongs to another user")
    if not all(_is_kind(os.path.join(common, name), stat.S_IFDIR) for name in ("refs", "objects")):
        raise GitUnavailable("refs or objects are not folders of their own")
    index = os.path.join(git_dir, "index")
    if os.path.lexists(index) and not _is_kind(index, stat.S_IFREG):
        raise GitUnavailable("git's index is not a regular file")
    _check_format(common)
    return common


def _check_format(common: str) -> None:
    core = read_config_section(common, "core", limit=_LARGEST_CONFIG)
    extensions = read_config_section(common, "extensions", limit=_LARGEST_CONFIG)
    if core is None or extensions is None:
        if os.path.lexists(os.path.join(common, "config")):
            raise GitUnavailable("its git config cannot be read")
        return
    if core.get("repositoryformatversion", "0") not in ("", "0", "1"):
        raise GitUnavailable("an unknown repository format")
    for name, value in extensions.items():
        if (name, value.lower()) in (("objectformat", "sha1"), ("refstorage", "files")):
            continue
        if name == "objectformat" and value.lower() == "sha256":
            raise GitUnavailable("sha256")
        if name == "refstorage" and value.lower().startswith("reftable"):
            raise GitUnavailable("reftable")
        if name and name[0] not in "#;" and name not in _HARMLESS_EXTENSIONS:
            raise GitUnavailable(f"unknown extension {printable_text(name)[:40]}")


def _search_path(top: str) -> str:
    """Return the absolute folders of PATH that are not part of the repository."""
    kept = []
    for folder in os.environ.get("PATH", os.defpath).split(os.pathsep):
        if os.path.isabs(folder) and not _is_below(folder, top):
            program = os.path.join(folder, "git")
            if not os.path.exists(program) or not _is_below(program, top):
                kept.append(folder)
    return os.pathsep.join(kept)


def _is_below(path: str, top: str) -> bool:
    return (os.path.realpath(path) + os.sep).startswith(top.rstrip(os.sep) + os.sep)


def _is_kind(path: str, kind: int) -> bool:
    try:
        return stat.S_IFMT(os.lstat(path).st_mode) == kind
    except OSError:
        return False


def _copy(folder: str, name: str, shadow: str) -> None:
    data = read_bytes(folder, name, limit=_LARGEST_COPY)
    if data is not None:
        with open(os.path.join(shadow, name), "wb") as copy:
            copy.write(data)
    elif name != "info/exclude" and os.path.lexists(os.path.join(folder, name)):
        raise GitUnavailable(f"{name} cannot be read")


def _collect(process: subprocess.Popen[bytes], deadline: float, cap: int) -> bytes:
    """Return the output of a program that ends well before the deadline and below the cap."""
    assert process.stdout and process.stderr
    out, err = process.stdout.fileno(), process.stderr.fileno()
    pieces: list[bytes] = []
    complaint, taken, is_open = b"", 0, {out, err}
    poll = select.poll()
    for descriptor in is_open:
        poll.register(descriptor, select.POLLIN)
    while is_open:
        left = deadline - time.monotonic()
        if left <= 0:
            raise GitUnavailable("git took too long", b"".join(pieces))
        for descriptor, _event in poll.poll(left * 1000):
            data = os.read(descriptor, _CHUNK)
            if not data:
                poll.unregister(descriptor)
                is_open.discard(descriptor)
            elif descriptor == err:
                complaint = (complaint + data)[:_COMPLAINT]
            else:
                pieces.append(data)
                taken += len(data)
        if taken > cap:
            raise GitUnavailable(f"git printed more than {cap} bytes", b"".join(pieces)[:cap])
    try:
        code = process.wait(max(0.0, deadline - time.monotonic()))
    except subprocess.TimeoutExpired:
        raise GitUnavailable("git took too long", b"".join(pieces)) from None
    if code:
        reason = printable_text(complaint.decode("utf-8", "replace").partition("\n")[0])[:200]
        raise GitUnavailable(f"git failed: {reason or f'exit {code}'}", b"".join(pieces))
    return b"".join(pieces)


def _end_group(process: subprocess.Popen[bytes]) -> None:
    # The group outlives its leader as long as a child of it does, so it is ended in every case.
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except OSError:
        return
