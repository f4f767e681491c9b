"""Cue words of Chinese and Japanese, glossed in the English that the engine knows.

No model of these languages comes with the engine. What their authors say when they propose, complain or
claim is a small set of words, and a sentence reduced to the glosses of those is one that all the rules
can read: "然而 … 缺乏 …" becomes "however lacks".
"""

from __future__ import annotations

import re

_CUES = {
    "this paper": "本文 本论文 本論文 本稿",
    "this study": "本研究",
    "this work": "本工作 本项目",
    "we": "我们 笔者 我々",
    "propose": "提出 提案",
    "introduce": "介绍 引入",
    "design": "设计",
    "develop": "开发 開発",
    "build": "构建 建立",
    "study": "研究",
    "analyze": "分析",
    "explore": "探讨",
    "use": "利用 采用",
    "investigate": "调查 検討",
    "method": "方法 手法",
    "framework": "框架",
    "model": "模型",
    "algorithm": "算法",
    "novel": "新型",
    "new": "新的",
    "a": "一种",
    "however": "然而 但是 しかし",
    "but": "但",
    "although": "尽管 虽然",
    "lacks": "缺乏",
    "insufficient": "不足",
    "difficult": "难以 困难",
    "challenge": "挑战",
    "problem": "問題 问题 课题 課題",
    "limited": "有限 受限",
    "limitation": "局限",
    "limits": "限制 制约",
    "bottleneck": "瓶颈",
    "ignore": "忽略",
    "overlook": "忽视",
    "costly": "代价高",
    "existing": "现有",
    "traditional": "传统",
    "conventional": "従来",
    "current": "目前",
    "not": "尚未",
    "cannot": "无法 不能",
    "fail": "未能",
    "risk": "风险",
    "widely": "广泛",
    "important": "重要",
    "with": "随着",
    "recent": "近年来",
    "advances": "快速发展",
    "popular": "热点",
    "results show that": "结果表明 结果显示",
    "experiments show that": "实验表明",
    "experimental results": "实验结果",
    "experiments": "实验",
    "the study shows that": "研究表明",
    "shows that": "表明 显示",
    "find that": "发现",
    "prove that": "证明",
    "validate": "验证",
    "showed that": "示した",
    "results": "結果",
    "outperforms": "优于",
    "exceeds": "超过",
    "surpasses": "超越",
    "improves": "提高 提升 改善 向上",
    "accelerates": "加速",
    "increases": "增加",
    "reduces": "降低 减少 低減",
    "mitigates": "缓解",
    "reaches": "达到",
    "achieves": "实现 取得 达成",
    "state of the art": "最先进",
    "best": "最优",
    "compared to": "相比 相较",
    "better than": "好于",
    "higher than": "高于",
    "lower than": "低于",
    "significantly": "显著",
    "effective": "有效",
    "no significant difference": "无显著差异 差异无统计学意义",
    "code": "代码",
    "available": "开源 公开",
    "future": "未来",
    "future work": "展望",
    "promising": "有望",
}
_GLOSSES = {cue: gloss for gloss, cues in _CUES.items() for cue in cues.split()}
_LONGEST_FIRST = sorted(map(re.escape, _GLOSSES), key=len, reverse=True)
_TOKEN = re.compile("|".join(_LONGEST_FIRST) + r"|[A-Za-z]+(?:'[A-Za-z]+)?|\d+(?:[.,]\d+)*\s?%?|[():;?!]")
_HAN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")


def is_han(text: str) -> bool:
    """Tell whether `text` holds Chinese or Japanese script."""
    return not text.isascii() and _HAN.search(text) is not None


def gloss(text: str) -> str:
    """Return the cue words of `text` in English, with its Latin words and figures, in order."""
    return " ".join(_GLOSSES.get(token, token) for token in _TOKEN.findall(text))
