"""Whether the user has trusted what a repository asks for.

There is no trust store yet, so no repository is trusted: its hooks and executables never run.
"""

from __future__ import annotations


def is_trusted(root: str) -> bool:
    """Tell whether the user allowed this repository's hooks; nobody can yet."""
    return False
