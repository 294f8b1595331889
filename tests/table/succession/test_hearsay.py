"""A host that others told of is waited for, but not for ever, unless it has shown something."""

import pytest

from takelan.table.succession.craft import RealCraft
from takelan.table.succession.hearsay import FORGET_AFTER, TRY_AGAIN, Hearsay
from takelan.table.succession.holder import Holder
from takelan.table.succession.outcomes import Follow, Outcome
from takelan.table.succession.voter import SILENCE
from takelan.wire.succession import Candidacy, Certificate, Epoch, Offer, Serving

LATER = FORGET_AFTER + 1.0


def certificate(term: int) -> Certificate:
    """Write a certificate; whether it holds is not for hearsay to judge."""
    offer = Offer(bytes(32), bytes(32), None)
    return Certificate(Candidacy("0" * 16, term, bytes(32), Epoch(1, 1), 0, (), offer), ())


@pytest.fixture
def hearsay() -> Hearsay:
    """Tell of a host in term 2."""
    heard = Hearsay()
    heard.take(certificate(2), at=1.0)
    return heard


def test_a_host_is_waited_for(hearsay: Hearsay) -> None:
    """It takes a while until it serves."""
    hearsay.give_up_if_gone(0.0, 1.0 + FORGET_AFTER / 2)
    assert (hearsay.term, hearsay.proof) == (2, certificate(2))


def test_a_host_that_showed_nothing_is_given_up(hearsay: Hearsay) -> None:
    """Nor is it told of again, or believed when those tell of it who have not given it up yet."""
    hearsay.give_up_if_gone(0.0, 1.0 + LATER)
    assert (hearsay.term, hearsay.proof) == (0, None)
    assert not hearsay.is_news(2)
    assert hearsay.is_news(3)


def test_a_host_that_is_heard_is_not_given_up(hearsay: Hearsay) -> None:
    """Silence counts from when the last host was heard."""
    hearsay.give_up_if_gone(5.0, 1.0 + LATER)
    assert hearsay.term == 2


def test_whoever_has_seen_a_step_waits_for_ever(hearsay: Hearsay) -> None:
    """Nobody may see the game go back."""
    hearsay.note_step()
    hearsay.give_up_if_gone(0.0, 1000.0)
    assert hearsay.term == 2


def test_what_a_host_entrusts_is_no_hearsay(hearsay: Hearsay) -> None:
    """Its proof is kept, for others who look for it."""
    hearsay.confirm(2, certificate(2))
    hearsay.give_up_if_gone(0.0, 1000.0)
    assert (hearsay.term, hearsay.proof) == (0, certificate(2))


def made_up(term: int) -> Serving:
    """Tell, as any stranger can, of a host elected by nobody, from an epoch nobody knows."""
    return Serving(certificate(term))


def holder() -> Holder:
    """Be a player who has heard the host just now, and holds nothing yet."""
    return Holder("0" * 16, b"p" * 32, lambda message: bytes(64), RealCraft(), 0.0)


def follows(outcomes: list[Outcome]) -> int:
    """Count how often a player leaves for another host."""
    return sum(isinstance(outcome, Follow) for outcome in outcomes)


def test_nobody_leaves_a_host_that_is_heard_for_one_that_may_be_made_up() -> None:
    """Anybody on the network can send such a letter."""
    player = holder()
    assert not follows(player.receive(made_up(50), SILENCE / 2))
    assert player.term == 0


def test_a_host_that_cannot_be_judged_is_tried_now_and_then() -> None:
    """Nothing is held to: a proven host of an earlier term is as welcome as before, and elections go on."""
    player = holder()
    silent = SILENCE + 1.0
    assert follows(player.receive(made_up(50), silent)) == 1
    assert not follows(player.receive(made_up(51), silent + TRY_AGAIN / 2))
    assert follows(player.receive(made_up(52), silent + TRY_AGAIN)) == 1
    assert player.term == 0
    assert player.outlook(silent).is_silent
