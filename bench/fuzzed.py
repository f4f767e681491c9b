"""Fuzzes one reader, guided by the code that its examples reach: `python -m bench.fuzzed READER SECONDS REPORT`.

Started by `bench.fuzz`, one process a reader, for the fuzzer never gives its process back.
"""

from __future__ import annotations

import faulthandler
import gzip
import io
import json
import os
import random
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import atheris

from bench.spoil import spoiler, zipped

with atheris.instrument_imports(include=["pipeline"]):
    from pipeline.errors import InputError, UsageError
    from pipeline.manner import Manner
    from pipeline.paper import BrokenRecord, Paper
    from pipeline.readers import read_papers
    from pipeline.readers.mapping import Origin
    from pipeline.readers.registry import reader_named, reader_of

_ROOT = Path(__file__).parents[1]
_LARGEST = 1 << 15
_SLOW_SECONDS = 5.0
_HUNG_SECONDS = 300.0
_WHOLE_PATH_EVERY = 4


class _Fault(NamedTuple):
    """What one example showed: of which kind and where, the whole trace, and the example."""

    kind: str
    told: str
    example: bytes


def main(name: str, seconds: float, report: Path) -> None:
    """Fuzz a reader until its process has used so many seconds of CPU; faults stand in the report."""
    reader = reader_named(name)
    seeds = list(_seeds(name))
    faults: dict[str, _Fault] = {}
    examples = 0
    with tempfile.TemporaryDirectory(prefix="claimsheet-fuzz-") as folder:
        corpus = Path(folder, "corpus")
        corpus.mkdir()
        for number, seed in enumerate(seeds):
            corpus.joinpath(str(number)).write_bytes(seed)

        def example(data: bytes) -> None:
            nonlocal examples
            examples += 1
            signal.setitimer(signal.ITIMER_PROF, _HUNG_SECONDS)
            for fault in _tried(lambda: _read(name, data), data):
                faults.setdefault(fault.kind, fault)
            if examples % _WHOLE_PATH_EVERY == 0:
                path = Path(folder, _written(folder, data, reader.suffixes[0], is_text=reader.is_text))
                for fault in _tried(lambda: _read_whole(path, name if examples % 3 else None), data):
                    faults.setdefault(fault.kind, fault)
            if time.process_time() > seconds:
                _tell(report, examples, faults.values())
                # The fuzzer would end the process with its own words.
                os._exit(0)

        spoil = spoiler(seeds, _mutated, is_packed=name == "xlsx")
        # Where a library in C falls over, the stack of Python tells more than the fuzzer does.
        faulthandler.enable()
        # The fuzzer's own alarm counts the time that the machine spends on others.
        faulthandler.register(signal.SIGPROF, chain=True)
        options = [f"-handle_{name}=0" for name in ("segv", "bus", "abrt", "fpe", "ill")]
        options += [f"-max_len={_LARGEST}", f"-artifact_prefix={folder}/", "-timeout=86400", "-rss_limit_mb=0"]
        options += ["-verbosity=0", str(corpus)]
        atheris.Setup([sys.argv[0], *options], example, custom_mutator=spoil)
        atheris.Fuzz()


def _seeds(name: str) -> Iterator[bytes]:
    """Yield the fixtures of a format; a packed one is made here."""
    if name == "xlsx":
        yield _workbook()
    if name == "parquet" and find_spec("pyarrow"):
        yield _parquet()
    for path in sorted([*_ROOT.joinpath("tests", "data").rglob("*"), *_ROOT.joinpath("seeds").rglob("*")]):
        if path.is_file():
            data = path.read_bytes()[:_LARGEST]
            reader = reader_of(data, path.name)
            if reader and name in {reader.name, path.parent.name}:
                yield data


_SAND = "Sand is counted grain by grain. It takes 20% less time."
_COLUMNS: dict[str, list[object]] = {
    "Title": ["On Sand", "On Loam"],
    "Abstract": [_SAND, None],
    "Year": [2021, 1999],
    "DOI": ["10.5555/1", None],
    "Authors": ["Stein, P; Kies, J", None],
}


def _workbook() -> bytes:
    file = io.BytesIO()
    book = import_module("xlsxwriter").Workbook(file, {"in_memory": True})
    sheet = book.add_worksheet()
    for number, (name, cells) in enumerate(_COLUMNS.items()):
        sheet.write_column(0, number, [name, *cells])
    book.close()
    return file.getvalue()


def _parquet() -> bytes:
    file = io.BytesIO()
    import_module("pyarrow.parquet").write_table(import_module("pyarrow").table(_COLUMNS), file)
    return file.getvalue()


def _read(name: str, data: bytes) -> None:
    """Read an example through its reader; a text comes as UTF-8, as the layer below hands it over."""
    for record in reader_named(name).read(io.BytesIO(data), Origin("list")):
        assert isinstance(record, (Paper, BrokenRecord)), "neither a paper nor a broken record"
        record.model_dump_json()


def _read_whole(path: Path, forced: str | None) -> None:
    """Read a file as a run does: unpacked, decoded, indexed, read again, compared."""
    found = read_papers([str(path)], Manner(format=forced))
    assert sum(1 for _ in found) == len(found), "the second reading gives another number of papers"
    found.near_duplicates()


def _tried(read: Callable[[], None], data: bytes) -> Iterator[_Fault]:
    """Read, and yield what must not happen: an exception that is not ours, or a reading that takes seconds."""
    started = time.process_time()
    try:
        read()
    except (InputError, UsageError):
        pass
    except Exception as error:  # noqa: BLE001 - what is looked for
        place = next(
            (frame for frame in reversed(traceback.extract_tb(error.__traceback__)) if "/pipeline/" in frame.filename),
            traceback.extract_tb(error.__traceback__)[-1],
        )
        yield _Fault(
            f"{type(error).__name__} at {Path(place.filename).name}:{place.lineno}", traceback.format_exc(), data
        )
    if time.process_time() - started > _SLOW_SECONDS:
        yield _Fault("slow", f"{time.process_time() - started:.1f} s for {len(data)} bytes", data)


def _written(folder: str, data: bytes, suffix: str, *, is_text: bool) -> str:
    """Write an example packed and encoded in a way that its bytes choose, and return the file's name."""
    chosen = random.Random(data)  # noqa: S311 - nothing secret is made
    if is_text:
        data = _encoded(data, chosen.choice(["", "", "utf-16", "utf-16-le", "utf-8-sig", "gb18030", "cp1252"]))
    way = chosen.choice(["", "", ".gz", ".zst", ".zip"])
    packed = {".gz": gzip.compress, ".zst": _zstd, ".zip": _zipped}.get(way, bytes)(data)
    if way and not chosen.randrange(4):
        place = chosen.randrange(len(packed))
        packed = packed[:place] + chosen.randbytes(chosen.randrange(3)) + packed[place + 1 :]
    name = f"list{chosen.choice([suffix, suffix, '', '.txt'])}{way}"
    Path(folder, name).write_bytes(packed)
    return name


def _zipped(data: bytes) -> bytes:
    return zipped({"list": data})


def _zstd(data: bytes) -> bytes:
    compressed: bytes = import_module("pipeline.readers.compression").zstd.compress(data)
    return compressed


def _encoded(data: bytes, encoding: str) -> bytes:
    return data.decode("utf-8", "ignore").encode(encoding, "ignore") if encoding else data


def _mutated(data: bytes, most: int) -> bytes:
    # The function is another one once the fuzzer runs.
    mutated: bytes = atheris.Mutate(data, most)
    return mutated


def _tell(report: Path, examples: int, faults: Iterable[_Fault]) -> None:
    found: list[dict[str, Any]] = [fault._asdict() | {"example": fault.example.hex()} for fault in faults]
    told = {"seconds": time.process_time(), "examples": examples, "faults": found}
    report.write_text(json.dumps(told), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]), Path(sys.argv[3]))
