"""The board of Take That: the pile, and the line that grows to the right."""

from rich.cells import cell_len

from takelan.language import translate as _
from takelan.language import translate_plural as _n
from takelan.rules import take_that
from takelan.rules.take_that.cards import REACH, TWIN, lays_between, penalty
from takelan.ui.frames import Frame
from takelan.ui.widgets.boards.board import Board, button
from takelan.ui.widgets.canvas import Canvas
from takelan.ui.widgets.cards import Face, State, columns, draw_back, draw_card, draw_chip
from takelan.ui.widgets.faces import take_that_face, twin_face

_PILE_ROOM = 4


class TakeThatBoard(Board):
    """Pile, line, and the pairs twisted so far."""

    def paint_frame(self, canvas: Canvas, frame: Frame) -> None:
        """Draw the line in the middle, twisted pairs below it."""
        view: take_that.View = frame.view
        size = self.card_size
        top = max(1, (canvas.height - size.height - 5) // 2)
        self._paint_pile(canvas, top, view)
        self._paint_line(canvas, top, view, frame)
        self._paint_buttons(canvas, min(top + size.height + 1, canvas.height - 1), view)
        self._paint_twisted(canvas, top + size.height + 3, view)

    def _paint_pile(self, canvas: Canvas, top: int, view: take_that.View) -> None:
        words = _("pile {count}").format(count=view.pile_size or "")
        canvas.write(2, top - 1, words, canvas.palette.quiet)
        if view.pile_size:
            draw_back(canvas, 2, top, self.card_size)
        else:
            draw_card(canvas, 2, top, Face(_("empty")), self.card_size, "slot")

    def _paint_line(self, canvas: Canvas, top: int, view: take_that.View, frame: Frame) -> None:
        left = self.card_size.width + _PILE_ROOM + 1
        # One place more than there are cards: where the next one goes.
        starts = columns(len(view.line) + 1, canvas.width - left - 1, self.card_size)
        shown = view.line[len(view.line) + 1 - len(starts) :]
        step = starts[1] - starts[0] if len(starts) > 1 else self.card_size.width
        self._paint_title(canvas, left, top - 1, view, len(view.line) - len(shown))
        for card, start in zip(shown, starts, strict=False):
            x = left + start
            is_twin = self._is_twistable(card, view)
            face = twin_face(card) if is_twin else take_that_face(card)
            state = self._state(card, frame, is_twin=is_twin)
            draw_card(canvas, x, top, face, self.card_size, state, shown=step)
            if is_twin:
                canvas.spot(x, top, self.card_size.width, self.card_size.height, take_that.Twist(TWIN[card]))
        draw_card(canvas, left + starts[-1], top, Face(_range(view)), self.card_size, "slot")

    def _paint_title(self, canvas: Canvas, x: int, y: int, view: take_that.View, hidden: int) -> None:
        count = len(view.line)
        words = _n("the line, {count} card", "the line, {count} cards", count).format(count=count)
        if hidden:
            words = _("‹ {hidden} more · {words}").format(hidden=hidden, words=words)
        end = canvas.write(x, y, words, canvas.palette.quiet)
        if count:
            cost = sum(map(penalty, view.line))
            canvas.write(end, y, _(" · taking it costs {cost}").format(cost=cost), canvas.palette.quiet)

    def _paint_buttons(self, canvas: Canvas, y: int, view: take_that.View) -> None:
        x = self.card_size.width + _PILE_ROOM + 1
        if any(isinstance(move, take_that.TakeLine) for move in self.moves):
            count = len(view.line)
            label = _n("take {count} card", "take {count} cards", count).format(count=count)
            x = button(canvas, x, y, "k", label, take_that.TakeLine())
        twists = [move for move in self.moves if isinstance(move, take_that.Twist)]
        if len(twists) == 1:
            label = _("twist {target} with {card}").format(target=TWIN[twists[0].card], card=twists[0].card)
            button(canvas, x, y, "w", label, twists[0])
        elif twists:
            cards = ", ".join(str(move.card) for move in twists)
            canvas.write(x, y, _("w: twist with {cards}").format(cards=cards), canvas.palette.gold)

    def _paint_twisted(self, canvas: Canvas, top: int, view: take_that.View) -> None:
        y, left = top, 3 + max(cell_len(self.name_of(seat)) for seat in range(len(view.twisted)))
        for seat, pairs in enumerate(view.twisted):
            if not pairs or y >= canvas.height:
                continue
            canvas.write(2, y, self.name_of(seat), canvas.palette.quiet)
            x = left
            for first, second in zip(pairs[::2], pairs[1::2], strict=True):
                if x + 9 > canvas.width:
                    break
                x = draw_chip(canvas, x, y, Face(f"{first}↔{second}")) + 1
            y += 1

    def _is_twistable(self, card: int, view: take_that.View) -> bool:
        return TWIN.get(card) in view.hand

    def _state(self, card: int, frame: Frame, *, is_twin: bool) -> State:
        if is_twin:
            return "cursor"
        return "fresh" if card in frame.fresh else "lit"


def _range(view: take_that.View) -> str:
    if not view.line:
        return _("any")
    lowest, highest = lays_between(view.line[-1])
    words = f"{lowest}–{highest}"
    return words if cell_len(words) <= 5 else f"±{REACH}"
