"""The front door: files, directories, globs and standard input become papers."""

from pipeline.readers.papers import FileFacts, Manner, Papers, read_papers

__all__ = ["FileFacts", "Manner", "Papers", "read_papers"]
