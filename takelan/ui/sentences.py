"""Sentences about the gathering, and what a seat may do now, the same for every kind of screen."""

from collections import Counter
from collections.abc import Sequence
from functools import singledispatch
from typing import TYPE_CHECKING, Any

from takelan.language import translate as _
from takelan.language import translate_plural as _n
from takelan.rules import take_a_number, take_it, take_that
from takelan.rules.take_a_number.cards import ROW_LENGTHS
from takelan.rules.take_that.cards import lays_between
from takelan.wire.terms import Mover
from takelan.wire.to_peer import Notice, PhotoFinish, Said, Welcome

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
    """Tell what happened around the table."""
    wording = {
        "joined": _("{name} sat down."),
        "left": _("{name} left."),
        "away": _("{name} lost the connection; the seat is kept."),
        "back": _("{name} is back."),
        "stand_in": _("A stand-in plays for {name} until {name} is back."),
        "kicked": _("{name} was sent away."),
        "owner": _("{name} now decides what is played."),
        "clock": _("{name}'s time is up."),
    }
    return wording[message.kind].format(name=message.name)


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
        return _("Enter: begin.") if table.stage == "lobby" else _("Enter: a rematch.")
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
    if view.dealer is None or view.seat is None:
        return ""
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
    if view.chosen is None:
        return _("You: choose a card.") if view.seat is not None else ", ".join(waiting)
    return _("You chose {card}. Waiting for {names}.").format(card=view.chosen, names=", ".join(waiting))


def _either(ways: Sequence[str]) -> str:
    if len(ways) == 1:
        return ways[0]
    return _("{most} or {last}").format(most=", ".join(ways[:-1]), last=ways[-1])
