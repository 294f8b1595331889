"""The man page, written from the commands themselves: ``python -m tests.docs.manual`` puts it into docs."""

from collections.abc import Iterator
from pathlib import Path

import click

from takelan import __version__
from takelan.cli.main import takelan

PAGE = Path(__file__).parents[2] / "docs" / "takelan.1"

_FILES = {
    "settings.toml": "in the configuration folder: name, theme, bell and other settings",
    "seats/": "in the state folder: the keys that lead back to seats, and promises given in elections",
    "journals/": "in the state folder: games that run here, with all hands, to be resumed after a crash",
    "keepsakes/": "in the state folder: what a round of two can be begun anew from, without cards",
    "known-hosts.json": "in the state folder: where tables were found before",
    "crashes/": "in the state folder: reports of crashes, without cards, keys or names",
}
_VARIABLES = {
    "NO_COLOR": "draw without colours",
    "TAKELAN_CONFIG_DIR": "the configuration folder, of the settings",
    "TAKELAN_STATE_DIR": "the state folder, of seats, unfinished games and reports",
    "TAKELAN_RUNTIME_DIR": "the folder in which tables on this machine find each other",
    "TAKELAN_DEBUG": "print Python's traceback instead of writing a report",
}
_CODES = {
    "0": "everything went well",
    "1": "the command found something to tell, as its help says",
    "2": "something was wrong with what was asked for; one sentence says what",
    "70": "takelan itself failed; a report was written",
    "130": "interrupted with Ctrl-C",
}


def page() -> str:
    """Write the whole page."""
    context = click.Context(takelan, info_name="takelan", **takelan.context_settings)
    names = takelan.list_commands(context)
    lines = [
        f'.TH TAKELAN 1 "" "takelan {__version__}" "Games"',
        *_section("NAME", [r"takelan \- three card games for friends on one network"]),
        *_section("SYNOPSIS", [".B takelan", r"[\fICOMMAND\fR] [\fIOPTION\fR]..."]),
        *_section("DESCRIPTION", [_text(takelan.help), ".PP", "Without a command it opens at home."]),
        *_section("OPTIONS", _options(context)),
        *_section("COMMANDS", [line for name in names for line in _command(context, name)]),
        *_section("FILES", _terms(_FILES)),
        *_section("ENVIRONMENT", _terms(_VARIABLES)),
        *_section("EXIT STATUS", _terms(_CODES)),
    ]
    return "\n".join(lines) + "\n"


def _section(title: str, lines: list[str]) -> list[str]:
    return [f".SH {title}", *lines]


def _command(parent: click.Context, name: str) -> Iterator[str]:
    command = takelan.get_command(parent, name)
    assert command is not None
    context = click.Context(command, info_name=name, parent=parent)
    usage = " ".join(command.collect_usage_pieces(context))
    yield f".SS takelan {_escape(name)} {_escape(usage)}"
    for paragraph in (command.help or "").split("\n\n"):
        yield from _paragraph(paragraph)
    yield from _options(context)


def _paragraph(text: str) -> list[str]:
    if text.startswith("\b"):
        # Click keeps such lines as they are; so does a man page.
        return [".PP", ".nf", *map(_escape, text.splitlines()[1:]), ".fi"]
    return [".PP", _text(text)]


def _options(context: click.Context) -> list[str]:
    records = [param.get_help_record(context) for param in context.command.get_params(context)]
    # An argument without a word of its own is explained by the command's text.
    return _terms({term: meaning for term, meaning in filter(None, records) if meaning})


def _terms(terms: dict[str, str]) -> list[str]:
    return [
        line for term, meaning in terms.items() for line in (".TP", rf"\fB{_escape(term)}\fR", _text(meaning))
    ]


def _text(text: str | None) -> str:
    return _escape(" ".join((text or "").split()))


def _escape(text: str) -> str:
    """Keep what roff would read as its own: backslashes, hyphens, and a dot or quote in front."""
    safe = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{safe}" if safe.startswith((".", "'")) else safe


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
