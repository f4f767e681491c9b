r"""Text files as lines: UTF-8, any of the three line ends, and no other.

`str.splitlines` would also break at U+2028, U+2029, U+0085 and more, which stand inside real abstracts.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import BinaryIO

from pipeline.errors import InputError

LONGEST_LINE = 64 * 1024 * 1024
"""Code points of a line that are still read: no record of a paper comes near."""


def text_lines(stream: BinaryIO, path: str) -> Iterator[str]:
    r"""Yield the lines of a text, without their ends (`\n`, `\r\n` or `\r`) and without a byte order mark.

    Raises:
        InputError: the text is not UTF-8, or a line is longer than `LONGEST_LINE`.
    """
    text = io.TextIOWrapper(stream, encoding="utf-8-sig", errors="strict", newline=None)
    try:
        while line := text.readline(LONGEST_LINE):
            if len(line) == LONGEST_LINE:
                raise InputError.at(path, f"a line of over {LONGEST_LINE} characters", "No list of papers has one.")
            yield line.removesuffix("\n")
    except UnicodeDecodeError as error:
        raise not_utf8(path, error) from error
    finally:
        # The stream is the caller's to close; a wrapper that is dropped would do it.
        if not stream.closed:
            text.detach()


def not_utf8(path: str, error: UnicodeDecodeError) -> InputError:
    """Return the error for bytes that are no UTF-8 in a text that was to be it."""
    shown = error.object[error.start : error.end][:4].hex(" ")
    mend = "Say the encoding with --encoding, or save it as UTF-8."
    return InputError.at(path, f"the bytes {shown} are not UTF-8", mend)
