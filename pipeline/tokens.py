"""Tokens, counted without a network: of a text, of messages, of a whole request.

The vocabularies come inside `bpe-openai`, which is imported at the first count: half a second
and some 140 MB that neither `--help` nor the embedded engine pays.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bpe_openai import Encoding

_O200K = re.compile(r"(?:chatgpt-4o|gpt-4o|gpt-4\.[15]|gpt-5|gpt-oss|o[134])(?=[-.:]|\Z)")
_CL100K = re.compile(r"(?:gpt-4|gpt-3\.5|gpt-35)(?=[-:]|\Z)")
_A_MESSAGE, _PRIMING = 3, 3
_PIECE = 50_000  # characters; four tokens each at worst, and the library refuses more than 200,000 tokens

_LEAST_EXACT, _LEAST_APPROXIMATE = 0.9, 0.6


@dataclass(frozen=True)
class Tokenizer:
    """Counts as a model does, or nearly.

    Attributes:
        encoding: the vocabulary, by OpenAI's name for it.
        approximate: the model's own vocabulary is another one, or not known.
    """

    encoding: str
    approximate: bool

    def text(self, text: str) -> int:
        """Return the tokens of `text`; what looks like a special token is text like any other."""
        return _length(self.encoding, text)

    def messages(self, body: Mapping[str, Any]) -> int:
        """Return the tokens of the messages of `body` as a chat model reads them.

        Framing as OpenAI documents it (Cookbook, "How to count tokens with tiktoken"): three
        tokens around each message, three that prime the reply.
        """
        texts = ((message["role"], message["content"]) for message in body["messages"])
        return _PRIMING + sum(_A_MESSAGE + self.text(role) + self.text(content) for role, content in texts)

    def request(self, body: Mapping[str, Any]) -> int:
        """Return the input tokens that `body` will be charged for, as near as can be known.

        A reply schema is text of the prompt to the model. How OpenAI writes it there is documented
        for the open-weight models alone (the harmony format: a heading, the name, the JSON), and
        taken for all.
        """
        form = body.get("response_format") or {}
        named = form.get("json_schema")
        if named is None:
            return self.messages(body)
        schema = json.dumps(named["schema"], ensure_ascii=False, separators=(",", ":"))
        return self.messages(body) + self.text(f"# Response Formats\n\n## {named['name']}\n\n{schema}")


def tokenizer_for(model: str) -> Tokenizer:
    """Return the tokenizer of `model`, by the name that a provider, a gateway or a fine-tuning gives it.

    A model that OpenAI's own table of tokenizers does not know is counted with the newest vocabulary.
    """
    name = model.lower().rpartition("/")[2].removeprefix("ft:")
    if _O200K.match(name):
        return Tokenizer("o200k_base", approximate=False)
    if _CL100K.match(name):
        return Tokenizer("cl100k_base", approximate=False)
    return Tokenizer("o200k_base", approximate=True)


def cut_prompt(expected_tokens: int, reported_tokens: int | None, *, approximate: bool) -> bool:
    """Tell whether a server read so much less than was sent that it must have cut the prompt.

    Args:
        expected_tokens: our count of the messages alone: a schema may bind a server's grammar
            and never be a part of the prompt.
        reported_tokens: the server's count, what came from its cache included; nothing or 0 says nothing.
        approximate: our count was made with another vocabulary.

    With the model's own vocabulary a server can only count more than the bare messages; a tenth is
    left for templates that trim blanks. Two other vocabularies that are at hand (cl100k_base and
    Voyage's) need 0.93 to 1.21 of our count for these prompts, Chinese abstracts included, while
    Ollama keeps half of its window when it cuts: 0.6 lies between the two.
    """
    least = _LEAST_APPROXIMATE if approximate else _LEAST_EXACT
    return reported_tokens is not None and 0 < reported_tokens < least * expected_tokens


# The system part and the schema are equal in every ask of a run: counted once, found here ever after.
@lru_cache(maxsize=16)
def _length(encoding: str, text: str) -> int:
    pieces = (text[start : start + _PIECE] for start in range(0, len(text), _PIECE))
    return sum(len(_encoding(encoding).encode_ordinary(piece)) for piece in pieces)


@cache
def _encoding(name: str) -> Encoding:
    from bpe_openai import get_encoding  # noqa: PLC0415 - heavy, and the embedded engine counts nothing

    return get_encoding(name)
