"""The evening's play: one match after the other, their clocks, their stand-ins and their results.

Rule 1: a game waits while everybody has lost the connection; nobody comes back to a finished game.
Rule 2: a late grab is told to whoever was late, and once to everybody by how much (TI5).
"""

from collections.abc import Callable
from typing import Any

import msgspec

from takelan.errors import IllegalMoveError
from takelan.language import translate as _
from takelan.rules import take_a_number, take_it
from takelan.rules.chance import Chance
from takelan.rules.game import NOBODY, AnyGame, GameEnded, Seat
from takelan.table.failures import ArrangementError
from takelan.table.fairness.attesting import CHECK_WITHIN, Attesting
from takelan.table.fairness.dealing import IsSigned
from takelan.table.gallery import Onlooker
from takelan.table.gathering import Gathering
from takelan.table.letters import PeerId
from takelan.table.match import FinishedGame, Match
from takelan.table.occupants import Occupant, Occupants
from takelan.table.post import Post
from takelan.table.records import TableRecord
from takelan.table.shuffling import Shuffling, Wanted
from takelan.table.usher import Usher
from takelan.wire import fairness, to_host, to_peer
from takelan.wire.advert import GameName
from takelan.wire.terms import Mover, NoticeKind, Stage


class Evening:
    """Everything that is played at one table."""

    def __init__(
        self,
        occupants: Occupants,
        gathering: Gathering,
        post: Post,
        usher: Usher,
        chance: Chance,
        tell_table: Callable[[float], None],
        table: str,
        is_signed: IsSigned,
    ) -> None:
        self.stage: Stage = "lobby"
        self.match: Match | None = None
        self.night: list[to_peer.NightGame] = []
        self._occupants = occupants
        self._gathering = gathering
        self._post = post
        self._usher = usher
        self._tell_table = tell_table
        self._table = table
        self._is_signed = is_signed
        self._shuffling = Shuffling(table, occupants, post, chance, is_signed)
        #: The game that is over, while its players check it.
        self._attesting: Attesting | None = None
        #: How many games have begun.
        self.games = 0
        self._rest_began = 0.0
        #: The game last finished, until everybody there has checked it, and those before.
        self._unchecked: FinishedGame | None = None
        self._finished: list[FinishedGame] = []
        #: Whose late grab for which row everybody has heard of.
        self._beaten: set[tuple[int, Seat]] = set()

    @property
    def is_playing(self) -> bool:
        """Whether a game has begun, be it only to be shuffled for, and is not over."""
        return self.stage in ("playing", "resting") or self._shuffling.is_on

    @property
    def attempts(self) -> int | None:
        """How often the deal now being made was begun; None when none is."""
        return self._shuffling.attempts

    def take_finished(self) -> list[FinishedGame]:
        """Hand over the games that have ended since last asked."""
        finished, self._finished = self._finished, []
        return finished

    def start(self, at: float) -> None:
        """Begin a game."""
        missing = self._gathering.missing()
        if missing is not None:
            raise ArrangementError(missing)
        self._shuffling.want(self._wanted(), at)

    def hear(self, occupant: Occupant, message: fairness.AnyAboutDeals) -> None:
        """Take what somebody adds to a deal, or says of one."""
        if not isinstance(message, fairness.Attest):
            self._shuffling.hear(occupant, message)
        elif self._attesting is not None and self._attesting.hear(occupant.place, occupant.key, message):
            self._post.to_all(self._attesting.told)

    def load(self, record: TableRecord, at: float) -> None:
        """Go on where a record ends."""
        self.stage, self.night = record.stage, list(record.night)
        self.games, self._rest_began = record.games, at
        if record.match is not None:
            self.match = Match.load(record.match, self._gathering.pace, self._table, at)
            for occupant in self._occupants:
                if occupant.place is not None and self.match.is_dealt:
                    occupant.last_view = self.match.view(occupant.place)
            if self.stage == "over":
                self._attesting = self._attest(self.match)
        if record.attempts is not None:
            self._shuffling.want(self._wanted(), at, record.attempts)

    def show_bots(self, at: float) -> None:
        """Show the bots of a table that was set up again what they have to play from."""
        if self.match is not None:
            for seat, occupant in enumerate(self._occupants):
                self._post.show(self.match, occupant, self.match.left(seat, at))

    def adjourn(self) -> None:
        """Go back to the lobby when everybody has left."""
        self.stage, self.match = "lobby", None

    def play(self, occupant: Occupant, peer: PeerId, message: to_host.Play, at: float) -> None:
        """Judge a move."""
        if self.match is None or occupant.place is None:
            self._post.refuse(peer, "illegal", _("No game is being played now."))
            return
        if self._is_outdated(self.match, occupant, message):
            self._post.refuse(peer, "stale", _("The table has changed since: look again and choose."))
            return
        try:
            events = self.match.play(occupant.place, message.move, at, _mover(occupant, peer))
        except IllegalMoveError as error:
            self._post.refuse(peer, "illegal", error.reason)
            return
        if occupant.is_present:  # T1: a stand-in for one decision goes with that decision.
            occupant.stand_in = None
        self._spread(self.match, events, at)

    def _is_outdated(self, match: Match, occupant: Occupant, message: to_host.Play) -> bool:
        """Tell whether a move answers something that is not so any more."""
        if message.revision is None or match.game.is_race or message.revision == occupant.revision:
            return False
        if not isinstance(message.move, take_a_number.ChooseCard):
            return True
        # TN4: somebody else's choice does not matter to ours; a reveal does, for it made the choice final.
        since = (match.record[place][0] for number, place in occupant.recent if number > message.revision)
        return any(isinstance(event, take_a_number.types.Revealed) for event in since)

    def welcome_back(self, occupant: Occupant, seen: int | None, at: float) -> None:
        """Tell somebody who returns what happened meanwhile."""
        if self.match is not None and occupant.place is not None:
            if self.match.is_restarted and self.stage == "playing" and _missed_the_deal(occupant, seen):
                self._post.to(occupant, to_peer.Notice("restarted", self._gathering.host_name))
            self._post.catch_up(self.match, occupant, seen, self.match.left(occupant.place, at))
            for opened in self._openings():
                self._post.to(occupant, opened)

    def show_onlooker(self, onlooker: Onlooker, at: float) -> None:
        """Show somebody who comes to look on how the game stands."""
        if self.match is not None and self.match.is_dealt:
            self._post.show_onlooker(self.match, onlooker, self.match.left(NOBODY, at))
            for opened in self._openings():
                self._post.to_peer(onlooker.peer, opened)
            if self._attesting is not None:
                self._post.to_peer(onlooker.peer, self._attesting.told)

    def wake(self, at: float) -> None:
        """Go on after a time in which nobody was there."""
        if self.match is not None:
            self.match.wake(at)

    def due(self, now: float) -> None:
        """Do what time alone has made due."""
        if self.match is not None and self._is_anybody_there():
            self._call_stand_ins(now)
            self._run_clocks(self.match, now)
        self.deal_if_due(now)

    def deal_if_due(self, now: float) -> None:
        """Deal the next round once everybody is ready or has had the time to be, and the deck is made."""
        self._release_finished(now)
        ends = self.rest_ends()
        if self.match is not None and ends is not None and now >= ends and self._is_anybody_there():
            self._usher.seat_between_rounds(self.night)
            self._shuffling.want(self._wanted(), now)
        if (deal := self._shuffling.settle(now)) is not None:
            self._deal(deal, now)

    def next_due(self) -> float | None:
        """Tell when due() has to be called next."""
        moments = [self.grace_ends(one) for one in self._occupants.humans if one.lost_at is not None]
        if self.match is not None and self._is_anybody_there():
            moments.append(self.match.next_due() if self.stage == "playing" else self.rest_ends())
        moments.append(self._shuffling.next_due())
        if self._unchecked is not None:
            moments.append(self._rest_began + CHECK_WITHIN)
        return min((moment for moment in moments if moment is not None), default=None)

    def grace_ends(self, occupant: Occupant) -> float | None:
        """Tell when a lost human's seat is played by a stand-in (T2), or cleared between games."""
        if occupant.lost_at is None or occupant.stand_in is not None:
            return None
        if self.is_playing and not self._is_anybody_there():
            return None
        return occupant.lost_at + (0 if occupant.has_left else self._gathering.pace.grace)

    def rest_ends(self) -> float | None:
        """Tell when the next round is dealt; None when that is not known."""
        if self.stage != "resting" or self._shuffling.is_on:
            return None
        if all(one.is_ready for one in self._occupants.present):
            return self._rest_began
        pause = self._gathering.pace.round_pause
        return self._rest_began + pause if pause else None

    def _is_anybody_there(self) -> bool:
        return bool(self._occupants.present) or all(one.has_left for one in self._occupants.humans)

    def _wanted(self) -> Wanted:
        """Name the deal that comes next."""
        if self.stage == "resting" and self.match is not None:
            return Wanted(_name(self.match.game), self.games, self.match.next_round, None)
        gathering = self._gathering
        return Wanted(_name(gathering.game), self.games + 1, 1, gathering.first_dealer)

    def _deal(self, deal: fairness.OpenedDeal, at: float) -> None:
        """Put a deck on the table that everybody is bound to."""
        gathering = self._gathering
        if self.stage != "resting" or self.match is None:
            self._release_finished(at, must=True)
            self.games += 1
            self._attesting = None
            self.match = Match(gathering.game, gathering.options, gathering.pace, self._table)
        self._begin_round(at)
        events = self.match.deal(deal, at)
        if self.match.is_restarted:
            self._post.to_all(to_peer.Notice("restarted", self._gathering.host_name))
        self._post.to_all_even_now(self.match.deck.bound)
        self._spread(self.match, events, at)

    def _begin_round(self, at: float) -> None:
        self.stage = "playing"
        self._beaten.clear()
        for seat, occupant in enumerate(self._occupants):
            occupant.place = seat
            occupant.is_ready = not occupant.is_human
            occupant.recent.clear()
            occupant.last_view = None
        self._tell_table(at)

    def _spread(self, match: Match, events: list[Any], at: float) -> None:
        """Tell every seat what it may hear and know now."""
        if events and isinstance(events[0], take_it.types.Missed):
            self._tell_finish(match, events[0], at)
            return
        for seat, occupant in enumerate(self._occupants):
            self._post.step(match, seat, occupant, len(events), match.left(seat, at))
        self._post.step_for_gallery(match, len(events), match.left(NOBODY, at))
        if match.is_round_over() and self.stage == "playing":
            self._end_round(match, at)

    def _tell_finish(self, match: Match, missed: take_it.types.Missed, at: float) -> None:
        loser = self._occupants.by_place(missed.seat)
        row, place, grabbed_at = match.last_grab or (0, missed.seat, at)
        winner = self._occupants.by_place(place)
        if loser is None:
            return
        if row != missed.row or winner is None or winner is loser:
            self._post.refuse_one(loser, "late", _("Too late: that row is gone. It cost you no take."))
            return
        margin = max(0, round((at - grabbed_at) * 1000))
        text = _("Too late: {name} was {margin} ms faster. It cost you no take.")
        self._post.refuse_one(loser, "late", text.format(name=winner.name, margin=margin))
        if (row, missed.seat) not in self._beaten:
            self._beaten.add((row, missed.seat))
            seats = (self._occupants.seat(winner), self._occupants.seat(loser))
            self._post.to_all(to_peer.PhotoFinish(*seats, row, margin))

    def _end_round(self, match: Match, at: float) -> None:
        self._rest_began = at
        self.stage = "over" if match.is_over() else "resting"
        for occupant in self._occupants:
            occupant.is_ready = not occupant.is_human
        if self.stage == "over":
            self._end_game(match)

    def _end_game(self, match: Match) -> None:
        names = tuple(one.name for one in self._occupants)
        ending: GameEnded = match.record[-1][0]
        name: Any = match.game.name
        self.night.append(to_peer.NightGame(name, names, ending.totals, ending.winners))
        del self.night[: -to_peer.MAX_NIGHT]
        self._post.to_all(to_peer.Night(tuple(self.night)))
        for occupant in self._occupants.humans:
            occupant.stand_in = None
        record, deals = tuple(match.record), tuple(match.deals)
        if not match.is_partial:
            self._unchecked = FinishedGame(match.game, names, match.options, record, self._table, deals)
        self._attesting = self._attest(match)
        for opened in self._openings():
            self._post.to_all(opened)

    def _attest(self, match: Match) -> Attesting:
        names, events = self.night[-1].names, (event for event, _ in match.record)
        return Attesting(self._table, match.game, match.options, names, match.deals, events, self._is_signed)

    def _openings(self) -> list[fairness.Opened]:
        """List what opens every deal of a game that is over; nothing before."""
        return self._attesting.openings if self._attesting is not None and self.stage == "over" else []

    def _release_finished(self, now: float, *, must: bool = False) -> None:
        """Hand a finished game over once everybody there has checked it, or has had the time to."""
        if self._unchecked is None or self._attesting is None:
            return
        here = [one.key for one in self._occupants.present if one.key and one.place is not None]
        if must or now >= self._rest_began + CHECK_WITHIN or self._attesting.has_heard(here):
            signed = self._attesting.signed
            self._finished.append(msgspec.structs.replace(self._unchecked, signed=signed))
            self._unchecked = None

    def _run_clocks(self, match: Match, now: float) -> None:
        if self.stage != "playing":
            return
        if events := match.flip_if_due(now):
            self._spread(match, events, now)
        for seat in match.take_late(now):
            occupant = self._occupants[seat]
            if occupant.is_present and occupant.stand_in is None:
                self._call_stand_in(occupant, "clock", now)

    def _call_stand_ins(self, now: float) -> None:
        for occupant in self._occupants.humans:
            ends = self.grace_ends(occupant)
            if self.is_playing and ends is not None and now >= ends:
                self._call_stand_in(occupant, "stand_in", now)

    def _call_stand_in(self, occupant: Occupant, why: NoticeKind, now: float) -> None:
        occupant.stand_in = self._occupants.next_bot_peer()
        self._post.to_all(to_peer.Notice(why, occupant.name, occupant.stand_in_level))
        if self.match is not None:
            seat = self._occupants.seat(occupant)
            self._post.show(self.match, occupant, self.match.left(seat, now))


def _name(game: AnyGame) -> GameName:
    name: Any = game.name
    return name  # type: ignore[no-any-return] # every game of the catalog is one


def _missed_the_deal(occupant: Occupant, seen: int | None) -> bool:
    return bool(occupant.recent) and (seen is None or seen < occupant.recent[0][0])


def _mover(occupant: Occupant, peer: PeerId) -> Mover:
    if peer != occupant.stand_in:
        return "player"
    return "clock" if occupant.is_present else "stand-in"
