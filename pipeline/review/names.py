"""Names in what was told (systems, models, data, measures), and whether the abstract knows them."""

from __future__ import annotations

import re
import string
from typing import TYPE_CHECKING, NamedTuple

from pipeline.once import once
from pipeline.review.content import content_words, stem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.review.page import Page

# From its first capital on, which a search skips ahead to, and what may stand before that: iPhone, 3D.
_CAPITALISED = re.compile(r"[A-Z][A-Za-z0-9À-ɏ]*(?:[-/.+&@‑][A-Za-z0-9À-ɏ]+)*")
_SMALL = frozenset(string.ascii_lowercase + string.digits)
_UNLIKE_WORDS = re.compile(r"[A-Za-z0-9][A-Z]|[A-Za-z]-?\d")
_PART = re.compile(r"[-/.+&@‑]")
_WORD = re.compile(r"[^\W\d_]+")
_BEGINS = re.compile(r"(?:\A|[.:;!?(\[\"“‘'/]\s?|[-–—]\s?)\Z")
_SHORTEST_OUTER = 4
"""Letters of the first and last word of those that an acronym may stand for."""

# Terms, not names: they stand for what an abstract may well spell out in other words.
_TERMS_WRITTEN = (
    "AI ML NLP LLM LLMs VLM VLMs LM LMs CPU CPUs GPU GPUs RL QA SOTA API APIs FLOPs IoT US UK EU SD CI ASR TTS OCR NER"
    " RAG SGD CNN CNNs RNN RNNs GNN GNNs MLP MLPs GAN GANs EEG MRI MDP MDPs PDE PDEs ODE ODEs SDE SDEs"
)
_TERMS = frozenset(_TERMS_WRITTEN.split())


class Name(NamedTuple):
    """A name as told, and whether it is written as any word can be that has a capital."""

    text: str
    is_word: bool


def names(text: str) -> Iterator[Name]:
    """Yield what in `text`, a plain one, is written as names are: BERT, ImageNet, GPT-4; Vicuna inside a sentence."""
    for found in _CAPITALISED.finditer(text):
        start = _begin(text, found.start())
        token = text[start : found.end()]
        if token in _TERMS:
            continue
        if _UNLIKE_WORDS.search(token):
            yield Name(token, is_word=False)
        elif len(token) > 1 and not _BEGINS.search(text, max(0, start - 2), start):
            yield Name(token, is_word=True)


def _begin(text: str, capital: int) -> int:
    """Return where the word begins of which a capital is the first one."""
    while capital and text[capital - 1] in _SMALL:
        capital -= 1
    return capital


class KnownNames:
    """The names of an abstract, to ask for."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._asked: dict[Name, bool] = {}

    def knows(self, name: Name) -> bool:
        """Tell whether the abstract has `name`: as it is, in parts ("LLaMA-based"), as an acronym of its words."""
        if name not in self._asked:
            self._asked[name] = self._stands(name.text) or self._is_otherwise_known(name)
        return self._asked[name]

    def _is_otherwise_known(self, name: Name) -> bool:
        text = name.text
        if name.is_word:
            return content_words(text) <= self._page.all_content
        if self._is_squeezed_in(text) or self._abbreviates(text):
            return True
        if text.isupper() and self._page.is_wide:
            return True  # an acronym of words in another script, translated
        head, _, tail = text.rpartition("-")
        if head and tail.islower() and self._stands(head):
            return True  # EAGLE-3-based
        parts = [part for part in _PART.split(text) if part]
        return len(parts) > 1 and all(map(self._knows_part, parts))

    def _knows_part(self, part: str) -> bool:
        if part.isdigit():
            return False
        return part in _TERMS or not _UNLIKE_WORDS.search(part) or self._stands(part) or self._abbreviates(part)

    def _stands(self, text: str) -> bool:
        words = self._page.words
        return words.has_name(text) or (text.endswith("s") and words.has_name(text[:-1]))

    def _is_squeezed_in(self, text: str) -> bool:
        """Tell whether it stands with another hyphen or blank before its digits: LLaMA-3.1 as LLaMA3.1."""
        return re.search(rf"(?<!\w){re.escape(_squeeze(text))}(?!\w)", self._squeezed_text) is not None

    def _abbreviates(self, text: str) -> bool:
        """Tell whether its letters begin words of the abstract that follow one another, the outer ones with content."""
        letters = text.rstrip("s").lower()
        if not letters.isalpha() or len(letters) < len("ab"):
            return False
        at = self._initials.find(letters)
        while at >= 0:
            outer = self._words[at], self._words[at + len(letters) - 1]
            if all(len(word) >= _SHORTEST_OUTER and stem(word) for word in outer):
                return True
            at = self._initials.find(letters, at + 1)
        return False

    @once
    def _squeezed_text(self) -> str:
        return _squeeze(self._page.words.plain.text)

    @once
    def _words(self) -> list[str]:
        return _WORD.findall(self._page.words.plain.text.lower())

    @once
    def _initials(self) -> str:
        return "".join(word[0] for word in self._words)


def _squeeze(text: str) -> str:
    return re.sub(r"[-‑_ ](?=\d)", "", text).lower()
