"""The names that authors give to what they made, found by how they introduce them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pipeline.engines.extractive import cues
from pipeline.engines.extractive.passage import small
from pipeline.engines.extractive.verbs import one_of
from pipeline.engines.extractive.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pipeline.engines.extractive.sentence import Sentence

_WORD = r"[^\W_](?:[\w\-‐‑+./@^]*[\w+*])?"
_NAME = rf"{_WORD}(?:\s{_WORD}){{0,7}}"
_FOLLOWS = (
    r"(?=\s*(?:[,.;:()—]|--|$)|\s(?:to|that|which|for|as|by|and|where|on|using|based|is|are|from|under|can|in|with)\b)"
)

_MAKING = re.compile(
    rf"""
    \b(?:{one_of(cues.INTRODUCE)}
      | (?P<weak>(?:we|and|to|then|also|paper|work)\s+(?:then\s+|also\s+|further\s+)?
        (?:construct|creat|build|built|train|releas|deriv|describ|contribut|formulat|publish|yield|obtain|provid
          |implement|open-sourc)
        (?:e|es|ed|s)?)
      | introduction\s+of | concept\s+of | notion\s+of
    )\b
    (?:\s+and\s+(?:\w+ly\s+)?(?:releas|open-sourc|evaluat|analy[sz]|study|implement|validat)\w*)?
    \s+(?:[a-z]+ly\s+)?
    """,
    re.VERBOSE,
)
_OBJECT_ENDS = re.compile(
    r"""
    [,;:.—()] | \s--
    | \s(?:for|which|that|in|using|by|based|from|with|to|via|under|where|when|as|because|so|while|featuring|on|is|are
      |and\s+(?:\w+ly\s+)?(?:we|show|use|apply|prove|demonstrate|evaluate|analy[sz]e))\b
    | (?<!concept)(?<!notion)(?<!family)(?<!introduction)\sof\b
    """,
    re.VERBOSE,
)
_APPOSITION = re.compile(
    rf"[,:]\s+(?:namely\s+|i\.e\.,?\s+)?(?P<name>{_WORD}(?:\s{_WORD}){{0,3}}?)(?:\s+and\s+(?P<second>{_WORD}))?{_FOLLOWS}"
)
_ALSO = re.compile(rf"\band\s+an?\s+(?:novel|new)\s+(?P<name>{_WORD})\s+(?=[a-z]+\b)")
_SHORT = re.compile(rf"\s?\(\s*(?:i\.e\.,?\s*)?(?P<short>\\?{_WORD})\s*(?:[,;][^()]*)?\)")
_SHORT_AFTER = re.compile(rf",\s+(?P<short>{_WORD})(?=,|\s(?:that|which)\b)")
_ARTICLE_AFTER = re.compile(r"(?:[,:]|\s?—)\s*(?:an?|the|our|which)\s")
_BRACKETED = re.compile(rf"\(\s*(?P<short>{_WORD})\s*\)")
_FULL_NAME = re.compile(
    rf"""
    (?:(?:an?|the|our|two)\s+)?(?:[a-z][\w-]*\s+){{0,5}}?
    (?P<full>[A-Z0-9][\w\-‐‑–/]*(?:\s(?:(?:with|for|of|and|via|by|in|on|through|from|the
      |to)\s)*[A-Z0-9][\w\-‐‑–/]*){{0,9}}(?:\s[a-z]+)?)
    \s?\(\s*(?P<short>{_WORD})\s*\)
    """,
    re.VERBOSE,
)
_CALLING = re.compile(
    rf"""
    \b(?:named|termed|dubbed|called|coined|denoted\s+(?:as|by)|abbreviated\s+as|referred\s+to\s+as
      |(?:[Ww]e|I)\s+(?:\w+ly\s+)?(?:call|name|term|dub|coin|denote|refer\s+to)(?:\s+(?:it|this|our|the|them
        |these)(?:\s+[a-z-]+){{0,3}}?)?(?:\s+as)?)
    (?:,\s*|:\s*|\s+)(?:the\s+|an?\s+|as\s+)?
    (?P<name>{_NAME}?){_FOLLOWS}
    """,
    re.VERBOSE,
)
_CALLED_IN_HAN = re.compile(
    r"(?:名为|称为|称作|命名为|提出了?(?:一种)?|と呼ぶ|提案する)\s*[“「『\"]?(?P<name>[A-Za-z][A-Za-z0-9+-]+)"
)
_EMPHASISED = re.compile(
    r"(?<![\w*])(?:\*{1,2}|_|\\(?:emph|textit|textbf|texttt|textsc)\{)(?P<name>[^*_{}\n$]{2,60}?)(?:\*{1,2}|_|\})(?![\w*])"
)
_LEADING = re.compile(
    r"^(?:(?:an?|the|our|two|three|novel|new|simple|first|practical|general|this|it|approach|method|model|scheme|framework|system)\s+)+",
    re.IGNORECASE,
)
_KIND = re.compile(
    r"\s+(?:method|framework|model|algorithm|approach|mechanism|dataset|benchmark|architecture|system|strategy|optimizer"
    r"|network|pipeline|metric|technique|score|module|adapter|library|toolkit|corpus)s?$"
)
# Without one of these words the patterns above cannot match.
_CALLED_BY = wordset("""
    named termed dubbed called coined denoted abbreviated referred call name term dub coin denote refer
    """)
_MADE_BY = cues.INTRODUCE | wordset("""
    introduction concept notion designing devising construct constructs constructed create creates created build
    builds built
    train trains trained release releases released derive derives derived contribute contributes contributed publish
    publishes published yield yields yielded obtain obtains obtained provide provides provided implement implements
    implemented open
    """)
_NOVEL = frozenset({"novel", "new"})
_LONGEST_MARK = len("previously ")
_BY_OTHERS = ("recently ", "previously ", "the ", "newly ")
"""What stands before the verb where somebody else did it, or it was told before ("the proposed method")."""
_OWN_WORDS = frozenset({"we", "our", "introducing"})
_MOST = 32
"""No abstract names more; without a bound a crafted one would cost the product of its names and sentences."""
_LONGEST = 200
"""How many characters what is made may take to be named."""
_BACKGROUND = 0.5
"""Above this probability a sentence tells of others' work, unless it speaks of the authors."""

_KNOWN = wordset("""
    LLM LLMs VLM VLMs MLLM MLLMs LVLM LVLMs LoRA LORA GPT BERT CNN CNNs GNN GNNs AI ML NLP RL GPU CUDA API SOTA DNN DNNs
    SVM PCA SGD HMM LSTM RNN RNNs ViT CLIP ImageNet GAN GANs VAE MoE RAG SFT RLHF PEFT EEG MRI fMRI ICL QA OOD PAC SVD
    3D 2D KL NTK MDP POMDP TTA DRO IoT AE MT DL
    """)


def find_names(sentences: Sequence[Sentence]) -> tuple[str, ...]:
    """Return the names of the authors' own systems, benchmarks and terms, in the order in which they are given."""
    found: dict[str, str] = {}
    for sentence in sentences:
        for name in _given(sentence, found):
            key = name.casefold().replace("‑", "-")
            if len(found) < _MOST and key not in found and not _known(name, sentence, sentences):
                found[key] = name
    return tuple(found.values())


def coined(word: str) -> bool:
    """Tell whether `word` looks made up: a capital or digit within it, beside another capital."""
    if word in _KNOWN:
        return False
    inner = any(letter.isupper() for letter in word[1:]) or (word[:1].isupper() and any(map(str.isdigit, word)))
    return inner and not word.replace("-", "").isdigit()


def _given(sentence: Sentence, found: dict[str, str]) -> Iterator[str]:
    text = sentence.text
    own = sentence.stance > 0 or not sentence.bag.isdisjoint(_OWN_WORDS) or any(name in text for name in found.values())
    if not sentence.bag.isdisjoint(_CALLED_BY) and (own or sentence.roles.background < _BACKGROUND):
        for match in _CALLING.finditer(text):
            yield from _called(text, match)
    if text is not sentence.told:
        yield from (match["name"] for match in _CALLED_IN_HAN.finditer(text) if coined(match["name"]))
    if not own:
        return
    low = small(text) if text is not sentence.told else sentence.low
    also = not sentence.bag.isdisjoint(_NOVEL)
    for verb in _MAKING.finditer(low) if not sentence.bag.isdisjoint(_MADE_BY) else ():
        before = low[max(0, verb.start() - _LONGEST_MARK) : verb.start()]
        if before.endswith(_BY_OTHERS) and not verb[0].rstrip().endswith(" of"):
            continue
        yield from _made(sentence, verb.end(), sure=verb["weak"] is None)
        if also:
            yield from (
                match["name"]
                for match in _ALSO.finditer(text, verb.end(), verb.end() + _LONGEST)
                if coined(match["name"])
            )
    for match in _BRACKETED.finditer(text) if found and "(" in text else ():
        # A variant of what was just named: BOF4, then BOF4-S.
        if any(match["short"].casefold().startswith(name + "-") for name in found):
            yield match["short"]


def _called(text: str, match: re.Match[str]) -> Iterator[str]:
    bracketed = _FULL_NAME.match(text, match.start("name")) or _SHORT.match(text, match.end())
    if bracketed is not None and coined(bracketed["short"]):
        yield bracketed["short"]
        return
    name = _LEADING.sub("", match["name"])
    if name[:1].isupper() or coined(name.partition(" ")[0]):
        yield name


def _made(sentence: Sentence, start: int, *, sure: bool) -> Iterator[str]:
    """Yield the names in the noun phrase at `start`, which the authors say they made, or only use (not `sure`)."""
    text = sentence.text
    full = _FULL_NAME.match(text, start) if "(" in text else None
    if full is not None and coined(full["short"]) and full["full"][0].casefold() == full["short"][0].casefold():
        yield full["short"]
        return
    stop = _OBJECT_ENDS.search(text, start, start + _LONGEST)
    end = stop.start() if stop is not None else min(len(text), start + _LONGEST)
    if start >= end or not (sure or text[end : end + 1] in {",", ":", "—", "("} or text[end : end + 2] == " ("):
        return
    short = _SHORT.match(text, end)
    if short is not None and coined(short["short"]):
        yield short["short"]
    elif short is not None and short["short"].startswith("\\"):
        yield from _capitalised(text[start:end])
    else:
        yield from list(_named_in(sentence, start, end)) or _named_after(sentence, end)


def _named_in(sentence: Sentence, start: int, end: int) -> Iterator[str]:
    emphasised = _emphasis(sentence, start, end)
    if emphasised is not None:
        yield _unbracketed(emphasised)
        return
    phrase = _LEADING.sub("", sentence.text[start:end].strip())
    words = phrase.split()
    marked = [word for word in words if coined(word)]
    if not words:
        return
    short = _SHORT_AFTER.match(sentence.text, end)
    if (
        short is not None
        and coined(short["short"])
        and short["short"][0] == phrase[0].upper()
        and short["short"].isupper()
    ):
        yield short["short"]
    elif marked and coined(words[0]) and _all_name(words):
        yield _KIND.sub("", phrase)
    elif len(marked) == 1 and marked[0] in {words[0], words[-1]}:
        yield marked[0]
    elif all(word[:1].isupper() for word in words) and _in_apposition(sentence.text, end):
        yield phrase


def _named_after(sentence: Sentence, end: int) -> Iterator[str]:
    after = _APPOSITION.match(sentence.text, end)
    if after is None:
        return
    short = _SHORT.match(sentence.text, after.end("name"))
    emphasised = _emphasis(sentence, *after.span("name"))
    if short is not None and coined(short["short"]):
        yield short["short"]
    elif emphasised is not None:
        yield _unbracketed(emphasised)
    elif any(map(coined, after["name"].split())) and _all_name(after["name"].split()):
        yield from filter(None, (after["name"], after["second"] if coined(after["second"] or "") else None))


def _emphasis(sentence: Sentence, start: int, end: int) -> str | None:
    """Return what is emphasised within the given part of a sentence without markup, whole words alone."""
    low, high = sentence.plain.raw_span(start, end)
    match = _EMPHASISED.search(sentence.raw, max(0, low - len("\\textbf{")), high + 2)
    return match["name"] if match is not None and match.end() > low else None


def _unbracketed(name: str) -> str:
    short = name.partition("(")[0].strip()
    return short if coined(short) else name.strip(" ()")


def _capitalised(phrase: str) -> Iterator[str]:
    name = _LEADING.sub("", phrase).strip()
    if name[:1].isupper():
        yield name


def _in_apposition(text: str, end: int) -> bool:
    return _ARTICLE_AFTER.match(text, end) is not None


def _all_name(words: Sequence[str]) -> bool:
    return all(word[:1].isupper() or coined(word) or _KIND.match(" " + word) for word in words)


def _known(name: str, sentence: Sentence, sentences: Sequence[Sentence]) -> bool:
    """Tell whether `name` was met before the authors introduce it: then it is somebody else's."""
    if name in _KNOWN:
        return True
    word = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
    return any(name in earlier.text and word.search(earlier.text) for earlier in sentences[: sentence.number - 1])
