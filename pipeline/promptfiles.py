"""The door to prompts/: the templates and the taxonomy, packed with the package or next to a checkout."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.errors import UsageError
from pipeline.prompt import Template, template_from
from pipeline.taxonomy import Taxonomy, taxonomy_from_toml

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


def read_template(path: Path | None = None) -> Template:
    """Return the template at `path`, else the packed `card.md`."""
    return _template(path or _packed("card.md"), "{areas}", "{sentences}")


def read_repair() -> Template:
    """Return the packed `repair.md`."""
    return _template(_packed("repair.md"), "{errors}", "{reply}")


def read_pack() -> Template:
    """Return the packed `pack.md`."""
    return _template(_packed("pack.md"))


def read_taxonomy(path: Path | None = None) -> Taxonomy:
    """Return the taxonomy at `path`, else the packed `areas.toml` with the areas of ICLR."""
    return taxonomy_from_toml(_text(path or _packed("areas.toml")))


def _template(place: Path | Traversable, *placeholders: str) -> Template:
    return template_from(_text(place), str(place), placeholders)


def _packed(name: str) -> Traversable:
    # A wheel carries the folder inside the package; in a checkout it stands beside it.
    inside = files("pipeline") / "prompts" / name
    return inside if inside.is_file() else Path(__file__).parents[1] / "prompts" / name


def _text(place: Path | Traversable) -> str:
    try:
        return place.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{place}: cannot be read as UTF-8 text ({error}).") from error
