"""How many tokens an abstract takes, beside three other tools for the same fields.

    python -m bench.tokens [PYTHON]

PYTHON is an interpreter that has instructor and langextract (`make .venv-peers/.ready`); without it their rows are left
out. All are told the same rules, those of prompts/card.md, and the replies carry the same statements: those of the
embedded engine on the seeds. Where our reply names sentences by number, theirs quotes them. langextract is given one
example, which it cannot do without, and an abstract in one piece, which by default it would cut in two. Counted with
the vocabulary of gpt-4o-mini, and priced as that is listed; the median of the seeds.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table

from bench.answering import seed_papers
from pipeline.engines.extractive import ExtractiveEngine
from pipeline.pack import packed
from pipeline.paper import Paper
from pipeline.price import price_of
from pipeline.prompt import Asking
from pipeline.promptfiles import read_pack, read_taxonomy, read_template
from pipeline.text import sentences
from pipeline.tokens import tokenizer_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.extraction import ExtractedGain, ExtractedStatement, Extraction

MODEL, ADDRESS = "gpt-4o-mini", "https://api.openai.com/v1"
COUNTED = tokenizer_for(MODEL)
PACKS = (4, 8)
RULES = (
    ("and the numbers of the sentences that state it", "and quotations of the words that state it"),
    ("and the sentence numbers", "and quotations"),
    ("sentences: the numbers of the sentences that carry the claim", "quotes: quotations of the words that carry it"),
    (
        "The abstract arrives between <abstract> and </abstract>, one sentence a line, as `[n] sentence`. It",
        "The abstract",
    ),
    ("give an empty text and no sentences", "give an empty text and no quotations"),
)
"""Where our rules speak of numbered sentences, and what tools that number none are told."""

DAILY_ARXIV = ("daily-arXiv-ai-enhanced", 138)
"""Its prompt without the abstract, in English: `ai/system.txt` and `ai/template.txt` of dw-dengwei's repository as of
commit 24be0e8, counted as above. It asks for five texts without evidence; of its replies there is no measure here."""


def asked() -> list[tuple[Paper, Extraction]]:
    """Return the seeds with what is said of them."""
    engine = ExtractiveEngine.load(read_taxonomy(None))
    return [(paper, engine.extract(paper)) for paper in seed_papers()]


def ours(told: list[tuple[Paper, Extraction]]) -> Iterator[tuple[str, int, float, float]]:
    """Yield a row alone and for each size of pack: name, fixed input, input and output an abstract."""
    form = Asking(ADDRESS, MODEL, read_template(), read_taxonomy())
    requests = [form.request(paper) for paper, _ in told]
    replies = [extraction.model_dump_json() for _, extraction in told]
    bare = COUNTED.request(form.request(Paper(id="key:0", abstract="")).body)
    alone = median(COUNTED.request(request.body) for request in requests)
    yield "claimsheet", bare, alone, median(map(COUNTED.text, replies))
    for size in PACKS:
        starts = range(0, len(requests) - size + 1, size)
        inputs = [COUNTED.request(packed(requests[at : at + size], read_pack()).body) / size for at in starts]
        outputs = [COUNTED.text(_packed_reply(replies[at : at + size])) / size for at in starts]
        yield f"claimsheet --pack {size}", bare, median(inputs), median(outputs)


def theirs(told: list[tuple[Paper, Extraction]], python: str) -> Iterator[tuple[str, int, float, float]]:
    """Yield a row for each of the other tools."""
    rows = [{"abstract": paper.abstract, "reply": _quoting(paper, extraction)} for paper, extraction in told]
    with tempfile.TemporaryDirectory() as folder:
        task, example, abstracts = (Path(folder, name) for name in ("task", "example", "abstracts"))
        task.write_text(_rules(), "utf-8")
        example.write_text(json.dumps(_shortest(rows)), "utf-8")
        empty = {"abstract": ".", "reply": rows[0]["reply"]}
        abstracts.write_text("".join(f"{json.dumps(row)}\n" for row in [empty, *rows]), "utf-8")
        command = [python, "-m", "bench.peers", str(task), str(example), str(abstracts)]
        out = subprocess.run(command, capture_output=True, check=True, text=True).stdout  # noqa: S603 - our own
    sent = [json.loads(line) for line in out.splitlines() if line.startswith("{")]
    for tool in dict.fromkeys(row["tool"] for row in sent):
        bare, *each = [(_input(row["body"]), COUNTED.text(row["reply"])) for row in sent if row["tool"] == tool]
        yield tool, bare[0], median(size for size, _ in each), median(size for _, size in each)


def _packed_reply(replies: list[str]) -> str:
    rows = (f'{{"id":"{number}","record":{reply}}}' for number, reply in enumerate(replies, start=1))
    return f'{{"papers":[{",".join(rows)}]}}'


def _quoting(paper: Paper, extraction: Extraction) -> dict[str, Any]:
    """Return the reply with quotations in the place of sentence numbers."""
    spans = sentences(paper.abstract)

    def quoted(part: ExtractedStatement | ExtractedGain) -> dict[str, Any]:
        fields = part.model_dump(mode="json", exclude={"sentences"})
        cited = (spans[number - 1] for number in part.sentences if 0 < number <= len(spans))
        return fields | {"quotes": [paper.abstract[span.start : span.end] for span in cited]}

    whole = extraction.model_dump(mode="json")
    return whole | {
        "problem": quoted(extraction.problem),
        "method": quoted(extraction.method),
        "claimed_gains": [quoted(gain) for gain in extraction.claimed_gains],
    }


def _rules() -> str:
    """Return what our prompt says of the fields, the areas in it, for tools that number no sentences."""
    text = Asking(ADDRESS, MODEL, read_template(), read_taxonomy()).system
    for ours_, theirs_ in RULES:
        assert ours_ in text, ours_
        text = text.replace(ours_, theirs_)
    return text


def _shortest(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the shortest of the rows that claims something: a small example is to the other tool's advantage."""
    return min((row for row in rows if row["reply"]["claimed_gains"]), key=lambda row: len(json.dumps(row)))


def _input(body: dict[str, Any]) -> int:
    tools = [tool["function"] for tool in body.get("tools", [])]
    return COUNTED.messages(body) + sum(COUNTED.text(json.dumps(tool, separators=(",", ":"))) for tool in tools)


def main(python: str | None) -> None:
    """Print the table."""
    told = asked()
    rows = [*ours(told), *(theirs(told, python) if python else ())]
    price = price_of(MODEL, ADDRESS)
    assert price is not None
    costs = [1000 * price.expected(round(size), round(reply)) for _, _, size, reply in rows]
    table = Table("prompt", "without an abstract", "input an abstract", "output an abstract", "$ for 1,000", "of ours")
    for (name, fixed, size, reply), cost in zip(rows, costs, strict=True):
        table.add_row(name, f"{fixed:,}", f"{size:,.0f}", f"{reply:,.0f}", f"{cost:.2f}", f"{cost / costs[0]:.2f}")
    table.add_row(DAILY_ARXIV[0], f"{DAILY_ARXIV[1]:,}", "", "", "", "")
    Console(width=120).print(table)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None)
