"""Who stands for a game: whoever added to one of its decks, from their own seat, and each of them once."""

from takelan.table.fairness.eyes import CheckedGame
from takelan.table.fairness.hashing import game_text
from takelan.table.fairness.witness import Witness
from takelan.table.shuffling import PATIENCE, STRIKES
from takelan.wire import to_host
from takelan.wire.fairness import Attestation, Attested, Pledge
from takelan.wire.to_host import AnyToHost
from tests.table.fairness.games import lines_of, play_game
from tests.table.fairness.test_tampering import verified
from tests.table.room import TABLE, Room, key_of, sign_as
from tests.table.test_onlookers import play_round

ANN, BEN, ZOE = key_of("Ann"), key_of("Ben"), key_of("Zoe")


class Unheard(Room):
    """A room in which Ben's part of a deck never reaches the host."""

    def say(self, peer: int, message: AnyToHost) -> None:
        """Pass on everything else."""
        if not (isinstance(message, Pledge) and self.keys.get(peer) == BEN):
            super().say(peer, message)


def checked_by_ann() -> tuple[Witness, CheckedGame]:
    """Let two play a game, and take what one of them has found."""
    witness = play_game("take-that", 2, 1).witnesses[ANN]
    assert witness.checked is not None
    return witness, witness.checked


def signed_by(checked: CheckedGame, seat: int, key: bytes) -> Attestation:
    """Sign a game as somebody would."""
    number, names = checked.number, checked.names
    text = game_text(TABLE, number, checked.game.name, names, checked.options, checked.events)
    return Attestation(seat, key, sign_as(key, text))


def test_a_host_cannot_count_more_signatures_than_there_are() -> None:
    """Told twice, from another seat or by a key of the host's own making, a signature counts for nothing."""
    witness, checked = checked_by_ann()
    own = signed_by(checked, 0, ANN)
    told = (own, own, signed_by(checked, 1, ANN), signed_by(checked, 0, BEN), signed_by(checked, 1, ZOE))
    witness.hear(Attested(checked.number, told, ()))
    assert (witness.signers, witness.players) == (1, 2)
    assert witness.checked is not None
    assert witness.checked.signed == (own,)


def test_whoever_was_left_out_of_every_deck_has_nothing_to_sign() -> None:
    """They check the game like everybody, but their signature would stand for no part of it."""
    room = Unheard("take-that", words={"rounds": "1"})
    peers = [room.join(name) for name in ("Ann", "Ben", "Cem")]
    room.say(peers[0], to_host.Start())
    room.wait(PATIENCE * STRIKES)
    play_round(room, peers)
    (finished,) = room.table.take_finished()
    assert {one.key for one in finished.signed} == {ANN, key_of("Cem")}
    assert verified(lines_of(finished)).endswith("signed by 2 of 2 players. 3 shuffles were begun anew.")
