"""The command line: commands are found late, and every failure is one sentence.

Rule 1: a failure that a person caused or can mend is one sentence on stderr and exit code 2.
Rule 2: nothing from outside reaches the terminal with control characters in it.
Rule 3: a failure that nobody foresaw is one sentence too, with exit code 70, and a report in a file.
"""

import importlib
import os
import sys
from collections.abc import Sequence
from typing import NamedTuple, NoReturn

import click
from click.shell_completion import CompletionItem

from takelan import __version__
from takelan.cli.looks import ascii_option
from takelan.errors import OutputError, TakelanError

#: What sysexits calls a failure of the program itself.
_CRASHED = 70
_COMPLETING = "_TAKELAN_COMPLETE"


class Late(NamedTuple):
    """A command that is not imported yet: where it lives, and what the list of commands says of it."""

    place: str
    summary: str


# A command's imports cost nothing until it is called, not even for the list of commands.
_COMMANDS = {
    "host": Late("takelan.cli.host:host", "Open a table and sit down at it."),
    "join": Late("takelan.cli.join:join", "Sit down at a table on this network."),
    "watch": Late("takelan.cli.watch:watch", "Look on at a table without a seat."),
    "list": Late("takelan.cli.list:list_tables", "List the tables on this network."),
    "doctor": Late("takelan.cli.doctor:doctor", "Find out why a table cannot be seen."),
    "play": Late("takelan.cli.play:play", "Play with everybody on this network who types the same."),
    "solo": Late("takelan.cli.solo:solo", "Play alone against bots."),
    "bot": Late("takelan.cli.bot:bot", "Let a bot join a table."),
    "rules": Late("takelan.cli.rules:rules", "Print the rules of a game."),
    "simulate": Late("takelan.cli.simulate:simulate", "Let built-in players play whole games."),
    "arena": Late("takelan.cli.arena:arena", "Measure which bot is how much better."),
    "replay": Late("takelan.cli.replay:replay", "Tell recorded games again."),
    "verify": Late("takelan.cli.verify:verify", "Check that recorded games were dealt fairly."),
    "completion": Late("takelan.cli.completion:completion", "Teach your shell to complete these commands."),
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

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Offer the commands to the shell without importing any, and our own options."""
        commands = [
            CompletionItem(name, help=late.summary)
            for name, late in _COMMANDS.items()
            if name.startswith(incomplete)
        ]
        return [*commands, *click.Command.shell_complete(self, ctx, incomplete)]

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
    _open_what_is_closed()
    if _COMPLETING in os.environ:
        # It teaches click how bash breaks words.
        importlib.import_module("takelan.cli.completion")
    given = arguments if arguments is not None else sys.argv[1:]
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
        from takelan.cli.mistakes import is_out_of_our_hands

        if not is_out_of_our_hands(error):
            _report(error, given)
        _drop_output()
        _fail(str(OutputError(why=error.strerror or error)))
    except Exception as error:
        _report(error, given)
    sys.exit(code if isinstance(code, int) else 0)


def _open_what_is_closed() -> None:
    """Let a stream that whoever started us has closed be an empty one: Python gives None for it."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 (it stays open)


def _report(error: Exception, arguments: Sequence[str]) -> NoReturn:
    """Say where the report of a crash is."""
    from takelan.cli.mistakes import crash, wants_traceback

    if wants_traceback():
        raise error
    command = next((word for word in arguments if word in _COMMANDS), "takelan")
    _fail(str(crash(error, command)), code=_CRASHED)


def _sentence(error: click.UsageError) -> str:
    where = error.ctx.command_path if error.ctx else "takelan"
    return f"{error.format_message().rstrip('.')}: see '{where} --help'."


def _drop_output() -> None:
    # What is still buffered would fail again when Python flushes it at exit.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(sentence: str, code: int = 2) -> NoReturn:
    # Click tells what may be chosen line by line.
    told = sentence.replace("\n\t", " ")
    printable = "".join(letter if letter.isprintable() else "�" for letter in told)
    click.echo(f"takelan: {printable}", err=True)
    sys.exit(code)
