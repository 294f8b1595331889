"""What all boards share: they show one frame and announce what was chosen on them."""

from collections.abc import Sequence
from typing import Any

from rich.cells import cell_len
from textual.message import Message

from takelan.ui.frames import Frame
from takelan.ui.shown import shown
from takelan.ui.widgets.canvas import Canvas
from takelan.ui.widgets.cards import LARGE, SMALL, Size
from takelan.ui.widgets.hand import Hand, height_of
from takelan.ui.widgets.painting import Painting

_BUTTON_GAP = 2


class Board(Painting):
    """The middle of the table."""

    class Chosen(Message):
        """A move was chosen on the board itself."""

        def __init__(self, move: Any) -> None:
            super().__init__()
            self.move = move

    #: From this size on cards are drawn large.
    ROOMY = (60, 14)

    def __init__(self, **named: Any) -> None:
        super().__init__(**named)
        self.frame: Frame | None = None
        self.names: Sequence[str] = ()
        self.moves: Sequence[Any] = ()

    @property
    def card_size(self) -> Size:
        """How big the cards are here, so that the hand can match."""
        width, height = self.ROOMY
        return LARGE if self.size.width >= width and self.lines_beside_large_hand >= height else SMALL

    @property
    def lines_beside_large_hand(self) -> int:
        """How many lines are left beside a hand of large cards, however large they are now.

        The hand takes its lines from the board: a size chosen by what is left now would change each time.
        """
        hand = self.screen.query_one(Hand)
        if not hand.display:
            return self.size.height
        return self.size.height + hand.size.height - height_of(LARGE)

    def show(self, frame: Frame, names: Sequence[str], moves: Sequence[Any]) -> None:
        """Draw a frame; the moves are those this seat may make now."""
        self.frame, self.names, self.moves = frame, names, moves
        self.redraw()

    def move(self, across: int, down: int) -> None:
        """Move the cursor of a choice on the board, if there is one."""

    def chosen(self) -> Any | None:
        """Tell the move under the cursor, if there is a choice on the board."""
        return None

    def paint(self, canvas: Canvas) -> None:
        """Draw the frame, if there is one yet."""
        if self.frame is not None:
            self.paint_frame(canvas, self.frame)

    def paint_frame(self, canvas: Canvas, frame: Frame) -> None:
        """Draw one picture."""
        raise NotImplementedError

    def pick(self, means: Any) -> None:
        """Announce what was clicked."""
        self.post_message(self.Chosen(means))

    def name_of(self, seat: int) -> str:
        """Name a player."""
        return shown(self.names[seat]) if seat < len(self.names) else "?"


def button(canvas: Canvas, x: int, y: int, key: str, label: str, means: Any) -> int:
    """Draw something to click that also has a key, and return the column behind it."""
    end = canvas.write(x, y, f" {key} ", canvas.palette.button)
    end = canvas.write(end, y, f" {label} ", canvas.palette.bar)
    canvas.spot(x, y, end - x, 1, means)
    return end + _BUTTON_GAP


def button_width(key: str, label: str) -> int:
    """Tell how wide a button is, with the gap behind it."""
    return cell_len(key) + cell_len(label) + 4 + _BUTTON_GAP
