"""How a client stands with its host, in words for the person who plays."""

from dataclasses import dataclass
from typing import Literal

from takelan.language import translate
from takelan.wire.words import CheckWords

LinkKind = Literal["connecting", "seated", "lost", "ended"]


@dataclass(frozen=True)
class Rescue:
    """Who goes on with a table whose host is silent, as far as that can be foreseen."""

    #: Somebody is expected to try, or tries, or too few are there, or nobody else can go on.
    kind: Literal["expected", "trying", "short", "alone"]
    #: The seat key of whoever is meant.
    heir: bytes | None = None
    #: Seconds until they try, or until this player may begin the round anew.
    seconds: float = 0.0
    #: How many of how many players are there, and how many more it takes.
    here: int = 0
    of: int = 0
    lacking: int = 0
    #: Whether this player may begin the round anew.
    can_restart: bool = False


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
    #: When seated: what this side compares with the host's screen.
    check_words: CheckWords | None = None
    #: When seated somewhere else than at first: what others type to get there.
    guest_command: str = ""
    #: Who goes on with the table while its host is lost, or is seated and silent.
    rescue: Rescue | None = None


#: Farewells after which coming back is pointless or unwanted; after the others the client tries again.
FINAL_FAREWELLS = frozenset({"closed", "finished", "kicked", "replaced", "flooded", "left", "unwatched"})


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
        "unwatched": translate("This table wants no onlookers any more."),
    }
    return texts.get(code, translate("The host has ended the conversation."))
