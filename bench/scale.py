"""What a great many abstracts would take: requests, tokens, money, days and storage, calculated from what is measured.

Prints the tables of docs/scale.md: `python -m bench.scale [PAPERS]`, by default 1,000,000,000. Tokens are those that
`claimsheet estimate` counts for the seeds, prices those of the list in use; bytes and processor time are measured in a
whole run here, over a server on this machine, and the embedded engine's speed on the same abstracts. All else is
multiplication.
"""

from __future__ import annotations

import math
import os
import sys
import tempfile
import time
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from pathlib import Path
from statistics import mean

from rich.console import Console
from rich.table import Table

from bench.answering import answering, seed_papers, variants, write_list
from pipeline.batches.load import Limits
from pipeline.batches.rows import ask_row
from pipeline.choices import Choices
from pipeline.cli.estimating import estimated
from pipeline.engines.extractive import ExtractiveEngine
from pipeline.engines.interface import EngineName
from pipeline.estimate import Estimate
from pipeline.journal import NoMemory
from pipeline.price import price_of
from pipeline.prompt import Asking
from pipeline.promptfiles import read_taxonomy, read_template
from pipeline.run import EmbeddedJourney
from pipeline.tally import Outcome

PAPERS, SAMPLE, ROUNDS = 1_000_000_000, 2_000, 2
MODELS = ("gpt-5-nano", "gpt-5-mini", "gpt-5")
ADDRESS = "https://api.openai.com/v1"
LIMITS = ((500, 200_000), (5_000, 4_000_000), (30_000, 150_000_000))
"""Requests and input tokens a minute: examples from small to large, not anybody's terms."""
QUEUES = (20_000_000, 1_000_000_000, 15_000_000_000)
"""Input tokens that may wait in batches at once: examples, likewise."""
MINUTES_A_DAY, SECONDS_A_DAY = 1440, 86_400


@dataclass(frozen=True)
class Sample:
    """What one abstract takes: bytes of input, card and cache, and processor seconds of asking and of the engine."""

    read: float
    card: float
    cache: float
    asking: float
    embedded: float


def days(papers: int, tokens: float, rpm: float, tpm: float) -> float:
    """Return the days that asks of so many `tokens` each take at limits of requests and input tokens a minute."""
    return papers * max(1 / rpm, tokens / tpm) / MINUTES_A_DAY


def days_in_batches(papers: int, tokens: float, queue: float) -> float:
    """Return the days at most, where a batch takes the 24 hours that it may and so many tokens may wait at once."""
    return papers * tokens / queue


def batches(papers: int, size: float) -> int:
    """Return the batches that so many asks of `size` bytes each fill, a provider's limits being OpenAI's."""
    limits = Limits()
    return math.ceil(papers / min(limits.requests, limits.size // size))


def bytes_asked(model: str) -> float:
    """Return the bytes that an ask about one of the seeds takes in the input file of a batch."""
    form = Asking(ADDRESS, model, read_template(), read_taxonomy())
    return mean(len(ask_row(form.request(paper))) for paper in seed_papers())


def cost(model: str, estimate: Estimate, papers: int, *, batch: bool) -> Decimal | None:
    """Return what so many papers cost that are as long as those of the estimate, null where no price is listed."""
    price = price_of(model, ADDRESS, batch=batch)
    if price is None:
        return None
    tokens = round(estimate.input_tokens / estimate.to_ask)
    return price.expected(tokens, estimate.reply.tokens) * papers


def sample(folder: Path) -> Sample:
    """Run once over a server on this machine and return what came of it, a paper."""
    papers, out, cache = write_list(folder / "papers.jsonl", SAMPLE), folder / "out", folder / "answers"
    with answering(SAMPLE, 0.0) as address:
        asks = ["--engine", "openai", "--base-url", address, "--model", "m", "--concurrency", "64"]
        line = ["extract", papers, "-o", out / "cards.jsonl", "--cache-dir", cache, *asks, "--quiet"]
        command = [sys.executable, "-m", "pipeline", *map(str, line)]
        child = os.posix_spawn(command[0], command, os.environ)
        _, status, used = os.wait4(child, 0)
    assert status == 0
    kept = sum(path.stat().st_size for path in cache.rglob("*") if path.is_file())
    return Sample(
        read=papers.stat().st_size / SAMPLE,
        card=(out / "cards.jsonl").stat().st_size / SAMPLE,
        cache=kept / SAMPLE,
        asking=(used.ru_utime + used.ru_stime) / SAMPLE,
        embedded=embedded_seconds(),
    )


def embedded_seconds() -> float:
    """Return the processor seconds that the embedded engine takes for a card, the best of some rounds."""
    taxonomy, papers = read_taxonomy(), list(variants(SAMPLE))
    way = EmbeddedJourney(ExtractiveEngine.load(taxonomy), taxonomy)
    best = float("inf")
    for _ in range(ROUNDS):
        outcomes: list[Outcome] = []
        started = time.process_time()
        way.run(papers, outcomes.append, NoMemory())
        best = min(best, time.process_time() - started)
    return best / SAMPLE


def main(papers: int) -> None:
    """Print the tables."""
    console = Console(width=110)
    with tempfile.TemporaryDirectory(prefix="claimsheet-scale-") as name:
        measured = sample(Path(name))
        choose = partial(Choices, EngineName.OPENAI, base_url=ADDRESS, cache_dir=Path(name) / "empty")
        estimates = {model: estimated(seed_papers(), choose(model=model)) for model in MODELS}
    console.print(_measured(measured))
    console.print(_asked(papers, estimates))
    tokens = estimates[MODELS[0]].input_tokens / estimates[MODELS[0]].to_ask
    console.print(_lasting(papers, tokens))
    console.print(_own(papers, measured))


def _measured(one: Sample) -> Table:
    table = Table("a paper, measured here", "value", title=f"{SAMPLE:,} papers through a whole run")
    table.add_row("bytes of input", f"{one.read:,.0f}")
    table.add_row("bytes of card", f"{one.card:,.0f}")
    table.add_row("bytes of cache", f"{one.cache:,.0f}")
    table.add_row("processor seconds of asking, all included", f"{one.asking:.4f}")
    table.add_row("processor seconds of the embedded engine", f"{one.embedded:.4f}")
    return table


def _asked(papers: int, estimates: dict[str, Estimate]) -> Table:
    headers = ("model", "input tokens", "output tokens", "cost", "cost by batch", "batches")
    table = Table(*headers, title=f"{papers:,} papers asked about, one request each")
    for model, estimate in estimates.items():
        tokens = estimate.input_tokens / estimate.to_ask
        amounts = [cost(model, estimate, papers, batch=batch) for batch in (False, True)]
        told = ["unknown" if amount is None else f"${amount:,.0f}" for amount in amounts]
        filled = f"{batches(papers, bytes_asked(model)):,}"
        table.add_row(model, f"{tokens * papers:,.0f}", f"{estimate.reply.tokens * papers:,.0f}", *told, filled)
    return table


def _lasting(papers: int, tokens: float) -> Table:
    table = Table("limit", "days", title=f"{papers:,} papers of {tokens:,.0f} input tokens, at given limits")
    for rpm, tpm in LIMITS:
        table.add_row(f"{rpm:,} requests, {tpm:,} tokens a minute", f"{days(papers, tokens, rpm, tpm):,.1f}")
    for queue in QUEUES:
        table.add_row(f"{queue:,} tokens in batches, a day each", f"{days_in_batches(papers, tokens, queue):,.1f}")
    return table


def _own(papers: int, one: Sample) -> Table:
    table = Table("on machines of one's own", "value", title=f"{papers:,} papers")
    table.add_row("embedded engine, days on 100 cores", f"{papers * one.embedded / SECONDS_A_DAY / 100:,.1f}")
    table.add_row("asking, days of processor time on 100 cores", f"{papers * one.asking / SECONDS_A_DAY / 100:,.1f}")
    sizes = {"input": one.read, "answers kept": one.cache, "cards": one.card, "parts, until the end": one.card}
    for what, size in sizes.items():
        table.add_row(f"{what}, GB", f"{papers * size / 1e9:,.0f}")
    return table


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else PAPERS)
