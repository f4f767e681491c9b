"""A run on a cluster, from the command line: what goes with it, and where it keeps its parts."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.errors import UsageError
from pipeline.recall import has_password

if TYPE_CHECKING:
    from pipeline.choices import Choices
    from pipeline.job import Outputs
    from pipeline.run import Journey


def check_cluster(choices: Choices, outputs: Outputs) -> None:
    """See that a cluster can do what was chosen, before anything is read.

    Raises:
        UsageError: it cannot.
    """
    if find_spec("ray") is None:
        raise UsageError('--ray needs Ray, which is not installed here: pip install "claimsheet[cluster]"')
    if choices.batch:
        raise UsageError("--ray and --batch: a batch is made by the provider, a cluster adds nothing to it.")
    if choices.private:
        raise UsageError("--ray and --private: the machines of a cluster are others than this one. Use --jobs here.")
    if any(has_password(address) for address in (choices.base_url, choices.store, choices.ray) if address):
        raise UsageError(
            "--ray: a password in an address would go through Ray. Put it where each machine looks for it."
        )
    _folder(outputs)


def by_cluster(way: Journey, choices: Choices, outputs: Outputs, papers: int) -> Journey:
    """Return the journey of so many papers through the cluster that `choices` name, whose workers go the `way`."""
    from pipeline.cluster.journey import ClusterJourney  # noqa: PLC0415 - most runs need none of it

    return ClusterJourney(way, choices, _folder(outputs), papers)


def _folder(outputs: Outputs) -> Path:
    if not isinstance(outputs.cards, Path):
        raise UsageError("--ray keeps parts beside its output. Name a file with -o instead of standard output.")
    return outputs.cards.with_name(f".{outputs.cards.name}.parts")
