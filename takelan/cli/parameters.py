"""Arguments that several commands share."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from takelan.language import translate as _
from takelan.rules.catalog import GAMES, find_game, read_options, split_words
from takelan.rules.game import AnyGame
from takelan.store.decks import read_deck
from takelan.table.options import choices, option_keys
from takelan.wire.code import complete

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


class WholeNumber(click.IntRange):
    """A whole number, perhaps within limits; what else was typed is told with them."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read the number, or say which are wanted."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            wanted = _("'{value}' is not a whole number{within}.")
            self.fail(wanted.format(value=value, within=_within(self.min, self.max)), param, ctx)


class Number(click.FloatRange):
    """A number of any kind, perhaps within limits; what else was typed is told with them."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read the number, or say which are wanted."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            wanted = _("'{value}' is not a number{within}.")
            self.fail(wanted.format(value=value, within=_within(self.min, self.max)), param, ctx)


def _within(least: float | None, most: float | None) -> str:
    if least is None:
        return ""
    within = _(" from {least} on") if most is None else _(" from {least} to {most}")
    return within.format(least=least, most=most)


def game_argument(*, required: bool) -> Callable[[Command], Command]:
    """Take the name of a game."""
    return click.argument("game", type=GameName(), required=required)


def _complete_option(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the options that the game typed before, or any game, has; then the words of the one typed."""
    # While an option still lacks its value, click leaves the arguments before it where they are.
    games = [GAMES[word] for word in ctx.args if word in GAMES] or GAMES.values()
    key, has_key, _begun = incomplete.partition("=")
    if has_key:
        offers = [f"{key}={word}" for game in games for word in choices(game, key)]
    else:
        offers = [f"{key}=" for game in games for key in option_keys(game)]
    return [CompletionItem(offer) for offer in dict.fromkeys(offers) if offer.startswith(incomplete)]


class TableText(click.ParamType[str]):
    """The name, the address or the code of a table."""

    name = "table"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Take it as it is; where it leads is found out on the network."""
        return str(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Offer the words of codes to the shell, once a word has begun."""
        return [CompletionItem(code) for code in complete(incomplete)] if incomplete else []


code_option = click.option(
    "--code", type=TableText(), metavar="CODE", help="The three words of a private table."
)

table_argument = click.argument(
    "table", required=False, type=TableText(), metavar="[TABLE|CODE|ADDRESS[:PORT]]"
)

wire_log_option = click.option(
    "--wire-log",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write every message from the host to this file, as JSON Lines.",
)


def _option_option(of_what: str) -> Callable[[Command], Command]:
    return click.option(
        "options",
        "--option",
        "-o",
        multiple=True,
        metavar="KEY=VALUE",
        shell_complete=_complete_option,
        help=f"An option of {of_what}, for example rounds=3; may be given several times.",
    )


option_option = _option_option("the game")
table_option_option = _option_option("the game or of its table")


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
