"""The authority: judges one arrival after the other and says what everybody is to be told.

Rule 1: nothing here awaits or reads a clock. The order of the calls is the order of arrival, and it alone
decides a race.
Rule 2: a seat is told only what was made for it, and nothing at all when nothing changed for it.
Rule 3: a human who returns is who they were by their key, and takes the seat back at once (T2).
"""

from collections.abc import Mapping
from typing import Any

from takelan.errors import TakelanError
from takelan.language import translate as _
from takelan.rules.chance import Chance
from takelan.table.doorway import Door
from takelan.table.evening import Evening
from takelan.table.failures import ArrangementError
from takelan.table.fairness.dealing import IsSigned
from takelan.table.gallery import Gallery
from takelan.table.gathering import ARRANGEMENTS, Gathering
from takelan.table.letters import BotSeat, Letter, PeerId
from takelan.table.match import FinishedGame
from takelan.table.occupants import Occupant, Occupants
from takelan.table.offices import Offices
from takelan.table.pace import Pace
from takelan.table.post import Post
from takelan.table.records import TableRecord, setup_of
from takelan.table.setup import Setup
from takelan.table.succession.sealing import verify
from takelan.table.threshold import Threshold
from takelan.table.usher import Usher
from takelan.wire import fairness, to_host, to_peer
from takelan.wire.advert import Advert
from takelan.wire.terms import PROTOCOL, FarewellCode, NoticeKind, Sentence


class Table:
    """One gathering, from the first guest to the last rematch."""

    _evening: Evening

    def __init__(self, setup: Setup, chance: Chance, is_signed: IsSigned = verify) -> None:
        self._setup = setup
        self._chance = chance
        self._occupants = Occupants(setup.levels)
        self._gathering = Gathering(setup, self._occupants)
        shows, is_on = lambda: self._gathering.pace.onlookers, lambda: self._evening.stage == "playing"
        self._gallery = Gallery(shows, is_on)
        self._post = Post(self._occupants, self._gallery)
        self._offices = Offices(self._occupants, setup.owner, self._post)
        self._usher = Usher(self._gallery, self._occupants, self._gathering, self._post)
        desk = (self._occupants, self._gathering, self._post, self._usher)
        self._evening = Evening(*desk, chance, self._tell_table, setup.table, is_signed)
        self.door = Door(setup.code)
        self.threshold = Threshold(
            self.door, *desk, owner=setup.owner, is_playing=lambda: self._evening.is_playing
        )
        for level in setup.bots:
            self._gathering.add_bot(to_host.AddBot(level))

    @classmethod
    def load(
        cls, record: TableRecord, at: float, owner: bytes | None = None, is_signed: IsSigned = verify
    ) -> "Table":
        """Set a table up again as it was written down."""
        table = cls(setup_of(record, owner), Chance(record.seed), is_signed)
        table._occupants.load(record.occupants, record.last_id, at)
        table._gathering.load(record)
        table._evening.load(record, at)
        table.threshold.banned.update(record.banned)
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
            last_id=self._occupants.last_id,
            banned=sorted(self.threshold.banned),
            stage=evening.stage,
            games=evening.games,
            night=list(evening.night),
            match=None if evening.match is None else evening.match.save(),
            attempts=evening.attempts,
            code=self.door.code,
            is_local=setup.is_local,
        )

    def resume(self, now: float) -> list[Letter]:
        """Let the bots of a table that was set up again go on."""
        self._evening.show_bots(now)
        return self._settle(now)

    def receive(self, peer: PeerId, message: to_host.AnyToHost, at: float) -> list[Letter]:
        """Judge one arrival and return everything to be said about it."""
        if isinstance(message, to_host.Join):
            self._join(peer, message, at)
        elif isinstance(message, to_host.Watch):
            self._look_on(peer, message, at)
        elif (occupant := self._occupants.by_peer(peer)) is not None:
            self._judge(occupant, peer, message, at)
        else:
            self._usher.hear(peer, message)
        return self._settle(at)

    def note_wrong_code(self, at: float) -> list[Letter]:
        """Note that somebody tried a wrong code."""
        if self.door.note_wrong_code(at) and (owner := self._offices.owner()) is not None:
            self._post.to_all(to_peer.Notice("locked", owner.name))
        return self._settle(at)

    def lose(self, peer: PeerId, at: float) -> list[Letter]:
        """Note that a connection is gone; the seat is kept."""
        self.door.take_introduction(peer)
        if self._usher.lose(peer):
            return self._settle(at)
        occupant = self._occupants.by_peer(peer)
        if occupant is None or occupant.peer != peer or not occupant.is_human:
            return []
        self._miss(occupant, at, "away")
        return self._settle(at)

    def due(self, now: float) -> list[Letter]:
        """Do what time alone has made due."""
        if not self._evening.is_playing:
            self._clear_abandoned_seats(now)
        self._evening.due(now)
        return self._settle(now)

    def next_due(self) -> float | None:
        """Tell when due() has to be called next, if nothing arrives before."""
        due, ends = self._evening.next_due(), self.door.lock_ends()
        return min((moment for moment in (due, ends) if moment is not None), default=None)

    def close(self, code: FarewellCode) -> list[Letter]:
        """Say farewell to everybody."""
        for occupant in self._occupants.present:
            self._post.to(occupant, to_peer.Farewell(code), is_last=True)
        self._usher.close(to_peer.Farewell(code))
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
            private=self.door.code is not None,
            tag=self.door.tag,
            merges=self._setup.merges,
            watchable=self._gallery.shows != "off",
        )

    def bots(self) -> Mapping[PeerId, BotSeat]:
        """Tell which bots are wanted now."""
        game = (self._evening.match or self._gathering).game.name
        return {peer: BotSeat(game, level) for peer, level in self._occupants.bots().items()}

    def successor(self) -> PeerId | None:
        """Tell which connection leads to whoever takes the table over."""
        heir = self._offices.successor()
        return None if heir is None else heir.peer

    @property
    def pace(self) -> Pace:
        """How the table is held now; its owner may have changed that since it was opened."""
        return self._gathering.pace

    @property
    def is_playing(self) -> bool:
        """Whether a game has begun and is not over."""
        return self._evening.is_playing

    @property
    def has_played(self) -> bool:
        """Whether anything was dealt here this evening."""
        return self._evening.games > 0

    @property
    def hides_round(self) -> bool:
        """Whether a round is on of which those who look on are told nothing yet."""
        return self._gallery.is_kept_waiting

    def names(self) -> tuple[str, ...]:
        """Tell the names of all who sit here, by seat."""
        return tuple(str(one.name) for one in self._occupants)

    def peers(self) -> tuple[PeerId | None, ...]:
        """Tell which connection belongs to each seat."""
        return tuple(one.peer for one in self._occupants)

    def key_of(self, peer: PeerId) -> bytes | None:
        """Tell whose seat a connection leads to, by their key."""
        occupant = self._occupants.by_peer(peer)
        return None if occupant is None else occupant.key

    def keys(self) -> frozenset[bytes]:
        """Tell the keys of all humans who have a seat and have not left for good."""
        return frozenset(one.key for one in self._occupants if one.key is not None and not one.has_left)

    def take_finished(self) -> list[FinishedGame]:
        """Hand over the games that have ended since last asked."""
        return self._evening.take_finished()

    def _join(self, peer: PeerId, message: to_host.Join, at: float) -> None:
        if not self.threshold.let_in(peer, message):
            return
        if (occupant := self._occupants.by_key(message.key)) is not None:
            self._occupants.wish_level(occupant, message.stand_in)
            self._come_back(occupant, peer, message.seen, at)
        else:
            newcomer = self._occupants.add_human(message.name, message.key, peer)
            self._occupants.wish_level(newcomer, message.stand_in)
            self._post.welcome(newcomer, self._evening.night)

    def _look_on(self, peer: PeerId, message: to_host.Watch, at: float) -> None:
        if self.threshold.let_in(peer, message):
            onlooker = self._usher.admit(peer, message)
            self._post.to_peer(peer, to_peer.Night(tuple(self._evening.night)))
            self._tell_table(at)
            self._evening.show_onlooker(onlooker, at)

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

    def _miss(self, occupant: Occupant, at: float, how: NoticeKind) -> None:
        """Keep the seat of somebody who may come back."""
        occupant.peer, occupant.lost_at, occupant.is_ready, occupant.stand_in = None, at, False, None
        self._post.to_all(to_peer.Notice(how, occupant.name))

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
            case fairness.Pledge() | fairness.Contribute() | fairness.Attest():
                self._evening.hear(occupant, message)
            case to_host.Rename():
                self._rename(occupant, message)
            case to_host.Leave():
                self._post.to(occupant, to_peer.Farewell("left"), is_last=True)
                self._get_up(occupant, at, "left")
            case to_host.StepOut():
                self._post.to(occupant, to_peer.Farewell("left"), is_last=True)
                self._miss(occupant, at, "stepped_out")
            case to_host.Start() | to_host.Unseat() | to_host.SetCode():
                self._grant(occupant, message, at)
            case _ if type(message) in ARRANGEMENTS:
                self._grant(occupant, message, at)

    def _rename(self, occupant: Occupant, message: to_host.Rename) -> None:
        if self._evening.is_playing:
            self._post.refuse_one(occupant, "arrangement", _("Names can be changed between games."))
        else:
            occupant.name = self._occupants.free_name(message.name, occupant)

    def _grant(self, occupant: Occupant, wish: to_host.AnyToHost, at: float) -> None:
        """Do what the owner of the table wants, and tell anybody else that they are not."""
        owner = self._offices.owner()
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
        elif isinstance(wish, to_host.SetCode):
            self.door.set_code(wish.code)
            if wish.code is not None:
                self._usher.close(to_peer.Farewell("unwatched"))
        elif self._evening.is_playing:
            raise ArrangementError(_("That can be changed between games."))
        elif isinstance(wish, to_host.Start):
            self._evening.start(at)
        else:
            ARRANGEMENTS[type(wish)](self._gathering, wish)

    def _unseat(self, occupant: Occupant, at: float) -> None:
        if occupant is self._offices.owner():
            raise ArrangementError(_("You cannot send yourself away: leave instead."))
        if occupant.key is not None and occupant.key == self._setup.owner:
            # Whoever decides here may do so only because the owner's connection is lost for a moment.
            raise ArrangementError(
                _("{name} runs this table and cannot be sent away.").format(name=occupant.name)
            )
        if occupant.key is not None:
            self.threshold.banned.add(occupant.key)
            self._post.to(occupant, to_peer.Farewell("kicked"), is_last=True)
            self._get_up(occupant, at, "kicked")
        elif self._evening.is_playing:
            raise ArrangementError(_("A bot can be sent away between games."))
        else:
            self._occupants.remove(occupant)

    def _settle(self, at: float) -> list[Letter]:
        """Follow up on what was just done: clear seats, begin what may begin, tell what changed."""
        if not self._evening.is_playing:
            self._clear_seats_of_leavers()
            self._usher.seat_between_games(self._evening.night)
        if self._is_match_wanted():
            self._evening.start(at)
        self._evening.deal_if_due(at)
        self._offices.tell_owner()
        self._tell_table(at)
        self.door.tell(self._post, self._offices.owner(), self._occupants, at, self._gallery)
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
        owner, ends = self._offices.owner(), self._evening.rest_ends()
        missing = None if self._evening.is_playing else self._gathering.missing()
        game: Any = self._gathering.game.name
        return to_peer.TableState(
            stage=self._evening.stage,
            table=self._setup.table,
            name=self._setup.name,
            game=game,
            options=self._gathering.words(),
            seats=tuple(map(Occupant.describe, self._occupants)),
            seat_limit=self._gathering.seat_limit,
            you=None,
            owner=None if owner is None else self._occupants.seat(owner),
            first_dealer=self._gathering.first_dealer,
            missing=None if missing is None else Sentence(missing),
            deals_in=None if ends is None else max(0, round((ends - at) * 1000)),
            successor=None if (heir := self._offices.successor()) is None else self._occupants.seat(heir),
            onlookers=len(self._gallery),
            host=self._occupants.seat_of_key(self._setup.owner),
            is_local=self._setup.is_local,
        )
