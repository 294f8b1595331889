"""``takelan rules`` prints our own short rules, made for a terminal."""

import pytest

from takelan.rules.catalog import GAMES
from tests.cli.running import assert_refused, run

Capture = pytest.CaptureFixture[bytes]


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_of_a_game_fit_a_terminal(game: str, capsysbinary: Capture) -> None:
    """No line is wider than 80 columns, and the title, the players and every option are in it."""
    finished = run(capsysbinary, "rules", game)
    text = finished.out.decode()
    assert finished.code == 0
    assert text.startswith(
        f"# {GAMES[game].title}\n\nFor {GAMES[game].fewest} to {GAMES[game].most} players.\n"
    )
    assert max(map(len, text.splitlines())) <= 80
    assert all(f"`{option}=" in text for option in GAMES[game].options_type.__struct_fields__)


@pytest.mark.parametrize("name", ["Take-That", "take_that", "TAKE-THAT"])
def test_a_game_is_found_as_people_type_it(name: str, capsysbinary: Capture) -> None:
    """Capitals and bars do not matter."""
    assert run(capsysbinary, "rules", name).out.startswith(b"# Take That\n")


def test_without_a_game_the_games_are_listed(capsysbinary: Capture) -> None:
    """Each with its name, its title and how many can play."""
    finished = run(capsysbinary, "rules")
    assert finished.out.decode().splitlines() == [
        "take-that      Take That, 2 to 4 players",
        "take-it        Take It!, 2 to 5 players",
        "take-a-number  Take A Number, 2 to 10 players",
        "",
        "Read one with 'takelan rules GAME'.",
    ]


def test_an_unknown_game_is_refused(capsysbinary: Capture) -> None:
    """The sentence names the games there are."""
    sentence = "There is no game called 'chess': choose take-that, take-it or take-a-number."
    assert_refused(run(capsysbinary, "rules", "chess"), sentence)
