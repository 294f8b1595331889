"""A move is sent until it is confirmed, and judged once."""

from takelan.rules.take_it import Flip
from takelan.table.succession.moves import Outbox
from takelan.wire.to_host import Play


def numbers(plays: list[Play] | tuple[Play, ...]) -> list[int | None]:
    """List the numbers of moves."""
    return [play.number for play in plays]


def test_moves_are_numbered_from_where_the_table_has_counted() -> None:
    """A program that was restarted goes on where its seat was."""
    outbox = Outbox()
    assert outbox.number(Play(Flip())).number is None
    outbox.confirm(6)
    assert [outbox.number(Play(Flip())).number for _ in range(2)] == [7, 8]


def test_after_a_return_only_what_was_not_judged_is_sent_again() -> None:
    """In its order and under its number."""
    outbox = Outbox()
    outbox.confirm(0)
    for _ in range(4):
        outbox.number(Play(Flip()))
    assert numbers(outbox.come_back(2)) == [3, 4]
    outbox.confirm(4)
    assert outbox.waiting == ()
    assert outbox.number(Play(Flip())).number == 5


def test_a_new_host_that_counted_less_gets_the_rest_again() -> None:
    """A move that only a dead host had seen is not lost."""
    outbox = Outbox()
    outbox.confirm(0)
    play = outbox.number(Play(Flip()))
    assert outbox.come_back(0) == [play]
    assert outbox.come_back(0) == [play]
