"""The floor for the app: thirty cards as plain Textual widgets.

Right moves the highlight to the next of them; l changes them all.
"""

from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static


class BareApp(App[None]):
    """Thirty widgets, two of which change their class when a key is pressed."""

    CSS = """
    Screen { layout: grid; grid-size: 10; grid-rows: 4; }
    Static { border: round green; }
    .lit { border: round yellow; }
    .all Static { border: round red; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "move", show=False),
        Binding("l", "change_all", show=False),
        Binding("q", "quit"),
    ]

    def compose(self) -> ComposeResult:
        """Lay out the cards; the last one says that all are there."""
        yield from (Static(str(number), id=f"card{number}") for number in range(29))
        yield Static("ready", id="card29")

    def on_mount(self) -> None:
        """Light the first card."""
        self.animation_level = "none"
        self._cursor = 0
        self.query_one("#card0").add_class("lit")

    def action_move(self) -> None:
        """Light the next card."""
        self.query_one(f"#card{self._cursor}").remove_class("lit")
        self._cursor = (self._cursor + 1) % 30
        self.query_one(f"#card{self._cursor}").add_class("lit")

    def action_change_all(self) -> None:
        """Draw every card otherwise."""
        self.screen.toggle_class("all")


class EmptyApp(App[None]):
    """The least a Textual app can show."""

    def compose(self) -> ComposeResult:
        """Say that it is there."""
        yield Static("ready")


if __name__ == "__main__":
    import sys

    (EmptyApp if sys.argv[1:] == ["empty"] else BareApp)().run()
