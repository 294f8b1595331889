"""The doctor on the screen: it examines while one looks, and stays for a doctor on another machine."""

import os
from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from takelan.language import translate as _
from takelan.net.doctor.account import account_for
from takelan.net.doctor.findings import Findings
from takelan.net.doctor.judgement import judge
from takelan.ui.doors import Doors
from takelan.ui.screens.pressing import PressScreen, bind
from takelan.ui.terminal import look_at_terminal
from takelan.ui.widgets.doctor import Diagnosis, DoctorSheet
from takelan.ui.widgets.keys import Keys, Offer

_KEYS = ("up", "down", "pageup", "pagedown", "space", "home", "end", "r", "escape", "q", "enter")


class DoctorScreen(PressScreen):
    """A verdict, and everything behind it."""

    BINDINGS: ClassVar[list[BindingType]] = [*bind("doctor", _KEYS)]

    lies_on_top = True

    def __init__(self, doors: Doors) -> None:
        super().__init__()
        self._doors = doors
        self._sheet = DoctorSheet(id="doctor")
        self._keys = Keys(id="keys")

    def parts(self) -> ComposeResult:
        """Show the sheet and the keys."""
        yield self._sheet
        yield self._keys

    def on_mount(self) -> None:
        """Begin once the first frame is out."""
        self._keys.show(self.offers())
        self.call_after_refresh(self._begin)

    def offers(self) -> Sequence[Offer]:
        """Offer to read on, to examine again, and to go back."""
        return [
            Offer("↑↓", _("scroll"), "down"),
            Offer("Space", _("next page"), "space"),
            Offer("r", _("examine again"), "r"),
            Offer("Esc", _("back"), "escape"),
        ]

    def press(self, key: str) -> None:
        """Scroll, examine again, or close."""
        if key == "r":
            self._begin()
        elif key in ("escape", "q", "enter"):
            self.app.pop_screen()
        else:
            self._sheet.turn(key)

    def show(self, findings: Findings) -> None:
        """Draw what is known so far."""
        if self.is_mounted:
            verdict = judge(findings)
            sections = [(section.title, section.lines) for section in account_for(findings)]
            is_good = verdict.is_healthy or not findings.is_complete
            self._sheet.show(Diagnosis(str(verdict), sections, is_good))

    def _begin(self) -> None:
        self._sheet.show(Diagnosis(_("Examining …"), is_good=True))
        self.run_worker(self._examine(), exclusive=True, group="doctor")

    async def _examine(self) -> None:
        terminal = look_at_terminal(os.environ, await self.takelan.measure_terminal())
        await self._doors.examine(terminal, self.show)
