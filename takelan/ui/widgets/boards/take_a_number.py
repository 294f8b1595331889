"""The board of Take A Number: three rows, the cards to be placed, and one's own #-Row."""

from typing import Any

from rich.cells import cell_len

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
# A card in one line: three digits and seven bullheads, some of them in the gap.
_CHIP = 10
# A revealed card with five letters of a name.
_COLUMN = 12
# What is told of one's own #-Row.
_OWN_LINES = 4


class TakeANumberBoard(Board):
    """Rows at the left; revealed cards and the own #-Row at the right."""

    def __init__(self, **named: Any) -> None:
        super().__init__(**named)
        self._cursor = 0

    @property
    def card_size(self) -> Size:
        """Draw large cards when three rows of them fit."""
        return LARGE if self.lines_beside_large_hand >= 3 * LARGE.height else SMALL

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
        """Draw the three rows and what lies beside them, or below them where there is no room for boxes."""
        size = self.card_size
        if canvas.height < 3 * size.height:
            self._paint_flat(canvas, frame)
            return
        gap = 1 if canvas.height >= 3 * size.height + 2 else 0
        top = max(0, (canvas.height - 3 * size.height - 2 * gap) // 2)
        for row in range(3):
            self._paint_row(canvas, top + row * (size.height + gap), row, frame)
        right = _LABEL + 5 * (size.width + 1) + 2
        if canvas.width - right >= 18:
            self._paint_beside(canvas, right, top, frame)

    def _paint_flat(self, canvas: Canvas, frame: Frame) -> None:
        """Draw every row in one line: all three have to be seen, however few lines there are."""
        view: take_a_number.View = frame.view
        top = 1 if canvas.height > 5 else 0
        for row in range(3):
            self._paint_flat_row(canvas, top + row, row, frame)
        lines = canvas.height - top - 3
        if view.seat is not None and lines:
            self._paint_flat_own(canvas, canvas.height - 1, view, frame)
            lines -= 1
        if view.to_place and lines:
            self._paint_flat_waiting(canvas, canvas.height - 2, view)

    def _paint_flat_row(self, canvas: Canvas, y: int, row: int, frame: Frame) -> None:
        view: take_a_number.View = frame.view
        length = ROW_LENGTHS[row]
        self._paint_label(canvas, y, row)
        for place in range(length):
            x = _LABEL + place * _CHIP
            if place < len(view.rows[row]):
                card = view.rows[row][place]
                draw_chip(canvas, x, y, _pipped(card), self._state(row, card, frame))
                self._spot(canvas, x, y, row, card, Size(_CHIP, 1))
            else:
                canvas.write(x + 1, y, _end(place, length) or "·", canvas.palette.slot)

    def _paint_flat_own(self, canvas: Canvas, y: int, view: take_a_number.View, frame: Frame) -> None:
        cards, pile = view.number_rows[view.seat or 0], view.number_pile_sizes[view.seat or 0]
        end = canvas.write(1, y, _("your #-Row"), canvas.palette.quiet) + 1
        words = _("#-Pile: {count}").format(count=pile)
        right = canvas.width - cell_len(words) - 1
        canvas.write(right, y, words, canvas.palette.quiet if not pile else canvas.palette.bad)
        if not cards:
            canvas.write(end, y, _("empty"), canvas.palette.slot)
        # Only its end decides what may follow.
        fitting = max(1, (right - end) // _CHIP)
        for card in cards[-fitting:]:
            end = draw_chip(canvas, end, y, _pipped(card), "fresh" if card in frame.fresh else "lit") + 1

    def _paint_flat_waiting(self, canvas: Canvas, y: int, view: take_a_number.View) -> None:
        x = canvas.write(1, y, _("to be placed"), canvas.palette.quiet) + 1
        for card, seat in view.to_place:
            name = shown(self.name_of(seat), 9)
            if x + 6 + cell_len(name) > canvas.width:
                canvas.write(x, y, "…", canvas.palette.quiet)
                return
            is_deciding = view.decision is not None and view.decision.card == card
            end = draw_chip(canvas, x, y, Face(str(card)), "cursor" if is_deciding else "lit")
            style = canvas.palette.strong if seat == view.seat else canvas.palette.felt
            x = canvas.write(end + 1, y, name, style) + 1

    def _paint_label(self, canvas: Canvas, y: int, row: int) -> None:
        is_chosen = self.chosen() == ChooseRow(row)
        mark = "▶" if is_chosen else " "
        style = canvas.palette.gold if is_chosen else canvas.palette.strong
        canvas.write(1, y, f"{mark} {ROW_LENGTHS[row]}", style)

    def _paint_row(self, canvas: Canvas, y: int, row: int, frame: Frame) -> None:
        view: take_a_number.View = frame.view
        size, length = self.card_size, ROW_LENGTHS[row]
        middle = y + size.height // 2
        self._paint_label(canvas, middle, row)
        canvas.write(3, middle + 1, _("row"), canvas.palette.quiet)
        for place in range(length):
            x = _LABEL + place * (size.width + 1)
            if place < len(view.rows[row]):
                card = view.rows[row][place]
                face = take_a_number_face(card)
                draw_card(canvas, x, y, face, size, self._state(row, card, frame))
                self._spot(canvas, x, y, row, card, size)
            else:
                draw_card(canvas, x, y, Face(_end(place, length)), size, "slot")

    def _paint_beside(self, canvas: Canvas, x: int, top: int, frame: Frame) -> None:
        view: take_a_number.View = frame.view
        y = top
        if view.to_place:
            canvas.write(x, y, _("to be placed"), canvas.palette.quiet)
            y = self._paint_waiting(canvas, x, y + 1, view) + 1
        if view.seat is not None:
            y = max(y, canvas.height - _OWN_LINES if view.to_place else top)
            self._paint_own(canvas, x, y, view.seat, frame)

    def _paint_waiting(self, canvas: Canvas, x: int, y: int, view: take_a_number.View) -> int:
        """List the revealed cards with their players, in two columns when there are many."""
        waiting, column = view.to_place, (canvas.width - x) // 2
        is_double = len(waiting) > 4 and column >= _COLUMN
        rows = -(-len(waiting) // 2) if is_double else len(waiting)
        lines = canvas.height - _OWN_LINES - y
        if not is_double and rows > lines:
            rows, waiting = lines, waiting[: max(1, lines - 1)]
            canvas.write(x + 1, y + len(waiting), "…", canvas.palette.quiet)
        for index, (card, seat) in enumerate(waiting):
            left, line = x + index // rows * column, y + index % rows
            is_deciding = view.decision is not None and view.decision.card == card
            end = draw_chip(canvas, left, line, Face(f"{card:>3}"), "cursor" if is_deciding else "lit")
            style = canvas.palette.strong if seat == view.seat else canvas.palette.felt
            name = shown(self.name_of(seat), column - 7 if is_double else canvas.width - end - 1)
            canvas.write(end + 1, line, name, style)
        return y + rows

    def _paint_own(self, canvas: Canvas, x: int, y: int, seat: Seat, frame: Frame) -> None:
        cards, pile = frame.view.number_rows[seat], frame.view.number_pile_sizes[seat]
        canvas.write(x, y, _("your #-Row"), canvas.palette.quiet)
        left, line = x, y + 1
        for card in cards:
            if left + 6 > canvas.width:
                left, line = x, line + 1
            left = draw_chip(canvas, left, line, _pipped(card), "fresh" if card in frame.fresh else "lit") + 1
        room = canvas.width - x
        if not cards:
            words = _either(_("empty: any card starts it"), _("empty"), room)
            canvas.write(x, line, words, canvas.palette.slot)
        words = _either(
            _("#-Pile: {count}, counts double").format(count=pile),
            _("#-Pile: {count}").format(count=pile),
            room,
        )
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

    def _spot(self, canvas: Canvas, x: int, y: int, row: int, card: int, size: Size) -> None:
        for move in (ChooseRow(row), KeepCard(card)):
            if move in self.moves:
                canvas.spot(x, y, size.width, size.height, move)

    def _options(self) -> list[Any]:
        return [move for move in self.moves if isinstance(move, ChooseRow | KeepCard)]


def _either(words: str, fewer: str, room: int) -> str:
    """Say it in fewer words where there is no room for all."""
    return words if cell_len(words) <= room else fewer


def _pipped(card: int) -> Face:
    """Print a card and its bullheads in one line."""
    return Face(f"{card}{'•' * BULLHEADS[card]}")


def _end(place: int, length: int) -> str:
    """Mark the place where a card takes the row."""
    return _("takes") if place == length - 1 else ""
