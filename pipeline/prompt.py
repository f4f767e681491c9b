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
from pipeline.exchange import OutputMode, Request
from pipeline.extraction import extraction_schema, schema_fingerprint
from pipeline.text import sentences

if TYPE_CHECKING:
    from pipeline.paper import Paper
    from pipeline.taxonomy import Taxonomy

_SHAPE = re.compile(r"\A---\n(?P<head>.*?)\n---\n# system\n(?P<system>.*?)\n# user\n(?P<user>.*)\Z", re.DOTALL)
_FIELD = re.compile(r"^(?P<key>[a-z]+):\s*(?P<value>.+?)\s*$", re.MULTILINE)
_TAG = re.compile(r"<\s*(/?)\s*abstract\s*>", re.IGNORECASE)
_INNER_SPACE = re.compile(r"\s+")


@dataclass(frozen=True)
class Template:
    """A prompt file taken apart: front matter, the fixed system part, the user part."""

    name: str
    version: str
    system: str
    user: str
    fingerprint: str

    @property
    def label(self) -> str:
        """What provenance calls it: the name and 8 hex digits of the file's SHA-256."""
        return f"{self.name}@{self.fingerprint}"


def template_from(text: str, origin: str) -> Template:
    """Return the template that `text` writes.

    Raises:
        UsageError: front matter, `# system` or `# user` is missing, or a placeholder is.
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
    for part, placeholder in (("system", "{areas}"), ("user", "{sentences}")):
        if placeholder not in shape[part]:
            raise UsageError(f"{origin}: the {part} part has no {placeholder}. Put it where that text belongs.")
    return Template(
        head["name"], head["version"], shape["system"], shape["user"], sha256(text.encode()).hexdigest()[:8]
    )


@dataclass(frozen=True)
class Asking:
    """What is equal for every ask of a run: where to, which model, which template, areas, mode.

    Attributes:
        parameters: further fields of the body, such as `temperature`.
    """

    address: str
    model: str
    template: Template
    taxonomy: Taxonomy
    output_mode: OutputMode = OutputMode.JSON_SCHEMA
    parameters: dict[str, Any] = field(default_factory=dict, hash=False)

    @cached_property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the reply."""
        return extraction_schema(self.taxonomy.names)

    @cached_property
    def schema_label(self) -> str:
        """What provenance calls the schema."""
        return schema_fingerprint(self.schema)

    @cached_property
    def system(self) -> str:
        """The fixed first message; in the weaker output modes it carries the schema."""
        areas = "\n".join(f"- {name}" for name in self.taxonomy.names)
        text = self.template.system.replace("{areas}", areas)
        if self.output_mode is OutputMode.JSON_SCHEMA:
            return text
        schema = json.dumps(self.schema, ensure_ascii=False, separators=(",", ":"))
        return f"{text}\n\nReply with one JSON object of this JSON Schema and nothing else:\n{schema}"

    @cached_property
    def response_format(self) -> dict[str, Any] | None:
        """The body's `response_format`, or null where the mode has none."""
        if self.output_mode is OutputMode.JSON_SCHEMA:
            named = {"name": self.template.name, "strict": True, "schema": self.schema}
            return {"type": "json_schema", "json_schema": named}
        return {"type": "json_object"} if self.output_mode is OutputMode.JSON_OBJECT else None

    def request(self, paper: Paper) -> Request:
        """Return the ask for `paper`."""
        user = self.template.user.replace("{sentences}", _as_data(numbered(paper.abstract)))
        body: dict[str, Any] = {
            "model": self.model,
            "messages": [{"role": "system", "content": self.system}, {"role": "user", "content": user}],
            **self.parameters,
        }
        if self.response_format is not None:
            body["response_format"] = self.response_format
        return Request(self.address, self.output_mode, body)


def numbered(abstract: str) -> str:
    """Return the abstract with each sentence on a line of its own, `[n] sentence`, n from 1."""
    spans = enumerate(sentences(abstract), start=1)
    return "\n".join(f"[{n}] {_INNER_SPACE.sub(' ', abstract[span.start : span.end])}" for n, span in spans)


def _as_data(lines: str) -> str:
    """Return `lines` unable to open or close the tags that mark them as data."""
    return _TAG.sub(r"‹\1abstract›", lines)
