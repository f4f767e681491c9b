"""Quantities as written -> amounts."""

from pipeline.quantities.quantity import Quantity
from pipeline.quantities.scan import find_quantities

__all__ = ["Quantity", "find_quantities"]
