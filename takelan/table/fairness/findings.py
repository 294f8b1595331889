"""What a player's own program has found wrong with a deal or a game, in words for the player."""

from typing import Literal

import msgspec

from takelan.language import translate as _

Code = Literal[
    "twice",
    "left_out",
    "list",
    "unbound",
    "rebound",
    "unproven",
    "card",
    "nonces",
    "signature",
    "deck",
    "play",
    "nonsense",
    "broken_off",
]


class Finding(msgspec.Struct, frozen=True):
    """The first thing that does not hold."""

    code: Code
    text: str


def find(code: Code, **details: object) -> Finding:
    """Say what was found."""
    sentences: dict[Code, str] = {
        "twice": _("The host asked twice for the same shuffle: it may be looking for a deck it likes."),
        "left_out": _("The deck of round {round} was made without asking this program."),
        "list": _("The host lists another promise for the shuffle than this program has made."),
        "unbound": _("Cards came before the host was bound to a deck."),
        "rebound": _("The host has changed the deck of round {round} after it was bound to it."),
        "unproven": _("The card {card} came without its proof."),
        "card": _("The card {card} is not the one that the host was bound to."),
        "nonces": _(
            "What the host tells of the shuffle of round {round} is not what everybody was bound to."
        ),
        "signature": _("Seat {seat} has not signed the shuffle of round {round} as this program knows it."),
        "deck": _("The deck of round {round} does not follow from what everybody added to it."),
        "play": _("Round {round}, event {event} does not follow from the deck and the rules: {told}"),
        "nonsense": _("Round {round}, event {event} makes no sense, whatever the deck."),
        "broken_off": _("Round {round} was broken off before the deck and the rules let it end."),
    }
    return Finding(code, sentences[code].format(**details))


class WrongError(Exception):
    """Something was found."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.text)
        self.finding = finding
