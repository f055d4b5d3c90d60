"""Our exceptions.

    AutoToolsError
    ├── UserError            the user can mend it: what happened, and what to do next
    │   ├── UsageError       a flag or an argument of a command is wrong
    │   ├── CodexNotStarted  codex is there and cannot be run
    │   ├── RepoRootError    the repository root does not exist or leads outside
    │   └── BypassRefused    a tool call that does not come through the orchestrator
    ├── InvalidArguments     a tool argument that cannot be clamped into its range
    ├── PathRefused          a path outside the repository or on the sensitive list
    ├── KernelUnavailable    no kernel to ask
    ├── KernelOutputInvalid  the kernel's answer is no envelope
    ├── IndexUnavailable     the index could not be brought up to date
    ├── RedactionFailed      text that could not be proven clean: nothing is injected
    └── HardDeadline         the process has lived as long as a client may wait

Everything else that is raised is a bug.
"""

from __future__ import annotations

from auto_tools.contract import EXIT_CONFIG, EXIT_INVALID, EXIT_TIMEOUT, EXIT_TOOL, EXIT_UNAVAILABLE


class AutoToolsError(Exception):
    """Root of everything we raise on purpose."""

    exit_code = EXIT_TOOL


class UserError(AutoToolsError):
    """Something the user can mend."""

    exit_code = EXIT_CONFIG

    def __init__(self, message: str, hint: str = "") -> None:
        """Say what happened and the exact next step."""
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        """Join message and hint into one sentence pair."""
        return f"{self.message}; {self.hint}" if self.hint else self.message


class UsageError(UserError):
    """A flag or an argument of a command is wrong."""


class CodexNotStarted(UserError):
    """Codex is there and cannot be run."""

    exit_code = EXIT_TOOL


class RepoRootError(UserError):
    """The repository root does not exist or leads outside."""


class BypassRefused(UserError):
    """A tool call that does not come through the orchestrator."""

    exit_code = EXIT_TOOL

    def __init__(self) -> None:
        """Say the one thing there is to say."""
        super().__init__("tool invocation must go through orchestrator")


class InvalidArguments(AutoToolsError):
    """A tool argument that cannot be clamped into its range."""


class PathRefused(AutoToolsError):
    """A path outside the repository or on the sensitive list."""


class IndexUnavailable(AutoToolsError):
    """The index could not be brought up to date."""


class KernelUnavailable(AutoToolsError):
    """No kernel to ask."""

    exit_code = EXIT_UNAVAILABLE


class KernelOutputInvalid(AutoToolsError):
    """The kernel's answer is no envelope."""

    exit_code = EXIT_INVALID


class RedactionFailed(AutoToolsError):
    """Text that could not be proven clean: nothing is injected."""


class HardDeadline(AutoToolsError):
    """The process has lived as long as a client may wait."""

    exit_code = EXIT_TIMEOUT
