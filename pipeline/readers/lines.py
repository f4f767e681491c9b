r"""Text files as lines: strict UTF-8, any of the three line ends, and no other.

`str.splitlines` would also break at U+2028, U+2029, U+0085 and more, which stand inside real abstracts.
"""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterator
from typing import BinaryIO

from pipeline.errors import InputError

_CHUNK = 65_536
_MEND = "Save it as UTF-8 text, or leave it out."


def text_lines(stream: BinaryIO, path: str) -> Iterator[str]:
    r"""Yield the lines of a text, without their ends (`\n`, `\r\n` or `\r`) and without a byte order mark.

    Raises:
        InputError: a byte is NUL or the text is not UTF-8; names the byte's offset from 0.
    """
    text = io.TextIOWrapper(stream, encoding="utf-8-sig", errors="strict", newline=None)
    try:
        for line in text:
            if "\0" in line:
                raise InputError.at(path, f"this is no text: byte {_first_nul(stream)} is NUL", _MEND)
            yield line.removesuffix("\n")
    except UnicodeDecodeError as error:
        raise InputError.at(path, f"byte {_first_undecodable(stream)} is not UTF-8", _MEND) from error
    finally:
        # The stream is the caller's to close; a wrapper that is dropped would do it.
        if not stream.closed:
            text.detach()


def _first_nul(stream: BinaryIO) -> int:
    offset = 0
    for chunk in _chunks(stream):
        if (found := chunk.find(b"\0")) >= 0:
            return offset + found
        offset += len(chunk)
    return offset


def _first_undecodable(stream: BinaryIO) -> int:
    """Return the offset of the first byte that begins no UTF-8 sequence."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    offset = 0
    for chunk in _chunks(stream):
        held = len(decoder.getstate()[0])
        try:
            decoder.decode(chunk)
        except UnicodeDecodeError as error:
            return offset - held + error.start
        offset += len(chunk)
    return offset - len(decoder.getstate()[0])


def _chunks(stream: BinaryIO) -> Iterator[bytes]:
    stream.seek(0)
    return iter(lambda: stream.read(_CHUNK), b"")
