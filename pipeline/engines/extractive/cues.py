"""The words by which authors say what lacks, what they propose and what they claim."""

from __future__ import annotations

from pipeline.engines.extractive.wordset import wordset

CONTRAST = frozenset(
    {
        "however",
        "but",
        "yet",
        "unfortunately",
        "nevertheless",
        "nonetheless",
        "despite",
        "although",
        "though",
        "while",
        "whereas",
        "still",
    }
)

GAP = wordset("""
    limited limitation limitations limits limiting lack lacks lacking fail fails failed failing failure failures
    challenge challenges challenging suffer suffers suffering costly expensive prohibitive prohibitively difficult
    difficulty difficulties struggle struggles unclear unexplored underexplored unaddressed scarce scarcity bottleneck
    bottlenecks bottlenecked hinder hinders hindered hindering hamper hampered hampers overlook overlooks overlooked
    overlooking ignore ignores ignored ignoring neglect neglects neglected inefficient inefficiency unstable
    instability degrade degrades degraded degrading degradation insufficient inadequate poorly poor unknown
    vulnerable vulnerability
    gap gaps obstacle obstacles infeasible impractical restrict restricts restricted inability cannot unable suboptimal
    issue issues problem problems drawback drawbacks shortcoming shortcomings bias biased biases fragmented elusive
    laborious subjective intractable undermines undermine undermining impede impedes impeded barrier barriers
    rarely hurt hurts harm harms discrepancy mismatch conflict conflicts trade-off tradeoff dilemma
    understudied open unresolved incomplete unreliable brittle concerns concern risk risks forgetting unsolved
    misaligned inaccurate ambiguity ambiguous incorrect incorrectly error errors wrong noise noisy expensive hardly
    slow overhead costs critical need needs needed remains remain ineffective
    """)

STRONG_GAP = wordset("""
    limited limitation limitations lack lacks lacking fail fails suffer suffers challenge challenges challenging
    struggle struggles unclear unexplored underexplored bottleneck hinder hinders hindered hampered overlook
    overlooks overlooked
    ignore ignores neglect neglects inefficient gap shortcomings shortcoming drawback drawbacks infeasible impractical
    prohibitive prohibitively intractable understudied suboptimal unstable inability unable scarcity elusive fragmented
    """)

PRIOR = frozenset(
    {
        "existing",
        "current",
        "prior",
        "previous",
        "traditional",
        "conventional",
        "prevailing",
        "standard",
        "typically",
        "most",
        "recent",
    }
)

PRAISE = wordset("""
    promising remarkable success successes successful successfully emerged powerful attracted advances advanced
    advancements popular
    impressive unprecedented revolutionize revolutionized progress widely widespread essential crucial important
    fundamental interest standard solution
    """)

INTRODUCE = wordset("""
    propose proposes proposed introduce introduces introduced introducing present presents presented develop develops
    developed design designs designed devise devises devised describe describes described formulate formulates
    formulated
    proposing presenting developing
    """)

UNDERTAKE = wordset("""
    trained used conducted built constructed applied evaluated compared created exploited
    exploit exploits employ conduct conducts collect identify formalize characterize adopt
    study studies studied investigate investigates investigated analyze analyse analyzes analyses analyzed analysed
    explore explores explored examine examines examined provide provides extend extends derive derives show build
    builds built construct constructs create creates train leverage consider considers address addresses tackle
    revisit revisits establish apply use evaluate compare reformulate systematically aims aim give offers offer
    generating combine integrate model survey surveys review reviews report reports discuss discusses prove demonstrate
    """)

KIND_NOUNS = wordset("""
    method methods framework approach algorithm algorithms model models architecture technique techniques strategy
    paradigm mechanism
    pipeline system benchmark dataset optimizer regularizer metric procedure scheme solution recipe adapter formulation
    """)

AUTHORS = frozenset({"we", "our"})

FURTHER = frozenset(
    {
        "finally",
        "additionally",
        "moreover",
        "furthermore",
        "further",
        "also",
        "lastly",
        "secondly",
        "thirdly",
        "besides",
    }
)

OUTCOMES = frozenset({"results", "experiments", "findings", "evaluation", "evaluations"})
