"""``takelan verify``: a transcript checked to the last card, without its host."""

from pathlib import Path
from typing import Any

import click
import msgspec

from takelan.cli.recordings import read_file
from takelan.language import translate as _
from takelan.language import translate_plural as _n
from takelan.rules.game import is_deal
from takelan.rules.telling import tell_names
from takelan.store.failures import NoDealsError, TranscriptError
from takelan.store.transcripts.deals import DEAL_KEY, SIGNED_KEY, read_deal, read_signatures
from takelan.store.transcripts.reading import Line, Recording
from takelan.table.fairness.dealing import IsSigned
from takelan.table.fairness.verifying import WrittenGame, first_flaw, players_of
from takelan.table.succession.sealing import verify as is_signed_by


@click.command()
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
def verify(file: Path) -> None:
    """Check that the games recorded in FILE were dealt and played as everybody was bound to.

    FILE is a transcript of games played at a table; - is the standard input. Every line is checked against
    the rules, every deck against what the players added to it, and the whole against their signatures. The
    first line that does not hold is named.
    """
    recordings = read_file(file)
    told = [check(file.name, recording) for recording in recordings]
    for sentence in told:
        click.echo(sentence)


def check(file: str, recording: Recording, is_signed: IsSigned = is_signed_by) -> str:
    """Check one game and say in a sentence who stands for it; the first line that does not hold raises."""
    dealt = [line for line in recording.lines if is_deal(line.event)]
    missing = next((line for line in dealt if DEAL_KEY not in line.raw), None)
    if missing is not None:
        raise NoDealsError(file=file, line=missing.number)
    written = _read(file, recording, dealt)
    flaw = first_flaw(written, is_signed)
    if flaw is not None:
        line = recording.lines[-1] if flaw.deal is None else dealt[flaw.deal]
        raise TranscriptError(file=file, line=line.number, what=flaw.what)
    return _tell(written, recording.names)


def _read(file: str, recording: Recording, dealt: list[Line]) -> WrittenGame:
    seats, deals, tables = len(recording.names), [], set()
    for number, line in enumerate(dealt, start=1):
        try:
            table, deal = read_deal(line.raw[DEAL_KEY], recording.game.name, seats, number)
        except msgspec.ValidationError as error:
            what = _unreadable(_("what made this deck cannot be read"), error)
            raise TranscriptError(file=file, line=line.number, what=what) from error
        deals.append(deal)
        tables.add(table)
        if len(tables) > 1:
            what = _("this deck was made at another table")
            raise TranscriptError(file=file, line=line.number, what=what)
    last = recording.lines[-1]
    try:
        signed = read_signatures(last.raw.get(SIGNED_KEY, []))
    except msgspec.ValidationError as error:
        what = _unreadable(_("who has signed this game cannot be read"), error)
        raise TranscriptError(file=file, line=last.number, what=what) from error
    events: list[Any] = [line.event for line in recording.lines]
    # What was signed are the names as they were written down, to the byte; what is printed is cleaned.
    names = recording.header["seats"]
    return WrittenGame(tables.pop(), recording.game, recording.options, names, events, deals, signed)


def _unreadable(what: str, error: msgspec.ValidationError) -> str:
    """Say where in a line something cannot be read, in no library's words."""
    place = str(error).partition(" - at ")[2].strip("`").lstrip("$.")
    return _("{what}: look at {place}").format(what=what, place=place) if place else what


def _tell(written: WrittenGame, names: list[str]) -> str:
    """Say who stands for a game; the names are those fit to be shown."""
    seats = sorted({one.seat for deal in written.deals for one in deal.players})
    players = players_of(written)
    decks = _n("{count} deck", "{count} decks", len(written.deals)).format(count=len(written.deals))
    begun = sum(deal.terms.number.attempt - 1 for deal in written.deals)
    made = _("the host alone")
    if seats:
        made = tell_names([*(names[seat] for seat in seats), _("the host")])
    told = _("{game}: {decks} made by {made}; signed by {signed} of {players} players.").format(
        game=written.game.title, decks=decks, made=made, signed=len(written.signed), players=len(players)
    )
    if begun:
        again = _n("{count} shuffle was begun anew.", "{count} shuffles were begun anew.", begun)
        told = f"{told} {again.format(count=begun)}"
    return told
