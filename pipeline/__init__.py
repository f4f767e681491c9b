"""Claimsheet: abstracts in, checked cards and a reviewer's cheat-sheet out."""

__version__ = "0.1.0"
