"""The problem is the gap, the method is what is proposed; both are said again in clean words."""

from __future__ import annotations

import pytest

from pipeline.engines.extractive.choose import choose_method, choose_problem
from pipeline.engines.extractive.reword import MOST_WORDS, reword_claim, reword_method, reword_problem
from pipeline.engines.extractive.roles import RoleModel
from pipeline.engines.extractive.sentence import read_sentences
from pipeline.engines.extractive.stance import Stance
from pipeline.engines.extractive.subjects import Number, Subject, subject

ONE = Subject("Leaf", Number.ONE)


@pytest.fixture(scope="module")
def chosen():
    model = RoleModel.load()

    def numbers(abstract):
        sentences = read_sentences(abstract, model)
        method = choose_method(sentences, ())
        problem = choose_problem(sentences, method)
        return (problem and problem.number, method and method.number)

    return numbers


def test_the_gap_is_chosen_over_the_praise_of_the_field(chosen):
    abstract = (
        "Neural codecs have shown remarkable success in speech. Streaming is popular. "
        "However, existing codecs suffer from high latency and fail on noisy lines. "
        "We propose a codec that predicts frames ahead. It is trained on radio talk."
    )
    assert chosen(abstract) == (3, 4)


def test_the_first_proposal_is_chosen_over_what_is_added_to_it(chosen):
    abstract = (
        "Maps age quickly. In this paper, we propose a graph model that updates maps. "
        "Additionally, we introduce a novel loss. Finally, we develop a tool."
    )
    assert chosen(abstract)[1] == 2


def test_a_gap_told_after_the_proposal_is_still_the_problem(chosen):
    abstract = (
        "We introduce a gate that skips layers. While earlier routers are unstable and need costly retraining, "
        "ours is smooth. It saves 15% compute."
    )
    assert chosen(abstract) == (2, 1)


def test_an_empty_abstract_states_neither(chosen):
    assert chosen("") == (None, None)


@pytest.mark.parametrize(
    ("sentence", "stance"),
    [
        ("We propose a map.", Stance.PROPOSES),
        ("This paper therefore introduces a map.", Stance.PROPOSES),
        ("We study maps and propose one.", Stance.PROPOSES),
        ("We study maps.", Stance.UNDERTAKES),
        ("Maps are studied in recent work.", Stance.NONE),
    ],
)
def test_the_stance_is_what_the_authors_do(sentence, stance):
    assert read_sentences(sentence, RoleModel.load())[0].stance is stance


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        ("In this paper, we propose Fern, a tree that grows.", "Fern: a tree that grows."),
        ("We propose Fern, which grows from its leaves.", "Fern, which grows from its leaves."),
        ("We propose Fern, 5x faster than Moss.", "Fern, 5x faster than Moss."),
        ("To address these limits, we introduce a new lock.", "A new lock."),
        ("Specifically, we present the Fern tree.", "The Fern tree."),
        ("We propose to measure depth by rank.", "We propose to measure depth by rank."),
        ("Our method sorts first.", "Our method sorts first."),
    ],
)
def test_a_method_is_said_without_its_announcement(sentence, text):
    assert reword_method(sentence) == text


def test_a_problem_is_said_without_its_connective_but_keeps_its_while():
    assert reword_problem("However, locks are slow.") == "Locks are slow."
    assert reword_problem("While locks are safe, they are slow.") == "While locks are safe, they are slow."


def test_a_long_sentence_is_cut_where_a_clause_ends():
    clause = "the first part goes on for ten words and more"
    text = reword_problem(", ".join([clause] * 8) + ".")
    assert len(text.split()) <= MOST_WORDS + 1
    assert text.endswith("more …")


def test_a_cut_between_two_sentences_needs_no_ellipsis():
    told = " ".join(["The first half is told in some twenty words or so"] * 3)
    assert reword_problem(f"{told}; {told}; {told}.") == f"{told}."


def test_a_cut_leaves_no_connective_hanging():
    clause = "the first part goes on for ten words and more"
    assert reword_problem(", ".join([clause] * 4) + ", However, " + clause).endswith("more …")


@pytest.mark.parametrize(
    ("clause", "shared", "who", "text"),
    [
        ("write traffic by 30%", "Leaf reduces", None, "Leaf reduces write traffic by 30%."),
        ("reaching 90% hits", "", ONE, "Leaf reaches 90% hits."),
        ("significantly reducing cost", "", ONE, "Leaf significantly reduces cost."),
        ("reaching 90% hits", "", Subject("we", Number.MANY), "We reach 90% hits."),
        ("reaching 90% hits", "", Subject("Leaf", Number.ABLE), "Reaching 90% hits."),
        ("and save power", "", Subject("Leaf", Number.ABLE), "Leaf can save power."),
        ("which saves power", "", ONE, "Leaf saves power."),
        ("save power", "", ONE, "Save power."),
        ("understanding and improving locks", "", ONE, "Understanding and improving locks."),
        ("beating LRU and paving the way", "", ONE, "Beating LRU and paving the way."),
        ("is 2x faster than LRU", "", None, "It is 2x faster than LRU."),
        ("we obtain 5%", "", ONE, "We obtain 5%."),
    ],
)
def test_a_claim_takes_the_words_it_shares_and_its_subject_where_that_is_grammatical(clause, shared, who, text):
    assert reword_claim(clause, shared, who) == text


@pytest.mark.parametrize(
    ("sentence", "who"),
    [
        ("FOO beats BAR, reaching 90%.", Subject("FOO", Number.ONE)),
        ("On MNIST, our method can beat BAR, reaching 90%.", Subject("our method", Number.ABLE)),
        ("In all tests we beat BAR, reaching 90%.", None),
        ("We beat BAR, reaching 90%.", Subject("We", Number.MANY)),
        ("Experiments show gains, reaching 90%.", None),
        ("A cache that beats BAR reaches 90%.", None),
    ],
)
def test_a_subject_is_repeated_only_where_it_is_plain(sentence, who):
    assert subject(sentence, 0) == who
