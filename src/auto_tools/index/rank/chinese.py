"""What the Chinese words of a prompt are called in source code.

Words come from `glossary_zh.txt`, longest match first. It is read at the first text with Han characters, so
that prompts in other scripts do not pay for it.
"""

from __future__ import annotations

import os

_GLOSSARY = os.path.join(os.path.dirname(os.path.abspath(__file__)), "glossary_zh.txt")
_WEIGHTS = (1.0, 0.5, 0.35, 0.25, 0.25)
_GENERIC_FACTOR = 0.3

_GENERIC_WORDS = """
问题 错误 报错 出错 修复 修 修正 支持 不支持 使用 代码 文件 功能 需求 正常 正确 不正确 结果 原因 影响 改进
显示 展示 处理 方法 对象 数据 系统 项目 内容 信息 程序 应用 操作 设置 修改 更改 改变 更新 变化 添加 新增
增加 删除 创建 新建 生成 实现 运行 执行 调用 返回 抛 指定 特定 给定 当前 默认 所有 全部 任何 任意 部分 多个
单个 每个 相同 不同 类似 普通 特殊 期望 预期 失败 成功 导致 检查 判断 开始 结束 完成 版本 旧版 旧版本 最新
示例 例子 说明 描述 备注 注意 源码 源代码 缺陷 异常 测试 类 值 行 列 写 读 图 画 点 数 位 总 单独 传入 允许
无法 完全 完整 最后 重新 定义 获取 通过 存在 不存在 打开 继续 必须 跑 加 改动 改成 换 换成 取 存 填 删 删掉
简单 访问 左 右 多次 零 减 第一个 一次 逻辑 优化 提示 一致 对不上 输出 输入 参数 函数 类型 属性 字段
不起作用 生效 作用
"""
_GENERIC = frozenset(_GENERIC_WORDS.split())
"""Words that say little about which file is meant."""

_STOP_WORDS = """
的 了 着 过 得 地 吗 呢 吧 啊 呀 嘛 么 和 与 跟 及 或 或者 以及 并 并且 而 而且 但 但是 可是 不过 然而 所以
因此 因为 由于 如果 假如 要是 的话 虽然 尽管 即使 除非 否则 只有 只要 只能 只会 只是 只 无论 不管 就 就是
就会 才 都 也 还 还是 还有 还会 又 再 再次 已 已经 曾经 正在 将 将会 会 会被 不会 能 能够 不能 能不能 可以
可能 不可以 应该 应当 不应该 需要 不需要 想 想要 希望 要 不要 得到 是 不是 是否 是不是 有 没有 没 没法 没事
没问题 有没有 有些 有点 有时 有时候 在 不在 于 从 到 向 往 对 对于 关于 根据 按照 按 为 为了 为什么 为何 因
被 把 让 使 使得 给 用 以 由 比 比如 例如 像 如 如何 怎么 怎样 怎么样 怎么办 怎么回事 什么 哪 哪里 哪个 哪些
哪儿 谁 几 多少 这 这个 这些 这里 这样 这种 这么 这块 那 那个 那些 那里 那样 那种 那么 此 该 其 其中 其他
其它 另外 另 别的 某 某个 某些 某种 各 各个 各种 每 每次 我 我们 你 你们 他 她 它 他们 它们 咱们 自己 大家
时 时候 之后 之前 以后 以前 以来 然后 接着 最终 终于 后来 现在 目前 刚才 刚刚 马上 立即 一直 总是 经常 偶尔
突然 首先 其次 有个 几个 好几 几层 一堆 一段 这段 那段 这行 那行 一行 一层 一步 一切 一台 一句 一份 整个
整张 全 先 拿 带 报 传 改 设 成 容易 不起 之间 之中 之内 里 里面 中 中间 上 上面 下 下面 前 前面 后 后面 内
外 外面 旁边 左右 很 非常 太 更 更加 最 比较好 特别 十分 相当 稍微 几乎 大概 大约 差不多 似乎 好像 看起来
看上去 看来 其实 确实 真的 当然 显然 明明 根本 完全不 一下 一点 一些 一个 一种 一样 一起 一边 一般 一旦 两个
两边 三个 请 请问 麻烦 帮 帮我 帮忙 帮助我 谢谢 您好 你好 看 看看 看一下 看下 查一下 找一下 改一下 修一下
加一下 试试 试一下 讲一下 说 说的 知道 不知道 觉得 感觉 认为 发现 遇到 出现 发生 变成 变为 成为 成了 作为 当
当作 进行 做 做到 作 来 去 起来 出来 进去 下来 上去 回来 过来 直接 仍然 仍 依然 依旧 照样 竟然 居然 甚至
反而 反正 不 不对 不好 不行 不太 不了 不到 不用 不过去 不同于 未 无 非 别 好 好的 坏 坏了 对的 错 错的 错了
行不行 多 少 大 小 新 旧 等 等等 之类 之 所 所在 所谓 个 种 次 件 条 些 样 块钱 方面 情况 情况下 这种情况
事情 东西 地方 部分的 方式 办法 做法 写法 样子 必然 尤其 除了 除此之外 相关 有关 无关 没关系 跟着 随着
通过了 经过 基于 来自 属于 包括了 行为上 为止 至少 至多 最多 最好 同时 同样 同一个 同一 一致地 正确地 正好
恰好 刚好 本身 本来 原来 原本 的时候 也就是说 也就是 换句话说 总之
"""
_STOP = frozenset(_STOP_WORDS.split())
"""Function words: matched so that no word is cut out of them, and left out of the answer."""

_loaded: tuple[dict[str, str], int] | None = None


def has_han(text: str) -> bool:
    """Return True when `text` has a Han character."""
    return not text.isascii() and any(_is_han(character) for character in text)


def split_chinese(text: str) -> list[tuple[str, list[str]]]:
    """Return the glossary words of `text` in reading order, each with its English terms, best first."""
    if not has_han(text):
        return []
    words, longest = _load()
    found = []
    start = 0
    while start < len(text):
        step = 1
        if _is_han(text[start]):
            for size in range(min(longest, len(text) - start), 0, -1):
                word = text[start : start + size]
                if word in words:
                    step = size
                    if terms := words[word]:
                        found.append((word, terms.split()))
                    break
        start += step
    return found


def translate(text: str) -> dict[str, float]:
    """Return the English terms of the Chinese words of `text`, weighted by rank in their entry and by use."""
    weights: dict[str, float] = {}
    for word, terms in split_chinese(text):
        factor = _GENERIC_FACTOR if word in _GENERIC else 1.0
        for term, weight in zip(terms, _WEIGHTS, strict=False):
            weights[term] = weights.get(term, 0.0) + weight * factor
    return weights


def han_bigrams(text: str) -> list[str]:
    """Return the overlapping pairs of characters of each Han run, or the character of a run of one."""
    if not has_han(text):
        return []
    runs = "".join(character if _is_han(character) else " " for character in text).split()
    return [run[at : at + 2] for run in runs for at in range(max(1, len(run) - 1))]


def _is_han(character: str) -> bool:
    return "\u4e00" <= character <= "\u9fff" or "\u3400" <= character <= "\u4dbf"


def _load() -> tuple[dict[str, str], int]:
    global _loaded
    if _loaded is None:
        with open(_GLOSSARY, encoding="utf-8") as stream:
            fields = stream.read().replace("\n", "\t").split("\t")
        words = dict.fromkeys(_STOP, "")
        words.update(zip(fields[::2], fields[1::2], strict=False))
        _loaded = words, max(map(len, words))
    return _loaded
