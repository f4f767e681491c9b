"""Why a run would ask about a paper: the part of the ask that is not what it was at an earlier answer."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

from pipeline.desk import Desk
from pipeline.engines.interface import AskFailed
from pipeline.failure import State
from pipeline.origin import origin_from, origin_of
from pipeline.stock import day
from pipeline.telling import Rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pipeline.exchange import Request
    from pipeline.origin import Change, Origin
    from pipeline.paper import Paper
    from pipeline.prompt import Asking, Template
    from pipeline.recall import Recall, Row


@dataclass(frozen=True)
class Finding:
    """What the cache says of one paper.

    Attributes:
        answered: a run would find the answer and send nothing.
        has_abstract: without one a paper is never asked about.
        earlier: the origin of the most similar answer about the same abstract, the last of several; null: none.
        kept_at: when that one was kept, in seconds since 1970.
        changes: what is not as it was then; empty where nothing is told to have changed.
    """

    paper_id: str
    answered: bool
    has_abstract: bool = True
    earlier: Origin | None = None
    kept_at: float = 0.0
    changes: tuple[Change, ...] = ()

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why the paper would be asked about, or not: the same words for the same reason."""
        if not self.has_abstract:
            return ("without an abstract, never asked about",)
        if self.answered:
            return ("answered, nothing would be sent",)
        if self.earlier is None:
            return ("no answer to this abstract is kept",)
        if not self.changes:
            return ("another wording of the same ask, or its answer was damaged or pruned in part",)
        return tuple(f"{change.part}: {change.before} -> {change.now}" for change in self.changes)

    @property
    def lines(self) -> Iterator[str]:
        """Lines for a person, one for each change."""
        if self.earlier is None:
            yield from (f"{self.paper_id}: {reason}" for reason in self.reasons)
            return
        asked = f"{self.earlier.model} at {self.earlier.address}"
        yield f"{self.paper_id}: would be asked again; the answer of {day(self.kept_at)} is by {asked}"
        yield from (f"  {reason}" for reason in self.reasons)


class Explainer:
    """Compares asks with those whose answers are kept.

    Args:
        asking: the form in which a run would begin.
        recall: the cache.
        repair: the template of a repair.
        rules: what the user decided of the asking.

    Raises:
        MachineError: the cache cannot be read.
    """

    def __init__(self, asking: Asking, recall: Recall, repair: Template, rules: Rules) -> None:
        self._desk = Desk(asking, _Unsent(), recall, repair, rules=rules)
        self._earlier: dict[str, list[Row]] = defaultdict(list)
        for row in recall.rows():
            origin = origin_from(row.about)
            if origin is not None:
                self._earlier[origin.abstract].append(row)

    def finding(self, paper: Paper) -> Finding:
        """Return what the cache says of `paper`."""
        if not paper.abstract.strip():
            return Finding(paper.id, answered=False, has_abstract=False)
        if self._desk.recalled(paper) is not None:
            return Finding(paper.id, answered=True)
        now = origin_of(paper, self._desk.asking)
        earlier = [(origin, row.kept_at) for row in self._earlier[now.abstract] if (origin := origin_from(row.about))]
        if not earlier:
            return Finding(paper.id, answered=False)
        told = [(origin.changes(now), origin, kept_at) for origin, kept_at in earlier]
        changes, nearest, kept_at = min(told, key=lambda each: (len(each[0]), -each[2]))
        return Finding(paper.id, answered=False, earlier=nearest, kept_at=kept_at, changes=changes)


def by_cause(findings: Iterable[Finding]) -> Iterator[str]:
    """Yield a line for each cause with the number of papers that share it, most first."""
    counts = Counter("; ".join(finding.reasons) for finding in findings)
    for cause, papers in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        yield f"{papers:>6,}  {cause}"


class _Unsent:
    """An asker for a desk that is never told to ask."""

    def __init__(self) -> None:
        self.retries: Counter[str] = Counter()

    async def ask(self, request: Request) -> NoReturn:  # noqa: ARG002 - see `pipeline.engines.interface.Asker`
        """Send nothing."""
        raise AskFailed(State.PENDING, "not sent", attempts=0)

    async def close(self) -> None:
        """There is nothing to let go of."""
