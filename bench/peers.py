"""What two other tools send for the same fields: run by `bench.tokens` in an environment that has them.

    python -m bench.peers TASK EXAMPLE ABSTRACTS

TASK is a text that says what to extract, EXAMPLE an object with "abstract" and "reply", ABSTRACTS one such object a
line. Each tool is set up as its manual shows, with a quotation for each statement in the place of our sentence
numbers, since neither numbers sentences. It asks a server on this machine that keeps the bodies. Prints a JSON object
an abstract and tool: the body that was sent, and the reply in which the tool would be told what "reply" tells.
"""

from __future__ import annotations

import json
import sys
import threading
from contextlib import suppress
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Literal

import instructor
import langextract
import openai
from pydantic import BaseModel

MODEL = "gpt-4o-mini"


class Statement(BaseModel):
    """A statement and the words that carry it."""

    text: str
    quotes: list[str]


class Gain(BaseModel):
    """A claimed gain."""

    text: str
    kind: Literal["quantitative", "comparative", "state_of_the_art", "qualitative"]
    metric: str | None
    values: list[str]
    baseline: str | None
    setting: str | None
    quotes: list[str]


class Card(BaseModel):
    """What the authors say."""

    system: list[str]
    problem: Statement
    method: Statement
    claimed_gains: list[Gain]
    area: str
    task: str


class _Recorder(BaseHTTPRequestHandler):
    """Keeps each body and answers that there is nothing more to say."""

    bodies: list[dict[str, Any]] = []  # noqa: RUF012 - one list for all connections

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.bodies.append(json.loads(body))
        self.send_response(400)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def with_instructor(task: str, abstract: str, address: str) -> None:
    """Ask for a card as instructor's manual shows."""
    client = instructor.from_openai(openai.OpenAI(api_key="none", base_url=address, max_retries=0))
    client.chat.completions.create(
        model=MODEL, response_model=Card, max_retries=1, messages=[{"role": "user", "content": f"{task}\n\n{abstract}"}]
    )


def with_langextract(task: str, example: dict[str, Any], abstract: str, address: str) -> None:
    """Ask for extractions as langextract's manual shows, with one example."""
    langextract.extract(
        text_or_documents=abstract,
        prompt_description=task,
        examples=[langextract.data.ExampleData(text=example["abstract"], extractions=_extractions(example))],
        model_id=MODEL,
        api_key="none",
        fence_output=True,
        use_schema_constraints=False,
        max_char_buffer=10_000,
        show_progress=False,
        language_model_params={"base_url": address},
    )


def _extractions(told: dict[str, Any]) -> list[Any]:
    card = Card.model_validate(told["reply"])
    make = langextract.data.Extraction
    found = [make("system", name) for name in card.system]
    found += [
        make(kind, quote, attributes={"text": part.text})
        for kind, part in (("problem", card.problem), ("method", card.method))
        for quote in part.quotes
    ]
    for gain in card.claimed_gains:
        attributes = gain.model_dump(exclude={"quotes"}, exclude_none=True)
        found += [make("claimed_gain", quote, attributes=attributes) for quote in gain.quotes]
    return [*found, make("paper", card.task, attributes={"area": card.area, "task": card.task})]


def _replied(tool: str, told: dict[str, Any]) -> str:
    """Return the reply in which a tool would be told what `told` tells."""
    if tool == "instructor":
        return Card.model_validate(told["reply"]).model_dump_json()
    rows = [{each.extraction_class: each.extraction_text, f"{each.extraction_class}_attributes": each.attributes or {}}
            for each in _extractions(told)]  # fmt: skip
    return f"```json\n{json.dumps({'extractions': rows}, ensure_ascii=False)}\n```"


def main(task: Path, example: Path, abstracts: Path) -> None:
    """Print what each tool sends for each abstract."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Recorder)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/v1"
    told, shown = task.read_text("utf-8"), json.loads(example.read_text("utf-8"))
    for row in map(json.loads, abstracts.read_text("utf-8").splitlines()):
        asks = {
            "instructor": partial(with_instructor, told, row["abstract"], address),
            "langextract": partial(with_langextract, told, shown, row["abstract"], address),
        }
        for tool, ask in asks.items():
            _Recorder.bodies.clear()
            with suppress(Exception):  # the server refuses on purpose, and each tool says so in its way
                ask()
            print(json.dumps({"tool": tool, "body": _Recorder.bodies[0], "reply": _replied(tool, row)}))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:4]))
