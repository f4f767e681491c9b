"""A sheet's page as PDF, by this machine's Chromium or else by WeasyPrint."""

from __future__ import annotations

import re
import subprocess
import tempfile
from importlib import import_module
from pathlib import Path

from pipeline.chromium import find_chromium, options
from pipeline.errors import MachineError, UsageError

_LONGEST = 600
"""Seconds after which a browser that hangs is given up; 500 papers take about ten."""
_MADE = re.compile(rb"/(CreationDate|ModDate) \(D:\d{14}")
_NEVER = b"19800101000000"
_NODE = re.compile(rb"\(node(\d{8})\)")
"""A part of the page in the tree that is read aloud."""


def print_page(page: bytes) -> bytes:
    """Return `page`, a self-contained HTML document, as the bytes of a PDF; equal pages give equal bytes.

    Raises:
        UsageError: There is neither Chromium nor WeasyPrint; the message says how to get one.
        MachineError: Chromium failed.
    """
    browser = find_chromium()
    if browser is not None:
        return _by_chromium(browser, page)
    try:
        weasyprint = import_module("weasyprint")
    except ImportError as missing:
        raise UsageError(
            "a .pdf sheet needs a browser or WeasyPrint: install Chromium, or pip install 'claimsheet[pdf]'"
        ) from missing
    printed: bytes = weasyprint.HTML(string=page.decode(), url_fetcher=_refused).write_pdf(pdf_identifier=b"claimsheet")
    return printed


def _by_chromium(browser: str, page: bytes) -> bytes:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        sheet, printed = Path(folder, "sheet.html"), Path(folder, "sheet.pdf")
        sheet.write_bytes(page)
        told = ("--no-pdf-header-footer", f"--print-to-pdf={printed}", sheet.as_uri())
        command = [browser, *options(str(Path(folder, "profile"))), *told]
        try:
            done = subprocess.run(command, capture_output=True, check=False, timeout=_LONGEST)  # noqa: S603 - a found browser
        except (OSError, subprocess.TimeoutExpired) as error:
            raise MachineError(f"{browser} did not print: {error}") from error
        if not printed.is_file():
            last = done.stderr.decode(errors="replace").strip().splitlines()[-1:] or ["it wrote no file"]
            raise MachineError(f"{browser} did not print: {last[0]}")
        return _lasting(printed.read_bytes())


def _lasting(printed: bytes) -> bytes:
    """Return a PDF without what differs from one printing to the next: its date, and at which number its nodes begin.

    No length changes, since a PDF tells where in it each of its parts stands.
    """
    nodes = {number: b"(node%08d)" % at for at, number in enumerate(sorted(set(_NODE.findall(printed))), start=1)}
    return _MADE.sub(rb"/\1 (D:" + _NEVER, _NODE.sub(lambda node: nodes[node[1]], printed))


def _refused(address: str) -> dict[str, str]:
    """Fetch nothing: a sheet holds all it needs."""
    raise ValueError(f"a sheet asks for nothing, and not for {address}")
