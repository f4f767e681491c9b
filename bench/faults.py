"""What asking must hold against a server that misbehaves, each as one command that prints a table.

    python bench/faults.py mixed   1,000 papers, a fifth of them with a fault on their first try, refusals always
    python bench/faults.py kills   twenty kills at random moments over one run, then completion
    python bench/faults.py key     10,000 papers and a key that is refused
    python bench/faults.py pace    a server that allows 600 requests a minute, with and without a word about it

Without a name all of them run, in about three minutes. The exit code is 1 where something does not hold. The server
is that of the tests, over real sockets; the command runs in processes of its own.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from completions import completion  # type: ignore[import-not-found]
from fakeserver import (  # type: ignore[import-not-found]
    FakeServer,
    Hang,
    Limited,
    Reset,
    Say,
    answering,
    first_try,
    rate_limit,
    said,
)
from runs import asking, ended, records, started, write_papers  # type: ignore[import-not-found]

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

RETRIES = 5
LONG = 600.0  # seconds that a run may take before the bench gives up
STEADY = 10.0  # seconds after which the pace is looked at


@dataclass(frozen=True)
class Held:
    """One thing that must hold: what was found, and whether that will do."""

    what: str
    found: str
    holds: bool


def mixed(folder: Path) -> list[Held]:
    """Meet each fault on the first try of its share of 1,000 papers; compare with a run that met none."""
    count = 1_000
    refusal = Say(completion(refusal="I can't help with that."))
    shares = {
        "429": (100, rate_limit()),
        "500": (50, Say({"error": {"message": "oops"}}, 500)),
        "reset": (30, Reset()),
        "malformed": (30, Say(b"<html>busy</html>")),
        "truncated": (20, Say(completion(content='{"system"', finish_reason="length"))),
        "refusal": (10, refusal),
        "hang": (10, Hang()),
    }
    kinds = _drawn({name: share for name, (share, _) in shares.items()}, count)
    faults = {paper: shares[kind][1] for paper, kind in kinds.items()}
    refused = {paper for paper, kind in kinds.items() if kind == "refusal"}
    calm = dict.fromkeys(refused, refusal)
    with FakeServer(first_try(faults, lambda call: calm.get(call.paper) or answering(call))) as server:
        done, cards, seconds = _extract(folder / "faults", count, server.address, "--timeout", 3, "--retries", RETRIES)
        asked: Counter[int] = server.papers()
    with FakeServer(lambda call: calm.get(call.paper) or answering(call)) as server:
        _, calmly, _ = _extract(folder / "calm", count, server.address)
    met = {kind: [asked[p] for p in range(count) if kinds.get(p, "none") == kind] for kind in (*shares, "none")}
    rows = [(kind, len(requests), sum(requests), max(requests)) for kind, requests in met.items()]
    _table(("fault on the first try", "papers", "requests", "most for a paper"), rows)
    (record,) = records(folder / "faults" / "cards.run.json")
    return [
        Held("papers accounted for", f"{sum(record['states'].values()):,}", sum(record["states"].values()) == count),
        Held("states", str(record["states"]), record["states"] == {"ok": count - len(calm), "refused": len(calm)}),
        Held("exit code", str(done), done == 3),  # noqa: PLR2004 - the contract's
        Held("most requests for a paper", str(max(asked.values())), max(asked.values()) <= 1 + RETRIES),
        Held("cards as without faults", f"{len(cards):,} bytes", cards == calmly),
        Held("seconds", f"{seconds:.1f}", holds=True),
    ]


def kills(folder: Path) -> list[Held]:
    """Kill one run twenty times, complete it, and compare with a run that nobody touched."""
    count, workers, latency, most = 600, 8, 0.2, 20
    chance = random.Random(20)  # noqa: S311 - moments, no secrets

    def slow(call: Any) -> Any:  # noqa: ANN401 - the tests' server
        if call.paper % 11 == 5:  # noqa: PLR2004 - some that are refused, which the journal must remember
            return Say(completion(refusal="no"), after=latency)
        return Say(completion(said(call.paper)), after=latency)

    killed = 0
    with FakeServer(slow) as server:
        line = _line(folder / "killed", count, server.address, "--concurrency", workers)
        while killed < most:
            process = started(*line)
            server.wait_for(len(server.calls) + 1)
            time.sleep(chance.uniform(0, 1.2))
            if process.poll() is not None:
                break
            process.kill()
            ended(process)
            killed += 1
        done = ended(started(*line), LONG)
        calls = len(server.calls)
        ended(started(*_line(folder / "calm", count, server.address, "--concurrency", 64)), LONG)
    names = ("cards.jsonl", "cards.failures.jsonl")
    same = all((folder / "killed" / name).read_bytes() == (folder / "calm" / name).read_bytes() for name in names)
    left = sorted(path.name for path in (folder / "killed").glob(".*"))
    return [
        Held("kills", str(killed), killed == most),
        Held("exit code", str(done.code), done.code == 3),  # noqa: PLR2004 - the contract's
        Held("files as in a run never disturbed", "byte for byte" if same else "differ", same),
        Held("requests", f"{calls} for {count} papers, {workers} in flight", calls <= count + killed * workers),
        Held("left behind", ", ".join(left) or "nothing", not left),
    ]


def key(folder: Path) -> list[Held]:
    """Ask about 10,000 papers with a key that the server refuses."""
    count, workers = 10_000, 16
    with FakeServer(key="another") as server:
        done, _, seconds = _extract(folder, count, server.address, "--concurrency", workers, "--quiet")
        calls = len(server.calls)
    return [
        Held("requests", f"{calls} with {workers} workers", calls <= workers),
        Held("exit code", str(done), done == 4),  # noqa: PLR2004 - the contract's
        Held("seconds, reading included, no estimate first", f"{seconds:.1f}", seconds < 5),  # noqa: PLR2004
    ]


def pace(folder: Path) -> list[Held]:
    """Ask about as many papers as 45 seconds can hold, of a server with and of one without headers."""
    rate, seconds = 10.0, 45.0
    held = []
    for speaks in (True, False):
        limited = Limited(60 * rate, rate, speaks=speaks, then=_late)
        with FakeServer(limited) as server:
            place = folder / ("headers" if speaks else "silent")
            _extract(place, int(rate * seconds), server.address, "--concurrency", 32)
        first, last = limited.granted[0] + STEADY, limited.granted[-1]
        granted = sum(first < moment <= last for moment in limited.granted)
        refused = sum(first < moment <= last for moment in limited.refused)
        used, met = granted / (rate * (last - first)), refused / (granted + refused)
        how = "with headers" if speaks else "without a word"
        held += [
            Held(f"of the rate used, {how}", f"{used:.1%} over {last - first:.0f} s", used >= 0.97),  # noqa: PLR2004
            Held(f"of calls met a 429, {how}", f"{met:.2%}", met < 0.01),  # noqa: PLR2004
        ]
    return held


def _late(call: Any) -> Any:  # noqa: ANN401 - the tests' server
    return Say(completion(said(call.paper)), after=0.2)


BENCHES: dict[str, Callable[[Path], list[Held]]] = {"mixed": mixed, "kills": kills, "key": key, "pace": pace}


def _drawn(shares: dict[str, int], count: int) -> dict[int, str]:
    """Return which of `count` papers meets which fault."""
    drawn = iter(random.Random(3).sample(range(count), sum(shares.values())))  # noqa: S311 - papers, no secrets
    return {next(drawn): kind for kind, share in shares.items() for _ in range(share)}


def _line(folder: Path, count: int, address: str, *options: object) -> tuple[object, ...]:
    folder.mkdir(parents=True, exist_ok=True)
    papers = write_papers(folder / "papers.jsonl", range(count))
    places = ("-o", folder / "cards.jsonl", "--cache-dir", folder / "answers")
    return ("extract", papers, *places, *asking(address, *options))


def _extract(folder: Path, count: int, address: str, *options: object) -> tuple[int, bytes, float]:
    """Return the exit code, the cards and the seconds of one run."""
    line = _line(folder, count, address, *options)
    began = time.monotonic()
    done = ended(started(*line), LONG)
    seconds = time.monotonic() - began
    cards = folder / "cards.jsonl"
    return done.code, cards.read_bytes() if cards.exists() else b"", seconds


def _table(heads: Sequence[object], rows: Sequence[Sequence[object]]) -> None:
    for row in (heads, ["---"] * len(heads), *rows):
        print("|", " | ".join(map(str, row)), "|")
    print()


def main(names: Sequence[str]) -> int:
    """Run the benches of these names, or all, and return the exit code."""
    well = True
    for name in names or BENCHES:
        print(f"## {name}\n", flush=True)
        with tempfile.TemporaryDirectory(prefix="claimsheet-bench-") as folder:
            held = BENCHES[name](Path(folder))
        _table(("what", "found", "holds"), [(one.what, one.found, "yes" if one.holds else "NO") for one in held])
        well = well and all(one.holds for one in held)
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
