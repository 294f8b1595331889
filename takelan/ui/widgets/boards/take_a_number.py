"""The board of Take A Number: three rows, the cards to be placed, and one's own #-Row."""

from typing import Any

from takelan.language import translate as _
from takelan.rules import take_a_number
from takelan.rules.game import Seat
from takelan.rules.take_a_number import ChooseRow, KeepCard
from takelan.rules.take_a_number.cards import BULLHEADS, ROW_LENGTHS
from takelan.ui.frames import Frame
from takelan.ui.shown import shown
from takelan.ui.widgets.boards.board import Board
from takelan.ui.widgets.canvas import Canvas
from takelan.ui.widgets.cards import LARGE, SMALL, Face, Size, State, draw_card, draw_chip
from takelan.ui.widgets.faces import take_a_number_face

_LABEL = 8


class TakeANumberBoard(Board):
    """Rows at the left; revealed cards and the own #-Row at the right."""

    def __init__(self, **named: Any) -> None:
        super().__init__(**named)
        self._cursor = 0

    @property
    def card_size(self) -> Size:
        """Draw large cards when three rows of them fit."""
        return LARGE if self.size.height >= 3 * LARGE.height else SMALL

    def show(self, frame: Frame, names: Any, moves: Any) -> None:
        """Draw a frame; a new choice begins at its first card or row."""
        if [type(move) for move in moves] != [type(move) for move in self.moves]:
            self._cursor = 0
        super().show(frame, names, moves)

    def move(self, across: int, down: int) -> None:
        """Move the cursor among the rows, or among the cards of the row that was taken."""
        if options := self._options():
            self._cursor = (self._cursor + (across or down)) % len(options)
            self.redraw()

    def chosen(self) -> Any | None:
        """Tell the row or the card under the cursor."""
        options = self._options()
        return options[self._cursor % len(options)] if options else None

    def choose(self, index: int) -> None:
        """Put the cursor on a row or a card."""
        if index < len(self._options()):
            self._cursor = index
            self.redraw()

    def pick(self, means: Any) -> None:
        """Put the cursor where was clicked, and choose at the second click."""
        if means == self.chosen():
            self.post_message(self.Chosen(means))
        elif means in self._options():
            self.choose(self._options().index(means))

    def paint_frame(self, canvas: Canvas, frame: Frame) -> None:
        """Draw the three rows and what lies beside them."""
        size = self.card_size
        gap = 1 if canvas.height >= 3 * size.height + 2 else 0
        top = max(0, (canvas.height - 3 * size.height - 2 * gap) // 2)
        for row in range(3):
            self._paint_row(canvas, top + row * (size.height + gap), row, frame)
        right = _LABEL + 5 * (size.width + 1) + 2
        if canvas.width - right >= 18:
            self._paint_beside(canvas, right, top, frame)

    def _paint_row(self, canvas: Canvas, y: int, row: int, frame: Frame) -> None:
        view: take_a_number.View = frame.view
        size, length = self.card_size, ROW_LENGTHS[row]
        middle = y + size.height // 2
        is_chosen = self.chosen() == ChooseRow(row)
        mark = "▶" if is_chosen else " "
        style = canvas.palette.gold if is_chosen else canvas.palette.strong
        canvas.write(1, middle, f"{mark} {length}", style)
        canvas.write(3, middle + 1, _("row"), canvas.palette.quiet)
        for place in range(length):
            x = _LABEL + place * (size.width + 1)
            if place < len(view.rows[row]):
                card = view.rows[row][place]
                face = take_a_number_face(card)
                draw_card(canvas, x, y, face, size, self._state(row, card, frame))
                self._spot(canvas, x, y, row, card)
            else:
                draw_card(canvas, x, y, Face(_end(place, length)), size, "slot")

    def _paint_beside(self, canvas: Canvas, x: int, top: int, frame: Frame) -> None:
        view: take_a_number.View = frame.view
        y = top
        if view.to_place:
            canvas.write(x, y, _("to be placed"), canvas.palette.quiet)
            y = self._paint_waiting(canvas, x, y + 1, view) + 1
        if view.seat is not None:
            y = max(y, canvas.height - 4 if view.to_place else top)
            self._paint_own(canvas, x, y, view.seat, frame)

    def _paint_waiting(self, canvas: Canvas, x: int, y: int, view: take_a_number.View) -> int:
        """List the revealed cards with their players, in two columns when there are many."""
        column = (canvas.width - x) // 2
        rows = -(-len(view.to_place) // 2) if len(view.to_place) > 4 else len(view.to_place)
        for index, (card, seat) in enumerate(view.to_place):
            left, line = x + index // rows * column, y + index % rows
            is_deciding = view.decision is not None and view.decision.card == card
            end = draw_chip(canvas, left, line, Face(f"{card:>3}"), "cursor" if is_deciding else "lit")
            style = canvas.palette.strong if seat == view.seat else canvas.palette.felt
            name = self.name_of(seat)
            canvas.write(
                end + 1,
                line,
                shown(name, column - 7 if rows < len(view.to_place) else canvas.width - end - 1),
                style,
            )
        return y + rows

    def _paint_own(self, canvas: Canvas, x: int, y: int, seat: Seat, frame: Frame) -> None:
        cards, pile = frame.view.number_rows[seat], frame.view.number_pile_sizes[seat]
        canvas.write(x, y, _("your #-Row"), canvas.palette.quiet)
        left, line = x, y + 1
        for card in cards:
            if left + 6 > canvas.width:
                left, line = x, line + 1
            face = Face(f"{card}{'•' * BULLHEADS[card]}")
            left = draw_chip(canvas, left, line, face, "fresh" if card in frame.fresh else "lit") + 1
        if not cards:
            canvas.write(x, line, _("empty: any card starts it"), canvas.palette.slot)
        words = _("#-Pile: {count}, counts double").format(count=pile)
        canvas.write(x, line + 1, words, canvas.palette.quiet if not pile else canvas.palette.bad)

    def _state(self, row: int, card: int, frame: Frame) -> State:
        chosen = self.chosen()
        if chosen in (ChooseRow(row), KeepCard(card)):
            return "cursor"
        if chosen is not None and not self._is_open(row, card):
            return "asleep"
        return "fresh" if card in frame.fresh else "lit"

    def _is_open(self, row: int, card: int) -> bool:
        return ChooseRow(row) in self.moves or KeepCard(card) in self.moves

    def _spot(self, canvas: Canvas, x: int, y: int, row: int, card: int) -> None:
        for move in (ChooseRow(row), KeepCard(card)):
            if move in self.moves:
                canvas.spot(x, y, self.card_size.width, self.card_size.height, move)

    def _options(self) -> list[Any]:
        return [move for move in self.moves if isinstance(move, ChooseRow | KeepCard)]


def _end(place: int, length: int) -> str:
    """Mark the place where a card takes the row."""
    return _("takes") if place == length - 1 else ""
