"""Which papers are one card, and what the one card then holds."""

from __future__ import annotations

import tracemalloc
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.errors import InputError
from pipeline.identity import Identities, Index, paper_id
from pipeline.paper import Paper, Source, abstract_id

TEXT = "We prove a bound."


def paper(place: str, given: str | None = None, abstract: str = TEXT, **facts: object) -> Paper:
    path, _, position = place.partition(":")
    source = Source(path=path, position=int(position or 1))
    title = facts.get("title")
    return Paper(
        id=paper_id(given, abstract, title if isinstance(title, str) else None, source),
        sources=(source,),
        abstract=abstract,
        **facts,  # type: ignore[arg-type]
    )


def index_of(papers: list[Paper]) -> Index:
    index = Index()
    for each in papers:
        index.add(each)
    return index


def settled(papers: list[Paper]) -> list[Paper]:
    identities = index_of(papers).identities()
    return [one for each in papers if (one := identities.settle(each)) is not None]


def places(one: Paper) -> list[str]:
    return [f"{source.path}:{source.position}" for source in one.sources]


def test_an_abstract_met_twice_without_ids_is_one_card_with_both_sources_in_input_order():
    [card] = settled([paper("a:3"), paper("b:1", abstract=" We  prove a\nbound. ")])
    assert card.id == abstract_id(TEXT)
    assert card.abstract == TEXT
    assert places(card) == ["a:3", "b:1"]


def test_the_same_id_with_the_same_abstract_is_one_card():
    [card] = settled([paper("a", "arxiv:1"), paper("b", "arxiv:1"), paper("b:2", "arxiv:1")])
    assert places(card) == ["a:1", "b:1", "b:2"]


def test_the_same_id_with_another_abstract_is_refused_with_both_places():
    index = index_of([paper("a.jsonl:3", "x")])
    with pytest.raises(InputError, match=r"a\.jsonl:3 and b\.jsonl:7 .* 'key:x'"):
        index.add(paper("b.jsonl:7", "x", "Another text."))


def cited(place: str, key: str, abstract: str = TEXT, **facts: object) -> Paper:
    return paper(place, key, abstract, local=f"key:{key}", **facts)


def test_a_citation_key_of_two_files_names_the_first_of_two_papers_and_the_other_goes_by_its_text():
    first, second = settled([cited("a.bib", "smith2020"), cited("b.bib", "smith2020", "Another text.")])
    assert (first.id, second.id) == ("key:smith2020", abstract_id("Another text."))
    assert (places(first), places(second)) == (["a.bib:1"], ["b.bib:1"])


def test_a_citation_key_of_two_files_with_one_text_or_one_title_is_one_card():
    [card] = settled([cited("a.bib", "s"), cited("b.bib", "s", TEXT.upper())])
    assert places(card) == ["a.bib:1", "b.bib:1"]
    [card] = settled([cited("a.bib", "s", "", title="On Sand"), cited("b.bib", "s", title="On sand.")])
    assert (card.id, card.abstract, places(card)) == ("key:s", TEXT, ["a.bib:1", "b.bib:1"])


def test_a_citation_key_never_gives_one_paper_the_abstract_of_another():
    first, second = settled([cited("a.bib", "s", "", title="On Sand"), cited("b.bib", "s", title="On Loam")])
    assert (first.title, first.abstract) == ("On Sand", "")
    assert (second.id, second.title) == (abstract_id(TEXT), "On Loam")
    further = {"also": ("key:s",), "local": "key:s"}
    first, second = settled(
        [paper("a.bib", "doi:10.1/a", "", title="On Sand", **further), paper("b.bib", "doi:10.1/b", **further)]
    )
    assert (first.id, second.id) == ("doi:10.1/a", "doi:10.1/b")


def test_an_unnamed_paper_still_joins_the_card_of_its_text():
    first, second = settled(
        [cited("a.bib", "s"), cited("b.bib", "s", "Another text."), paper("c.jsonl", "doi:10.1/c", "Another text.")]
    )
    assert (first.id, second.id, places(second)) == ("key:s", "doi:10.1/c", ["b.bib:1", "c.jsonl:1"])


def test_a_key_that_stands_twice_in_one_file_with_another_text_is_refused():
    with pytest.raises(InputError, match=r"a\.json:1 and a\.json:2 .* 'key:s'"):
        index_of([cited("a.json:1", "s"), cited("a.json:2", "s", "Another text.")])


def test_papers_of_one_file_with_ids_of_their_own_stay_apart_though_their_abstracts_agree():
    cards = settled([paper("a:1", "x"), paper("a:2", "y")])
    assert [card.id for card in cards] == ["key:x", "key:y"]


def test_papers_of_two_files_are_one_card_when_their_abstracts_agree_unless_that_is_off():
    papers = [paper("a", "doi:10.1/x"), paper("b", "arxiv:1")]
    [card] = settled(papers)
    assert (card.id, places(card)) == ("doi:10.1/x", ["a:1", "b:1"])
    index = Index(by_abstract=False)
    assert [index.add(each) for each in papers] == [True, True]


def test_a_further_id_joins_papers_whose_abstracts_agree_or_of_which_one_has_none():
    first = paper("a", "arxiv:1", also=("doi:10.1/X",))
    for other in (paper("b", "doi:10.1/x", TEXT.upper()), paper("b", "pmid:1", "", also=("doi:10.1/x",))):
        [card] = settled([first, other])
        assert (card.id, places(card)) == ("arxiv:1", ["a:1", "b:1"])
    assert len(settled([first, paper("b", "doi:10.1/x", "Another text.")])) == 2


def test_a_card_is_known_by_every_id_that_its_papers_had():
    [card] = settled([paper("a", "doi:10.1/x"), paper("b", "arxiv:1"), paper("c", "arxiv:1", "")])
    assert places(card) == ["a:1", "b:1", "c:1"]


def test_dashes_quotes_and_case_do_not_make_another_text_of_one_id():
    [card] = settled([paper("a", "x", "It is “so” – at 3%."), paper("b", "x", 'It is "SO" - at 3 %.')])
    assert card.abstract == "It is “so” – at 3%."


def test_a_paper_without_an_id_joins_the_card_of_its_abstract_wherever_it_stands():
    for order in permutations([("a", "doi:1"), ("b", None), ("c", None)]):
        [card] = settled([paper(place, given) for place, given in order])
        assert card.id == "doi:1"
        assert places(card) == [f"{place}:1" for place, _ in order]


def test_a_paper_without_an_id_joins_the_first_of_two_cards_with_its_abstract():
    first, second = settled([paper("a:1", "x"), paper("a:2", "y"), paper("c")])
    assert (places(first), places(second)) == (["a:1", "c:1"], ["a:2"])


def test_a_card_takes_each_fact_from_the_first_paper_that_has_it():
    [card] = settled(
        [
            paper("a", venue="ICLR 2026"),
            paper("b", title="First", venue="arXiv"),
            paper("c", title="Second", authors=("Ada",), year=2026, url="u", keywords=("k",)),
        ]
    )
    assert (card.title, card.venue, card.authors, card.year) == ("First", "ICLR 2026", ("Ada",), 2026)
    assert (card.url, card.keywords) == ("u", ("k",))


def test_a_missing_abstract_is_not_another_abstract():
    [card] = settled([paper("a", "x", ""), paper("b", "x"), paper("c", "x", "")])
    assert card.abstract == TEXT
    assert places(card) == ["a:1", "b:1", "c:1"]


def test_an_abstract_that_came_late_still_forbids_another_one():
    index = index_of([paper("a", "x", ""), paper("b", "x")])
    with pytest.raises(InputError):
        index.add(paper("c", "x", "Another text."))


def test_papers_with_neither_id_nor_abstract_never_meet():
    without = [paper("a:1", abstract=""), paper("a:2", abstract=""), paper("b:1", abstract="", title="T")]
    cards = settled(without)
    assert cards == without
    assert len({card.id for card in cards}) == 3


def test_papers_sources_and_duplicates_add_up():
    index = index_of([paper("a"), paper("b"), paper("c", "x", "Other."), paper("d", "x", "Other."), paper("e", "y")])
    assert (index.papers, index.sources, index.duplicates) == (2, 5, 3)


def test_papers_that_do_not_repeat_leave_nothing_behind():
    assert index_of([paper(f"a:{n}", str(n), f"Text {n}.") for n in range(1, 50)]).identities() == Identities(
        {}, frozenset()
    )


@given(st.lists(st.integers(0, 2000), max_size=3000))
def test_every_abstract_is_found_again_however_many_came_between(numbers: list[int]):
    papers = [paper(f"a:{place}", abstract=f"Text {number}") for place, number in enumerate(numbers, start=1)]
    cards = settled(papers)
    assert [card.abstract for card in cards] == [f"Text {number}" for number in dict.fromkeys(numbers)]
    assert sum(len(card.sources) for card in cards) == len(numbers)


def test_a_paper_costs_under_a_hundred_bytes():
    count = 20_000
    index = Index()
    tracemalloc.start()
    try:
        for n in range(1, count + 1):
            index.add(paper(f"a:{n}", f"arxiv:{n}", f"Text {n}."))
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert index.papers == count
    assert held / count < 100
