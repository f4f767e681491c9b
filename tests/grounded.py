"""Cards for the tests of the review: replies grounded in their abstracts, from the test data or written on the spot."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pipeline.card import Card, Provenance
from pipeline.extraction import Extraction
from pipeline.ground import ground
from pipeline.paper import Paper

DATA = Path(__file__).parent / "data"
ASKED = Provenance(engine="openai", model="m", prompt="card@00000000", schema="00000000", output_mode="json_schema")


def rows(name: str) -> list[dict[str, Any]]:
    """Return the rows of a JSON Lines file of the test data."""
    return [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines()]


def card_of(row: dict[str, Any]) -> Card:
    """Return the card that a row's reply makes of its abstract."""
    return ground(
        Paper(id="key:a", abstract=row["abstract"]), Extraction.model_validate_json(json.dumps(row["reply"])), ASKED
    )


def gain(text: str, sentences: tuple[int, ...] = (1,), values: tuple[str, ...] = (), **told: Any) -> dict[str, Any]:
    """Return a gain as replied; `told` may hold kind, metric, baseline and setting."""
    blank = {"kind": "quantitative" if values else "comparative", "metric": None, "baseline": None, "setting": None}
    return {"text": text, "values": values, "sentences": sentences, **(blank | told)}


def told(abstract: str, *gains: dict[str, Any], **parts: Any) -> Card:
    """Return the card of an abstract of which these gains are told, and what `parts` tell of system and statements."""
    blank: dict[str, Any] = {"text": "", "sentences": []}
    reply = {"system": [], "problem": blank, "method": blank, "area": "a", "task": "", **parts, "claimed_gains": gains}
    return card_of({"abstract": abstract, "reply": reply})
