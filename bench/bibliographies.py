"""How fast bibliographic formats are read, in papers a second on one core, and bytes of memory a paper.

Prints a table; where a library parses the format, its own rate stands beside ours. The records are made here.
"""

from __future__ import annotations

import io
import time
import tracemalloc
from collections.abc import Callable

from bibtexparser.entrypoint import parse_string
from lxml import etree

from pipeline.readers.mapping import Origin
from pipeline.readers.registry import reader_named

PAPERS = 5_000
_SENTENCE = (
    "We weigh pebble number {0} with a small scale and sort it by its size and its colour into one of three heaps. "
)
_ABSTRACT = 9 * _SENTENCE + "It takes 20% less time."

_BIBTEX = """@inproceedings{{stein-{0},
    title = "{{PEBBLE}}s: Sorting Number {0}",
    author = "Stein, Petra  and
      Kies, J{{\\"u}}rgen",
    booktitle = "Proceedings of Meeting {0}",
    year = "2021",
    url = "https://example.org/{0}",
    doi = "10.5555/{0}",
    pages = "1--{0}",
    abstract = "{1}",
}}
"""
_RIS = "TY  - JOUR\nTI  - Sorting Number {0}\nAU  - Stein, Petra\nPY  - 2021\nDO  - 10.5555/{0}\nAB  - {1}\nER  - \n\n"
_NBIB = "PMID- {0}\nDP  - 2021\nTI  - Sorting Number {0}\nAB  - {1}\nFAU - Stein, Petra\nSO  - J. 2021.\n\n"
_WOS = "PT J\nAU Stein, P\nTI Sorting Number {0}\nAB {1}\nPY 2021\nDI 10.5555/{0}\nUT WOS:{0}\nER\n\n"
_XML = (
    "<PubmedArticle><MedlineCitation><PMID>{0}</PMID><Article><ArticleTitle>Number {0}</ArticleTitle><Abstract>"
    "<AbstractText>{1}</AbstractText></Abstract></Article></MedlineCitation></PubmedArticle>"
)


def main() -> None:
    """Print the table."""
    formats: dict[str, tuple[bytes, Callable[[bytes], object] | None]] = {
        "bibtex": (_written(_BIBTEX), lambda written: parse_string(written.decode(), parse_stack=[])),
        "ris": (_written(_RIS), None),
        "medline": (_written(_NBIB), None),
        "wos": (_written(_WOS), None),
        "pubmedxml": (b"<PubmedArticleSet>" + _written(_XML) + b"</PubmedArticleSet>", etree.fromstring),
    }
    print(f"{PAPERS} papers of {len(_ABSTRACT.format(PAPERS))} characters an abstract")
    print(f"{'format':10} {'reader':>10} {'parser':>10} {'peak MB':>8}   papers a second")
    for name, (written, parse) in formats.items():
        ours = _rate(lambda: _count(name, written))  # noqa: B023 - called at once
        theirs = f"{_rate(lambda: parse(written)):10,.0f}" if parse else " " * 10  # noqa: B023 - called at once
        print(f"{name:10} {ours:10,.0f} {theirs} {_peak(name, written):8.1f}")


def _written(record: str) -> bytes:
    return "".join(record.format(number, _ABSTRACT.format(number)) for number in range(1, PAPERS + 1)).encode()


def _count(name: str, written: bytes) -> None:
    assert sum(1 for _ in reader_named(name).read(io.BytesIO(written), Origin("a"))) == PAPERS


def _rate(read: Callable[[], object]) -> float:
    """Return papers a second, the best of three."""
    seconds = []
    for _ in range(3):
        started = time.process_time()
        read()
        seconds.append(time.process_time() - started)
    return PAPERS / min(seconds)


def _peak(name: str, written: bytes) -> float:
    """Return the most megabytes that Python held beyond the file itself."""
    tracemalloc.start()
    _count(name, written)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 1e6


if __name__ == "__main__":
    main()
