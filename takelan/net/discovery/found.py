"""What a search for tables finds."""

from typing import Literal, NamedTuple

import msgspec

from takelan.wire.advert import Advert

Source = Literal["same box", "port", "mdns", "known host"]

# A table takes the first of these that is free, so that even without any announcement those on the
# same machine can find it. Below the ports that systems give away by themselves; TAKE on a phone is 8253.
DEFAULT_PORTS = range(18253, 18261)
# Where players hear one another once their host is gone: right behind, so that one firewall rule opens both.
PLAYER_PORTS = range(18261, 18269)


class Place(NamedTuple):
    """Where a table may be, and the certificate it should show there."""

    address: str
    port: int
    fingerprint: str | None = None


class FoundTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table that has answered from this place."""

    advert: Advert
    address: str
    port: int
    fingerprint: str | None
    source: Source

    @property
    def place(self) -> Place:
        """Where it is."""
        return Place(self.address, self.port, self.fingerprint)
