"""This machine: can answers be kept, and does the embedded model load?"""

from __future__ import annotations

from pathlib import Path

from pipeline.doctor.check import Check, doubtful, failed, fine
from pipeline.engines.extractive import ExtractiveEngine
from pipeline.errors import MachineError, UsageError
from pipeline.promptfiles import read_taxonomy
from pipeline.recall import Recall
from pipeline.stock import bytes_told, take_stock

_MOUNTS = Path("/proc/self/mounts")
_OVER_A_NETWORK = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "afs", "ceph", "glusterfs", "lustre", "beegfs", "fuse.sshfs", "fuse.s3fs"}
)
_TRIAL = "doctor:trial"
_FIELDS = 3


def cache(place: Path | str) -> Check:
    """Keep, find and forget a value in the cache, and tell how large it is and on what kind of disk."""
    try:
        with Recall(place) as recall:
            recall.keep(_TRIAL, b"well")
            found = recall.lookup(_TRIAL)
            recall.drop([_TRIAL])
            stock = take_stock(recall)
    except (MachineError, UsageError) as error:
        return failed("cache", type(error), str(error))
    if found != b"well":
        return failed(
            "cache", MachineError, f"{stock.place}: what is kept does not come back", "Name another with --cache-dir."
        )
    kind = file_system(place) if isinstance(place, Path) else None
    if kind in _OVER_A_NETWORK:
        told = f"{stock.place} lies on {kind}, where a database can lose answers"
        return doubtful("cache", told, "Name a folder on a disk of this machine with --cache-dir.")
    return fine("cache", f"{stock.place}: {stock.answers:,} answers, {bytes_told(stock.bytes_on_disk)}, can be written")


def embedded_model(areas: Path | None) -> Check:
    """Load the embedded engine."""
    try:
        engine = ExtractiveEngine.load(read_taxonomy(areas))
    except UsageError as error:
        return failed("embedded", UsageError, str(error))
    except MachineError as error:
        return failed("embedded", MachineError, str(error))
    return fine("embedded", f"{engine.model_name} loads")


def file_system(folder: Path, mounts: Path = _MOUNTS) -> str | None:
    """Return the kind of file system that `folder` is on; null where the system does not say.

    Args:
        folder: any folder.
        mounts: the list that Linux keeps: device, mount point and kind on each line.
    """
    try:
        rows = [row.split() for row in mounts.read_text(encoding="utf-8").splitlines()]
    except OSError:
        return None
    # Blanks in a mount point are written as octal escapes.
    places = {Path(row[1].replace("\\040", " ")): row[2] for row in rows if len(row) >= _FIELDS}
    here = folder.resolve()
    return next((places[place] for place in (here, *here.parents) if place in places), None)
