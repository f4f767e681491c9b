"""Phrases that end in a noun of doing ("road detection"), each with how much it says for being the task."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from pipeline.engines.extractive import cues, verbs
from pipeline.engines.extractive.passage import small
from pipeline.engines.extractive.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

# What is a task by itself, and what needs a word before it.
_ALONE = wordset("""
    translation quantization distillation unlearning segmentation summarization clustering parsing tuning pruning
    forecasting recommendation captioning watermarking navigation deduplication tokenization denoising inpainting
    imputation anonymization lemmatization inflection paraphrasing transliteration steganography
    """)
_WITH_ANOTHER = wordset("""
    classification detection recognition generation retrieval tagging prediction estimation regression ranking
    matching alignment adaptation generalization learning training pretraining finetuning filtering exiting transfer
    debugging compression decoding inference reasoning planning control manipulation localization mapping tracking
    reconstruction restoration synthesis editing registration optimization search sampling verification certification
    diagnosis discovery simulation modeling modelling understanding answering extraction linking completion
    explanation interpretation interpretability attribution robustness privacy scheduling allocation caching serving
    indexing annotation labeling labelling selection augmentation exploration animation rendering hashing screening
    identification counting calibration detoxification moderation proving acquisition correction simplification
    induction assessment verbalization analysis anticipation interaction making exchange hiding removal steering
    merging routing backpropagation disentanglement
    """)
HEADS = _ALONE | _WITH_ANOTHER

_HYPHENS = frozenset("-‐‑")
_NEXT_WORD = re.compile(r"\s(?P<word>[a-z]+)\b")
_FEW_WORDS = 4
"""How many words before the noun of doing may belong to it."""
_WORD = re.compile(r"[\w+][\w+/.‐‑-]*")
_LITTLE = wordset("""
    a an the this that these those our their its his her my your of in on for to with by from at as and or nor but via
    into than over under between across within through per among about without toward towards during both such each
    every all any some no not more most less many much several various other another same own only also very too so i
    we they it he she you one two three four five six seven is are was were be been being has have had do does did can
    could may might must should will would which who whose whom what when where while whether how why there if then
    first second third new novel simple efficient effective general unified unifying innovative lightweight practical
    principled existing recent current previous prior traditional conventional standard common popular proposed better
    best good strong robust state-of-the-art powerful major key important main different diverse multiple particular
    specific certain real effectively efficiently inspired based used using given like e.g i.e including et al often
    typically usually recently widely fast faster accurate high low improved enhanced further careful although though
    because since however yet thus hence therefore so until unless despite without beyond enable enables encourages
    encourage allow allows support supports guide guides make makes take takes bring brings require requires
    facilitate facilitates promote promotes involve involves need needs lack lacks perform re-evaluate uses using
    leverages performs ensures ensure lead leads results result narrow comprehensive internal direct partial practice
    aid slow theoretical empirical mathematical expensive costly extensive careful subsequent successful single joint
    overall challenging difficult crucial critical limited successful corresponding subsequent initial final extensive
    """)
_VERBS = verbs.CLAIM | verbs.FIND | cues.INTRODUCE | cues.UNDERTAKE | verbs.REACH_OUT
_DONE_TO = wordset("""
    supervised unsupervised federated distributed constrained personalized automated guided structured accelerated
    grounded embodied generalized augmented
    """)
_OF = re.compile(
    r"\s(?:of|for)\s(?:the\s|an?\s)?(?P<of>[\w‐‑+/-]+(?:\s[\w‐‑+/-]+){0,2}?)(?=\s*(?:[,;:.()—]|$)|\s(?:with|by|is|are|has|have|that|which|and"
    r"|in|on|using|via|from|under|to|for|requires?|aims?|remains?|through|based|where|without|often)\b)"
)
NO_TASK = re.compile(
    r".*\b(?:such|these|this)\b|(?:it|this|that|these|those|such|them|we|our|solving|doing|the|there|large|deep|neural|transformers?|models?|networks?)\b"
    r"|.*\b(?:models?|networks?|transformers?|LLMs?|methods?|approach|framework|work|paper|it|them|this|results?|set|family)$",
    re.IGNORECASE,
)

_TOO_WIDE = frozenset({"deep learning", "machine learning", "deep reinforcement learning", "statistical learning"})

_SUBJECT = 0.7
_PURPOSE = 0.9
_OF_WEIGHS = 0.7
_ALONE_COSTS = 0.1
_WORD_COSTS = 0.6


class Candidate(NamedTuple):
    """A phrase of the abstract, and its weight."""

    phrase: str
    weight: float


def doings(text: str, bag: AbstractSet[str]) -> Iterator[Candidate]:
    """Yield what is done in `text`, whose words are `bag`."""
    if HEADS.isdisjoint(bag):
        return
    for low, high in _heads(text, bag):
        start = _start(text, low)
        phrase = text[start:high]
        if phrase.lower() in _TOO_WIDE:
            continue
        word = " " not in phrase
        alone = word and "-" not in phrase
        of = _OF.match(text, high) if alone else None
        if alone and phrase.lower() not in _ALONE:
            if of is None or NO_TASK.match(of["of"]) or not _LITTLE.isdisjoint(of["of"].lower().split()):
                continue
            phrase, word, alone = text[start : of.end()], False, False
        before = text[max(0, start - 5) : start]
        weight = (
            (1.0 if of is None else _OF_WEIGHS)
            - _ALONE_COSTS * alone
            - _WORD_COSTS * word
            + _PURPOSE * before.endswith("for ")
            + _SUBJECT * (start == 0)
        )
        yield Candidate(phrase, weight)


def _heads(text: str, bag: AbstractSet[str]) -> list[tuple[int, int]]:
    """Return where the nouns of doing stand in `text`, with what hyphens tie to their front, and no noun after them."""
    low, found = small(text), []
    for word in bag & HEADS:
        at = low.find(word)
        while at >= 0:
            end = at + len(word)
            if not _joins(low[end : end + 1]) and not low[at - 1 : at].isalnum() and not _followed(low, end):
                found.append((_tied(low, at), end))
            at = low.find(word, end)
    return sorted(found)


def _joins(sign: str) -> bool:
    return sign.isalnum() or sign in _HYPHENS


def _followed(low: str, end: int) -> bool:
    after = _NEXT_WORD.match(low, end)
    return after is not None and after["word"] in HEADS


def _tied(low: str, at: int) -> int:
    while at > 0 and _joins(low[at - 1]):
        at -= 1
    return at


def _start(text: str, head: int) -> int:
    """Return where the phrase that ends with the noun at `head` starts."""
    start = head
    for _ in range(_FEW_WORDS):
        if text[start - 1 : start] != " ":
            break
        before = text.rfind(" ", 0, start - 1) + 1
        word = text[before : start - 1].lstrip('(“"')
        if _WORD.fullmatch(word) is None or not _describes(word):
            break
        start -= len(word) + 1
    return start


def _describes(word: str) -> bool:
    low = word.lower()
    if low in _LITTLE or low in _VERBS or low.endswith("ly"):
        return False
    if low.endswith("ing"):
        return low.rpartition("-")[2] in HEADS or "-" in low
    return not (low.endswith("ed") and "-" not in low and low not in _DONE_TO)
