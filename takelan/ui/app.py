"""The app: it knows where one is (home, or at a table), and what was chosen once and for all."""

import os
from collections.abc import Sequence

from msgspec.structs import replace
from textual.app import App
from textual.worker import Worker, WorkerState

from takelan.errors import TakelanError
from takelan.store.settings import Settings, save
from takelan.ui.coach import Coach
from takelan.ui.dialogs.dialog import Dialog
from takelan.ui.doors import Doors
from takelan.ui.motion import Motion, choose_motion
from takelan.ui.screens.help import HelpScreen
from takelan.ui.screens.home import HomeScreen
from takelan.ui.screens.pressing import PressScreen
from takelan.ui.screens.table import TableScreen
from takelan.ui.sitting import Chair, Sitting
from takelan.ui.theme import OWN_THEMES, TERMINAL, Depth, depth_of_terminal, palette_of
from takelan.ui.title import title_sequence
from takelan.ui.widgets.canvas import Look


class TakelanApp(App[TakelanError | None]):
    """takelan on the whole screen; it returns what kept one from the table, if anything did."""

    CSS_PATH = "takelan.tcss"
    TITLE = "takelan"
    ENABLE_COMMAND_PALETTE = True

    def __init__(
        self,
        doors: Doors,
        settings: Settings,
        *,
        player_name: str,
        chair: Chair | None = None,
        depth: Depth | None = None,
    ) -> None:
        self._depth = depth or depth_of_terminal(has_no_color="NO_COLOR" in os.environ)
        # The filters for terminals without colours are chosen while Textual's app is built.
        super().__init__(ansi_color=None if self._depth == "full" else True)
        for theme in OWN_THEMES:
            self.register_theme(theme)
        self.settings = settings
        self.player_name = settings.name or player_name
        self.coach = Coach(settings.met, is_wanted=settings.coach)
        self.animation_level = "none"
        self._doors = doors
        self._chair = chair
        self._sitting: Sitting | None = None
        self._worker: Worker[None] | None = None
        self.theme = self._theme_wanted()
        self.look = self._make_look()

    @property
    def motion(self) -> Motion:
        """How much moves."""
        return choose_motion(self.settings.motion)

    def on_mount(self) -> None:
        """Go to the table one came for, or home."""
        self.theme_changed_signal.subscribe(self, lambda theme: self._restyle())
        if self._chair is None:
            self.push_screen(HomeScreen(self._doors))
        else:
            self.sit_down(self._chair)

    def sit_down(self, chair: Chair) -> None:
        """Go to a table."""
        sitting = Sitting(chair)
        screen = TableScreen(sitting)
        self._sitting = sitting
        sitting.line = chair.open_line(screen.hear, screen.hear_link)
        self._turn_to(screen)
        self._worker = self.run_worker(sitting.line.run(), group="table", exit_on_error=False)

    @property
    def came_for_table(self) -> bool:
        """Whether the app was opened for one table, so that leaving it is leaving altogether."""
        return self._chair is not None

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
            self._turn_to(HomeScreen(self._doors, str(error)))

    async def _get_up(self, *, quits: bool) -> None:
        sitting, self._sitting = self._sitting, None
        if sitting is not None and sitting.line is not None:
            await (sitting.line.close if sitting.link.kind == "ended" else sitting.line.leave)()
        if sitting is not None and sitting.chair.release is not None:
            await sitting.chair.release()
        self.call_player(is_turn=False)
        if quits:
            self.exit()
        else:
            self._turn_to(HomeScreen(self._doors))

    def _turn_to(self, screen: PressScreen) -> None:
        while isinstance(self.screen, Dialog | HelpScreen):
            self.pop_screen()
        if isinstance(self.screen, PressScreen):
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    def change(self, settings: Settings) -> None:
        """Take over changed settings, and keep them."""
        self.settings = settings
        self.player_name = settings.name or self.player_name
        self.coach.is_wanted = settings.coach
        save(settings)
        self.theme = self._theme_wanted()
        self._restyle()

    def dismiss_coach(self) -> None:
        """Give no more hints."""
        self.change(replace(self.settings, coach=False))

    def has_played(self, game: str) -> None:
        """Remember that a game is not new any more."""
        self.coach.has_played(game)
        if game not in self.settings.met:
            self.change(replace(self.settings, met=(*self.settings.met, game)))

    def call_player(self, *, is_turn: bool) -> None:
        """Tell in the window's title, and by the bell, that it is this player's turn."""
        if is_turn and self.settings.bell:
            self.bell()
        if self.settings.title and self._driver is not None:
            self._driver.write(title_sequence(os.environ, is_turn=is_turn))

    def theme_names(self) -> Sequence[str]:
        """List the themes, our own first."""
        own = [theme.name for theme in OWN_THEMES]
        return [*own, *sorted(name for name in self.available_themes if name not in own)]

    def _theme_wanted(self) -> str:
        if self._depth != "full":
            return TERMINAL.name
        return self.settings.theme if self.settings.theme in self.available_themes else OWN_THEMES[0].name

    def _make_look(self) -> Look:
        return Look(palette_of(self.current_theme, self._depth), self.settings.ascii)

    def _restyle(self) -> None:
        self.look = self._make_look()
        for screen in self.screen_stack:
            if isinstance(screen, PressScreen | Dialog):
                screen.repaint()
