"""The app: it knows where one is, at home or at a table, and leads from one to the other."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.worker import Worker, WorkerState

from takelan.errors import TakelanError
from takelan.net.mind import Mind
from takelan.store.settings import Settings
from takelan.ui.dialogs.dialog import Dialog
from takelan.ui.dialogs.leave import LeaveDialog
from takelan.ui.doors import Doors
from takelan.ui.house import House
from takelan.ui.screens.home import HomeScreen
from takelan.ui.screens.pressing import PressScreen
from takelan.ui.screens.table import TableScreen
from takelan.ui.sitting import Chair, Sitting
from takelan.ui.theme import Depth


class TakelanApp(House[TakelanError | None]):
    """takelan on the whole screen; it returns what kept one from the table, if anything did."""

    BINDINGS: ClassVar[list[BindingType]] = [
        # Before any field that would copy with it: whoever types it wants to get out.
        Binding("ctrl+c", "quit", show=False, priority=True, id="app.quit")
    ]

    def __init__(
        self,
        doors: Doors,
        settings: Settings,
        *,
        player_name: str,
        chair: Chair | None = None,
        depth: Depth | None = None,
        wants_ascii: bool = False,
        wants_to_watch: bool = False,
    ) -> None:
        super().__init__(settings, player_name, depth, wants_ascii=wants_ascii)
        self._doors = doors
        self._chair = chair
        self._wants_to_watch = wants_to_watch
        self._sitting: Sitting | None = None
        self._worker: Worker[None] | None = None
        #: Where whoever gives advice thinks.
        self.mind = Mind()

    @property
    def came_for_table(self) -> bool:
        """Whether the app was opened for one table, so that leaving it is leaving altogether."""
        return self._chair is not None

    def get_default_screen(self) -> PressScreen:
        """Begin at the table one came for, or at home: an empty screen below would be painted too."""
        home = HomeScreen(self._doors, wants_to_watch=self._wants_to_watch)
        screen = home if self._chair is None else self._take_seat(self._chair)
        # Textual expects this of every screen that is switched away from, and does it for all but the first.
        screen._push_result_callback(screen, None)
        return screen

    def on_mount(self) -> None:
        """Call the table one came for."""
        self._call_table()

    async def on_unmount(self) -> None:
        """Think no more when the app closes."""
        await self.mind.end()

    def sit_down(self, chair: Chair) -> None:
        """Go to a table."""
        self._turn_to(self._take_seat(chair))
        self._call_table()

    async def action_quit(self) -> None:
        """Leave the program, by Ctrl-C, Ctrl-Q or the palette; once more says yes to the question."""
        table = next((screen for screen in self.screen_stack if isinstance(screen, TableScreen)), None)
        if isinstance(self.screen, LeaveDialog):
            self.screen.dismiss(result=True)
        elif table is None:
            self.exit()
        else:
            table.ask_to_leave(quits=True)

    def leave_table(self, *, quits: bool) -> None:
        """Get up, and go home or out."""
        self.run_worker(self._get_up(quits=quits), group="leaving")

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Say why sitting down failed: at home, or after the app has closed if it came for that table."""
        if event.worker is not self._worker or event.state is not WorkerState.ERROR:
            return
        error = event.worker.error
        if not isinstance(error, TakelanError):
            raise error or RuntimeError("the line to the table failed")
        if self.came_for_table:
            self.exit(error)
        else:
            self._go_home(str(error))

    def _take_seat(self, chair: Chair) -> TableScreen:
        self._sitting = Sitting(chair)
        screen = TableScreen(self._sitting)
        self._sitting.line = chair.open_line(screen.hear, screen.hear_link)
        return screen

    def _call_table(self) -> None:
        if self._sitting is not None and self._sitting.line is not None:
            self._worker = self.run_worker(self._sitting.line.run(), group="table", exit_on_error=False)

    async def _get_up(self, *, quits: bool) -> None:
        sitting, self._sitting = self._sitting, None
        if sitting is not None and sitting.line is not None:
            # A seat in a running game is kept, so that its player can come back to it.
            keeps_seat = sitting.outlook.holds_seat and sitting.chair.keeps_seat
            await (sitting.line.step_out if keeps_seat else sitting.line.leave)()
        if sitting is not None and sitting.chair.release is not None:
            await sitting.chair.release()
        self.call_player(is_turn=False)
        if quits:
            self.exit()
        else:
            self._go_home()

    def _go_home(self, remark: str = "") -> None:
        # Whoever has been home did not come for one table any more.
        self._chair = None
        self._turn_to(HomeScreen(self._doors, remark))

    def _turn_to(self, screen: PressScreen) -> None:
        while isinstance(self.screen, Dialog) or getattr(self.screen, "lies_on_top", False):
            self.pop_screen()
        self.switch_screen(screen)
