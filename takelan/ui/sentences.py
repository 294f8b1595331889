"""Sentences about the gathering, and what a seat may do now, the same for every kind of screen."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from functools import singledispatch
from typing import TYPE_CHECKING, Any

from takelan.bots.levels import LEVELS, portrait
from takelan.language import translate as _
from takelan.language import translate_plural as _n
from takelan.rules import take_a_number, take_it, take_that
from takelan.rules.catalog import GAMES
from takelan.rules.take_a_number.cards import ROW_LENGTHS
from takelan.rules.take_that.cards import lays_between
from takelan.ui import onlooking
from takelan.wire.terms import Mover
from takelan.wire.to_peer import Notice, PhotoFinish, Said, TableState, Welcome

if TYPE_CHECKING:
    from takelan.ui.outlook import Outlook


def no_game() -> str:
    """Say that nothing is being played."""
    return _("No game is being played yet.")


def marked(text: str, by: Mover) -> str:
    """Mark what was not done by the player."""
    marks = {
        "player": "",
        "stand-in": _(" [stand-in]"),
        "clock": _(" [time was up]"),
        "idle": _(" [by itself]"),
    }
    return text + marks[by]


def photo_finish(message: PhotoFinish, names: Sequence[str]) -> str:
    """Tell a race."""
    return _("{winner} beat {loser} by {margin} ms.").format(
        winner=names[message.winner], loser=names[message.loser], margin=message.margin
    )


def said(message: Said) -> str:
    """Tell what somebody said."""
    return f"{message.name}: {message.text}"


def notice(message: Notice) -> str:
    """Tell what happened around the table, in what fits into one line of 80 columns."""
    wording = {
        "joined": _("{name} sat down."),
        "left": _("{name} left."),
        "away": _("{name} lost the connection; the seat is kept."),
        "stepped_out": _("{name} left; the seat is kept."),
        "back": _("{name} is back."),
        "stand_in": _("{name} is away: a bot ({level}) plays until {name} is back."),
        "kicked": _("{name} was sent away."),
        "owner": _("{name} now decides what is played."),
        "clock": _("{name}'s time is up."),
        "redeal": _("{name}'s part in the shuffle was missing: everybody shuffles anew."),
        "apart": _("This deck is made without {name}'s part: it was missing too often."),
        "locked": _("Five wrong codes lock the door for now; {name} can draw a new one."),
        "restarted": _("Host lost: {name} has begun this round anew. The totals are kept."),
    }
    return wording[message.kind].format(name=message.name, level=message.level)


def bots_introduced(table: TableState) -> list[str]:
    """Tell how the bots that sit here play, in a line for each level."""
    seated = {seat.bot for seat in table.seats}
    portraits = [portrait(level, table.game) for level in LEVELS if level in seated]
    return [_("{name}: {line}").format(name=one.name, line=one.line) for one in portraits]


def foul(told: str, why: str) -> str:
    """Say that what the host told cannot be."""
    what = told.rstrip(".") or _("What is shown")
    if not why:
        return _("The host breaks the rules: {what}.").format(what=what)
    return _("The host breaks the rules: {what} ({why}).").format(what=what, why=why)


def retold(hearing: Any, names: Sequence[str]) -> str:
    """Tell an event whose game is not known; a nonsensical one is not told."""
    for game in GAMES.values():
        if isinstance(hearing, game.hearing_type):
            with suppress(LookupError, ValueError):
                return game.tell(hearing, names)
    return ""


def has_new_host(before: TableState, now: TableState) -> bool:
    """Tell whether somebody else runs the table now."""
    return now.host is not None and _occupant_of(now) != _occupant_of(before)


def runs_the_table(table: TableState) -> str:
    """Tell who runs the table now."""
    if table.host is None:
        return ""
    if table.host == table.you:
        return _("You run the table now.")
    return _("{name} runs the table now.").format(name=table.seats[table.host].name)


def whose_table(table: TableState) -> str:
    """Name the table, who runs it, and who takes over when they leave; before a game it would just close."""
    if table.stage == "lobby" or table.host is None or table.successor is None:
        return str(table.name)
    names = [str(table.seats[seat].name) for seat in (table.host, table.successor)]
    return _("{table} · {host} hosts, then {heir}").format(table=table.name, host=names[0], heir=names[1])


def _occupant_of(table: TableState) -> int | None:
    return None if table.host is None else table.seats[table.host].occupant


def welcome(message: Welcome) -> str:
    """Greet whoever sits down."""
    if message.is_return:
        return _("Welcome back, {name}: your seat was kept.").format(name=message.name)
    return _("You sit at the table as {name}.").format(name=message.name)


def night(outlook: "Outlook") -> list[str]:
    """Tell the games of the evening, and how often each player has won."""
    wins: Counter[str] = Counter()
    for played in outlook.night:
        wins.update(str(played.names[seat]) for seat in played.winners)
    if not wins:
        return []
    told = ", ".join(f"{name} {count}" for name, count in wins.most_common())
    games = _n("{count} game", "{count} games", len(outlook.night)).format(count=len(outlook.night))
    return [_("Tonight, {games}; won by: {wins}.").format(games=games, wins=told)]


def waiting_for(outlook: "Outlook") -> str:
    """Name those whom everybody waits for."""
    if outlook.waits_for_round:
        return what_now(outlook)
    if outlook.table is None or outlook.table.stage != "playing" or outlook.view is None:
        return _gathering_waits(outlook)
    return _in_game(outlook.view, outlook.names)


def _gathering_waits(outlook: "Outlook") -> str:
    table = outlook.table
    if table is None:
        return _("Sitting down …")
    if table.missing is not None:
        return str(table.missing)
    slow = [str(seat.name) for seat in table.seats if not seat.is_ready and not seat.is_away]
    if not slow:
        return _("Everybody is ready.")
    return _("Waiting for {names}.").format(names=", ".join(slow))


def what_now(outlook: "Outlook") -> str:
    """Say what this seat may do now, or whom everybody waits for."""
    if outlook.is_onlooker:
        is_seen = outlook.view is not None and not outlook.waits_for_round
        return onlooking.what_now(outlook, _in_game(outlook.view, outlook.names) if is_seen else "")
    if outlook.table is None:
        return _("Sitting down …")
    if outlook.table.stage != "playing" or outlook.view is None:
        return _between(outlook)
    return _in_game(outlook.view, outlook.names)


def _between(outlook: "Outlook") -> str:
    table = outlook.table
    if table is None:
        return ""
    if table.stage == "resting":
        if outlook.is_ready:
            return _("The next round begins when the others are ready.")
        return _("Enter: the next round.")
    if table.missing is not None:
        return str(table.missing)
    if outlook.is_owner:
        return _("Enter: a rematch.") if outlook.is_same_game else _("Enter: begin.")
    if outlook.is_ready:
        return _("You are ready. Waiting for the others.")
    return _("Enter: ready.")


@singledispatch
def _in_game(view: Any, names: Sequence[str]) -> str:
    return ""


@_in_game.register
def _take_that(view: take_that.View, names: Sequence[str]) -> str:
    if view.turn is None:
        return ""
    if view.turn != view.seat:
        return _("{name}'s turn.").format(name=names[view.turn])
    if not view.line:
        return _("You: lay any card to open a new line.")
    lowest, highest = lays_between(view.line[-1])
    ways = [_("lay {lowest}–{highest}").format(lowest=lowest, highest=highest)]
    moves = take_that.GAME.moves_in(view)
    twists = [str(move.card) for move in moves if isinstance(move, take_that.Twist)]
    if not any(isinstance(move, take_that.Lay) for move in moves):
        ways.clear()
    if twists:
        ways.append(_("twist with {cards}").format(cards=", ".join(twists)))
    take = _n("take {count} card", "take {count} cards", len(view.line))
    ways.append(take.format(count=len(view.line)))
    return _("You: {ways}.").format(ways=_either(ways))


@_in_game.register
def _take_it(view: take_it.View, names: Sequence[str]) -> str:
    if view.dealer is None:
        return ""
    if view.seat is None:
        return _("{name} turns the cards over.").format(name=names[view.dealer])
    left = view.takes_left[view.seat]
    if view.dealer == view.seat:
        can_grab = view.row and left
        return _("You deal: flip, or grab the row.") if can_grab else _("You deal: flip a card.")
    if not left:
        return _("You have made all your takes: watch the others.")
    dealer = names[view.dealer]
    if not view.row:
        return _("{name} deals. Watch the row.").format(name=dealer)
    takes = _n("{count} take left", "{count} takes left", left).format(count=left)
    return _("{name} deals. Grab when you like the row ({takes}).").format(name=dealer, takes=takes)


@_in_game.register
def _take_a_number(view: take_a_number.View, names: Sequence[str]) -> str:
    if view.is_round_over:
        return ""
    if view.decision is None:
        return _choosing(view, names)
    decision = view.decision
    if decision.seat == view.seat:
        if decision.row is None:
            return _("You: {card} is too low. Choose the row to take.").format(card=decision.card)
        return _("You took the row of {length}. Choose the card for your #-Row.").format(
            length=ROW_LENGTHS[decision.row]
        )
    name = names[decision.seat]
    if decision.row is None:
        return _("{name} chooses a row to take for the {card}.").format(name=name, card=decision.card)
    return _("{name} chooses the card for the #-Row.").format(name=name)


def _choosing(view: take_a_number.View, names: Sequence[str]) -> str:
    waiting = [names[seat] for seat, has_chosen in enumerate(view.has_chosen) if not has_chosen]
    if view.seat is None:
        return _("Waiting for {names}.").format(names=", ".join(waiting))
    if view.chosen is None:
        return _("You: choose a card.")
    return _("You chose {card}. Waiting for {names}.").format(card=view.chosen, names=", ".join(waiting))


def _either(ways: Sequence[str]) -> str:
    if len(ways) == 1:
        return ways[0]
    return _("{most} or {last}").format(most=", ".join(ways[:-1]), last=ways[-1])
