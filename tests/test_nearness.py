"""Abstracts that are nearly the same are found, others are not, and the work does not grow with the square."""

from __future__ import annotations

import random
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline import nearness
from pipeline.nearness import NEAR, Sketches, overlap
from pipeline.readers import Dedupe, Manner, read_papers

WORDS = [f"word{n}" for n in range(3_000)]


def text(seed: int, length: int = 150) -> list[str]:
    return random.Random(seed).choices(WORDS, k=length)  # noqa: S311 - a test needs no secret


def revised(words: list[str], every: int) -> list[str]:
    return [f"new{place}" if place % every == 0 else word for place, word in enumerate(words)]


def pairs_of(texts: list[list[str]]) -> set[tuple[int, int]]:
    sketches = Sketches()
    for words in texts:
        sketches.add(" ".join(words))
    return sketches.pairs()


def test_a_revised_version_is_a_pair_whatever_stands_between():
    texts = [text(seed) for seed in range(300)]
    pairs = pairs_of([*texts, *(revised(words, 15) for words in texts)])
    found = {(first, second) for first, second in pairs if second == first + 300}
    assert len(found) > 290


def test_in_a_long_list_a_pair_shares_more(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(nearness, "_LONG_LIST", 100)
    texts = [text(seed) for seed in range(300)]
    pairs = pairs_of([*texts, *(revised(words, 15) for words in texts)])
    assert len({first for first, second in pairs if second == first + 300}) > 250


RUSSIAN = ["модель", "данные", "метод", "результат", "задача", "сеть", "обучение", "оценка", "текст", "знание", "вывод"]
CHINESE = ["模型", "数据", "方法", "结果", "任务", "网络", "训练", "评估", "文本", "的", "推理", "记忆", "语言", "系统"]
JAPANESE = [
    "モデル",
    "データ",
    "方法",
    "結果",
    "課題",
    "学習",
    "評価",
    "の",
    "を",
    "は",
    "推論",
    "記憶",
    "言語",
    "提案",
]


@pytest.mark.parametrize(("words", "between"), [(RUSSIAN, " "), (CHINESE, ""), (JAPANESE, "")])
def test_a_revised_version_is_a_pair_in_other_scripts_too(words: list[str], between: str):
    drawn = random.Random(1)  # noqa: S311 - a test needs no secret
    texts = [drawn.choices(words, k=200) for _ in range(50)]
    sketches = Sketches()
    for each in [*texts, *([*text[:90], *text[100:]] for text in texts)]:
        sketches.add(between.join(each))
    assert len({first for first, second in sketches.pairs() if second == first + 50}) > 45


@pytest.mark.parametrize("shared", [2, 3])
@given(st.lists(st.lists(st.integers(1, 12), min_size=1, max_size=6, unique=True), max_size=40))
def test_pairs_are_those_sketches_that_share_so_many_hashes(shared: int, drawn: list[list[int]]):
    sketches = Sketches()
    for number, hashes in enumerate(drawn):
        sketches._hashes.extend([each << 32 | number for each in sorted(hashes)])
    sketches._added = len(drawn) if shared == nearness._SHARED else nearness._LONG_LIST
    numbered = combinations(enumerate(map(set, drawn)), 2)
    assert sketches.pairs() == {(i, j) for (i, one), (j, other) in numbered if len(one & other) >= shared}


def test_case_signs_and_line_ends_make_no_other_sketch():
    words = [f"word{n}d" for n in range(60)]
    sketches = Sketches()
    sketches.add(" ".join(words))
    sketches.add(",\n".join(words).upper())
    assert sketches.pairs() == {(0, 1)}


def test_texts_that_share_a_phrase_or_two_are_no_pairs():
    phrases = [["a", "phrase", "of", "four"], ["another", "one", "of", "them"], ["and", "a", "third", "too"]]
    texts = [[*text(seed), *phrases[seed % 3]] for seed in range(90)]
    assert len(pairs_of(texts)) < 200


def test_every_pair_of_three_versions_is_listed_in_order(tmp_path: Path):
    versions = [" ".join(revised(text(1), every)) for every in (40, 30, 25)]
    rows = [f'{{"id": "{name}", "abstract": "{version}"}}\n' for name, version in zip("xyz", versions, strict=True)]
    other = [f'{{"id": "o{seed}", "abstract": "{" ".join(text(seed))}"}}\n' for seed in (2, 3)]
    (tmp_path / "a.jsonl").write_text("".join([rows[0], other[0], rows[1], other[1], rows[2]]))
    found = read_papers([str(tmp_path / "a.jsonl")]).near_duplicates()
    assert [pair.ids for pair in found] == [("key:x", "key:y"), ("key:x", "key:z"), ("key:y", "key:z")]


def test_other_texts_are_no_pairs():
    assert pairs_of([text(seed) for seed in range(500)]) == set()


def test_a_phrase_that_everyone_uses_makes_no_pairs():
    phrase = ["in", "this", "paper", "we", "propose", "a", "new", "method", "of", "moderate", "size"]
    assert len(pairs_of([[*phrase, *text(seed)] for seed in range(2_000)])) < 2_000


@pytest.mark.parametrize("copies", [64, 65, 300])
def test_very_many_copies_are_told_each_with_another(copies: int):
    others = [text(seed) for seed in range(1, 100)]
    pairs = pairs_of([*others, *([f"edition{number}", *text(0)] for number in range(copies))])
    told = {number - 99 for pair in pairs for number in pair}
    assert told <= set(range(copies))
    assert len(told) > 0.95 * copies
    assert len(pairs) < 40 * copies


def test_short_texts_have_a_number_and_no_pair():
    assert pairs_of([["a"], text(1), ["a"], text(1)]) == {(1, 3)}


def test_the_overlap_is_of_words_in_order_without_case_and_signs():
    assert overlap("One two, three.", "one TWO three") == 1
    assert overlap("one two three four", "one two four three") == pytest.approx(0.75)
    assert overlap(" ".join(text(1)), " ".join(revised(text(1), 10))) > NEAR


def test_near_papers_are_listed_with_their_places_and_stay_two(tmp_path: Path):
    first = " ".join(text(1))
    (tmp_path / "a.txt").write_text(f"{first}\n\n{' '.join(text(2))}\n")
    (tmp_path / "b.jsonl").write_text(f'{{"id": "x", "abstract": "{" ".join(revised(text(1), 20))}"}}')
    inputs = [str(tmp_path / "a.txt"), str(tmp_path / "b.jsonl")]
    papers = read_papers(inputs)
    [pair] = papers.near_duplicates()
    assert len(papers) == 3
    assert pair.ids[1] == "key:x"
    assert [(source.path, source.position) for source in pair.sources] == [("a.txt", 1), ("b.jsonl", 1)]
    assert 0.9 < pair.overlap < 1
    assert read_papers(inputs, Manner(dedupe=Dedupe.EXACT)).near_duplicates() == ()


def test_one_abstract_under_two_ids_of_one_file_is_listed(tmp_path: Path):
    row = f'{{"id": "%s", "abstract": "{" ".join(text(1))}"}}\n'
    (tmp_path / "a.jsonl").write_text(row % "x" + row % "y")
    papers = read_papers([str(tmp_path / "a.jsonl")])
    assert (len(papers), [pair.overlap for pair in papers.near_duplicates()]) == (2, [1.0])


@given(st.text(st.characters(max_codepoint=127)) | st.text())
def test_the_words_of_a_text_are_the_same_however_they_are_told_apart(text: str):
    with_others = text.encode(errors="replace").decode()
    assert nearness._written_words(with_others) == [word.encode() for word in nearness.words(with_others)]
