"""Who is let in to look on, and who of them is led to a seat.

Rule 1: a running game keeps its seats: an onlooker takes over one that nobody sits in, between two rounds.
Rule 2: everybody is served in the order they came.
"""

from takelan.language import translate as _
from takelan.table.gallery import Gallery, Onlooker
from takelan.table.gathering import Gathering
from takelan.table.letters import PeerId
from takelan.table.occupants import Occupant, Occupants
from takelan.table.post import Post
from takelan.wire import to_host, to_peer
from takelan.wire.terms import MAX_ONLOOKERS, RefusalCode
from takelan.wire.to_peer import NightGame


class Usher:
    """Leads people to the gallery, and from there to seats."""

    def __init__(self, gallery: Gallery, occupants: Occupants, gathering: Gathering, post: Post) -> None:
        self._gallery = gallery
        self._occupants = occupants
        self._gathering = gathering
        self._post = post

    def admit(self, peer: PeerId, message: to_host.Watch) -> Onlooker:
        """Let somebody look on to whom there is no objection."""
        onlooker = Onlooker(peer, message.name, message.key, message.stand_in)
        if (double := self._gallery.by_key(message.key)) is not None:
            onlooker.wants_seat = double.wants_seat
            self._dismiss(double, to_peer.Farewell("replaced"))
        self._gallery.add(onlooker)
        self._tell(onlooker)
        return onlooker

    def hear(self, peer: PeerId, message: to_host.AnyToHost) -> None:
        """Note what an onlooker wants."""
        onlooker = self._gallery.by_peer(peer)
        if onlooker is None:
            return
        if isinstance(message, to_host.Leave):
            self._dismiss(onlooker, to_peer.Farewell("left"))
        elif isinstance(message, to_host.Sit):
            onlooker.wants_seat = message.wants_seat
            self._tell(onlooker)

    def lose(self, peer: PeerId) -> bool:
        """Note that a connection is gone, and tell whether it was an onlooker's."""
        onlooker = self._gallery.by_peer(peer)
        if onlooker is not None:
            self._gallery.remove(onlooker)
        return onlooker is not None

    def close(self, farewell: to_peer.Farewell) -> None:
        """Say farewell to all onlookers."""
        for onlooker in self._gallery:
            self._dismiss(onlooker, farewell)

    def seat_between_games(self, night: list[NightGame]) -> None:
        """Give those who want one a free seat, or else the seat of a bot."""
        if self._gallery.shows == "off":
            self.close(to_peer.Farewell("unwatched"))
        for onlooker in self._gallery.waiting:
            bots = [one for one in self._occupants if not one.is_human]
            if not self._gathering.is_full:
                newcomer = self._occupants.add_human(onlooker.name, onlooker.key, onlooker.peer)
            elif bots:
                newcomer = self._hand_over(bots[-1], onlooker)
            else:
                return
            self._welcome(onlooker, newcomer, night)

    def seat_between_rounds(self, night: list[NightGame]) -> None:
        """Let those who want one take over a seat that was left, or else the seat of a bot."""
        for onlooker in self._gallery.waiting:
            left = [one for one in self._occupants if one.has_left]
            bots = [one for one in self._occupants if not one.is_human]
            if not left and not bots:
                return
            self._welcome(onlooker, self._hand_over((left or bots)[0], onlooker), night)

    def objection_to(self, key: bytes) -> tuple[RefusalCode, str] | None:
        """Say why somebody may not look on, whatever they have proven; None when they may."""
        if self._gallery.shows == "off":
            return "unwatched", _("This table wants no onlookers: ask its owner to set onlookers=live.")
        if self._occupants.by_key(key) is not None:
            return "seated", _("You have a seat at this table: `takelan join` leads back to it.")
        if self._gallery.is_full and self._gallery.by_key(key) is None:
            return "full", _("{most} onlookers watch this table already: try again later.").format(
                most=MAX_ONLOOKERS
            )
        return None

    def _hand_over(self, former: Occupant, onlooker: Onlooker) -> Occupant:
        return self._occupants.succeed(former, onlooker.name, onlooker.key, onlooker.peer)

    def _welcome(self, onlooker: Onlooker, newcomer: Occupant, night: list[NightGame]) -> None:
        self._gallery.remove(onlooker)
        self._occupants.wish_level(newcomer, onlooker.stand_in)
        self._post.welcome(newcomer, night)

    def _tell(self, onlooker: Onlooker) -> None:
        watching = to_peer.Watching(onlooker.name, self._gallery.shows, onlooker.wants_seat)
        self._post.to_peer(onlooker.peer, watching)

    def _dismiss(self, onlooker: Onlooker, farewell: to_peer.Farewell) -> None:
        self._gallery.remove(onlooker)
        self._post.to_peer(onlooker.peer, farewell, is_last=True)
