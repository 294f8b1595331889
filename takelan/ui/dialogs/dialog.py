"""What all dialogs share: a box in the middle, no wider than the terminal, and Esc to get out."""

from typing import TYPE_CHECKING, Generic, TypeVar, cast

from textual.screen import ModalScreen

from takelan.ui.thrift import ThriftyCompositor
from takelan.ui.widgets.painting import Painting

if TYPE_CHECKING:
    from takelan.ui.app import TakelanApp

Answer = TypeVar("Answer")


class Dialog(ModalScreen[Answer], Generic[Answer]):
    """A small question on top of a screen."""

    ALLOW_SELECT = False

    def __init__(self) -> None:
        super().__init__()
        self._compositor = ThriftyCompositor(lambda: self.takelan.memory)

    @property
    def takelan(self) -> "TakelanApp":
        """The app, by its own type."""
        return cast("TakelanApp", self.app)

    def repaint(self) -> None:
        """Draw everything anew after a change of theme."""
        for painting in self.query(Painting):
            painting.forget()
