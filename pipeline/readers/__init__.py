"""The front door: files, directories, globs and standard input become papers."""

from pipeline.readers.papers import FileFacts, Papers, read_papers

__all__ = ["FileFacts", "Papers", "read_papers"]
