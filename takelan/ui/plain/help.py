"""What can be typed, by what is going on."""

from takelan.language import translate as _
from takelan.ui.outlook import Outlook


def help_lines(outlook: Outlook) -> list[str]:
    """Tell what can be typed now."""
    if outlook.is_onlooker:
        return [
            _("j takes a seat at the next deal, or takes that back."),
            _("b board, s scores, w whom they wait for, l log, r rules, q leave, ? help."),
            _("save: write the game that is over to a file, for `takelan verify`."),
        ]
    return [*_for_now(outlook), *_always()]


def _for_now(outlook: Outlook) -> list[str]:
    if outlook.table is None:
        return []
    if outlook.table.stage in ("playing", "resting"):
        return _in_game(outlook.table.game)
    return _between_games(is_owner=outlook.is_owner)


def _in_game(game: str) -> list[str]:
    ways = {
        "take-that": _("Your turn: type a number of the list, or a card ('lay 31', 'twist 13', 'take')."),
        "take-it": _("Space or g grabs the row; as dealer, Enter turns the next card over."),
        "take-a-number": _(
            "Type a card (or its number in the list); until all have chosen, another one replaces it. "
            "Bullheads are in brackets, one where there are none."
        ),
    }
    return [ways[game], _("Enter: the next round, once a round is over.")]


def _between_games(*, is_owner: bool) -> list[str]:
    if not is_owner:
        return [
            _("Enter: ready, or not ready any more. n NAME: be called otherwise."),
            _("v: your check words are the same on the host's screen."),
        ]
    return [
        _("Enter: begin. 1 Take That, 2 Take It!, 3 Take A Number. + adds a bot, - removes one."),
        _("o KEY=VALUE: an option. k NAME: send somebody away. m NAME SEAT: change seats."),
        _("d NAME: who deals first (d alone: by lot). n NAME: be called otherwise."),
        _("c: a private table, or a new code; c open: let everybody in. v NAME: the check words agree."),
    ]


def _always() -> list[str]:
    return [
        _("b board, h hand, s scores, w whom we wait for, l log, t TEXT talk, r rules, q leave, ? help."),
        _("save: write the game that is over to a file, for `takelan verify`."),
    ]
