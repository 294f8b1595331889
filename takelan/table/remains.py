"""What one player knows of a table, should its host be gone.

Rule 1: remains hold nothing that was ever hidden from anybody: seats, totals, options, the round's number.
Rule 2: there are remains only where exactly one other human has a seat, the one who runs the table: nobody
else can begin the same round anew.
"""

from typing import Any

import msgspec

from takelan.rules.catalog import find_game
from takelan.rules.game import is_deal
from takelan.wire.code import Code
from takelan.wire.fairness import Bound
from takelan.wire.peer_text import decode_peer_text, encode_peer_text
from takelan.wire.to_peer import AnyToPeer, Night, NightGame, Step, TableState


class Remains(msgspec.Struct, frozen=True, kw_only=True):
    """A running game as everybody at the table knows it."""

    #: The last host's; whoever goes on does so in a later one.
    term: int
    state: TableState
    night: tuple[NightGame, ...]
    options: Any
    #: Which game of the evening it is; what is begun anew is one more.
    game: int
    #: Who dealt the round before the one to be dealt; None when nobody knows.
    dealer: int | None
    round_scores: tuple[tuple[int, ...], ...]
    revision: int
    #: What a private table is entered with; both who sit there know it.
    code: Code | None
    #: The rows of a race are counted on, so that no late grab finds one of the new round (TI5).
    row_number: int


class Memory:
    """Keeps what one player would need to go on without the host."""

    def __init__(self) -> None:
        self.term = 1
        self.code: Code | None = None
        self._state: TableState | None = None
        self._night: tuple[NightGame, ...] = ()
        self._step: Step | None = None
        self._dealer: int | None = None
        self._game = 1

    def hear(self, message: AnyToPeer) -> bool:
        """Take in what the host says, and tell whether what would remain has changed."""
        match message:
            case TableState():
                self._state = message
            case Night():
                self._night = message.games
            case Bound():
                self._game = message.number.game
            case Step():
                return self._take_step(message)
            case _:
                return False
        return True

    @property
    def is_somebody_away(self) -> bool:
        """Whether a human with a seat is not there."""
        seats = () if self._state is None else self._state.seats
        return any(seat.key is not None and seat.is_away for seat in seats)

    def remains(self) -> Remains | None:
        """Tell what would remain if the host were gone now; None when there is nothing to begin anew."""
        state, view = self._state, self._view()
        if state is None or self._step is None or view is None or not _is_between_two(state):
            return None
        return Remains(
            term=self.term,
            state=state,
            night=self._night,
            options=msgspec.to_builtins(view.options),
            game=self._game,
            dealer=self._dealer_before(state),
            round_scores=view.round_scores,
            revision=self._step.revision,
            code=self.code,
            row_number=getattr(view, "row_number", 0),
        )

    def _dealer_before(self, state: TableState) -> int | None:
        if self._dealer is None:
            return None
        return (self._dealer - (state.stage == "playing")) % len(state.seats)

    def _view(self) -> Any:
        if self._state is None or self._step is None or self._state.stage not in ("playing", "resting"):
            return None
        view: Any = getattr(self._step, "view", None)
        return view if isinstance(view, find_game(self._state.game).view_type) else None

    def _take_step(self, step: Any) -> bool:
        before, self._step = self._step, step
        dealt = next(filter(is_deal, step.hearings), None)
        if dealt is not None:
            self._dealer = dealt.dealer
        return before is None or dealt is not None or _scores(before) != _scores(step)


def encode_remains(remains: Remains) -> bytes:
    """Write remains as bytes."""
    return msgspec.msgpack.encode(remains, enc_hook=encode_peer_text)


def decode_remains(written: bytes) -> Remains:
    """Read remains; anything else raises ``msgspec.ValidationError``."""
    return msgspec.msgpack.decode(written, type=Remains, dec_hook=decode_peer_text)


def _is_between_two(state: TableState) -> bool:
    """Tell whether two humans have a seat here: this one, and the one who runs the table."""
    keys = {seat: info.key for seat, info in enumerate(state.seats) if info.key is not None}
    return len(keys) == 2 and state.you in keys and state.host in keys and state.host != state.you


def _scores(step: Any) -> Any:
    return step.view.round_scores
