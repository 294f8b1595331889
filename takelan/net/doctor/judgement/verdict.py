"""What an examination comes to."""

import msgspec


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What is wrong, in a sentence, and the next thing to do, in another."""

    code: str
    what: str
    next_step: str
    #: What has to be typed for it, if anything, exactly.
    commands: tuple[str, ...] = ()
    is_healthy: bool = False

    def __str__(self) -> str:
        return f"{self.what} {self.next_step}"
