"""How a round or a game ended: a table, a plot of the night, who won."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from rich.cells import cell_len

from takelan.language import translate as _
from takelan.rules.catalog import game_of
from takelan.rules.game import AnyGame, totals_of, winners_of
from takelan.ui.counsel import Remark
from takelan.ui.night import Night, tally
from takelan.ui.outlook import Outlook
from takelan.ui.shown import fit, shown, wrap
from takelan.ui.widgets.canvas import Canvas
from takelan.ui.widgets.painting import Painting

_LEFT = 3
_NAME = 17
_CELL = 6


class Results(Painting):
    """The scores as they are now."""

    def __init__(self, **named: Any) -> None:
        super().__init__(**named)
        self._outlook: Outlook | None = None
        self._review: Sequence[Remark] = ()
        self._verdict = ""

    def show(self, outlook: Outlook, review: Sequence[Remark] = (), verdict: str = "") -> None:
        """Draw the scores, who has verified the game, and a review below them if there is room."""
        self._outlook, self._review, self._verdict = outlook, review, verdict
        self.redraw()

    def paint(self, canvas: Canvas) -> None:
        """Draw the headline, the table of rounds, and the night beside or below it."""
        outlook = self._outlook
        if outlook is None or outlook.view is None:
            return
        # The table may have chosen another game for next time.
        game, names, scores = game_of(outlook.view), outlook.names_in_game, outlook.view.round_scores
        if not scores or len(scores[0]) > len(names):
            return
        self._paint_headline(canvas, outlook, game, names)
        bottom = self._paint_table(canvas, 4, scores, game, names)
        night = tally(outlook)
        table_width = _LEFT + _NAME + _CELL * (min(len(scores), 5) + 1) + 4
        end = self._paint_review(canvas, bottom)
        if canvas.width - table_width >= 30 and bottom + 11 > end:
            self._paint_night(canvas, table_width, 3, canvas.width - 2, end, night)
        else:
            self._paint_night(canvas, _LEFT, bottom + 1, min(canvas.width - 3, 90), end, night)

    def _paint_review(self, canvas: Canvas, bottom: int) -> int:
        """Draw as much of the review as fits below the table, and tell where the night has to end."""
        lines = _lines_of(self._review, canvas.width - 2 * _LEFT, max(0, canvas.height - bottom - 2))
        if len(lines) < min(2, len(self._review)) or not lines:
            return canvas.height - 1
        top = canvas.height - 1 - len(lines)
        for y, line in enumerate(lines):
            style = canvas.palette.felt if y else canvas.palette.quiet
            canvas.write(_LEFT, top + y, line, style)
        return top - 1

    def _paint_headline(
        self, canvas: Canvas, outlook: Outlook, game: AnyGame, players: Sequence[str]
    ) -> None:
        view, table = outlook.view, outlook.table
        totals = totals_of(view.round_scores, len(view.round_scores[0]))
        best = [shown(players[seat], 16) for seat in winners_of(totals, lowest_wins=game.lowest_wins)]
        names = _(" and ").join(best) if len(best) < 4 else _("{count} players").format(count=len(best))
        is_over = table is not None and table.stage == "over"
        if is_over:
            words = _("{names} won {game}!") if len(best) == 1 else _("{names} share the win at {game}!")
            words = words.format(names=names, game=game.title.rstrip("!"))
        else:
            words = _("Round {round} is over: {names} in the lead").format(round=view.round, names=names)
        canvas.write(_LEFT, 1, f"★ {words} ★" if is_over else words, canvas.palette.gold)
        rule = _("The lowest total wins.") if game.lowest_wins else _("The highest total wins.")
        width = canvas.width - _LEFT - 1
        words = f"{rule} {shown(self._verdict)}" if self._verdict else rule
        # Who does not agree matters more than a rule everybody knows.
        words = words if cell_len(words) <= width else shown(self._verdict)
        canvas.write(_LEFT, 2, fit(words, width), canvas.palette.quiet)

    def _paint_table(
        self, canvas: Canvas, y: int, scores: Sequence[Sequence[int]], game: AnyGame, players: Sequence[str]
    ) -> int:
        palette = canvas.palette
        first = max(0, len(scores) - 5)
        totals = totals_of(scores, len(scores[0]))
        right = _LEFT + _NAME
        for column, _scores in enumerate(scores[first:]):
            title = _("R{number}").format(number=first + column + 1)
            canvas.write_right(right + (column + 1) * _CELL, y, title, palette.quiet)
        edge = right + (len(scores) - first + 1) * _CELL
        canvas.write_right(edge, y, _("total"), palette.quiet)
        canvas.write(_LEFT, y + 1, "─" * (edge - _LEFT), palette.line)
        winners = winners_of(totals, lowest_wins=game.lowest_wins)
        order = sorted(range(len(totals)), key=lambda seat: totals[seat], reverse=not game.lowest_wins)
        for line, seat in enumerate(order, start=y + 2):
            style = palette.gold if seat in winners else palette.felt
            canvas.write(_LEFT - 2, line, "★" if seat in winners else " ", palette.gold)
            canvas.write(_LEFT, line, shown(players[seat], 16), style)
            for column, round_scores in enumerate(scores[first:], start=1):
                canvas.write_right(right + column * _CELL, line, str(round_scores[seat]), palette.felt)
            canvas.write_right(edge, line, str(totals[seat]), style)
        return y + 2 + len(totals)

    def _paint_night(self, canvas: Canvas, x: int, top: int, right: int, bottom: int, night: Night) -> None:
        """Plot everybody's sum after each game, and name the wins."""
        if bottom - top < 4 or right - x < 20 or not night.lines:
            return
        canvas.write(x, top, _("The night so far, up is better"), canvas.palette.quiet)
        names_width = min(18, (right - x) // 2)
        height = bottom - top - 1
        plot_right = right - names_width
        _paint_plot(canvas, x, top + 1, plot_right, height, night)
        self._paint_legend(canvas, plot_right + 1, top + 1, height, night)

    def _paint_legend(self, canvas: Canvas, x: int, top: int, height: int, night: Night) -> None:
        ends = sorted(night.lines, key=lambda line: -line.sums[-1])
        for index, line in enumerate(ends[:height]):
            wins = " " + "★" * line.wins if line.wins < 6 else f" ★×{line.wins}"
            style = canvas.palette.gold if line.is_you else canvas.palette.felt
            canvas.write(
                x, top + index, f"{line.letter} {line.sums[-1]:>4} {shown(line.name, 9)}{wins}", style
            )


def _lines_of(review: Sequence[Remark], width: int, height: int) -> list[str]:
    """Write a review into so many lines: of as many remarks as can be, from the worst on, with the reason."""
    for reasoned in range(len(review), -1, -1):
        lines = [line for remark in review[:reasoned] for line in _hanging(str(remark), width)]
        lines += [fit(remark.what, width) for remark in review[reasoned:]]
        if len(lines) <= height:
            return lines
    return lines[:height] if review else []


def _hanging(text: str, width: int) -> list[str]:
    """Break a text into lines that stand back from the first."""
    first, *others = wrap(text, width - 2)
    return [first, *(f"  {line}" for line in others)]


def _paint_plot(canvas: Canvas, x: int, top: int, right: int, height: int, night: Night) -> None:
    """Draw each player's letter where their sum stood after each game."""
    values = [value for line in night.lines for value in line.sums]
    lowest, highest = min(values), max(values)
    span = max(1, highest - lowest)
    columns = max(2, len(night.lines[0].sums))
    width = right - x - 6
    for y, value in ((top, highest), (top + height - 1, lowest)):
        canvas.write_right(x + 4, y, str(value), canvas.palette.quiet)
    for y in range(top, top + height):
        canvas.write(x + 5, y, "│", canvas.palette.line)
    points = {
        line.letter: [
            (
                x + 7 + round(index * (width - 4) / (columns - 1)),
                top + round((highest - value) * (height - 1) / span),
            )
            for index, value in enumerate(line.sums)
        ]
        for line in night.lines
    }
    for track in points.values():
        for (x1, y1), (x2, y2) in pairwise(track):
            for step in range(1, x2 - x1):
                canvas.write(x1 + step, y1 + round((y2 - y1) * step / (x2 - x1)), "·", canvas.palette.quiet)
    for line in sorted(night.lines, key=lambda line: line.is_you):
        for px, py in points[line.letter]:
            canvas.write(px, py, line.letter, canvas.palette.gold if line.is_you else canvas.palette.strong)
