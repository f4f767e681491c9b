"""The front door: files, directories, globs and standard input become papers."""

from pipeline.manner import Dedupe, Manner
from pipeline.readers.papers import FileFacts, Found, Papers, find, read_files, read_papers

__all__ = ["Dedupe", "FileFacts", "Found", "Manner", "Papers", "find", "read_files", "read_papers"]
