"""What is wrapped in gzip, Zstandard or ZIP, opened by content and bounded.

Nothing is ever unpacked to a path of the archive's choosing: members are read as streams. A stream that
grows far beyond what texts compress to is refused, as is an archive whose members have paths that lead
out of it.
"""

from __future__ import annotations

import gzip
import io
import stat
import struct
import sys
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import IO, TYPE_CHECKING, BinaryIO

from pipeline.errors import InputError

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

if sys.version_info >= (3, 14):  # pragma: no cover - by version
    from compression import zstd
else:
    from backports import zstd

_FREE = 100 * 1024 * 1024
_MOST_GROWTH = 200
_QUICKLY = 1
_BUFFER = 1 << 18
_MEND_BOMB = "No list of papers packs so small; unpack it yourself if you trust it."
DAMAGES = (
    OSError, EOFError, ValueError, NotImplementedError, RuntimeError, struct.error, zlib.error, zstd.ZstdError,
    zipfile.BadZipFile,
)  # fmt: skip
"""What unpackers raise at a damaged archive; names in it that are no UTF-8 are a `ValueError`."""

_OFFICE = ("[Content_Types].xml", "mimetype", "META-INF/manifest.xml")

_MAGIC_GZIP, _MAGIC_ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
_Stream = IO[bytes] | gzip.GzipFile | zstd.ZstdFile
SUFFIXES = (".gz", ".zst", ".zip")
"""Suffixes that wrap another; the name without them tells the format."""


def opened(path: Path, member: str | None, given: str) -> BinaryIO:
    """Open a file, or a member of a ZIP archive, and return what is in it, unpacked where it is packed.

    The stream can be read again from its beginning (`seek(0)`).

    Raises:
        OSError: the file cannot be opened.
        InputError: while it is read, if it is damaged or grows beyond all bounds.
    """
    if member is not None:
        return _member(path, member, given)
    raw = path.open("rb")
    head = raw.read(4)
    raw.seek(0)
    if head.startswith(_MAGIC_GZIP):
        return _bounded(lambda: gzip.GzipFile(fileobj=raw), raw.close, path.stat().st_size, given)
    if head == _MAGIC_ZSTD:
        return _bounded(lambda: zstd.ZstdFile(raw), raw.close, path.stat().st_size, given)
    return raw


def members(path: Path, given: str) -> tuple[str, ...] | None:
    """Return the names of the files in a ZIP archive, sorted, or None where the file is none.

    Office documents are ZIP archives too and count as files of their own.

    Raises:
        InputError: it is damaged, encrypted, grows beyond all bounds or its paths lead out of it.
    """
    with path.open("rb") as raw:
        if raw.read(4) not in {b"PK\x03\x04", b"PK\x05\x06"}:
            return None
        try:
            with zipfile.ZipFile(raw) as archive:
                entries = archive.infolist()
        except DAMAGES as error:
            raise _damaged(given, error) from error
    if any(entry.filename in _OFFICE for entry in entries):
        return None
    # A damaged archive may hold a member without a name.
    files = [entry for entry in entries if entry.filename and not entry.is_dir()]
    for entry in files:
        _refuse_tricks(entry, given)
    _refuse_growth(sum(entry.file_size for entry in files), path.stat().st_size, given)
    return tuple(sorted({entry.filename for entry in files if not _is_hidden(entry.filename)}))


def inner_name(name: str) -> str:
    """Return a file's name without the suffix of its wrapping: `list.csv.gz` is a `list.csv`."""
    path = PurePosixPath(name)
    return path.stem if path.suffix.lower() in SUFFIXES else path.name


def frame(content: bytes) -> bytes:
    """Return `content` as a frame of Zstandard, packed quickly rather than small."""
    return zstd.compress(content, _QUICKLY)


def unframed(packed: bytes, most: int) -> bytes:
    """Return what is in a frame of Zstandard.

    Raises:
        ValueError: it is damaged, or there is more in it than `most` bytes.
    """
    unpack = zstd.ZstdDecompressor()
    try:
        content = unpack.decompress(packed, most)
    except zstd.ZstdError as error:
        raise ValueError(str(error)) from error
    if not unpack.eof:
        raise ValueError("it is cut, or holds more than it should")
    return content


class _Bounded(io.RawIOBase):
    """What an unpacker yields, within bounds, its faults told as faults of the input."""

    def __init__(self, unpack: Callable[[], _Stream], close: Callable[[], object], packed: int, given: str) -> None:
        self._unpack = unpack
        self._close = close
        self._packed = packed
        self._given = given
        self._stream: _Stream | None = None
        self._read = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        with _told(self._given):
            self._read = self._unpacked().seek(offset, whence)
        return self._read

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        with _told(self._given):
            found = self._unpacked().read(memoryview(buffer).nbytes)
        self._read += len(found)
        _refuse_growth(self._read, self._packed, self._given)
        memoryview(buffer)[: len(found)] = found
        return len(found)

    def close(self) -> None:
        if not self.closed:
            if self._stream is not None:
                self._stream.close()
            self._close()
        super().close()

    def _unpacked(self) -> _Stream:
        if self._stream is None:
            self._stream = self._unpack()
        return self._stream


class _told:  # noqa: N801 - a context manager, read like a word
    """Raises what an unpacker finds wrong as an error of the input."""

    def __init__(self, given: str) -> None:
        self._given = given

    def __enter__(self) -> None:
        return

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if isinstance(error, DAMAGES):
            raise _damaged(self._given, error) from error


def _bounded(unpack: Callable[[], _Stream], close: Callable[[], object], packed: int, given: str) -> BinaryIO:
    return io.BufferedReader(_Bounded(unpack, close, packed, given), _BUFFER)


def _member(path: Path, member: str, given: str) -> BinaryIO:
    try:
        archive = zipfile.ZipFile(path)
    except DAMAGES as error:
        raise _damaged(given, error) from error
    return _bounded(lambda: archive.open(member), archive.close, path.stat().st_size, given)


def _damaged(given: str, error: BaseException) -> InputError:
    reason = " ".join(str(error).split()).rstrip(".") or "it ends too early"
    return InputError.at(given, f"this archive cannot be unpacked: {reason[:1].lower()}{reason[1:]}", "Fetch it again.")


def _refuse_growth(size: int, packed: int, given: str) -> None:
    if size > _FREE and size > _MOST_GROWTH * packed:
        raise InputError.at(given, f"this archive unpacks to over {_MOST_GROWTH} times its size", _MEND_BOMB)


def _refuse_tricks(entry: zipfile.ZipInfo, given: str) -> None:
    name = entry.filename.replace("\\", "/")
    outside = name.startswith("/") or ".." in name.split("/") or (len(name) > 1 and name[1] == ":")
    if outside or stat.S_ISLNK(entry.external_attr >> 16):
        shown = entry.filename[:80].encode("unicode_escape").decode()
        raise InputError.at(given, f"the member {shown} of this archive leads out of it", "Do not trust this archive.")
    if entry.flag_bits & 0x1:
        raise InputError.at(given, "this archive is encrypted", "Unpack it and give its files.")


def _is_hidden(name: str) -> bool:
    return any(part.startswith((".", "__MACOSX")) for part in name.split("/"))
