"""Which paths may be named and which may be opened: below the root only, sensitive files never."""

from __future__ import annotations

import os

from auto_tools.errors import PathRefused

_SENSITIVE_SUFFIXES = (
    ".pem",
    ".key",
    ".p12",
    ".pfx",
    ".jks",
    ".keystore",
    ".kdbx",
    ".tfvars",
    ".tfstate",
)
_SENSITIVE_PREFIXES = ("id_rsa", "id_dsa", "id_ed25519", "id_ecdsa")
_SENSITIVE_NAMES = (".netrc", ".npmrc", ".pypirc", ".git-credentials", ".htpasswd")
_SENSITIVE_FOLDERS = (".ssh", ".aws", ".gnupg", "secrets")
_SENSITIVE_TAILS = ((".kube", "config"), (".docker", "config.json"))
_JSON_PREFIXES = ("service-account", "credentials")
MAX_PATH = 4_096
_MARKS = frozenset("\u034f\ufe00\ufe01\ufe0e\ufe0f")
"""Marks that change nothing about a letter's name; HFS+ skips invisible characters altogether."""
_ENV_EXAMPLES = (".env.example", ".env.sample", ".env.template")


def is_sensitive(path: str) -> bool:
    """Tell whether a file may be named but never opened, by any spelling a file system takes for the same."""
    path = path.replace("\\", "/").casefold()
    return _is_listed(path) or (_has_spelling(path) and _is_listed(_usual_spelling(path)))


def _has_spelling(path: str) -> bool:
    """Tell whether a path could be written in another way and still be found."""
    return not path.isascii() or ":" in path or any(part != part.rstrip(" .") for part in path.split("/"))


def _usual_spelling(path: str) -> str:
    """Undo what some file systems ignore: wide and joined letters, invisible ones, dots and spaces at the
    end, and the name of a stream.
    """
    if not path.isascii():
        from unicodedata import category, normalize

        visible = "".join(char for char in path if category(char) not in ("Cf", "Cc") and char not in _MARKS)
        path = normalize("NFKC", visible).casefold()
    return "/".join(part.partition(":")[0].rstrip(" .") for part in path.split("/"))


def _is_listed(path: str) -> bool:
    parts = path.split("/")
    name = parts[-1]
    if name.startswith(".env") and name not in _ENV_EXAMPLES:
        return True
    if name in _SENSITIVE_NAMES or name.startswith(_SENSITIVE_PREFIXES) or name.endswith(_SENSITIVE_SUFFIXES):
        return True
    if (name.endswith(".json") and name.startswith(_JSON_PREFIXES)) or ".tfstate" in name:
        return True
    return any(part in _SENSITIVE_FOLDERS for part in parts[:-1]) or tuple(parts[-2:]) in _SENSITIVE_TAILS


def confine(root: str, path: str) -> str:
    """Return the path relative to the root with `/`, or refuse one that leads outside."""
    if "\0" in path or len(path) > MAX_PATH:
        raise PathRefused("a path with a NUL byte or longer than any real one")
    joined = os.path.normpath(os.path.join(root, path.replace("\\", "/")))
    if not _is_below(joined, root) or not _is_below(os.path.realpath(joined), os.path.realpath(root)):
        raise PathRefused("a path outside the repository root")
    return os.path.relpath(joined, root).replace(os.sep, "/")


def _is_below(path: str, root: str) -> bool:
    return path == root or path.startswith(root.rstrip("/") + "/")


def is_sensitive_below(root: str, path: str) -> bool:
    """Tell the same of a path below a root, also by what it really leads to."""
    real = os.path.relpath(os.path.realpath(os.path.join(root, path)), os.path.realpath(root))
    return is_sensitive(path.strip()) or is_sensitive(real)


def is_excluded(path: str, patterns: tuple[str, ...]) -> bool:
    """Tell whether the user's `exclude` patterns cover a relative path or one of its folders."""
    if not patterns:
        return False
    from fnmatch import fnmatchcase

    parts = path.split("/")
    heads = ["/".join(parts[: end + 1]) for end in range(len(parts))]
    return any(fnmatchcase(head, pattern.rstrip("/")) for pattern in patterns for head in heads)
