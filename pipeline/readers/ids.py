"""Ids of papers as formats write them, brought to one form with their scheme."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from types import MappingProxyType
from urllib.parse import unquote

from pipeline.paper import source_id
from pipeline.readers import facts

_DOI = re.compile(r"(10\.\d{3,9}/\S+)", re.IGNORECASE)
_ARXIV = re.compile(
    r"(?:^|[/:\s])((?:\d{4}\.\d{4,5}|[a-z][a-z-]*(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?)(?:\.pdf)?(?:$|[\s\[\]#?])",
    re.IGNORECASE,
)
_ARXIV_DOI = re.compile(r"10\.48550/arxiv\.(.+)", re.IGNORECASE)
_PMID = re.compile(r"(?:pmid:?\s*|https?://\S+/)?0*(\d{1,8})(?:\.0)?/?", re.IGNORECASE)
_OPENREVIEW = re.compile(r"openreview\.net/(?:forum|pdf|attachment)\?(?:.*&)?id=([\w-]+)")
_TAIL = ".,;)]}>'\""


def doi(value: object) -> str | None:
    """Return the DOI in a text or URL, in lower case; one that arXiv gave is the arXiv id it names."""
    found = _DOI.search(unquote(_written(value)))
    if found is None:
        return None
    bare = found[1].rstrip(_TAIL if "(" not in found[1] else ".,;>'\"").lower()
    arxiv_doi = _ARXIV_DOI.fullmatch(bare)
    return f"arxiv:{arxiv_doi[1]}" if arxiv_doi else f"doi:{bare}"


def arxiv(value: object) -> str | None:
    """Return the arXiv id in a text or URL, with its version where one is written."""
    found = _ARXIV.search(_written(value))
    return f"arxiv:{found[1]}" if found else None


def pmid(value: object) -> str | None:
    """Return the PubMed id in a text or URL."""
    found = _PMID.fullmatch(_written(value))
    return f"pmid:{found[1]}" if found else None


def openreview(value: object) -> str | None:
    """Return the OpenReview forum id in a URL, or the id itself."""
    written = _written(value)
    found = _OPENREVIEW.search(written)
    if found:
        return f"openreview:{found[1]}"
    return f"openreview:{written}" if re.fullmatch(r"[\w-]{5,}", written) else None


def key(value: object) -> str | None:
    """Return an id that means something only in its file, whatever it looks like."""
    written = _written(value)
    return f"key:{written}" if written else None


def from_url(value: object) -> str | None:
    """Return the id that an address holds: of OpenReview, arXiv or a DOI."""
    written = _written(value)
    if "openreview.net" in written:
        found = _OPENREVIEW.search(written)
        return f"openreview:{found[1]}" if found else None
    if "arxiv.org" in written.lower():
        return arxiv(written)
    return doi(written) if "doi.org/" in written.lower() else None


def any_id(value: object) -> str | None:
    """Return an id as it is written, with the scheme that it names, or that its address shows."""
    written = _written(value)
    if not written:
        return None
    return (from_url(written) if "://" in written else None) or source_id(written)


READERS: Mapping[str, facts.Fact] = MappingProxyType(
    {"doi": doi, "arxiv": arxiv, "pmid": pmid, "openreview": openreview, "key": key, "citation": key}
    | {"url": from_url, "any": any_id}
)
"""How the ids of each scheme are read; `url` and `any` find out which scheme it is."""


def _written(value: object) -> str:
    """Return an id as a text; what can be none, a list or an object, is passed over."""
    if isinstance(value, bool):
        raise facts.WrongValueError("is true or false, not an id")
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, (str, int, float, Decimal)):
        return facts.text(str(value)) or ""
    return ""
