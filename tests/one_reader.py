"""One reader at a time: what it makes of a file or of bytes, and spoilt copies of a file."""

from __future__ import annotations

import io
from contextlib import suppress
from pathlib import Path

from hypothesis import strategies as st

from pipeline.errors import InputError
from pipeline.paper import BrokenRecord, Paper
from pipeline.readers.mapping import Origin
from pipeline.readers.registry import reader_named, reader_of

DATA = Path(__file__).parent / "data" / "readers"


def read(name: str, data: bytes) -> list[Paper | BrokenRecord]:
    """Return what the reader of this name makes of a text in UTF-8 or of the bytes of an XML file."""
    return list(reader_named(name).read(io.BytesIO(data), Origin("list")))


def papers(name: str, data: bytes) -> list[Paper]:
    """Return the papers, of which none may be broken."""
    found = read(name, data)
    assert [record.message for record in found if isinstance(record, BrokenRecord)] == []
    return [record for record in found if isinstance(record, Paper)]


def kinds(name: str, data: bytes) -> list[str]:
    """Return of each record whether it is a paper or broken."""
    return ["broken" if isinstance(record, BrokenRecord) else "paper" for record in read(name, data)]


def taken_by(data: bytes, name: str = "list") -> str:
    """Return the name of the reader that takes a file by its content."""
    reader = reader_of(data[:65_536], name)
    return reader.name if reader else ""


def survives(name: str, data: bytes) -> None:
    """Read a spoilt file; what it may raise is an error of the input."""
    with suppress(InputError):
        assert all(isinstance(record, (Paper, BrokenRecord)) for record in read(name, data))


@st.composite
def spoilt(draw: st.DrawFn, whole: bytes) -> bytes:
    """Return a file with pieces cut out, repeated, moved or put in."""
    data = whole
    for _ in range(draw(st.integers(1, 4))):
        start, end = sorted(draw(st.tuples(*[st.integers(0, len(data))] * 2)))
        put_in = draw(
            st.sampled_from(
                [b"", data[start:end] * 2, b"\n", b"{", b"}", b'"', b"@", b"\\", b"<", b"ER  - \n", b"\x00"]
            )
            | st.binary(max_size=6)
        )
        data = data[:start] + put_in + data[end if draw(st.booleans()) else start :]
    return data
