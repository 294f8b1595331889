"""Codes and check words in lines."""

from takelan.language import translate as _
from takelan.ui.checks import Checks, invitation, write
from takelan.ui.outlook import Outlook
from takelan.ui.plain.choices import UnclearError
from takelan.ui.plain.lobby import find_seat
from takelan.wire.admission import Doorway
from takelan.wire.to_peer import TableState
from takelan.wire.words import CheckWords


def tell_changes(before: Doorway | None, now: Doorway, outlook: Outlook) -> list[str]:
    """Tell the owner what is new at the door."""
    known = set() if before is None else {(check.occupant, check.words) for check in before.checks}
    lines = [] if now.code == (before and before.code) else [_tell_code(now, outlook)]
    if before is not None and before.is_locked and not now.is_locked:
        lines.append(_("The door is not locked any more."))
    return lines + [
        _("{name}'s check words: {words} (not compared). Do they agree? Then type v {name}.").format(
            name=_name_of(check.occupant, outlook), words=write(check.words)
        )
        for check in now.checks
        if (check.occupant, check.words) not in known
    ]


def tell_own_words(words: CheckWords) -> str:
    """Tell a guest what to compare."""
    told = _("Your check words: {words} (not compared). Does the host's screen show the same? Then type v.")
    return told.format(words=write(words))


def compare(checks: Checks, table: TableState, name: str) -> str:
    """Note that check words were compared, and say so."""
    seat = find_seat(table, name) if name else table.you
    words = None if seat is None else checks.of_seat(seat)
    if words is None:
        raise UnclearError(_("Type v and the name of a player whose check words you were told."))
    checks.compare(words)
    return _("Check words: {words}.").format(words=checks.tell(words))


def _tell_code(now: Doorway, outlook: Outlook) -> str:
    if now.code is None:
        return _("The table is open to all now.")
    return _("The table is private. Others sit down with: {command}").format(command=invitation(outlook))


def _name_of(occupant: int, outlook: Outlook) -> str:
    seats = () if outlook.table is None else outlook.table.seats
    return next((str(seat.name) for seat in seats if seat.occupant == occupant), "?")
