"""The board of Take It!: the stack and the row everybody wants."""

from collections.abc import Sequence
from typing import Any

from takelan.language import translate as _
from takelan.language import translate_plural as _n
from takelan.rules import take_it
from takelan.ui.frames import Frame
from takelan.ui.shown import fit
from takelan.ui.widgets.boards.board import Board, button
from takelan.ui.widgets.canvas import Canvas
from takelan.ui.widgets.cards import LARGE, SMALL, Face, Size, State, draw_back, draw_card
from takelan.ui.widgets.faces import take_it_face

_LEFT = 2
_GAP = 3
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
        size = self._fitting(canvas, len(view.row))
        top = 5 if _is_roomy(canvas) else 2
        self._paint_stack(canvas, top, view, size)
        bottom = self._paint_row(canvas, top, frame, size)
        y = min(bottom + 1, canvas.height - 3)
        self._paint_buttons(canvas, _row_left(size), y)
        if self._photo:
            words = _("Photo finish: {sentence}").format(sentence=self._photo)
            canvas.write(_row_left(size), y + 2, words, canvas.palette.gold)
        if _is_roomy(canvas):
            self._paint_piles(canvas, y + 4, view)

    def _fitting(self, canvas: Canvas, count: int) -> Size:
        """Draw large cards as long as the whole row finds room."""
        lines = -(-max(1, count) // _per_line(canvas.width, LARGE))
        return LARGE if canvas.height >= lines * LARGE.height + 6 else SMALL

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
        left = _row_left(size)
        words = _n("the row, {count} card", "the row, {count} cards", len(view.row))
        canvas.write(left, top - 1, words.format(count=len(view.row)), canvas.palette.quiet)
        if not view.row:
            draw_card(canvas, left, top, Face("…"), size, "slot")
            return top + size.height
        per_line = _per_line(canvas.width, size)
        for index, card in enumerate(view.row):
            x, y = left + index % per_line * (size.width + 1), top + index // per_line * size.height
            is_last = index == len(view.row) - 1
            state: State = "fresh" if is_last and card in frame.fresh else "lit"
            draw_card(canvas, x, y, take_it_face(card), size, state)
        lines = -(-len(view.row) // per_line)
        if any(isinstance(move, take_it.Grab) for move in self.moves):
            canvas.spot(left, top, canvas.width - left, lines * size.height, take_it.Grab(view.row_number))
        return top + lines * size.height

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

    def _paint_buttons(self, canvas: Canvas, x: int, y: int) -> None:
        for move in self.moves:
            if isinstance(move, take_it.Grab):
                x = button(canvas, x, y, _("Space"), _("grab the row"), move)
            elif isinstance(move, take_it.Flip):
                x = button(canvas, x, y, _("Enter"), _("turn a card over"), move)


def _is_roomy(canvas: Canvas) -> bool:
    return canvas.height >= 24


def _row_left(size: Size) -> int:
    return _LEFT + size.width + _GAP + 2


def _per_line(width: int, size: Size) -> int:
    return max(1, (width - _row_left(size)) // (size.width + 1))
