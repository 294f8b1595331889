"""The bottom line: what can be done now, with its keys."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from rich.cells import cell_len
from textual.message import Message

from takelan.ui.widgets.canvas import Canvas
from takelan.ui.widgets.painting import Painting


class Offer(NamedTuple):
    """Something that can be done now."""

    key: str
    label: str
    #: The action of the screen that does it.
    action: str


class Keys(Painting):
    """Keys with their words, as many as fit; all of them can be clicked."""

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
        """Drop offers from before the last two until the rest fits."""
        offers = list(self.offers)
        while len(offers) > 2 and sum(map(_width, offers)) > width + 2:
            del offers[-3]
        return offers


def _width(offer: Offer) -> int:
    return cell_len(offer.key) + cell_len(offer.label) + 3
