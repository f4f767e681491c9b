"""What stands above an abstract in a plain list: its title and, on lines of their own, authors, an address and more."""

from __future__ import annotations

import re
from typing import NamedTuple

from pipeline.readers import facts, ids

_LABELLED = re.compile(
    r"\s*(?P<label>title|titre|titel|authors?|auteurs?|autoren|key\s?words|venue|url|link|标题|作者|关键词)\s?[:：]\s*(?P<text>\S.*)",
    re.IGNORECASE,
)
_FIELDS = {
    "标题": "title",
    "titre": "title",
    "titel": "title",
    "作者": "authors",
    "author": "authors",
    "auteur": "authors",
    "auteurs": "authors",
    "autoren": "authors",
    "关键词": "keywords",
    "link": "url",
}
_ADDRESS = re.compile(r"\s*https?://\S+\s*")
_PART = re.compile(r"\s*[,;，；、]\s*(?:and\s+|&\s*)?|\s+(?:and|&)\s+")
_NAME = re.compile(r"(?:[A-Z][\w'’.-]*|(?:de|del|der|den|di|da|dos|du|la|le|van|von|bin|al|el|ten|ter))")
_WIDE_NAME = re.compile("[\u3400-\u9fff]{2,4}|[\uac00-\ud7af]{2,4}|[\u30a0-\u30ff·]{2,12}")
_AFTER_NAME = " \t*†‡§¶∗0123456789,⁰¹²³⁴⁵⁶⁷⁸⁹"
_FEWEST_WORDS, _MOST_WORDS, _TWO, _LONGEST, _LONGEST_NAME = 2, 5, 2, 2_000, 60


class Head(NamedTuple):
    """What is said above an abstract; `rest` are lines that are none of these things."""

    title: str | None
    authors: tuple[str, ...]
    keywords: tuple[str, ...]
    venue: str | None
    url: str | None
    rest: str


def head(text: str) -> Head:
    """Return what the lines above an abstract say; the title goes on until a line that is known for something else."""
    found: dict[str, str] = {}
    title: list[str] = []
    rest: list[str] = []
    for line in filter(None, map(str.strip, text.split("\n"))):
        field, written = _field(line)
        if title and field and field not in found:
            found[field] = written
        elif not found:
            title.append(written if field == "title" else line)
        else:
            rest.append(line)
    return Head(
        found.get("title", " ".join(title)) or None,
        tuple(name.rstrip(_AFTER_NAME) for name in facts.people(found.get("authors", ""))),
        facts.commas(found.get("keywords", "")),
        found.get("venue"),
        found.get("url"),
        "\n".join(rest),
    )


def is_about_a_paper(line: str) -> bool:
    """Return whether a line below a title is known: names, an address, or what says itself what it is."""
    return _field(line)[0] not in {None, "title"}


def is_of_names(line: str) -> bool:
    """Return whether a line is a list of names of people, two words or more each."""
    if len(line) > _LONGEST or "\n" in line or not _is_name(_PART.split(line, maxsplit=1)[0].strip(_AFTER_NAME)):
        return False
    names = [name for part in _PART.split(line) if (name := part.strip(_AFTER_NAME))]
    return len(names) >= _TWO and all(map(_is_name, names))


def is_a_name(line: str) -> bool:
    """Return whether a line may be the name of one author; the end of a title in capitals looks the same."""
    return len(line) <= _LONGEST_NAME and _is_name(line.strip(_AFTER_NAME))


def _field(line: str) -> tuple[str | None, str]:
    """Return which field a line is, where that is certain, and its text."""
    found = _LABELLED.fullmatch(line)
    if found:
        label = "".join(found["label"].lower().split())
        return _FIELDS.get(label, label), found["text"]
    if _ADDRESS.fullmatch(line):
        return "url", line.strip()
    return ("authors" if is_of_names(line) else None), line


def _is_name(name: str) -> bool:
    words = name.split()
    if _WIDE_NAME.fullmatch(name):
        return True
    return _FEWEST_WORDS <= len(words) <= _MOST_WORDS and all(map(_NAME.fullmatch, words))


def identity(found: Head) -> str | None:
    """Return the id that the address holds."""
    return ids.from_url(found.url) if found.url else None
