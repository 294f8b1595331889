"""The board, the hand and the scores of each game, in lines that can be read aloud."""

from collections.abc import Iterable, Sequence
from functools import singledispatch
from typing import Any

from takelan.language import translate as _
from takelan.language import translate_plural as _n
from takelan.rules import take_a_number, take_it, take_that
from takelan.rules.game import totals_of
from takelan.rules.take_a_number.cards import ROW_LENGTHS
from takelan.rules.take_it.cards import sort_for_reading
from takelan.rules.take_that.cards import TWIN, penalty
from takelan.ui.plain.choices import tell_number, tell_toad


@singledispatch
def board(view: Any, names: Sequence[str]) -> list[str]:
    """Tell everything that lies open."""
    return []


@singledispatch
def glance(view: Any) -> list[str]:
    """Tell what somebody needs to see to decide."""
    return []


@singledispatch
def hand(view: Any) -> str:
    """Tell the seat's own cards."""
    return _("There are no hands in this game.")


@singledispatch
def turned_over(view: Any, names: Sequence[str]) -> list[str]:
    """Tell the cards that were hidden until the round was scored, player by player."""
    return []


def scores(view: Any, names: Sequence[str]) -> list[str]:
    """Tell everybody's points, round by round."""
    if not view.round_scores:
        return [_("No round has been scored yet.")]
    totals = totals_of(view.round_scores, len(names))
    return [
        _("{name}: {total} ({rounds}).").format(
            name=name, total=totals[seat], rounds=_spread(rounds[seat] for rounds in view.round_scores)
        )
        for seat, name in enumerate(names)
    ]


@board.register
def _take_that_board(view: take_that.View, names: Sequence[str]) -> list[str]:
    return [*glance(view), *(_take_that_player(view, seat, name) for seat, name in enumerate(names))]


def _take_that_player(view: take_that.View, seat: int, name: str) -> str:
    pairs = view.twisted[seat]
    told = _spread(f"{card}/{TWIN[card]}" for card in pairs if card < TWIN[card]) if pairs else _("nothing")
    return _("{name}: {hand} in hand, twisted {pairs}, {taken} taken.").format(
        name=name, hand=view.hand_sizes[seat], pairs=told, taken=view.taken_sizes[seat]
    )


@board.register
def _take_it_board(view: take_it.View, names: Sequence[str]) -> list[str]:
    return [*glance(view), *(_take_it_player(view, seat, name) for seat, name in enumerate(names))]


def _take_it_player(view: take_it.View, seat: int, name: str) -> str:
    piles, left = view.pile_sizes[seat], view.takes_left[seat]
    took = _("piles of {sizes}").format(sizes=_spread(piles)) if piles else _("no piles")
    takes = _n("{count} take left", "{count} takes left", left).format(count=left)
    deals = _(", deals") if view.dealer == seat else ""
    return _("{name}: {piles}, {takes}{deals}.").format(name=name, piles=took, takes=takes, deals=deals)


@board.register
def _take_a_number_board(view: take_a_number.View, names: Sequence[str]) -> list[str]:
    return [*glance(view), *(_take_a_number_player(view, seat, name) for seat, name in enumerate(names))]


def _take_a_number_player(view: take_a_number.View, seat: int, name: str) -> str:
    row = _numbers(view.number_rows[seat]) or _("empty")
    chosen = _(", has chosen") if view.has_chosen[seat] else ""
    return _("{name}: {hand} in hand, #-Row {row}, #-Pile {pile}{chosen}.").format(
        name=name, hand=view.hand_sizes[seat], row=row, pile=view.number_pile_sizes[seat], chosen=chosen
    )


@glance.register
def _take_that_glance(view: take_that.View) -> list[str]:
    line = _spread(map(tell_toad, view.line)) or _("empty")
    return [_("Line: {line}. Pile: {pile}.").format(line=line, pile=view.pile_size)]


@glance.register
def _take_it_glance(view: take_it.View) -> list[str]:
    row = _spread(view.row) or _("empty")
    return [_("Row: {row}. Stack: {stack}.").format(row=row, stack=view.stack_size)]


@glance.register
def _take_a_number_glance(view: take_a_number.View) -> list[str]:
    return [
        _("Row of {length}: {cards}.").format(length=length, cards=_numbers(cards))
        for length, cards in zip(ROW_LENGTHS, view.rows, strict=True)
    ]


@hand.register
def _take_that_hand(view: take_that.View) -> str:
    return _("Your hand: {cards}.").format(cards=_spread(map(tell_toad, view.hand)) or _("empty"))


@hand.register
def _take_a_number_hand(view: take_a_number.View) -> str:
    told = _("Your hand: {cards}.").format(cards=_numbers(view.hand) or _("empty"))
    row = _numbers(view.number_rows[view.seat]) if view.seat is not None else ""
    return told + " " + _("Your #-Row: {cards}.").format(cards=row or _("empty"))


@turned_over.register
def _take_that_turned(view: take_that.View, names: Sequence[str]) -> list[str]:
    return [
        _("{name}: twisted {plus}, taken {minus} ({cards}).").format(
            name=name,
            plus=f"+{len(view.twisted[seat])}",
            minus=-sum(map(penalty, cards)),
            cards=_spread(map(tell_toad, sorted(cards))) or _("nothing"),
        )
        for seat, (name, cards) in enumerate(zip(names, view.scored_cards, strict=False))
    ]


@turned_over.register
def _take_it_turned(view: take_it.View, names: Sequence[str]) -> list[str]:
    return [
        _("{name} had {cards}.").format(name=name, cards=_spread(sort_for_reading(cards)) or _("nothing"))
        for name, cards in zip(names, view.scored_cards, strict=False)
    ]


@turned_over.register
def _take_a_number_turned(view: take_a_number.View, names: Sequence[str]) -> list[str]:
    return [
        _("{name}: in hand {hand}; in the #-Pile {pile}.").format(
            name=name, hand=_numbers(in_hand) or _("nothing"), pile=_numbers(sorted(pile)) or _("nothing")
        )
        for name, in_hand, pile in zip(names, view.scored_hands, view.scored_piles, strict=False)
    ]


def _numbers(cards: Iterable[int]) -> str:
    return _spread(map(tell_number, cards))


def _spread(words: Iterable[object]) -> str:
    return ", ".join(map(str, words))
