"""A sentence cut into the clauses that each carry one claim."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from pipeline.engines.extractive import verbs
from pipeline.engines.extractive.wordset import wordset

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

_TELLERS = (
    r"(?:we|our|it|they|results?|experiments?|evaluations?|analys[ei]s|findings?|stud(?:y|ies)|theor(?:y|em)|simulations?"
    r"|evidence|this|paper|work|visuali[sz]ations?)"
)
_LEAD = re.compile(
    rf"""
    (?P<lead> .{{0,240}}?\b{_TELLERS}\b.{{0,120}}?\b{verbs.one_of(verbs.FIND)}
      | .{{0,240}}?,\s+(?:demonstrating|showing|revealing|proving|confirming|indicating) )
    \s+(?:\w+ly\s+)?(?:that|how)[,\s]+
    | (?P<told>.{{0,240}}?\b(?:results?|experiments?|evaluations?)\s+(?:show|demonstrate)s?)\s+(?-i:(?=[A-Z]))
    """,
    re.VERBOSE | re.IGNORECASE,
)
_LEADING = frozenset({"that", "how", "show", "shows", "demonstrate", "demonstrates"})

# An "improved accuracy" or a "reduced cost" is a thing, no claim of its own.
_THINGS = wordset("""
    improved increased enhanced reduced decreased lowered boosted accelerated set cut gain gains drop drops increase
    increases decrease decreases matching setting cuts saved scale match
    """)
_START = verbs.one_of(verbs.CLAIM - _THINGS)
_HEAD = rf"""
    (?:(?:\w+ly|also|even|further|still|can|often|not)\s+)*
    (?: {_START}\b
      | (?:set(?:s|ting)?|establish(?:es|ing)?)\s+(?:a\s+)?new\b
      | generali[sz](?:es|ing)\b | runn?(?:s|ing)\s+at\b | (?:requir|us)(?:es|ing)\s+(?:only|fewer|less|no|just)\b
      | (?:is|are|being|remain(?:s|ing)?)\s+(?:up\s+to\s+)?(?:\d|on\s+par|comparable|competitive|more\s|superior|robust)
    )
"""
_JOINT = re.compile(
    rf"""
    (?: (?P<and>,?\s+and) | ,?\s+(?:but(?:\s+also)?|while|whilst|as\s+well\s+as) | ,\s+(?P<which>which)
      | ,(?:\s+(?:thereby|thus|hence))? | ; | — | \s--+ ) (?:\s+|(?<=—))
    (?P<rest> {_HEAD} | (?P<that>that|how)\s )
    """,
    re.VERBOSE,
)
_EMBEDDED = re.compile(rf"(?:,|—|\bthat|\bwhich|\band|\bwhile|\bthereby)\s+(?P<rest>{_HEAD})", re.VERBOSE)

_EMBEDDED_ENDS = re.compile(r",\s+(?:and\s+)?\w+ing\b|,\s+which\b|;|—|\.\s")
_REACH = 400
"""How many characters around a joint are read to judge it: no clause is longer, and a crafted text costs no square."""

_PREDICATE = re.compile(
    rf"\b(?:{verbs.one_of(verbs.CLAIM | verbs.REACH_OUT | verbs.FIND)}|uses?|using|is|are|has|have|was|were|can)\b",
    re.IGNORECASE,
)
# "X demonstrates strong performance, surpassing Y" is one claim told twice, as is "X does so while ...".
_BARE = re.compile(
    r"""
    [^,;]{0,60}\bachiev\w+\s+(?:this|these|that)\b.*
    | [^,;]{0,60}\b(?:demonstrat|show|achiev|exhibit|deliver|perform)\w*\s+
      (?:strong|superior|excellent|remarkable|impressive|outstanding|great|good|well|promising|better)
      (?:\s+(?:performance|results|effectiveness))?
    """,
    re.VERBOSE | re.IGNORECASE,
)
_NEXT_STOP = re.compile(r"[;.]\s|$")
_FIGURE = re.compile(r"\d")


class Clause(NamedTuple):
    """Offsets of a clause into a sentence without markup; `shared` are words before it that belong to it as well."""

    start: int
    end: int
    shared: str = ""


def lead(text: str, bag: AbstractSet[str]) -> tuple[str, int]:
    """Return the words that announce a finding ("Experiments on X show that") and where the finding starts."""
    match = None if bag.isdisjoint(_LEADING) else _LEAD.match(text)
    return (match["lead"] or match["told"], match.end()) if match is not None else ("", 0)


def claim_clauses(text: str, start: int, figures: Sequence[tuple[int, int]]) -> tuple[Clause, ...]:
    """Return the clauses of `text` from `start` on, one per claim; `figures` are the spans of result figures."""
    starts, ends = [start], []
    subject = _subject(text, start)
    shared = {start: ""}
    for joint in _JOINT.finditer(text, start):
        before = text[max(starts[-1], joint.start() - _REACH) : joint.start()]
        if joint["that"] is not None:
            if start == 0:
                continue
        elif not _PREDICATE.search(before) or _BARE.fullmatch(before) or _goes_together(text, joint, before):
            continue
        ends.append(joint.start())
        starts.append(joint.end() if joint["that"] is not None else joint.start("rest"))
        shared[starts[-1]] = subject if joint["and"] is not None and _is_finite(joint["rest"]) else ""
    ends.append(len(text.rstrip(" .")))
    return tuple(
        clause
        for low, high in zip(starts, ends, strict=True)
        if low < high
        for clause in _by_figures(text, Clause(low, high, shared[low]), figures)
    )


def embedded_clauses(text: str) -> Iterator[Clause]:
    """Yield the clauses of a sentence about something else ("we propose X, which reduces Y") that may claim."""
    heads = [match.start("rest") for match in _EMBEDDED.finditer(text)]
    for low, following in zip(heads, [*heads[1:], len(text)], strict=False):
        end = _EMBEDDED_ENDS.search(text, low, following)
        high = end.start() if end is not None else following
        yield Clause(low, len(text[:high].rstrip(" ,.;—")))


def _goes_together(text: str, joint: re.Match[str], before: str) -> bool:
    """Tell whether a joint joins one claim: "for understanding and improving", or figures told "respectively"."""
    if (
        joint["and"] is not None
        and joint["rest"].split()[0].endswith("ing")
        and before.rsplit(" ", 1)[-1].endswith("ing")
    ):
        return True
    stop = _NEXT_STOP.search(text, joint.end(), joint.end() + _REACH)
    after = text[joint.end() : stop.start() if stop is not None else joint.end() + _REACH]
    return "respectively" in after and not _FIGURE.search(before)


def _is_finite(head: str) -> bool:
    return not any(word.endswith("ing") for word in head.split())


_SUBJECT = re.compile(
    rf"(?:[^,;]{{0,80}},\s+)?(?P<subject>(?:[^\s,;]+\s+){{1,5}}?)(?=(?:(?:\w+ly|can|also|further|not|only)\s+)*{_START}\b)",
    re.VERBOSE,
)


def _subject(text: str, start: int) -> str:
    match = _SUBJECT.match(text, start)
    return match["subject"].strip() if match is not None else ""


_AND = re.compile(r",?\s+and\s+|,\s+(?!(?:with|which|by|using|\w+ing)\b)")
_NO_THING = re.compile(r"(?:\s|\b(?:by|up|to|of|about|approximately|and|around|nearly|over|more|than)\b|[^\w\s])*")
_THING_AFTER = re.compile(r"\s+(?!and\b|respectively\b)[A-Za-z0-9]")
_VERB = re.compile(rf"\b{verbs.one_of(verbs.CLAIM)}\b", re.IGNORECASE)


def _by_figures(text: str, clause: Clause, figures: Sequence[tuple[int, int]]) -> list[Clause]:
    """Cut a clause where coordinated things each have a figure of their own."""
    inside = [span for span in figures if clause.start <= span[0] and span[1] <= clause.end]
    if len(inside) < _TWO or "respectively" in text[clause.start : clause.end]:
        return [clause]
    verb = _VERB.search(text, clause.start, clause.end)
    parts, low, shared = [], clause.start, clause.shared
    for left, right in pairwise(inside):
        joint = _AND.search(text, _closed(text, left[1], right[0]), right[0])
        if joint is None or not _apart(text, joint, left, right):
            continue
        parts.append(Clause(low, joint.start(), shared))
        low = joint.end()
        if verb is None or verb.end() > low or text[low : right[0]].rstrip().endswith("ing"):
            shared = ""
        else:
            upto = left[0] if _NO_THING.fullmatch(text, low, right[0]) else verb.end()
            shared = f"{clause.shared} {text[clause.start : min(upto, clause.start + _REACH)]}".strip()
    return [*parts, Clause(low, clause.end, shared)]


_TWO = 2


def _closed(text: str, start: int, end: int) -> int:
    """Return where a bracket that is open at `start` closes, else `start`: what it holds is not cut."""
    close = text.find(")", start, end)
    return close if close >= 0 and "(" not in text[start:close] else start


def _apart(text: str, joint: re.Match[str], left: tuple[int, int], right: tuple[int, int]) -> bool:
    """Tell whether two figures measure two things: "time by 5% and memory by 8%", "5% in time and 8% in memory"."""
    explains = "(" in text[joint.end() : right[0]] and ")" not in text[left[1] : joint.start() + 1]
    if not _NO_THING.fullmatch(text, joint.end(), right[0]):
        return not explains
    return _THING_AFTER.match(text, left[1]) is not None and _THING_AFTER.match(text, right[1]) is not None
