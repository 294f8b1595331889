"""Take It! in sentences, for logs and replays."""

from collections.abc import Callable, Sequence
from typing import Any

from takelan.language import translate as _
from takelan.language import translate_plural as _n
from takelan.rules.game import NOBODY, GameEnded, RoundEnded
from takelan.rules.take_it import types
from takelan.rules.telling import tell_game_ended, tell_list, tell_round_ended


def tell(event: types.Event | types.Hearing, names: Sequence[str]) -> str:
    """Tell one event in one sentence."""
    name = names[getattr(event, "seat", NOBODY)]
    return _TELLERS[type(event)](event, name, names)


def _round_started(event: Any, name: str, names: Sequence[str]) -> str:
    dealer = names[event.dealer]
    return _("Round {round}: {dealer} turns the cards over.").format(round=event.round, dealer=dealer)


def _flipped(event: types.Flipped, name: str, names: Sequence[str]) -> str:
    return _("{name} turned over {card}.").format(name=name, card=event.card)


def _grabbed(event: types.Grabbed, name: str, names: Sequence[str]) -> str:
    return _("{name} grabbed {cards}.").format(name=name, cards=tell_list(event.cards))


def _row_gone(event: types.RowGone, name: str, names: Sequence[str]) -> str:
    sentence = _n(
        "{name} grabbed the row of {count} card.", "{name} grabbed the row of {count} cards.", event.count
    )
    return sentence.format(name=name, count=event.count)


def _rest_taken(event: types.RestTaken, name: str, names: Sequence[str]) -> str:
    return _("{name} got the rest of the stack: {cards}.").format(name=name, cards=tell_list(event.cards))


def _rest_gone(event: types.RestGone, name: str, names: Sequence[str]) -> str:
    sentence = _n(
        "{name} got the rest of the stack, {count} card.",
        "{name} got the rest of the stack, {count} cards.",
        event.count,
    )
    return sentence.format(name=name, count=event.count)


def _missed(event: types.Missed, name: str, names: Sequence[str]) -> str:
    return _("{name} was too late.").format(name=name)


_TELLERS: dict[type, Callable[[Any, str, Sequence[str]], str]] = {
    types.RoundStarted: _round_started,
    types.Dealt: _round_started,
    types.Flipped: _flipped,
    types.Grabbed: _grabbed,
    types.RowGone: _row_gone,
    types.RestTaken: _rest_taken,
    types.RestGone: _rest_gone,
    types.Missed: _missed,
    RoundEnded: tell_round_ended,
    GameEnded: tell_game_ended,
}
