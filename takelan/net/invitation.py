"""How others are told where a table is; apart from the host, so that a screen need not load one to say it."""

from takelan.net.discovery.found import Place
from takelan.net.places import write_place


def code_command(code: str) -> str:
    """Write what a guest types who was told a code."""
    return f"takelan join {code}"


def guests_command(place: Place, code: object) -> str:
    """Write how others get where a guest got; the code of a private table is not repeated.

    A table on this very machine has an address of its own for others, but any of them finds it by itself.
    """
    is_here = place.address.startswith("127.") or place.address == "::1"
    command = "takelan join" if is_here else f"takelan join {write_place(place)}"
    return command if code is None or is_here else f"{command} --code CODE"


def guest_command(addresses: tuple[str, ...], port: int) -> str:
    """Write what a guest on another machine has to type."""
    return "takelan join " + (write_place(Place(addresses[0], port)) if addresses else str(port))
