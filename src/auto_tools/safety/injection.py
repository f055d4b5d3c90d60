"""Makes untrusted text harmless for a model, line by line and never more than needed.

`filter_lines` takes out lines that try to instruct the model, `make_visible` escapes characters
that hide or forge structure. Neither is the boundary: the fence and the preamble are.
"""

from __future__ import annotations

import re

FILTERED = "filtered potential injection content"

_HINTS = (
    "ignore",
    "disregard",
    "forget",
    "override",
    "instructions",
    "system prompt",
    "jailbreak",
    "rm -rf",
    "you are now",
    "忽略",
    "无视",
    "忘记",
    "不要理会",
    "不要遵守",
    "绕过",
    "指令",
    "执行",
    "提示词",
    "follow",
    "bypass",
    "guidelines",
    "unrestricted",
)
_ORDERS = (
    r"\b(?:ignore|disregard|forget|override|bypass|do not follow|don't follow|stop following)\b[^\n]{0,40}"
    r"\b(?:previous|prior|above|earlier|preceding|foregoing|existing|original|all|any|your|system|these|those)\b"
    r"[^\n]{0,40}\b(?:instructions?|prompts?|rules?|guidelines?|directions?|directives?|orders|constraints)\b",
    r"\b(?:ignore|disregard|forget|override)\b[^\n]{0,30}\b(?:instructions?|prompts?|rules?|guidelines?)\b[^\n]{0,20}"
    r"\b(?:above|before|earlier|so far|you were given)\b",
    r"\byou (?:are|must) now\b[^\n]{0,60}\b(?:mode|persona|assistant|unrestricted|jailbroken|dan)\b",
    r"\b(?:reveal|print|show|repeat|leak|output|send)\b[^\n]{0,40}"
    r"\b(?:your|the|hidden) system (?:prompt|message)\b",
    r"\bnew (?:system )?instructions?\s*:",
    r"\b(?:please|immediately|must|you should)\s+(?:run|execute)\s+(?:the command\s+)?[`'\"]?"
    r"(?:sudo\s+)?rm\s+-rf\b",
    r"^\W{0,8}execute\s+(?:the command\s+)?[`'\"]?(?:sudo\s+)?rm\s+-rf\b",
    r"(?:忽略|无视|忘记|忘掉|不要理会|不要遵守|绕过|抛弃)[^。\n]{0,12}"
    r"(?:之前|以上|上面|上述|先前|前面|此前|所有|一切|系统|原来|你的)[^。\n]{0,12}(?:指令|指示|提示|命令|规则|要求|设定|说明|约束|限制)",
    r"(?:执行|运行)\s*(?:命令|以下命令|下面的命令)?[::\s]*[`'\"]?(?:sudo\s+)?rm\s+-rf",
    r"(?:输出|泄露|显示|告诉我|打印|透露)[^。\n]{0,10}系统(?:提示词|提示|指令)",
    r"你现在(?:是|扮演)[^。\n]{0,30}(?:不受限制|没有限制|越狱|模式)",
)
_ROLE_MARKS = re.compile(
    r"<(?=/?(?:system|user|assistant|human|developer|tool_result|tool_results|function_results|"
    r"system-reminder|instructions|antml|invoke)(?![A-Za-z])|\||<SYS)"
    r"|\[(?=/?(?:INST|SYS|SYSTEM)\])"
    r"|^(?P<role>[ \t]{0,8}(?:Human|Assistant|System|User|Developer)):(?=[ \t])",
    re.MULTILINE | re.IGNORECASE,
)
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb\u115f\u1160\u2800\u3164"
    "\ud800-\udfff\U000e0000-\U000e0fff]"
)
_orders: list[re.Pattern[str]] = []


def filter_lines(text: str, place: str, first_line: int | None = None) -> tuple[str, list[str]]:
    """Replace lines that address the model by `[filtered: place]`; return the places too."""
    lowered = text.casefold()
    if not any(hint in lowered for hint in _HINTS):
        return text, []
    if not _orders:
        _orders.append(re.compile("|".join(f"(?:{order})" for order in _ORDERS), re.IGNORECASE))
    kept, places = [], []
    for offset, line in enumerate(text.split("\n")):
        if _orders[0].search(" ".join(line[:8_000].split())[:2_000]) is None:
            kept.append(line)
            continue
        where = place if first_line is None else f"{place}:{first_line + offset}"
        places.append(where)
        kept.append(f"[filtered: {where}]")
    return "\n".join(kept), places


def make_visible(text: str) -> str:
    """Escape control, bidi and zero-width characters and break role markers, visibly."""
    text = _HIDDEN.sub(lambda match: _escape(match.group()), text)
    return _ROLE_MARKS.sub(_break, text)


def _escape(character: str) -> str:
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _break(match: re.Match[str]) -> str:
    role = match.group("role")
    return f"{role}\\:" if role else f"{match.group()}\\"
