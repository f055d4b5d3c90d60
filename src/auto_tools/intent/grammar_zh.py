"""What the form of a Chinese sentence says: orders, questions, wishes, and plain statements."""

from __future__ import annotations

from auto_tools.intent.orders_zh import VERBS
from auto_tools.intent.wordset import word_list

QUESTION_ENDS = ("吗", "么", "呢", "?", "？", "吧？")
QUESTION_WORDS = word_list("哪 什么 啥 怎么 咋 为何 如何 谁 多少 吗 呢 是不是 有没有 会不会 能不能")
COMMANDS = word_list("请 帮 麻烦 给 把 将 别 不要 先 让 再 顺便 能不能 可不可以")
QUESTIONS = (
    ("哪", "locate", 2.0),
    ("哪些", "explore", 3.0),
    ("谁", "explore", 2.0),
    ("什么", "explore", 1.5),
    ("啥", "explore", 1.5),
    ("怎么", "explore", 1.5),
    ("如何", "explore", 2.0),
    ("为什么", "debug", 2.0),
    ("有没有", "review", 2.5),
    ("会不会", "review", 2.5),
    ("是不是", "review", 1.5),
    ("能不能", "review", 1.5),
)
"""What a question word asks for when nothing else is said."""
CODE_NOUNS = word_list("类 函数 方法 组件 工具 库 接口 封装 实现 模块 脚本 代码 钩子")
OPENERS = word_list(
    "请 帮我 帮忙 帮 麻烦你 麻烦 先 再 顺便 然后 另外 还有 能不能 可不可以 可以 我想 我要 我们要 想 需要 "
    "给我 你 咱们 我们 直接 赶紧 最好 那就 就 都 也 快 重新 全部 统一 一起"
)
SYMPTOM_MARKS = word_list(
    "会把 都把 又把 老把 总把 就把 还把 没有把 不会把 不是把 谁把 被 成了 错了 丢了 漏了"
)
STATE_MARKS = word_list("了 没 会 还 都 全 被 也 却 着 又 总 老 才 变 竟 居然 的是 明明")
STATELESS = word_list(
    "会员 机会 会话 会议 社会 会计 全局 全部 全屏 全选 全文 老师 老板 老人 还款 还原 变量 变更 变速 了解 "
    "总数 总额 总价 总计 总线 总览 也许 没收 都市 着色 着重 才能 全量 完全 安全 全名 首都"
)
"""Words that hold a state mark without reporting a state."""
ASKING = ("explore", "locate", "review", "look")
REPORT_LETTERS = "了完过不出的着错要会在里时有太很慢失没是按框页功结"
"""Letters that make a verb in front of them a noun, or a thing that happened."""
NOUNS = word_list(
    "审批 审核 找回 测量 修理 查询 写字 换算 改动 搜索框 搜索结果 加载 加油 换行 调用 调度 设备 设计 "
    "做法 写法 关系 关键 关注 开关 开发 开始 接口 裁判 锁屏 给定 只有 只是 别人 别的 找零 画面 测试版 "
    "测试环境 造型 装备 跑步 试用 拆单 抽奖 抽屉 合同 挑战 列车 搬运 报表 修改 看板 看病 拼团 拼音 填空 "
    "弹窗 弹幕 显示器 提示语 打印机 返回键 默认 推送 设置页 打开 显示 返回 统计 同步 自动"
)
"""Words that begin like a verb of an order and are none."""
CONDITIONS = word_list("超过 低于 高于 满 连续 达到 到了 过了 输错 少于 大于 小于 没人 以上 以下 没有 的话")
ACTIONS = word_list(
    "停 锁 禁 自动 不 换 弹 提 送 扣 加 免 发 跳过 跳到 退回 退款 关 踢 清 给 让 算 直接 打 标 删 报警 "
    "告警 干掉 拒绝 下 重试"
)
ADVICE = word_list(
    "好不好 好吗 哪个好 选哪个 怎么选 多少钱 多久 贵不贵 能吃 推荐 合适 要不要 该不该 划算 值得 怎么做才 "
    "有什么好 去哪 送什么 吃什么 买哪 买什么 怎么治 怎么养 怎么煮 怎么洗 要注意什么 需要准备 几点 还是 "
    "算不算 正常吗 要紧吗 难吗 够吗 怎么办 我该 怎么答 怎么说 怎么投诉 怎么去 怎么提取 好考 方便吗 选哪"
)
MARKS = "，。！？；：\n,!?;:"


def vote_by_form(text: str) -> list[tuple[str, float]]:
    """Return votes from the form of a Chinese prompt."""
    body = text.strip()
    votes = vote_on_order(body) + vote_on_verbs(body)
    if any(word in body for word in QUESTION_WORDS) or body.endswith(QUESTION_ENDS):
        votes += [("question", 1.0), *vote_on_question(body)]
    if body.rstrip("。！ ").endswith(QUESTION_ENDS):
        votes += [("review", 1.5), ("explore", 1.0)]
    votes += vote_on_pairs(body) + vote_on_person(body)
    if not votes:
        votes += [("debug", 2.0), ("statement", 1.0)] if has_state(body) else [("modify", 2.5)]
    return votes


def vote_on_question(body: str) -> list[tuple[str, float]]:
    """Return what a question asks by its question words alone."""
    votes = [(role, weight) for word, role, weight in QUESTIONS if word in body]
    if "有没有" in body and body.rstrip("？? 的").endswith(CODE_NOUNS):
        votes.append(("locate", 4.0))
    return votes


def clauses(body: str) -> list[str]:
    """Cut a text into its first clauses."""
    for mark in MARKS[1:]:
        body = body.replace(mark, MARKS[0])
    return [clause.strip() for clause in body.split(MARKS[0])[:8] if clause.strip()]


def vote_on_verbs(body: str) -> list[tuple[str, float]]:
    """Return votes of clauses that begin with the verb of an order."""
    verbs = {verb: (role, weight) for role, weight, row in VERBS for verb in row.split("|")}
    votes: list[tuple[str, float]] = []
    for at, clause in enumerate(clauses(body)):
        rest = drop_openers(clause)
        verb = next((rest[:size] for size in (6, 5, 4, 3, 2, 1) if rest[:size] in verbs), "")
        if not verb or rest.startswith(NOUNS):
            continue
        role, weight = verbs[verb]
        if role not in ASKING and is_report(rest, verb):
            continue
        if role not in ASKING and any(word in clause for word in QUESTION_WORDS):
            continue
        votes += [(role, weight * (1.0 if at == 0 or len(verb) > 1 else 0.7)), ("order", 1.0)]
    return votes


def drop_openers(clause: str) -> str:
    """Return a clause without polite or loose words in front of its verb."""
    for _round in range(4):
        opener = next((word for word in OPENERS if clause.startswith(word)), "")
        if not opener or len(clause) <= len(opener):
            break
        clause = clause[len(opener) :].lstrip()
    return clause


def is_report(clause: str, verb: str) -> bool:
    """Tell whether a clause that begins with a verb tells what happened: `加了…`, `打开…就…`, `显示成…`."""
    after = clause[len(verb) : len(verb) + 1]
    if (after and after in REPORT_LETTERS) or any(
        mark in clause for mark in ("之后", "以后", "完后", "的时候")
    ):
        return True
    return has_state(clause[len(verb) :]) and not any(mark in clause for mark in ("一下", "吧", "下"))


def vote_on_order(body: str) -> list[tuple[str, float]]:
    """Return votes of the marks of an order: `把 … verb`, `… 一下`, `收一收`, a polite beginning."""
    votes: list[tuple[str, float]] = []
    if ("把" in body or "将" in body) and not any(mark in body for mark in SYMPTOM_MARKS):
        votes += [("modify", 2.5), ("order", 1.0)]
    if body.startswith(COMMANDS):
        votes += [("modify", 1.5), ("order", 1.0)]
    if "一下" in body or body.endswith(("下", "吧")):
        votes += [("modify", 1.0), ("order", 1.0)]
    one = body.find("一", 1)
    if 0 < one < len(body) - 1 and body[one - 1] == body[one + 1]:
        votes += [("modify", 1.0), ("order", 1.0)]
    return votes


def vote_on_person(body: str) -> list[tuple[str, float]]:
    """Return votes of a sentence that speaks to or of the assistant: `你是…`, `你…吗`."""
    if not body.startswith("你"):
        return []
    ordered = body[1:].startswith(
        word_list("帮 把 看 先 去 来 给 再 可以帮 能帮 能不能帮 改 写 试 查 用 直接 们")
    )
    return [] if ordered else [("meta", 4.0)]


def asks_advice(text: str) -> bool:
    """Tell whether someone asks for advice about their own life rather than about a program."""
    return any(phrase in text for phrase in ADVICE) or text.rstrip("？?。 ").endswith("好")


def vote_on_pairs(body: str) -> list[tuple[str, float]]:
    """Return votes of words that work in pairs: `一…就…`, `超过…就…`, `比…晚`, `再…点`, `会…吗`."""
    votes: list[tuple[str, float]] = []
    if has_pair(body, "一", ("就",), 12) and "一下就" not in body:
        votes.append(("debug", 2.5))
    if has_pair(body, "从", word_list("降到 提到 改到 改成 升到 调到 减到 加到 变成 换成"), 12):
        votes.append(("modify", 3.0))
    if has_pair(body, "比", word_list("早 晚 多 少 大 小 慢"), 12):
        votes.append(("debug", 2.0))
    if has_pair(body, "再", ("点",), 7):
        votes += [("modify", 4.0), ("order", 1.0)]
    if has_pair(body, "越", ("越",), 6) or ("的是" in body and "吗" not in body and "什么" not in body):
        votes.append(("debug", 2.0))
    then = body.find("就")
    if then > 0 and any(word in body[:then] for word in CONDITIONS) and body[then + 1 :].startswith(ACTIONS):
        votes.append(("modify", 4.0))
    told = body.find("报")
    quoted = body[told + 1 : told + 3].strip()[:1] if told >= 0 else ""
    if quoted and quoted.isascii():
        votes.append(("debug", 7.0))
    if asks_either_way(body):
        votes.append(("review", 3.0))
    if "会" in body and body.rstrip("？? ").endswith("吗"):
        votes.append(("review", 3.0))
    return votes


def asks_either_way(body: str) -> bool:
    """Tell whether a question of the form `稳不稳`, `够不够` stands in the text."""
    for at in range(1, min(len(body), 400) - 1):
        if body[at] == "不" and body[at - 1] == body[at + 1] and body[at - 1] not in "能可是要用会":
            return True
    return False


def has_pair(body: str, first: str, seconds: tuple[str, ...], reach: int) -> bool:
    """Tell whether one of the second words follows the first within reach."""
    at = body.find(first)
    return at >= 0 and any(second in body[at + 1 : at + 1 + reach] for second in seconds)


def has_state(body: str) -> bool:
    """Tell whether a text reports a state (`…了`, `会…`, `也…`) rather than a rule."""
    for word in STATELESS:
        body = body.replace(word, "")
    return any(mark in body for mark in STATE_MARKS)
