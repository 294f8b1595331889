"""Who is let in at a table: those for whom there is room, and who have proven what its door asks for."""

from collections.abc import Callable

from takelan.language import translate as _
from takelan.table.doorway import Door, code_is_needed
from takelan.table.gathering import Gathering
from takelan.table.letters import PeerId
from takelan.table.occupants import Occupants
from takelan.table.post import Post
from takelan.table.usher import Usher
from takelan.wire import to_host
from takelan.wire.terms import RefusalCode


class Threshold:
    """What lies between a connection and a seat, or a place to look on."""

    def __init__(
        self,
        door: Door,
        occupants: Occupants,
        gathering: Gathering,
        post: Post,
        usher: Usher,
        *,
        owner: bytes | None,
        is_playing: Callable[[], bool],
    ) -> None:
        self._door = door
        self._occupants, self._gathering, self._post, self._usher = occupants, gathering, post, usher
        self._owner = owner
        self._is_playing = is_playing
        #: The keys of those who were sent away.
        self.banned: set[bytes] = set()

    def let_in(self, peer: PeerId, message: to_host.Join | to_host.Watch) -> bool:
        """Let somebody in who may come in, or tell them why not."""
        introduction = self._door.take_introduction(peer)
        refusal = self.objection_to(message.key, watches=isinstance(message, to_host.Watch))
        if refusal is None and not (self.has_place_for(message.key) or self._door.admits(introduction)):
            refusal = "code", code_is_needed()
        if refusal is not None:
            self._post.refuse(peer, *refusal, is_last=True)
            return False
        self._door.remember(message.key, introduction.words)
        return True

    def has_place_for(self, key: bytes) -> bool:
        """Tell whether somebody needs no code: they have a seat, or have opened the table."""
        return key == self._owner or self._occupants.by_key(key) is not None

    def objection_to(self, key: bytes, *, watches: bool) -> tuple[RefusalCode, str] | None:
        """Say why somebody may not sit down, or look on, whatever they have proven; None when they may."""
        if key in self.banned:
            return "kicked", _("You were sent away from this table: find or open another.")
        if watches:
            return self._usher.objection_to(key)
        if self._occupants.by_key(key) is not None:
            return None
        if self._is_playing():
            return "running", _(
                "A game is running at this table: try again when it is over, or look on with `takelan watch`."
            )
        if self._gathering.is_full:
            return "full", _("All {seats} seats at this table are taken: find or open another.").format(
                seats=self._gathering.seat_limit
            )
        return None
