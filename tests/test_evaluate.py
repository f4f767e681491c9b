import json
from pathlib import Path
from random import Random

import pytest
from command import command
from gold_cases import (
    ABSTRACT,
    BEST,
    DREAM,
    MEMORY,
    METHOD,
    NOISE,
    PROBLEM,
    RESULT,
    STATE,
    TIME,
    VISION,
    gold,
    perfect,
    statement,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from sheet_cards import ATTACKS, card, evidence, gain, hostile, value

from pipeline.card import Statement, TaskArea
from pipeline.errors import InputError, UsageError
from pipeline.evaluate import SCORES, Meeting, canary, evaluate, failed_gates, meet, minimum
from pipeline.evaluate.labels import labels
from pipeline.evaluate.report import report
from pipeline.extraction import GainKind
from pipeline.failure import FailedPaper, Failure, State
from pipeline.gold import Gold, GoldGain
from pipeline.pages.evaluation import render
from pipeline.paper import Paper, Source, abstract_id

GOLDEN = Path(__file__).parent / "golden" / "evaluate.txt"


def seeded(number):
    return Random(number)  # noqa: S311 - statistics, no secret


def values(*meetings):
    return {score.name: score.value for score in evaluate([Meeting(*meeting) for meeting in meetings]).scores}


def of(**told):
    """Return the scores of one card against the labels, in which what is `told` is otherwise than perfect."""
    return values((gold(), perfect(**told)))


def test_a_card_that_says_what_is_labelled_scores_one_throughout():
    assert of() == dict.fromkeys(SCORES, 1.0)


def test_an_empty_card_finds_nothing_and_says_nothing_wrong():
    nothing = Statement(text="", evidence=())
    told = of(problem=nothing, method=nothing, claimed_gains=(), system=(), task_area=TaskArea(area="none", task=""))
    assert told["problem"] == told["method"] == told["area"] == 0
    assert told["gains.recall"] == told["gains.f1"] == told["values.f1"] == told["system.f1"] == 0
    assert told["gains.precision"] is told["values.precision"] is told["kind"] is None


def test_half_of_the_shorter_is_enough_for_a_statement():
    half = PROBLEM[: len(PROBLEM) // 2 + 1]
    assert of(problem=statement(half + PROBLEM[len(half) :]))["problem"] == 1
    assert values((gold(problem_quotes=(half,)), perfect()))["problem"] == 1
    assert of(problem=statement(METHOD))["problem"] == 0


def test_any_of_the_quotes_counts():
    assert values((gold(problem_quotes=(METHOD, PROBLEM)), perfect()))["problem"] == 1


def test_where_no_problem_is_labelled_only_a_card_that_states_none_is_right():
    none = gold(problem_quotes=())
    assert values((none, perfect()))["problem"] == 0
    assert values((none, perfect(problem=Statement(text="", evidence=()))))["problem"] == 1


def test_a_gain_that_no_label_bears_out_costs_precision_alone():
    told = of(claimed_gains=(MEMORY, TIME, BEST, NOISE))
    assert (told["gains.precision"], told["gains.recall"]) == (3 / 4, 1)
    assert told["gains.f1"] == pytest.approx(2 * 3 / 4 / (3 / 4 + 1))


def test_clauses_of_one_sentence_may_share_a_gain_of_the_card():
    told = of(claimed_gains=(MEMORY, BEST))
    assert (told["gains.precision"], told["gains.recall"]) == (1, 1)
    assert (told["values.precision"], told["values.recall"]) == (1, 1 / 2)


def test_labels_of_different_sentences_do_not_share_a_gain():
    wide = gain("All in one", *evidence(ABSTRACT, RESULT, STATE))
    one_a_sentence = gold(gains=(gold().gains[0], gold().gains[2]))
    told = values((one_a_sentence, perfect(claimed_gains=(wide,))))
    assert (told["gains.precision"], told["gains.recall"]) == (1, 1 / 2)


def test_one_label_bears_out_one_gain_only():
    assert of(claimed_gains=(MEMORY, TIME, BEST, BEST))["gains.precision"] == 3 / 4


def test_borderline_gains_are_right_neither_to_find_nor_to_miss():
    assert of(claimed_gains=(MEMORY, TIME, BEST, DREAM)) == of()
    assert of(claimed_gains=(MEMORY, TIME, BEST, DREAM, DREAM))["gains.precision"] == 3 / 4


def test_figures_of_borderline_gains_count_neither_way():
    doubtful = GoldGain(quote="time by 2x over BAR", values=("2x",), kind="quantitative")
    row = gold(gains=(gold().gains[0], gold().gains[2]), gains_optional=(doubtful,))
    with_it, without = values((row, perfect())), values((row, perfect(claimed_gains=(MEMORY, BEST))))
    assert (with_it["values.precision"], with_it["values.recall"]) == (1, 1)
    assert (without["values.precision"], without["values.recall"]) == (1, 1)


def test_a_figure_elsewhere_or_not_in_the_abstract_is_wrong():
    invented = gain("By 7x", *evidence(ABSTRACT, RESULT), values=(value(ABSTRACT, "7x", 7, "x"),))
    told = of(claimed_gains=(MEMORY, invented, BEST))
    assert (told["values.precision"], told["values.recall"]) == (1 / 2, 1 / 2)
    assert told["gains.f1"] == 1


def test_kinds_are_judged_on_the_gains_that_go_together():
    assert of(claimed_gains=(MEMORY, TIME, BEST.model_copy(update={"kind": GainKind.COMPARATIVE})))["kind"] == 2 / 3


def test_gains_of_one_sentence_go_with_the_labels_of_their_own_figures():
    wrong_kind = TIME.model_copy(update={"kind": GainKind.COMPARATIVE})
    (judged,) = evaluate([Meeting(gold(), perfect(claimed_gains=(wrong_kind, BEST, MEMORY)))]).judged
    (slip,) = judged.slips
    assert (slip.field, slip.card) == ("kind", ("comparative: It cuts time by 2x",))


def test_any_acceptable_area_is_right():
    assert of(task_area=TaskArea(area="learning theory", task=""))["area"] == 1
    assert of(task_area=TaskArea(area="robotics", task=""))["area"] == 0


@pytest.mark.parametrize(
    ("names", "precision", "recall"),
    [
        (("foo",), 1, 1),
        (("Fast Ordering",), 1, 1),
        (("FOO", "Fast Ordering"), 1, 1),
        (("FOO", "BAR"), 1, 1),
        (("FOO", "MNIST"), 1 / 2, 1),
        (("BAR",), None, 0),
    ],
)
def test_names_are_met_by_name_or_alias_and_optional_ones_count_neither_way(names, precision, recall):
    told = of(system=names)
    assert (told["system.precision"], told["system.recall"]) == (precision, recall)


def test_counts_add_up_over_papers():
    told = values((gold(), perfect()), (gold(), perfect(claimed_gains=(NOISE,), problem=statement(METHOD))))
    assert told["problem"] == 1 / 2
    assert (told["gains.precision"], told["gains.recall"]) == (3 / 4, 3 / 6)


def test_a_paper_that_ended_without_a_card_misses_all_its_labels():
    evaluation = evaluate([Meeting(gold(), perfect()), Meeting(gold("t-02"), None)])
    told = {score.name: (score.right, score.of) for score in evaluation.scores}
    assert evaluation.without_card == 1
    assert told["problem"] == told["area"] == (1, 2)
    assert told["gains.precision"] == (3, 3)
    assert told["gains.recall"] == (3, 6)
    assert told["values.recall"] == (2, 4)
    assert told["system.recall"] == (1, 2)


CARDS = st.builds(
    perfect,
    claimed_gains=st.lists(st.sampled_from([MEMORY, TIME, BEST, DREAM, NOISE]), max_size=5).map(tuple),
    problem=st.sampled_from([statement(PROBLEM), statement(METHOD), Statement(text="", evidence=())]),
    system=st.lists(st.sampled_from(["FOO", "BAR", "Fast Ordering", "QUX"]), max_size=3).map(tuple),
)


@settings(max_examples=25, deadline=None)
@given(st.lists(CARDS, min_size=1, max_size=4), st.randoms(use_true_random=False))
def test_scores_lie_between_zero_and_one_and_do_not_depend_on_the_papers_order(cards, shuffler):
    meetings = [Meeting(gold(f"t-{n}"), one) for n, one in enumerate(cards)]
    told = evaluate(meetings, seeded(1)).scores
    for score in told:
        assert score.value is None or 0 <= score.value <= 1
        assert score.low is None or 0 <= score.low <= score.high <= 1
    shuffler.shuffle(meetings)
    assert [s.value for s in evaluate(meetings).scores] == [s.value for s in told]


def test_the_same_seed_gives_the_same_intervals_and_one_paper_gives_none():
    two = [Meeting(gold(), perfect()), Meeting(gold("t-02"), perfect(claimed_gains=(NOISE,)))]
    first = evaluate(two, seeded(7)).scores
    assert first == evaluate(two, seeded(7)).scores
    recall = {score.name: score for score in first}["gains.recall"]
    assert (recall.low, recall.value, recall.high) == (0, 1 / 2, 1)
    assert all(score.low is None for score in evaluate(two[:1], seeded(7)).scores)


def test_groups_are_by_the_best_labelled_area_or_by_file():
    pairs = [
        Meeting(gold(), perfect()),
        Meeting(gold("u-02", areas=("optimization",)), perfect(2, "u.txt", claimed_gains=(NOISE,))),
    ]
    by_area, by_file = evaluate(pairs, by="area").groups, evaluate(pairs, by="file").groups
    assert [group.name for group in by_area] == ["learning theory", "optimization"]
    assert [group.name for group in by_file] == ["t_list.txt", "u.txt"]
    assert [{s.name: s.value for s in group.scores}["gains.f1"] for group in by_file] == [1, 0]


# Which card a row meets


def test_a_row_meets_the_card_of_its_id_then_of_its_abstract_then_of_its_place():
    by_place, other = perfect(), perfect(2)
    by_id = other.model_copy(update={"paper": Paper(id="arxiv:2401.1", abstract=ABSTRACT)})
    elsewhere = card(Paper(id="abs:x", abstract="  Another   text."))
    cards = (by_place, by_id, elsewhere)
    assert meet(cards, [gold("arxiv:2401.1")])[0].card is by_id
    assert meet(cards, [gold("t-01", abstract="Another text.")])[0].card is elsewhere
    assert meet(cards, [gold("t-01", abstract="An unknown text.")])[0].card is by_place
    assert meet(cards, [gold("t-1")])[0].card is by_place


@pytest.mark.parametrize("file", ["t_list.txt", "t.txt", "t", "a/folder/t_list.txt", "C:\\lists\\t_list.txt"])
def test_a_place_is_told_by_the_start_of_a_files_name(file):
    one = perfect(3, file)
    assert meet([one], [gold("t-03")])[0].card is one


def test_an_abstract_of_two_lists_is_met_by_the_rows_of_both():
    both = perfect()
    sources = (Source(path="t_list.txt", position=1), Source(path="u_list.txt", position=9))
    both = both.model_copy(update={"paper": both.paper.model_copy(update={"sources": sources})})
    assert [met.card for met in meet([both], [gold("t-01"), gold("u-09")])] == [both, both]


def test_rows_that_meet_no_card_are_named():
    with pytest.raises(InputError, match=r"2 of 3 gold rows meet no card: t-02, tt-01"):
        meet([perfect()], [gold("t-01"), gold("t-02"), gold("tt-01")])


def test_a_row_may_meet_a_failure_by_id_abstract_or_place():
    def failed(name, *sources):
        return Failure(paper=FailedPaper(id=name, sources=sources), state=State.REFUSED, message="no", attempts=1)

    failures = [failed("key:a"), failed(abstract_id("Text.")), failed("abs:y", Source(path="t_list.txt", position=4))]
    rows = [gold("a"), gold("b", abstract="Text."), gold("t-04")]
    assert [met.card for met in meet([], rows, failures)] == [None, None, None]


def test_a_place_in_two_files_or_a_key_told_twice_is_refused():
    with pytest.raises(InputError, match=r"may mean any of t_a\.txt, t_b\.txt"):
        meet([perfect(1, "t_a.txt"), perfect(1, "t_b.txt")], [gold("t-01")])
    with pytest.raises(InputError, match="stands twice"):
        meet([perfect()], [gold("t-01"), gold("t-01")])


def test_labels_of_another_abstract_are_refused():
    with pytest.raises(InputError, match=r"'t-01'.*is not in the abstract"):
        evaluate([Meeting(gold(problem_quotes=("Nothing of the kind stands here at all.",)), perfect())])
    with pytest.raises(InputError, match=r"the value '3x' is not in 'time by 2x over BAR'"):
        wrong = GoldGain(quote="time by 2x over BAR", values=("3x",), kind="quantitative")
        evaluate([Meeting(gold(gains=(wrong,)), perfect())])


def test_equal_figures_of_a_clause_are_each_at_their_own_place():
    text = "It is 2x faster and 2x smaller."
    row = gold(
        problem_quotes=(), method_quotes=(), gains=(GoldGain(quote=text, values=("2x", "2x"), kind="quantitative"),),
        gains_optional=(),
    )  # fmt: skip
    (placed,) = labels(row, text).gains
    assert [text[slice(*span)] for span in placed.values] == ["2x", "2x"]
    assert [span.start for span in placed.values] == [6, 20]


def test_a_quote_may_differ_in_markup():
    text = "We \\textbf{win} by $3\\%$."
    row = gold(problem_quotes=(), method_quotes=("We win by 3%",), gains=(), gains_optional=())
    (span,) = labels(row, text).method
    assert text[slice(*span)] == "We \\textbf{win} by $3\\%$"


# Gates


def test_a_gate_fails_below_its_minimum_and_where_nothing_was_scored():
    scores = evaluate([Meeting(gold(gains=(), gains_optional=()), perfect(claimed_gains=()))]).scores
    gates = failed_gates(scores, [minimum("problem=1"), minimum("gains.f1=0.5")])
    assert [gate.message for gate in gates] == ["gains.f1: nothing to score, at least 0.5 asked for"]
    assert failed_gates(scores, [minimum("problem = 1.0")]) == ()


@pytest.mark.parametrize("text", ["problem", "problem=", "problem=1.1", "problem=-1", "problem=nan", "problem=x"])
def test_a_minimum_is_a_number_from_zero_to_one(text):
    with pytest.raises(UsageError, match="from 0 to 1"):
        minimum(text)


def test_an_unknown_score_is_answered_with_the_known_ones():
    with pytest.raises(UsageError, match=r"called 'gains'\. Known: problem, method, gains\.precision, "):
        minimum("gains=0.8")


def test_a_canary_tells_the_gates_that_labelled_cards_do_not_pass():
    rows, minima = [gold("t-01"), gold("t-02")], [minimum("problem=0.9"), minimum("method=0.9")]
    assert canary([perfect(1), perfect(2)], rows, minima) == ()
    (gate,) = canary([perfect(1), perfect(2, problem=statement(METHOD))], rows, minima)
    assert (gate.name, gate.least, gate.value) == ("problem", 0.9, 0.5)


def test_a_canary_that_was_refused_counts_as_missed():
    failure = Failure(
        paper=FailedPaper(id="abs:z", sources=(Source(path="t_list.txt", position=2),)),
        state=State.REFUSED, message="no", attempts=1,
    )  # fmt: skip
    gates = canary([perfect(1)], [gold("t-01"), gold("t-02")], [minimum("area=0.9")], [failure])
    assert [gate.value for gate in gates] == [0.5]


# What is shown


def mixed():
    """Return meetings with a right card, one with every kind of slip, and one that ended without a card."""
    wrong = perfect(
        2,
        problem=statement(METHOD),
        claimed_gains=(MEMORY.model_copy(update={"kind": GainKind.COMPARATIVE}), NOISE, DREAM),
        system=("QUX",),
        task_area=TaskArea(area="robotics", task="search"),
    )
    return [Meeting(gold(), perfect()), Meeting(gold("t-02"), wrong), Meeting(gold("t-03"), None)]


def test_the_report_is_the_golden_one():
    told = "\n".join(report(evaluate(mixed(), seeded(0), "file"), errors=True)) + "\n"
    assert told == GOLDEN.read_text("utf-8")


def test_without_a_miss_the_report_says_so():
    assert list(report(evaluate([Meeting(gold(), perfect())]), errors=True))[-1] == "no misses"


def test_the_page_holds_labels_and_cards_side_by_side_and_opens_what_has_a_miss():
    page = render(evaluate(mixed(), seeded(0), "area"), mixed())
    assert page == render(evaluate(mixed(), seeded(0), "area"), mixed())
    assert page.count("<details open>") == 2
    assert page.count("<details>") == 1
    for words in (PROBLEM, RESULT[:22], VISION, "robotics", "QUX", "no card"):
        assert words in page


def test_nothing_of_cards_or_labels_is_active_in_the_page():
    one = hostile()
    row = Gold(
        key=ATTACKS[0], abstract=one.paper.abstract, problem_quotes=ATTACKS[:2], method_quotes=("Attack.",),
        gains=tuple(GoldGain(quote=attack, kind="sota") for attack in ATTACKS[:5]),
        areas=ATTACKS[:2], system=ATTACKS[:3],
    )  # fmt: skip
    meetings = meet([one], [row])
    page = render(evaluate(meetings, by="area"), meetings)
    assert "<script" not in page
    assert "<img" not in page
    assert "href=" not in page
    assert "\x1b" not in page
    assert "default-src &#39;none&#39;" in page


# The command


@pytest.fixture
def claimsheet(capfd):
    return command(capfd)


@pytest.fixture
def files(tmp_path):
    """Return a folder of a run with a card, a failure, and their labels."""
    folder = tmp_path / "out"
    folder.mkdir()
    failure = Failure(
        paper=FailedPaper(id="abs:z", sources=(Source(path="t_list.txt", position=2),)),
        state=State.REFUSED, message="no", attempts=1,
    )  # fmt: skip
    folder.joinpath("cards.jsonl").write_text(perfect().model_dump_json(by_alias=True) + "\n", encoding="utf-8")
    folder.joinpath("failures.jsonl").write_text(failure.model_dump_json() + "\n", encoding="utf-8")
    labelled = tmp_path / "gold.jsonl"
    labelled.write_text(gold().model_dump_json() + "\n" + gold("t-02").model_dump_json() + "\n", encoding="utf-8")
    return folder, labelled


def test_the_command_prints_scores_and_writes_the_page(claimsheet, files, tmp_path):
    folder, labelled = files
    ended = claimsheet("evaluate", folder, labelled, "--errors", "--by", "area", "-o", tmp_path / "page.html")
    assert ended.code == 0
    assert "2 labelled papers, 1 of them without a card" in ended.out
    assert "t-02  gains missed: FOO cuts memory by 40%" in ended.out
    assert PROBLEM in tmp_path.joinpath("page.html").read_text("utf-8")
    assert claimsheet("evaluate", folder / "cards.jsonl", labelled).out.startswith("2 labelled papers, 1 of")


def test_a_score_below_its_gate_ends_with_three_and_an_unknown_one_with_two(claimsheet, files):
    folder, labelled = files
    assert claimsheet("evaluate", folder, labelled, "--min", "problem=0.5", "--min", "kind=1").code == 0
    below = claimsheet("evaluate", folder, labelled, "--min", "problem=0.5", "--min", "area=0.6")
    assert (below.code, below.err) == (3, "below the gate: area: 0.500, at least 0.6 asked for\n")
    unknown = claimsheet("evaluate", folder, labelled, "--min", "speed=1")
    assert (unknown.code, unknown.out) == (2, "")
    assert "Known: problem" in unknown.err


def test_the_json_is_one_object_with_scores_and_findings(claimsheet, files):
    told = json.loads(claimsheet("evaluate", *files, "--json").out)
    assert [score["name"] for score in told["scores"]] == list(SCORES)
    assert [paper["key"] for paper in told["judged"]] == ["t-01", "t-02"]


def test_labels_that_meet_no_card_end_the_command_with_two(claimsheet, files):
    folder, labelled = files
    folder.joinpath("failures.jsonl").unlink()
    ended = claimsheet("evaluate", folder, labelled)
    assert ended.code == 2
    assert "1 of 2 gold rows meet no card: t-02" in ended.err


def test_the_schema_of_gold_asks_for_what_has_no_default(claimsheet):
    told = json.loads(claimsheet("schema", "gold").out)
    assert set(told["required"]) == {"key", "problem_quotes", "method_quotes", "gains", "areas", "system"}
