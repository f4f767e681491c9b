"""A Chromium for the tests that look at a sheet as a reader would, and what they ask of it."""

from __future__ import annotations

import base64
import json
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from sheet_cards import rendered

from pipeline.chromium import find_chromium, options

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.card import Card

webdriver = pytest.importorskip("selenium.webdriver", reason="BROWSER TESTS SKIPPED: selenium is not installed")

WebDriverWait = pytest.importorskip("selenium.webdriver.support.wait").WebDriverWait

AXE = Path(sys.prefix, "axe", "node_modules", "axe-core", "axe.min.js")
"""Where `make test` puts axe-core, when there is npm to fetch it with."""


class Reader:
    """Someone who opens sheets in one browser, and sees what it asked for and complained of."""

    def __init__(self, driver: Any, folder: Path) -> None:
        self.driver = driver
        self._folder = folder

    def opens(self, cards: tuple[Card, ...], *, place: str = "", language: str = "en", script: bool = True) -> None:
        """Open the sheet of `cards` as a fresh file, at `place`, a fragment."""
        self.resize(1280, 900)
        self.devtools("Emulation.setScriptExecutionDisabled", value=not script)
        self.devtools("Emulation.setEmulatedMedia", media="", features=[])
        path = self._folder / "sheet.html"
        path.write_bytes(rendered(".html", cards, language))
        self.driver.get("about:blank")  # a change of fragment alone would not load the page again
        self.requests(), self.complaints()
        self.driver.get(f"{path.as_uri()}{place}")
        if script and self.runs("const had = localStorage.length; localStorage.clear(); return had"):
            self.driver.refresh()

    def resize(self, width: int, height: int) -> None:
        """Make the page's view `width` by `height` CSS pixels."""
        self.devtools(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False
        )

    def devtools(self, command: str, **told: object) -> Any:
        """Return what a DevTools command answers."""
        return self.driver.execute_cdp_cmd(command, told)

    def runs(self, script: str, *arguments: object) -> Any:
        """Return what `script`, a function's body, returns on the page."""
        return self.driver.execute_script(script, *arguments)

    def all(self, selector: str) -> list[Any]:
        """Return the elements of `selector`."""
        return list(self.driver.find_elements("css selector", selector))

    def one(self, selector: str) -> Any:
        """Return the only element of `selector`."""
        (element,) = self.all(selector)
        return element

    def shown(self) -> list[int]:
        """Return the numbers of the cards that are shown, in the page's order."""
        script = "return [...document.querySelectorAll('.card')].filter(c => !c.hidden).map(c => +c.dataset.n)"
        return list(self.runs(script))

    def presses(self, *keys: str) -> None:
        """Press `keys` wherever the focus is."""
        for key in keys:
            self.driver.switch_to.active_element.send_keys(key)

    def chooses(self, menu: str, value: str) -> None:
        """Choose `value` in the menu with the id `menu`."""
        self.one(f"#{menu} option[value='{value}']").click()

    def waits_for(self, selector: str) -> None:
        """Wait until the only element of `selector` is seen: a change of place is told to the page a moment later."""
        WebDriverWait(self.driver, 30, 0.05).until(lambda _: self.one(selector).is_displayed())

    def requests(self) -> list[str]:
        """Return the addresses that were asked for since the last look."""
        events = (json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance"))
        return [e["params"]["request"]["url"] for e in events if e["method"] == "Network.requestWillBeSent"]

    def complaints(self) -> list[str]:
        """Return what the console said since the last look."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def prints(self, width: float, height: float) -> bytes:
        """Return the page as a PDF on paper of that size in inches."""
        told = self.devtools("Page.printToPDF", paperWidth=width, paperHeight=height, preferCSSPageSize=True)
        return base64.b64decode(told["data"])


def readers(folder: Path) -> Iterator[Reader]:
    """Yield a reader, or skip loudly where there is no browser."""
    browser, chromedriver = find_chromium(), shutil.which("chromedriver")
    if browser is None or chromedriver is None:
        pytest.skip("BROWSER TESTS SKIPPED: no Chromium with chromedriver; as root, `make browser` installs them")
    chosen = webdriver.ChromeOptions()
    chosen.binary_location = browser
    for option in options(str(folder / "profile")):
        chosen.add_argument(option)
    chosen.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    # The driver is named, so that Selenium looks for none, and asks nobody.
    driver = webdriver.Chrome(chosen, webdriver.ChromeService(chromedriver))
    try:
        yield Reader(driver, folder)
    finally:
        driver.quit()
