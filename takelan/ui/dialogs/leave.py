"""Ask once before leaving a game that is on."""

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from takelan.language import translate as _
from takelan.ui.dialogs.dialog import Dialog
from takelan.ui.shown import shown, wrap
from takelan.ui.widgets.boards.board import button
from takelan.ui.widgets.canvas import Canvas
from takelan.ui.widgets.frame import draw_frame
from takelan.ui.widgets.keys import Keys
from takelan.ui.widgets.painting import Painting


class _Question(Painting):
    """The sentences and two things to click."""

    def __init__(self, sentences: Sequence[str]) -> None:
        super().__init__(classes="box leave")
        self._sentences = sentences

    def paint(self, canvas: Canvas) -> None:
        draw_frame(canvas, _("Leave the table?"))
        y = 2
        for sentence in self._sentences:
            for line in wrap(shown(sentence), canvas.width - 6):
                canvas.write(3, y, line)
                y += 1
        end = button(canvas, 3, canvas.height - 2, "y", _("leave"), "y")
        button(canvas, end, canvas.height - 2, "Esc", _("stay"), "n")

    def pick(self, means: Any) -> None:
        self.post_message(Keys.Pressed(means))


class LeaveDialog(Dialog[bool]):
    """Leave or stay: y leaves, and so does q once more."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,q", "answer(True)", show=False, id="leave.leave"),
        Binding("n,escape,enter,space", "answer(False)", show=False, id="leave.stay"),
    ]

    def __init__(self, sentences: Sequence[str]) -> None:
        super().__init__()
        self._sentences = sentences

    def compose(self) -> ComposeResult:
        """Ask."""
        yield _Question(self._sentences)

    def on_keys_pressed(self, message: Keys.Pressed) -> None:
        """Treat a click like its key."""
        message.stop()
        self.action_answer(message.action == "y")

    def action_answer(self, leaves: bool) -> None:  # noqa: FBT001 (Textual passes arguments by position)
        """Close with the answer."""
        self.dismiss(leaves)
