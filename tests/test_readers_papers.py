"""From what the user names to papers: files found, readers chosen, duplicates joined, faults told."""

from __future__ import annotations

import io
import json
import os
import zipfile
from pathlib import Path

import pytest

from pipeline.errors import InputError, UsageError
from pipeline.paper import BrokenRecord
from pipeline.readers import FileFacts, Manner, Papers, read_papers
from pipeline.readers.registry import all_readers

SEEDS = Path(__file__).parent.parent / "seeds"


@pytest.fixture(autouse=True)
def _empty_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write(path: str, content: str | bytes) -> None:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_bytes(content.encode() if isinstance(content, str) else content)


def word_document() -> bytes:
    document = io.BytesIO()
    with zipfile.ZipFile(document, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("word/document.xml", "<document/>")
    return document.getvalue()


def places(papers: Papers) -> list[list[str]]:
    return [[f"{source.path}:{source.position}" for source in paper.sources] for paper in papers]


def standard_input(monkeypatch: pytest.MonkeyPatch, content: str) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content.encode())))


def test_the_seeds_are_57_abstracts_and_53_papers_of_which_four_stand_in_two_lists():
    papers = read_papers([str(SEEDS)])
    read = list(papers)
    assert (len(papers), papers.sources, papers.duplicates) == (53, 57, 4)
    assert len(read) == len({paper.id for paper in read}) == 53
    assert sorted(len(paper.sources) for paper in read) == [1] * 49 + [2] * 4
    assert {paper.venue for paper in read} == {"ICLR 2026"}
    assert all(paper.abstract in (SEEDS / paper.sources[0].path).read_text("utf-8") for paper in read)


def test_papers_can_be_read_any_number_of_times_even_side_by_side():
    papers = read_papers([str(SEEDS)])
    assert list(papers) == list(papers) == [left for left, _ in zip(papers, papers, strict=True)]


def test_each_file_tells_its_format_and_counts():
    write("a.txt", "One.\n\nTwo.")
    write("b.jsonl", '{"abstract": "Two."}\n{"title": "No abstract"}\n{"abstract": "Two."}\n')
    assert read_papers(["a.txt", "b.jsonl"]).files == (
        FileFacts("a.txt", "text", 2, 0, 0),
        FileFacts("b.jsonl", "jsonl", 3, 2, 1),
    )


def test_a_directory_gives_its_lists_at_any_depth_in_the_order_of_their_paths():
    write("lists/b.txt", "B.")
    write("lists/a/z.jsonl", '{"abstract": "Z."}')
    write("lists/a/no-suffix", '{"abstract": "N."}')
    write("lists/README.md", "# Papers\n\nNot a list.")
    write("lists/picture.png", b"\x89PNG\r\n\x00")
    write("lists/package.json", '{\n  "name": "x"\n}')
    write("lists/cards.jsonl", '{"schema_version": 1, "paper": {"id": "x", "title": "T", "abstract": "A."}}')
    write("lists/sheet.html", "<!DOCTYPE html><style>\n@media print {}\n</style>")
    write("lists/prices.csv", "Name,Price\nApple,3\n")
    write("lists/site.json", '{\n "title": "A site",\n "theme": "dark"\n}')
    write("lists/.hidden.txt", "H.")
    write("lists/.git/c.txt", "C.")
    assert places(read_papers(["lists"])) == [["a/no-suffix:1"], ["a/z.jsonl:1"], ["b.txt:1"]]


@pytest.fixture
def remarks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    told: list[str] = []
    monkeypatch.setattr("pipeline.readers.papers._log.warning", lambda text, *named: told.append(text % named))
    return told


def test_what_may_be_a_list_and_is_passed_over_is_told(remarks: list[str]):
    write("lists/a.jsonl", '{"abstract": "A."}')
    write("lists/\x1bb.rdf", '<?xml version="1.0"?>\n<rdf:RDF></rdf:RDF>')
    write("lists/paper.docx", word_document())
    for silent, content in (
        ("run.py", b"A = 1"),
        ("a.png", b"\x89PNG"),
        ("Thumbs.db", b"\x01\x00"),
        (".a.rdf", b"<a/>"),
    ):
        write(f"lists/{silent}", content)
    read_papers(["lists"])
    assert remarks == ["not read: lists/\ufffdb.rdf, lists/paper.docx (no reader knows them)"]


def test_of_many_files_that_are_passed_over_a_few_are_named(remarks: list[str]):
    for name in "abcdefg":
        write(f"in/{name}.list", "Not a list by its name.")
    with pytest.raises(InputError, match="no list of papers is here"):
        read_papers(["in"])
    assert remarks == [
        "not read: in/a.list, in/b.list, in/c.list, in/d.list, in/e.list and 2 more (no reader knows them)"
    ]


def test_of_an_archive_too_is_told_what_is_passed_over(remarks: list[str]):
    with zipfile.ZipFile("z.zip", "w") as archive:
        archive.writestr("a.jsonl", '{"abstract": "A."}')
        archive.writestr("page.html", "<html>")
        archive.writestr("__MACOSX/page.html", "<html>")
    read_papers(["z.zip"])
    assert remarks == ["not read: z.zip/page.html (no reader knows them)"]


def test_a_forced_format_takes_what_it_takes_without_a_remark(remarks: list[str]):
    write("lists/a.jsonl", '{"abstract": "A."}')
    write("lists/page.html", "<html>")
    read_papers(["lists"], Manner(format="jsonl"))
    assert remarks == []


def test_a_glob_gives_what_it_matches_in_order():
    write("y/b.txt", "B.")
    write("y/a.txt", "A.")
    write("x/deep/c.txt", "C.")
    assert places(read_papers(["y/*.txt"])) == [["a.txt:1"], ["b.txt:1"]]
    assert [paper.abstract for paper in read_papers(["**/*.txt"])] == ["C.", "A.", "B."]


def test_a_path_that_only_looks_like_a_glob_is_a_path():
    write("list[1].txt", "A.")
    assert places(read_papers(["list[1].txt"])) == [["list[1].txt:1"]]


def test_files_of_one_name_are_called_by_the_paths_given():
    write("a/list.txt", "One.")
    write("b/list.txt", "One.")
    assert places(read_papers(["a", "b/list.txt"])) == [["a/list.txt:1", "b/list.txt:1"]]


def test_a_file_named_twice_is_read_once():
    write("a/list.txt", "One.")
    Path("link.txt").symlink_to("a/list.txt")
    assert places(read_papers(["a", "a/list.txt", "./a/list.txt", "link.txt", "a/*"])) == [["list.txt:1"]]


def test_standard_input_is_read_like_a_file(monkeypatch: pytest.MonkeyPatch):
    standard_input(monkeypatch, '{"abstract": "A."}\n')
    papers = read_papers(["-", "-"])
    assert places(papers) == places(papers) == [["-:1"]]


def test_a_pipe_is_read_though_it_can_be_read_only_once():
    reading, writing = os.pipe()
    os.write(writing, b"One.\n\nTwo.")
    os.close(writing)
    papers = read_papers([f"/dev/fd/{reading}"])
    os.close(reading)
    assert [paper.abstract for paper in papers] == [paper.abstract for paper in papers] == ["One.", "Two."]


def test_the_content_decides_the_format_and_the_option_overrules_it():
    write("lines.txt", '{"abstract": "A."}')
    assert read_papers(["lines.txt"]).files[0].format == "jsonl"
    assert [paper.abstract for paper in read_papers(["lines.txt"], Manner(format="text"))] == ['{"abstract": "A."}']


def test_a_program_in_a_directory_is_no_list_whatever_it_quotes():
    Path("lists").mkdir()
    Path("lists/a.bib").write_text("@misc{a, title={On Sand}, abstract={We count it.}}")
    Path("lists/sort.py").write_text("TEXT = '''\nTitle: On Loam\nAbstract: We do not count it.\n'''\n")
    Path("lists/CITATION.cff").write_text("title: Sorter\nabstract: It sorts pebbles.\n")
    assert [paper.title for paper in read_papers(["lists"])] == ["On Sand"]


def test_a_forced_format_takes_from_a_directory_what_has_its_suffix():
    write("lists/a.txt", "A.")
    write("lists/b.jsonl", '{"abstract": "B."}')
    assert places(read_papers(["lists"], Manner(format="jsonl"))) == [["b.jsonl:1"]]


def test_an_unknown_format_is_told_with_the_known_ones():
    with pytest.raises(UsageError, match=r"--format docx: .* jsonl, .*text"):
        read_papers([str(SEEDS)], Manner(format="docx"))


def test_readers_are_found_by_their_modules_and_general_ones_are_asked_last():
    readers = all_readers()
    assert {"jsonl", "text"} <= {reader.name for reader in readers}
    assert [reader.general for reader in readers] == sorted(reader.general for reader in readers)


@pytest.mark.parametrize(
    ("name", "content", "what"),
    [
        ("empty.txt", b"", "no paper is in this file"),
        ("blank.jsonl", b"\n \n", "no paper is in this file"),
        ("heading.txt", "ICLR 2026 论文列表\n".encode(), "a heading and no abstract"),
        ("binary.bin", b"\x7fELF\x00", "byte 4 is NUL"),
        ("unknown.txt", b"caf\xe9 \x81\x8d\xff", "byte 3 is not UTF-8, and no other encoding is certain"),
        ("broken.jsonl", b"not json", "broken JSON"),
        ("other.jsonl", b'{"text": "A."}', "none of the fields"),
        ("package.json", b'{\n "name": "A."\n}', "no object in this JSON has a title and an abstract"),
        ("page.html", b"<!doctype html><p>A.</p>", r"no reader knows this kind of file, a web page \(HTML\). Export"),
        ("page.txt", b"<html><p>A.</p>", "a web page"),
        ("list.pdf", b"%PDF-1.7\n%\xe2\xe3", "a PDF"),
        ("list.docx", word_document(), r"a Word document \(DOCX\)"),
        ("list.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00", "an old office program"),
        ("list.csv", b"\x89PNG\r\n\x00", "a PNG image"),
        ("list.rdf", b'<?xml version="1.0"?>\n<!-- A. -->\n<rdf:RDF>', "RDF/XML"),
    ],
)
def test_a_bad_file_is_one_line_that_begins_with_its_name(name: str, content: bytes, what: str):
    write(f"in/{name}", content)
    with pytest.raises(InputError, match=what) as caught:
        read_papers([f"in/{name}"])
    assert name in str(caught.value).split(":")[0]
    assert "\n" not in str(caught.value)
    assert caught.value.exit_code == 2


def test_a_spoilt_list_in_a_directory_is_not_passed_over():
    write("lists/a.txt", "A.")
    write("lists/b.jsonl", "{torn")
    with pytest.raises(InputError, match=r"b\.jsonl:1"):
        read_papers(["lists"])


@pytest.mark.parametrize("given", ["missing.txt", "missing/*.txt", "empty", "pictures"])
def test_an_input_without_lists_is_told_by_name(given: str):
    Path("empty").mkdir()
    write("pictures/a.png", b"\x89PNG")
    with pytest.raises(InputError) as caught:
        read_papers([str(SEEDS), given])
    assert str(caught.value).startswith(f"{given}: ")


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_file_without_permission_is_told():
    write("a.txt", "A.")
    Path("a.txt").chmod(0)
    with pytest.raises(InputError, match="permission denied"):
        read_papers(["a.txt"])


def test_a_system_error_while_reading_is_told_by_file(monkeypatch: pytest.MonkeyPatch):
    write("a.txt", "A.")

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(InputError, match=r"a\.txt: this cannot be read: permission denied"):
        read_papers(["a.txt"])


def test_a_broken_record_among_readable_ones_is_given_in_its_place():
    write("a.jsonl", '{"abstract": "A."}\n{torn\n{"abstract": "B."}')
    papers = read_papers(["a.jsonl"])
    first, broken, last = papers.records()
    assert isinstance(broken, BrokenRecord)
    assert broken.message.startswith("line 2 of a.jsonl: broken JSON at column 2, expecting property name")
    assert (broken.source.position, broken.id[:4]) == (2, "abs:")
    assert [first, last] == list(papers)
    assert (len(papers), papers.broken, papers.files[0].broken) == (2, 1, 1)


def test_where_broken_records_are_no_exception_the_file_is_refused():
    write("a.jsonl", '{"abstract": "A."}\n{torn\n')
    with pytest.raises(InputError, match=r"a\.jsonl:2: broken JSON at column 2"):
        read_papers(["a.jsonl"])


def test_when_strict_the_first_broken_record_ends_the_reading():
    write("a.jsonl", '{"abstract": "A."}\n{torn\n{"abstract": "B."}\n')
    with pytest.raises(InputError, match=r"a\.jsonl:2: broken JSON"):
        read_papers(["a.jsonl"], Manner(strict_input=True))


def test_titles_stand_for_missing_abstracts_when_the_user_allows_it():
    write("a.jsonl", '{"title": "On a Bound", "abstract": "nan"}\n{"abstract": ""}\n{"title": "T", "abstract": "A."}')
    assert [paper.abstract for paper in read_papers(["a.jsonl"])] == ["", "", "A."]
    titled, without, other = read_papers(["a.jsonl"], Manner(title_only=True))
    assert (titled.abstract, titled.missing) == ("On a Bound", None)
    assert [change.kind for change in titled.cleaning] == ["title in place of a missing abstract"]
    assert (without.abstract, without.missing) == ("", "the source gives no abstract")
    assert (other.abstract, other.cleaning) == ("A.", ())


def test_one_id_on_two_abstracts_is_refused_with_both_places():
    write("a.jsonl", '{"id": "x", "abstract": "A."}')
    write("b.jsonl", '{"id": "y", "abstract": "B."}\n{"id": "x", "abstract": "C."}')
    with pytest.raises(InputError, match=r"a\.jsonl:1 and b\.jsonl:2"):
        read_papers(["a.jsonl", "b.jsonl"])


def test_facts_of_a_later_list_reach_the_paper_of_an_earlier_one():
    write("list.txt", "ICLR 2026 papers\n\nWe prove it.\n\nWe refute it.")
    write("dump.jsonl", '{"id": "openreview:a1", "title": "A Bound", "abstract": "We  prove it.", "venue": "ICLR"}')
    first, second = read_papers(["list.txt", "dump.jsonl"])
    assert (first.id, first.title, first.venue, first.abstract) == (
        "openreview:a1",
        "A Bound",
        "ICLR 2026",
        "We prove it.",
    )
    assert len(first.sources) == 2
    assert second.abstract == "We refute it."


def test_a_file_that_changes_between_the_readings_is_refused():
    write("a.txt", "A.")
    papers = read_papers(["a.txt"])
    write("a.txt", "A.\n\nB.")
    with pytest.raises(InputError, match="has changed"):
        list(papers)


@pytest.mark.parametrize("room", [0, 3_000, 10**9])
def test_papers_are_the_same_from_memory_in_part_from_memory_and_read_anew(tmp_path, monkeypatch, room):
    monkeypatch.setattr("pipeline.readers.reading.ROOM", room)
    for name in ("a", "b"):
        rows = [{"id": f"{name}{number}", "abstract": f"{name} {number} works."} for number in range(2)]
        rows += [{"id": "both", "abstract": "The same in both."}, {"id": 1, "abstract": 2}]
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    papers = read_papers([str(tmp_path)])
    first, second = list(papers.records()), list(papers.records())
    assert first == second
    assert [record.id for record in papers] == ["key:a0", "key:a1", "key:both", "key:b0", "key:b1"]
    assert len(first) == 7
