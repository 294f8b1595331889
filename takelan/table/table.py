"""The authority: judges one arrival after the other and says what everybody is to be told.

Rule 1: nothing here awaits or reads a clock. The order of the calls is the order of arrival, and it alone
decides a race.
Rule 2: a seat is told only what was made for it, and nothing at all when nothing changed for it.
Rule 3: a human who returns is who they were by their key, and takes the seat back at once (T2).
"""

from collections.abc import Callable, Mapping
from typing import Any

from takelan.errors import TakelanError
from takelan.language import translate as _
from takelan.rules.catalog import find_game
from takelan.rules.chance import Chance
from takelan.table.evening import Evening
from takelan.table.failures import ArrangementError
from takelan.table.gathering import Gathering
from takelan.table.letters import BotSeat, Letter, PeerId
from takelan.table.match import FinishedGame
from takelan.table.occupants import Occupant, Occupants
from takelan.table.options import to_words
from takelan.table.post import Post
from takelan.table.records import TableRecord
from takelan.table.setup import Setup
from takelan.wire import to_host, to_peer
from takelan.wire.advert import Advert
from takelan.wire.terms import PROTOCOL, FarewellCode, NoticeKind, RefusalCode, Sentence


class Table:
    """One gathering, from the first guest to the last rematch."""

    def __init__(self, setup: Setup, chance: Chance) -> None:
        self._setup = setup
        self._chance = chance
        self._occupants = Occupants()
        self._gathering = Gathering(setup, self._occupants)
        self._post = Post(self._occupants)
        self._evening = Evening(self._occupants, self._gathering, self._post, chance, self._tell_table)
        self._banned: set[bytes] = set()
        self._last_owner: Occupant | None = None
        for level in setup.bots:
            self._gathering.add_bot(to_host.AddBot(level))

    @classmethod
    def load(cls, record: TableRecord, at: float, owner: bytes | None = None) -> "Table":
        """Set a table up again as it was written down."""
        game = find_game(record.game)
        setup = Setup(
            table=record.table,
            name=record.name,
            host_name=record.host_name,
            game=game,
            options=game.options_type(),
            pace=record.pace,
            seats=record.seats,
            levels=record.levels,
            start=record.start,
            owner=owner or record.owner,
        )
        table = cls(setup, Chance(record.seed))
        table._occupants.load(record.occupants, at)
        table._gathering.load(record)
        table._evening.load(record, at)
        table._banned.update(record.banned)
        return table

    @property
    def setup(self) -> Setup:
        """What the table was opened with."""
        return self._setup

    def save(self) -> TableRecord:
        """Write the whole table down."""
        setup, evening = self._setup, self._evening
        return TableRecord(
            table=setup.table,
            name=setup.name,
            host_name=setup.host_name,
            game=self._gathering.game.name,
            options=self._gathering.save_options(),
            pace=self._gathering.pace,
            seats=setup.seats,
            levels=setup.levels,
            start=setup.start,
            owner=setup.owner,
            seed=self._chance.seed,
            dealer=self._gathering.dealer_id,
            occupants=self._occupants.save(),
            banned=sorted(self._banned),
            stage=evening.stage,
            games=evening.games,
            night=list(evening.night),
            match=None if evening.match is None else evening.match.save(),
        )

    def resume(self, now: float) -> list[Letter]:
        """Let the bots of a table that was set up again go on."""
        self._evening.show_bots(now)
        return self._settle(now)

    def receive(self, peer: PeerId, message: to_host.AnyToHost, at: float) -> list[Letter]:
        """Judge one arrival and return everything to be said about it."""
        if isinstance(message, to_host.Join):
            self._join(peer, message, at)
        elif (occupant := self._occupants.by_peer(peer)) is not None:
            self._judge(occupant, peer, message, at)
        return self._settle(at)

    def lose(self, peer: PeerId, at: float) -> list[Letter]:
        """Note that a connection is gone; the seat is kept."""
        occupant = self._occupants.by_peer(peer)
        if occupant is None or occupant.peer != peer or not occupant.is_human:
            return []
        occupant.peer, occupant.lost_at, occupant.is_ready, occupant.stand_in = None, at, False, None
        self._post.to_all(to_peer.Notice("away", occupant.name))
        return self._settle(at)

    def due(self, now: float) -> list[Letter]:
        """Do what time alone has made due."""
        if not self._evening.is_playing:
            self._clear_abandoned_seats(now)
        self._evening.due(now)
        return self._settle(now)

    def next_due(self) -> float | None:
        """Tell when due() has to be called next, if nothing arrives before."""
        return self._evening.next_due()

    def close(self, code: FarewellCode) -> list[Letter]:
        """Say farewell to everybody."""
        for occupant in self._occupants.present:
            self._post.to(occupant, to_peer.Farewell(code), is_last=True)
        return self._post.empty()

    def advert(self) -> Advert:
        """Tell what this table looks like from outside."""
        game: Any = self._gathering.game.name
        return Advert(
            table=self._setup.table,
            name=self._setup.name,
            host=self._setup.host_name,
            game=game,
            taken=min(len(self._occupants), self._gathering.seat_limit),
            seats=self._gathering.seat_limit,
            phase="playing" if self._evening.is_playing else "lobby",
            protocol=PROTOCOL,
            merges=self._setup.merges,
        )

    def bots(self) -> Mapping[PeerId, BotSeat]:
        """Tell which bots are wanted now."""
        game = (self._evening.match or self._gathering).game.name
        usual = self._setup.levels[0]
        wanted = {one.peer: one.level or usual for one in self._occupants if not one.is_human}
        wanted |= {one.stand_in: usual for one in self._occupants}
        return {peer: BotSeat(game, level) for peer, level in wanted.items() if peer is not None}

    def successor(self) -> PeerId | None:
        """Tell which connection leads to whoever takes the table over."""
        heir = self._successor()
        return None if heir is None else heir.peer

    @property
    def is_playing(self) -> bool:
        """Whether a game has begun and is not over."""
        return self._evening.is_playing

    @property
    def has_played(self) -> bool:
        """Whether anything was dealt here this evening."""
        return self._evening.games > 0

    def names(self) -> tuple[str, ...]:
        """Tell the names of all who sit here, by seat."""
        return tuple(str(one.name) for one in self._occupants)

    def peers(self) -> tuple[PeerId | None, ...]:
        """Tell which connection belongs to each seat."""
        return tuple(one.peer for one in self._occupants)

    def keys(self) -> frozenset[bytes]:
        """Tell the keys of all humans who have a seat and have not left for good."""
        return frozenset(one.key for one in self._occupants if one.key is not None and not one.has_left)

    def take_finished(self) -> list[FinishedGame]:
        """Hand over the games that have ended since last asked."""
        return self._evening.take_finished()

    def _join(self, peer: PeerId, message: to_host.Join, at: float) -> None:
        occupant = self._occupants.by_key(message.key)
        if (refusal := self._objection_to(message, occupant)) is not None:
            code, text = refusal
            self._post.refuse(peer, code, text, is_last=True)
        elif occupant is not None:
            self._come_back(occupant, peer, message.seen, at)
        else:
            self._sit_down(self._occupants.add_human(message.name, message.key, peer), at)

    def _objection_to(
        self, message: to_host.Join, occupant: Occupant | None
    ) -> tuple[RefusalCode, str] | None:
        if message.key in self._banned:
            return "kicked", _("You were sent away from this table: find or open another.")
        if occupant is not None:
            return None
        if self._evening.is_playing:
            return "running", _("A game is running at this table: try again when it is over.")
        if self._gathering.is_full:
            return "full", _("All {seats} seats at this table are taken: find or open another.").format(
                seats=self._gathering.seat_limit
            )
        return None

    def _sit_down(self, occupant: Occupant, at: float) -> None:
        self._post.to(occupant, to_peer.Welcome(occupant.name, occupant.id, is_return=False))
        self._post.to_others(occupant, to_peer.Notice("joined", occupant.name))
        self._post.to(occupant, to_peer.Night(tuple(self._evening.night)))

    def _come_back(self, occupant: Occupant, peer: PeerId, seen: int | None, at: float) -> None:
        is_replaced, was_deserted = occupant.peer is not None, not self._occupants.present
        if is_replaced:
            self._post.to(occupant, to_peer.Farewell("replaced"), is_last=True)
        occupant.peer, occupant.lost_at, occupant.has_left, occupant.stand_in = peer, None, False, None
        if was_deserted:
            self._evening.wake(at)
        self._post.to(occupant, to_peer.Welcome(occupant.name, occupant.id, is_return=True))
        if not is_replaced:
            self._post.to_others(occupant, to_peer.Notice("back", occupant.name))
        self._post.to(occupant, to_peer.Night(tuple(self._evening.night)))
        self._post.tell_table(self._state(at), occupant)
        self._evening.welcome_back(occupant, seen, at)

    def _get_up(self, occupant: Occupant, at: float, how: NoticeKind) -> None:
        occupant.peer = None
        self._post.to_all(to_peer.Notice(how, occupant.name))
        if self._evening.is_playing:
            occupant.has_left, occupant.lost_at, occupant.is_ready = True, at, False
        else:
            self._occupants.remove(occupant)

    def _clear_abandoned_seats(self, now: float) -> None:
        for occupant in self._occupants.humans:
            ends = self._evening.grace_ends(occupant)
            if ends is not None and now >= ends:
                self._get_up(occupant, now, "left")

    def _judge(self, occupant: Occupant, peer: PeerId, message: to_host.AnyToHost, at: float) -> None:
        match message:
            case to_host.Play():
                self._evening.play(occupant, peer, message, at)
            case to_host.Say():
                self._post.to_all(to_peer.Said(occupant.name, message.text))
            case to_host.Ready():
                occupant.is_ready = message.is_ready and self._evening.stage != "playing"
            case to_host.Rename():
                self._rename(occupant, message)
            case to_host.Leave():
                self._post.to(occupant, to_peer.Farewell("left"), is_last=True)
                self._get_up(occupant, at, "left")
            case to_host.Start() | to_host.Unseat():
                self._grant(occupant, message, at)
            case _ if type(message) in _ARRANGEMENTS:
                self._grant(occupant, message, at)

    def _rename(self, occupant: Occupant, message: to_host.Rename) -> None:
        if self._evening.is_playing:
            self._post.refuse_one(occupant, "arrangement", _("Names can be changed between games."))
        else:
            occupant.name = self._occupants.free_name(message.name, occupant)

    def _grant(self, occupant: Occupant, wish: to_host.AnyToHost, at: float) -> None:
        """Do what the owner of the table wants, and tell anybody else that they are not."""
        owner = self._owner()
        if occupant is not owner:
            text = _("Only {name} can change that here.").format(name=owner.name if owner else "")
            self._post.refuse_one(occupant, "not_owner", text)
            return
        try:
            self._arrange(wish, at)
        except TakelanError as error:
            self._post.refuse_one(occupant, "arrangement", str(error))

    def _arrange(self, wish: to_host.AnyToHost, at: float) -> None:
        if isinstance(wish, to_host.Unseat):
            self._unseat(self._gathering.find(wish.occupant), at)
        elif self._evening.is_playing:
            raise ArrangementError(_("That can be changed between games."))
        elif isinstance(wish, to_host.Start):
            self._evening.start(at)
        else:
            _ARRANGEMENTS[type(wish)](self._gathering, wish)

    def _unseat(self, occupant: Occupant, at: float) -> None:
        if occupant is self._owner():
            raise ArrangementError(_("You cannot send yourself away: leave instead."))
        if occupant.key is not None:
            self._banned.add(occupant.key)
            self._post.to(occupant, to_peer.Farewell("kicked"), is_last=True)
            self._get_up(occupant, at, "kicked")
        elif self._evening.is_playing:
            raise ArrangementError(_("A bot can be sent away between games."))
        else:
            self._occupants.remove(occupant)

    def _owner(self) -> Occupant | None:
        present = self._occupants.present
        own = next((one for one in present if one.key == self._setup.owner), None)
        return own or min(present, key=lambda one: one.id, default=None)

    def _successor(self) -> Occupant | None:
        """Name whoever takes the table over when its host leaves: the longest seated of the others."""
        others = [one for one in self._occupants.present if one.key != self._setup.owner]
        return min(others, key=lambda one: one.id, default=None)

    def _tell_owner(self) -> None:
        owner = self._owner()
        if owner is not None and self._last_owner is not None and owner is not self._last_owner:
            self._post.to_all(to_peer.Notice("owner", owner.name))
        self._last_owner = owner or self._last_owner

    def _settle(self, at: float) -> list[Letter]:
        """Follow up on what was just done: clear seats, begin what may begin, tell what changed."""
        if not self._evening.is_playing:
            self._clear_seats_of_leavers()
        if self._is_match_wanted():
            self._evening.start(at)
        self._evening.deal_if_due(at)
        self._tell_owner()
        self._tell_table(at)
        return self._post.empty()

    def _clear_seats_of_leavers(self) -> None:
        for occupant in self._occupants.humans:
            if occupant.has_left:
                self._occupants.remove(occupant)
        if self._evening.stage == "over" and not self._occupants.humans:
            self._evening.adjourn()

    def _is_match_wanted(self) -> bool:
        if self._evening.is_playing or self._gathering.missing() is not None:
            return False
        humans = self._occupants.humans
        if self._evening.stage == "lobby" and self._setup.start == "when-full":
            return self._gathering.is_full and all(one.is_present for one in humans)
        return bool(humans) and all(one.is_ready for one in humans)

    def _tell_table(self, at: float) -> None:
        self._post.tell_table(self._state(at))

    def _state(self, at: float) -> to_peer.TableState:
        owner, ends = self._owner(), self._evening.rest_ends()
        missing = None if self._evening.is_playing else self._gathering.missing()
        game: Any = self._gathering.game.name
        return to_peer.TableState(
            stage=self._evening.stage,
            table=self._setup.table,
            name=self._setup.name,
            game=game,
            options=to_words(self._gathering.options, self._gathering.pace),
            seats=tuple(map(_seat_info, self._occupants)),
            seat_limit=self._gathering.seat_limit,
            you=None,
            owner=None if owner is None else self._occupants.seat(owner),
            first_dealer=self._gathering.first_dealer,
            missing=None if missing is None else Sentence(missing),
            deals_in=None if ends is None else max(0, round((ends - at) * 1000)),
            successor=None if (heir := self._successor()) is None else self._occupants.seat(heir),
        )


def _seat_info(occupant: Occupant) -> to_peer.SeatInfo:
    return to_peer.SeatInfo(
        occupant=occupant.id,
        name=occupant.name,
        bot=occupant.level,
        is_ready=occupant.is_ready,
        is_away=occupant.is_human and occupant.peer is None,
        has_stand_in=occupant.stand_in is not None,
    )


_ARRANGEMENTS: dict[type[to_host.ToHost], Callable[[Gathering, Any], object]] = {
    to_host.ChooseGame: Gathering.choose_game,
    to_host.SetOption: Gathering.set_option,
    to_host.AddBot: Gathering.add_bot,
    to_host.MoveTo: Gathering.move_to,
    to_host.MarkDealer: Gathering.mark_dealer,
}
