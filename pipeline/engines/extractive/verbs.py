"""The verbs by which results are claimed, with their forms."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pipeline.engines.extractive.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Iterable

_IRREGULAR = {
    "cut": ("cut", "cuts", "cutting"),
    "beat": ("beat", "beats", "beating"),
    "speed": ("speed", "speeds", "speeding"),
    "set": ("set", "sets", "setting"),
    "run": ("run", "runs", "running", "ran"),
    "keep": ("keep", "keeps", "kept", "keeping"),
    "find": ("find", "finds", "found", "finding"),
    "show": ("show", "shows", "showed", "shown", "showing"),
    "prove": ("prove", "proves", "proved", "proven", "proving"),
    "lead": ("lead", "leads", "led", "leading"),
    "lose": ("lose", "loses", "lost", "losing"),
    "excel": ("excel", "excels", "excelled", "excelling"),
    "shrink": ("shrink", "shrinks", "shrank", "shrinking"),
    "drop": ("drop", "drops", "dropped", "dropping"),
}


def _forms(verb: str) -> tuple[str, ...]:
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("e"):
        return (verb, verb + "s", verb + "d", verb[:-1] + "ing")
    third = verb + ("es" if verb.endswith(("s", "x", "ch", "sh")) else "s")
    return (verb, third, verb + "ed", verb + "ing")


def _all_forms(verbs: str) -> frozenset[str]:
    return frozenset(form for verb in verbs.split() for form in _forms(verb))


def one_of(words: Iterable[str]) -> str:
    """Return a pattern for any of `words`, the longest that fits; words share their beginnings, which makes it fast."""
    rests: dict[str, list[str]] = {}
    for word in sorted(set(words)):
        rests.setdefault(word[:1], []).append(word[1:])
    ends = rests.pop("", None) is not None
    branches = [re.escape(first) + one_of(rest) for first, rest in rests.items()]
    if not branches:
        return ""
    return branches[0] if len(branches) == 1 and not ends else f"(?:{'|'.join(branches)}){'?' if ends else ''}"


BEAT = _all_forms("outperform surpass exceed beat excel")
RAISE = _all_forms("improve increase boost enhance accelerate raise strengthen speed double")
LOWER = _all_forms(
    "reduce decrease lower cut save halve mitigate alleviate minimize suppress shrink eliminate lessen prevent drop"
)
ATTAIN = _all_forms("achieve attain reach obtain yield exhibit deliver gain set")
KEEP = _all_forms("maintain retain preserve match keep")
REACH_OUT = _all_forms(
    """
    generalize generalise scale transfer run converge perform capture balance recover catalyze require help offer
    benefit degrade decline
    """
)
FIND = _all_forms(
    """
    find show reveal demonstrate prove confirm observe suggest indicate validate verify establish showcase discover
    uncover conclude highlight
    """
)

_REPEATED = """
    outperform surpass exceed beat improve increase boost enhance accelerate raise strengthen speed double reduce
    decrease lower cut save halve mitigate alleviate minimize suppress shrink eliminate lessen prevent achieve attain
    reach obtain yield exhibit deliver maintain retain preserve match keep run require use
    """
INFLECTED = {
    next(form for form in _forms(verb) if form.endswith("ing")): _forms(verb)[:2] for verb in _REPEATED.split()
}
"""The participle of each verb of claiming, with its two present forms: "reaching" -> "reach", "reaches"."""

NOUNS = wordset("""
    speed speeds match matches gain gains cut cuts set sets drop drops increase increases decrease decreases boost
    boosts double beat save find finds show shows setting matching finding reach yield yields
    """)
"""Forms of these verbs that are nouns as well."""

CHANGE = RAISE | LOWER
CLAIM = BEAT | CHANGE | ATTAIN | KEEP
"""Verbs of which each starts a claim of its own."""
