"""Ways to spoil a file of records: pieces and lines moved, doubled or lost, and what upsets parsers put in."""

from __future__ import annotations

import io
import random
import zipfile
from collections.abc import Callable, Mapping, Sequence

_TOKENS = (
    *(bytes([byte]) for byte in b"\n\r{}[]\"',@\\<>#%$;\x00\xff"),
    *(b"ER  - \n", b"TY  - JOUR\n", b"PT J\n", b"ER\n", b"PMID- 1\n", b"@article{a, ", b"@string{a = ", b"\n\n"),
    *(b"abstract", b"title", b"null", b"true", b"NaN", b"1e999", b"9" * 5_000, b"\\ud800", b"\\u0000", b"1999"),
    *(b"&#xD800;", b"&#0;", b"&lt;", b"<sub>", b"<math>", b"<![CDATA[", b"]]>", b"<!--", b"&b;"),
    *(b'<!DOCTYPE a [<!ENTITY b "c">]>', b"[" * 3_000, b'{"a":' * 3_000, b"{" * 3_000, b" " * 2_000),
    *(b"\\begin{", b"\\end{", b"{\\'e}", b"Abstract:", b"Keywords:", b"\xc2\xa9 2020 ", b"\xef\xbb\xbf", b"\xff\xfe"),
    *(b"\xe2\x80\xa8", b"\xc2\x85", b"\xc2\xad", b"\xe2\x80\x8b", b"\xf0\x9f\x98\x80", b"\xe6\x91\x98\xe8\xa6\x81"),
    *(b"https://doi.org/10.1/", b"arxiv.org/abs/2603.00001", b"10.5555/", b"...", b"```", b"## ", b"- ", b"**"),
)
_OFTEN, _AT_TIMES, _MOSTLY = 0.6, 0.3, 0.8
_LONGEST_PIECE = 400


def spoiler(
    seeds: Sequence[bytes], other: Callable[[bytes, int], bytes], *, is_packed: bool
) -> Callable[[bytes, int, int], bytes]:
    """Return a function that makes a new example of a file, the most bytes it may have, and a seed.

    Args:
        seeds: Whole files, of which pieces are put in.
        other: Another way to spoil a file, used as well.
        is_packed: Whether the file is a ZIP archive, of which a member is spoilt.
    """

    def spoil(data: bytes, most: int, seed: int) -> bytes:
        chosen = random.Random(seed)  # noqa: S311 - nothing secret is made
        if is_packed and chosen.random() < _MOSTLY:
            return _with_spoilt_member(data, chosen) or other(data, most)
        for _ in range(chosen.randrange(1, 5)):
            data = _spoilt(data, seeds, chosen) if chosen.random() < _OFTEN else other(data, most)
        return data[:most]

    return spoil


def zipped(members: Mapping[str, bytes]) -> bytes:
    """Return a ZIP archive."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return file.getvalue()


def _spoilt(data: bytes, seeds: Sequence[bytes], chosen: random.Random) -> bytes:
    if chosen.random() < _AT_TIMES:
        lines = data.split(b"\n")
        lines.insert(chosen.randrange(len(lines) + 1), lines.pop(chosen.randrange(len(lines))))
        return b"\n".join(lines)
    start, end = sorted(chosen.randrange(len(data) + 1) for _ in range(2))
    short = min(end, start + chosen.randrange(1, 40))
    piece = _piece(chosen.choice(seeds), chosen) if seeds else b""
    token = chosen.choice(_TOKENS)
    put_in = chosen.choice([b"", data[start:end] * 2, token, token, piece])
    return data[:start] + put_in + data[chosen.choice([start, short, short, end]) :]


def _piece(seed: bytes, chosen: random.Random) -> bytes:
    place = chosen.randrange(len(seed) + 1)
    return seed[place : place + _LONGEST_PIECE]


def _with_spoilt_member(data: bytes, chosen: random.Random) -> bytes | None:
    """Return the archive with one of its members spoilt, or None where it is none."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            found = {entry.filename: archive.read(entry) for entry in archive.infolist()}
    except Exception:  # noqa: BLE001 - a spoilt archive may raise anything
        return None
    if not found:
        return None
    spoilt = chosen.choice(sorted(found))
    return zipped(found | {spoilt: _spoilt(found[spoilt], list(found.values()), chosen)})
