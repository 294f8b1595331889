"""Take A Number in sentences, for logs and replays."""

from collections.abc import Callable, Sequence
from typing import Any

from takelan.language import translate as _
from takelan.rules.game import NOBODY, GameEnded, RoundEnded
from takelan.rules.take_a_number import types
from takelan.rules.take_a_number.cards import ROW_LENGTHS
from takelan.rules.telling import tell_game_ended, tell_list, tell_round_ended


def tell(event: types.Event | types.Hearing, names: Sequence[str]) -> str:
    """Tell one event in one sentence."""
    name = names[getattr(event, "seat", NOBODY)]
    return _TELLERS[type(event)](event, name, names)


def _round_started(event: Any, name: str, names: Sequence[str]) -> str:
    ends = tell_list(row[-1] for row in event.rows)
    own = [f"{name} {row[-1]}" for name, row in zip(names, event.number_rows, strict=True) if row]
    if not own:
        return _("Round {round}: the rows begin with {ends}.").format(round=event.round, ends=ends)
    # TN3: with number_row=dealt a card lies in every #-Row, for all to see.
    sentence = _("Round {round}: the rows begin with {ends}, the #-Rows with {own}.")
    return sentence.format(round=event.round, ends=ends, own=tell_list(own))


def _revealed(event: types.Revealed, name: str, names: Sequence[str]) -> str:
    cards = tell_list(f"{name} {card}" for name, card in zip(names, event.cards, strict=True))
    return _("Revealed: {cards}.").format(cards=cards)


def _placed(event: types.Placed, name: str, names: Sequence[str]) -> str:
    length = ROW_LENGTHS[event.row]
    return _("{name}'s {card} goes to the row of {length}.").format(name=name, card=event.card, length=length)


def _row_taken(event: types.RowTaken, name: str, names: Sequence[str]) -> str:
    words = {"name": name, "card": event.card, "length": ROW_LENGTHS[event.row], "kept": event.kept}
    cards = tell_list(event.cards)
    if len(event.cards) == 1:
        return _("{name}'s {card} takes the row of {length}: {cards} goes to the #-Row.").format(
            cards=cards, **words
        )
    return _("{name}'s {card} takes the row of {length}: {cards}; {kept} goes to the #-Row.").format(
        cards=cards, **words
    )


_TELLERS: dict[type, Callable[[Any, str, Sequence[str]], str]] = {
    types.RoundStarted: _round_started,
    types.Dealt: _round_started,
    types.Revealed: _revealed,
    types.Placed: _placed,
    types.RowTaken: _row_taken,
    RoundEnded: tell_round_ended,
    GameEnded: tell_game_ended,
}
