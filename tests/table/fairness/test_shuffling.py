"""Making a deck together: what is bound, what is refused, and what a missing part leads to."""

from typing import Any

import msgspec
import pytest

from takelan.table import snapshot
from takelan.table.fairness.dealing import Dealing, Human
from takelan.table.fairness.hashing import HOST, commit, list_text, order_of, seed_of
from takelan.table.shuffling import GATHERING, PATIENCE, STRIKES
from takelan.wire import fairness, to_host, to_peer
from takelan.wire.fairness import Contribute, DealNumber, Pledge, Terms
from tests.table.fairness.games import play_game
from tests.table.room import TABLE, Room, is_signed, key_of, sign_as

ANN, BEN = key_of("Ann"), key_of("Ben")
TERMS = Terms(DealNumber(1, 1, 1), "take-that", 2, None)
NONCES = {ANN: b"a" * 32, BEN: b"b" * 32}


def dealing() -> Dealing:
    """Begin a deal for two."""
    return Dealing(TABLE, TERMS, b"h" * 32, [Human(0, ANN), Human(1, BEN)], is_signed)


def pledge(key: bytes) -> Pledge:
    """Make somebody's commitment."""
    return Pledge(TERMS.number, commit(TABLE, TERMS, key, NONCES[key]))


def bound() -> tuple[Dealing, bytes]:
    """Bind both, and return what they have to sign."""
    deal = dealing()
    deal.pledge(ANN, pledge(ANN))
    assert deal.pledge(BEN, pledge(BEN))
    assert deal.pledges is not None
    return deal, list_text(TABLE, TERMS, deal.call.host, deal.pledges.players)


def contribute(key: bytes, text: bytes, **changed: Any) -> Contribute:
    """Make somebody's part."""
    honest = Contribute(TERMS.number, NONCES[key], sign_as(key, text))
    return msgspec.structs.replace(honest, **changed)


def test_a_deal_is_whole_when_everybody_has_added_to_it() -> None:
    """What opens it holds every nonce and every signature, and binds the host as it has promised."""
    deal, text = bound()
    assert not deal.contribute(ANN, contribute(ANN, text))
    assert deal.opened is None
    assert deal.missing == [BEN]
    assert deal.contribute(BEN, contribute(BEN, text))
    opened: Any = deal.opened
    assert [one.nonce for one in opened.players] == [NONCES[ANN], NONCES[BEN]]
    assert commit(TABLE, TERMS, HOST, opened.host) == deal.call.host


@pytest.mark.parametrize(
    "changed",
    [
        {"nonce": b"x" * 32},
        {"signature": bytes(64)},
        {"number": DealNumber(1, 1, 2)},
        {"nonce": NONCES[ANN]},
    ],
)
def test_a_part_that_was_not_promised_is_as_good_as_none(changed: dict[str, Any]) -> None:
    """Another nonce, no signature, another deal or somebody else's nonce: the deal still waits."""
    deal, text = bound()
    deal.contribute(ANN, contribute(ANN, text))
    assert not deal.contribute(BEN, contribute(BEN, text, **changed))
    assert deal.missing == [BEN]


def test_nobody_can_use_anothers_promise() -> None:
    """A copied commitment cannot be opened: it is bound to its owner's key."""
    deal = dealing()
    deal.pledge(ANN, pledge(ANN))
    deal.pledge(BEN, Pledge(TERMS.number, pledge(ANN).commitment))
    assert deal.pledges is not None
    text = list_text(TABLE, TERMS, deal.call.host, deal.pledges.players)
    assert not deal.contribute(BEN, contribute(BEN, text, nonce=NONCES[ANN]))
    assert deal.missing == [ANN, BEN]


def test_no_nonce_is_taken_before_everybody_is_bound() -> None:
    """A part that comes before the list is whole does not count."""
    deal = dealing()
    deal.pledge(ANN, pledge(ANN))
    assert not deal.contribute(ANN, contribute(ANN, b""))
    assert deal.pledges is None


def test_the_deck_on_the_table_is_the_one_everybody_made() -> None:
    """Every hand lies in the order that follows from all nonces."""
    room = play_game("take-that", 3, 7)
    (finished,) = room.table.take_finished()
    dealt = finished.events[0][0]
    order = order_of(finished.game, finished.options, seed_of(TABLE, finished.deals[0]))
    assert [card for hand in dealt.hands for card in hand] + list(dealt.pile) == order


def started(*names: str, silent: str = "") -> tuple[Room, dict[str, int]]:
    """Seat these, one of whom may say nothing about deals, and begin."""
    room = Room("take-that")
    peers = {name: room.join(name) for name in names}
    if silent:
        room.silent.add(peers[silent])
    room.say(peers[names[0]], to_host.Start())
    return room, peers


def attempts(room: Room, peer: int) -> list[int]:
    """List the attempts at a deal that a peer was asked to help with."""
    return [call.terms.number.attempt for call in room.heard(peer, fairness.Shuffle)]


def test_a_withheld_part_means_fresh_promises_by_all_and_everybody_is_told() -> None:
    """Nothing is dealt without it; a new attempt is begun, counted and told."""
    room, peers = started("Ann", "Ben", "Cem", silent="Ben")
    assert not room.heard(peers["Ann"], to_peer.Step)
    room.wait(PATIENCE)
    assert attempts(room, peers["Cem"]) == [1, 2]
    assert ("redeal", "Ben") in room.notices(peers["Ann"])
    commitments = {call.host for call in room.heard(peers["Ann"], fairness.Shuffle)}
    assert len(commitments) == 2
    room.silent.clear()
    room.wait(PATIENCE)
    assert room.heard(peers["Ben"], to_peer.Step)
    assert room.witnesses[ANN].redeals == 2


def test_whoever_withholds_for_ever_holds_nobody_up() -> None:
    """After three attempts the deck is made without them, which everybody is told; they keep their seat."""
    room, peers = started("Ann", "Ben", "Cem", silent="Ben")
    room.wait(PATIENCE * STRIKES)
    assert room.heard(peers["Ann"], to_peer.Step)
    assert room.notices(peers["Cem"])[-1] == ("apart", "Ben")
    assert room.heard(peers["Ben"], to_peer.Step)
    assert room.state(peers["Ann"]).stage == "playing"
    assert all(room.witnesses[key_of(name)].finding is None for name in ("Ann", "Cem"))


def test_a_player_lost_while_shuffling_is_no_part_of_the_next_attempt() -> None:
    """The others shuffle at once without waiting for them."""
    room, peers = started("Ann", "Ben", "Cem", silent="Ben")
    room.lose(peers["Ben"])
    assert room.heard(peers["Ann"], to_peer.Step)
    assert attempts(room, peers["Ann"]) == [1, 2]
    (deal,) = room.table.save().match.deals  # type: ignore[union-attr] # a game is on
    assert {one.key for one in deal.players} == {ANN, key_of("Cem")}


def test_a_player_who_leaves_while_shuffling_is_no_part_of_it_either() -> None:
    """Getting up ends the attempt; the game begins with a stand-in in the seat."""
    room, peers = started("Ann", "Ben", "Cem", silent="Ben")
    room.say(peers["Ben"], to_host.Leave())
    room.wait(1)
    assert room.heard(peers["Ann"], to_peer.Step)
    assert len(room.view(peers["Ann"]).hand_sizes) == 3


def test_nothing_can_be_arranged_and_nobody_sits_down_while_shuffling() -> None:
    """Who is bound to a deal stays the same until it is made."""
    room, peers = started("Ann", "Ben", silent="Ben")
    room.join("Dee")
    assert room.table.names() == ("Ann", "Ben")
    room.say(peers["Ann"], to_host.AddBot())
    assert room.refusal(peers["Ann"])[0] == "arrangement"


def test_a_table_that_changed_hosts_while_shuffling_shuffles_anew() -> None:
    """The attempt is counted on, and waits for everybody to come back, but not for ever."""
    room, _ = started("Ann", "Ben", "Cem", silent="Ben")
    other = Room("take-that")
    other.table = snapshot.restore(snapshot.take(room.table), other.now, is_signed=is_signed)
    assert snapshot.take(other.table) == snapshot.take(room.table)
    other.witnesses = room.witnesses
    ann = other.join("Ann")
    assert not other.heard(ann, fairness.Shuffle)
    cem = other.join("Cem")
    other.wait(GATHERING)
    assert attempts(other, cem) == [2]
    assert other.heard(ann, to_peer.Step)


def test_a_new_host_opens_the_deals_of_the_old_one() -> None:
    """What a deck was made of is in the snapshot, so that everybody can check the game at its end."""
    room = play_game("take-that", 2, 3)
    other = Room("take-that")
    other.table = snapshot.restore(snapshot.take(room.table), other.now, is_signed=is_signed)
    other.witnesses = room.witnesses
    ann = other.join("Ann")
    assert other.heard(ann, fairness.Opened)[-1].is_last
    assert len(other.last(ann, fairness.Attested).signed) == 1


def test_salts_are_told_of_shown_cards_alone() -> None:
    """TT11: no seat gets the salt of a place whose card it was not shown from the deck."""
    room = play_game("take-that", 3, 11)
    (finished,) = room.table.take_finished()
    dealt = finished.events[0][0]
    order = [*(card for hand in dealt.hands for card in hand), *dealt.pile]
    for seat, peer in enumerate(room.keys):
        own = set(dealt.hands[seat]) | {
            event.card
            for event, _ in finished.events
            if getattr(event, "seat", None) == seat and "Drew" in repr(event)
        }
        told = {proof.place for proofs in room.heard(peer, fairness.Proofs) for proof in proofs.proofs}
        assert {order[place] for place in told} == own


def test_nothing_is_opened_before_the_game_is_over() -> None:
    """Between rounds what opens a deal stays with the host."""
    room = play_game("take-that", 2, 5, rounds=2)
    told = room.told[1]
    first = next(place for place, message in enumerate(told) if isinstance(message, fairness.Opened))
    ended = [place for place, message in enumerate(told) if "GameEnded" in repr(message)]
    assert ended[0] < first
