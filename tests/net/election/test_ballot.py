"""Everybody who hears the same elects the same, whatever the order."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from takelan.net.election.ballot import PATIENCE, QUIET, Ballot, is_id, make_id

ids = st.builds(make_id, st.integers(0, 2**44 - 1), st.integers(0, 2**20 - 1))


@given(ids)
def test_an_id_is_an_id_of_a_table(own: str) -> None:
    """Whoever is elected opens the table under the id they were elected by."""
    assert is_id(own)
    assert len(own) == 16


@given(st.integers(0, 2**44 - 2), st.integers(0, 2**20 - 1), st.integers(0, 2**20 - 1))
def test_whoever_started_first_has_the_smaller_id(moment: int, first: int, second: int) -> None:
    """The order of ids is the order of starting, and chance only decides within one millisecond."""
    assert make_id(moment, first) < make_id(moment + 1, second)


@given(st.sets(ids, min_size=1, max_size=10), st.randoms(use_true_random=False))
def test_all_elect_the_same(everybody: set[str], order: Random) -> None:
    """Ten peers that heard of each other in ten different orders name the same host."""
    elected = set()
    for own in everybody:
        ballot = Ballot(own, 0.0)
        others = sorted(everybody - {own})
        order.shuffle(others)
        for place, peer in enumerate(others):
            ballot.hear(peer, place * 0.03)
        elected.add(ballot.elected(5.0))
    assert elected == {min(everybody)}


def test_nobody_is_elected_before_it_is_quiet() -> None:
    """A newcomer starts the second anew, one heard before does not."""
    ballot = Ballot("b" * 16, 0.0)
    assert ballot.elected(QUIET - 0.01) is None
    ballot.hear("a" * 16, 0.9)
    assert ballot.elected(QUIET + 0.5) is None
    ballot.hear("a" * 16, 1.8)
    assert ballot.elected(0.9 + QUIET) == "a" * 16


def test_an_elected_peer_that_stops_wishing_is_opening_the_table() -> None:
    """Its record goes before its table comes; nobody else is elected in between."""
    ballot = Ballot("b" * 16, 0.0)
    ballot.hear("a" * 16, 0.0)
    assert ballot.elected(1.0) == "a" * 16
    ballot.miss("a" * 16)
    assert ballot.elected(1.0 + PATIENCE - 0.1) == "a" * 16


def test_an_elected_peer_that_never_opens_is_given_up() -> None:
    """A record of a process that is gone delays everybody once, and not again."""
    ballot = Ballot("b" * 16, 0.0)
    ballot.hear("a" * 16, 0.0)
    ballot.elected(1.0)
    assert ballot.elected(1.0 + PATIENCE) == "b" * 16
    ballot.hear("a" * 16, 7.0)
    assert ballot.elected(8.5) == "b" * 16


def test_a_peer_that_was_not_elected_may_just_go() -> None:
    """Losing one of the others changes nothing."""
    ballot = Ballot("b" * 16, 0.0)
    ballot.hear("c" * 16, 0.0)
    ballot.miss("c" * 16)
    assert ballot.elected(1.0) == "b" * 16
