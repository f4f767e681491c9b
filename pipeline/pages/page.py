"""The frame of a page: escaped, no script, one style that is bound by its hash."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from pipeline.sheets.readable import one_line, readable, visible


def rendered(template: str, **told: object) -> str:
    """Return the page that `template` makes of `told`; equal arguments give an equal page."""
    env = Environment(
        loader=PackageLoader(__package__, ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.filters.update(readable=readable, one_line=one_line, visible=visible)
    style = _style()
    bound = b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{bound}'; base-uri 'none'; form-action 'none'"
    return env.get_template(template).render(policy=policy, style=Markup(style), **told)  # noqa: S704 - our own files


def _style() -> str:
    """Return the sheet's style and what these pages add to it."""
    sheet = files("pipeline.sheets.html").joinpath("sheet.css").read_text("utf-8")
    return sheet + files(__package__).joinpath("page.css").read_text("utf-8")
