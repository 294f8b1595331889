"""Ask for the code of a private table; Tab completes its words."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import Input

from takelan.errors import TakelanError
from takelan.language import translate as _
from takelan.ui.dialogs.ask import AskDialog
from takelan.wire.code import CODE_WORDS, check_code, complete

_MOST_SHOWN = 8


class CodeDialog(AskDialog):
    """Three words with hyphens between; anything else is objected to before the table is called."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "complete", show=False, priority=True, id="code.complete")
    ]

    def __init__(self, question: str) -> None:
        super().__init__(question, "", _objection_to)

    def action_complete(self) -> None:
        """Complete the word that was begun, or show which words begin so."""
        field = self.query_one("#answer", Input)
        offers = complete(field.value.strip().replace(" ", "-"))
        if not offers:
            self.remark(_("None of the words begins so."), is_bad=True)
            return
        begun = _shared_beginning(offers)
        if len(offers) == 1 and begun.count("-") < CODE_WORDS - 1:
            begun += "-"
        field.value, field.cursor_position = begun, len(begun)
        words = [offer.rpartition("-")[2] for offer in offers]
        shown = ", ".join(words[:_MOST_SHOWN]) + (" …" if len(words) > _MOST_SHOWN else "")
        self.remark(shown if len(words) > 1 else "")


def _shared_beginning(texts: list[str]) -> str:
    """Give the letters that all texts begin with; in order, the first and the last tell."""
    first, last = min(texts), max(texts)
    pairs = enumerate(zip(first, last, strict=False))
    return first[: next((place for place, (one, other) in pairs if one != other), len(first))]


def _objection_to(text: str) -> str | None:
    try:
        check_code(text)
    except TakelanError as error:
        return str(error)
    return None
