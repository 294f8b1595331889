"""Who gets a share: everybody who sits there at a deal; and whom a host asks for votes: those who decide."""

import pytest

from takelan.net.host_keys import HostKeys
from takelan.table.letters import Letter
from takelan.table.succession.craft import RealCraft
from takelan.table.succession.keeper import House, Keeper
from takelan.wire.peer_text import PlayerName
from takelan.wire.succession import Answered, Call, Candidacy, Entrust, Listening, Vote, Where
from takelan.wire.to_host import AnyToHost, Join
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
        #: What was asked for last.
        self.asked: Candidacy | None = None
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
            for answer in self._witnesses[letter.to].hear(letter.message):
                self.say(letter.to, answer)

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
