"""Claims, the clauses that carry them, and what each says of metric, baseline and setting."""

from __future__ import annotations

import pytest

from pipeline.engines.extractive.against import baseline
from pipeline.engines.extractive.gains import find_gains
from pipeline.engines.extractive.measure import metric
from pipeline.engines.extractive.passage import passage
from pipeline.engines.extractive.roles import RoleModel
from pipeline.engines.extractive.sentence import read_sentences
from pipeline.engines.extractive.where import setting
from pipeline.extraction import GainKind

BEFORE = "Caches are used in all databases. In this paper, we propose LeafCache, a cache for range scans. "


@pytest.fixture(scope="module")
def told():
    model = RoleModel.load()

    def gains(claim):
        return find_gains(read_sentences(BEFORE + claim, model), 2, ("LeafCache",))

    return gains


@pytest.mark.parametrize(
    "claim",
    [
        "The code is available at https://example.org/leaf and improves on earlier releases.",
        "We conduct extensive experiments on four public workloads.",
        "We hope that our results open new avenues for future work.",
        "There was no significant difference in latency between the two groups.",
        "We evaluate LeafCache on 27 datasets with over 25,000 queries.",
    ],
)
def test_what_only_looks_like_a_claim_is_none(told, claim):
    assert told(claim) == ()


def test_a_result_before_the_authors_speak_is_not_theirs():
    text = "Deep models outperform trees on images. Trees are still used. We study trees."
    assert find_gains(read_sentences(text, RoleModel.load()), 3, ()) == ()


def test_clauses_with_verbs_of_their_own_are_gains_of_their_own(told):
    first, second, third = told(
        "Experiments show that LeafCache outperforms LRU, reaching 90% hits while maintaining comparable memory."
    )
    assert (first.kind, first.baseline) == (GainKind.COMPARATIVE, "LRU")
    assert (second.kind, second.values) == (GainKind.QUANTITATIVE, ("90%",))
    assert third.text == "LeafCache maintains comparable memory."


def test_coordinated_figures_share_verb_and_baseline(told):
    first, second = told("LeafCache reduces misses by 12\\% and write traffic by 30\\%, compared to LRU caches.")
    assert second.text == "LeafCache reduces write traffic by 30%, compared to LRU caches." or second.text.startswith(
        "Leaf"
    )
    assert (first.baseline, second.baseline) == ("LRU caches", "LRU caches")
    assert (first.metric, second.metric) == ("misses", "write traffic")


def test_figures_told_respectively_stay_together(told):
    (gain,) = told("LeafCache speeds up scans and accelerates lookups by $20$\\% and $40$\\% respectively.")
    assert gain.values == ("$20$\\%", "$40$\\%")


def test_a_gain_in_a_sentence_about_the_method_is_found(told):
    (gain,) = told("We further develop a filter, which significantly reduces disk reads compared to Bloom filters.")
    assert gain.baseline == "Bloom filters"
    assert gain.metric == "disk reads"


def test_the_state_of_the_art_is_a_kind_only_when_it_is_reached(told):
    (reached,) = told("Our experiments show that LeafCache achieves state-of-the-art throughput on YCSB.")
    (beaten,) = told("Our experiments show that LeafCache outperforms state-of-the-art caches on YCSB.")
    assert (reached.kind, reached.setting) == (GainKind.STATE_OF_THE_ART, "YCSB")
    assert (beaten.kind, beaten.baseline) == (GainKind.COMPARATIVE, "state-of-the-art caches")


def test_counts_and_bit_widths_are_no_values(told):
    (gain,) = told("Results on 12 workloads show that our 4-bit LeafCache-64 improves hit rates by 7%.")
    assert gain.values == ("7%",)


@pytest.mark.parametrize(
    ("claim", "against"),
    [
        ("is 3x faster than plain hashing", "plain hashing"),
        ("improves accuracy by 2% over strong, tuned baselines on MNIST", "strong, tuned baselines"),
        ("surpasses small, medium, and large models in recall", "small, medium, and large models"),
        ("matches the accuracy of full training", "full training"),
        ("improves on earlier methods", "earlier methods"),
        ("is better than models trained on clean text", "models trained on clean text"),
        ("is similar with respect to its shape", None),
        ("improves over or is competitive with trees", "trees"),
        ("improves on nine video games", None),
        ("removes keys rather than whole trees", None),
        ("reaches 79% exact match accuracy", None),
        ("surpasses some of the limitations of trees", None),
        ("is better than measures based on length alone", "measures based on length alone"),
        ("reduces latency relative to the default", "the default"),
        ("is trained on more than 10 tasks", None),
        ("reaches 90% accuracy", None),
    ],
)
def test_a_baseline_follows_the_words_of_comparison(claim, against):
    assert baseline(passage(claim)) == against


@pytest.mark.parametrize(
    ("claim", "figures", "measured"),
    [
        ("reduces peak memory by 40%", [(23, 26)], "peak memory"),
        ("a 15% improvement in recall on COCO", [(2, 5)], "recall"),
        ("achieves 95.2% accuracy on MNIST", [(9, 14)], "accuracy"),
        ("outperforms trees in terms of running time", [], "running time"),
        ("is consistently better", [], None),
        ("is 3x faster than LRU", [(3, 5)], None),
        ("uses 40% less memory than LRU", [(5, 8)], "memory"),
        ("makes 26% fewer errors than LRU", [(6, 9)], "errors"),
        ("has an average accuracy of 43.85%", [(27, 33)], "average accuracy"),
        ("has an accuracy of above 90%", [(25, 28)], "accuracy"),
        ("is larger than LRU by 5%", [(22, 24)], None),
        ("exhibits no outlier dimension", [], None),
        ("exhibits high robustness to noise", [], "robustness"),
        ("enhances robustness with respect to noise", [], "robustness"),
        ("is 2x faster in training", [(3, 5)], "training"),
        ("improved recall from 3.1% to 4.2%", [(21, 33)], "recall"),
        ("achieves performance competitive or superior to LRU", [], "performance"),
        ("a drop of 5% in memory without loss", [(10, 12)], "memory"),
        ("matches the accuracy of full training", [], "accuracy"),
        ("outperforms LRU in detection tasks", [], None),
        ("surpasses LRU by nearly 5%", [(24, 26)], None),
        ("on four datasets FastSort is 12.5x faster than LRU", [(29, 34)], None),
        ("improves the $\\widetilde{O}(n)$ bound by 25%", [(37, 40)], None),
        ("surpasses LRU, improving baselines by nearly 5%", [(44, 46)], None),
        ("is as accurate as LRU but 3x faster", [(27, 29)], None),
        ("the recall is 95.2%", [(14, 19)], "recall"),
        ("improves convergence speed and quality", [], "convergence speed and quality"),
    ],
)
def test_a_metric_is_named_in_the_claims_own_words(claim, figures, measured):
    assert metric(passage(claim), figures) == measured


@pytest.mark.parametrize(
    ("claim", "where"),
    [
        ("improves recall on CIFAR-10, SVHN and STL-10", "CIFAR-10, SVHN and STL-10"),
        ("is robust under heavy noise", "heavy noise"),
        ("relies mainly on top of a cache", None),
        ("is on par with it", None),
        ("varies across the temporal dimension", None),
        ("is trained on a small corpus", None),
        ("beats LRU in both read and write settings", "both read and write settings"),
        ("shows good performance in bird counting", "bird counting"),
        ("is robust in this setting", None),
        ("does well in unseen settings to all others", "unseen settings"),
        ("improves quality on both tasks and controls length better on the third", "both tasks"),
        ("wins on a difficult pair metric", None),
        ("On four datasets FOO is faster than BAR", "four datasets"),
        ("On four datasets our fast index is smaller", "four datasets"),
    ],
)
def test_a_setting_follows_on_across_and_under(claim, where):
    assert setting((passage(claim),)) == where


def test_a_version_in_a_name_is_no_value(told):
    first, second = told("LeafCache improves recall by 5% on BirdSet 2.0 and 8% on BirdSet 2.4, compared to LRU.")
    assert (first.values, second.values) == (("5%",), ("8%",))
    assert (first.setting, second.setting) == ("BirdSet 2.0", "BirdSet 2.4")
    assert first.metric == second.metric == "recall"


@pytest.mark.parametrize(
    "claim",
    [
        "LeafCache is 3x faster than LRU on YCSB.",
        "On YCSB, LeafCache runs 2x faster.",
        "On YCSB, our cache runs 2x faster.",
        "On four workloads LeafCache is 12.5x faster than LRU.",
        "It uses 40% less memory than LRU.",
        "Our cache needs half the space of LRU.",
        "The proposed cache is on par with LRU.",
        "LeafCache-Lite reaches 93% hits.",
    ],
)
def test_a_result_needs_no_announcement_where_the_authors_work_is_its_subject(told, claim):
    assert [gain.text for gain in told(claim)] == [claim]


@pytest.mark.parametrize(
    "claim",
    [
        "LeafCache stores 128-bit keys in 4 layers.",
        "It keeps keys rather than values.",
        "LRU is 3x slower than FIFO.",
        "The index holds more keys than values.",
    ],
)
def test_what_the_authors_work_is_made_of_is_no_result(told, claim):
    assert told(claim) == ()


def test_a_plain_result_is_claimed_even_when_it_is_all_that_follows():
    abstract = "Search is slow. We propose FOO, a fast index. FOO is 3x faster than BAR on MNIST."
    (gain,) = find_gains(read_sentences(abstract, RoleModel.load()), 2, ("FOO",))
    assert (gain.values, gain.baseline, gain.setting) == (("3x",), "BAR", "MNIST")


def test_clauses_that_share_a_verb_are_joined_in_grammatical_words(told):
    texts = [gain.text for gain in told("LeafCache achieves 86% hits, 85% reuse and 98.2% uptime on YCSB.")]
    assert texts == [
        "LeafCache achieves 86% hits.",
        "LeafCache achieves 85% reuse.",
        "LeafCache achieves 98.2% uptime on YCSB.",
    ]


def test_a_clause_with_a_subject_of_its_own_takes_no_other(told):
    texts = [
        gain.text for gain in told("We show that LeafCache cuts misses by 5%, and that its design reduces cost by 9%.")
    ]
    assert texts == ["LeafCache cuts misses by 5%.", "Its design reduces cost by 9%."]


def test_a_hedge_stays_with_the_figures_it_is_said_of(told):
    _, second = told("LeafCache improves hits by up to 28.1% on A and 8.4% on B.")
    assert second.text == "LeafCache improves hits by up to 8.4% on B."
    _, second = told("LeafCache improves hits by up to 28.1% on A and about 8.4% on B.")
    assert second.text == "LeafCache improves hits by about 8.4% on B."


@pytest.mark.parametrize(
    ("claim", "values"),
    [
        ("LeafCache achieves an F1 of 0.93 on YCSB, up from 0.88 for LRU.", ("0.93", "0.88")),
        ("LeafCache reaches a recall of 92.1% versus 88.0% for LRU.", ("92.1%", "88.0%")),
        ("LeafCache reaches 92.1% recall, compared with 88.0% by LRU.", ("92.1%", "88.0%")),
        ("LeafCache attains 92.1% recall (vs. 88.0% for LRU).", ("92.1%", "88.0%")),
    ],
)
def test_the_figure_of_a_baseline_is_no_gain_of_its_own(told, claim, values):
    (gain,) = told(claim)
    assert (gain.values, gain.baseline) == (values, "LRU")
    assert gain.metric in {"F1", "recall"}


def test_coordinated_figures_of_a_baseline_stay_with_it(told):
    (gain,) = told("LeafCache reaches 92.1% recall, versus 88.0% recall and 75.0% reuse for LRU.")
    assert gain.values == ("92.1%", "88.0%", "75.0%")


def test_what_follows_the_figure_of_a_baseline_is_told_of_the_authors_work(told):
    first, second = told("LeafCache reduces latency to 45 ms, down from 120 ms for large keys, and memory by 30%.")
    assert (first.values, first.metric, first.baseline) == (("45 ms", "120 ms"), "latency", None)
    assert (second.values, second.metric) == (("30%",), "memory")


@pytest.mark.parametrize(
    "claim",
    [
        "It is not faster than LRU.",
        "LeafCache does not outperform LRU on YCSB.",
        "Our results show that LeafCache is not significantly more accurate than LRU.",
        "Experiments show that LeafCache fails to consistently outperform LRU.",
        "LeafCache is no better than LRU on YCSB.",
    ],
)
def test_a_denied_comparison_is_no_gain(told, claim):
    assert told(claim) == ()


@pytest.mark.parametrize(
    "claim",
    [
        "LeafCache never performs worse than LRU.",
        "LeafCache not only outperforms LRU but is also smaller than FIFO.",
        "Our experiments show that no cache outperforms LeafCache on YCSB.",
    ],
)
def test_what_denies_no_advantage_is_still_claimed(told, claim):
    assert told(claim) != ()


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("LeafCache is no faster than LRU, but it uses 40% less memory.", "It uses 40% less memory."),
        ("LeafCache is not faster than LRU but uses 40% less memory.", "LeafCache uses 40% less memory."),
        ("While LRU is not better than FIFO, LeafCache uses 40% less memory.", "LeafCache uses 40% less memory."),
        ("LeafCache uses 40% less memory, though it is not faster than LRU.", "LeafCache uses 40% less memory."),
    ],
)
def test_a_gain_beside_a_denied_comparison_is_told_without_it(told, claim, text):
    (gain,) = told(claim)
    assert (gain.text, gain.values, gain.baseline) == (text, ("40%",), None)


@pytest.mark.parametrize(
    ("proposal", "text"),
    [
        ("We present FOO, which is 12.5x faster than BAR.", "FOO is 12.5x faster than BAR."),
        ("We propose FOO, 5x faster than BAR.", "FOO is 5x faster than BAR."),
        ("We propose FOO, a fast index that is 5x faster than BAR.", "FOO is 5x faster than BAR."),
        ("We propose FOO, which runs 5x faster than BAR.", "FOO runs 5x faster than BAR."),
        ("We introduce FOO, up to 5 times more accurate than BAR.", "FOO is up to 5 times more accurate than BAR."),
    ],
)
def test_a_comparison_in_passing_where_the_work_is_proposed_is_a_gain(proposal, text):
    (gain,) = find_gains(read_sentences(f"Search is slow. {proposal}", RoleModel.load()), 2, ("FOO",))
    assert (gain.text, gain.baseline, len(gain.values)) == (text, "BAR", 1)


@pytest.mark.parametrize(
    "proposal",
    [
        "We present FOO, which sorts keys rather than values.",
        "We propose FOO, an index for more than 10 columns.",
        "We propose FOO, which is trained on more than 10 tasks.",
        "We propose FOO, which stores keys of fewer than 8 bits.",
    ],
)
def test_what_a_proposal_is_made_of_is_no_gain(proposal):
    assert find_gains(read_sentences(f"Search is slow. {proposal}", RoleModel.load()), 2, ("FOO",)) == ()


@pytest.mark.parametrize(
    "claim",
    [
        "We cut memory by 30%, at a loss of 0.3 points of recall.",
        "We cut memory by 30% and at the cost of only 0.3 points of recall.",
        "We show that LeafCache cuts memory by 30%, with a slight drop of 0.3 points in recall.",
        "LeafCache cuts memory by 30%, losing only 0.3 points of recall.",
        "LeafCache cuts memory by 30% and loses 0.3 points of recall.",
    ],
)
def test_what_a_gain_costs_stays_in_its_clause(told, claim):
    (gain,) = told(claim)
    assert (gain.values, gain.metric) == (("30%", "0.3 points"), "memory")


def test_a_lower_loss_is_a_gain_of_its_own(told):
    first, second = told("LeafCache reduces memory by 30% and write overhead by 12%.")
    assert (first.metric, second.metric) == ("memory", "write overhead")


def test_work_compared_with_the_state_of_the_art_has_not_set_it(told):
    (gain,) = told(
        "LeafCache achieves comparable or even superior performance to other state-of-the-art low-bit caches."
    )
    assert (gain.kind, gain.baseline) == (GainKind.COMPARATIVE, "other state-of-the-art low-bit caches")


def test_each_side_of_a_while_has_its_own_baseline(told):
    _, second = told("Experiments show that LeafCache owns a size close to trees while beating hash maps in recall.")
    assert second.text == "LeafCache beats hash maps in recall."
    assert (second.kind, second.baseline, second.metric) == (GainKind.COMPARATIVE, "hash maps", "recall")


@pytest.mark.parametrize(
    "claim",
    [
        "Our experiments show that LeafCache runs at real-time speed.",
        "These results show that a plain cache, rather than a complex one, can unlock the strength of trees.",
        "We show that drops in the rank align closely with slow scans.",
    ],
)
def test_a_claim_that_compares_nothing_is_qualitative(told, claim):
    (gain,) = told(claim)
    assert gain.kind is GainKind.QUALITATIVE


def test_a_finding_that_others_fail_is_one_qualitative_claim(told):
    (gain,) = told("We find that caching by age impedes range scans at first and eventually prevents good plans.")
    assert gain.text == "Caching by age impedes range scans at first and eventually prevents good plans."
    assert (gain.kind, gain.metric) == (GainKind.QUALITATIVE, None)


def test_the_authors_advantage_beside_the_failing_of_others_is_still_a_gain(told):
    gains = told("We find that caching by age hurts scans, while LeafCache reduces misses and improves recall.")
    assert GainKind.COMPARATIVE in {gain.kind for gain in gains}


def test_a_preposition_told_twice_is_said_once(told):
    _, second = told("LeafCache improves recall by 5% on A and by 3% on B.")
    assert second.text == "LeafCache improves recall by 3% on B."
