"""What happened, one picture after the other.

A step tells several events and one final view. Here the views in between are made up again from the
view before and from what was heard, so that cards can be placed one by one before everybody's eyes.

Rule 1: the last frame of a step shows the step's own view, whatever was made up before it.
Rule 2: a frame holds nothing that this seat was not told.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from takelan.rules import take_a_number, take_it, take_that
from takelan.rules.game import GameEnded, RoundEnded
from takelan.rules.take_a_number.types import Placed, Revealed, RowTaken
from takelan.wire.to_peer import AnyStep, TakeANumberStep


class Frame(NamedTuple):
    """One picture of the board."""

    view: Any
    #: What has just happened, in a sentence or two.
    told: str = ""
    #: The cards that have just come to where they lie.
    fresh: frozenset[Any] = frozenset()


def frames_of(before: Any | None, step: AnyStep, told: Sequence[str]) -> list[Frame]:
    """Take a step apart into pictures; the sentences belong to its hearings one by one."""
    if isinstance(step, TakeANumberStep) and isinstance(before, take_a_number.View) and not step.is_catch_up:
        pictures = list(_placing(before, step, told))
    else:
        pictures = [_at_once(step, told)]
    if not pictures:
        return [Frame(step.view)]
    return [*pictures[:-1], pictures[-1]._replace(view=step.view)]


def _at_once(step: AnyStep, told: Sequence[str]) -> Frame:
    pairs = list(zip(step.hearings, told, strict=True))
    worth_telling = [sentence for hearing, sentence in pairs if not isinstance(hearing, _SELF_EVIDENT)]
    if step.is_catch_up:
        return Frame(step.view, " ".join(worth_telling[-1:]))
    fresh = {hearing.card for hearing in step.hearings if isinstance(hearing, _BRINGING)}
    return Frame(step.view, " ".join(worth_telling[-2:]), frozenset(fresh))


# The scores are shown at large, and that somebody drew is seen by the size of a hand.
_SELF_EVIDENT = (take_that.types.DrewUnseen, RoundEnded, GameEnded)
_BRINGING = (take_that.types.Laid, take_that.types.Drew, take_it.types.Flipped)


def _placing(before: take_a_number.View, step: TakeANumberStep, told: Sequence[str]) -> Iterator[Frame]:
    view = before
    for hearing, sentence in zip(step.hearings, told, strict=True):
        if isinstance(hearing, Revealed):
            view = _revealed(view, hearing)
            yield Frame(view, sentence)
        elif isinstance(hearing, Placed):
            view = _placed(view, hearing)
            yield Frame(view, sentence, frozenset([hearing.card]))
        elif isinstance(hearing, RowTaken):
            view = _row_taken(view, hearing)
            yield Frame(view, sentence, frozenset([hearing.card, hearing.kept]))
        elif not isinstance(hearing, RoundEnded | GameEnded):
            yield Frame(step.view, sentence)


def _revealed(view: take_a_number.View, hearing: Revealed) -> take_a_number.View:
    own = None if view.seat is None else hearing.cards[view.seat]
    return replace(
        view,
        hand=tuple(card for card in view.hand if card != own),
        hand_sizes=tuple(size - 1 for size in view.hand_sizes),
        chosen=None,
        has_chosen=(False,) * len(view.has_chosen),
        to_place=tuple(sorted((card, seat) for seat, card in enumerate(hearing.cards))),
    )


def _placed(view: take_a_number.View, hearing: Placed) -> take_a_number.View:
    row = (*view.rows[hearing.row], hearing.card)
    return replace(
        view, rows=_with(view.rows, hearing.row, row), to_place=_without(view, hearing.card), decision=None
    )


def _row_taken(view: take_a_number.View, hearing: RowTaken) -> take_a_number.View:
    seat, kept = hearing.seat, hearing.kept
    joining = tuple(card for card in hearing.cards if card != kept)
    own_row = view.number_rows[seat]
    # TN9: a card lower than the row's end first sends the whole row to the pile.
    breaks = bool(own_row) and kept < own_row[-1]
    pile = view.number_pile_sizes[seat] + (len(own_row) if breaks else 0)
    return replace(
        view,
        rows=_with(view.rows, hearing.row, (hearing.card,)),
        to_place=_without(view, hearing.card),
        decision=None,
        number_rows=_with(view.number_rows, seat, (kept,) if breaks else (*own_row, kept)),
        number_pile_sizes=_with(view.number_pile_sizes, seat, pile),
        hand_sizes=_with(view.hand_sizes, seat, view.hand_sizes[seat] + len(joining)),
        hand=tuple(sorted((*view.hand, *joining))) if seat == view.seat else view.hand,
    )


def _without(view: take_a_number.View, card: int) -> tuple[tuple[int, int], ...]:
    return tuple(waiting for waiting in view.to_place if waiting[0] != card)


def _with(items: tuple[Any, ...], index: int, item: Any) -> Any:
    return (*items[:index], item, *items[index + 1 :])
