"""Whole games at a table of the room, played quickly and written down with all that proves them."""

import random
from typing import Any

from takelan.net.proofs import public_key
from takelan.rules.catalog import game_of
from takelan.rules.take_it import Flip, Grab
from takelan.store.transcripts.writing import Provenance, event_lines, header_line
from takelan.table.fairness.witness import Witness
from takelan.table.match import FinishedGame
from takelan.table.succession import sealing
from takelan.wire import to_host, to_peer
from tests.table.room import TABLE, Room

PEOPLE = ("Ann", "Ben", "Cem", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo")


class SignedRoom(Room):
    """A room in which signatures are real ones."""

    is_signed = staticmethod(lambda key, text, signature: sealing.verify(key, text, signature))
    key_of = staticmethod(lambda name: public_key(_secret_of(name)))

    def witness_of(self, name: str) -> Witness:
        """Make somebody's own eyes, with a real key."""
        secret = _secret_of(name)
        return Witness(
            TABLE,
            public_key(secret),
            lambda text: sealing.sign(secret, text),
            sealing.verify,
            lambda count: name.encode().ljust(count, b"."),
        )


def _secret_of(name: str) -> bytes:
    return name.encode().ljust(32, b"!")


def play_signed_game(game: str, seats: int = 2) -> FinishedGame:
    """Play one game whose players sign with real keys."""
    room = play_game(game, seats, 1, kind=SignedRoom)
    (finished,) = room.table.take_finished()
    return finished


def play_game(
    game: str,
    seats: int,
    seed: int,
    *,
    bots: int = 0,
    rounds: int = 1,
    kind: type[Room] = Room,
    has_onlooker: bool = False,
    **words: str,
) -> Room:
    """Play one game with random legal moves until it is over."""
    chance = random.Random(f"{game} {seats} {seed}")
    words = {"flip_gap": "0", "idle_flip": "60", "rounds": str(rounds), **words}
    room = kind(game, seed=seed.to_bytes(8, "big"), words=words, bots=("random",) * bots)
    peers = [room.join(name) for name in PEOPLE[: seats - bots]]
    if has_onlooker:
        room.watch("Otto")
    room.say(peers[0], to_host.Start())
    while not room.heard(peers[0], to_peer.Night)[-1].games:
        _go_on(room, peers, chance)
    return room


def _go_on(room: Room, peers: list[int], chance: random.Random) -> None:
    if room.state(peers[0]).stage == "resting":
        for peer in peers:
            room.say(peer, to_host.Ready())
        return
    for peer in [*peers, *room.table.bots()]:
        if (move := _choose(room.view(peer), chance)) is not None:
            room.play(peer, move)
            return


def _choose(view: Any, chance: random.Random) -> Any | None:
    moves = game_of(view).moves_in(view)
    if not moves or getattr(view, "chosen", None) is not None:
        return None
    grabs = [move for move in moves if isinstance(move, Grab)]
    flips = [move for move in moves if isinstance(move, Flip)]
    if grabs and chance.random() < 0.1:
        return grabs[0]
    if grabs or flips:
        return flips[0] if flips else None
    return chance.choice(moves)


def lines_of(finished: FinishedGame) -> list[bytes]:
    """Write a game down as a host does."""
    provenance = Provenance(finished.table, finished.deals, finished.signed)
    header = header_line(finished.game, list(map(str, finished.names)), finished.options)
    return [header, *event_lines(finished.events, provenance)]
