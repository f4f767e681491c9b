"""Engines on public labels, as the tables of docs/quality.md.

    python -m bench.quality DATA                     # trivial readings and the embedded engine
    python -m bench.quality DATA --papers FOLDER     # writes the abstracts, for any engine to read
    python -m bench.quality DATA CARDS...            # and the cards that engines made of them

DATA holds `csabstruct/` (https://github.com/allenai/sequential_sentence_classification, Apache-2.0) and
`aclsum/` (https://github.com/sobamchan/aclsum, MIT), each with its parts as `train.jsonl` and so on.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from bench.quality.public import Abstract, read_aclsum, read_csabstruct
from bench.quality.readings import of_card, trivial
from bench.quality.roles import role_scores
from bench.quality.tables import aclsum_table, csabstruct_table, roles_table
from pipeline.engines.extractive import ExtractiveEngine
from pipeline.journal import NoMemory
from pipeline.promptfiles import read_taxonomy
from pipeline.recordfiles import read_cards
from pipeline.run import EmbeddedJourney
from pipeline.write import line, write_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bench.quality.tables import Readings
    from pipeline.card import Card
    from pipeline.tally import Outcome


def main() -> None:
    """Print the tables, or write the abstracts."""
    told = argparse.ArgumentParser(prog="python -m bench.quality", description=(__doc__ or "").partition("\n")[0])
    told.add_argument("data", type=Path, help="the folder of public data")
    told.add_argument("cards", type=Path, nargs="*", help="cards of the written abstracts")
    told.add_argument("--papers", type=Path, help="write the abstracts into this folder, and nothing else")
    given = told.parse_args()
    csabstruct, aclsum = read_csabstruct(given.data, "test"), read_aclsum(given.data, "val")
    if given.papers:
        write_papers(given.papers / "csabstruct-test.jsonl", csabstruct)
        write_papers(given.papers / "aclsum-val.jsonl", aclsum)
        return
    cards = [card for path in given.cards for card in read_cards(path)]
    print(f"\nACLSum, {len(aclsum)} abstracts of val\n")
    print(*aclsum_table(aclsum, readings(aclsum, cards)), sep="\n")
    print(f"\nCSAbstruct, {len(csabstruct)} abstracts of test\n")
    print(*csabstruct_table(csabstruct, readings(csabstruct, cards)), sep="\n")
    print("\nCSAbstruct, roles of the sentences of test\n")
    print(*roles_table(role_scores(read_csabstruct(given.data, "train"), csabstruct)), sep="\n")


def write_papers(path: Path, abstracts: Iterable[Abstract]) -> None:
    """Write the abstracts as JSON Lines."""
    write_file(path, b"".join(line(abstract.paper) for abstract in abstracts))


def readings(abstracts: Sequence[Abstract], cards: Iterable[Card]) -> dict[str, Readings]:
    """Return the readings of `abstracts` by name: the trivial one, the embedded engine's, those of other cards."""
    by_name: dict[str, Readings] = {"trivial": [trivial(abstract) for abstract in abstracts]}
    made: dict[str, dict[str, Card]] = {"embedded engine": {card.paper.id: card for card in embedded(abstracts)}}
    for card in cards:
        made.setdefault(f"{card.provenance.engine} {card.provenance.model or ''}".strip(), {})[card.paper.id] = card
    for name, by_id in made.items():
        met = [(abstract, by_id.get(abstract.paper.id)) for abstract in abstracts]
        if any(card for _, card in met):
            by_name[name] = [of_card(abstract, card) if card else None for abstract, card in met]
    return by_name


def embedded(abstracts: Iterable[Abstract]) -> list[Card]:
    """Return the cards that the embedded engine makes."""
    taxonomy = read_taxonomy()
    outcomes: list[Outcome] = []
    journey = EmbeddedJourney(ExtractiveEngine.load(taxonomy), taxonomy)
    journey.run((abstract.paper for abstract in abstracts), outcomes.append, NoMemory())
    return [outcome.card for outcome in outcomes if outcome.card]


if __name__ == "__main__":
    main()
