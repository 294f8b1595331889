"""The gathering: seats, games to choose from, options, and how others get here."""

from collections.abc import Sequence
from typing import Any

from rich.cells import cell_len
from rich.style import Style

from takelan.language import translate as _
from takelan.rules.catalog import GAMES
from takelan.ui.checks import Checks, write
from takelan.ui.option_words import in_words
from takelan.ui.sentences import bots_introduced
from takelan.ui.shown import fit, join_phrases, shown, wrap
from takelan.ui.trips import in_words as trip_in_words
from takelan.ui.widgets.canvas import Canvas
from takelan.ui.widgets.cards import Face, draw_card
from takelan.ui.widgets.keys import Keys
from takelan.ui.widgets.painting import Painting
from takelan.wire.to_peer import SeatInfo, TableState
from takelan.wire.words import CheckWords

_LEFT = 3
#: So many lines leave room for empty ones.
_ROOMY = 24
#: From which height on every seat has a line to itself, with room for whole words.
_TALL = 32
# Two words of six letters, and whether they were compared: in a word, or in a sign.
_ROOM_FOR_MARK = 30
_ROOM_FOR_CHECK = 17
_NAME, _SHORT_NAME = 16, 8
# Beside a command with three words of six letters.
_ROOM_FOR_LOCK = 68


class Lobby(Painting):
    """Everything one needs to know before the first card."""

    def __init__(self, **named: Any) -> None:
        super().__init__(**named)
        self._table: TableState | None = None
        self._trips: Sequence[int | None] = ()
        self._command = ""
        self._cursor = 0
        self._checks: Checks | None = None
        self._is_locked = False

    def show(
        self,
        table: TableState | None,
        trips: Sequence[int | None],
        command: str,
        cursor: int = 0,
        checks: Checks | None = None,
        *,
        is_locked: bool = False,
    ) -> None:
        """Draw the gathering as it is now; the owner's cursor lies on a seat, and its door may be locked."""
        self._table, self._trips, self._command, self._cursor = table, trips, command, cursor
        self._checks, self._is_locked = checks, is_locked
        self.redraw()

    def paint(self, canvas: Canvas) -> None:
        """Draw games at the top, seats below, options and the way here at the bottom."""
        table = self._table
        if table is None:
            canvas.write_centre(canvas.height // 2, _("Sitting down …"), canvas.palette.quiet)
            return
        roomy = canvas.height >= _ROOMY
        y = 1 + roomy
        y = self._paint_games(canvas, y, table) + 1
        y = self._paint_seats(canvas, y, table) + 1
        y = self._paint_options(canvas, y, table)
        y = self._paint_bots(canvas, y, table) + roomy
        y = min(y, canvas.height - 2)
        self._paint_own_check(canvas, y)
        self._paint_way(canvas, y)

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
            if cell_len(players) > width - 8:
                players = _("{fewest}–{most}").format(fewest=game.fewest, most=game.most)
            canvas.write(x + 8, y + 1, players, palette.quiet)
            canvas.write(x + 8, y + 2, _("chosen") if is_chosen else "", palette.quiet)
            canvas.spot(x, y, width, 3, str(index + 1))
        return y + 3

    def _paint_seats(self, canvas: Canvas, y: int, table: TableState) -> int:
        title = _("Seats, {taken} of {limit}").format(taken=len(table.seats), limit=table.seat_limit)
        canvas.write(_LEFT, y, title, canvas.palette.quiet)
        limit = max(table.seat_limit, len(table.seats))
        columns = 1 if limit <= 5 or canvas.height >= _TALL else 2
        rows, width = -(-limit // columns), (canvas.width - _LEFT) // columns
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
        # Check words that are cut off cannot be compared: a long name makes room for them.
        name_room = max(_SHORT_NAME, min(_NAME, width - 6 - _ROOM_FOR_CHECK))
        name = shown(info.name, name_room)
        canvas.write(x + 4, y, name, palette.strong if seat == table.you else palette.felt)
        words, style = self._about(canvas, seat, info, table)
        start, room = x + 5 + name_room, width - 6 - name_room
        if seat != table.you and self._checks and (check := self._checks.of_seat(seat)) is not None:
            start, room = self._paint_check(canvas, start, y, check, room)
        if room > 2:
            canvas.write(start, y, fit(words, room), style)
        canvas.spot(x, y, width, 1, f"seat:{seat}")

    def _paint_check(self, canvas: Canvas, x: int, y: int, check: CheckWords, room: int) -> tuple[int, int]:
        """Put check words before the rest; where there is little room a sign tells whether they agree."""
        palette, is_compared = canvas.palette, bool(self._checks and self._checks.is_compared(check))
        mark = _("compared") if is_compared else _("not compared")
        if room < _ROOM_FOR_MARK:
            mark = "=" if is_compared else "?"
        words = f"{write(check)} ({mark})"
        end = canvas.write(x, y, fit(words, room), palette.good if is_compared else palette.felt)
        return end + 2, room - (end - x) - 2

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

    def _paint_bots(self, canvas: Canvas, y: int, table: TableState) -> int:
        """Say how the bots play, where there is room for it above the way here."""
        width = canvas.width - 2 * _LEFT
        lines = [line for one in bots_introduced(table) for line in wrap(one, width)]
        if not lines or y + len(lines) > canvas.height - 3:
            return y
        y += canvas.height >= _ROOMY
        for number, line in enumerate(lines):
            canvas.write(_LEFT, y + number, line, canvas.palette.quiet)
        return y + len(lines)

    def _paint_own_check(self, canvas: Canvas, y: int) -> None:
        checks = self._checks
        if checks is None or checks.own is None:
            return
        is_compared = checks.is_compared(checks.own)
        end = canvas.write(_LEFT, y, _("Your check words:"), canvas.palette.quiet)
        style = canvas.palette.good if is_compared else canvas.palette.strong
        end = canvas.write(end + 1, y, write(checks.own), style)
        told = _("compared") if is_compared else _("not compared; w if the host sees the same")
        if end + cell_len(told) + 3 > canvas.width:
            # The key is offered in the last line, too.
            told = _("not compared")
        canvas.write(end, y, f" ({told})", canvas.palette.quiet)
        canvas.spot(_LEFT, y, canvas.width - _LEFT, 1, "w")

    def _paint_way(self, canvas: Canvas, y: int) -> None:
        if not self._command:
            return
        if self._is_locked:
            words = (
                _("Locked: c draws a new code") if canvas.width >= _ROOM_FOR_LOCK else _("Locked, press c")
            )
            end = canvas.write(_LEFT, y + 1, words, canvas.palette.bad)
            canvas.spot(_LEFT, y + 1, end - _LEFT, 1, "c")
        else:
            end = canvas.write(_LEFT, y + 1, _("Others sit down with"), canvas.palette.quiet)
        canvas.write(end + 1, y + 1, f" {self._command} ", canvas.palette.bar_key)
