"""The command line: commands are found late, and every failure is one sentence.

Rule 1: a failure that a person caused or can mend is one sentence on stderr and exit code 2.
Rule 2: nothing from outside reaches the terminal with control characters in it.
"""

import importlib
import os
import sys
from collections.abc import Sequence
from typing import NamedTuple, NoReturn

import click

from takelan import __version__
from takelan.cli.looks import ascii_option
from takelan.errors import OutputError, TakelanError


class Late(NamedTuple):
    """A command that is not imported yet: where it lives, and what the list of commands says of it."""

    place: str
    summary: str


# A command's imports cost nothing until it is called, not even for the list of commands.
_COMMANDS = {
    "host": Late("takelan.cli.host:host", "Open a table and sit down at it."),
    "join": Late("takelan.cli.join:join", "Sit down at a table on this network."),
    "list": Late("takelan.cli.list:list_tables", "List the tables on this network."),
    "play": Late("takelan.cli.play:play", "Play with everybody on this network who types the same."),
    "solo": Late("takelan.cli.solo:solo", "Play alone against bots."),
    "bot": Late("takelan.cli.bot:bot", "Let a bot join a table."),
    "rules": Late("takelan.cli.rules:rules", "Print the rules of a game."),
    "simulate": Late("takelan.cli.simulate:simulate", "Let built-in players play whole games."),
    "arena": Late("takelan.cli.arena:arena", "Measure which bot is how much better."),
    "replay": Late("takelan.cli.replay:replay", "Tell recorded games again."),
}


class LateGroup(click.Group):
    """A group that imports a command only when it is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands in the order a newcomer meets them."""
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command."""
        if cmd_name not in _COMMANDS:
            return None
        module, name = _COMMANDS[cmd_name].place.split(":")
        command: click.Command = getattr(importlib.import_module(module), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, late.summary) for name, late in _COMMANDS.items()])

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; whoever has read enough of its output ends it without a word."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # click itself would call this a failure.
            _drop_output()
            return 0


@click.group(
    cls=LateGroup, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}
)
@ascii_option
@click.version_option(__version__, prog_name="takelan")
@click.pass_context
def takelan(ctx: click.Context) -> None:
    """Play Take That, Take It! and Take A Number with friends on one network."""
    if ctx.invoked_subcommand is not None:
        return
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        click.echo(ctx.get_help())
        return
    from takelan.cli.screen import home

    home()


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and leave with its exit code."""
    try:
        code = takelan.main(args=arguments, prog_name="takelan", standalone_mode=False)
    except click.UsageError as error:
        _fail(_sentence(error))
    except click.ClickException as error:
        _fail(error.format_message())
    except TakelanError as error:
        _fail(str(error))
    except (KeyboardInterrupt, click.Abort):
        sys.exit(130)
    except OSError as error:
        _drop_output()
        _fail(str(OutputError(why=error.strerror or error)))
    sys.exit(code if isinstance(code, int) else 0)


def _sentence(error: click.UsageError) -> str:
    where = error.ctx.command_path if error.ctx else "takelan"
    return f"{error.format_message().rstrip('.')}: see '{where} --help'."


def _drop_output() -> None:
    # What is still buffered would fail again when Python flushes it at exit.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(sentence: str) -> NoReturn:
    printable = "".join(letter if letter.isprintable() else "�" for letter in sentence)
    click.echo(f"takelan: {printable}", err=True)
    sys.exit(2)
