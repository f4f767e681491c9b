"""How services and programs vary what a format is: each variant gives the same paper, by itself."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from pipeline.errors import InputError
from pipeline.readers import Manner, read_papers

SAND = "Sand is counted grain by grain, which takes half the time. It is 20% cheaper."
TITLE, PERSON = "Counting Sand", "Ada Korn"
ZOTERO = {
    "key": "ABC",
    "itemType": "journalArticle",
    "title": TITLE,
    "abstractNote": SAND,
    "date": "2024-01-01",
    "DOI": "10.5555/sand",
    "publicationTitle": "Sand Letters",
    "creators": [
        {"creatorType": "author", "firstName": "Ada", "lastName": "Korn"},
        {"creatorType": "editor", "firstName": "Udo", "lastName": "Lehm"},
    ],
}
RSS = f"""<?xml version='1.0'?><rss xmlns:dc="http://purl.org/dc/elements/1.1/" version="2.0"><channel>
<title>cs.LG</title>
<link>http://rss.arxiv.org/rss/cs.LG</link><item><title>{TITLE}</title><link>https://arxiv.org/abs/2403.00001</link>
<description>arXiv:2403.00001v1 Announce Type: new \nAbstract: {SAND}</description>
<guid>oai:arXiv.org:2403.00001v1</guid><dc:creator>Ada Korn, Udo Lehm</dc:creator></item></channel></rss>"""
CNKI = f"""SrcDatabase-来源库: 期刊
Title-题名: {TITLE}
Author-作者: {PERSON}
Summary-摘要: {SAND} 沙粒的分类方法研究。
Year-年: 2024
"""


@dataclass(frozen=True)
class Variant:
    name: str
    content: str
    format: str
    id: str
    authors: tuple[str, ...] = (PERSON,)
    year: int | None = 2024
    title: str | None = TITLE
    abstract: str = SAND
    encoding: str = "utf-8"


VARIANTS = (
    Variant("library.json", json.dumps({"config": {}, "items": [ZOTERO]}), "json", "doi:10.5555/sand"),
    Variant("api.json", json.dumps([{"key": "ABC", "version": 1, "data": ZOTERO}]), "json", "doi:10.5555/sand"),
    Variant(
        "daily.jsonl",
        json.dumps({"paper": {"id": "2403.1", "title": TITLE, "summary": SAND, "authors": [{"name": PERSON}]}, "n": 1}),
        "json",
        "key:2403.1",
        year=None,
    ),
    Variant(
        "works.jsonl",
        json.dumps(
            {"DOI": "10.5555/sand", "title": [TITLE], "abstract": f"<jats:p>{SAND}</jats:p>", "prefix": "10.5555"}
        ),
        "crossref",
        "doi:10.5555/sand",
        (),
        None,
    ),
    Variant(
        "abstracts.jsonl",
        json.dumps({"corpusid": 7, "openaccessinfo": {}, "abstract": SAND}),
        "semanticscholar",
        "key:7",
        (),
        None,
        None,
    ),
    Variant("feed.xml", RSS, "arxivxml", "arxiv:2403.00001v1", (PERSON, "Udo Lehm")),
    Variant(
        "dimensions.csv",
        f'"About the data: exported, 2024"\nRank,DOI,Title,Abstract,PubYear,Authors\n'
        f'1,10.5555/sand,{TITLE},"{SAND}",2024,"Korn, Ada"\n',
        "csv",
        "doi:10.5555/sand",
        ("Korn, Ada",),
    ),
    Variant(
        "pandas.csv",
        f'id,title,authors,abstract,year\n7,{TITLE},"[\'Ada Korn\', ""Udo O\'Lehm""]","{SAND}",2024\n',
        "csv",
        "key:7",
        (PERSON, "Udo O'Lehm"),
    ),
    Variant(
        "table.md",
        f"| Title | Authors | Year | Abstract |\n|---|:--|--:|---|\n| {TITLE} | {PERSON} | 2024 | {SAND} |\n",
        "csv",
        "abs:",
    ),
    Variant("cnki.txt", CNKI, "cnki", "abs:", abstract=f"{SAND} 沙粒的分类方法研究。", encoding="gb18030"),
)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_a_variant_is_read_like_its_format(variant: Variant, tmp_path: Path):
    path = tmp_path / variant.name
    path.write_text(variant.content, encoding=variant.encoding)
    papers = read_papers([str(path)])
    [paper] = papers
    assert papers.files[0].format == variant.format
    assert paper.id.startswith(variant.id)
    assert (paper.title, paper.authors, paper.year) == (variant.title, variant.authors, variant.year)
    assert paper.abstract == variant.abstract


def test_what_the_feed_says_before_the_abstract_is_told(tmp_path: Path):
    (tmp_path / "feed.xml").write_text(RSS)
    [paper] = read_papers([str(tmp_path / "feed.xml")])
    assert [change.cut for change in paper.cleaning] == ["arXiv:2403.00001v1 Announce Type: new \nAbstract:"]


def test_lines_before_the_names_of_columns_count(tmp_path: Path):
    (tmp_path / "a.csv").write_text(f'"Exported"\nTitle,Abstract\n{TITLE},"{SAND}"\nOn Loam,"cut"s\n')
    with pytest.raises(InputError, match=r"a\.csv:4: the quotes of this row are broken"):
        read_papers([str(tmp_path / "a.csv")])


def test_an_encoding_that_is_named_tells_the_format_too(tmp_path: Path):
    (tmp_path / "a.txt").write_text(CNKI.replace(SAND, "x"), encoding="utf-16-le")
    papers = read_papers([str(tmp_path / "a.txt")], Manner(encoding="utf-16-le"))
    assert papers.files[0].format == "cnki"
