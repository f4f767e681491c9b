import json
from pathlib import Path

import pytest
from command import command
from gold_cases import ABSTRACT, BEST, DREAM, MEMORY, METHOD, PROBLEM, TIME, perfect, statement
from hypothesis import given, settings
from hypothesis import strategies as st
from sheet_cards import every_card, evidence, gain, hostile, value

from pipeline.card import Statement, TaskArea
from pipeline.compare import compare
from pipeline.compare.comparison import FIELDS
from pipeline.compare.kappa import cohens_kappa
from pipeline.compare.report import facts, report
from pipeline.errors import InputError
from pipeline.extraction import GainKind
from pipeline.pages.comparison import render
from pipeline.paper import Paper

GOLDEN = Path(__file__).parent / "golden" / "compare.txt"


def changes(**told):
    """Return what differs between a card and the one in which what is `told` is otherwise."""
    return [(change.field, change.a, change.b) for change in compare([perfect()], [perfect(**told)]).changes]


@pytest.mark.parametrize(
    ("pairs", "kappa"),
    [
        ([], None),
        ([("a", "a"), ("a", "a")], None),
        ([("a", "a"), ("b", "b")], 1),
        ([("a", "b"), ("b", "a")], -1),
        ([("a", "a"), ("a", "b"), ("b", "a"), ("b", "b")], 0),
        # 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no: 0.7 observed, 0.5 expected.
        ([("y", "y")] * 20 + [("y", "n")] * 5 + [("n", "y")] * 10 + [("n", "n")] * 15, 0.4),
    ],
)
def test_kappa_is_the_agreement_beyond_chance(pairs, kappa):
    assert cohens_kappa(pairs) == (None if kappa is None else pytest.approx(kappa))


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), max_size=30))
def test_kappa_is_the_same_from_both_sides_and_at_most_one(pairs):
    kappa = cohens_kappa(pairs)
    assert kappa == cohens_kappa([(other, one) for one, other in pairs])
    assert kappa is None or kappa <= 1


@settings(deadline=None)
@given(st.lists(st.sampled_from(every_card()), min_size=1, max_size=6, unique_by=lambda card: card.paper.id))
def test_a_run_agrees_with_itself(cards):
    told = compare(cards, cards)
    assert told.papers == len(cards)
    assert (told.only_a, told.only_b) == ((), ())
    assert all(field.same == field.of for field in told.agreement if field.field not in {"problem", "method", "gains"})
    assert [field.field for field in told.agreement] == list(FIELDS)


def test_a_card_without_a_fault_agrees_with_itself_on_all():
    assert changes() == []


def test_what_one_run_alone_claims_is_told_for_its_side():
    assert changes(claimed_gains=(MEMORY, BEST, DREAM)) == [
        ("gains", "It cuts time by 2x", None),
        ("gains", None, "It changes how lists are kept"),
    ]


def test_gains_go_together_by_their_places_and_figures_whatever_their_order():
    assert changes(claimed_gains=(BEST, TIME, MEMORY)) == []


def test_values_kinds_and_names_within_a_gain_are_compared():
    other = gain(
        "It cuts time by 2x", *evidence(ABSTRACT, "FOO cuts memory by 40% and time by 2x over BAR."),
        kind=GainKind.COMPARATIVE, values=(value(ABSTRACT, "9x", 9, "x"),), baseline="BAR",
    )  # fmt: skip
    assert changes(claimed_gains=(MEMORY, other, BEST)) == [
        ("values", "2x", "9x"),
        ("kind", "quantitative", "comparative"),
        ("baseline", None, "BAR"),
    ]


def test_statements_differ_by_their_words_in_the_abstract_not_by_how_they_are_told():
    retold = statement(PROBLEM).model_copy(update={"text": "Lists make search slow."})
    assert changes(problem=retold) == []
    assert changes(problem=statement(METHOD)) == [("problem", PROBLEM, METHOD)]
    assert changes(method=Statement(text="", evidence=())) == [("method", METHOD, None)]


def test_names_in_another_order_or_case_are_the_same():
    assert changes(system=("foo",)) == []
    assert changes(system=("FOO", "BAR")) == [("system", "FOO", "FOO; BAR")]


def test_agreement_is_counted_by_field():
    told = compare(
        [perfect(1), perfect(2, task_area=TaskArea(area="robotics", task="search"))],
        [perfect(1, claimed_gains=(MEMORY, BEST)), perfect(2)],
    )
    counts = {field.field: (field.same, field.of) for field in told.agreement}
    # Five sentences a paper; the third still carries a gain in both runs.
    assert counts["gain sentences"] == (10, 10)
    assert counts["gains"] == (5, 6)
    assert counts["kind"] == (5, 5)
    assert counts["area"] == (1, 2)
    assert {field.field: field.kappa for field in told.agreement}["area"] == 0


def test_cards_go_together_by_id_and_abstract_or_by_abstract_alone():
    renamed = perfect().model_copy(update={"paper": Paper(id="arxiv:1", abstract=ABSTRACT)})
    assert compare([perfect()], [renamed]).papers == 1
    changed = perfect(2).model_copy(update={"paper": Paper(id=perfect(2).paper.id, abstract="Another text.")})
    told = compare([perfect(1), perfect(2)], [perfect(1), changed])
    assert (told.papers, told.only_a, told.only_b) == (1, (perfect(2).paper.id,), (changed.paper.id,))


def test_each_card_goes_together_with_one_other():
    told = compare([perfect(1), perfect(2)], [perfect(2)])
    assert (told.papers, told.only_a) == (1, (perfect(1).paper.id,))


def test_runs_without_a_common_paper_are_refused():
    other = perfect().model_copy(update={"paper": Paper(id="x", abstract="Another text.")})
    with pytest.raises(InputError, match="no paper in common"):
        compare([perfect()], [other])


def test_facts_of_a_run_are_told_by_their_path_and_what_is_unknown_not_at_all():
    assert facts({"seconds": 1.5, "tokens": {"input": 9, "output": None}}) == {"seconds": "1.5", "tokens.input": "9"}


def differing():
    other = perfect(1, claimed_gains=(MEMORY, BEST), task_area=TaskArea(area="robotics", task="search"))
    return compare([perfect(1), perfect(2)], [other])


def test_the_report_is_the_golden_one():
    told = report(differing(), {"cards": "one", "seconds": "1.5"}, {"cards": "another"})
    assert "\n".join(told) + "\n" == GOLDEN.read_text("utf-8")


def test_the_page_shows_both_sides_and_nothing_of_the_cards_is_active_in_it():
    page = render(differing(), {"cards": "one"}, {})
    assert all(words in page for words in ("robotics", "It cuts time by 2x", "Papers in A only"))
    one, other = hostile(), hostile().model_copy(update={"system": (), "claimed_gains": ()})
    page = render(compare([one], [other]), {"<script>": "<img>"}, {})
    assert "<script" not in page
    assert "<img" not in page
    assert "href=" not in page
    assert "\x1b" not in page


@pytest.fixture
def claimsheet(capfd):
    return command(capfd)


@pytest.fixture
def runs(tmp_path):
    """Return a folder of a run with its record, and a file of cards alone."""
    whole, alone = tmp_path / "a", tmp_path / "b.jsonl"
    whole.mkdir()
    whole.joinpath("cards.jsonl").write_text(perfect().model_dump_json(by_alias=True) + "\n", encoding="utf-8")
    whole.joinpath("run.json").write_text('{"seconds": 2.5, "tokens": {"input": 7}}', encoding="utf-8")
    alone.write_text(perfect(claimed_gains=(BEST,)).model_dump_json(by_alias=True) + "\n", encoding="utf-8")
    return whole, alone


def test_the_command_shows_the_differences_and_what_each_run_took(claimsheet, runs, tmp_path):
    ended = claimsheet("compare", *runs, "-o", tmp_path / "page.html")
    assert ended.code == 0
    assert ["seconds", "2.5", "–"] in [row.split() for row in ended.out.splitlines()]
    assert "gain in A only: It cuts memory by 40%" in ended.out
    assert "It cuts memory by 40%" in tmp_path.joinpath("page.html").read_text("utf-8")


def test_the_json_holds_the_runs_and_the_changes(claimsheet, runs):
    told = json.loads(claimsheet("compare", *runs, "--json").out)
    assert told["a"]["tokens.input"] == "7"
    assert told["b"] == {"cards": str(runs[1]), "provenance.engine": "extractive", "provenance.schema": "5d0e0000"}
    assert [change["field"] for change in told["changes"]] == ["gains", "gains"]


def test_a_record_that_is_none_is_told(claimsheet, runs):
    runs[0].joinpath("run.json").write_text("[1]", encoding="utf-8")
    ended = claimsheet("compare", *runs)
    assert (ended.code, ended.out) == (2, "")
    assert "run.json: is no record of a run" in ended.err


def test_runs_of_other_papers_end_with_two(claimsheet, runs, tmp_path):
    other = perfect().model_copy(update={"paper": Paper(id="x", abstract="Another text.")})
    path = tmp_path / "c.jsonl"
    path.write_text(other.model_dump_json(by_alias=True) + "\n", encoding="utf-8")
    assert claimsheet("compare", runs[0], path).code == 2
