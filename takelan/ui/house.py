"""What the app is besides its screens: its looks, its settings, its coach, and how it calls a player."""

import asyncio
import gc
import os
from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from msgspec.structs import replace
from rich.console import RenderableType
from textual import events
from textual.app import App
from textual.screen import Screen

from takelan.store.settings import Settings, save
from takelan.table.pace import Pace
from takelan.ui.coach import Coach
from takelan.ui.dialogs.dialog import Dialog
from takelan.ui.motion import Motion, choose_motion
from takelan.ui.round_trip import ANSWER_WITHIN, WHERE_IS_THE_CURSOR
from takelan.ui.screens.pressing import PressScreen
from takelan.ui.theme import OWN_THEMES, TERMINAL, Depth, depth_of_terminal, palette_of
from takelan.ui.thrift import TerminalMemory, ThriftyUpdate
from takelan.ui.title import title_sequence
from takelan.ui.widgets.canvas import Look

Result = TypeVar("Result")


class House(App[Result], Generic[Result]):
    """An app with our themes and a player's settings."""

    CSS_PATH = "takelan.tcss"
    TITLE = "takelan"

    def __init__(
        self, settings: Settings, player_name: str, depth: Depth | None, *, wants_ascii: bool = False
    ) -> None:
        self._depth = depth or depth_of_terminal(has_no_color="NO_COLOR" in os.environ)
        # The filters for terminals without colours are chosen while Textual's app is built.
        super().__init__(ansi_color=None if self._depth == "full" else True)
        for theme in OWN_THEMES:
            self.register_theme(theme)
        self.settings = settings
        #: Whether plain characters are wanted for this run, whatever the settings say.
        self._wants_ascii = wants_ascii
        self.player_name = settings.name or player_name
        self.coach = Coach(settings.met, is_wanted=settings.coach)
        self.animation_level = "none"
        self.memory = TerminalMemory()
        self.theme = self._theme_wanted()
        self.look = self._make_look()
        self.set_class(self.look.is_ascii, "-ascii", update=False)
        self._cursor_told: asyncio.Event | None = None
        self._is_settled = False

    @property
    def motion(self) -> Motion:
        """How much moves."""
        return choose_motion(self.settings.motion)

    def on_mount(self) -> None:
        """Follow the theme, and whatever may have disturbed the terminal."""
        self.theme_changed_signal.subscribe(self, lambda theme: self._restyle())
        self.app_resume_signal.subscribe(self, lambda app: self.memory.forget())

    def change(self, settings: Settings) -> None:
        """Take over changed settings, and keep them; what was asked for this run gives way to them."""
        self._wants_ascii = self._wants_ascii and settings.ascii == self.settings.ascii
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

    def settle(self) -> None:
        """Let the collector pass over what is loaded by now: a look through all of it stops a game for 40 ms.

        Many apps in one program are tests, whose garbage must go.
        """
        if not self._is_settled and not self.is_headless:
            self._is_settled = True
            gc.freeze()

    def remember_table(self, game: str, options: Mapping[str, str], *, is_solo: bool = False) -> None:
        """Open the next table like this one; a deck of one's own is named again each time.

        What others may watch is remembered from tables at which there are others.
        """
        words = {key: word for key, word in options.items() if key != "deck"}
        if is_solo:
            before = self.settings.last_options.get(game, {})
            words = {**words, "onlookers": before.get("onlookers", Pace().onlookers)}
        remembered = {**self.settings.last_options, game: words}
        if (self.settings.last_game, self.settings.last_options) != (game, remembered):
            self.settings = replace(self.settings, last_game=game, last_options=remembered)
            save(self.settings)

    def call_player(self, *, is_turn: bool) -> None:
        """Tell in the window's title, and by the bell, that it is this player's turn."""
        if is_turn and self.settings.bell:
            self.bell()
        if self.settings.title and self._driver is not None and not self.is_headless:
            self._driver.write(title_sequence(os.environ, is_turn=is_turn))

    @property
    def crash(self) -> Exception | None:
        """What the app has ended from, if it did not end in peace."""
        return self._exception

    async def measure_terminal(self) -> float | None:
        """Ask the terminal where its cursor is, and tell how many milliseconds the answer takes."""
        if self._driver is None or self.is_headless:
            return None
        loop = asyncio.get_running_loop()
        self._cursor_told, began = asyncio.Event(), loop.time()
        self._driver.write(WHERE_IS_THE_CURSOR)
        self._driver.flush()
        try:
            async with asyncio.timeout(ANSWER_WITHIN):
                await self._cursor_told.wait()
        except TimeoutError:
            return None
        return (loop.time() - began) * 1000

    def on_cursor_position(self, event: events.CursorPosition) -> None:
        """Take the terminal's answer."""
        if self._cursor_told is not None:
            self._cursor_told.set()

    def theme_names(self) -> Sequence[str]:
        """List the themes, our own first."""
        own = [theme.name for theme in OWN_THEMES]
        return [*own, *sorted(name for name in self.available_themes if name not in own)]

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        if renderable is not None and not isinstance(renderable, ThriftyUpdate):
            # A screen of Textual's own, like the palette, has drawn over what we remember.
            self.memory.forget()
        super()._display(screen, renderable)

    def _fatal_error(self) -> None:
        # Textual would print every local variable, hands and keys among them; our caller reports it.
        self._close_messages_no_wait()

    def _theme_wanted(self) -> str:
        if self._depth != "full":
            return TERMINAL.name
        return self.settings.theme if self.settings.theme in self.available_themes else OWN_THEMES[0].name

    def _make_look(self) -> Look:
        return Look(palette_of(self.current_theme, self._depth), self.settings.ascii or self._wants_ascii)

    def _restyle(self) -> None:
        self.look = self._make_look()
        self.set_class(self.look.is_ascii, "-ascii")
        for screen in self.screen_stack:
            if isinstance(screen, PressScreen | Dialog):
                screen.repaint()
