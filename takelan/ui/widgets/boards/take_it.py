"""The board of Take It!: the stack and the row everybody wants."""

from collections.abc import Sequence
from typing import Any

from takelan.language import translate as _
from takelan.language import translate_plural as _n
from takelan.rules import take_it
from takelan.ui.frames import Frame
from takelan.ui.shown import fit
from takelan.ui.widgets.boards.board import Board, button, button_width
from takelan.ui.widgets.canvas import Canvas
from takelan.ui.widgets.cards import LARGE, SMALL, Face, Size, State, draw_back, draw_card, draw_chip
from takelan.ui.widgets.faces import take_it_chip, take_it_face

_LEFT = 2
_ROW_LEFT = _LEFT + SMALL.width + 5
#: A card in one line, for rows that are too long for boxes.
_CHIP = Size(SMALL.width, 1)
#: How much of a pile is seen beside the one that lies on it.
_PILE_STEP = 3
_PILE_GAP = 2


class TakeItBoard(Board):
    """Stack, row, and the photo finish of the race before it."""

    def __init__(self, **named: Any) -> None:
        super().__init__(**named)
        self._photo = ""
        self._photo_row = 0

    def show(self, frame: Frame, names: Sequence[str], moves: Sequence[Any]) -> None:
        """Draw a frame; a photo finish is news until the next row is taken."""
        if frame.view.row_number not in (self._photo_row, self._photo_row + 1):
            self._photo = ""
        super().show(frame, names, moves)

    def show_photo(self, sentence: str, row: int) -> None:
        """Show by how much the race for a row was won."""
        self._photo, self._photo_row = sentence, row
        self.redraw()

    def paint_frame(self, canvas: Canvas, frame: Frame) -> None:
        """Draw the stack at the left and the row, on several lines if need be."""
        view: take_it.View = frame.view
        top = 5 if _is_roomy(canvas) else 2
        size = self._fitting(canvas, top, len(view.row))
        self._paint_stack(canvas, top, view, SMALL if size == _CHIP else size)
        bottom = self._paint_row(canvas, top, frame, size)
        y = max(min(bottom, canvas.height - 1), min(bottom + 1, canvas.height - 3))
        self._paint_buttons(canvas, y)
        if self._photo:
            words = _("Photo finish: {sentence}").format(sentence=self._photo)
            canvas.write(_ROW_LEFT, y + 2 if y + 2 < canvas.height else 0, words, canvas.palette.gold)
        if _is_roomy(canvas):
            self._paint_piles(canvas, y + 4, view)

    def _fitting(self, canvas: Canvas, top: int, count: int) -> Size:
        """Draw the largest cards with which the whole row finds room, above a line for the buttons."""
        lines = -(-max(1, count) // _per_line(canvas.width))
        if canvas.height >= lines * LARGE.height + 6:
            return LARGE
        return SMALL if canvas.height > top + lines * SMALL.height else _CHIP

    def _paint_stack(self, canvas: Canvas, top: int, view: take_it.View, size: Size) -> None:
        words = _("stack {count}").format(count=view.stack_size or "")
        canvas.write(_LEFT, top - 1, words, canvas.palette.quiet)
        if view.stack_size:
            for depth in range(min(2, view.stack_size - 1), -1, -1):
                draw_back(canvas, _LEFT + depth, top, size)
        else:
            draw_card(canvas, _LEFT, top, Face(_("empty")), size, "slot")

    def _paint_row(self, canvas: Canvas, top: int, frame: Frame, size: Size) -> int:
        view: take_it.View = frame.view
        per_line, count = _per_line(canvas.width), len(view.row)
        lines = -(-count // per_line)
        # The latest cards are always seen, with a line below them for the buttons.
        hidden = max(0, lines - (canvas.height - top - 1) // size.height) * per_line
        words = _n("the row, {count} card", "the row, {count} cards", count).format(count=count)
        if hidden:
            words = _("‹ {hidden} more · {words}").format(hidden=hidden, words=words)
        canvas.write(_ROW_LEFT, top - 1, words, canvas.palette.quiet)
        if not view.row:
            draw_card(canvas, _ROW_LEFT, top, Face("…"), size, "slot")
            return top + size.height
        for place, card in enumerate(view.row[hidden:]):
            x, y = _ROW_LEFT + place % per_line * (size.width + 1), top + place // per_line * size.height
            is_fresh = hidden + place == count - 1 and card in frame.fresh
            _paint_card(canvas, x, y, card, size, "fresh" if is_fresh else "lit")
        height = (lines - hidden // per_line) * size.height
        if any(isinstance(move, take_it.Grab) for move in self.moves):
            canvas.spot(_ROW_LEFT, top, canvas.width - _ROW_LEFT, height, take_it.Grab(view.row_number))
        return top + height

    def _paint_piles(self, canvas: Canvas, top: int, view: take_it.View) -> None:
        """Let everybody's piles lie there face down: how many there are is all there is to see (TI11)."""
        y = canvas.height - SMALL.height - 2
        if y < top:
            return
        most = max(map(sum, zip(view.takes_left, map(len, view.pile_sizes), strict=True)))
        width = SMALL.width + (most - 1) * _PILE_STEP
        for seat, sizes in enumerate(view.pile_sizes):
            # Everybody has a place of their own: nothing moves when somebody takes a first row.
            x = _LEFT + seat * (width + _PILE_GAP)
            for place in range(len(sizes)):
                draw_back(canvas, x + place * _PILE_STEP, y)
            if sizes:
                canvas.write(
                    x + 1, y + SMALL.height, fit(self.name_of(seat), width - 1), canvas.palette.quiet
                )

    def _paint_buttons(self, canvas: Canvas, y: int) -> None:
        words: dict[type, tuple[str, str]] = {
            take_it.Grab: (_("Space"), _("grab the row")),
            take_it.Flip: (_("Enter"), _("turn a card over")),
        }
        buttons = [(*words[type(move)], move) for move in self.moves]
        width = sum(button_width(key, label) for key, label, _move in buttons)
        x = max(0, min(_ROW_LEFT, canvas.width - width))
        for key, label, move in buttons:
            x = button(canvas, x, y, key, label, move)


def _is_roomy(canvas: Canvas) -> bool:
    return canvas.height >= 24


def _paint_card(canvas: Canvas, x: int, y: int, card: str, size: Size, state: State) -> None:
    if size == _CHIP:
        draw_chip(canvas, x, y, take_it_chip(card), state)
    else:
        draw_card(canvas, x, y, take_it_face(card), size, state)


def _per_line(width: int) -> int:
    return max(1, (width - _ROW_LEFT) // (SMALL.width + 1))
