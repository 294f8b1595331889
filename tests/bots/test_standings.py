"""How a contest is counted."""

import pytest

from takelan.bots.standings import GameResult, Standings, line_up, rotations


def test_the_last_bot_named_takes_all_seats_left() -> None:
    """One against three is written with two names."""
    assert line_up(["hard", "normal"], 4) == ("hard", "normal", "normal", "normal")


def test_every_different_rotation_is_played_once() -> None:
    """A line-up that repeats itself needs fewer rotations."""
    assert rotations(("a", "b", "b")) == [("a", "b", "b"), ("b", "b", "a"), ("b", "a", "b")]
    assert rotations(("a", "b", "a", "b")) == [("a", "b", "a", "b"), ("b", "a", "b", "a")]
    assert rotations(("a", "a")) == [("a", "a")]


def test_a_deal_is_one_observation_of_the_lead() -> None:
    """Games with the same cards are averaged before the interval is drawn."""
    standings = Standings(["a", "b"], lowest_wins=False)
    for swing in (1, -1, 3):
        standings.add_deal(
            [GameResult(("a", "b"), (10 + swing, 5), (0,)), GameResult(("b", "a"), (5, 10 - swing), (1,))]
        )
    lead = standings.records["a"].lead
    assert lead is not None and lead.middle == 5.0 and lead.lowest == lead.highest == 5.0
    assert standings.records["a"].games == 6 and standings.records["a"].mean_score == 10


def test_where_the_lowest_wins_a_lead_is_fewer_points() -> None:
    """TN11: ten bullheads less are a lead of ten."""
    standings = Standings(["a", "b"], lowest_wins=True)
    standings.add_deal([GameResult(("a", "b", "b"), (5, 10, 20), (0,))])
    lead = standings.records["a"].lead
    assert lead is not None and lead.middle == 10.0


def test_a_shared_win_is_shared() -> None:
    """TT10, TI10, TN11: two winners have half a win each."""
    standings = Standings(["a", "b"], lowest_wins=False)
    standings.add_deal([GameResult(("a", "b"), (7, 7), (0, 1))])
    assert standings.records["a"].win_rate.middle == standings.records["b"].win_rate.middle == 0.5


def test_the_interval_of_wins_is_wilsons() -> None:
    """80 wins of 100 lie between 71.1 and 86.7 percent."""
    standings = Standings(["a", "b"], lowest_wins=False)
    for game in range(100):
        totals, winners = ((1, 0), (0,)) if game < 80 else ((0, 1), (1,))
        standings.add_deal([GameResult(("a", "b"), totals, winners)])
    rate = standings.records["a"].win_rate
    assert (round(rate.lowest, 3), round(rate.highest, 3)) == (0.711, 0.867)


def test_elo_follows_who_scored_better() -> None:
    """Winning three of four duels is worth 400·log10(3) points of Elo, less the draw that is added."""
    standings = Standings(["a", "b"], lowest_wins=False)
    for game in range(400):
        totals, winners = ((1, 0), (0,)) if game % 4 else ((0, 1), (1,))
        standings.add_deal([GameResult(("a", "b"), totals, winners)])
    elo = standings.elo()
    assert elo["a"] - elo["b"] == pytest.approx(190.8, abs=1.5)
    assert sum(elo.values()) / 2 == pytest.approx(1500)
