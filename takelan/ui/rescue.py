"""What is said while a host is lost: who goes on with the table, when, and what one may do meanwhile."""

from takelan.language import translate as _
from takelan.language import translate_plural as _n
from takelan.net.link_state import LinkState, Rescue
from takelan.rules.catalog import GAMES
from takelan.ui.doors import CutOff
from takelan.ui.outlook import Outlook


def tell(link: LinkState, outlook: Outlook, seconds: int) -> str:
    """Say in words what becomes of the table; nothing where nothing is known.

    ``seconds`` is how many are left until somebody tries, or may begin the round anew.
    """
    rescue = link.rescue
    if rescue is None:
        return ""
    gone = _("{host} does not answer.").format(host=_host(outlook))
    if rescue.kind == "short":
        # A host that waits itself is there.
        return _join(gone if link.kind == "lost" else "", _short(rescue), _offer(rescue))
    if rescue.kind == "alone":
        return _join(gone, _offer(rescue) or _waiting(rescue, seconds))
    return _join(gone, _expected(rescue, outlook, seconds), _offer(rescue))


def can_restart(link: LinkState) -> bool:
    """Tell whether this player may begin the round anew."""
    return link.rescue is not None and link.rescue.can_restart


def beginning_anew() -> str:
    """Say that the round is being begun anew."""
    return _("Beginning the round anew on this machine …")


def cannot_begin_anew() -> str:
    """Say that no host could be started here."""
    return _("The round could not be begun anew on this machine: try again, or keep waiting.")


def about_cut_off(cut_off: CutOff | None) -> str:
    """Say what going on with a game that was cut off means; nothing when there is none."""
    if cut_off is None:
        return ""
    game = GAMES[cut_off.game].title
    if not cut_off.host:
        return _("go on with your game of {game} that was cut off").format(game=game)
    words = _("{host}'s table is gone: begin the round of {game} anew")
    return words.format(host=cut_off.host, game=game)


def _expected(rescue: Rescue, outlook: Outlook, seconds: int) -> str:
    is_own, name = _heir(rescue, outlook)
    if rescue.kind == "trying" or seconds <= 0:
        if is_own:
            return _("You are taking over the table …")
        return _("{name} is taking over …").format(name=name)
    if is_own:
        return _("You take over in {seconds} s.").format(seconds=seconds)
    return _("{name} takes over in {seconds} s.").format(name=name, seconds=seconds)


def _short(rescue: Rescue) -> str:
    if not rescue.lacking:
        return _("Waiting for the others to confirm the last move.")
    waiting = _n("Waiting for {count} more player:", "Waiting for {count} more players:", rescue.lacking)
    here = _n("{here} of {all} is here.", "{here} of {all} are here.", rescue.here)
    return _join(waiting.format(count=rescue.lacking), here.format(here=rescue.here, all=rescue.of))


def _waiting(rescue: Rescue, seconds: int) -> str:
    if not rescue.seconds:
        return _("Your seat is kept: waiting …")
    words = _("Your seat is kept. In {seconds} s you may begin the round anew.")
    # The offer comes with the next try, a moment after the last second.
    return words.format(seconds=max(1, seconds))


def _offer(rescue: Rescue) -> str:
    if not rescue.can_restart:
        return ""
    return _(
        "Wait (your seat is kept), or press r to deal this round anew here: totals stay, a stand-in plays."
    )


def _host(outlook: Outlook) -> str:
    table = outlook.table
    if table is None or table.host is None or table.host == table.you:
        return _("The host")
    return str(table.seats[table.host].name)


def _heir(rescue: Rescue, outlook: Outlook) -> tuple[bool, str]:
    """Tell whether it is this player who takes over, and what whoever does is called."""
    table = outlook.table
    seats = () if table is None else table.seats
    seat = next((seat for seat, info in enumerate(seats) if info.key == rescue.heir), None)
    if table is None or seat is None:
        return False, _("Another player")
    return seat == table.you, str(seats[seat].name)


def _join(*sentences: str) -> str:
    return " ".join(sentence for sentence in sentences if sentence)
