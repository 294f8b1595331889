"""Ask what somebody wants to be called."""

from takelan.language import translate as _
from takelan.ui.dialogs.ask import AskDialog
from takelan.ui.shown import shown
from takelan.wire.failures import UnusableTextError
from takelan.wire.peer_text import PlayerName


class NameDialog(AskDialog):
    """A name that every terminal can show; anything else is objected to."""

    def __init__(self, own: str) -> None:
        super().__init__(_("What shall we call you?"), shown(own, 16) if own else "", _objection_to)


def _objection_to(text: str) -> str | None:
    try:
        PlayerName(text)
    except UnusableTextError:
        return _("That name cannot be shown on every terminal: use letters and digits.")
    return None
