"""The hashes of a fair deal, to the byte.

Rule 1: parts are joined with their lengths before them, so that no two lists of parts give the same bytes.
Rule 2: everything begins with its purpose, so that no hash or signature is good for anything else.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any

import msgspec

from takelan.rules.chance import Chance
from takelan.rules.game import AnyGame
from takelan.wire.fairness import OpenedDeal, Pledged, Proof, Terms

NONCE_BYTES = 32
SALT_BYTES = 16
HASH_BYTES = 32

#: Stands where a player's key would, for what the host adds.
HOST = b"host"


def join(*parts: bytes | str | int) -> bytes:
    """Write parts one after the other, each behind its length."""
    written: list[bytes] = []
    for part in parts:
        plain = part if isinstance(part, bytes) else str(part).encode()
        written += (len(plain).to_bytes(4, "big"), plain)
    return b"".join(written)


def _deal(table: str, terms: Terms) -> bytes:
    number = terms.number
    dealer = "" if terms.dealer is None else terms.dealer
    return join(table, number.game, number.round, number.attempt, terms.game, terms.seats, dealer)


def commit(table: str, terms: Terms, key: bytes, nonce: bytes) -> bytes:
    """Bind somebody to a nonce for one deal."""
    return sha256(join("takelan nonce 1", _deal(table, terms), key, nonce)).digest()


def list_text(table: str, terms: Terms, host: bytes, players: Iterable[Pledged]) -> bytes:
    """Write the list that everybody signs."""
    parts = [part for one in players for part in (one.seat, one.key, one.commitment)]
    return join("takelan deal 1", _deal(table, terms), host, *parts)


def list_of(table: str, deal: OpenedDeal) -> bytes:
    """Write the list that must have been signed, from what opens the deal."""
    host = commit(table, deal.terms, HOST, deal.host)
    players = [
        Pledged(one.seat, one.key, commit(table, deal.terms, one.key, one.nonce)) for one in deal.players
    ]
    return list_text(table, deal.terms, host, players)


def seed_of(table: str, deal: OpenedDeal) -> bytes:
    """Work out the seed that all nonces together give."""
    nonces = [one.nonce for one in deal.players]
    return sha256(join("takelan seed 1", list_of(table, deal), deal.host, *nonces)).digest()


def order_of(game: AnyGame, options: Any, seed: bytes) -> list[Any]:
    """Shuffle the deck as the rules will when they are given this seed."""
    return Chance(seed).shuffled(game.deck(options))


def salt_of(seed: bytes, place: int) -> bytes:
    """Work out the salt of one place of the deck."""
    return sha256(join("takelan salt 1", seed, place)).digest()[:SALT_BYTES]


def commit_card(salt: bytes, place: int, card: Any) -> bytes:
    """Bind the host to the card at one place of the deck."""
    return sha256(join("takelan card 1", salt, place, str(card))).digest()


def commit_deck(seed: bytes, order: Sequence[Any]) -> bytes:
    """Bind the host to every card of the deck."""
    return b"".join(commit_card(salt_of(seed, place), place, card) for place, card in enumerate(order))


def is_proven(proof: Proof, commitments: bytes) -> bool:
    """Tell whether a card is the one the deck's commitment binds the host to."""
    start = proof.place * HASH_BYTES
    bound = commitments[start : start + HASH_BYTES]
    return commit_card(proof.salt, proof.place, proof.card) == bound


def game_text(
    table: str, number: int, game: str, names: Sequence[str], options: Any, events: Iterable[Any]
) -> bytes:
    """Write what a player signs who has checked a whole game.

    Every line is JSON with sorted keys and without blanks, as the transcript tells it.
    """
    header = {"game": game, "options": msgspec.to_builtins(options), "seats": list(map(str, names))}
    digest = sha256()
    for line in (header, *map(msgspec.to_builtins, events)):
        digest.update(join(msgspec.json.encode(line, order="sorted")))
    return join("takelan game 1", table, number, digest.digest())
