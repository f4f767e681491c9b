"""The records of an XML file, one element after another, with entities of its own refused.

A file that declares entities could grow without bound or name other files, and no export of papers
needs them; what XML itself knows (`&lt;`, `&#233;`) is read. Nothing is ever fetched.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from typing import BinaryIO, TypeAlias

from lxml import etree

from pipeline.errors import InputError
from pipeline.readers.mapping import Fault, Origin

Element: TypeAlias = etree._Element  # noqa: SLF001 - lxml has no public name for its type

_MEND_ENTITIES = "No list of papers needs them; do not trust this file."


def elements(stream: BinaryIO, origin: Origin, names: AbstractSet[str]) -> Iterator[Element | Fault]:
    """Yield each outermost element of one of these names (without namespaces), then let it go.

    What follows a fault in the markup cannot be read: a fault is the last thing that is given.

    Raises:
        InputError: the file declares entities.
    """
    parsed = etree.iterparse(
        stream,
        events=("start", "end"),
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
        encoding=origin.encoding,
    )
    depth = within = 0
    try:
        for event, element in parsed:
            if event == "start":
                if not depth:
                    _refuse_entities(element, origin)
                depth += 1
                within = within or (depth if name_of(element) in names else 0)
                continue
            if depth == within and within:
                yield element
                within = 0
            depth -= 1
            if not within:
                _let_go(element)
    except etree.XMLSyntaxError as error:
        reason = " ".join(str(error.msg).split()).partition(" (<")[0]
        yield Fault(f"broken XML, {reason[:120]}; nothing after it can be read", error.lineno or None)


def name_of(element: Element) -> str:
    """Return the name of an element without its namespace."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def text_of(element: Element) -> str:
    """Return all text in an element."""
    return "".join(str(part) for part in element.itertext()).strip()


def _refuse_entities(root: Element, origin: Origin) -> None:
    declared = root.getroottree().docinfo.internalDTD
    if declared is not None and next(iter(declared.iterentities()), None) is not None:
        raise InputError.at(origin.path, "this XML declares entities of its own", _MEND_ENTITIES)


def _let_go(element: Element) -> None:
    """Free an element that was read, and those before it."""
    element.clear()
    while element.getprevious() is not None:
        parent = element.getparent()
        if parent is None:
            return
        del parent[0]
