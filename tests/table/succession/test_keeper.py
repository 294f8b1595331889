"""Who gets a share: everybody who sits there at a deal; and whom a host asks for votes: those who decide."""

from hashlib import sha256

import pytest

from takelan.net.host_keys import HostKeys
from takelan.rules.take_that import TakeLine
from takelan.table.letters import Letter
from takelan.table.succession.craft import RealCraft
from takelan.table.succession.keeper import CONFIRM_WITHIN, House, Keeper
from takelan.wire.peer_text import PlayerName
from takelan.wire.succession import (
    Answered,
    Call,
    Candidacy,
    Deposit,
    Entrust,
    Kept,
    Listening,
    Superseded,
    Vote,
    Where,
)
from takelan.wire.to_host import AnyToHost, Join, Leave, Play, Unseat
from takelan.wire.to_peer import Farewell
from tests.table.room import UNSIGNED, Room, key_of, witness

NAMES = ("Ann", "Ben", "Cem")
HERE = Where(("10.0.0.2",), 20000, "0" * 64)


class Table:
    """A keeper's table, and which shares it gave to whom."""

    def __init__(self) -> None:
        keys = HostKeys()
        table = Room("take-a-number", seats=len(NAMES), start="when-full").table
        house = House(None, keys.offer(None), keys.sign, bytes, RealCraft())
        self.keeper = Keeper(table, house, 0.0)
        self.entrusted: dict[int, Entrust] = {}
        #: The newest state everybody holds.
        self.held: dict[int, int] = {}
        #: What was asked for last.
        self.asked: Candidacy | None = None
        #: Who was bidden farewell, and how.
        self.sent_away: dict[int, str] = {}
        self._witnesses = [witness(key_of(name)) for name in NAMES]

    def say(self, peer: int, message: AnyToHost) -> None:
        """Let a message arrive."""
        self.carry(self.keeper.receive(peer, message, 0.0))

    def sit_down(self, peer: int) -> None:
        """Let the next one sit down; the last one makes the table deal."""
        self.say(peer, Join(PlayerName(NAMES[peer]), key_of(NAMES[peer]), UNSIGNED))

    def carry(self, letters: list[Letter]) -> None:
        """Let everybody hear what they are told."""
        given = {letter.to: letter.message for letter in letters if isinstance(letter.message, Entrust)}
        self.entrusted |= given
        for letter in letters:
            if isinstance(letter.message, Call):
                self.asked = letter.message.candidacy
            elif isinstance(letter.message, Deposit):
                self.held[letter.to] = letter.message.state.header.sequence
            elif isinstance(letter.message, Farewell):
                self.sent_away[letter.to] = letter.message.code
            for answer in self._witnesses[letter.to].hear(letter.message):
                self.say(letter.to, answer)

    def confirm(self, *peers: int) -> None:
        """Let some confirm what they were entrusted with last."""
        for peer in peers:
            self.say(peer, Kept(self.entrusted[peer].config.epoch, self.held.get(peer)))

    @property
    def holders(self) -> set[int]:
        """Tell who holds a share of the newest epoch."""
        newest = max((one.config.epoch for one in self.entrusted.values()), default=None)
        held = self.entrusted.items()
        return {peer for peer, one in held if one.config.epoch == newest and one.share is not None}


@pytest.mark.parametrize("early", range(len(NAMES)))
def test_whoever_begins_to_listen_after_a_hasty_deal_gets_a_share(early: int) -> None:
    """A table that deals as soon as it is full deals before the last ones' programs listen."""
    table = Table()
    for peer in range(len(NAMES)):
        table.sit_down(peer)
        if peer < early:
            table.say(peer, Listening(HERE))
    assert table.holders == (set(range(early)) if early > 1 else set())
    for peer in range(early, len(NAMES)):
        table.say(peer, Listening(HERE))
    assert table.holders == set(range(len(NAMES)))


def test_whoever_cannot_be_reached_by_the_others_gets_no_share() -> None:
    """Counted among those whose votes it takes, they would keep the others from electing anybody."""
    table = Table()
    for peer in range(len(NAMES)):
        table.sit_down(peer)
        table.say(peer, Listening(HERE if peer else None))
    assert table.holders == {1, 2}


def test_a_call_is_made_anew_once_others_decide_than_those_it_names() -> None:
    """The votes for it would prove nothing: the holders of the new epoch could elect somebody else."""
    table, heir = Table(), HostKeys().offer(None)
    for peer in range(len(NAMES)):
        table.sit_down(peer)
        table.say(peer, Listening(HERE))
    table.carry(table.keeper.bequeath(key_of("Ann"), heir, 0.0))
    first = table.asked
    assert first is not None
    table.carry(table.keeper.lose(2, 0.0))
    assert table.asked == first
    table.say(1, Answered(Vote(first.term, bytes(32), key_of("Ben"), has_share=True, signature=UNSIGNED)))
    assert table.asked is not None
    assert table.asked.offer == heir
    assert table.asked.term > first.term
    assert table.asked.epoch > first.epoch


def dealt() -> Table:
    """Set up a table that has dealt, and whose players hold shares they have not confirmed yet."""
    table = Table()
    for peer in range(len(NAMES)):
        table.sit_down(peer)
        table.say(peer, Listening(HERE))
    return table


def test_a_single_player_cannot_make_up_a_later_host() -> None:
    """Two of three make a host: while two obey here there is no other, and a second one is believed."""
    table = dealt()
    table.confirm(*range(len(NAMES)))
    assert table.keeper.active is not None
    table.say(0, Superseded(2, 2))
    assert table.keeper.deposed_by is None
    table.say(1, Superseded(2, 2))
    assert table.keeper.deposed_by == 2


def test_nor_by_keeping_the_newest_key_from_coming_into_force() -> None:
    """Those who hold the shares of the key before it decide until then, and they obey."""
    table = Table()
    for peer in range(len(NAMES)):
        table.sit_down(peer)
        if peer < 2:
            table.say(peer, Listening(HERE))
    table.confirm(0, 1)
    table.say(2, Listening(None))
    assert table.keeper.active is None
    table.say(2, Superseded(2, 2))
    assert table.keeper.deposed_by is None


def test_a_player_who_was_believed_too_little_is_believed_once_the_others_are_gone() -> None:
    """Those who have left for the later host may be noticed to be gone only after somebody told of it."""
    table = dealt()
    table.confirm(*range(len(NAMES)))
    table.say(0, Superseded(2, 2))
    table.carry(table.keeper.lose(1, 0.0))
    table.carry(table.keeper.due(1.0))
    assert table.keeper.deposed_by == 2


@pytest.mark.parametrize(
    "lie",
    [
        Superseded(2**31, 1),
        Answered(Vote(2**31, bytes(32), key_of("Ann"), has_share=True, signature=UNSIGNED)),
    ],
)
def test_nobody_is_believed_to_be_bound_by_the_last_term_there_can_be(lie: AnyToHost) -> None:
    """A call for votes in the term after it would be no message, and everybody would hang up on the host."""
    table = dealt()
    table.confirm(*range(len(NAMES)))
    table.say(0, lie)
    table.carry(table.keeper.due(1.0))
    asked_before = table.asked
    assert asked_before is None
    table.say(1, Superseded(3, 1))
    table.carry(table.keeper.due(2.0))
    assert table.asked is not None
    assert table.asked.term == 4


def test_whoever_talks_and_never_confirms_is_let_go() -> None:
    """Nothing is shown before all know of the new key: one mute program would hold everybody up for ever."""
    table = dealt()
    table.confirm(0, 1)
    table.carry(table.keeper.due(CONFIRM_WITHIN - 0.1))
    assert table.sent_away == {}
    table.carry(table.keeper.due(CONFIRM_WITHIN))
    assert table.sent_away == {2: "silent"}
    table.confirm(0, 1)
    assert table.keeper.active is not None
    assert table.holders == {0, 1}


def test_whoever_is_sent_away_need_not_be_waited_for() -> None:
    """They may be the very one whose confirmation is missing."""
    table = dealt()
    table.confirm(0, 1)
    table.say(0, Unseat(3))
    assert table.sent_away == {2: "kicked"}
    table.confirm(0, 1)
    assert table.keeper.active is not None


def test_no_crowd_that_comes_and_goes_makes_a_table_too_large_to_be_kept() -> None:
    """The counts of their moves would grow until the table fits no message any more, and nobody holds it."""
    table = Table()
    for number in range(2000):
        peer, key = 10 + number, sha256(b"%d" % number).digest()
        table.keeper.receive(peer, Join(PlayerName("Eve"), key, UNSIGNED), 0.0)
        table.keeper.receive(peer, Play(TakeLine(), number=1), 0.0)
        table.keeper.receive(peer, Leave(), 0.0)
    for peer in range(len(NAMES)):
        table.sit_down(peer)
        table.say(peer, Listening(HERE))
    assert table.holders == set(range(len(NAMES)))
    assert len(table.keeper.counts) < 100
