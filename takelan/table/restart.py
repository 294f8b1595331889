"""A round begun anew from what remains of its table."""

from typing import Any

import msgspec

from takelan.rules import take_it, take_that
from takelan.rules.catalog import find_game
from takelan.rules.chance import Chance
from takelan.rules.game import NOBODY, AnyGame
from takelan.table.fairness.dealing import IsSigned
from takelan.table.match import Match
from takelan.table.options import read_words
from takelan.table.records import SeatRecord, TableRecord, encode_record
from takelan.table.remains import Remains
from takelan.table.setup import Setup
from takelan.table.snapshot import restore
from takelan.table.succession.sealing import verify
from takelan.table.table import Table

# Whatever anybody was told before the host was lost has a smaller number than what they are told after.
_LEAP = 1000


def begin_anew(remains: Remains, chance: Chance, at: float, is_signed: IsSigned = verify) -> Table:
    """Set the table up again at the beginning of its round, with whoever remained as its owner.

    The other human's seat is played by a stand-in at once, until they take it back.
    """
    record = _record(remains, chance)
    # As if all had been lost long enough ago: nobody waits for a stand-in a second time.
    return restore(encode_record(record), at - record.pace.grace, is_signed=is_signed)


def _record(remains: Remains, chance: Chance) -> TableRecord:
    state = remains.state
    assert state.you is not None  # noqa: S101 - there are remains only for somebody with a seat
    own, game = state.seats[state.you], find_game(state.game)
    options = msgspec.convert(remains.options, game.options_type)
    words = {key: word for key, word in state.options.items() if key != "deck"}
    _unused, pace = read_words(game, words)
    match = Match(game, options, pace, state.table)
    match.await_round(_before_the_round(remains, game, options, chance))
    setup = Setup(table=state.table, name=state.name, host_name=own.name, game=game, options=options)
    return TableRecord(
        table=state.table,
        name=state.name,
        host_name=own.name,
        game=state.game,
        options={state.game: remains.options},
        pace=pace,
        seats=state.seat_limit,
        levels=setup.levels,
        start=setup.start,
        owner=own.key,
        seed=chance.seed,
        dealer=None,
        occupants=_seats(remains),
        banned=[],
        stage="resting",
        games=remains.game + 1,
        night=list(remains.night),
        match=match.save(),
        code=remains.code,
        is_local=state.is_local,
    )


def _before_the_round(remains: Remains, game: AnyGame, options: Any, chance: Chance) -> Any:
    """Make a state that ends the round before the lost one; its cards are nobody's, and never shown."""
    state = game.deal(options, len(remains.state.seats), chance.child("before"), remains.dealer or 0)
    state.round, state.round_scores = len(remains.round_scores), list(remains.round_scores)
    if isinstance(state, take_that.State):
        state.turn = NOBODY
    elif isinstance(state, take_it.State):
        state.dealer, state.row_number = NOBODY, remains.row_number
    else:
        state.is_over = True
    return state


def _seats(remains: Remains) -> list[SeatRecord]:
    first = remains.revision + _LEAP
    return [
        SeatRecord(
            id=info.occupant,
            name=info.name,
            key=info.key,
            level=info.bot or (None if info.key is not None else "normal"),
            is_ready=True,
            has_left=False,
            revision=first,
            recent=[],
            place=seat,
        )
        for seat, info in enumerate(remains.state.seats)
    ]
