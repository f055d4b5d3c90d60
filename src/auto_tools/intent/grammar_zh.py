"""What the form of a Chinese sentence says: orders, questions, wishes, and plain statements."""

from __future__ import annotations

QUESTION_ENDS = ("吗", "么", "呢", "?", "？", "吧？")
QUESTION_WORDS = ("哪", "什么", "啥", "怎么", "咋", "为何", "如何", "谁", "多少", "几个", "吗", "呢", "是不是", "有没有", "会不会", "能不能")
COMMANDS = ("请", "帮", "麻烦", "给", "把", "将", "别", "不要", "先", "让", "再", "顺便", "能不能", "可不可以")
SYMPTOM_MARKS = ("会把", "都把", "又把", "老把", "总把", "就把", "还把", "被")
STATE_MARKS = ("了", "没", "会", "还", "都", "全", "被", "也", "却", "着", "又", "总", "老", "才", "只", "变", "竟")
ADVICE = (
    "好不好", "好吗", "哪个好", "怎么选", "多少钱", "多久", "贵不贵", "能吃", "推荐", "合适", "要不要", "该不该", "划算", "值得",
    "怎么做才", "有什么好", "去哪", "送什么", "吃什么", "买哪", "买什么", "怎么治", "怎么养", "怎么煮", "怎么洗", "要注意什么",
    "需要准备", "几点", "还是", "算不算", "正常吗",
)  # fmt: skip


def vote_by_form(text: str) -> list[tuple[str, float]]:
    """Return votes from the form of a Chinese prompt."""
    body = text.strip()
    votes = vote_on_order(body)
    if any(word in body for word in QUESTION_WORDS) or body.endswith(QUESTION_ENDS):
        votes.append(("question", 1.0))
    if body.rstrip("。！ ").endswith(QUESTION_ENDS):
        votes += [("review", 1.5), ("explore", 1.0)]
    votes += vote_on_pairs(body)
    if not votes:
        votes += [("debug", 2.0), ("statement", 1.0)] if has_state(body) else [("modify", 2.0)]
    return votes


def vote_on_order(body: str) -> list[tuple[str, float]]:
    """Return votes of the marks of an order: `把 … verb`, `… 一下`, a polite beginning."""
    votes: list[tuple[str, float]] = []
    if ("把" in body or "将" in body) and not any(mark in body for mark in SYMPTOM_MARKS):
        votes += [("modify", 2.5), ("order", 1.0)]
    if body.startswith(COMMANDS):
        votes += [("modify", 1.5), ("order", 1.0)]
    if "一下" in body or body.endswith(("下", "吧")):
        votes += [("modify", 1.0), ("order", 1.0)]
    return votes


def asks_advice(text: str) -> bool:
    """Tell whether someone asks for advice about their own life rather than about a program."""
    return any(phrase in text for phrase in ADVICE) or text.rstrip("？?。 ").endswith("好")


def vote_on_pairs(body: str) -> list[tuple[str, float]]:
    """Return votes of words that work in pairs: `一…就…`, `如果…就…`, `从…到…`, `比…晚`."""
    votes: list[tuple[str, float]] = []
    one = body.find("一")
    if one >= 0 and "就" in body[one + 1 : one + 12] and "一下" not in body[one : one + 2]:
        votes.append(("debug", 2.5))
    start = body.find("从")
    if start >= 0 and "到" in body[start + 1 : start + 24]:
        votes.append(("explore", 1.0))
        votes.append(("from_to", 1.0))
    more = body.find("比")
    if more >= 0 and any(word in body[more + 1 : more + 12] for word in ("早", "晚", "多", "少", "大", "小", "慢")):
        votes.append(("debug", 2.0))
    if any(word in body for word in ("超过", "低于", "满", "连续", "以后", "之前", "之后", "以内")) and "就" in body:
        votes.append(("modify", 3.0))
    again = body.find("再")
    if again >= 0 and "点" in body[again + 1 : again + 7]:
        votes += [("modify", 4.0), ("order", 1.0)]
    if "会" in body and body.rstrip("？? ").endswith("吗"):
        votes.append(("review", 3.0))
    return votes


def has_state(body: str) -> bool:
    """Tell whether a text reports a state (`…了`, `会…`, `也…`) rather than a rule."""
    return any(mark in body for mark in STATE_MARKS)
