from __future__ import annotations

from sheet_cards import bare, chinese, faithful, unfaithful

from pipeline.sheets.entry import entry
from pipeline.sheets.questions import questions
from pipeline.sheets.wording import wording

WORDS = wording("en")


def test_what_a_gain_does_not_state_is_asked_with_the_claim_quoted():
    baseline, setting, variance, best_case = questions(entry(1, faithful()), WORDS)
    assert baseline == "Against which baseline is this measured: “It needs 65% of the memory.” [2]?"
    assert setting == "On which data, model or setting does this hold: “It needs 65% of the memory.” [2]?"
    assert best_case.endswith("how many settings: “PARD is up to 3.67× faster than AR decoding on LLaMA3.1-8B” [1]?")
    assert variance == "Over how many runs are these figures, and with what variance: 3.67× [1], 65% [2]?"


def test_a_question_is_asked_once_though_a_gap_and_a_flag_raise_it():
    asked = questions(entry(1, chinese()), WORDS)
    assert asked == (
        "On which data, model or setting does this hold: “优于所有基线方法” [2]?",
        "How large is the gain, and in which metric: “优于所有基线方法” [2]?",
    )


def test_questions_come_in_the_language_that_is_asked_for():
    asked = questions(entry(1, chinese()), wording("zh"))
    assert asked[1] == "提升幅度有多大？用什么指标衡量：“优于所有基线方法” [2]？"


def test_figures_that_no_gain_claims_and_missing_code_are_asked_for():
    assert questions(entry(1, unfaithful()), WORDS) == (
        "To which claim do these figures belong: 12%?",
        "Is the code available, and where?",
    )


def test_a_paper_that_states_nothing_is_asked_only_for_what_the_review_misses():
    assert questions(entry(1, bare()), WORDS) == ("Is the code available, and where?",)
