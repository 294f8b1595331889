"""What the acts share."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from takelan.language import translate as _
from takelan.ui.sitting import Sitting
from takelan.ui.widgets.keys import Offer

if TYPE_CHECKING:
    from takelan.ui.screens.table import TableScreen


class Act:
    """One way to use the screen of a table."""

    #: The class that makes the act's own parts visible.
    NAME = ""

    def __init__(self, screen: "TableScreen") -> None:
        self.screen = screen
        #: Why the last thing the player tried cannot be done.
        self.objection = ""

    @property
    def sitting(self) -> Sitting:
        """The stay at the table that is shown."""
        return self.screen.sitting

    def show(self) -> None:
        """Draw everything as it is now."""
        raise NotImplementedError

    def offers(self) -> Sequence[Offer]:
        """List what can be done now."""
        raise NotImplementedError

    def press(self, key: str) -> None:
        """React to a key."""
        raise NotImplementedError

    def object(self, sentence: str) -> None:
        """Say why something cannot be done."""
        self.objection = sentence
        self.screen.show()

    def object_not_owner(self) -> None:
        """Say who decides here."""
        table = self.sitting.outlook.table
        owner = None if table is None or table.owner is None else table.seats[table.owner].name
        if owner is None:
            self.object(_("Only the owner of the table decides that."))
        else:
            self.object(_("{name} decides that at this table.").format(name=owner))
