"""The door to the cache: bytes under a key, such as raw replies under the key of exactly what was asked."""

from pipeline.recall.groups import Groups
from pipeline.recall.interface import Row, Store
from pipeline.recall.local import is_made
from pipeline.recall.postgres import has_password, host_of
from pipeline.recall.recall import Recall, checksum, default_folder, place_of

__all__ = [
    "Groups",
    "Recall",
    "Row",
    "Store",
    "checksum",
    "default_folder",
    "has_password",
    "host_of",
    "is_made",
    "place_of",
]
