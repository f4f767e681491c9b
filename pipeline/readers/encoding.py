"""Which encoding a text file has, and the file as UTF-8: one layer under all readers of text.

A byte order mark decides, then UTF-8 if the whole file is valid, then the pattern of UTF-16 without
a mark. What remains is asked of charset-normalizer, among the encodings that exports really have; its
answer counts only when every rival that reads as well gives the same characters. Nothing is replaced:
a file that cannot be decided is refused with the byte at which it stops being UTF-8.
"""

from __future__ import annotations

import codecs
import io
import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from pipeline.errors import InputError, UsageError

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

_CHUNK = 1 << 20
_UTF8 = "utf-8"
_MARKS = (
    (codecs.BOM_UTF8, _UTF8),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_LEGACY = ("cp1252", "mac_roman", "cp1250", "gb18030", "big5", "shift_jis", "euc_jp", "euc_kr", "cp1251", "koi8_r")
"""In the order of preference where two read the same characters; cp1252 before cp1250 even where they differ."""

_HIGH = re.compile(rb"[^\x00-\x7f]+")
_LAST_ASCII = 0x7F
_BETWEEN = 40
_SAMPLE = 65_536
_EVEN_ODD = 0.3
_FEWEST_PAIRS = 4
_RUNS_OF_AN_ODDITY = 10
_MEND = "Say which it is with --encoding, or save it as UTF-8."


class Encoding(NamedTuple):
    """How a file is written.

    Attributes:
        name: Python's name of the encoding.
        mark: Bytes of a byte order mark at the beginning.
        note: What a reader of the list should know of the decision, if it was one.
    """

    name: str = _UTF8
    mark: int = 0
    note: str | None = None


def encoding_named(name: str) -> str:
    """Return Python's name of the encoding that `--encoding` gives.

    Raises:
        UsageError: there is no such text encoding.
    """
    try:
        found = codecs.lookup(name)
        "".encode(found.name)
    except (LookupError, ValueError) as error:
        common = "utf-8, utf-16, gb18030, cp1252"
        raise UsageError(f"--encoding {name}: no such encoding. Common ones: {common}.") from error
    return found.name


def encoding_of(stream: BinaryIO, given: str, forced: str | None = None) -> Encoding:
    """Return how a text is written, reading all of it.

    Args:
        stream: The file from its beginning; it is left at its end.
        given: What messages call the file.
        forced: The encoding that the user says it has.

    Raises:
        InputError: it is no text, not in the forced encoding, or in none that can be decided.
    """
    head = stream.read(_SAMPLE)
    marked = _mark(head)
    if forced:
        return _checked(stream, head, given, _forced(forced, marked))
    if marked.mark:
        return _checked(stream, head, given, marked)
    wide = _wide(head)
    if wide:
        return _checked(stream, head, given, wide)
    return _unmarked(stream, head, given)


def head_as_utf8(head: bytes, forced: str | None = None) -> bytes:
    r"""Return the beginning of a file as UTF-8 without a mark, where it is a text in an encoding that is certain.

    Lines that end in `\r` alone, as old programs on the Macintosh end them, end in `\n`.

    Args:
        head: The bytes at its beginning, cut anywhere.
        forced: The encoding that the user says it has.
    """
    marked = _mark(head)
    found = _forced(forced, marked) if forced else marked if marked.mark else _wide(head) or _of_head(head)
    if found is None or found.name == _UTF8:
        text = head[found.mark :] if found else head
    else:
        text = head[found.mark :].decode(found.name, "ignore").encode()
    return text if b"\n" in text or b"\0" in text else text.replace(b"\r", b"\n")


def _of_head(head: bytes) -> Encoding | None:
    """Return the older encoding of a text that is not UTF-8, if its beginning makes that certain."""
    try:
        codecs.getincrementaldecoder(_UTF8)().decode(head)
    except UnicodeDecodeError:
        sample = b"" if b"\0" in head else _sample(io.BytesIO(head))
        name = _legacy(sample) if sample and not _is_damaged_utf8(sample) else None
        return Encoding(name) if name else None
    return None


def as_utf8(stream: BinaryIO, encoding: Encoding) -> BinaryIO:
    """Return the text of `stream` as UTF-8 without a mark; not seekable unless it was UTF-8 all along."""
    stream.seek(encoding.mark)
    if encoding.name == _UTF8:
        return stream
    return io.BufferedReader(_Recoded(stream, encoding.name), _CHUNK)


class _Recoded(io.RawIOBase):
    """Text of another encoding as bytes of UTF-8."""

    def __init__(self, stream: BinaryIO, name: str) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder(name)()
        self._ready = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        while not self._ready:
            chunk = self._stream.read(_CHUNK)
            self._ready = self._decoder.decode(chunk, final=not chunk).encode("utf-8", "surrogatepass")
            if not chunk:
                break
        given = self._ready[: memoryview(buffer).nbytes]
        memoryview(buffer)[: len(given)] = given
        self._ready = self._ready[len(given) :]
        return len(given)


def _mark(head: bytes) -> Encoding:
    return next((Encoding(name, len(mark)) for mark, name in _MARKS if head.startswith(mark)), Encoding())


def _forced(name: str, marked: Encoding) -> Encoding:
    """Return the forced encoding; a mark of its own family is passed over and says which half it is."""
    found = encoding_named(name)
    if marked.mark and marked.name.startswith(found.removesuffix("-sig")):
        return marked
    if found in {"utf-16", "utf-32"}:
        return Encoding(f"{found}-le")
    return Encoding(found.removesuffix("-sig"))


def _wide(head: bytes) -> Encoding | None:
    """Return UTF-16 without a mark when every other byte is mostly NUL, as it is in Latin text and markup."""
    pairs = len(head) // 2
    for name, half, other in (("utf-16-le", head[1::2], head[::2]), ("utf-16-be", head[::2], head[1::2])):
        if pairs >= _FEWEST_PAIRS and half.count(0) > _EVEN_ODD * pairs and not other.count(0):
            return Encoding(name, 0, f"read as {name}, which it does not say")
    return None


def _unmarked(stream: BinaryIO, head: bytes, given: str) -> Encoding:
    fault = _first_fault(stream, head, _UTF8)
    if fault is None:
        return Encoding()
    if fault.nul:
        raise InputError.at(given, f"this is no text: byte {fault.offset} is NUL", "Give a list of papers.")
    sample = _sample(stream)
    name = None if _is_damaged_utf8(sample) else _legacy(sample)
    if name is None:
        raise InputError.at(given, f"byte {fault.offset} is not UTF-8, and no other encoding is certain", _MEND)
    stream.seek(0)
    note = f"read as {name} by its bytes; --encoding overrules"
    return _checked(stream, stream.read(_SAMPLE), given, Encoding(name, 0, note))


class _Fault(NamedTuple):
    """The first byte that cannot be read."""

    offset: int
    nul: bool


def _first_fault(stream: BinaryIO, head: bytes, name: str, mark: int = 0) -> _Fault | None:
    """Return the first byte that is NUL or not of the encoding; offsets count from 0."""
    decoder = codecs.getincrementaldecoder(name)()
    offset, chunk = mark, head[mark:]
    while True:
        held = len(decoder.getstate()[0])
        try:
            text = decoder.decode(chunk, final=not chunk)
        except UnicodeDecodeError as error:
            return _Fault(offset - held + error.start, nul=False)
        if "\0" in text:
            before = text[: text.index("\0")]
            return _Fault(offset - held + len(before.encode(name)), nul=True)
        if not chunk:
            return None
        offset += len(chunk)
        chunk = stream.read(_CHUNK)


def _checked(stream: BinaryIO, head: bytes, given: str, encoding: Encoding) -> Encoding:
    """Return the encoding, or raise at the first byte that it cannot read."""
    fault = _first_fault(stream, head, encoding.name, encoding.mark)
    if fault is None:
        return encoding
    if fault.nul:
        raise InputError.at(given, f"this is no text: byte {fault.offset} is NUL", "Give a list of papers.")
    raise InputError.at(given, f"byte {fault.offset} is not {encoding.name.upper()}", _MEND)


def _sample(stream: BinaryIO) -> bytes:
    """Return the bytes beyond ASCII with what stands around them, of the first that there are."""
    stream.seek(0)
    found: list[bytes] = []
    size = 0
    for chunk in _chunks(stream.read):
        end = 0
        for high in _HIGH.finditer(chunk):
            if high.start() < end:
                continue
            line_end = chunk.find(b"\n", high.end(), high.end() + _BETWEEN)
            end = line_end if line_end >= 0 else high.end() + _BETWEEN
            found.append(_whole(chunk, max(0, high.start() - _BETWEEN), end))
            size += len(found[-1])
        if size > _SAMPLE:
            break
    return b"\n".join(found)[: 2 * _SAMPLE]


def _whole(chunk: bytes, start: int, end: int) -> bytes:
    """Return the piece, widened so that it cuts no run of bytes beyond ASCII, which may be pairs."""
    while start > 0 and chunk[start - 1] > _LAST_ASCII:
        start -= 1
    while end < len(chunk) and chunk[end] > _LAST_ASCII:
        end += 1
    return chunk[start : end + 1]


def _is_damaged_utf8(sample: bytes) -> bool:
    """Return whether most of what lies beyond ASCII is valid UTF-8: then the rest is damage."""
    runs = [run.group() for run in _HIGH.finditer(sample)]
    return 2 * sum(map(_is_utf8, runs)) > len(runs)


def _is_utf8(run: bytes) -> bool:
    try:
        run.decode()
    except UnicodeDecodeError:
        return False
    return True


def _legacy(sample: bytes) -> str | None:
    """Return the one encoding in which the sample reads best, or None where that is not certain."""
    from charset_normalizer import from_bytes  # noqa: PLC0415 - it takes time to load, and few files need it

    matches = list(from_bytes(sample, cp_isolation=list(_LEGACY)))
    if not matches:
        return None
    least = min((match.percent_chaos, -match.percent_coherence) for match in matches)
    names = [match.encoding for match in matches if (match.percent_chaos, -match.percent_coherence) == least]
    read = {name: sample.decode(name, "replace") for name in _LEGACY if name in names}
    oddities = {name: _oddities(text) for name, text in read.items()}
    best = [name for name in read if oddities[name] == min(oddities.values())]
    if "cp1252" in best and "cp1250" in best:
        best.remove("cp1250")
    few = oddities[best[0]] <= len(_HIGH.findall(sample)) // _RUNS_OF_AN_ODDITY
    return best[0] if len({read[name] for name in best}) == 1 and few else None


_WORD = re.compile(r"\w+")
_ODD = re.compile(r"[\x80-\x9f\ufffdÿ]|(?<=\w)[¢£¤¥¦§¨©ª«¬®¯±¶¸º»ˇ˘˙˛˝¿¡](?=\w)")


def _oddities(text: str) -> int:
    """Return how often the text does what words do not: mixed scripts, signs and capitals inside words."""
    words = [word for word in _WORD.findall(text) if not word.isascii()]
    mixed = sum(len(_scripts(word)) > 1 for word in words)
    capitals = sum(
        any(letter > "\x7f" and letter.isupper() for letter in word[1:]) for word in words if not word.isupper()
    )
    return mixed + capitals + len(_ODD.findall(text))


def _scripts(word: str) -> set[str]:
    return {unicodedata.name(letter, "none").split()[0] for letter in word if letter.isalpha()} & {"LATIN", "CYRILLIC"}


def _chunks(read: Callable[[int], bytes]) -> Iterator[bytes]:
    return iter(lambda: read(_CHUNK), b"")
