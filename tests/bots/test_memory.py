"""What an attentive player concludes from what others do."""

from takelan.bots.take_that.memory import LineMemory
from takelan.bots.take_that.sampling import sample_state
from takelan.rules import take_that
from takelan.rules.chance import Chance
from takelan.rules.take_that.types import Dealt, DrewUnseen, Laid, LineGone


def _after(
    *hearings: take_that.types.Hearing, line: tuple[int, ...], foreign: int = 9
) -> tuple[take_that.View, LineMemory]:
    """Let seat 0 of two hear things in a round that has just been dealt; the other hand has this size."""
    state = take_that.deal(take_that.Options(), 2, Chance(b"deal"), 1)
    state.hands[0] = [12, 13, 14, 15, 16, 17, 18, 19, 21]
    del state.hands[1][foreign:]
    state.line = list(line)
    view = take_that.view(state, 0)
    memory = LineMemory()
    memory.hear([Dealt(1, 1, view.hand, view.pile_size), *hearings], view)
    return view, memory


def _held(view: take_that.View, memory: LineMemory) -> set[int]:
    """Gather all cards that samples deal to seat 1."""
    samples = (sample_state(view, memory, Chance(b"sample").child(number)) for number in range(60))
    return {card for state in samples for card in state.hands[1]}


def test_whoever_takes_the_line_could_not_lay() -> None:
    """TT4: a player who took the line at 55 holds nothing from 45 to 65, and no twin of a card in it."""
    view, memory = _after(Laid(0, 49), Laid(0, 55), LineGone(1, 2, False), line=())
    held = _held(view, memory)
    assert not held & set(range(45, 66))
    assert 94 not in held
    assert {67, 71, 98} <= held


def test_a_card_drawn_later_may_be_anything() -> None:
    """TT4: what was drawn after the refusal was not part of it."""
    view, memory = _after(Laid(0, 55), LineGone(1, 1, False), Laid(1, 98), DrewUnseen(1), line=(98,))
    assert _held(view, memory) & set(range(45, 66))


def test_whoever_lets_a_twin_lie_does_not_hold_its_partner() -> None:
    """A player who lays beside 49 would have twisted it with 94."""
    view, memory = _after(Laid(0, 49), Laid(1, 52), line=(49, 52), foreign=8)
    assert 94 not in _held(view, memory)


def test_taken_cards_are_remembered_and_dealt_to_nobody() -> None:
    """TT11: they lie face down, but they lay open before."""
    view, memory = _after(Laid(0, 49), Laid(1, 52), LineGone(0, 2, False), line=(), foreign=8)
    assert memory.taken == {49, 52}
    assert not _held(view, memory) & {49, 52}
