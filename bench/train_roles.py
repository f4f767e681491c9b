"""Train the role model on CSAbstruct and print its scores: `python bench/train_roles.py CSABSTRUCT_DIR [OUT]`.

The data (Apache-2.0, https://github.com/allenai/sequential_sentence_classification) is not part of
this project; the folder holds its `train.jsonl`, `dev.jsonl` and `test.jsonl`. Training is deterministic.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any

import pycrfsuite

from pipeline.engines.extractive.features import abstract_features, words
from pipeline.engines.extractive.roles import MODEL_FILE, RoleModel, Roles

SETTINGS = {"c1": 1.0, "c2": 4.0, "max_iterations": 120, "feature.minfreq": 2, "feature.possible_transitions": True}
SHIPPED = Path(__file__).parents[1] / "pipeline" / "engines" / "extractive" / MODEL_FILE


def read(path: Path) -> list[dict[str, Any]]:
    """Return the rows of one part: `sentences` and `labels` of an abstract each."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def train(rows: list[dict[str, Any]], out: Path) -> None:
    """Write the model trained on `rows` to `out`."""
    trainer = pycrfsuite.Trainer(verbose=False)
    for row in rows:
        trainer.append(abstract_features([words(sentence) for sentence in row["sentences"]]), row["labels"])
    trainer.set_params(SETTINGS)
    trainer.train(str(out))


def score(model: RoleModel, rows: list[dict[str, Any]]) -> tuple[float, float]:
    """Return accuracy and macro-F1 of the most probable role of each sentence."""
    hits: Counter[str] = Counter()
    told: Counter[str] = Counter()
    gold: Counter[str] = Counter()
    for row in rows:
        for roles, label in zip(
            model.roles([words(sentence) for sentence in row["sentences"]]), row["labels"], strict=True
        ):
            best = max(zip(roles, Roles._fields, strict=True))[1]
            told[best] += 1
            gold[label] += 1
            hits[best] += best == label
    f1 = [2 * hits[role] / (told[role] + gold[role]) for role in Roles._fields]
    return hits.total() / gold.total(), sum(f1) / len(f1)


def main() -> None:
    """Train, write, score."""
    folder = Path(sys.argv[1])
    out = Path(sys.argv[2]) if len(sys.argv) > 2 else SHIPPED  # noqa: PLR2004 - the second argument
    train(read(folder / "train.jsonl"), out)
    model = out.read_bytes()
    print(f"{out.name}: {len(model) / 1e6:.2f} MB, sha256 {sha256(model).hexdigest()}")
    for part in ("dev", "test"):
        accuracy, macro = score(RoleModel(model), read(folder / f"{part}.jsonl"))
        print(f"{part:5s} accuracy {accuracy:.4f}  macro-F1 {macro:.4f}")


if __name__ == "__main__":
    main()
