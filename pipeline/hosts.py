"""Which hosts are this machine."""

import ipaddress


def is_loopback(host: str) -> bool:
    """Return whether `host` is this machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
