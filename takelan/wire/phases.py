"""The conversation between a peer and a host, as a table.

What a host may be told in a phase, and the phase that follows. Anything else is out of place.
"""

from enum import Enum

from takelan.wire import admission, fairness, succession, to_host


class Phase(Enum):
    """How far a conversation has come."""

    GREETING = "greeting"
    PROVING = "proving"
    INTRODUCED = "introduced"
    PROVEN = "proven"
    WATCHING = "watching"
    SEATED = "seated"
    CLOSED = "closed"


_AT_THE_TABLE: dict[type[to_host.ToHost], Phase] = dict.fromkeys(
    (
        to_host.Play,
        to_host.Say,
        to_host.Ready,
        to_host.Rename,
        to_host.Pong,
        # One that crossed the welcome to a seat: it means nothing any more.
        to_host.Sit,
        to_host.ChooseGame,
        to_host.SetOption,
        to_host.AddBot,
        to_host.Unseat,
        to_host.MoveTo,
        to_host.MarkDealer,
        to_host.Start,
        admission.SetCode,
        to_host.Standby,
        to_host.Serving,
        succession.Listening,
        succession.Kept,
        succession.Superseded,
        succession.Answered,
        succession.Resigned,
        fairness.Pledge,
        fairness.Contribute,
        fairness.Attest,
        succession.Restarted,
    ),
    Phase.SEATED,
)

NEXT_PHASE: dict[Phase, dict[type[to_host.ToHost], Phase]] = {
    Phase.GREETING: {to_host.Ask: Phase.CLOSED, to_host.Hello: Phase.PROVING},
    # A seat whose check words both sides remember is taken again at once.
    Phase.PROVING: {admission.Introduce: Phase.INTRODUCED, to_host.Join: Phase.SEATED},
    Phase.INTRODUCED: {admission.Proof: Phase.PROVEN},
    Phase.PROVEN: {to_host.Join: Phase.SEATED, to_host.Watch: Phase.WATCHING},
    # From here only the table leads to a seat, with its welcome.
    Phase.WATCHING: {
        to_host.Sit: Phase.WATCHING,
        to_host.Pong: Phase.WATCHING,
        to_host.Leave: Phase.CLOSED,
    },
    Phase.SEATED: {**_AT_THE_TABLE, to_host.Leave: Phase.CLOSED, to_host.StepOut: Phase.CLOSED},
    Phase.CLOSED: {},
}


def next_phase(phase: Phase, message: to_host.ToHost) -> Phase | None:
    """Tell where a message leads; None when it has no place now."""
    return NEXT_PHASE[phase].get(type(message))
