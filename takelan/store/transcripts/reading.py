"""Reading transcripts back: text first, then every game played again by the rules.

Rule 1: nothing is believed. A recorded event is turned into the move behind it, the rules play that
move, and what they tell must be what was recorded.
Rule 2: the first line that does not follow is named.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any, BinaryIO

import msgspec

from takelan.errors import IllegalMoveError, TakelanError
from takelan.language import translate as _
from takelan.rules.catalog import GAMES
from takelan.rules.game import AnyGame, is_deal
from takelan.store.failures import EmptyTranscriptError, TranscriptError
from takelan.store.transcripts.writing import VERSION
from takelan.wire.peer_text import PlayerName

_MOST_BYTES_PER_LINE = 1024 * 1024
_EXAMPLE = '{"transcript": 1, "game": "take-that", …}'


class Header(msgspec.Struct):
    """The line a game begins with."""

    transcript: int
    game: str
    seats: list[str]
    options: dict[str, Any]


class Line(msgspec.Struct):
    """One line of a file that holds an event, checked by the rules."""

    number: int
    raw: dict[str, Any]
    event: Any


class Recording(msgspec.Struct):
    """One finished game."""

    game: AnyGame
    options: Any
    names: list[str]
    header: dict[str, Any]
    lines: list[Line]


def read_recordings(stream: BinaryIO, file: str) -> list[Recording]:
    """Read every game of a file and play each again; the first flaw raises."""
    # One byte more than allowed shows that a line is too long, however long it is.
    lines = iter(partial(stream.readline, _MOST_BYTES_PER_LINE + 1), b"")
    numbered = ((number, line) for number, line in enumerate(lines, start=1) if line.strip())
    recordings = []
    for number, line in numbered:
        recordings.append(_GameReader(file, number, line).read(numbered))
    if not recordings:
        raise EmptyTranscriptError(file=file, example=_EXAMPLE)
    return recordings


class _GameReader:
    """Follow one game from its header to its end."""

    def __init__(self, file: str, number: int, line: bytes) -> None:
        self._file = file
        self._number = number
        raw = self._parse(line)
        header = self._header(raw)
        self._game = GAMES[header.game]
        self._seats = len(header.seats)
        self._options = self._read_options(header)
        names = [_clean_name(name, seat) for seat, name in enumerate(header.seats)]
        self._recording = Recording(self._game, self._options, names, raw, [])
        self._state: Any = None
        self._expected: list[Any] = []

    def read(self, numbered: Iterator[tuple[int, bytes]]) -> Recording:
        """Take lines until the game has ended."""
        for number, line in numbered:
            self._number = number
            raw = self._parse(line)
            event = self._convert(raw)
            self._follow(event)
            self._recording.lines.append(Line(number, raw, event))
            if self._is_finished():
                return self._recording
        raise self._flaw(_("the file ends in the middle of this game; it was cut off"))

    def _is_finished(self) -> bool:
        return self._state is not None and not self._expected and self._game.outcome(self._state) is not None

    def _follow(self, event: Any) -> None:
        if not self._expected:
            self._expected = self._play(event)
        expected = self._expected.pop(0) if self._expected else None
        if expected != event:
            raise self._flaw(self._difference(expected))

    def _play(self, event: Any) -> list[Any]:
        """Play the moves behind an event and return what the rules tell."""
        if self._state is None or self._game.is_round_over(self._state):
            return self._deal(event)
        try:
            events: list[Any] = []
            for seat, move in self._game.moves_behind(self._state, event):
                self._check_seat(seat)
                events += self._game.apply(self._state, seat, move)
        except IllegalMoveError as error:
            raise self._flaw(
                _("the rules forbid this: {reason}").format(reason=error.reason.rstrip("."))
            ) from error
        return events

    def _deal(self, event: Any) -> list[Any]:
        if not is_deal(event):
            raise self._flaw(_("a round must begin with round_started"))
        self._check_seat(event.dealer)
        number, dealer = self._next_round(event)
        if (event.round, event.dealer) != (number, dealer):
            raise self._flaw(
                _("this must be round {round}, dealt by seat {dealer}").format(round=number, dealer=dealer)
            )
        try:
            self._state = self._game.set_up(self._options, self._seats, self._state, event)
        except (ValueError, TakelanError) as error:
            raise self._flaw(str(error)) from error
        return [self._game.round_started(self._state)]

    def _next_round(self, event: Any) -> tuple[int, int]:
        if self._state is None:
            return 1, event.dealer
        last = self._game.round_started(self._state)
        return last.round + 1, (last.dealer + 1) % self._seats

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self._seats:
            raise self._flaw(_("there is no seat {seat}").format(seat=seat))

    def _difference(self, expected: Any) -> str:
        if expected is None:
            return _("this does not follow from the line before")
        told = msgspec.json.encode(expected).decode()
        return _("by the rules this must be {expected}").format(expected=told)

    def _parse(self, line: bytes) -> dict[str, Any]:
        if len(line) > _MOST_BYTES_PER_LINE:
            raise self._flaw(_("the line is too long for a transcript"))
        try:
            return msgspec.json.decode(line, type=dict[str, Any])
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise self._flaw(_("this is not a JSON object; the file may be cut off")) from error

    def _header(self, raw: dict[str, Any]) -> Header:
        if "transcript" not in raw:
            raise self._flaw(_("a game begins with a line like {example}").format(example=_EXAMPLE))
        if raw["transcript"] != VERSION:
            what = _("this is transcript version {theirs}, and takelan reads version {ours}")
            raise self._flaw(what.format(theirs=raw["transcript"], ours=VERSION))
        header: Header = self._typed(raw, Header)
        if header.game not in GAMES:
            raise self._flaw(_("there is no game called '{game}'").format(game=header.game))
        return header

    def _read_options(self, header: Header) -> Any:
        game = self._game
        if not game.fewest <= len(header.seats) <= game.most:
            what = _("{game} is for {fewest} to {most} players")
            raise self._flaw(what.format(game=game.title, fewest=game.fewest, most=game.most))
        known = {field.name for field in msgspec.structs.fields(game.options_type)}
        options = {key: value for key, value in header.options.items() if key in known}
        return self._typed(options, game.options_type)

    def _convert(self, raw: dict[str, Any]) -> Any:
        return self._typed(raw, self._game.event_type)

    def _typed(self, raw: Any, kind: Any) -> Any:
        try:
            return msgspec.convert(raw, kind)
        except (msgspec.ValidationError, ValueError) as error:
            raise self._flaw(_plainly(str(error))) from error

    def _flaw(self, what: str) -> TranscriptError:
        return TranscriptError(file=self._file, line=self._number, what=what)


def _plainly(what: str) -> str:
    reason, place, where = what.partition(" - at ")
    if "matching regex" in reason:  # Nothing but a card of Take It! has a pattern to match.
        reason = _("expected a card like +7, 2x-2, joker or 10")
    return reason[:1].lower() + reason[1:] + place + where


def _clean_name(name: str, seat: int) -> str:
    # A file is a stranger's text too: nothing of it reaches a terminal unwashed.
    try:
        return PlayerName.clean(name)
    except TakelanError:
        return _("Seat {seat}").format(seat=seat)
