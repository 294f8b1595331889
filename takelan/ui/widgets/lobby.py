"""The gathering: seats, games to choose from, options, and how others get here."""

from collections.abc import Sequence
from typing import Any

from rich.style import Style

from takelan.language import translate as _
from takelan.rules.catalog import GAMES
from takelan.ui.option_words import in_words
from takelan.ui.shown import fit, join_phrases, shown
from takelan.ui.trips import in_words as trip_in_words
from takelan.ui.widgets.canvas import Canvas
from takelan.ui.widgets.cards import Face, draw_card
from takelan.ui.widgets.keys import Keys
from takelan.ui.widgets.painting import Painting
from takelan.wire.to_peer import SeatInfo, TableState

_LEFT = 3


class Lobby(Painting):
    """Everything one needs to know before the first card."""

    def __init__(self, **named: Any) -> None:
        super().__init__(**named)
        self._table: TableState | None = None
        self._trips: Sequence[int | None] = ()
        self._command = ""
        self._cursor = 0

    def show(
        self, table: TableState | None, trips: Sequence[int | None], command: str, cursor: int = 0
    ) -> None:
        """Draw the gathering as it is now; the owner's cursor lies on a seat."""
        self._table, self._trips, self._command, self._cursor = table, trips, command, cursor
        self.redraw()

    def paint(self, canvas: Canvas) -> None:
        """Draw games at the top, seats below, options and the way here at the bottom."""
        table = self._table
        if table is None:
            canvas.write_centre(canvas.height // 2, _("Sitting down …"), canvas.palette.quiet)
            return
        roomy = canvas.height >= 24
        y = 1 + roomy
        y = self._paint_games(canvas, y, table) + 1
        y = self._paint_seats(canvas, y, table) + 1
        y = self._paint_options(canvas, y, table) + roomy
        self._paint_way(canvas, min(y, canvas.height - 2))

    def pick(self, means: Any) -> None:
        """Announce a click like a key."""
        self.post_message(Keys.Pressed(means))

    def _paint_games(self, canvas: Canvas, y: int, table: TableState) -> int:
        palette, width = canvas.palette, (canvas.width - 2 * _LEFT) // 3
        for index, game in enumerate(GAMES.values()):
            x = _LEFT + index * width
            is_chosen = game.name == table.game
            draw_card(canvas, x, y, Face(str(index + 1)), state="cursor" if is_chosen else "asleep")
            canvas.write(x + 8, y, game.title, palette.gold if is_chosen else palette.felt)
            players = _("{fewest}–{most} players").format(fewest=game.fewest, most=game.most)
            canvas.write(x + 8, y + 1, players, palette.quiet)
            canvas.write(x + 8, y + 2, _("chosen") if is_chosen else "", palette.quiet)
            canvas.spot(x, y, width, 3, str(index + 1))
        return y + 3

    def _paint_seats(self, canvas: Canvas, y: int, table: TableState) -> int:
        title = _("Seats, {taken} of {limit}").format(taken=len(table.seats), limit=table.seat_limit)
        canvas.write(_LEFT, y, title, canvas.palette.quiet)
        limit = max(table.seat_limit, len(table.seats))
        rows = limit if limit <= 5 else -(-limit // 2)
        width = canvas.width - _LEFT if limit <= 5 else (canvas.width - _LEFT) // 2
        for seat in range(limit):
            x, line = _LEFT + seat // rows * width, y + 1 + seat % rows
            if seat < len(table.seats):
                self._paint_seat(canvas, x, line, seat, table, width)
            else:
                canvas.write(x + 2, line, "○", canvas.palette.slot)
                canvas.write(x + 4, line, _("free"), canvas.palette.slot)
        return y + 1 + rows

    def _paint_seat(self, canvas: Canvas, x: int, y: int, seat: int, table: TableState, width: int) -> None:
        palette, info = canvas.palette, table.seats[seat]
        is_ready = info.is_ready or info.bot is not None
        if (
            table.you is not None
            and table.you == table.owner
            and seat == self._cursor
            and len(table.seats) > 1
        ):
            canvas.write(x, y, "▸", palette.gold)
        canvas.write(x + 2, y, "✓" if is_ready else "…", palette.good if is_ready else palette.quiet)
        canvas.write(x + 4, y, shown(info.name, 16), palette.strong if seat == table.you else palette.felt)
        words, style = self._about(canvas, seat, info, table)
        canvas.write(x + 21, y, fit(words, width - 22), style)
        canvas.spot(x, y, width, 1, f"seat:{seat}")

    def _about(self, canvas: Canvas, seat: int, info: SeatInfo, table: TableState) -> tuple[str, Style]:
        palette = canvas.palette
        if info.is_away:
            return _("away, the seat is kept"), palette.bad
        words = []
        if info.bot is not None:
            words.append(_("bot, {level}").format(level=info.bot))
        if seat == table.you:
            words.append(_("you"))
        if seat == table.owner:
            words.append(_("owner"))
        if seat == table.first_dealer:
            words.append(_("deals first"))
        trip = self._trips[seat] if seat < len(self._trips) else None
        if trip is not None and info.bot is None and seat != table.you:
            words.append(trip_in_words(trip))
        return " · ".join(words), palette.quiet

    def _paint_options(self, canvas: Canvas, y: int, table: TableState) -> int:
        for line in join_phrases(in_words(table.game, table.options), canvas.width - 2 * _LEFT):
            canvas.write(_LEFT, y, line, canvas.palette.felt)
            canvas.spot(_LEFT, y, canvas.width, 1, "o")
            y += 1
        return y

    def _paint_way(self, canvas: Canvas, y: int) -> None:
        if not self._command:
            return
        end = canvas.write(_LEFT, y + 1, _("Others sit down with"), canvas.palette.quiet)
        canvas.write(end + 1, y + 1, f" {self._command} ", canvas.palette.bar_key)
