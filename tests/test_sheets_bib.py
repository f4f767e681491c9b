from __future__ import annotations

import re

import bibtexparser
from hypothesis import given
from hypothesis import strategies as st
from sheet_cards import ATTACKS, bare, card, chinese, every_card, faithful, rendered, unfaithful

from pipeline.card import Card
from pipeline.paper import Paper
from pipeline.sheets.bib import escaped


def bib(*cards: Card) -> str:
    return rendered(".bib", cards).decode()


def of(**told: object) -> str:
    return bib(card(Paper(abstract="x", **told)))


def test_a_paper_with_a_public_id_becomes_an_entry_that_names_it():
    assert bib(unfaithful()) == (
        "% 1 of 1 papers have a title or a public id\n"
        "\n"
        "@inproceedings{arxiv:2601.00001,\n"
        "  title = {{RIFT: A Study}},\n"
        "  year = {2026},\n"
        "  booktitle = {ICLR 2026},\n"
        "  eprint = {2601.00001},\n"
        "  archiveprefix = {arXiv},\n"
        "  url = {https://arxiv.org/abs/2601.00001},\n"
        "}\n"
    )


def test_papers_that_nothing_names_are_counted_and_left_out():
    text = bib(faithful(), bare(), chinese())
    assert text.startswith("% 1 of 3 papers")
    assert re.findall(r"@\w+\{(.*),", text) == ["key:-1"]


def test_authors_are_parted_as_bibtex_parts_them():
    text = of(id="doi:10.1/x", title="T", authors=("Ada Lovelace", "Ørsted, Hans", "Smith and Sons"))
    assert "author = {Ada Lovelace and Ørsted, Hans and {Smith and Sons}}," in text
    assert "doi = {10.1/x}," in text


def test_the_same_key_is_not_given_twice():
    one, other = (card(Paper(id=name, title="T", abstract="x")) for name in ("key:a b", "key:a,b"))
    assert re.findall(r"@misc\{(.*),", bib(one, other)) == ["key:a-b", "key:a-b-2"]


def test_nothing_of_the_data_is_a_command_of_tex():
    for attack in (*ATTACKS, "\\input{/etc/passwd}", "\\write18{rm x}", "} @string{x = 1}", "$\\def\\x{}$ 5% #1"):
        fields = [line for line in of(id="doi:1", title=attack).splitlines() if line.startswith("  title")]
        assert len(fields) == 1
        bare_text = re.sub(r"\\(?:textbackslash|textasciicircum|textasciitilde)\{\}|\\[{}%$&#_]", "", fields[0])
        assert re.fullmatch(r"  title = \{\{[^\\{}%$&#_^~]*\}\},", bare_text)


@given(st.text())
def test_any_text_has_balanced_braces_when_escaped(text: str):
    left = re.sub(r"\\[{}]", "", escaped(text)).replace("{}", "")
    assert not set("{}") & set(left)


def test_a_title_in_latex_reads_as_it_prints():
    assert "title = {{3× faster}}," in of(id="doi:1", title="\\textbf{3$\\times$} faster")


def test_a_tool_of_bibliographies_reads_every_entry():
    told = card(Paper(id="doi:10.1/x", title="A & B: 50% of $\\alpha$", authors=("Ada", "X and Y"), abstract="x"))
    library = bibtexparser.parse_string(bib(*every_card(), told))
    assert not library.failed_blocks
    assert len(library.entries) == 5
    fields = {field.key: field.value for field in library.entries[-1].fields}
    assert fields == {"title": "{A \\& B: 50\\% of α}", "author": "Ada and {X and Y}", "doi": "10.1/x"}
