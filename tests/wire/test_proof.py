"""A claim is bound to everything it is about."""

import pytest

from takelan.wire.proof import seat_claim

CLAIM = {
    "table": "0123456789abcdef",
    "term": 1,
    "key": b"k" * 32,
    "certificate": b"c" * 32,
    "nonce": b"n" * 16,
}


@pytest.mark.parametrize(
    "change",
    [
        {"table": "0123456789abcdee"},
        {"term": 2},
        {"key": b"l" * 32},
        {"certificate": b"d" * 32},
        {"nonce": b"m" * 16},
        {"certificate": b"c" * 31, "nonce": b"c" + b"n" * 16},
        {"table": "0123456789abcdef1", "term": 0},
    ],
)
def test_another_claim_has_other_bytes(change: dict[str, object]) -> None:
    """No two claims are the same bytes, also when a border between two parts moves."""
    assert seat_claim(**{**CLAIM, **change}) != seat_claim(**CLAIM)  # type: ignore[arg-type] # parts by name
