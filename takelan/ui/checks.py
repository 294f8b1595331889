"""Check words on a screen: whose they are, and whether somebody here has compared them.

Rule 1: that words were compared is said at this screen and nowhere else: the network can say anything.
Rule 2: the mark belongs to the words: with new ones it is gone.
Rule 3: a host is told the words of seats only, so that an onlooker has none to compare.
"""

from takelan.language import translate as _
from takelan.ui.outlook import Outlook
from takelan.wire.code import write_code
from takelan.wire.words import CheckWords, write_words


class Checks:
    """The check words this screen knows: its own seat's, and, for the owner, those of the others."""

    def __init__(self, outlook: Outlook) -> None:
        self._outlook = outlook
        self._connection: CheckWords | None = None
        self._compared: set[CheckWords] = set()

    @property
    def own(self) -> CheckWords | None:
        """Those of one's own seat; None without one, and where the host runs on this very machine."""
        return None if self._outlook.is_onlooker else self._connection

    def meet(self, words: CheckWords) -> None:
        """Note the words of one's own connection, which leads to the seat that one has or may get."""
        self._connection = words

    def of_seat(self, seat: int) -> CheckWords | None:
        """Give the words to be compared with the player in a seat."""
        table, doorway = self._outlook.table, self._outlook.doorway
        if table is None or seat >= len(table.seats):
            return None
        if seat == table.you:
            return self.own
        if doorway is None or not self._outlook.is_owner:
            return None
        occupant = table.seats[seat].occupant
        return next((check.words for check in doorway.checks if check.occupant == occupant), None)

    def is_compared(self, words: CheckWords) -> bool:
        """Tell whether somebody at this screen has compared words and found them the same."""
        return words in self._compared

    def compare(self, words: CheckWords) -> None:
        """Note that words were compared, or take it back."""
        self._compared ^= {words}

    def tell(self, words: CheckWords) -> str:
        """Write words, and whether they were compared."""
        mark = _("compared") if self.is_compared(words) else _("not compared")
        return f"{write(words)}, {mark}"


def write(words: CheckWords) -> str:
    """Write check words the way they are said."""
    return write_words(words, " ")


def invitation(outlook: Outlook) -> str:
    """Write what a guest types: the code, where there is one."""
    doorway = outlook.doorway
    if doorway is None or doorway.code is None:
        return outlook.guest_command
    return f"takelan join {write_code(doorway.code)}"
