"""Two runs over the same papers, field by field: what only one says, where they differ, how far they agree."""

from pipeline.compare.comparison import Agreement, Change, Comparison, compare

__all__ = ["Agreement", "Change", "Comparison", "compare"]
