"""The front door: files, directories, globs and standard input become papers."""

from pipeline.manner import Dedupe, Manner
from pipeline.readers.papers import FileFacts, Papers, read_papers

__all__ = ["Dedupe", "FileFacts", "Manner", "Papers", "read_papers"]
