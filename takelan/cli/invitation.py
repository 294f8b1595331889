"""How others are told where a table is; apart from the host, so that a screen need not load one to say it."""

from takelan.net.discovery.found import Place
from takelan.net.places import write_place


def guest_command(addresses: tuple[str, ...], port: int) -> str:
    """Write what a guest on another machine has to type."""
    return "takelan join " + (write_place(Place(addresses[0], port)) if addresses else str(port))
