"""Sentences for those who look on, and about them, the same for every kind of screen."""

from typing import TYPE_CHECKING

from takelan.language import translate as _
from takelan.language import translate_plural as _n

if TYPE_CHECKING:
    from takelan.ui.outlook import Outlook


def how_many(outlook: "Outlook") -> str:
    """Tell how many look on; nothing when nobody does."""
    count = 0 if outlook.table is None else outlook.table.onlookers
    return _n("{count} onlooker", "{count} onlookers", count).format(count=count) if count else ""


def beside(words: str, outlook: "Outlook") -> str:
    """Say before a few words about the table, which may be cut short, who looks on."""
    own = _("you look on") if outlook.is_onlooker else ""
    is_alone = outlook.is_onlooker and outlook.table is not None and outlook.table.onlookers == 1
    return " · ".join(phrase for phrase in (own, "" if is_alone else how_many(outlook), words) if phrase)


def greet(outlook: "Outlook") -> str:
    """Tell an onlooker what there is to see, and to want."""
    watching = outlook.watching
    if watching is None:
        return ""
    if watching.wants_seat:
        return _("You sit down at the next deal that has a seat for you; j takes that back.")
    if watching.shows == "delayed":
        return _("You look on: each round is shown when it is over. j takes a seat at the next deal.")
    return _("You look on. j takes a seat at the next deal.")


def what_now(outlook: "Outlook", game: str) -> str:
    """Tell an onlooker what is going on; the game's own sentence is for a round that can be seen."""
    wish = outlook.watching is not None and outlook.watching.wants_seat
    # What one has asked for comes first: a long list of names may be cut short at its end.
    beginning = _("You sit down at the next deal.") + " " if wish else ""
    return beginning + _going_on(outlook, game)


def _going_on(outlook: "Outlook", game: str) -> str:
    table = outlook.table
    if table is None:
        return _("Coming to look on …")
    if outlook.waits_for_round:
        return _("A round is on: it is shown when it is over.")
    if table.stage == "playing":
        return game
    if table.stage == "resting":
        return _("The next round begins when the players are ready.")
    return str(table.missing) if table.missing is not None else _("The players have not begun yet.")
