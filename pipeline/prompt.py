"""Paper + template + schema -> the request that is sent.

The system part is equal for all papers of a run, to the byte, so that a provider's prompt
caching can work; the paper comes last.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from pipeline.errors import UsageError
from pipeline.exchange import Frame, Request, canonical
from pipeline.extraction import extraction_schema, schema_fingerprint
from pipeline.outputmode import OutputMode
from pipeline.text import sentences

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from pipeline.paper import Paper
    from pipeline.taxonomy import Taxonomy

_SHAPE = re.compile(r"\A---\n(?P<head>.*?)\n---\n# system\n(?P<system>.*?)(?:\n# user\n(?P<user>.*))?\Z", re.DOTALL)
_FIELD = re.compile(r"^(?P<key>[a-z]+):\s*(?P<value>.+?)\s*$", re.MULTILINE)
_TAG = re.compile(r"<\s*(/?)\s*abstract\s*>", re.IGNORECASE)
_REPLY_TAG = re.compile(r"<\s*(/?)\s*reply\s*>", re.IGNORECASE)


@dataclass(frozen=True)
class Template:
    """A prompt file taken apart: front matter, the system part, the user part (empty in a repair).

    `language` is what is added to the system part where the user chose a language for the statements.
    """

    name: str
    version: str
    system: str
    user: str
    fingerprint: str
    language: str | None = None

    @property
    def label(self) -> str:
        """What provenance calls it: the name and 8 hex digits of the file's SHA-256."""
        return f"{self.name}@{self.fingerprint}"


def template_from(text: str, origin: str, placeholders: Collection[str] = ("{areas}", "{sentences}")) -> Template:
    """Return the template that `text` writes.

    Raises:
        UsageError: the front matter, the system part or one of the `placeholders` is missing.
    """
    shape = _SHAPE.match(text.replace("\r\n", "\n"))
    if shape is None:
        raise UsageError(
            f"{origin}: not a prompt. Write front matter between --- lines, then '# system', then '# user'."
        )
    head = {found["key"]: found["value"] for found in _FIELD.finditer(shape["head"])}
    for key in ("name", "version"):
        if key not in head:
            raise UsageError(f"{origin}: the front matter has no '{key}'. Add a line '{key}: ...'.")
    parts = (shape["system"], shape["user"] or "")
    for placeholder in placeholders:
        if placeholder not in "".join(parts):
            raise UsageError(f"{origin}: there is no {placeholder}. Put it where that text belongs.")
    fingerprint = sha256(text.encode()).hexdigest()[:8]
    return Template(head["name"], head["version"], *parts, fingerprint, head.get("language"))


@dataclass(frozen=True)
class Asking:
    """What is equal for every ask of a run: where to, which model, which template, areas and form.

    Attributes:
        output_mode: how structure is asked for.
        room: tokens that a reply may take, under the name `room_name` (null: not sent).
        parameters: further fields of the body, such as `temperature`.
        language: of the statements; null: the model's choice, which is the abstract's.
    """

    address: str
    model: str
    template: Template
    taxonomy: Taxonomy
    output_mode: OutputMode = OutputMode.JSON_SCHEMA
    room: int = 8192
    room_name: str | None = "max_completion_tokens"
    parameters: Mapping[str, Any] = field(default_factory=lambda: {"temperature": 0}, hash=False)
    language: str | None = None

    @cached_property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the reply."""
        return extraction_schema(self.taxonomy.names)

    @cached_property
    def schema_label(self) -> str:
        """What provenance calls the schema."""
        return schema_fingerprint(self.schema)

    @cached_property
    def areas_label(self) -> str:
        """8 hex digits of the SHA-256 of the names of the areas."""
        return sha256(canonical(self.taxonomy.names)).hexdigest()[:8]

    @cached_property
    def system(self) -> str:
        """The fixed first message; in the weaker output modes it carries the schema."""
        areas = "\n".join(f"- {name}" for name in self.taxonomy.names)
        text = self.template.system.replace("{areas}", areas)
        if self.language:
            text += f"\n\n{self._told_language}"
        if self.output_mode is OutputMode.JSON_SCHEMA:
            return text
        schema = json.dumps(self.schema, ensure_ascii=False, separators=(",", ":"))
        return f"{text}\n\nReply with one JSON object of this JSON Schema and nothing else:\n{schema}"

    @property
    def _told_language(self) -> str:
        if not self.template.language or "{language}" not in self.template.language:
            raise UsageError(
                f"the prompt {self.template.name!r} says nothing of languages. Give its front matter a line "
                "'language: ...{language}...', or leave --output-language out."
            )
        return self.template.language.replace("{language}", str(self.language))

    @cached_property
    def response_format(self) -> dict[str, Any] | None:
        """The body's `response_format`, or null where the mode has none."""
        if self.output_mode is OutputMode.JSON_SCHEMA:
            named = {"name": self.template.name, "strict": True, "schema": self.schema}
            return {"type": "json_schema", "json_schema": named}
        return {"type": "json_object"} if self.output_mode is OutputMode.JSON_OBJECT else None

    def request(self, paper: Paper, remark: str = "") -> Request:
        """Return the ask for `paper`; a `remark` goes behind the fixed part, before the paper.

        Without a remark its `wider` has twice the room for the reply.
        """
        user = self.template.user.replace("{sentences}", _as_data(numbered(paper.abstract)))
        if remark:
            return Request(self.address, self.output_mode, self._body(self.system + remark, user, self.room))
        return self._frame.request(user)

    @cached_property
    def _frame(self) -> Frame:
        wide, usual = (self._body(self.system, "", room) for room in (2 * self.room, self.room))
        wider = None if self.room_name is None else Frame(self.address, self.output_mode, wide)
        return Frame(self.address, self.output_mode, usual, wider)

    def _body(self, system: str, user: str, room: int) -> dict[str, Any]:
        body: dict[str, Any] = {
            "model": self.model,
            "messages": [{"role": "system", "content": system}, {"role": "user", "content": user}],
            **self.parameters,
        }
        if self.response_format is not None:
            body["response_format"] = self.response_format
        if self.room_name is not None:
            body[self.room_name] = room
        return body


def remark(template: Template, errors: str, reply: str) -> str:
    """Return what a repair says of the reply that came before and of what is wrong with it."""
    return template.system.replace("{errors}", errors).replace("{reply}", _REPLY_TAG.sub(r"‹\1reply›", reply))


def numbered(abstract: str) -> str:
    """Return the abstract with each sentence on a line of its own, `[n] sentence`, n from 1."""
    spans = enumerate(sentences(abstract), start=1)
    return "\n".join(f"[{n}] {' '.join(abstract[span.start : span.end].split())}" for n, span in spans)


def _as_data(lines: str) -> str:
    """Return `lines` unable to open or close the tags that mark them as data."""
    return _TAG.sub(r"‹\1abstract›", lines)
