"""How fast the formats are read, in papers a second on one core, beside their parsers alone.

Prints a table. The papers are made here, of words drawn at random, so that nothing depends on files.
"""

from __future__ import annotations

import csv
import io
import json
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import count, islice
from pathlib import Path

import ijson
from lxml import etree

from pipeline.readers import Dedupe, Manner, read_papers
from pipeline.readers.mapping import Origin
from pipeline.readers.registry import reader_named

PAPERS = 20_000
WORDS = [
    f"{start}{middle}{end}"
    for start in "bcdfgklmnprst"
    for middle in ("ar", "el", "in", "om", "un", "ai", "eo", "oy", "ul", "ast", "ert", "ond")
    for end in ("ound", "odel", "aper", "ata", "earn", "ask", "ight", "ing", "ed", "s", "ic", "ation")
]


def main() -> None:
    """Print the table."""
    rows = list(islice(drawn_papers(), PAPERS))
    print(f"{PAPERS} papers of about {sum(len(str(row['abstract'])) for row in rows) // PAPERS} characters an abstract")
    print(f"{'format':10} {'reader':>10} {'parser':>10} {'times':>6}   papers a second")
    for name, written, parser in (
        ("jsonl", _jsonl(rows), _parse_jsonl),
        ("json", json.dumps(rows).encode(), _parse_json),
        ("csv", _csv(rows), _parse_csv),
        ("arxivxml", _atom(rows), _parse_xml),
    ):
        reader = reader_named(name)
        ours = _rate(lambda: sum(1 for _ in reader.read(io.BytesIO(written), Origin("a"))))  # noqa: B023 - called at once
        theirs = _rate(lambda: parser(io.BytesIO(written)))  # noqa: B023 - called at once
        print(f"{name:10} {ours:10,.0f} {theirs:10,.0f} {theirs / ours:6.1f}")
    for dedupe in Dedupe:
        print(f"jsonl, found, decoded, indexed, --dedupe {dedupe.value:5} {_whole(_jsonl(rows), dedupe):10,.0f}")


def _whole(written: bytes, dedupe: Dedupe) -> float:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "papers.jsonl")
        path.write_bytes(written)
        return _rate(lambda: len(read_papers([str(path)], Manner(dedupe=dedupe))))


def _rate(read: Callable[[], int]) -> float:
    """Return papers a second, the best of three."""
    seconds = []
    for _ in range(3):
        started = time.process_time()
        assert read() >= PAPERS
        seconds.append(time.process_time() - started)
    return PAPERS / min(seconds)


def drawn_papers() -> Iterator[dict[str, object]]:
    """Yield papers without end, no two alike, the same ones each time."""
    drawn = random.Random(0)  # noqa: S311 - nothing secret is made
    for number in count():
        sentences = (" ".join(drawn.choices(WORDS, k=22)).capitalize() + "." for _ in range(9))
        yield {
            "id": f"doi:10.5555/{number}",
            "title": " ".join(drawn.choices(WORDS, k=9)).title(),
            "authors": ["Ada Lovelace", "Alan Turing"],
            "year": 2026,
            "abstract": f"{' '.join(sentences)} It is {number}% better.",
        }


def _jsonl(rows: list[dict[str, object]]) -> bytes:
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def _csv(rows: list[dict[str, object]]) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["DOI", "Title", "Authors", "Year", "Abstract"])
    writer.writerows(
        [str(row["id"]).removeprefix("doi:"), row["title"], "Ada Lovelace; Alan Turing", 2026, row["abstract"]]
        for row in rows
    )
    return text.getvalue().encode()


def _atom(rows: list[dict[str, object]]) -> bytes:
    entries = (
        f"<entry><id>http://arxiv.org/abs/2603.{number:05}v1</id><title>{row['title']}</title>"
        f"<published>2026-03-02T00:00:00Z</published><summary>{row['abstract']}</summary>"
        "<author><name>Ada Lovelace</name></author><author><name>Alan Turing</name></author></entry>"
        for number, row in enumerate(rows)
    )
    return f'<feed xmlns="http://www.w3.org/2005/Atom">{"".join(entries)}</feed>'.encode()


def _parse_jsonl(stream: io.BytesIO) -> int:
    return sum(1 for line in stream if json.loads(line))


def _parse_json(stream: io.BytesIO) -> int:
    return sum(1 for _ in ijson.items(stream, "item"))


def _parse_csv(stream: io.BytesIO) -> int:
    return sum(1 for _ in csv.DictReader(io.TextIOWrapper(stream, encoding="utf-8", newline="")))


def _parse_xml(stream: io.BytesIO) -> int:
    count = 0
    for _, element in etree.iterparse(stream, tag="{http://www.w3.org/2005/Atom}entry"):
        count += len(element) > 0
        element.clear()
    return count


if __name__ == "__main__":
    main()
