"""How a client stands with its host, in words for the person who plays."""

from dataclasses import dataclass
from typing import Literal

from takelan.language import translate

LinkKind = Literal["connecting", "seated", "lost", "ended"]


@dataclass(frozen=True)
class LinkState:
    """One stretch in the life of a connection."""

    kind: LinkKind
    #: One sentence: why the connection is lost or over.
    text: str = ""
    #: Seconds until the next try, when lost.
    retry_in: float | None = None
    #: The farewell or refusal that ended it, in the words of the protocol.
    code: str | None = None


#: Farewells after which coming back is pointless or unwanted; after the others the client tries again.
FINAL_FAREWELLS = frozenset({"closed", "finished", "kicked", "replaced", "flooded", "left"})


def farewell_text(code: str) -> str:
    """Say what a farewell means."""
    texts = {
        "closed": translate("The host has closed the table."),
        "finished": translate("The game is over and the host has closed the table."),
        "kicked": translate("The host has sent you away from the table."),
        "replaced": translate("You sat down again from elsewhere; this connection is not needed any more."),
        "flooded": translate("This program said more than the table listens to: start it again."),
        "slow": translate("The connection was too slow to follow the game."),
        "silent": translate("The host heard nothing from here for a while."),
        "left": translate("You have left the table."),
    }
    return texts.get(code, translate("The host has ended the conversation."))
