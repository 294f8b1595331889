"""Shares, seals, signatures and boxes: the right ones open, and nothing else does."""

import os
from itertools import combinations

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from takelan.table.succession.craft import SECRET_BYTES, RealCraft, hash_share
from takelan.table.succession.failures import SealBrokenError
from takelan.table.succession.quorums import acknowledgements, threshold
from takelan.wire.succession import Config, Epoch, Share

CRAFT = RealCraft()


@pytest.mark.parametrize("count", range(2, 10))
def test_any_k_shares_give_the_key_and_fewer_do_not(count: int) -> None:
    """SECURITY §5: k = n//2 + 1 of n."""
    secret, needed = os.urandom(SECRET_BYTES), threshold(count, "quorum")
    shares = CRAFT.split(secret, needed, count)
    assert all(CRAFT.combine(some) == secret for some in list(combinations(shares, needed))[:20])
    assert CRAFT.combine(shares[: needed - 1]) != secret


def test_a_bad_share_silently_gives_a_wrong_key_and_its_hash_tells() -> None:
    """So the header carries the hashes of all shares."""
    first, second = CRAFT.split(b"0123456789abcdef", 2, 2)
    bad = Share(second.number, bytes(16))
    assert CRAFT.combine([first, bad]) != b"0123456789abcdef"
    assert hash_share("0" * 16, bad) != hash_share("0" * 16, second)


def test_a_sealed_state_opens_with_its_key_nonce_and_header_only() -> None:
    """Whatever is exchanged breaks the seal."""
    key, nonce = b"k" * 16, b"n" * 12
    sealed = CRAFT.seal(key, nonce, b"all hands", b"header")
    assert CRAFT.open(key, nonce, sealed, b"header") == b"all hands"
    for wrong in ((b"K" * 16, nonce, b"header"), (key, b"N" * 12, b"header"), (key, nonce, b"Header")):
        with pytest.raises(SealBrokenError):
            CRAFT.open(wrong[0], wrong[1], sealed, wrong[2])


def test_a_signature_is_good_for_its_words_and_its_key() -> None:
    """Nobody else's key and no other words."""
    secret = Ed25519PrivateKey.generate()
    key = secret.public_key().public_bytes_raw()
    signature = CRAFT.sign(secret.private_bytes_raw(), b"yes")
    assert CRAFT.verify(key, b"yes", signature)
    assert not CRAFT.verify(key, b"no", signature)
    assert not CRAFT.verify(bytes(32), b"yes", signature)


def test_a_box_opens_for_its_process_and_its_purpose_only() -> None:
    """A share passes through a screen that cannot read it, and fits no other candidacy."""
    process, other = X25519PrivateKey.generate(), X25519PrivateKey.generate()
    box = CRAFT.box(process.public_key().public_bytes_raw(), b"a share", b"term 2")
    assert b"a share" not in box
    assert CRAFT.unbox(process.private_bytes_raw(), box, b"term 2") == b"a share"
    for private, purpose in (
        (other.private_bytes_raw(), b"term 2"),
        (process.private_bytes_raw(), b"term 3"),
    ):
        with pytest.raises(SealBrokenError):
            CRAFT.unbox(private, box, purpose)


@pytest.mark.parametrize("count", range(2, 10))
@pytest.mark.parametrize("mode", ["quorum", "strict"])
def test_whoever_makes_a_host_includes_one_who_keeps_the_step(count: int, mode: str) -> None:
    """Any k holders and any w = n - k + 1 of them have one in common, and two hosts cannot be made."""
    needed = threshold(count, mode)  # type: ignore[arg-type] # one of two modes
    config = Config(Epoch(1, 1), tuple(bytes([n]) * 32 for n in range(count)), needed, ())
    assert needed + acknowledgements(config) > count
    assert 2 * needed > count


def test_two_humans_share_nothing() -> None:
    """Nobody else may hold the secret, and `off` never shares."""
    assert [threshold(count, "quorum") for count in (0, 1)] == [0, 0]
    assert threshold(5, "off") == 0
