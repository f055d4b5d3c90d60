"""Evidence that a prompt has nothing to do with this code: machine text, commands, bare answers.

Each test here decides alone; weighing of words against each other is done in `classify`.
"""

from __future__ import annotations

from auto_tools.intent.wordset import word_list

TYPE_CHECKING = False
if TYPE_CHECKING:
    from auto_tools.intent.scan import Reading

MACHINE_TAG_WORDS = word_list(
    "task-notification stdout stderr system-reminder system_reminder command- command_ bash- local- hook "
    "subagent sub-agent agent- agent_ tool_result tool-result function_result tool_use teammate "
    "user-memory notification ide_ ide- session- caveat persisted-output environment_context "
    "user_instructions turn_aborted background scheduled-task scheduled_task scheduled-prompt "
    "scheduled_prompt new-diagnostics"
)
MACHINE_STARTS = word_list(
    "[request interrupted|[request cancelled|[tool|[system|[subagent|[sub-agent|[agent|[image|"
    "[background|[hook|[notification|caveat: the messages below|this session is being continued|"
    "api error:|(no content)|(no output)|stop hook feedback|tool ran without output|tool result|"
    "background command|background task|background shell|subagent result|sub-agent result|subagent |"
    "sub-agent |agent result|result from agent|result of agent|system notification|task completed:|"
    "your claude|[compact|[session|[conversation|[auto|[用户|[请求|[系统|[工具|[子|[后台|[图片|[已中断|"
    "【系统|【子|【工具|子代理|子任务|子智能体|后台任务|后台命令|系统通知|系统提示：|系统消息|工具返回|"
    "工具结果|工具输出|本次会话由",
    "|",
)
ROUTE_WORDS = word_list(
    "returns gives throws endpoint route page responds is are fails does should shows crashes hangs "
    "times takes redirects answers still needs keeps doesn't isn't and or api handler without with 返回 "
    "报 接口 页面 路由 一直 这个 总是 怎么 为什么 打不开 超时 有时 偶尔 的 不"
)


FOLLOW_UPS = frozenset(
    word_list(
        "why|how so|how come|why not|really|and|and then|so|what|huh|hm|what do you mean|what else|says who|"
        "为什么|为啥|怎么说|然后呢|然后|接着呢|所以呢|真的吗|真的假的|什么意思|啥意思|还有呢|怎么讲|咋了|是吗",
        "|",
    )
)
"""Questions about what was just said; nothing in them names this code."""


def is_machine_made(text: str) -> bool:
    """Tell whether a program wrote the prompt: a notification, a command's output, a reminder."""
    body = text.lstrip()
    low = body[:200].lower()
    if low.startswith(MACHINE_STARTS):
        return True
    if not low.startswith("<"):
        return False
    tag = low[1:].split(">", 1)[0].split(" ", 1)[0].strip("/")
    return any(word in tag for word in MACHINE_TAG_WORDS)


def is_slash_command(text: str) -> bool:
    """Tell whether the prompt is `/name …` for the client; `/src/app.py` and `/login returns 500` are not."""
    from auto_tools.intent.shapes import ROOTS

    body = text.strip()
    if body[:1] != "/" or len(body) < 2:
        return False
    name, _space, rest = body[1:].partition(" ")
    name = name.split("\n", 1)[0]
    if not name.isascii() or not name.replace("-", "").replace("_", "").replace(":", "").isalnum():
        return False
    if name in ROOTS and rest and name not in ("config", "hooks"):
        return False
    return not rest.lstrip().lower().startswith(ROUTE_WORDS) or not rest


def is_bare_answer(reading: Reading, *, chinese: bool) -> bool:
    """Tell whether the prompt only goes on, approves, picks, stops or thanks."""
    if reading.has_target() or reading.blocks or len(reading.text) > 120:
        return False
    if reading.text.strip().rstrip("?？!！.。…~ ").lower() in FOLLOW_UPS:
        return True
    from auto_tools.intent.scan import MARKS
    from auto_tools.intent.topics_en import FILLER, STARTS

    words = [word for word in reading.words if word not in MARKS]
    if not all(word in FILLER or (word.isdigit() and len(word) < 3) for word in words):
        return False
    if not chinese:
        return not words or (len(words) <= 14 and (words[0] in STARTS or words[0].isdigit()))
    return is_covered(reading.text)


def is_covered(text: str) -> bool:
    """Tell whether terms of agreement alone make up a Chinese text."""
    from auto_tools.intent.topics_zh import FILLER

    letters = "".join(char for char in text if char > "\u2e80" and (char.isalpha()))
    if len(letters) > 30:
        return False
    reach = {0}
    for end in range(1, len(letters) + 1):
        if any(end - size in reach and letters[end - size : end] in FILLER for size in range(1, 6)):
            reach.add(end)
    return len(letters) in reach
