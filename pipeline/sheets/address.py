"""Which addresses of the data may become links, and in which spelling."""

from __future__ import annotations

import re
from urllib.parse import quote

_WEB = re.compile(r"(https?://)([A-Za-z0-9.-]+(?::[0-9]{1,5})?)([/?#].*)?", re.IGNORECASE)
_KEPT = "/?#:;,=&%+~!$*@.-_"


def web_address(url: str) -> str | None:
    """Return `url` as it may stand in a link, or None where it must stay text.

    Only http and https to a plain ASCII host without a user part are links: a name before `@` or a
    look-alike letter would lead elsewhere than it reads. What has a meaning to Markdown or HTML is
    percent-encoded.
    """
    match = _WEB.fullmatch(url)
    return None if match is None else match[1].lower() + match[2] + quote(match[3] or "", safe=_KEPT)
