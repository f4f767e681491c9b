"""Cleaning that never lies: what a format or a bad conversion put into an abstract goes, and is listed.

Only what is certain is changed: tags that are known, entities with their semicolon, characters that
nobody sees, mojibake that decodes. What is cut off whole (a copyright line, keywords, a second
language) is kept in the list of changes, word for word.
"""

from pipeline.cleaning.abstracts import Cleaned, clean, clean_line
from pipeline.cleaning.missing import missing_reason, placeholder_reason

__all__ = ["Cleaned", "clean", "clean_line", "missing_reason", "placeholder_reason"]
