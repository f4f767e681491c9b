"""The names that authors give to what they made, found by how they introduce them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pipeline.engines.extractive.choose import proposing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pipeline.engines.extractive.sentence import Sentence

_WORD = r"[^\W_](?:[\w\-‐‑+./@^*]*[\w+*])?"
_NAME = rf"{_WORD}(?:\s{_WORD}){{0,7}}"

_INTRODUCTION = re.compile(
    r"""
    \b(?:(?<!\brecently\s)(?<!\bpreviously\s)(?<!\bthe\s)(?<!\bnewly\s)
        (?:propos(?:e|es|ed|ing)|introduc(?:e|es|ed|ing)|present(?:s|ed|ing)?|develop(?:s|ed|ing)?|design(?:s|ed|ing)?
          |devis(?:e|es|ed|ing))
      | (?:we|and|to|then|also|paper|work)\s+(?:then\s+|also\s+|further\s+)?
        (?:construct|creat|build|built|train|releas|deriv|describ|contribut|formulat|publish|yield|obtain|provid|implement|open-sourc)(?:e|es|ed|s)?
      | introduction\s+of | concept\s+of | notion\s+of
    )\b
    (?:\s+and\s+(?:\w+ly\s+)?(?:releas|open-sourc|evaluat|analy[sz]|study|implement|validat)\w*)?
    \s+(?:\w+ly\s+)?
    """,
    re.VERBOSE | re.IGNORECASE,
)
_OBJECT_ENDS = re.compile(
    r"[,;:.—(]|\s(?:for|which|that|in|using|by|based|from|with|to|via|under|where|when|as|because|so|while|featuring"
    r"|is|are|and\s+(?:\w+ly\s+)?(?:we|show|use|apply|prove|demonstrate|evaluate|analy[sz]e))\b"
    r"|(?<!concept)(?<!notion)(?<!family)(?<!introduction)\sof\b"
)
_APPOSITION = re.compile(
    rf"[,:]\s+(?:namely\s+|i\.e\.,?\s+)?(?P<name>{_WORD}(?:\s{_WORD}){{0,3}}?)(?=\s*[,.;:(—]|\s(?:that|which|to|as|for|with)\b)"
)
_SHORT = re.compile(rf"\s?\(\s*(?:i\.e\.,?\s*)?(?P<short>\\?{_WORD})\s*(?:[,;][^()]*)?\)")
_FULL_NAME = re.compile(
    rf"""
    (?:(?:an?|the|our|two)\s+)?(?:[a-z][\w-]*\s+){{0,5}}?
    (?P<full>[A-Z0-9][\w\-‐‑–/]*(?:\s(?:(?:with|for|of|and|via|by|in|on|through|from|the|to)\s)*[A-Z0-9][\w\-‐‑–/]*){{0,9}}(?:\s[a-z]+)?)
    \s?\(\s*(?P<short>{_WORD})\s*\)
    """,
    re.VERBOSE,
)
_CALLED = re.compile(
    rf"""
    \b(?:named|termed|dubbed|called|coined|denoted\s+as|denoted\s+by|abbreviated\s+as|referred\s+to\s+as
      |(?:we|I)\s+(?:\w+ly\s+)?(?:call|name|term|dub|coin|denote|refer\s+to)(?:\s+(?:it|this|our|the|them|these)(?:\s+[\w-]+){{0,3}}?)?(?:\s+as)?)
    (?:,\s*|:\s*|\s+)(?:the\s+|an?\s+)?
    (?P<name>{_NAME}?)
    (?=\s*(?:[,.;:(—]|$)|\s(?:to|that|which|for|as|by|and|where|on|using|based|is|are|from|under|can|in\s+which)\b)
    """,
    re.VERBOSE,
)
_EMPHASISED = re.compile(
    r"(?<![\w*])(?:\*{1,2}|_|\\(?:emph|textit|textbf|texttt|textsc)\{)(?P<name>[^*_{}\n$]{2,60}?)(?:\*{1,2}|_|\})(?![\w*])"
)
_LEADING = re.compile(
    r"^(?:(?:an?|the|our|two|three|novel|new|simple|first|practical|general|this|it)\s+)+", re.IGNORECASE
)
_TRAILING = re.compile(
    r"\s+(?:method|framework|model|algorithm|approach|mechanism|dataset|benchmark|architecture|system|strategy|optimizer"
    r"|network|pipeline|metric|technique|score|module|adapter|library|toolkit|corpus)s?$"
)

_KNOWN = frozenset(
    """
    LLM LLMs VLM VLMs MLLM MLLMs LVLM LVLMs LoRA LORA GPT BERT CNN CNNs GNN GNNs AI ML NLP RL GPU CUDA API SOTA DNN DNNs
    SVM PCA SGD HMM LSTM RNN RNNs ViT CLIP ImageNet GAN GANs VAE MoE RAG SFT RLHF PEFT EEG MRI fMRI ICL QA OOD PAC SVD
    3D 2D KL NTK MDP POMDP TTA DRO IoT
    """.split()
)


def find_names(sentences: Sequence[Sentence]) -> tuple[str, ...]:
    """Return the names of the authors' own systems, benchmarks and terms, in the order in which they are given."""
    found: dict[str, str] = {}
    for sentence in sentences:
        for name in _given(sentence, found):
            key = name.casefold().replace("‑", "-")
            if key not in found and not _known(name, sentence, sentences):
                found[key] = name
    return tuple(found.values())


def _given(sentence: Sentence, found: dict[str, str]) -> Iterator[str]:
    text = sentence.text
    own = (
        proposing(sentence) > 0
        or not sentence.bag.isdisjoint({"we", "our", "introducing"})
        or any(name in text for name in found.values())
    )
    if own or sentence.roles.background < 0.5:
        for match in _CALLED.finditer(text):
            yield from _called(text, match)
    if not own:
        return
    for verb in _INTRODUCTION.finditer(text):
        yield from _introduced(sentence, verb.end())
    for match in _SHORT.finditer(text):
        # A variant of what was just named: BOF4, then BOF4-S.
        if any(match["short"].casefold().startswith(name + "-") for name in found):
            yield match["short"]


def _called(text: str, match: re.Match[str]) -> Iterator[str]:
    short = _SHORT.match(text, match.end())
    name = _LEADING.sub("", match["name"])
    if short is not None and coined(short["short"]):
        yield short["short"]
    elif any(coined(word) or word[:1].isupper() for word in name.split()):
        yield name


def _introduced(sentence: Sentence, start: int) -> Iterator[str]:
    """Yield the names in the noun phrase at `start`, which the authors say they introduce."""
    text = sentence.text
    full = _FULL_NAME.match(text, start)
    if (
        full is not None
        and coined(full["short"])
        and full["full"][0].casefold() == full["short"].lstrip("μ")[0].casefold()
    ):
        yield full["short"]
        return
    stop = _OBJECT_ENDS.search(text, start)
    end = stop.start() if stop is not None else len(text)
    phrase = text[start:end]
    if not phrase:
        return
    short = _SHORT.match(text, end)
    if short is not None and coined(short["short"]):
        yield short["short"]
    elif short is not None and short["short"].startswith("\\"):
        yield from _capitalised(phrase)
    else:
        names = list(_named_in(sentence, start, end))
        if not names and (after := _APPOSITION.match(text, end)) is not None:
            names = list(_named_after(sentence, after))
        yield from names


def _named_in(sentence: Sentence, start: int, end: int) -> Iterator[str]:
    raw_start, raw_end = sentence.plain.raw_span(start, end)
    emphasised = _EMPHASISED.search(sentence.raw, max(0, raw_start - 12), raw_end + 2)
    if emphasised is not None and emphasised.end() > raw_start:
        yield from _emphasised(emphasised["name"])
        return
    phrase = _LEADING.sub("", sentence.text[start:end]).strip()
    words = phrase.split()
    if not words:
        return
    marked = [word for word in words if coined(word)]
    if marked and coined(words[0]) and _all_name(words):
        yield _TRAILING.sub("", phrase)
    elif marked and len(marked) == 1 and (words[0] == marked[0] or words[-1] == marked[0]):
        yield marked[0]
    elif len(words) == 1 and words[0][:1].isupper() and sentence.text[end : end + 1] in {",", ":", "—"}:
        yield words[0]


def _named_after(sentence: Sentence, after: re.Match[str]) -> Iterator[str]:
    short = _SHORT.match(sentence.text, after.end("name"))
    if short is not None and coined(short["short"]):
        yield short["short"]
        return
    raw_start, raw_end = sentence.plain.raw_span(*after.span("name"))
    emphasised = _EMPHASISED.search(sentence.raw, max(0, raw_start - 12), raw_end + 2)
    if emphasised is not None and emphasised.end() > raw_start:
        yield from _emphasised(emphasised["name"])
    elif any(coined(word) for word in after["name"].split()) and _all_name(after["name"].split()):
        yield after["name"]


def _emphasised(marked: str) -> Iterator[str]:
    short, _, _ = marked.partition("(")
    yield short.strip() if coined(short.strip()) else marked.strip(" ()")


def _capitalised(phrase: str) -> Iterator[str]:
    name = _LEADING.sub("", phrase).strip()
    if name[:1].isupper():
        yield name


def _all_name(words: list[str]) -> bool:
    return all(word[:1].isupper() or coined(word) or _TRAILING.match(" " + word) for word in words)


def coined(word: str) -> bool:
    """Tell whether `word` looks made up: a capital or digit within it, beside another capital."""
    if word in _KNOWN:
        return False
    inner = any(letter.isupper() for letter in word[1:]) or (word[:1].isupper() and any(map(str.isdigit, word)))
    return inner and not word.replace("-", "").isdigit()


def _known(name: str, sentence: Sentence, sentences: Sequence[Sentence]) -> bool:
    """Tell whether `name` was met before the authors introduce it: then it is somebody else's."""
    return name in _KNOWN or any(name in earlier.text for earlier in sentences[: sentence.number - 1])
