"""What strangers and seats may ask of a host, on a clock that only these tests move."""

from collections import Counter
from unittest.mock import Mock

from hypothesis import given
from hypothesis import strategies as st

from takelan.net.limits import (
    KEPT_FOR_SEATED,
    MAX_UNPROVEN,
    MAX_UNPROVEN_PER_ADDRESS,
    MESSAGES_AT_ONCE,
    MESSAGES_PER_SECOND,
    Bucket,
    Gate,
)


def admitted(gate: Gate, address: str, now: float, count: int = 1) -> int:
    """Knock so many times and tell how many were let in."""
    return sum(gate.admit(address, now, lambda: None) is not None for _ in range(count))


@given(st.lists(st.floats(0, 2), max_size=300))
def test_a_bucket_never_lets_more_pass_than_its_rate_and_burst(pauses: list[float]) -> None:
    """In any stretch from the start at most burst + rate × time pass."""
    bucket, now, passed = Bucket(MESSAGES_PER_SECOND, MESSAGES_AT_ONCE, 0.0), 0.0, 0
    for pause in pauses:
        now += pause / 40
        passed += bucket.take(now)
        assert passed <= MESSAGES_AT_ONCE + MESSAGES_PER_SECOND * now + 1e-6


def test_a_seat_may_say_forty_a_second_for_ever() -> None:
    """Whoever keeps to the rate is never turned away."""
    bucket = Bucket(MESSAGES_PER_SECOND, MESSAGES_AT_ONCE, 0.0)
    assert all(bucket.take(number / MESSAGES_PER_SECOND) for number in range(4000))


def test_one_address_has_four_unproven_connections() -> None:
    """The fifth is turned away while the others are fresh."""
    assert admitted(Gate(), "10.0.0.1", 0.0, 10) == MAX_UNPROVEN_PER_ADDRESS


def test_strangers_never_fill_the_whole_gate() -> None:
    """Some places are kept for the addresses of those who are seated."""
    gate = Gate()
    gate.seated = Counter({"10.9.9.9": 1})
    let_in = sum(admitted(gate, f"10.0.0.{number}", 0.0, 4) for number in range(50))
    assert let_in == MAX_UNPROVEN - KEPT_FOR_SEATED
    assert admitted(gate, "10.9.9.9", 0.0, 10) == KEPT_FOR_SEATED


def test_ten_players_on_one_machine_may_all_come_back_at_once() -> None:
    """An address has as much more room as seats."""
    gate = Gate()
    gate.seated = Counter({"10.0.0.1": 10})
    assert admitted(gate, "10.0.0.1", 0.0, 10) == 10


def test_a_dawdler_makes_room_for_a_newcomer() -> None:
    """Idle connections do not lock anybody out: the oldest goes."""
    gate, evict = Gate(), Mock()
    gate.admit("10.0.0.1", 0.0, evict)
    admitted(gate, "10.0.0.1", 0.3, 3)
    assert admitted(gate, "10.0.0.1", 0.4) == 0
    evict.assert_not_called()
    assert admitted(gate, "10.0.0.1", 0.6) == 1
    evict.assert_called_once_with()
    assert gate.unproven == MAX_UNPROVEN_PER_ADDRESS


def test_strangers_evict_no_one_at_a_seated_address() -> None:
    """A crowd of strangers has only its own places to give."""
    gate, evict = Gate(), Mock()
    gate.seated = Counter({"10.9.9.9": 1})
    gate.admit("10.9.9.9", 0.0, evict)
    for number in range(200):
        admitted(gate, f"10.0.0.{number}", 1.0 + number / 10)
    evict.assert_not_called()


def test_an_address_that_knocks_too_often_is_not_heard() -> None:
    """Also when each connection is gone at once, as in a port scan."""
    gate, let_in = Gate(), 0
    for number in range(10_000):
        if entry := gate.admit("10.0.0.1", number / 1000, lambda: None):
            let_in += 1
            gate.leave(entry)
    assert let_in <= 40 + 20 * 10


def test_a_flood_from_everywhere_is_bounded_in_number_and_memory() -> None:
    """However many addresses knock, few are let in and few are remembered; a seated one is."""
    gate, let_in = Gate(), 0
    gate.seated = Counter({"10.9.9.9": 1})
    for number in range(20_000):
        if entry := gate.admit(f"fd00::{number:x}", number / 10_000, lambda: None):
            let_in += 1
            gate.leave(entry)
    assert let_in <= 200 + 100 * 2
    assert len(gate._knocks) <= 1024
    assert admitted(gate, "10.9.9.9", 2.0) == 1
