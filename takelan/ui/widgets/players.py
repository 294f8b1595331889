"""One strip a player: name, mark, cards, points, how they are connected."""

from collections.abc import Sequence
from functools import singledispatch
from typing import Any, NamedTuple

from rich.cells import cell_len
from rich.style import Style

from takelan.language import translate as _t
from takelan.rules import take_a_number, take_it, take_that
from takelan.rules.game import Seat, totals_of
from takelan.ui.shown import fit, shown
from takelan.ui.trips import in_short, in_words
from takelan.ui.widgets.canvas import Canvas
from takelan.ui.widgets.painting import Painting
from takelan.wire.to_peer import SeatInfo

_MARK, _NAME, _BADGE, _CELL = 3, 16, 8, 8
_NARROW_NAME, _NARROW_BADGE = 9, 4
# From which width on a strip has room for whole words.
_WIDE = 50
# How wide a count is when there are two strips side by side, by how wide it is alone.
_NARROW_CELLS = {17: 6, 8: 6, 7: 5}


class Column(NamedTuple):
    """One kind of count, with the word above it and what every player has of it."""

    title: str
    cells: Sequence[str]
    width: int = _CELL
    #: The word above it when there are two strips side by side.
    short: str = ""


class Strip(NamedTuple):
    """What is told about one player."""

    seat: Seat
    info: SeatInfo
    mark: str
    trip: int | None


class Plan(NamedTuple):
    """What a strip of some width has room for."""

    is_narrow: bool
    name_room: int
    columns: Sequence[Column]

    @property
    def badge_room(self) -> int:
        """How wide a badge may be."""
        return _NARROW_BADGE if self.is_narrow else _BADGE

    def placed(self, width: int) -> list[tuple[Column, int]]:
        """Place the counts from the right end inwards."""
        right, placed = width - 1, []
        for column in reversed(self.columns):
            placed.append((column, right))
            right -= _cell_of(column, is_narrow=self.is_narrow)
        return placed


class Players(Painting):
    """The strips: one below the other, or in two columns when there are many."""

    def __init__(self, **named: Any) -> None:
        super().__init__(**named)
        self._strips: list[Strip] = []
        self._columns: list[Column] = []
        self._you: Seat | None = None

    @staticmethod
    def height_for(count: int, height: int) -> int:
        """Tell how many lines so many players need on a screen of this height."""
        return 1 + (-(-count // 2) if count > 5 and height < 34 else count)

    def show(
        self, infos: Sequence[SeatInfo], view: Any, you: Seat | None, trips: Sequence[int | None]
    ) -> None:
        """Draw everybody as they are now."""
        self._columns = columns_in(view)
        # What is shown may be older than who sits there.
        count = min([len(infos), *(len(column.cells) for column in self._columns)])
        marks = marks_in(view, count)
        known = [*trips, *[None] * (count - len(trips))]
        rows = zip(infos, marks, known, strict=False)
        self._strips = [Strip(seat, info, mark, trip) for seat, (info, mark, trip) in enumerate(rows)]
        self._you = you
        self.redraw()

    def paint(self, canvas: Canvas) -> None:
        """Draw one column, or two when there are more players than lines."""
        count = len(self._strips)
        rows = count if count < canvas.height else -(-count // 2)
        width = canvas.width if rows == count else canvas.width // 2
        plan = _plan(self._columns, width - (rows < count))
        for x in range(0, canvas.width - width + 1, width):
            self._paint_titles(canvas, x, width - (x == 0 and rows < count), plan)
        for index, strip in enumerate(self._strips):
            x = index // rows * width
            self._paint_strip(canvas, x, 1 + index % rows, width - (x == 0 and rows < count), strip, plan)

    def _paint_titles(self, canvas: Canvas, x: int, width: int, plan: Plan) -> None:
        for column, right in plan.placed(width):
            title = column.short or column.title if plan.is_narrow else column.title
            canvas.write_right(x + right, 0, title, canvas.palette.quiet)

    def _paint_strip(self, canvas: Canvas, x: int, y: int, width: int, strip: Strip, plan: Plan) -> None:
        palette = canvas.palette
        has_turn = strip.mark == "▶"
        style = palette.gold if has_turn else palette.strong if strip.seat == self._you else palette.felt
        canvas.write(x + 1, y, strip.mark, palette.good if strip.mark == "✓" else palette.gold)
        canvas.write(x + _MARK, y, shown(strip.info.name, plan.name_room), style)
        badge, badge_style = self._badge(strip, canvas, is_narrow=plan.is_narrow)
        canvas.write(x + _MARK + plan.name_room + 1, y, fit(badge, plan.badge_room), badge_style)
        for column, right in plan.placed(width):
            cell = column.cells[strip.seat]
            canvas.write_right(x + right, y, cell.split()[-1] if plan.is_narrow else cell, style)

    def _badge(self, strip: Strip, canvas: Canvas, *, is_narrow: bool) -> tuple[str, Style]:
        palette, info = canvas.palette, strip.info
        if info.has_stand_in:
            # In four letters: a substitute.
            return _t("sub") if is_narrow else _t("stand-in"), palette.bad
        if info.is_away:
            return _t("away"), palette.bad
        if info.bot is not None:
            return _t("bot"), palette.quiet
        if strip.seat == self._you:
            return _t("you"), palette.gold
        return in_short(strip.trip) if is_narrow else in_words(strip.trip), palette.quiet


def _plan(columns: Sequence[Column], width: int) -> Plan:
    """Give names what the counts leave; where that is too little, the last counts give way."""
    is_narrow = width < _WIDE
    room = width - 1 - _MARK - 1 - (_NARROW_BADGE if is_narrow else _BADGE)
    fitting = list(columns)
    while fitting and _needed(fitting, is_narrow=is_narrow) > room - _NARROW_NAME:
        fitting.pop()
    most = _NARROW_NAME if is_narrow else _NAME
    return Plan(is_narrow, min(most, room - _needed(fitting, is_narrow=is_narrow)), fitting)


def _needed(columns: Sequence[Column], *, is_narrow: bool) -> int:
    """Tell how wide counts are; the first of them holds two digits, or more if it does now."""
    if not columns:
        return 0
    first = max(2, *(cell_len(cell) for cell in columns[0].cells))
    return 1 + first + sum(_cell_of(column, is_narrow=is_narrow) for column in columns[1:])


def _cell_of(column: Column, *, is_narrow: bool) -> int:
    return _NARROW_CELLS.get(column.width, 6) if is_narrow else column.width


@singledispatch
def marks_in(view: Any, count: int) -> list[str]:
    """Mark whoever the game waits for, and whoever is ready."""
    return [" "] * count


@marks_in.register
def _(view: take_that.View, count: int) -> list[str]:
    return ["▶" if seat == view.turn else " " for seat in range(count)]


@marks_in.register
def _(view: take_it.View, count: int) -> list[str]:
    return ["▶" if seat == view.dealer else " " for seat in range(count)]


@marks_in.register
def _(view: take_a_number.View, count: int) -> list[str]:
    if view.decision is not None:
        return ["▶" if seat == view.decision.seat else " " for seat in range(count)]
    if view.to_place or view.is_round_over:
        return [" "] * count
    return ["✓" if has_chosen else "…" for has_chosen in view.has_chosen]


@singledispatch
def columns_in(view: Any) -> list[Column]:
    """List what is counted for every player in a game."""
    return []


@columns_in.register
def _(view: take_that.View) -> list[Column]:
    seats = range(len(view.hand_sizes))
    return [
        Column(_t("hand"), [str(size) for size in view.hand_sizes]),
        Column(_t("twisted"), [f"+{len(cards)}" if cards else "·" for cards in view.twisted], 10),
        Column(_t("taken"), [_count(view.taken_sizes[seat]) for seat in seats]),
        _total(view, len(view.hand_sizes)),
    ]


@columns_in.register
def _(view: take_it.View) -> list[Column]:
    piles = [
        " + ".join(map(str, sizes)) + f" = {sum(sizes)}" if len(sizes) > 1 else _count(sum(sizes))
        for sizes in view.pile_sizes
    ]
    most = max(left + len(sizes) for left, sizes in zip(view.takes_left, view.pile_sizes, strict=True))
    takes = ["●" * left + "○" * max(0, most - left) for left in view.takes_left]
    return [
        Column(_t("takes left"), takes, 12),
        Column(_t("cards taken"), piles, 22),
        _total(view, len(view.takes_left)),
    ]


@columns_in.register
def _(view: take_a_number.View) -> list[Column]:
    return [
        Column(_t("hand"), [str(size) for size in view.hand_sizes], 7),
        Column(_t("#-Row"), [_number_row(cards) for cards in view.number_rows], 17),
        Column(_t("#-Pile"), [_count(size) for size in view.number_pile_sizes], 8, _t("Pile")),
        _total(view, len(view.hand_sizes)),
    ]


def _total(view: Any, seats: int) -> Column:
    totals = totals_of(view.round_scores, seats) if view.round_scores else None
    return Column(_t("total"), ["·"] * seats if totals is None else [str(total) for total in totals], 8)


def _number_row(cards: Sequence[int]) -> str:
    """Write the last cards of a #-Row: only its end decides what may follow."""
    if not cards:
        return "·"
    return ("… " if len(cards) > 3 else "") + " ".join(map(str, cards[-3:]))


def _count(number: int) -> str:
    return str(number) if number else "·"
