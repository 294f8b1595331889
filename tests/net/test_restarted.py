"""Of two hosts of one table the later term is right, and only the other human's key can prove it."""

import msgspec
import pytest

from takelan.net.host_keys import HostKeys
from takelan.net.proofs import public_key
from takelan.net.restarted import way_to_restarted
from takelan.rules.chance import Chance
from takelan.table.succession.craft import RealCraft
from takelan.table.succession.holder import Holder
from takelan.table.succession.house import House
from takelan.table.succession.keeper import Keeper
from takelan.table.succession.outcomes import Write
from takelan.table.succession.sealing import sign
from takelan.table.table import Table
from takelan.wire.peer_text import PlayerName
from takelan.wire.succession import Certificate, Restarted, Where
from takelan.wire.to_host import Join
from tests.net.hosting import TABLE, setup

ANN, BEN, EVE = (letter * 32 for letter in (b"a", b"b", b"e"))
WHERE = Where(("10.0.0.2",), 18253, "ab" * 32)


def certify(secret: bytes, term: int = 1, table: str = TABLE) -> Certificate:
    """Let somebody begin a round anew in the term after this one."""
    key = public_key(secret)
    holder = Holder(table, key, lambda message: sign(secret, message), RealCraft(), 0.0)
    certificate, outcomes = holder.stand_alone(term, HostKeys().offer(WHERE))
    assert isinstance(outcomes[0], Write), "what binds a player is on disk first"
    return certificate


def keeper(*guests: bytes) -> Keeper:
    """Hold a table of Ann's in its first term."""
    owner = public_key(ANN)
    keys = HostKeys()
    house = House(owner, keys.offer(None), keys.sign, bytes, RealCraft())
    table = Table(setup(owner=owner), Chance(b"table"))
    kept = Keeper(table, house, 0.0)
    for peer, secret in enumerate((ANN, *guests), start=1):
        kept.receive(peer, Join(PlayerName(f"Guest {peer}"), public_key(secret), bytes(64)), 0.0)
    return kept


def test_a_host_that_comes_back_leads_everybody_to_the_later_term() -> None:
    """The only guest's word is enough, and says where."""
    moved = way_to_restarted(Restarted(certify(BEN)), public_key(BEN), keeper(BEN))
    assert moved is not None
    assert (moved.term, moved.addresses, moved.port, moved.fingerprint) == (
        2,
        ("10.0.0.2",),
        18253,
        "ab" * 32,
    )
    assert moved.is_restart


@pytest.mark.parametrize(
    ("certificate", "speaker"),
    [
        pytest.param(certify(EVE), EVE, id="somebody without a seat"),
        pytest.param(certify(BEN), EVE, id="somebody else's certificate"),
        pytest.param(certify(EVE), BEN, id="a certificate for somebody else"),
        pytest.param(certify(BEN, table="f" * 16), BEN, id="another table"),
        pytest.param(msgspec.structs.replace(certify(BEN), votes=()), BEN, id="no vote"),
        pytest.param(
            msgspec.structs.replace(
                certify(BEN), candidacy=msgspec.structs.replace(certify(BEN).candidacy, term=7)
            ),
            BEN,
            id="a term that was not voted for",
        ),
    ],
)
def test_nobody_else_can_move_a_table(certificate: Certificate, speaker: bytes) -> None:
    """What is not proven by the other human's key changes nothing."""
    assert way_to_restarted(Restarted(certificate), public_key(speaker), keeper(BEN)) is None


def test_an_earlier_or_equal_term_moves_nothing() -> None:
    """Terms only go up: a host of the second term is not moved by what was begun anew after the first."""
    held = keeper(BEN)
    held.term = 2
    assert way_to_restarted(Restarted(certify(BEN)), public_key(BEN), held) is None


def test_with_a_third_human_a_guest_alone_moves_nothing() -> None:
    """Where others could have elected, one of them decides nothing."""
    assert way_to_restarted(Restarted(certify(BEN)), public_key(BEN), keeper(BEN, EVE)) is None
