"""Take That in sentences, for logs and replays."""

from collections.abc import Callable, Sequence
from typing import Any

from takelan.language import translate as _
from takelan.language import translate_plural as _n
from takelan.rules.game import NOBODY, GameEnded, RoundEnded
from takelan.rules.take_that import types
from takelan.rules.telling import tell_game_ended, tell_list, tell_round_ended


def tell(event: types.Event | types.Hearing, names: Sequence[str]) -> str:
    """Tell one event in one sentence."""
    name = names[getattr(event, "seat", NOBODY)]
    return _TELLERS[type(event)](event, name, names)


def _round_started(event: Any, name: str, names: Sequence[str]) -> str:
    dealer = names[event.dealer]
    return _("Round {round}: {dealer} deals.").format(round=event.round, dealer=dealer)


def _laid(event: types.Laid, name: str, names: Sequence[str]) -> str:
    return _("{name} laid {card}.").format(name=name, card=event.card)


def _twisted(event: types.Twisted, name: str, names: Sequence[str]) -> str:
    return _("{name} twisted {target} with {card}.").format(name=name, target=event.target, card=event.card)


def _line_taken(event: types.LineTaken, name: str, names: Sequence[str]) -> str:
    cards = tell_list(event.cards)
    if event.extra is None:
        return _("{name} took the line: {cards}.").format(name=name, cards=cards)
    return _("{name} took the line: {cards}, and {extra} from the pile.").format(
        name=name, cards=cards, extra=event.extra
    )


def _line_gone(event: types.LineGone, name: str, names: Sequence[str]) -> str:
    sentence = _n(
        "{name} took the line of {count} card", "{name} took the line of {count} cards", event.count
    )
    ending = _(" and the top card of the pile.") if event.has_extra else "."
    return sentence.format(name=name, count=event.count) + ending


def _drew(event: types.Drew, name: str, names: Sequence[str]) -> str:
    return _("{name} drew {card}.").format(name=name, card=event.card)


def _drew_unseen(event: types.DrewUnseen, name: str, names: Sequence[str]) -> str:
    return _("{name} drew a card.").format(name=name)


_TELLERS: dict[type, Callable[[Any, str, Sequence[str]], str]] = {
    types.RoundStarted: _round_started,
    types.Dealt: _round_started,
    types.Laid: _laid,
    types.Twisted: _twisted,
    types.LineTaken: _line_taken,
    types.LineGone: _line_gone,
    types.Drew: _drew,
    types.DrewUnseen: _drew_unseen,
    RoundEnded: tell_round_ended,
    GameEnded: tell_game_ended,
}
