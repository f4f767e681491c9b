from dataclasses import dataclass

from pipeline.once import once


@dataclass(frozen=True)
class Word:
    text: str

    @once
    def letters(self) -> list[str]:
        return sorted(set(self.text))


def test_what_is_made_at_the_first_look_is_kept():
    word = Word("noon")
    assert word.letters == ["n", "o"]
    assert word.letters is word.letters


def test_each_object_has_its_own():
    assert [Word(text).letters for text in ("ab", "c")] == [["a", "b"], ["c"]]


def test_what_is_kept_is_no_part_of_the_value():
    looked_at = Word("ab")
    assert looked_at.letters
    assert looked_at == Word("ab")
