"""The body of a reply, read within a bound: counted as it will be held, unpacked."""

from __future__ import annotations

import zlib
from contextlib import aclosing
from typing import TYPE_CHECKING, cast

import httpx2

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

_ENCODING = "content-encoding"
_PLAIN = frozenset({"", "identity"})
_PACKED = frozenset({"gzip", "x-gzip", "deflate"})
_BY_ITS_HEAD = zlib.MAX_WBITS | 32  # gzip's form or zlib's


def bind(response: httpx2.Response, largest: int) -> None:
    """Let the body of `response` break off where it grows beyond `largest` bytes; httpx2 is left nothing to unpack.

    It would unpack in one step what has come, however large that gets and however long it takes. No packed reply is
    asked for; a server that packs all the same does so by zlib.

    Raises:
        httpx2.DecodingError: the body is packed in another way.
    """
    encoding = response.headers.pop(_ENCODING, "").strip().lower()
    if encoding not in _PLAIN | _PACKED:
        raise httpx2.DecodingError(f"the reply is packed ({encoding[:40]}), which it was asked not to be")
    response.stream = _Bounded(_waited_for(response), largest, packed=encoding in _PACKED)


async def read(response: httpx2.Response, largest: int) -> None:
    """Read the body of `response`, past httpx2's own bookkeeping.

    Raises:
        httpx2.RequestError: it breaks off, is larger, or is not packed as it says.
    """
    async with aclosing(_waited_for(response)):
        bind(response, largest)
        content = b"".join([chunk async for chunk in _waited_for(response)])
    response.stream = httpx2.ByteStream(content)
    response.read()


def _waited_for(response: httpx2.Response) -> httpx2.AsyncByteStream:
    # A client that waits in no thread is given no other stream.
    return cast("httpx2.AsyncByteStream", response.stream)


class _Bounded(httpx2.AsyncByteStream):
    def __init__(self, stream: httpx2.AsyncByteStream, largest: int, *, packed: bool) -> None:
        self._stream = stream
        self._largest = largest
        self._unpacker = zlib.decompressobj(_BY_ITS_HEAD) if packed else None

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for chunk in self._stream:
            content = _unpacked(self._unpacker, chunk, self._largest - size + 1) if self._unpacker else chunk
            size += len(content)
            if size > self._largest:
                raise httpx2.ReadError(f"the reply is larger than {self._largest:,} bytes")
            yield content
        if self._unpacker and not self._unpacker.eof:
            raise httpx2.DecodingError("the reply is not whole where it is unpacked")

    async def aclose(self) -> None:
        await self._stream.aclose()


def _unpacked(unpacker: zlib._Decompress, chunk: bytes, most: int) -> bytes:
    """Return what `chunk` holds, and of more than `most` bytes so many."""
    try:
        return unpacker.decompress(chunk, most)
    except zlib.error as error:
        raise httpx2.DecodingError(f"the reply is not packed as it says: {error}") from error
