"""From the lines of a plain list to its paragraphs, by what parts them: blank lines, rules, marks, or line ends."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice, pairwise

from pipeline.readers.heads import is_a_name, is_about_a_paper
from pipeline.readers.titles import Paragraph, is_named, is_short_line, is_short_text, is_whole, wide_signs

_LOOK_AHEAD, _FEWEST_LINES = 1_000, 3
_WORDS_A_LINE, _WIDE_SIGNS_A_LINE = 80, 150
"""What abstracts have at least, on average; the paragraphs of one have less."""
_ENDS = tuple('.!?。！？)"”')
_SECTION = re.compile(
    r"\W*(?:background|introduction|purpose|objectives?|aims?|(?:materials and )?methods?|results?|findings|discussion"
    r"|conclusions?|interpretation|significance|背景|目的|方法|结果|结论)\b",
    re.IGNORECASE,
)
"""How the parts of one abstract begin, each on a line of its own."""

_RULE = re.compile(r"\s*([-=*_~#+])(?:[ \t]*\1){2,}\s*")
_MARK = re.compile(r"\s{0,3}#{1,6}\s+(?=\S)")
_LABEL = re.compile(r"\s*(?:abstract|summary|摘要)\s*(?:[:：.—–-]\s*)?", re.IGNORECASE)
_KEYWORDS = re.compile(r"\s*(?:key\s?-?words?|index terms|关键词|关键字)\s?(?:[:：—–-]|\n)", re.IGNORECASE)
_LONGEST_KEYWORDS = 400
_COUNT = re.compile(
    r"\W*(?:paper|record|article|entry|abstract|论文|文献|第)\s?[:#]?\s?\d{1,6}(?: of \d{1,6}|\s?篇)?\W*", re.IGNORECASE
)
_TWO, _MOST_HEAD_LINES, _MOST_WORDS, _MOST_WORDS_OF_TWO = 2, 6, 600, 300
_MANY, _SOME = 8, 0.2


def marked(line: str) -> str | None:
    """Return the text of a line that is marked as a heading (`## On Sand`), or None."""
    found = None if _RULE.fullmatch(line) else _MARK.match(line)
    return line[found.end() :].rstrip(" \t#") if found else None


def parts(line: str) -> bool:
    """Return whether a line parts paragraphs: it is blank or a rule."""
    return not line.strip() or _RULE.fullmatch(line) is not None


def paragraphs(lines: Iterable[str]) -> Iterator[Paragraph]:
    """Yield the paragraphs without their outer white space, titles that the file itself marks told as such.

    Between rules that part the papers, all paragraphs behind the title are one.
    """
    rest = iter(lines)
    first = list(islice(rest, _LOOK_AHEAD))
    everything = chain(first, rest)
    heads = _have_heads(first)
    if _one_a_line(first):
        yield from _joined([Paragraph(line.strip())] for line in everything if not parts(line))
    elif _rules_bind(first):
        yield from (
            paragraph for chunk in _chunks(everything, heads=heads) for paragraph in _bound(list(_joined(chunk)))
        )
    else:
        yield from _joined(_blocks(everything, marks=_has_marks(first), heads=heads))


def _one_a_line(lines: list[str]) -> bool:
    """Return whether the first lines of a file are abstracts, or titles and abstracts, and not the parts of one."""
    there = "\n".join(lines).strip().split("\n")
    there = there[1:] if _LABEL.fullmatch(there[0]) else there
    long = list(filter(is_whole, there))
    ill = sum(not line.rstrip().endswith(_ENDS) for line in long)
    ill = max(ill, sum(_SECTION.match(line) is not None for line in there))
    # No abstract is as long as many such lines, so that some of them may be ill made.
    if ill > (_SOME * len(long) if len(long) >= _MANY else 0) or not _are_long(long):
        return False
    if len(long) == len(there):
        return len(there) >= _FEWEST_LINES
    shape = "".join("A" if is_whole(line) else _sign(line) for line in there)
    return re.fullmatch(r"(?:TA){2,}T?|(?:TTA){2,}T{0,2}", shape) is not None


def _sign(line: str) -> str:
    return "T" if is_short_line(line.strip()) and marked(line) is None else "-"


def _are_long(lines: list[str]) -> bool:
    words, wide = (sum(map(count, lines)) for count in (lambda line: len(line.split()), wide_signs))
    return bool(lines) and (words >= _WORDS_A_LINE * len(lines) or wide >= _WIDE_SIGNS_A_LINE * len(lines))


def _has_marks(lines: list[str]) -> bool:
    """Return whether paragraphs begin with marked lines, so that such a line is no text."""
    starts = [line for before, line in pairwise(["", *lines]) if parts(before)]
    return (
        sum(marked(line) is not None for line in starts) >= _TWO
        or marked(next(filter(str.strip, lines), "")) is not None
    )


def _have_heads(lines: list[str]) -> bool:
    """Return whether nearly every block that is an abstract by its length has a title within it, on its first line."""
    blocks = [block[-1].text for block in _blocks(lines, marks=_has_marks(lines)) if is_whole(block[-1].text)]
    return sum(_head_lines(block.split("\n"), sure=True) > 0 for block in blocks) >= max(
        _TWO, (1 - _SOME) * len(blocks)
    )


def _head_lines(lines: list[str], *, sure: bool = False) -> int:
    """Return how many lines of a block are title and authors; if it must be sure, a whole abstract or names follow."""
    if len(lines) < _TWO or not is_short_line(lines[0].strip()) or _SECTION.match(lines[0]):
        return 0
    end = next((end for end in range(1, len(lines)) if not _is_below_title(lines[end], sure=sure)), len(lines))
    is_certain = end < len(lines) and (is_whole(lines[end]) or end > 1 or not sure)
    return end if is_certain and is_whole("\n".join(lines[end:])) else 0


def _is_below_title(line: str, *, sure: bool) -> bool:
    return is_about_a_paper(line) or (not sure and is_a_name(line))


def _blocks(lines: Iterable[str], *, marks: bool, heads: bool = False) -> Iterator[list[Paragraph]]:
    """Yield what stands between blank lines and rules, a marked line by itself, a title within a block if it may be."""
    paragraph: list[str] = []
    for line in lines:
        title = marked(line) if marks else None
        if not parts(line) and title is None:
            paragraph.append(line)
            continue
        if paragraph:
            yield _halves("\n".join(paragraph).strip(), heads=heads)
            paragraph = []
        if title is not None:
            yield [Paragraph(title, "heading")]
    if paragraph:
        yield _halves("\n".join(paragraph).strip(), heads=heads)


def _halves(block: str, *, heads: bool) -> list[Paragraph]:
    """Return a block, parted where its abstract begins: at the word at a line's beginning, or behind its title."""
    lines = block.split("\n")
    if len(lines) > 1 and _COUNT.fullmatch(lines[0]):
        lines = lines[1:]
        block = "\n".join(lines)
    for place in range(1, min(len(lines), _MOST_HEAD_LINES + 1)):
        named = _LABEL.fullmatch(lines[place]) or is_named("\n".join(lines[place : place + 2]))
        if named and not lines[place].strip("[(【〔< ")[:1].islower():
            head = "\n".join(lines[:place])
            halves = [Paragraph(head, "title"), Paragraph("\n".join(lines[place:]))]
            return halves if is_short_text(head) else [Paragraph(block)]
    end = _head_lines(lines) if heads else 0
    if end:
        return [Paragraph("\n".join(lines[:end]), "title"), Paragraph("\n".join(lines[end:]))]
    return [Paragraph(block)]


def _joined(blocks: Iterable[Iterable[Paragraph]]) -> Iterator[Paragraph]:
    """Yield the paragraphs, with "Abstract" put before what it names, and keywords behind their abstract."""
    held: Paragraph | None = None
    for paragraph in chain.from_iterable(blocks):
        if _COUNT.fullmatch(paragraph.text):
            continue
        named = held and not paragraph.mark and _LABEL.fullmatch(held.text)
        if held and (named or (is_whole(held.text) and _are_keywords(paragraph.text))):
            held = Paragraph(f"{held.text}\n{paragraph.text}")
            continue
        if held:
            yield held
        held = paragraph
    if held:
        yield held


def _are_keywords(text: str) -> bool:
    return len(text) <= _LONGEST_KEYWORDS and _KEYWORDS.match(text) is not None


def _rules_bind(lines: list[str]) -> bool:
    """Return whether rules part the papers: none underlines a title, and few parts are as long as several abstracts."""
    there = "\n".join(lines).strip("\n").split("\n")
    rules = sum(line.strip() != "" and parts(line) for line in there)
    if 2 * sum(map(_is_underline, ["", "", *there], ["", *there], there)) > rules:
        return False
    chunks = list(_chunks(there))
    texts = [[paragraph.text for block in chunk for paragraph in block] for chunk in chunks]
    return len(chunks) >= _TWO and sum(map(_is_many, texts)) <= _SOME * len(chunks)


def _is_underline(above: str, line: str, rule: str) -> bool:
    return (
        not above.strip()
        and is_short_line(line.strip())
        and not parts(line)
        and not _are_keywords(line)
        and _RULE.fullmatch(rule) is not None
    )


def _is_many(texts: list[str]) -> bool:
    """Return whether paragraphs are too long for one abstract: two whole ones may be one of 300 words, not of more."""
    counts = list(map(_length, texts))
    several = sum(count >= _WORDS_A_LINE for count in counts)
    return several > _TWO or sum(counts) > (_MOST_WORDS if several < _TWO else _MOST_WORDS_OF_TWO)


def _length(text: str) -> int:
    """Return the words of a text, two signs of those written without blanks for one."""
    return len(text.split()) + wide_signs(text) // 2


def _chunks(lines: Iterable[str], *, heads: bool = False) -> Iterator[list[list[Paragraph]]]:
    """Yield the blocks between two rules."""
    chunk: list[str] = []
    for line in chain(lines, ["---"]):
        if line.strip() and parts(line):
            blocks = list(_blocks(chunk, marks=_has_marks(chunk), heads=heads))
            if blocks:
                yield blocks
            chunk = []
        else:
            chunk.append(line)


def _bound(chunk: list[Paragraph]) -> Iterator[Paragraph]:
    """Yield the title of a paper, with what stands below it, and its abstract of any number of paragraphs."""
    heads = 0
    while heads < len(chunk) - 1 and _is_above_abstract(chunk[heads].text):
        heads += 1
    if heads:
        yield Paragraph("\n".join(paragraph.text for paragraph in chunk[:heads]), "title")
    if chunk:
        kind = chunk[0].mark if len(chunk) == 1 else ""
        yield Paragraph("\n\n".join(paragraph.text for paragraph in chunk[heads:]), kind)


def _is_above_abstract(text: str) -> bool:
    return is_short_text(text) and not _SECTION.match(text) and not is_named(text)
