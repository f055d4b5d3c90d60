"""Takes secrets out of text.

Rules are a table with a keyword each, so that text without the keyword costs one substring search
and no pattern is compiled. Every pattern runs in linear time.
"""

from __future__ import annotations

from auto_tools.errors import RedactionFailed
from auto_tools.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re


class Rule(Record):
    """One kind of secret."""

    kind: str
    """Name in `redactions`."""
    keyword: str
    """Lower-case text without which the pattern cannot match."""
    pattern: str
    """What is replaced."""
    replacement: str
    """What stands there afterwards."""


RULES: tuple[Rule, ...] = (
    Rule(
        "private_key",
        "private key",
        r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?!-----END)[\s\S])*"
        r"(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?"
        r"|(?:^[A-Za-z0-9+/=]{16,}[ \t]*\r?\n)+-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----",
        "[REDACTED:private_key]",
    ),
    Rule("aws_access_key", "akia", r"\bAKIA[0-9A-Z]{12,}", "AKIA<redacted>"),
    Rule(
        "bearer",
        "bearer",
        r"(?i:(?<=[\"'` :=])bearer|^bearer)\s{1,8}(?=[^\s\"'`]{0,200}[0-9._~+/=-])[A-Za-z0-9._~+/=-]{6,}"
        r"|(?i:\bauthorization[\"']?[ \t]{0,4}[:=][ \t]{0,4}[\"']?bearer)\s{1,8}[^\s\"'`<,;]{4,}"
        r"|(?i:(?<=[\"'` :=])bearer|^bearer)[ \t]+[A-Za-z]{20,}",
        "Bearer <redacted>",
    ),
    Rule("github_token", "gh", r"\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,})", ""),
    Rule("gitlab_token", "glpat-", r"\bglpat-[A-Za-z0-9_-]{16,}", ""),
    Rule("slack_token", "xox", r"\bxox[abeoprs]-[A-Za-z0-9-]{10,}", ""),
    Rule("google_api_key", "aiza", r"\bAIza[A-Za-z0-9_-]{30,}", ""),
    Rule("api_key", "sk-", r"\bsk-(?:ant-|proj-)?[A-Za-z0-9_-]{20,}", ""),
    Rule("stripe_key", "k_live_", r"\b[rs]k_live_[A-Za-z0-9]{16,}", ""),
    Rule("jwt", "eyj", r"\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}", ""),
    Rule("url_password", "://", r"(?<=://)[^\s/:@\"'<>]{1,64}:[^\s/@\"'<>]{3,128}(?=@[A-Za-z0-9])", ""),
)

_compiled: dict[str, re.Pattern[str]] = {}


def redact(text: str, counts: dict[str, int]) -> str:
    """Return the text without secrets and add to the counts per kind."""
    try:
        lowered = text.lower()
        for rule in RULES:
            if rule.keyword in lowered:
                text = _apply(rule, text, counts)
        return text
    except Exception as error:
        raise RedactionFailed(f"redaction failed: {type(error).__name__}") from error


def _apply(rule: Rule, text: str, counts: dict[str, int]) -> str:
    pattern = _compiled.get(rule.kind)
    if pattern is None:
        import re

        pattern = _compiled[rule.kind] = re.compile(rule.pattern, re.MULTILINE)
    text, found = pattern.subn(rule.replacement or f"[REDACTED:{rule.kind}]", text)
    if found:
        counts[rule.kind] = counts.get(rule.kind, 0) + found
    return text
