"""The cards one holds, sorted, with a cursor."""

from collections.abc import Collection, Sequence
from typing import Any

from textual.message import Message

from takelan.ui.widgets.canvas import Canvas
from takelan.ui.widgets.cards import SMALL, Face, Size, State, columns, draw_card
from takelan.ui.widgets.painting import Painting

# Rows above the cards: the card under the cursor is lifted by one.
_LIFT = 1


def height_of(size: Size) -> int:
    """Tell how many lines a hand of such cards needs."""
    return size.height + _LIFT


class Hand(Painting):
    """Cards in a row, those that may be played bright, one of them lifted."""

    class Picked(Message):
        """A card is to be played."""

        def __init__(self, card: int) -> None:
            super().__init__()
            self.card = card

    class Moved(Message):
        """The cursor lies on another card."""

    def __init__(self, **named: Any) -> None:
        super().__init__(**named)
        self.cards: tuple[int, ...] = ()
        self.is_awake = True
        self._faces: list[Face] = []
        self._playable: Collection[int] = ()
        self._chosen: int | None = None
        self._fresh: Collection[Any] = ()
        self._cursor = 0
        self._card_size = SMALL

    @property
    def card(self) -> int | None:
        """The card under the cursor."""
        return self.cards[self._cursor] if self.cards else None

    def show(
        self,
        cards: tuple[int, ...],
        faces: Sequence[Face],
        playable: Collection[int],
        *,
        chosen: int | None = None,
        fresh: Collection[Any] = (),
        size: Size = SMALL,
        is_awake: bool = True,
    ) -> None:
        """Draw a hand; the cursor stays on its card, or where that card was."""
        held = self.card
        self.cards, self._faces, self._playable = cards, list(faces), playable
        self._chosen, self._card_size, self.is_awake = chosen, size, is_awake
        self._fresh = fresh
        self._cursor = cards.index(held) if held in cards else max(0, min(self._cursor, len(cards) - 1))
        self.redraw()

    def move(self, by: int) -> None:
        """Move the cursor, round the ends."""
        if self.cards:
            self._put_cursor((self._cursor + by) % len(self.cards))

    def move_to(self, index: int) -> None:
        """Put the cursor on a card."""
        if index < len(self.cards):
            self._put_cursor(index)

    def paint(self, canvas: Canvas) -> None:
        """Draw the cards from left to right and the lifted one on top."""
        if not self.cards:
            return
        first, starts = self._visible(canvas.width - 2)
        margin = max(1, (canvas.width - starts[-1] - self._card_size.width) // 2)
        step = starts[1] - starts[0] if len(starts) > 1 else self._card_size.width
        for place, start in enumerate(starts):
            index = first + place
            canvas.spot(margin + start, 0, self._card_size.width, canvas.height, index)
            if index != self._cursor or not self.is_awake:
                is_covered = start != starts[-1]
                self._paint_card(canvas, margin + start, _LIFT, index, shown=step if is_covered else None)
        if self.is_awake and 0 <= self._cursor - first < len(starts):
            self._paint_card(canvas, margin + starts[self._cursor - first], 0, self._cursor)

    def pick(self, means: Any) -> None:
        """Lift a card at the first click, play it at the second."""
        if means == self._cursor and self.card is not None:
            self.post_message(self.Picked(self.card))
        else:
            self._put_cursor(means)

    def _paint_card(self, canvas: Canvas, x: int, y: int, index: int, *, shown: int | None = None) -> None:
        card = self.cards[index]
        is_lifted = y == 0
        state = self._state(card, is_lifted=is_lifted)
        draw_card(canvas, x, y, self._faces[index], self._card_size, state, shown=shown)
        if card == self._chosen:
            canvas.write(x + 1, y + self._card_size.height - 1, "✓", canvas.palette.tones["ten"])
        if not is_lifted and index < 10 and self.is_awake:
            canvas.write(x + 3, 0, str((index + 1) % 10), canvas.palette.quiet)

    def _state(self, card: int, *, is_lifted: bool) -> State:
        if card in self._playable:
            return "cursor" if is_lifted else "fresh" if card in self._fresh else "lit"
        return "stuck" if is_lifted else "asleep"

    def _visible(self, width: int) -> tuple[int, list[int]]:
        """Choose which cards are shown: all, or so many that the cursor is among them."""
        starts = columns(len(self.cards), width, self._card_size)
        hidden = len(self.cards) - len(starts)
        return max(0, min(hidden, self._cursor - len(starts) // 2)), starts

    def _put_cursor(self, index: int) -> None:
        if index != self._cursor:
            self._cursor = index
            self.redraw()
            self.post_message(self.Moved())
