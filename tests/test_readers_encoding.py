"""How a text is encoded: what is certain is read, what is not is refused, nothing is replaced."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from one_reader import DATA, taken_by

from pipeline.errors import InputError, UsageError
from pipeline.readers.encoding import Encoding, as_utf8, encoding_of, head_as_utf8

GERMAN = "Schrödinger’s naïve café — Müller’s model is 3× faster.\n"
CHINESE = "本文研究大语言模型的推理能力，提出一种新的方法，在三个数据集上取得了最好的结果。\n"
JAPANESE = "日本語の論文リストです。提案手法は精度が高い。\n"
RUSSIAN = "Мы предлагаем новый метод обучения, который работает быстрее остальных.\n"


def read(content: bytes, forced: str | None = None) -> tuple[str, Encoding]:
    encoding = encoding_of(BytesIO(content), "list.txt", forced)
    return as_utf8(BytesIO(content), encoding).read().decode(), encoding


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_unicode_is_read_with_and_without_a_mark(encoding: str):
    text, _ = read(GERMAN.encode(encoding))
    assert text == GERMAN


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (GERMAN, "cp1252"),
        (GERMAN.replace("×", "x"), "mac_roman"),
        (CHINESE, "gb18030"),
        (JAPANESE * 3, "shift_jis"),
        (RUSSIAN, "cp1251"),
        ("We study naïve Bayes by Müller. " * 9, "latin-1"),
    ],
)
def test_an_older_encoding_is_known_by_its_bytes_and_noted(text: str, encoding: str):
    found, decided = read(("Plain words first.\n" * 9_000 + text).encode(encoding))
    assert found.endswith(text)
    assert decided.note
    assert "--encoding" in decided.note


def test_a_letter_that_has_no_name_is_read_like_any_other():
    told = CHINESE * 9 + "党项文字𗼇𗟲的识别。"  # Tangut, of whose signs Python 3.11 knows no names
    assert read(told.encode("gb18030"))[0] == told


def test_one_accent_is_enough_where_all_readings_agree():
    assert read(b"caf\xe9 au lait")[0] == "café au lait"


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"One.\n\nTw\x00o.", r"list\.txt: this is no text: byte 8 is NUL"),
        (b"One.\n\nTw\xffo.", r"list\.txt: byte 8 is not UTF-8, and no other encoding is certain. .*--encoding"),
        (b"One. \xe8\xae", r"byte 5 is not UTF-8"),
        (b"\xef\xbb\xbfOn\xe9.", r"byte 5 is not UTF-8"),
        (b"x" * (1 << 20) + b"\xe8\xaex", rf"byte {1 << 20} is not UTF-8"),
        ("naïve, déjà vu, Müller".encode() + b" and \xe9", r"byte 31 is not UTF-8"),
        ("One.".encode("utf-16") + b"\x00", r"byte 10 is not UTF-16-LE"),
        (b"\x7fELF\x00\x00\x01", r"byte 4 is NUL"),
    ],
)
def test_what_is_not_certain_is_refused_naming_the_byte(content: bytes, what: str):
    with pytest.raises(InputError, match=what):
        read(content)


def test_the_user_overrules():
    assert read(b"Tw\xffo.", "cp1252")[0] == "Twÿo."
    assert read(CHINESE.encode("gbk"), "GBK")[0] == CHINESE
    assert read(GERMAN.encode("utf-8-sig"), "utf-8")[0] == GERMAN
    assert read(GERMAN.encode("utf-16"), "utf-16")[0] == GERMAN


def test_a_wrong_forced_encoding_is_refused_naming_the_byte():
    with pytest.raises(InputError, match=r"byte 3 is not UTF-8\."):
        read(b"caf\xe9", "utf8")


@pytest.mark.parametrize("name", ["no-such", "hex"])
def test_an_unknown_encoding_is_a_wrong_option(name: str):
    with pytest.raises(UsageError, match=rf"--encoding {name}: no such encoding"):
        read(b"A.", name)


def test_the_head_of_a_wide_file_is_shown_as_utf8():
    assert head_as_utf8("[{".encode("utf-16")) == head_as_utf8("[{".encode("utf-8-sig")) == b"[{"
    assert head_as_utf8('[{"title": 1}]'.encode("utf-16-be")) == b'[{"title": 1}]'
    assert head_as_utf8(b"caf\xe9") == b"caf\xe9"


@given(
    st.text(st.characters(codec="utf-8", exclude_characters="\0")), st.sampled_from(["utf-8-sig", "utf-16", "utf-32"])
)
def test_whatever_is_written_with_a_mark_is_read_back(text: str, encoding: str):
    assert read(text.encode(encoding))[0] == text


@given(st.binary(max_size=200), st.sampled_from([None, "utf-8", "gb18030", "utf-16"]))
def test_random_bytes_are_text_without_replacements_or_an_input_error(content: bytes, forced: str | None):
    try:
        text, encoding = read(content, forced)
    except InputError:
        return
    assert "�" not in text or "�".encode(encoding.name) in content


@pytest.mark.parametrize("path", sorted(DATA.rglob("*.*")), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_lines_that_end_as_on_an_old_macintosh_make_no_other_format(path: Path) -> None:
    data = path.read_bytes()
    old = head_as_utf8(data.replace(b"\r\n", b"\n").replace(b"\n", b"\r"))
    assert taken_by(old, path.name) == taken_by(head_as_utf8(data), path.name)


def test_bytes_that_are_no_text_stay_as_they_are() -> None:
    assert head_as_utf8(b"PK\x03\x04\r\0\r") == b"PK\x03\x04\r\0\r"
