"""Where a bot's luck comes from: its own seed and what it sees, so that equal looks decide equally."""

import msgspec

from takelan.rules.chance import Chance

_encode = msgspec.json.Encoder().encode


def decision_chance(chance: Chance, view: msgspec.Struct, *labels: object) -> Chance:
    """Start the luck of one decision; asking again at the same sight brings the same luck."""
    return chance.child(_encode(view).decode(), *labels)
