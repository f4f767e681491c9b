"""A sentence cut into the clauses that each carry one claim."""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from pipeline.engines.extractive import verbs
from pipeline.engines.extractive.figures import of_baseline, of_cost
from pipeline.engines.extractive.subjects import COMPARED, Subject, named, subject
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
    (?: (?P<and>,?\s+and) | ,?\s+(?P<while>whil(?:e|st)) | ,?\s+(?:but(?:\s+also)?|as\s+well\s+as)
      | ,\s+(?P<which>which) | ,(?:\s+(?:thereby|thus|hence))? | ; | — | \s--+ ) (?:\s+|(?<=—))
    (?P<rest> (?:(?<!,\s)(?:we|it|they)\s+)?{_HEAD} | (?P<that>that|how)\s )
    """,
    re.VERBOSE,
)
# Where a joint may begin: to find these first is faster than to try the whole pattern everywhere.
_MAY_JOIN = re.compile(r"[,;—]|\s(?=and\s|but\s|whil|as\s|--)")
# "We propose FOO, 5x faster than BAR" and "which is faster than BAR" claim in passing.
_EMBEDDED = re.compile(
    rf"""
    (?:,|—|\bthat|\bwhich|\band|\bwhile|\bthereby)\s+
    (?P<rest> {_HEAD} | (?:is|are|runs?)\s+{COMPARED} | (?<=[,—]\s){COMPARED} )
    """,
    re.VERBOSE,
)

_EMBEDDED_ENDS = re.compile(r",\s+(?:and\s+)?\w+ing\b|,\s+which\b|;|—|\.\s")
_OTHER_THING = re.compile(r"\b(?:on|by|using|with|via|from|through|based|that|which|to|into|and|we)\b")
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
_DOES = re.compile(r"\s[a-z]+[^s\W]s\s")
_FEW = 3
_NEXT_STOP = re.compile(r"[;.]\s|$")
_FIGURE = re.compile(r"\d")


class Clause(NamedTuple):
    """A clause of a sentence without markup.

    Attributes:
        start: where it starts in the sentence.
        end: where it ends.
        shared: words before it that belong to it as well, since it shares them with its neighbour.
        subject: whom it speaks of, where it does not say so itself.
    """

    start: int
    end: int
    shared: str = ""
    subject: Subject | None = None


def lead(text: str, bag: AbstractSet[str]) -> tuple[int, int]:
    """Return where what announces a finding ("Experiments on X show that") ends, and where the finding starts."""
    match = None if bag.isdisjoint(_LEADING) else _LEAD.match(text)
    return (max(match.end("lead"), match.end("told")), match.end()) if match is not None else (0, 0)


def claim_clauses(
    text: str, start: int, figures: Sequence[tuple[int, int]], own_names: Sequence[str]
) -> tuple[Clause, ...]:
    """Return the clauses of `text` from `start` on, one per claim; `figures` are the spans of result figures."""
    clauses = [Clause(start, len(text.rstrip(" .")))]
    first = subject(text, start) or _named_first(text, start, own_names)
    for joint in _joints(text, start):
        last = clauses[-1]
        before = text[max(last.start, joint.start() - _REACH) : joint.start()]
        that = joint["that"] is not None
        if that:
            if start == 0:
                continue
        elif not _predicates(joint, before) or _BARE.fullmatch(before) or _goes_together(text, joint, before):
            continue
        who = _named_before(text, joint.start(), own_names) if joint["which"] is not None else first
        clauses[-1] = last._replace(end=joint.start())
        clauses.append(Clause(joint.end() if that else joint.start("rest"), last.end, "", None if that else who))
    return tuple(part for clause in clauses if clause.start < clause.end for part in _by_figures(text, clause, figures))


def _joints(text: str, start: int) -> Iterator[re.Match[str]]:
    end = start
    for place in _MAY_JOIN.finditer(text, start):
        joint = _JOINT.match(text, place.start()) if place.start() >= end else None
        if joint is not None:
            end = joint.end()
            yield joint


def _named_first(text: str, start: int, own_names: Sequence[str]) -> Subject | None:
    """Return the authors' own name that stands at `start`, before a verb that no list knows: "FOO owns a cache"."""
    met = (name for name in own_names if text.startswith(name, start))
    return next((named(name) for name in met if _DOES.match(text, start + len(name))), None)


def _named_before(text: str, end: int, own_names: Sequence[str]) -> Subject | None:
    """Return the authors' own name that stands right before `end`, which ", which" then speaks of."""
    before = text[:end].rstrip(" )")
    return next((named(name) for name in own_names if before.endswith(name)), None)


def embedded_clauses(text: str, own_names: Sequence[str]) -> Iterator[Clause]:
    """Yield the clauses of a sentence about something else ("we propose X, which reduces Y") that may claim."""
    heads = list(_EMBEDDED.finditer(text))
    ends = [*(head.start("rest") for head in heads[1:]), len(text)]
    for head, following in zip(heads, ends, strict=False):
        low = head.start("rest")
        end = _EMBEDDED_ENDS.search(text, low, following)
        high = end.start() if end is not None else following
        yield Clause(low, len(text[:high].rstrip(" ,.;—")), "", _introduced(text[: head.start()], own_names))


def _introduced(before: str, own_names: Sequence[str]) -> Subject | None:
    """Return the one own name in `before`, where nothing stands after it that a clause could speak of instead."""
    met = [name for name in own_names if name in before]
    if len(met) != 1 or _OTHER_THING.search(before, before.rindex(met[0])) is not None:
        return None
    return named(met[0])


def _predicates(joint: re.Match[str], before: str) -> bool:
    """Tell whether what stands before a joint says something: before "while" whatever its verb, if it is no scrap."""
    return _PREDICATE.search(before) is not None or (joint["while"] is not None and before.count(" ") >= _FEW)


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


_AND = re.compile(
    r"(?:,?\s+(?:and|as\s+well\s+as)\s+|,\s+(?!(?:with|which|by|using|and|as|\w+ing)\b))"
    r"(?!(?:as\s+opposed|compared|versus|vs|than|(?:up\s+|down\s+)?from|instead|against)\b)"
)
_HEDGED = re.compile(
    r"[~≈<>]|(?:up|more|less|over|around|about|approximately|roughly|nearly|almost|at\s(?:least|most)|only)\b"
)
_HEDGE_LAST = re.compile(
    r"\s+(?:(?:more|less|up|at|by|as|on)\s+)?(?:than|to|least|most|about|approximately|around|roughly|over|nearly|almost|typically|only)$"
)
_NO_THING = re.compile(r"(?:\s|\b(?:by|up|to|of|about|approximately|and|around|nearly|over|more|than)\b|[^\w\s])*")
_CHANGED_TO = re.compile(r"\b(?:to|by|from)\b")
_THING_AFTER = re.compile(r"\s+(?!and\b|respectively\b)[A-Za-z0-9]")
_VERB = re.compile(rf"\b{verbs.one_of(verbs.CLAIM - {'setting'})}\b", re.IGNORECASE)
# What says that a part with a figure is a clause of its own, and shares nothing.
_OWN_VERB = re.compile(
    rf"\b(?:but|while|whereas|even|which|that|is|are|was|were|has|have|can|los(?:es?|t|ing)|{verbs.one_of(verbs.CLAIM)})\b|ing\s*$"
)


def _by_figures(text: str, clause: Clause, figures: Sequence[tuple[int, int]]) -> list[Clause]:
    """Cut a clause where coordinated things each have a figure of their own."""
    inside = figures[bisect_left(figures, (clause.start,)) : bisect_left(figures, (clause.end,))]
    if len(inside) < _TWO or "respectively" in text[clause.start : clause.end]:
        return [clause]
    verb = _VERB.search(text, clause.start, inside[0][0]) or _VERB.search(text, clause.start, clause.end)
    parts, first = [clause], inside[0]
    for left, right in pairwise(inside):
        joint = _AND.search(text, _closed(text, left[1], right[0]), right[0])
        if joint is None or not _apart(text, joint, left, right) or _no_result(text, joint, left, right):
            continue
        last, low = parts[-1], joint.end()
        parts[-1] = last._replace(end=joint.start())
        if verb is None or verb.end() > low or _OWN_VERB.search(text, low, right[0]) is not None:
            parts.append(Clause(low, clause.end))
        else:
            bare = _NO_THING.fullmatch(text, low, right[0]) is not None
            shared = f"{last.shared} {text[last.start : first[0]]}" if bare else text[clause.start : verb.end()]
            if text.startswith("by ", low):
                shared = shared.rstrip().removesuffix(" by")
            if _HEDGED.match(text, low) is not None:
                shared = _HEDGE_LAST.sub("", shared.rstrip())
            parts.append(Clause(low, clause.end, "" if ";" in shared else shared.strip()[-_REACH:], clause.subject))
        first = right
    return parts


_TWO = 2


def _closed(text: str, start: int, end: int) -> int:
    """Return where a bracket that is open at `start` closes, else `start`: what it holds is not cut."""
    close = text.find(")", start, end)
    return close if close >= 0 and "(" not in text[start:close] else start


def _no_result(text: str, joint: re.Match[str], left: tuple[int, int], right: tuple[int, int]) -> bool:
    """Tell whether the right figure is a cost, or goes on with a baseline: "3 ms, versus 5 ms delay and 8% loss"."""
    if of_cost(text[joint.start() : right[0]], right[0] - joint.start()):
        return True
    new = "," in joint[0] or _CHANGED_TO.search(text, joint.end(), right[0]) is not None
    return not new and of_baseline(text, left[0])


def _apart(text: str, joint: re.Match[str], left: tuple[int, int], right: tuple[int, int]) -> bool:
    """Tell whether two figures measure two things: "time by 5% and memory by 8%", "5% in time and 8% in memory"."""
    explains = "(" in text[joint.end() : right[0]] and ")" not in text[left[1] : joint.start() + 1]
    if not _NO_THING.fullmatch(text, joint.end(), right[0]):
        return not explains
    return _THING_AFTER.match(text, left[1]) is not None and _THING_AFTER.match(text, right[1]) is not None
