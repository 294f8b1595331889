"""What it means to leave a table while a game is on."""

from takelan.language import translate as _
from takelan.ui.sitting import Sitting


def consequences(sitting: Sitting) -> list[str]:
    """Say what leaving means: for one's seat, and for those who stay."""
    others = _other_humans(sitting)
    if sitting.chair.keeps_seat:
        said = [_("A game is on. Your seat is kept, and a stand-in plays until you come back.")]
    elif others:
        said = [_("A game is on. The others play on with a stand-in in your seat.")]
    else:
        return [_("A game is on, and it ends when you leave.")]
    if (heir := _heir(sitting)) is not None:
        said.append(_("{name} takes the table over.").format(name=heir))
    elif sitting.outlook.is_owner and others:
        said.append(_("{name} then decides what is played.").format(name=others[0]))
    return said


def _heir(sitting: Sitting) -> str | None:
    """Name whoever takes the table over if this player leaves; None unless it is theirs."""
    table = sitting.outlook.table
    if table is None or table.host is None or table.host != table.you or table.successor is None:
        return None
    return str(table.seats[table.successor].name)


def _other_humans(sitting: Sitting) -> list[str]:
    table = sitting.outlook.table
    seats = [] if table is None else [seat for n, seat in enumerate(table.seats) if n != table.you]
    return [str(seat.name) for seat in seats if seat.bot is None and not seat.is_away]
