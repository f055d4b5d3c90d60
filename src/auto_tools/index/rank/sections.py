"""Tells what an issue is about from the furniture of its template: environment, versions, check lists."""

from __future__ import annotations

import re

_HEADING = re.compile(r"^\s*(?:#{1,6}\s+(.{1,80}?)|\*\*([^*\n]{2,60})\*\*:?)\s*$")
_MINOR = re.compile(
    r"\b(versions?|environment|env|system|platform|os|operating|locale|gems|plugins?|backend|self-service"
    r"|browsers?|prerequisites?|checklist|contributing|guidelines|confirmation|would you like|have you read"
    r"|stack|toolchain|how are you using|configuration file name|installed|installation|diagnostics?"
    r"|extra tools|jupyter|packages|dependencies|hardware|device|before submitting|search(?:ed)?|affected)\b"
    r"|版本|环境|系统",
    re.IGNORECASE,
)
_CHECKBOX = re.compile(r"^\s*[-*]\s*\[[ xX]?\]")
_FENCE = re.compile(r"^\s*(```|~~~)")


def split_sections(text: str) -> tuple[str, str]:
    """Return the text proper and what stands below headings that only describe the surroundings."""
    major: list[str] = []
    minor: list[str] = []
    is_minor = in_fence = False
    hidden = 0
    for number, line in enumerate(text.split("\n")):
        if _FENCE.match(line):
            in_fence = not in_fence
        elif not in_fence:
            heading = _HEADING.match(line) if number else None
            if heading:
                is_minor = bool(_MINOR.search(heading.group(1) or heading.group(2)))
            lowered = line.lower()
            hidden = max(hidden + lowered.count("<details") - lowered.count("</details"), 0)
            if _CHECKBOX.match(line):
                minor.append(line)
                continue
        (minor if is_minor or hidden else major).append(line)
    return "\n".join(major), "\n".join(minor)
