"""Who decides at a table, and who takes it over when its host leaves."""

from takelan.table.occupants import Occupant, Occupants
from takelan.table.post import Post
from takelan.wire.to_peer import Notice


class Offices:
    """The offices of those who are present; the key is that of whoever opened the table, if known."""

    def __init__(self, occupants: Occupants, key: bytes | None, post: Post) -> None:
        self._occupants = occupants
        self._key = key
        self._post = post
        self._last_owner: Occupant | None = None

    def owner(self) -> Occupant | None:
        """Name whoever decides what is played: the owner of the key, else the longest seated."""
        present = self._occupants.present
        own = next((one for one in present if one.key == self._key), None)
        return own or min(present, key=lambda one: one.id, default=None)

    def successor(self) -> Occupant | None:
        """Name whoever takes the table over when its host leaves: the longest seated of the others."""
        others = [one for one in self._occupants.present if one.key != self._key]
        return min(others, key=lambda one: one.id, default=None)

    def tell_owner(self) -> None:
        """Tell everybody when somebody else has come to decide."""
        owner = self.owner()
        if self._last_owner is None and self._is_awaited(owner):
            return
        if owner is not None and self._last_owner is not None and owner is not self._last_owner:
            self._post.to_all(Notice("owner", owner.name))
        self._last_owner = owner or self._last_owner

    def _is_awaited(self, first: Occupant | None) -> bool:
        """Tell whether others came back to a table that was taken over before whoever runs it now."""
        is_seated = self._occupants.seat_of_key(self._key) is not None
        return is_seated and (first is None or first.key != self._key)
