"""The gathering in lines, and what its owner can type to change it."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec

from takelan.language import translate as _
from takelan.net.codes import draw_code
from takelan.rules.catalog import GAMES
from takelan.ui.checks import invitation
from takelan.ui.option_words import RACE_KEYS
from takelan.ui.outlook import Outlook
from takelan.ui.plain.choices import UnclearError
from takelan.ui.sentences import bots_introduced
from takelan.wire import to_host
from takelan.wire.to_peer import SeatInfo, TableState

Message = TypeVar("Message", bound=to_host.ToHost)


def describe(outlook: Outlook) -> list[str]:
    """Tell the whole gathering."""
    lines = [*_game(outlook), *_options(outlook), *seats(outlook), *_bots(outlook)]
    if command := invitation(outlook):
        lines.append(_("Others sit down with: {command}").format(command=command))
    if outlook.doorway is not None and outlook.doorway.is_locked:
        lines.append(_("The door is locked: c draws a new code."))
    if outlook.is_owner:
        lines.append(
            _("1 Take That, 2 Take It!, 3 Take A Number; + adds a bot, - removes one; ? tells more.")
        )
    return lines


def changes(outlook: Outlook, before: tuple[object, ...]) -> list[str]:
    """Tell what is not as it was before."""
    game, options, *rest = what_is_set(outlook)
    return [
        *(_game(outlook) if game != before[0] else []),
        *(_options(outlook) if options != before[1] else []),
        *(seats(outlook) if rest != list(before[2:]) else []),
    ]


def _game(outlook: Outlook) -> list[str]:
    table, game = outlook.table, outlook.game
    if table is None or game is None:
        return []
    told = _("Table '{table}': {game}, {fewest} to {most} players.")
    return [told.format(table=table.name, game=game.title, fewest=game.fewest, most=game.most)]


def _options(outlook: Outlook) -> list[str]:
    table, game = outlook.table, outlook.game
    if table is None or game is None:
        return []
    hidden = () if game.is_race else RACE_KEYS
    told = ", ".join(f"{key}={word}" for key, word in table.options.items() if key not in hidden)
    return [_("Options: {options}.").format(options=told)]


def _bots(outlook: Outlook) -> list[str]:
    return [] if outlook.table is None else bots_introduced(outlook.table)


def seats(outlook: Outlook) -> list[str]:
    """Tell who sits where, in one line."""
    table = outlook.table
    if table is None:
        return []
    told = [f"{number}. {_occupant(table, number - 1)}" for number in range(1, len(table.seats) + 1)]
    line = _("Seats ({taken} of {limit}): {seats}.")
    return [line.format(taken=len(told), limit=table.seat_limit, seats="; ".join(told))]


def what_is_set(outlook: Outlook) -> tuple[object, ...]:
    """Give what the lobby shows, for telling whether it has changed."""
    table = outlook.table
    if table is None:
        return ()
    # Who is ready is told by the sentence about what comes next.
    settled = [(seat.occupant, seat.name, seat.bot, seat.is_away) for seat in table.seats]
    return (table.game, tuple(table.options.items()), tuple(settled), table.owner, table.first_dealer)


def wish(outlook: Outlook, key: str, words: str) -> Any:
    """Turn what the owner typed into a message, or raise UnclearError."""
    if outlook.table is None:
        raise UnclearError(_("You are not seated yet."))
    if key not in _WISHES:
        raise UnclearError(_("That means nothing here: '?' says what can be typed."))
    return _WISHES[key](outlook.table, words.strip())


def _occupant(table: TableState, seat: int) -> str:
    one = table.seats[seat]
    marks = [
        _("you") if seat == table.you else "",
        _("decides") if seat == table.owner else "",
        _("{level} bot").format(level=one.bot) if one.bot else "",
        _("deals first") if seat == table.first_dealer else "",
        _("runs the table") if seat == table.host else "",
        _("takes over next") if seat == table.successor and table.stage != "lobby" else "",
        _presence(one),
    ]
    told = ", ".join(mark for mark in marks if mark)
    return f"{one.name} ({told})" if told else str(one.name)


def _presence(one: SeatInfo) -> str:
    if one.has_stand_in:
        return _("away, a bot ({level}) plays").format(level=one.stand_in)
    if one.is_away:
        return _("away")
    return _("ready") if one.is_ready and not one.bot else ""


def _choose_game(table: TableState, words: str) -> to_host.ChooseGame:
    names: Sequence[Any] = list(GAMES)
    return to_host.ChooseGame(names[int(words) - 1])


def _add_bot(table: TableState, words: str) -> to_host.AddBot:
    return _checked(
        to_host.AddBot(words or None), _("Type + for a bot, or + and its level, for example + hard.")
    )


def _remove_bot(table: TableState, words: str) -> to_host.Unseat:
    bots = [one for one in table.seats if one.bot]
    if not bots:
        raise UnclearError(_("No bot sits here."))
    return to_host.Unseat(bots[-1].occupant)


def _set_option(table: TableState, words: str) -> to_host.SetOption:
    key, _equals, word = words.partition("=")
    return _checked(
        to_host.SetOption(key.strip(), word.strip()), _("Type o and an option, for example o rounds=3.")
    )


def _send_away(table: TableState, words: str) -> to_host.Unseat:
    return to_host.Unseat(_find(table, words).occupant)


def _move(table: TableState, words: str) -> to_host.MoveTo:
    name, _blank, number = words.rpartition(" ")
    if not number.isdigit() or not 1 <= int(number) <= len(table.seats):
        raise UnclearError(_("Type m, a name and a seat, for example m Ben 1."))
    return to_host.MoveTo(_find(table, name).occupant, int(number) - 1)


def _mark_dealer(table: TableState, words: str) -> to_host.MarkDealer:
    return to_host.MarkDealer(_find(table, words).occupant if words else None)


def _set_code(table: TableState, words: str) -> to_host.SetCode:
    if words not in ("", "open"):
        raise UnclearError(_("Type c for a new code, or c open to let everybody in."))
    return to_host.SetCode(None if words else draw_code())


def _checked(message: Message, otherwise: str) -> Message:
    """Return a message that its own type allows; a host would hang up on any other."""
    try:
        return msgspec.convert(msgspec.to_builtins(message), type(message))
    except msgspec.ValidationError:
        raise UnclearError(otherwise) from None


def find_seat(table: TableState, name: str) -> int:
    """Find the seat of whoever is meant by a name, the beginning of one, or a seat's number."""
    return table.seats.index(_find(table, name))


def _find(table: TableState, name: str) -> SeatInfo:
    """Find whoever is meant by a name, the beginning of one, or a seat's number."""
    wanted = name.strip().casefold()
    if wanted.isdigit() and 1 <= int(wanted) <= len(table.seats):
        return table.seats[int(wanted) - 1]
    exact = [one for one in table.seats if one.name.casefold() == wanted]
    found = exact or [one for one in table.seats if wanted and one.name.casefold().startswith(wanted)]
    if len(found) != 1:
        raise UnclearError(
            _("Nobody is meant by '{name}': use the number of a seat from 'b'.").format(name=name)
        )
    return found[0]


_WISHES: dict[str, Callable[[TableState, str], to_host.AnyToHost]] = {
    "game": _choose_game,
    "+": _add_bot,
    "-": _remove_bot,
    "o": _set_option,
    "k": _send_away,
    "m": _move,
    "d": _mark_dealer,
    "c": _set_code,
}
