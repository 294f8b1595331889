"""Decisions as numbered lists, and answers to them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from takelan.bots.kinds import make_player
from takelan.bots.playout import play_out
from takelan.rules import take_a_number, take_it, take_that
from takelan.rules.catalog import GAMES
from takelan.rules.chance import Chance
from takelan.ui.plain.choices import UnclearError, choices, pick, tell_choices

LINE = take_that.View(
    seat=0,
    options=take_that.Options(),
    round=1,
    dealer=1,
    turn=0,
    hand=(12, 13, 22, 94),
    hand_sizes=(4, 9),
    pile_size=40,
    line=(49, 84, 21),
    twisted=((), ()),
    taken_sizes=(0, 0),
    round_scores=(),
    scored_cards=(),
)


def test_a_card_is_never_also_the_number_of_another_choice() -> None:
    """Numbers that are cards of the hand are skipped, so that a number has one meaning."""
    hand = (1, 2, 4, 60)
    view = number_view(hand)
    assert tell_choices(choices(view)) == ["3) 1", "5) 2", "6) 4", "7) 60 (3)"]
    for card in hand:
        assert pick(view, str(card)) == take_a_number.ChooseCard(card)
    assert pick(view, "7") == take_a_number.ChooseCard(60)


def test_every_way_to_say_a_turn_of_take_that_is_understood() -> None:
    """A number of the list, a card, or the move in words."""
    assert tell_choices(choices(LINE)) == [
        *("1) lay 12", "2) lay 13", "3) lay 22 toad"),
        *("4) twist 21 with 12", "5) twist 49 with 94"),
        "6) take 3 cards (-3)",
    ]
    assert pick(LINE, "13") == take_that.Lay(13)
    assert pick(LINE, "94") == take_that.Twist(94)
    assert pick(LINE, "Twist 12") == take_that.Twist(12)
    assert pick(LINE, "take") == take_that.TakeLine()


def test_a_card_that_can_be_laid_and_twisted_is_asked_about() -> None:
    """Nothing is played when two moves are meant; both are named with their numbers."""
    with pytest.raises(UnclearError, match=r"1\) lay 12, 4\) twist 21 with 12"):
        pick(LINE, "12")


@pytest.mark.parametrize(
    ("typed", "why"), [("94 lay", "94"), ("lay 94", "94"), ("55", "55"), ("xyz", "nothing")]
)
def test_what_cannot_be_played_is_answered_with_the_reason(typed: str, why: str) -> None:
    """An illegal card says why in one sentence, and is not sent."""
    if typed == "94 lay":
        assert pick(LINE, typed) == take_that.Twist(94)
        return
    with pytest.raises(UnclearError, match=why):
        pick(LINE, typed)


def test_a_row_is_called_by_its_length() -> None:
    """TN7: '3' is the row of 3, '5' the row of 5."""
    decision = take_a_number.types.Decision(0, 2, "row", None)
    view = number_view((8, 9), decision=decision)
    assert [choice.number for choice in choices(view)] == [3, 4, 5]
    assert pick(view, "5") == take_a_number.ChooseRow(2)
    with pytest.raises(UnclearError):
        pick(view, "1")


@pytest.mark.parametrize("typed", ["g", "grab", "2"])
def test_grabbing_an_empty_row_says_why_not(typed: str) -> None:
    """A grab before the first card is answered here, and costs no message."""
    with pytest.raises(UnclearError, match="The row is empty"):
        pick(race_view(row=()), typed)
    assert pick(race_view(row=("+7",)), typed) == take_it.Grab(4)


@given(st.sampled_from(sorted(GAMES)), st.integers(0, 2**32), st.text(max_size=12))
def test_every_choice_in_any_game_is_found_by_its_number(name: str, seed: int, nonsense: str) -> None:
    """Every legal move has one number that leads to it, and no typed text breaks anything."""
    game, chance = GAMES[name], Chance(str(seed).encode())
    players = [make_player("random", name, chance.child(seat)) for seat in range(game.fewest)]
    views = []
    for player in players:
        choose = player.choose
        player.choose = lambda view, moves, choose=choose: views.append(view) or choose(view, moves)  # type: ignore[method-assign,func-returns-value,misc]  # to see what a player sees
    list(play_out(game, game.options_type(rounds=1), players, chance))
    for view in views:
        offered = choices(view)
        assert sorted(map(repr, game.moves_in(view))) == sorted(repr(choice.move) for choice in offered)
        for choice in offered:
            assert pick(view, str(choice.number)) == choice.move
        try:
            assert pick(view, nonsense) in game.moves_in(view)
        except UnclearError as unclear:
            assert str(unclear).strip()


def number_view(
    hand: tuple[int, ...], decision: take_a_number.types.Decision | None = None
) -> take_a_number.View:
    """Make a view of Take A Number."""
    return take_a_number.View(
        seat=0,
        options=take_a_number.Options(),
        round=1,
        dealer=0,
        hand=hand,
        hand_sizes=(len(hand), 8),
        chosen=None,
        has_chosen=(False, False),
        rows=((50,), (51, 52), (53,)),
        number_rows=((), ()),
        number_pile_sizes=(0, 0),
        to_place=(),
        decision=decision,
        is_round_over=False,
        round_scores=(),
        scored_hands=(),
        scored_piles=(),
    )


def race_view(row: tuple[str, ...]) -> take_it.View:
    """Make a view of Take It! for somebody who does not deal."""
    return take_it.View(
        seat=0,
        options=take_it.Options(),
        round=1,
        dealer=1,
        is_dealer_for_good=False,
        stack_size=60,
        row=row,
        row_number=4,
        takes_left=(4, 4),
        pile_sizes=((), ()),
        round_scores=(),
        scored_cards=(),
    )
