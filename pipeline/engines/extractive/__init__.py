"""The embedded engine: fills cards with no key and no network, out of the words of the abstract alone."""

from pipeline.engines.extractive.engine import ExtractiveEngine
from pipeline.engines.extractive.language import modelled

__all__ = ["ExtractiveEngine", "modelled"]
