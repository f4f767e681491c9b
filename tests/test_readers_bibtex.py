"""What BibTeX of every origin becomes, what stays as its author wrote it, and what a broken entry costs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from one_reader import DATA, kinds, papers, read, spoilt, survives, taken_by

from pipeline.paper import BrokenRecord
from pipeline.readers.texsigns import plain

MANY = (DATA / "bibtex" / "many.bib").read_bytes()
BROKEN = (DATA / "bibtex" / "broken.bib").read_bytes()


def test_an_entry_of_the_acl_anthology_is_read_with_its_signs_as_characters() -> None:
    paper = papers("bibtex", MANY)[0]
    assert paper.id == "doi:10.5555/pebble_1"
    assert paper.also == ("key:stein-kiesel-2021-pebbles",)
    assert paper.title == "PEBBLEs: Sorting by Size & Colour"
    assert paper.authors == ("Stëin, Petra", "Kiesel, Jo", "Van der Kies, Udo")
    assert (paper.year, paper.venue) == (2021, "Proceedings of the Pebble Meeting")
    assert paper.url == "https://example.org/2021.pebble_main.1"


def test_names_that_only_commas_part_are_told_apart() -> None:
    written = b"Record #1 of 1\n@article{a, title={T}, author={Stein, P, von Kies, JA, and Ton, U}, year={2015}}\n"
    assert papers("bibtex", written)[0].authors == ("Stein, P", "von Kies, JA", "Ton, U")
    assert papers("bibtex", b"@book{a, title={T}, author={Stein, Jr., Petra and Kies, Jo}}")[0].authors == (
        "Stein, Jr., Petra",
        "Kies, Jo",
    )


def test_an_and_within_braces_parts_no_names_however_many_there_are() -> None:
    # Where what stands before each of them is counted anew, this takes minutes.
    society = "Sand " + "and Sand " * 200_000
    entry = f"@book{{a, title={{T}}, author={{Stein, P and {{{society}}} and Kies, J}}}}"
    assert papers("bibtex", entry.encode())[0].authors == ("Stein, P", society.strip(), "Kies, J")


def test_formulas_and_markup_stay_in_an_abstract_as_they_are_written() -> None:
    assert papers("bibtex", MANY)[0].abstract == (
        "We sort %pebbles% – by size and colour – in $O(n^{2})$ steps. "
        r"It takes 20% less time, and \textbf{three TIMES} less room."
    )


def test_a_scopus_export_keeps_the_authors_own_keywords_and_loses_its_copyright_line() -> None:
    paper = papers("bibtex", MANY)[1]
    assert paper.id == "doi:10.5555/sand"
    assert paper.keywords == ("Sand", "Grains")
    assert paper.abstract == "Sand is counted grain by grain. A grain has 2 mm."
    assert [(change.kind, change.cut) for change in paper.cleaning] == [("copyright line", "© 1987 Elsevier B.V.")]
    assert paper.authors == ("Korn, Ada", "Sand and Gravel Society")


def test_a_heading_between_commas_is_cut() -> None:
    paper = papers("bibtex", b"@misc{a, abstract = {, Abstract:, Sand is counted grain by grain.}}")[0]
    assert paper.abstract == "Sand is counted grain by grain."


def test_a_name_stands_for_its_text_and_texts_are_joined() -> None:
    found = papers("bibtex", MANY)
    assert found[1].venue == "Journal of Small Stones"
    assert found[3].title == "Gravel in homes"


def test_wrapped_lines_are_joined_and_a_blank_line_parts_paragraphs() -> None:
    paper = papers("bibtex", MANY)[2]
    assert paper.abstract == "Loam was taken from two lakes and dried.\n\nIt is heavier by a third."
    assert (paper.also, paper.venue) == (("key:WOS:000000000000003",), "LOAM LETTERS & MORE")


def test_the_arxiv_id_in_a_journal_or_an_eprint_is_an_id() -> None:
    assert [paper.id for paper in papers("bibtex", MANY)[3:]][::2] == ["arxiv:1706.00001", "arxiv:2101.00001"]


def test_a_key_that_stands_twice_names_only_the_first_entry() -> None:
    first, second = papers("bibtex", MANY)[3:5]
    assert first.also == ("key:Kies2017",)
    assert second.id.startswith("abs:")
    assert second.abstract == "Gravel is found in most homes."


VOLUME = '@proceedings{pm21, title = "Pebble Meeting", booktitle = {Proceedings of the Pebble Meeting}, year = 2021}\n'
CHILD = "@inproceedings{a, title = {On Sand}, crossref = {PM21}, abstract = {Sand is counted grain by grain.}}\n"


@pytest.mark.parametrize("text", [CHILD + VOLUME, VOLUME + CHILD, CHILD + "@misc{b, title = {B}}\n" + VOLUME])
def test_a_paper_takes_its_venue_and_its_year_from_its_volume_wherever_that_stands(text: str) -> None:
    found = {paper.title: paper for paper in papers("bibtex", text.encode())}
    assert (found["On Sand"].venue, found["On Sand"].year) == ("Proceedings of the Pebble Meeting", 2021)
    assert found["On Sand"].id == "key:a"
    assert [paper.sources[0].position for paper in papers("bibtex", text.encode())] == [*range(1, len(found) + 1)]


def test_what_a_paper_says_itself_comes_before_its_volume_and_neither_title_nor_abstract_is_taken() -> None:
    volume = "@book{v, title = {Stones}, year = 1999, abstract = {A book of stones.}, doi = {10.5555/book}}"
    child = "@incollection{a, crossref = {v}, year = {2001}}"
    [paper] = [paper for paper in papers("bibtex", f"{child}\n{volume}".encode()) if paper.id == "key:a"]
    assert (paper.title, paper.venue, paper.year, paper.abstract) == (None, "Stones", 2001, "")


def test_a_paper_whose_volume_is_not_there_is_read_all_the_same() -> None:
    assert [(paper.venue, paper.year) for paper in papers("bibtex", CHILD.encode())] == [(None, None)]
    text = CHILD + "".join(f"@misc{{k{number}, title = {{T}}}}\n" for number in range(10_500)) + VOLUME
    found = papers("bibtex", text.encode())
    assert (len(found), found[0].title, found[0].venue) == (10_502, "On Sand", None)


def test_broken_entries_are_told_one_by_one_and_the_rest_goes_on() -> None:
    assert kinds("bibtex", BROKEN) == ["paper", "broken", "paper", *["broken"] * 3, "paper", "broken"]
    lines = [record.line for record in read("bibtex", BROKEN) if isinstance(record, BrokenRecord)]
    assert lines == [2, 5, 6, 7, 9]


def test_records_are_counted_across_the_pieces_in_which_a_long_file_is_parsed() -> None:
    entry = "@string{{s{0} = {{Venue {0}}}}}\n@misc{{k{0}, title = {{Title {0}}}, journal = s{0}, note = {{{1}}}}}\n"
    text = "".join(entry.format(number, "x" * 400) for number in range(2000)) + "@misc{cut, title = {"
    found = read("bibtex", text.encode())
    assert len(found) == 2001
    assert [paper.venue for paper in papers("bibtex", text.encode()[:-20])] == [
        f"Venue {number}" for number in range(2000)
    ]
    assert isinstance(found[-1], BrokenRecord)
    assert found[-1].line == 4001


def test_a_field_of_200_kilobytes_is_read() -> None:
    long = "Sand is counted. " * 12_000
    assert len(papers("bibtex", f"@misc{{a, abstract = {{{long}}}}}".encode())[0].abstract) == len(long) - 1


@pytest.mark.parametrize(
    "data",
    [MANY, MANY.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf\n@misc{ WOS:1,\nTitle = {A}}", b"@Article(a,\n title={B})"],
)
def test_bibtex_is_known_by_its_first_entry(data: bytes) -> None:
    assert taken_by(data.removeprefix(b"\xef\xbb\xbf"), "list.txt") == "bibtex"


@pytest.mark.parametrize(
    "data", [b"# Papers\n\n```bibtex\n@misc{a, title={A}}\n```\n", b"Write to a@b{c} for more.\n", b"@nobody writes"]
)
def test_a_page_that_quotes_an_entry_is_not_bibtex(data: bytes) -> None:
    assert taken_by(data) != "bibtex"


def test_lines_may_end_as_they_like() -> None:
    assert papers("bibtex", MANY.replace(b"\n", b"\r\n")) == papers("bibtex", MANY)


@pytest.mark.parametrize(
    ("written", "text"),
    [
        (r"{\v S}koda, Fran{\c c}ois, {\v{S}}koda, {\em so}", r"Škoda, François, Škoda, {\em so}"),
        (r"M{\"u}ller, \'{\i}, {\'\i}, \v{c}, \v c, \c c", "Müller, í, í, č, č, ç"),
        (r"Stra{\ss}e, Stra\ss e, \o{}re, {\L}{\'o}d{\'z}", "Straße, Straße, øre, Łódź"),
        (r"8.5\% A\&B x\_y \$5 \#1 {\{}a{\}}", "8.5% A&B x_y $5 #1 {a}"),
        (r"{\textless}p{\textgreater} $<$i$>$ {\textbackslash}alpha", r"<p> <i> \alpha"),
        (r"{MLSUM}: {{A}} study", "MLSUM: A study"),
        (r"a {--} b {---} c -- d", "a – b — c -- d"),
        ("``quoted'' and 5''", "“quoted” and 5''"),
        (r"a~b, ~20, http://x/~u", "a b, ~20, http://x/~u"),
        (r"$\frac{a}{b}$ and $O(n^{2})$", r"$\frac{a}{b}$ and $O(n^{2})$"),
        (r"\textbf{{A} b} \citep[see][]{a_b} {\it c} x^{2}", r"\textbf{A b} \citep[see][]{a_b} {\it c} x^{2}"),
        (r"\~{} \^{} a \\ b", r"~ ^ a \\ b"),
        (r"\"so\" they say, it\'s Alzheimer\'s", "\"so\" they say, it's Alzheimer's"),
        (r"Le\'sniak, \"Uber, \'etude", "Leśniak, Über, étude"),
        ("no } open { brace \\", "no } open brace \\"),
    ],
)
def test_only_what_bibtex_spells_out_is_undone(written: str, text: str) -> None:
    assert plain(written) == text


@given(st.text(alphabet="\\{}$~`'\"^abcuvi% \n-", max_size=60))
def test_any_value_can_be_read(text: str) -> None:
    assert isinstance(plain(text), str)


@given(
    st.text(
        alphabet=st.characters(exclude_characters="\\{}$~`\n\r\t\x0b\x0c", exclude_categories=["Cs", "Zs", "Cc"]),
        max_size=60,
    )
)
def test_a_text_without_signs_of_tex_stays_as_it_is(text: str) -> None:
    assert plain(text) == text.strip()


@pytest.mark.parametrize(
    "code",
    [
        b"import x\n\n@dataclass(frozen=True)\nclass A: ...\n",
        b"@page {\n  margin: 0;\n}\n",
        b"@Component({\n  selector: 'a'\n})\n",
    ],
)
def test_a_decorator_of_a_program_is_no_entry(code: bytes) -> None:
    assert taken_by(code, "a") != "bibtex"
    assert taken_by(b"@ARTICLE (a,\n title = {On Sand})\n", "a") == "bibtex"


@given(spoilt(MANY) | spoilt(BROKEN))
def test_a_spoilt_file_raises_nothing_but_errors_of_the_input(data: bytes) -> None:
    survives("bibtex", data)
