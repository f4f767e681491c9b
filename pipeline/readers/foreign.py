"""What a file is that no reader takes, by its first bytes."""

from __future__ import annotations

import re
from typing import NamedTuple

PAGE = re.compile(rb"\s*<(?:!doctype\s+html|html)\b", re.IGNORECASE)
"""How a web page begins: what it holds may look like any format."""


class Kind(NamedTuple):
    """A kind of file that is no list of papers as it stands.

    Attributes:
        begins: Matches the beginning of such a file.
        name: What messages call it.
        may_list: Whether papers may be listed in it all the same, for a person to read.
    """

    begins: re.Pattern[bytes]
    name: str
    may_list: bool = True


_KINDS = (
    Kind(re.compile(rb"%PDF-"), "a PDF"),
    Kind(re.compile(rb"\x89PNG"), "a PNG image", may_list=False),
    Kind(re.compile(rb"\xff\xd8\xff"), "a JPEG image", may_list=False),
    Kind(re.compile(rb"GIF8[79]a"), "a GIF image", may_list=False),
    Kind(re.compile(rb"PK\x03\x04.*?\bword/", re.DOTALL), "a Word document (DOCX)"),
    Kind(re.compile(rb"PK\x03\x04"), "a document of an office program"),
    Kind(re.compile(rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), "a document of an old office program"),
    Kind(re.compile(rb"\{\\rtf"), "a document in RTF"),
    Kind(PAGE, "a web page (HTML)"),
    Kind(re.compile(rb"\s*+(?:<[?!][^<>]*>\s*+)*+<(?:\w+:)?RDF\b"), "RDF/XML"),
)


def kind_of(head: bytes) -> Kind | None:
    """Return the kind of a file by its first bytes, if it is one of those."""
    return next((kind for kind in _KINDS if kind.begins.match(head)), None)


def may_list(head: bytes) -> bool:
    """Return whether a person may see papers in such a file: no image is such, nor anything else that is no text."""
    kind = kind_of(head)
    return kind.may_list if kind else b"\0" not in head
