"""The first thing one sees: our name in cards, tables to sit down at, and what else can be done."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from rich.cells import cell_len

from takelan.language import translate as _
from takelan.rules.catalog import GAMES
from takelan.ui.shown import fit, shown, wrap
from takelan.ui.widgets.canvas import Canvas
from takelan.ui.widgets.cards import LARGE, SMALL, Face, draw_card
from takelan.ui.widgets.keys import Keys
from takelan.ui.widgets.painting import Painting
from takelan.wire.advert import Advert

_LEFT = 4
_NAME, _SHORT_NAME = 24, 10
# The digit before a table's name, and its game and its seats behind it.
_BESIDE_NAME = 27
# An address, unless it is one of IPv6.
_ADDRESS = 13
_LOGO = "TAKELAN"


class Finding(NamedTuple):
    """How the search for tables stands."""

    #: The tables on the digits 1 to 9; None is a digit whose table is gone.
    tables: Sequence[tuple[Advert, str] | None] = ()
    #: A game this player has not finished, offered first.
    unfinished: Advert | None = None
    #: What was tried and heard, once nothing was found for a while.
    tried: Sequence[str] = ()
    #: What going on with a game that was cut off means; nothing when there is none.
    cut_off: str = ""
    #: How many tables found no digit.
    more: int = 0


class HomeSheet(Painting):
    """Everything on the home screen but the keys."""

    def __init__(self, **named: Any) -> None:
        super().__init__(**named)
        self._finding = Finding()
        self._remark = ""

    def show(self, finding: Finding, remark: str = "") -> None:
        """Draw what was found."""
        self._finding, self._remark = finding, remark
        self.redraw()

    def paint(self, canvas: Canvas) -> None:
        """Draw the name, then the tables."""
        size = LARGE if canvas.height > 24 else SMALL
        y = 2 if size is LARGE else 1
        left = max(_LEFT, (canvas.width - (size.width + 1) * len(_LOGO)) // 2)
        for index, letter in enumerate(_LOGO):
            draw_card(canvas, left + (size.width + 1) * index, y, Face(letter, _TONES[index]), size)
        canvas.write_centre(y + size.height, _("three card games for one network"), canvas.palette.quiet)
        y = self._paint_remark(canvas, y + size.height + 2)
        y = self._paint_unfinished(canvas, y)
        self._paint_tables(canvas, y)

    def pick(self, means: Any) -> None:
        """Announce a click like a key."""
        self.post_message(Keys.Pressed(means))

    def _paint_remark(self, canvas: Canvas, y: int) -> int:
        for line in wrap(shown(self._remark) if self._remark else "", canvas.width - 2 * _LEFT):
            canvas.write(_LEFT, y, line, canvas.palette.bad)
            y += 1
        return y + bool(self._remark)

    def _paint_unfinished(self, canvas: Canvas, y: int) -> int:
        advert, words = self._finding.unfinished, self._finding.cut_off
        if advert is not None:
            words = _("back to my seat at {table}, {game}").format(
                table=shown(advert.name), game=GAMES[advert.game].title
            )
        if not words:
            return y
        end = canvas.write(_LEFT, y, _(" Enter "), canvas.palette.button)
        end = canvas.write(end, y, f" {shown(words, canvas.width - end - _LEFT)} ", canvas.palette.bar)
        canvas.spot(_LEFT, y, end - _LEFT, 1, "enter")
        return y + 2

    def _paint_tables(self, canvas: Canvas, y: int) -> None:
        finding = self._finding
        if not any(finding.tables):
            self._paint_nothing(canvas, y)
            return
        canvas.write(_LEFT, y, _("Open tables"), canvas.palette.quiet)
        # Long names make room for what one can do at any of the tables, and some for where they are.
        longest = max(_needed(*found) for found in finding.tables if found is not None)
        name_room = max(_SHORT_NAME, min(_NAME, canvas.width - _LEFT - _BESIDE_NAME - longest))
        for index, found in enumerate(finding.tables):
            line = y + 1 + index
            if found is None:
                canvas.write(_LEFT, line, f" {index + 1} ", canvas.palette.slot)
                canvas.write(_LEFT + 5, line, _("gone"), canvas.palette.slot)
            else:
                self._paint_table(canvas, line, index, *found, name_room=name_room)
        if finding.more:
            words = _("and {count} more: a takes an address").format(count=finding.more)
            line = y + 1 + len(finding.tables)
            canvas.write(_LEFT + 5, line, words, canvas.palette.quiet)
            canvas.spot(_LEFT, line, canvas.width - _LEFT, 1, "a")

    def _paint_table(
        self, canvas: Canvas, y: int, index: int, advert: Advert, where: str, *, name_room: int
    ) -> None:
        palette, left = canvas.palette, _LEFT + 5 + name_room
        is_open = advert.has_free_seat
        can_go = is_open or advert.watchable
        canvas.write(_LEFT, y, f" {index + 1} ", palette.button if can_go else palette.slot)
        name = shown(advert.name, name_room)
        canvas.write(_LEFT + 5, y, name, palette.strong if is_open else palette.quiet)
        canvas.write(left + 1, y, GAMES[advert.game].title, palette.felt)
        canvas.write(left + 16, y, f"{advert.taken}/{advert.seats}", palette.felt)
        words = fit(_standing(advert, where), canvas.width - left - 22)
        canvas.write(left + 22, y, words, palette.quiet)
        if advert.private:
            canvas.write(left + 22, y, _("[private]"), palette.gold)
        canvas.spot(_LEFT, y, canvas.width - _LEFT, 1, str(index + 1))

    def _paint_nothing(self, canvas: Canvas, y: int) -> None:
        palette = canvas.palette
        if not self._finding.tried:
            canvas.write(_LEFT, y, _("Looking for tables …"), palette.quiet)
            return
        canvas.write(_LEFT, y, _("No open table was found. You can open one with n."), palette.felt)
        y += 1
        for sentence in self._finding.tried:
            if y >= canvas.height - 1:
                return
            canvas.write(_LEFT + 2, y, shown(sentence, canvas.width - 2 * _LEFT - 2), palette.quiet)
            y += 1
        canvas.write(_LEFT, y + 1, _("Somebody told you an address? Type it with a."), palette.felt)
        canvas.spot(_LEFT, y + 1, canvas.width, 1, "a")
        canvas.write(
            _LEFT, y + 2, _("There is a table, but you cannot see it? Ask the doctor with d."), palette.felt
        )
        canvas.spot(_LEFT, y + 2, canvas.width, 1, "d")


def _needed(advert: Advert, where: str) -> int:
    width = cell_len(_standing(advert, where))
    return min(width, _ADDRESS) if advert.has_free_seat else width


def _standing(advert: Advert, where: str) -> str:
    """Say what can be done at a table, or else where it is."""
    state = _("playing") if advert.phase == "playing" else "" if advert.has_free_seat else _("full")
    if state and advert.watchable:
        state = _("{state}, to watch").format(state=state)
    return f"{_('[private]')} {state or where}" if advert.private else state or where


_TONES: Any = ("plain", "toad", "double", "joker", "ten", "minus", "plain")
