"""What players are told to expect while no host is heard."""

from takelan.table.succession.charges import Promise
from takelan.table.succession.prospects import STAGGER, Lookout, Prospect
from takelan.table.succession.voter import SILENCE, Voter
from takelan.wire import succession as words
from tests.simulation.craft import CheapCraft

ANN, BEN, CLEO, DEE = (letter * 32 for letter in (b"a", b"b", b"c", b"d"))
TABLE = "0123456789abcdef"
EPOCH = words.Epoch(1, 1)
UNSIGNED = bytes(64)


def holder(own: bytes = CLEO) -> Voter:
    """Make a player who holds a share beside two others; Ann runs the table, and was last heard at 10."""
    voter = Voter(TABLE, own, lambda message: UNSIGNED, CheapCraft(), Promise(1, None, EPOCH), heard_at=10.0)
    config = words.Config(EPOCH, (BEN, CLEO, DEE), threshold=2, witnesses=(ANN, BEN, CLEO, DEE))
    members = tuple(words.Member(key) for key in (ANN, BEN, CLEO, DEE))
    voter.charges.add(words.Entrust(config, (), members, bytes(32), words.Share(1, bytes(16))))
    voter.charges.activate(EPOCH)
    return voter


def seek(key: bytes) -> words.Seek:
    """Let somebody ask for a host, as everybody without one does every second."""
    return words.Seek(TABLE, key, 1)


def sound(key: bytes) -> words.Sound:
    """Let somebody ask for votes."""
    return words.Sound(TABLE, key, EPOCH, 1, (), 1, UNSIGNED)


def expect(lookout: Lookout, now: float, *, is_trying: bool = False) -> Prospect | None:
    """Tell what Cleo expects."""
    return lookout.prospect(holder(), now, is_trying=is_trying)


def test_the_first_in_rank_is_expected_first_and_the_moment_is_told() -> None:
    """Ranks follow each other; whoever does not try is followed by the next."""
    begins = 10.0 + SILENCE
    assert expect(Lookout(), 10.0) == Prospect("expected", BEN, begins)
    assert expect(Lookout(), begins + 0.1) == Prospect("trying", BEN)
    assert expect(Lookout(), begins + STAGGER + 0.1) == Prospect("trying", CLEO)


def test_whoever_asks_for_votes_is_the_one_who_tries() -> None:
    """What is heard counts more than the rank."""
    lookout = Lookout()
    lookout.note(sound(DEE), 11.6)
    assert expect(lookout, 11.7) == Prospect("trying", DEE)
    assert expect(lookout, 11.7, is_trying=True) == Prospect("trying", CLEO)


def test_a_small_side_says_how_many_are_missing() -> None:
    """Alone of three holders, Cleo waits for one more; with Dee there, nobody is missing."""
    lookout = Lookout()
    assert expect(lookout, 14.0) == Prospect("short", here=1, of=4, lacking=1)
    lookout.note(seek(DEE), 13.9)
    found = expect(lookout, 14.0)
    assert found is not None
    assert found.kind == "trying"
    lookout.note(seek(b"x" * 32), 19.9)
    assert expect(lookout, 20.0) == Prospect("short", here=1, of=4, lacking=1), "a stranger is nobody"


def test_a_host_that_waits_itself_says_so() -> None:
    """Its players are on the small side with it."""
    lookout = Lookout()
    lookout.note_host(words.Alive(1, EPOCH, is_waiting=True, here=2, lacking=1))
    assert expect(lookout, 10.2) == Prospect("short", here=2, of=4, lacking=1)
    lookout.note_host(words.Alive(1, EPOCH, is_waiting=False))
    assert expect(lookout, 10.4) == Prospect("expected", BEN, 10.0 + SILENCE)


def test_without_shares_there_is_nothing_to_expect() -> None:
    """At a table of two nobody but the host could go on."""
    voter = holder()
    voter.charges.clear()
    assert Lookout().prospect(voter, 12.0, is_trying=False) is None
