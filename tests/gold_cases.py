"""A paper small enough to score by hand: its abstract, its labels, and cards that are right and wrong."""

from __future__ import annotations

from sheet_cards import card, evidence, gain, value

from pipeline.card import Card, Statement, TaskArea
from pipeline.extraction import GainKind
from pipeline.gold import Gold, GoldGain
from pipeline.paper import Paper, Source

PROBLEM = "Search is slow on long lists."
METHOD = "We propose FOO (Fast Ordering), an index of pointers."
RESULT = "FOO cuts memory by 40% and time by 2x over BAR."
STATE = "It sets a new state of the art on MNIST."
VISION = "It may change how lists are kept."
ABSTRACT = f"{PROBLEM} {METHOD} {RESULT} {STATE} {VISION}"


def gold(key: str = "t-01", **told: object) -> Gold:
    """Return the labels of the abstract, in which what is `told` is otherwise."""
    labels: dict[str, object] = {
        "problem_quotes": (PROBLEM,),
        "method_quotes": (METHOD,),
        "gains": (
            GoldGain(quote="FOO cuts memory by 40%", values=("40%",), kind="quantitative"),
            GoldGain(quote="time by 2x over BAR", values=("2x",), kind="quantitative"),
            GoldGain(quote=STATE, kind="sota"),
        ),
        "gains_optional": (GoldGain(quote=VISION, kind="qualitative"),),
        "areas": ("learning theory", "optimization"),
        "system": ("FOO",),
        "system_aliases": {"FOO": ("Fast Ordering",)},
        "system_optional": ("BAR",),
    }
    return Gold(key=key, **(labels | told))


def statement(*passages: str, abstract: str = ABSTRACT) -> Statement:
    """Return a statement carried by `passages`."""
    return Statement(text=" ".join(passages), evidence=evidence(abstract, *passages))


MEMORY = gain("It cuts memory by 40%", *evidence(ABSTRACT, RESULT), values=(value(ABSTRACT, "40%", 40, "%"),))
TIME = gain("It cuts time by 2x", *evidence(ABSTRACT, RESULT), values=(value(ABSTRACT, "2x", 2, "x"),))
BEST = gain("It is the state of the art", *evidence(ABSTRACT, STATE), kind=GainKind.STATE_OF_THE_ART)
DREAM = gain("It changes how lists are kept", *evidence(ABSTRACT, VISION), kind=GainKind.QUALITATIVE)
NOISE = gain("Search is slow", *evidence(ABSTRACT, PROBLEM), kind=GainKind.QUALITATIVE)


def perfect(position: int = 1, file: str = "t_list.txt", **told: object) -> Card:
    """Return the card that says all that is labelled and no more, in which what is `told` is otherwise."""
    right: dict[str, object] = {
        "system": ("FOO",),
        "problem": statement(PROBLEM),
        "method": statement(METHOD),
        "claimed_gains": (MEMORY, TIME, BEST),
        "task_area": TaskArea(area="optimization", task="search"),
    }
    paper = Paper(id=f"abs:{file}:{position}", sources=(Source(path=file, position=position),), abstract=ABSTRACT)
    return card(paper, **(right | told))
