"""Examining what a run stands on: key, address, model, structure, cache, embedded model; a mend for each fault."""

from pipeline.doctor.examination import examine

__all__ = ["examine"]
