"""Arguments that several commands share."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from takelan.rules.catalog import GAMES, find_game, read_options, split_words
from takelan.rules.game import AnyGame
from takelan.store.decks import read_deck

Command = TypeVar("Command", bound=Callable[..., Any])


class GameName(click.ParamType[AnyGame]):
    """The name of a game, as people type it."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> AnyGame:
        """Find the game, or say which there are."""
        return value if not isinstance(value, str) else find_game(value.lower().replace("_", "-"))

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Offer the games to the shell."""
        return [CompletionItem(name) for name in GAMES if name.startswith(incomplete)]


def game_argument(*, required: bool) -> Callable[[Command], Command]:
    """Take the name of a game."""
    return click.argument("game", type=GameName(), required=required)


option_option = click.option(
    "options",
    "--option",
    "-o",
    multiple=True,
    metavar="KEY=VALUE",
    help="An option of the game, for example rounds=3; may be given several times.",
)


def game_options(game: AnyGame, pairs: Iterable[str]) -> Any:
    """Read a game's options from the words of the command line."""
    return read_game_words(game, split_words(pairs))


def read_game_words(game: AnyGame, words: Mapping[str, str]) -> Any:
    """Read a game's options; a deck is named by its file."""
    return read_options(game, with_deck(game, words))


def with_deck(game: AnyGame, words: Mapping[str, str]) -> dict[str, Any]:
    """Put the cards of a deck in the place of its file's name."""
    values: dict[str, Any] = dict(words)
    if game.name == "take-it" and values.get("deck") not in (None, "", "takelan"):
        values["deck"] = read_deck(Path(values["deck"]))
    return values
