"""The host process as its keeper knows it."""

from collections.abc import Callable
from dataclasses import dataclass

from takelan.rules import take_a_number, take_it, take_that
from takelan.table.letters import Letter
from takelan.table.succession.craft import Craft
from takelan.wire.succession import Offer
from takelan.wire.to_peer import AnyToPeer, Farewell, TakeANumberStep, TakeItStep, TakeThatStep

#: Random bytes from outside.
Entropy = Callable[[int], bytes]
#: Signs with a key that stays with whoever made this.
Sign = Callable[[bytes], bytes]

_STEPS = (TakeThatStep, TakeItStep, TakeANumberStep)
_DEALT = (take_that.types.Dealt, take_it.types.Dealt, take_a_number.types.Dealt)


@dataclass(frozen=True)
class House:
    """The host process: whose machine it runs on, its own keys, and its sources."""

    owner: bytes | None
    offer: Offer
    #: Signs with the secret of ``offer.host_key``.
    sign: Sign
    entropy: Entropy
    craft: Craft


def sends_away(letter: Letter) -> bool:
    """Tell whether a letter ends a connection whose owner came in on another one, or is not wanted here."""
    return isinstance(letter.message, Farewell) and letter.message.code in ("replaced", "kicked")


def tells_a_deal(message: AnyToPeer) -> bool:
    """Tell whether a message is the first of a new round."""
    if not isinstance(message, _STEPS) or message.is_catch_up:
        return False
    return any(isinstance(hearing, _DEALT) for hearing in message.hearings)
