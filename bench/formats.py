"""Writes docs/formats.md from the tables of the readers: `python bench/formats.py > docs/formats.md`."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from inspect import getdoc
from pkgutil import iter_modules
from types import ModuleType

from pipeline import readers
from pipeline.readers.interface import Reader
from pipeline.readers.mapping import FACTS

_SCHEMES = {"citation": "key, within its file", "any": "its own scheme", "url": "the scheme of the address"}
_INTRODUCTION = """\
# Input formats

<!-- Written by `python bench/formats.py > docs/formats.md` from the tables in pipeline/readers; a test compares. -->

A file's content decides its format; `--format NAME` forces one. Each may be packed with gzip or Zstandard, or
lie in a ZIP archive. Texts may be UTF-8 with or without a byte order mark, UTF-16, or in an older encoding that
is certain from its bytes; `--encoding` overrules.

The tables say which field of a format gives which fact of the paper. Where several are named, the first that
holds something counts. `--column FACT=FIELD` puts a field of yours before them. To teach a format another
field, add a row to its table; to add a format, add a module with a `READER` (see `pipeline/readers/interface.py`).
"""


def page() -> str:
    """Return the page, Markdown."""
    modules = [import_module(module.name) for module in iter_modules(readers.__path__, f"{readers.__name__}.")]
    found = [(module.READER, module) for module in modules if isinstance(getattr(module, "READER", None), Reader)]
    sections = [_section(*pair) for pair in sorted(found, key=lambda pair: pair[0].name)]
    return "\n".join([_INTRODUCTION, *sections])


def _section(reader: Reader, module: ModuleType) -> str:
    told = getdoc(module) or ""
    suffixes = ", ".join(f"`{suffix}`" for suffix in reader.suffixes)
    return "\n".join([f"## `{reader.name}`", "", told, "", f"Usual suffixes: {suffixes}.", "", *_rows(reader), ""])


def _rows(reader: Reader) -> Iterator[str]:
    yield "| fact | fields, in order of preference |"
    yield "|---|---|"
    for fact in FACTS:
        fields = [_field(row.field, row.scheme) for row in reader.table if row.fact == fact]
        if fields:
            yield f"| {fact} | {', '.join(fields)} |"


def _field(name: str, scheme: str | None) -> str:
    return f"`{name}` ({_SCHEMES.get(scheme, scheme)})" if scheme else f"`{name}`"


if __name__ == "__main__":
    print(page(), end="")
