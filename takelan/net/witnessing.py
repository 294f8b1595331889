"""Own eyes on a table: a player's, with a real key and real chance, or an onlooker's."""

import secrets

from takelan.net.proofs import public_key
from takelan.store.seat_keys import SeatKey
from takelan.table.fairness.onlooking import OnlookerEyes
from takelan.table.fairness.witness import Witness
from takelan.table.succession.sealing import sign, verify


def call_witness(table: str, key: SeatKey) -> Witness:
    """Watch a table from the seat that a key belongs to."""
    return Witness(
        table,
        public_key(key.secret),
        lambda text: sign(key.secret, text),
        verify,
        secrets.token_bytes,
    )


def call_onlooker(table: str) -> OnlookerEyes:
    """Watch a table from the gallery."""
    return OnlookerEyes(table, verify)
