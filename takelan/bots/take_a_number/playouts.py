"""Playing a round of Take A Number on: everybody chooses by judgement and a little luck."""

from collections.abc import Iterator

from takelan.bots.search.noise import noise_from
from takelan.bots.take_a_number.judgement import Board, Layout, best_keep
from takelan.bots.take_a_number.sampling import World
from takelan.rules.game import NOBODY, Seat
from takelan.rules.take_a_number.cards import DECK
from takelan.rules.take_a_number.play import apply
from takelan.rules.take_a_number.state import NO_ROW, State
from takelan.rules.take_a_number.types import AnyMove, ChooseCard, ChooseRow, KeepCard

_CHOOSE = [ChooseCard(card) for card in (0, *DECK)]
_KEEP = [KeepCard(card) for card in (0, *DECK)]
_ROW = [ChooseRow(row) for row in range(3)]

#: How far, in bullheads, people stray from what looks cheapest: nobody lays only the lowest gap.
_WHIM = 0.5
_WHIMS = [_WHIM / 255 * byte for byte in range(256)]


def play_out(world: World, seat: Seat, move: AnyMove) -> tuple[int, ...]:
    """Make a move, play to the end of the round and tell what everybody's cards then cost."""
    state, whims = world.state.copy(), map(_WHIMS.__getitem__, noise_from(world.luck))
    if isinstance(move, ChooseCard):
        _choose_all(state, whims, seat, move)
    else:
        apply(state, seat, move)
    while not state.is_over:
        if state.deciding == NOBODY:
            _choose_all(state, whims, NOBODY, None)
        else:
            apply(state, state.deciding, _decide(state, state.deciding))
    return state.round_scores[-1]


def _choose_all(state: State, whims: Iterator[float], seat: Seat, move: AnyMove | None) -> None:
    """Let everybody choose a card at once; one seat's choice may be given."""
    layout = Layout(state.rows, state.seats - 1)
    picks: list[AnyMove] = []
    for other, hand in enumerate(state.hands):
        if other == seat and move is not None:
            picks.append(move)
        else:
            board = Board(layout, state.number_rows[other])
            picks.append(_CHOOSE[board.cheapest(hand, whims)[0]])
    for other, pick in enumerate(picks):
        apply(state, other, pick)


def _decide(state: State, seat: Seat) -> AnyMove:
    own_row, rows = state.number_rows[seat], state.rows
    if state.row_to_take == NO_ROW:
        return _ROW[min((0, 1, 2), key=lambda row: best_keep(rows[row], own_row)[0])]
    return _KEEP[best_keep(rows[state.row_to_take], own_row)[1]]
