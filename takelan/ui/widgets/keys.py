"""The bottom line: what can be done now, with its keys."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from rich.cells import cell_len
from textual.message import Message

from takelan.language import translate as _
from takelan.ui.widgets.canvas import Canvas
from takelan.ui.widgets.painting import Painting


class Offer(NamedTuple):
    """Something that can be done now."""

    key: str
    label: str
    #: The action of the screen that does it.
    action: str


class Keys(Painting):
    """Keys with their words, as many as fit; all of them can be clicked, the others on the page of help."""

    class Pressed(Message):
        """An offer was clicked."""

        def __init__(self, action: str) -> None:
            super().__init__()
            self.action = action

    def __init__(self, **named: Any) -> None:
        super().__init__(**named)
        self.offers: Sequence[Offer] = ()

    def show(self, offers: Sequence[Offer]) -> None:
        """Offer these."""
        self.offers = offers
        self.redraw()

    def paint(self, canvas: Canvas) -> None:
        """Draw the offers from left to right; help and leaving stand at the end and always fit."""
        palette = canvas.palette
        canvas.fill(0, 0, canvas.width, palette.bar)
        x = 1
        for offer in self._fitting(canvas.width - 1):
            start = x
            x = canvas.write(x, 0, offer.key, palette.bar_key)
            x = canvas.write(x, 0, f" {offer.label}", palette.bar) + 2
            canvas.spot(start, 0, x - start, 1, offer.action)

    def pick(self, means: Any) -> None:
        """Announce the click."""
        self.post_message(self.Pressed(means))

    def _fitting(self, width: int) -> list[Offer]:
        """Drop offers from before the last two until the rest fits, and say how many more there are."""
        offers, always = list(self.offers[:-2]), list(self.offers[-2:])
        left_out: list[Offer] = []
        while offers and sum(map(_width, [*offers, *left_out, *always])) > width + 2:
            offers.pop()
            count = len(self.offers) - len(offers) - len(always)
            # The page of help lists them all, to be read and to be clicked.
            left_out = [Offer(f"+{count}", _("more"), "question_mark")]
        return [*offers, *left_out, *always]


def _width(offer: Offer) -> int:
    return cell_len(offer.key) + cell_len(offer.label) + 3
