"""Ask for one line of text."""

from collections.abc import Callable
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.geometry import Size
from textual.widgets import Input

from takelan.language import translate as _
from takelan.ui.dialogs.dialog import Dialog
from takelan.ui.shown import shown, wrap
from takelan.ui.widgets.boards.board import button
from takelan.ui.widgets.canvas import Canvas
from takelan.ui.widgets.keys import Keys
from takelan.ui.widgets.painting import Painting

_LONGEST = 256


class _Words(Painting):
    """A question or an objection."""

    def __init__(self, text: str, **named: Any) -> None:
        super().__init__(**named)
        self.text = text
        self.is_bad = False

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._lines(width))

    def paint(self, canvas: Canvas) -> None:
        for y, line in enumerate(self._lines(canvas.width)):
            canvas.write(1, y, line, canvas.palette.bad if self.is_bad else canvas.palette.strong)

    def _lines(self, width: int) -> list[str]:
        return wrap(shown(self.text), width - 2) if self.text else []


class _Buttons(Painting):
    """Two things to click."""

    def paint(self, canvas: Canvas) -> None:
        end = button(canvas, 1, 0, _("Enter"), _("go on"), "enter")
        button(canvas, end, 0, _("Esc"), _("never mind"), "escape")

    def pick(self, means: Any) -> None:
        self.post_message(Keys.Pressed(means))


class AskDialog(Dialog[str | None]):
    """A question with one line to answer it; the answer is checked before the dialog closes."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", show=False, id="ask.cancel")]

    def __init__(self, question: str, text: str, objection_to: Callable[[str], str | None]) -> None:
        super().__init__()
        self._question = question
        self._text = text
        self._objection_to = objection_to

    def compose(self) -> ComposeResult:
        """Put the question above the line and the keys below it."""
        with Vertical(classes="box ask"):
            yield _Words(self._question, id="question")
            field = Input(self._text, max_length=_LONGEST, id="answer", select_on_focus=True)
            field.cursor_blink = False
            yield field
            yield _Words("", id="remark")
            yield _Buttons(id="buttons")

    async def on_keys_pressed(self, message: Keys.Pressed) -> None:
        """Treat a click like its key."""
        message.stop()
        if message.action == "enter":
            await self.query_one("#answer", Input).action_submit()
        else:
            self.action_cancel()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the answer, or say what is wrong with it."""
        event.stop()
        text = event.value.strip()
        if not text:
            self.dismiss(None)
        elif (objection := self._objection_to(text)) is not None:
            self.remark(objection, is_bad=True)
        else:
            self.dismiss(text)

    def remark(self, text: str, *, is_bad: bool = False) -> None:
        """Say something below the line."""
        remark = self.query_one("#remark", _Words)
        remark.text, remark.is_bad = text, is_bad
        remark.redraw()

    def action_cancel(self) -> None:
        """Give no answer."""
        self.dismiss(None)
