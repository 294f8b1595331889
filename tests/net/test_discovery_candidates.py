"""Who is asked when, and which tables are listed, on a clock that only these tests move."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from takelan.net.discovery.candidates import (
    FORGET_AFTER,
    MAX_ASKS_PER_SOURCE,
    MAX_PER_SOURCE,
    Candidate,
    Candidates,
)
from takelan.net.discovery.found import Place, Source
from takelan.wire.advert import Advert
from takelan.wire.peer_text import PlayerName, TableName

ADVERT = Advert(
    table="0123456789abcdef",
    name=TableName("Ann's table"),
    host=PlayerName("Ann"),
    game="take-it",
    taken=2,
    seats=5,
    phase="lobby",
    protocol=1,
)
FINGERPRINT = "ab" * 32
LAN = Place("192.168.7.5", 4000, FINGERPRINT)
LAN6 = Place("fd00::5", 4000, FINGERPRINT)
LOOPBACK = Place("127.0.0.1", 4000)


def table(number: int) -> Advert:
    """Make the advert of another table."""
    return msgspec.structs.replace(ADVERT, table=f"{number:016x}")


def ask_all(candidates: Candidates, now: float, answers: dict[Place, Advert]) -> list[Place]:
    """Ask everybody due; those named answer at once and the others fail at once."""
    begun = candidates.begin(now)
    for candidate in begun:
        if advert := answers.get(candidate.place):
            candidates.answered(candidate, advert, now)
        else:
            candidates.failed(candidate, now)
    return [candidate.place for candidate in begun]


def run(candidates: Candidates, start: float, end: float, answers: dict[Place, Advert]) -> list[float]:
    """Let time pass, and return the moments at which somebody was asked."""
    now, moments = start, []
    while now <= end:
        moments += [now] * len(ask_all(candidates, now, answers))
        now = candidates.next_moment(now)
    return moments


def places(candidates: Candidates, now: float) -> list[Place]:
    """List the places through which tables are found."""
    return [Place(one.address, one.port, one.fingerprint) for one in candidates.found(now)]


def test_a_table_is_listed_only_after_it_answered() -> None:
    """A record alone shows nothing."""
    candidates = Candidates()
    candidates.offer("mdns", "a", [LAN], now=0.0)
    assert candidates.found(0.0) == []
    assert ask_all(candidates, 0.0, {LAN: ADVERT}) == [LAN]
    [found] = candidates.found(0.0)
    assert (found.advert, found.address, found.port) == (ADVERT, LAN.address, LAN.port)
    assert (found.fingerprint, found.source) == (FINGERPRINT, "mdns")


def test_a_listed_table_is_asked_every_second() -> None:
    """Neither more often nor less."""
    candidates = Candidates()
    candidates.offer("mdns", "a", [LAN], now=0.0)
    assert run(candidates, 0.0, 5.5, {LAN: ADVERT}) == [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]


@pytest.mark.parametrize("delay", [0.0, 1.0])
def test_a_dead_table_leaves_within_three_seconds(delay: float) -> None:
    """Whether it refuses at once or accepts and says nothing."""
    candidates = Candidates()
    candidates.offer("mdns", "a", [LAN], now=0.0)
    ask_all(candidates, 0.0, {LAN: ADVERT})
    now, asked = 0.0, [(0.0, one) for one in candidates.begin(0.0)]
    while candidates.found(now):
        for failed in [entry for entry in asked if entry[0] <= now]:
            asked.remove(failed)
            candidates.failed(failed[1], now)
        asked += [(now + delay, one) for one in candidates.begin(now)]
        now = min(candidates.next_moment(now), *(fails for fails, _ in asked), now + 10)
    assert now <= 3.0


def test_one_failed_ask_does_not_take_a_table_off_the_list() -> None:
    """A hiccup is not a death, and is asked about again soon."""
    candidates = Candidates()
    candidates.offer("mdns", "a", [LAN], now=0.0)
    ask_all(candidates, 0.0, {LAN: ADVERT})
    ask_all(candidates, 1.0, {})
    assert candidates.next_moment(1.0) == 1.25
    ask_all(candidates, 1.25, {LAN: ADVERT})
    assert places(candidates, 3.0) == [LAN]


def test_a_table_that_took_back_its_record_and_is_silent_leaves_at_once() -> None:
    """Nobody waits for the timeout of a table that said goodbye."""
    candidates = Candidates()
    candidates.offer("mdns", "a", [LAN], now=0.0)
    ask_all(candidates, 0.0, {LAN: ADVERT})
    candidates.withdraw("mdns", "a", now=0.1)
    assert places(candidates, 0.1) == [LAN]
    assert ask_all(candidates, 0.1, {}) == [LAN]
    assert candidates.found(0.1) == []
    assert run(candidates, 0.1, 60.0, {}) == []


def test_a_forged_goodbye_does_not_take_a_table_off_the_list() -> None:
    """Anybody can say goodbye in another's name."""
    candidates = Candidates()
    candidates.offer("mdns", "a", [LAN], now=0.0)
    ask_all(candidates, 0.0, {LAN: ADVERT})
    candidates.withdraw("mdns", "a", now=0.1)
    run(candidates, 0.1, 10.0, {LAN: ADVERT})
    assert places(candidates, 10.0) == [LAN]


def test_a_table_is_listed_once_by_its_nearest_place() -> None:
    """Loopback before IPv4 before IPv6, whichever answered first."""
    candidates = Candidates()
    candidates.offer("mdns", "a", [LAN6, LAN], now=0.0)
    ask_all(candidates, 0.0, {LAN6: ADVERT})
    assert places(candidates, 0.0) == [LAN6]
    ask_all(candidates, 1.0, {LAN6: ADVERT, LAN: ADVERT})
    assert places(candidates, 1.0) == [LAN]
    candidates.offer("port", "", [LOOPBACK], now=1.0)
    ask_all(candidates, 1.0, {LOOPBACK: ADVERT})
    assert places(candidates, 1.0) == [LOOPBACK]


def test_a_place_with_a_known_certificate_is_preferred() -> None:
    """Of two ways through one address, the one that can be checked."""
    candidates = Candidates()
    checked = LOOPBACK._replace(fingerprint=FINGERPRINT)
    candidates.offer("port", "", [LOOPBACK], now=0.0)
    candidates.offer("same box", "a", [checked], now=0.0)
    ask_all(candidates, 0.0, {LOOPBACK: ADVERT, checked: ADVERT})
    assert places(candidates, 0.0) == [checked]


def test_only_one_way_to_a_table_is_asked_all_the_time() -> None:
    """A table known by three places is not asked three times a second."""
    candidates = Candidates()
    answers = {LAN: ADVERT, LAN6: ADVERT, LOOPBACK: ADVERT}
    candidates.offer("mdns", "a", [LAN6, LAN], now=0.0)
    candidates.offer("port", "", [LOOPBACK], now=0.0)
    run(candidates, 0.0, 2.0, answers)
    assert len(run(candidates, 2.5, 8.5, answers)) <= 8


def test_a_table_stays_listed_when_another_way_to_it_still_works() -> None:
    """One cable pulled, the table still there."""
    candidates = Candidates()
    candidates.offer("mdns", "a", [LAN6, LAN], now=0.0)
    run(candidates, 0.0, 4.9, {LAN: ADVERT, LAN6: ADVERT})
    assert places(candidates, 4.9) == [LAN]
    now = 5.0
    while now < 20.0:
        ask_all(candidates, now, {LAN6: ADVERT})
        assert len(candidates.found(now)) == 1
        now = candidates.next_moment(now)
    assert places(candidates, now) == [LAN6]


def test_tables_keep_their_place_in_the_list() -> None:
    """First sighted, first listed, whoever answers first later on."""
    candidates = Candidates()
    spots = [Place(f"192.168.7.{number}", 4000) for number in (1, 2, 3)]
    answers = {spot: table(number) for number, spot in enumerate(spots)}
    candidates.offer("known host", "", spots, now=0.0)
    ask_all(candidates, 0.0, {spots[2]: table(2)})
    candidates.found(0.0)
    ask_all(candidates, 1.0, answers)
    assert [one.advert.table[-1] for one in candidates.found(1.0)] == ["2", "0", "1"]
    run(candidates, 1.0, 4.0, {spots[0]: table(0), spots[1]: table(1)})
    assert [one.advert.table[-1] for one in candidates.found(4.0)] == ["0", "1"]


def test_a_silent_stranger_is_left_alone_for_longer_each_time() -> None:
    """A host that is not there costs little."""
    candidates = Candidates()
    candidates.offer("known host", "", [LAN], now=0.0)
    assert run(candidates, 0.0, 32.0, {}) == [0.0, 1.0, 3.0, 7.0, 15.0, 23.0, 31.0]


def test_our_own_ports_are_tried_every_second() -> None:
    """A table that opens on this machine shows up at once."""
    candidates = Candidates()
    candidates.offer("port", "", [LOOPBACK], now=0.0)
    assert run(candidates, 0.0, 4.5, {}) == [0.0, 1.0, 2.0, 3.0, 4.0]


def many(count: int, first: int = 0) -> list[Place]:
    """Make as many different places."""
    return [Place(f"10.{number >> 8}.{number & 255}.1", 4000) for number in range(first, first + count)]


def test_thousands_of_records_are_bounded() -> None:
    """A flood of records keeps a few dozen candidates and a handful of asks busy."""
    candidates = Candidates()
    for number, place in enumerate(many(5000)):
        candidates.offer("mdns", str(number), [place], now=0.0)
    assert len(candidates.begin(0.0)) == MAX_ASKS_PER_SOURCE
    assert len(candidates.origins("mdns")) == MAX_PER_SOURCE
    assert candidates.begin(0.0) == []


def test_a_flood_does_not_shut_out_whoever_comes_later() -> None:
    """Strangers that never answered make room."""
    candidates = Candidates()
    candidates.offer("mdns", "flood", many(MAX_PER_SOURCE), now=0.0)
    ask_all(candidates, 0.0, {})
    candidates.offer("mdns", "a", [LAN], now=0.5)
    assert ask_all(candidates, 0.5, {LAN: ADVERT})[:1] == [LAN] or LAN in places(candidates, 0.5)
    run(candidates, 0.5, 2.0, {LAN: ADVERT})
    assert places(candidates, 2.0) == [LAN]


def test_a_flood_from_one_source_does_not_delay_another() -> None:
    """Each source has asks of its own."""
    candidates = Candidates()
    candidates.offer("mdns", "flood", many(MAX_PER_SOURCE), now=0.0)
    assert len(candidates.begin(0.0)) == MAX_ASKS_PER_SOURCE
    candidates.offer("port", "", [LOOPBACK], now=0.0)
    assert [one.place for one in candidates.begin(0.0)] == [LOOPBACK]


def test_a_listed_table_is_never_queued_behind_silent_ones() -> None:
    """Whoever answers is asked in time, however many hang."""
    candidates = Candidates()
    candidates.offer("mdns", "a", [LAN], now=0.0)
    ask_all(candidates, 0.0, {LAN: ADVERT})
    candidates.offer("mdns", "flood", many(MAX_PER_SOURCE - 1), now=0.5)
    assert len(candidates.begin(0.5)) == MAX_ASKS_PER_SOURCE
    assert [one.place for one in candidates.begin(1.0)] == [LAN]


def test_a_record_that_moves_is_followed() -> None:
    """A table with a new address is not looked for at the old one for ever."""
    candidates = Candidates()
    candidates.offer("mdns", "a", [LAN6], now=0.0)
    ask_all(candidates, 0.0, {})
    candidates.offer("mdns", "a", [LAN], now=0.5)
    assert ask_all(candidates, 60.0, {LAN: ADVERT}) == [LAN]


STEPS = st.lists(
    st.tuples(st.sampled_from(["offer", "withdraw", "begin", "answer", "fail", "wait"]), st.integers(0, 7)),
    max_size=60,
)
SOURCES: list[Source] = ["same box", "port", "mdns", "known host"]


@given(STEPS)
def test_whatever_happens_only_fresh_answers_are_listed(steps: list[tuple[str, int]]) -> None:
    """In no order of events is a table listed twice, unanswered, or after its time."""
    candidates, asked, last_heard, now = Candidates(), list[Candidate](), dict[str, float](), 0.0
    for step, number in steps:
        source = SOURCES[number % 4]
        match step:
            case "offer":
                candidates.offer(
                    source, str(number), [Place(f"10.0.0.{number}", 4000), LAN][: number % 3], now
                )
            case "withdraw":
                candidates.withdraw(source, str(number), now)
            case "begin":
                asked += candidates.begin(now)
            case "answer" if asked:
                candidates.answered(asked.pop(), table(number % 3), now)
                last_heard[table(number % 3).table] = now
            case "fail" if asked:
                candidates.failed(asked.pop(), now)
            case "wait":
                now += number / 3
        listed = [one.advert.table for one in candidates.found(now)]
        assert len(listed) == len(set(listed))
        assert all(now - last_heard[one] < FORGET_AFTER for one in listed)
        assert candidates.next_moment(now) > now
