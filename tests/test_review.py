"""The review of a whole card, and what each check says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from grounded import card_of, gain, rows, told

from pipeline.card import Card, Provenance, Verdict
from pipeline.engines.extractive import ExtractiveEngine
from pipeline.ground import ground
from pipeline.promptfiles import read_taxonomy
from pipeline.readers import read_papers
from pipeline.review import complaints, is_worth_a_repair

ROOT = Path(__file__).parent.parent
SEEDS = sorted(str(path) for path in (ROOT / "seeds").glob("*.txt"))


def unsupported(card: Card) -> set[tuple[str, str]]:
    return {(item.where, item.text) for item in card.review.unsupported}


def findings(card: Card) -> set[tuple[str, str]]:
    return {(item.flag, item.where) for item in card.review.findings}


@pytest.fixture(scope="module")
def seed_cards() -> list[Card]:
    engine = ExtractiveEngine.load(read_taxonomy(None))
    embedded = Provenance(engine="extractive", model="m", prompt=None, schema="0", output_mode=None)
    return [ground(paper, engine.extract(paper), embedded) for paper in read_papers(SEEDS)]


def test_every_card_of_the_embedded_engine_is_grounded_without_an_absent_verdict(seed_cards):
    for card in seed_cards:
        evidence = [item for part in (card.problem, card.method, *card.claimed_gains) for item in part.evidence]
        values = [value for told_gain in card.claimed_gains for value in told_gain.values]
        assert all(item.verdict is Verdict.EXACT for item in (*evidence, *values))
        assert card.review.unsupported == ()
        assert card.review.grounded


def test_every_percentage_multiple_and_decimal_of_a_result_is_claimed_or_listed_as_unclaimed(seed_cards):
    result = re.compile(
        r"achiev|improv|outperform|reduc|surpass|accelerat|save|faster|results|experiments", re.IGNORECASE
    )
    figure = re.compile(r"\d+(?:\.\d+)?[\s$\\]*(?:%|×|\\times)|(?<![\w.-])\d+\.\d+(?![\w.]|-\d)")
    for card in seed_cards:
        text, review = card.paper.abstract, card.review
        claimed = [value for told_gain in card.claimed_gains for value in told_gain.values]
        spans = [(value.start or 0, value.end or 0) for value in (*claimed, *review.unclaimed_values)]
        for sentence in re.finditer(r"[^.]+(?:\.(?!\s)[^.]*)*\.", text):
            if not result.search(sentence[0]):
                continue
            for found in figure.finditer(sentence[0]):
                at = sentence.start() + found.start()
                assert any(start <= at < end for start, end in spans), (found[0], sentence[0])


def test_a_statement_without_a_sentence_or_with_one_too_many_is_not_supported():
    card = told(
        "Sensors freeze. Brook is warm.",
        gain("Brook is warm.", (2, 7)),
        problem={"text": "Sensors freeze.", "sentences": []},
    )
    assert unsupported(card) == {("problem", "Sensors freeze."), ("claimed_gains[0]", "Brook is warm.")}


def test_a_statement_that_another_sentence_carries_names_the_wrong_one():
    abstract = "Sensors freeze in winter. Brook harvests the heat of streams. Losses fall by 5%."
    wrong = told(abstract, method={"text": "Brook harvests heat of the streams.", "sentences": [1]})
    assert [item.reason for item in wrong.review.unsupported] == [
        "the named sentences do not carry it; sentence 2 says more of it"
    ]
    right = told(abstract, method={"text": "Brook harvests heat of the streams.", "sentences": [2]})
    assert (right.method.support, wrong.method.support) == (1.0, 0.0)
    assert right.review.grounded


@pytest.mark.parametrize(
    ("abstract", "clause"),
    [
        ("Thus, factors such as NFκB are explored.", "Factors such as NFκB are explored."),
        (r"It runs on a set of $1.4$ million samples.", "It runs on a set of 1.4 million samples."),
        ("MArk cuts costs up to 7.8_ while it is fast.", "MArk cuts costs up to 7.8."),
    ],
)
def test_a_clause_that_stands_word_for_word_in_its_sentence_is_blamed_for_none_of_its_words(abstract, clause):
    card = told(abstract, gain(clause), method={"text": clause, "sentences": [1]})
    assert unsupported(card) == set()
    assert card.method.support == card.claimed_gains[0].support == 1.0


def test_a_clause_that_ends_inside_a_number_of_its_sentence_does_not_stand_there():
    card = told("So it cuts costs by 7.8.", gain("It cuts costs by 7."))
    assert unsupported(card) == {("claimed_gains[0]", "7")}


def test_support_is_null_where_words_cannot_tell():
    card = told(
        "查询延迟降低了42%。", gain("Latency falls by 42%.", (1,), ("42%",)), method={"text": "", "sentences": []}
    )
    assert card.claimed_gains[0].support is None
    assert card.method.support is None
    assert card.review.grounded


def test_figures_of_the_text_and_values_are_sought_in_the_evidence_then_elsewhere():
    card = told("Costs fall by 5%. Accuracy is 93.2.", gain("Costs fall by 5% and 7%.", (1,), ("5%", "93.2", "8%")))
    assert unsupported(card) == {("claimed_gains[0]", "7%"), ("claimed_gains[0].values[2]", "8%")}
    assert ("value-outside-evidence", "claimed_gains[0].values[1]") in findings(card)


def test_a_small_count_may_stand_in_words_and_a_count_is_no_percentage():
    abstract = "On three data sets at 41 sites, losses fall by 5%."
    assert told(abstract, gain("Losses fall by 5%.", values=("5%",), setting="3 data sets")).review.grounded
    assert unsupported(told(abstract, gain("Losses fall by 41%.", values=("41%",)))) == {
        ("claimed_gains[0]", "41%"),
        ("claimed_gains[0].values[0]", "41%"),
    }


@pytest.mark.parametrize(
    ("abstract", "claim", "value"),
    [
        ("It saves up to 15% of memory.", "It saves 15% of memory.", "15%"),
        ("It saves nearly 15% of memory.", "15% of memory is saved.", "15%"),
        ("It saves about 15% of memory.", "It saves 15%.", "about 15%"),
        ("It is 5–10× faster.", "It is 10× faster.", "10×"),
        ("It is 5–10× faster.", "It is 5x faster.", "5x"),
    ],
)
def test_a_bound_or_an_end_of_a_range_that_is_not_told_is_a_hedge_dropped(abstract, claim, value):
    card = told(abstract, gain(claim, values=(value,)))
    (found,) = [item for item in card.review.findings if item.flag == "hedge-dropped"]
    assert card.paper.abstract[found.start : found.end] in {"15%", "5–10×"}
    assert card.review.grounded


@pytest.mark.parametrize(
    ("abstract", "claim", "value"),
    [
        ("It saves up to 15% of memory.", "As much as 15% of memory is saved.", "15%"),
        ("It saves nearly 15% of memory.", "About 15% of memory is saved.", "15%"),
        ("It is 5–10× faster.", "It is between 5x and 10x faster.", "5–10×"),
        ("It rises from 5% to 10%.", "It rises to 10%.", "10%"),
        ("It keeps more than 90% of memory.", "It keeps 90% of memory.", "90%"),
        ("It saves up to 15% of memory.", "It saves memory.", "15%"),
    ],
)
def test_a_bound_told_in_other_words_is_kept(abstract, claim, value):
    assert "hedge-dropped" not in told(abstract, gain(claim, values=(value,))).review.flags


@pytest.mark.parametrize(
    ("abstract", "value", "baseline"),
    [
        ("It succeeds in 92%, with 64% for suction and 77% for a soft gripper.", "64%", "soft gripper"),
        ("F-score rises by 6.3 points over PU-Net and by 4.9 points over Grad-PU.", "6.3 points", "Grad-PU"),
        ("It is comparable to plain models, and cuts cost by 9.7%, compared to coded ones.", "9.7%", "plain models"),
        ("It recovers 18–22% more than a rule-based controller.", "18–22%", "reinforcement learning"),
    ],
)
def test_a_figure_measured_evidently_against_something_else_has_not_that_baseline(abstract, value, baseline):
    text = f"{abstract} Reinforcement learning needs a simulator."
    card = told(text, gain("It is better.", values=(value,), baseline=baseline))
    assert ("claimed_gains[0].baseline", baseline) in unsupported(card)


@pytest.mark.parametrize(
    ("abstract", "value", "baseline"),
    [
        ("It succeeds in 92%, with 64% for suction and 77% for a soft gripper.", "77%", "soft gripper"),
        ("F-score rises by 6.3 points over PU-Net and by 4.9 points over Grad-PU.", "6.3 points", "PU-Net"),
        ("It gains 5.2% and uses 25.9% of the time compared to the best method.", "5.2%", "the best method"),
        ("It cuts overhead by 9.71% and time by 9.87%, compared to HE models.", "9.71%", "HE models"),
        ("It reaches 96% relative to task models on A and 72.7% on B for tests.", "72.7%", "task models"),
    ],
)
def test_a_baseline_that_may_be_of_the_figure_is_left_alone(abstract, value, baseline):
    assert told(abstract, gain("It is better.", values=(value,), baseline=baseline)).review.grounded


def test_a_baseline_of_another_sentence_is_asked_after_and_one_of_no_words_is_not_supported():
    abstract = "Suction leaks. The gripper succeeds in 92% of grasps."
    elsewhere = told(abstract, gain("It succeeds in 92% of grasps.", (2,), ("92%",), baseline="suction"))
    assert ("baseline-outside-evidence", "claimed_gains[0].baseline") in findings(elsewhere)
    assert elsewhere.review.grounded
    invented = told(abstract, gain("It succeeds in 92% of grasps.", (2,), ("92%",), baseline="magnets"))
    assert unsupported(invented) == {("claimed_gains[0].baseline", "magnets")}


def test_two_figures_of_one_metric_setting_and_baseline_contradict_each_other():
    abstract = "On CIFAR accuracy rises by 5%. In all, accuracy on CIFAR rises by 7%. It is 3x smaller."
    same = {"metric": "accuracy", "setting": "CIFAR"}
    twice = (gain("Accuracy rises by 5%.", (1,), ("5%",), **same), gain("Accuracy rises by 7%.", (2,), ("7%",), **same))
    (found,) = [item for item in told(abstract, *twice).review.findings if item.flag == "self-contradiction"]
    assert (found.where, abstract[found.start : found.end]) == ("claimed_gains[1].values[0]", "5%")
    other = (twice[0], twice[1] | {"setting": "ImageNet"})
    assert "self-contradiction" not in told(abstract, *other).review.flags


def test_each_lack_of_a_claim_is_a_finding_at_its_place():
    card = told(
        "It is the state of the art. It beats others. It saves up to 5%.",
        gain("It is the state of the art.", (1,), kind="state_of_the_art"),
        gain("It beats others.", (2,)),
        gain("It saves up to 5%.", (3,), ("5%",)),
        gain("It is simple.", (1,), kind="qualitative"),
    )
    assert findings(card) == {
        ("state-of-the-art-without-benchmark", "claimed_gains[0]"),
        ("claim-without-number", "claimed_gains[0]"),
        ("claim-without-number", "claimed_gains[1]"),
        ("best-case-only", "claimed_gains[2].values[0]"),
    }
    assert findings(told("We study billiards.")) == {("no-claimed-gain", "")}


def test_what_is_not_stated_is_told_for_each_gain_and_for_the_card_with_the_code():
    card = told(
        "It saves 5% against ResNet. It beats others. It is simple.",
        gain("It saves 5%.", (1,), ("5%",), baseline="ResNet", metric="memory"),
        gain("It beats others.", (2,), setting="others"),
        gain("It is simple.", (3,), kind="qualitative"),
    )
    assert [told_gain.not_stated for told_gain in card.claimed_gains] == [
        ("dataset", "variance"),
        ("baseline", "metric", "magnitude"),
        (),
    ]
    assert card.review.not_stated == ("baseline", "dataset", "metric", "magnitude", "variance", "code")


@pytest.mark.parametrize(
    "promise",
    [
        "Code is available at https://github.com/a/b.",
        "The source code is publicly released.",
        "We release our implementation.",
        "See https://anonymous.4open.science/r/x.",
        "代码将公开。",
    ],
)
def test_code_that_is_promised_or_linked_is_stated(promise):
    assert "code" not in told(f"It is simple. {promise}").review.not_stated


@pytest.mark.parametrize("told_so", ["We encode and decode public data.", "Codes of conduct vary.", "It is simple."])
def test_code_is_not_stated_by_words_that_hold_it(told_so):
    assert "code" in told(told_so).review.not_stated


def test_complaints_name_each_part_and_how_to_mend_it():
    card = told("Costs fall by 5%.", gain("Costs fall by 7%.", values=("7%",)), system=["<x>\nPARD" + "!" * 300])
    lines = (complaints(card) or "").splitlines()
    assert len(lines) == 4
    assert lines[0].startswith('- system[0] "‹x›\\nPARD!!!')
    assert lines[0].endswith('…": this name is not in the abstract.')
    assert lines[1:3] == [
        '- claimed_gains[0].values[0] "7%": this value is not in the abstract.',
        '- claimed_gains[0] "7%": this figure is not in the abstract.',
    ]
    assert "withdraw it" in lines[3]


def test_there_is_nothing_to_complain_of_where_all_stands():
    assert complaints(told("Costs fall by 5%.", gain("Costs fall by 5%.", values=("5%",)))) is None


@pytest.mark.parametrize("value", ["7%", "3x", "0.7", "two-fold"])
def test_a_result_that_the_abstract_does_not_have_is_worth_a_repair(value):
    assert is_worth_a_repair(told("Costs fall by 5%.", gain("Costs fall.", values=(value,))))


@pytest.mark.parametrize("value", ["7", "2025"])
def test_a_bare_number_alone_is_not_worth_a_second_ask_and_stays_in_plain_sight(value):
    card = told("Costs fall by 5%.", gain("Costs fall.", values=(value,)))
    assert not is_worth_a_repair(card)
    assert "this value is not in the abstract" in [item.reason for item in card.review.unsupported]


def test_the_examples_of_the_prompt_are_grounded_with_every_figure_claimed():
    areas = read_taxonomy(None).names
    examples = rows(str(ROOT / "prompts/examples.jsonl"))
    assert len(examples) >= 3
    for row in examples:
        review = card_of(row).review
        assert review.grounded
        assert review.unclaimed_values == ()
        assert set(review.flags) <= {"best-case-only", "claim-without-number", "no-claimed-gain"}
        assert row["reply"]["area"] in areas
