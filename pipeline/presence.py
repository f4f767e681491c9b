"""Whether a text holds something at all: asked first, it spares most texts a closer look.

The question goes to the regular expressions of Rust that pydantic checks strings with. They seek all words at once,
about ten times faster than one `in` after the other or than `re`. Text that UTF-8 cannot write (half a surrogate pair),
and so no record, holds nothing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pydantic_core import SchemaValidator
from pydantic_core.core_schema import str_schema

if TYPE_CHECKING:
    from collections.abc import Callable


def holds(pattern: str) -> Callable[[str], bool]:
    """Return what tells whether `pattern`, in the syntax of Rust, matches anywhere in a text."""
    return SchemaValidator(str_schema(pattern=pattern, regex_engine="rust-regex")).isinstance_python


def holds_any(*words: str) -> Callable[[str], bool]:
    """Return what tells whether any of `words` stands in a text, letter for letter, inside of others too."""
    return holds("|".join(map(re.escape, words)))
