"""What is packed is read like what is not, within bounds; tricks are refused."""

from __future__ import annotations

import gzip
import io
import sys
import zipfile
from pathlib import Path

import pytest

from pipeline.errors import InputError
from pipeline.readers import compression, read_papers

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

LINES = b'{"abstract": "A."}\n{"abstract": "B."}\n'


@pytest.fixture(autouse=True)
def _empty_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def archive(path: str, files: dict[str, bytes]) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            packed.writestr(name, content)


def abstracts(*inputs: str) -> list[str]:
    papers = read_papers(inputs)
    read = [paper.abstract for paper in papers]
    assert read == [paper.abstract for paper in papers]
    return read


@pytest.mark.parametrize("pack", [gzip.compress, zstd.compress])
@pytest.mark.parametrize("name", ["a.jsonl.gz", "a.bin"])
def test_a_packed_file_is_known_by_its_content(pack, name: str):
    Path(name).write_bytes(pack(LINES))
    assert abstracts(name) == ["A.", "B."]


def test_a_packed_file_of_several_parts_is_read_whole():
    Path("a.gz").write_bytes(gzip.compress(LINES) + gzip.compress(b'{"abstract": "C."}'))
    assert abstracts("a.gz") == ["A.", "B.", "C."]


def test_a_packed_standard_input_is_unpacked(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(gzip.compress(LINES))))
    assert abstracts("-") == ["A.", "B."]


def test_an_archive_gives_its_lists_in_order_and_passes_over_the_rest():
    archive("a.zip", {"b/x.txt": b"X.", "a.jsonl": LINES, "readme.md": b"# Hi", "__MACOSX/a.jsonl": b"{", "d/": b""})
    papers = list(read_papers(["a.zip"]))
    assert [(paper.abstract, paper.sources[0].path) for paper in papers] == [
        ("A.", "a.zip/a.jsonl"),
        ("B.", "a.zip/a.jsonl"),
        ("X.", "a.zip/b/x.txt"),
    ]


def test_packed_files_in_a_directory_are_lists_like_others():
    Path("lists").mkdir()
    archive("lists/a.zip", {"a.jsonl": LINES})
    archive("lists/b.zip", {"picture.png": b"\x89PNG"})
    Path("lists/c.txt.gz").write_bytes(gzip.compress(b"C."))
    assert abstracts("lists") == ["A.", "B.", "C."]


def test_an_archive_without_lists_is_told():
    archive("a.zip", {"picture.png": b"\x89PNG"})
    with pytest.raises(InputError, match=r"a\.zip: no list of papers is in this archive"):
        read_papers(["a.zip"])


@pytest.mark.parametrize(
    "name", ["../evil.jsonl", "/etc/evil.jsonl", "a/../../evil.jsonl", "C:\\evil.jsonl", "..\\e.jsonl"]
)
def test_a_member_that_leads_out_of_the_archive_is_refused(name: str):
    archive("a.zip", {"a.jsonl": LINES, name: LINES})
    with pytest.raises(InputError, match="leads out of it"):
        read_papers(["a.zip"])


def test_a_member_without_a_name_is_passed_over():
    archive("a.zip", {"a.jsonl": LINES, "?": LINES})
    whole = Path("a.zip").read_bytes()
    at = whole.rindex(b"PK\x01\x02", 0, whole.rindex(b"?"))
    # The central directory's entry says that its name has no bytes, and gives the one byte to the comment.
    Path("a.zip").write_bytes(whole[: at + 28] + b"\0\0" + whole[at + 30 : at + 32] + b"\1\0" + whole[at + 34 :])
    assert abstracts("a.zip") == ["A.", "B."]


def test_a_link_in_an_archive_is_refused():
    link = zipfile.ZipInfo("a.jsonl")
    link.external_attr = 0o120777 << 16
    with zipfile.ZipFile("a.zip", "w") as packed:
        packed.writestr(link, "/etc/passwd")
    with pytest.raises(InputError, match="leads out of it"):
        read_papers(["a.zip"])


def test_what_grows_beyond_all_bounds_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(compression, "_FREE", 1 << 20)
    bomb = b"A." * (1 << 20)
    Path("a.txt.gz").write_bytes(gzip.compress(bomb))
    Path("a.txt.zst").write_bytes(zstd.compress(bomb))
    archive("a.zip", {"a.txt": bomb})
    for name in ("a.txt.gz", "a.txt.zst", "a.zip"):
        with pytest.raises(InputError, match=rf"{name}.*: this archive unpacks to over 200 times its size"):
            read_papers([name])


@pytest.mark.parametrize("pack", [gzip.compress, zstd.compress])
def test_a_packed_file_that_is_cut_or_spoilt_is_refused(pack):
    whole = pack(b"".join(b'{"abstract": "%d."}\n' % n for n in range(9_000)))
    for content in (whole[: len(whole) // 2], whole[:40] + b"\x00" * 40 + whole[80:]):
        Path("a.jsonl").write_bytes(content)
        with pytest.raises(InputError, match=r"a\.jsonl: this archive cannot be unpacked: .* Fetch it again\."):
            read_papers(["a.jsonl"])


def test_an_archive_whose_names_are_no_text_is_refused():
    archive("a.zip", {"ä.jsonl": LINES})
    Path("a.zip").write_bytes(Path("a.zip").read_bytes().replace("ä".encode(), b"\xed\x20"))
    with pytest.raises(InputError, match=r"a\.zip: this archive cannot be unpacked"):
        read_papers(["a.zip"])


def test_a_spoilt_archive_is_refused():
    archive("a.zip", {"a.jsonl": LINES * 500})
    whole = Path("a.zip").read_bytes()
    for content in (whole[:-30], whole[:60] + b"\x00" * 9 + whole[69:]):
        Path("a.zip").write_bytes(content)
        with pytest.raises(InputError, match="cannot be unpacked"):
            read_papers(["a.zip"])
