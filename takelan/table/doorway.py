"""The door of a table: its code, those who were introduced at it, and what its owner is told of that.

Rule 1: at a private table nobody new sits down without the code in force, however they got here.
Rule 2: check words belong to a key and to this host; a host that takes over begins without any.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

from takelan.language import translate as _
from takelan.table.gallery import Onlooker
from takelan.table.letters import PeerId
from takelan.table.occupants import Occupant
from takelan.table.post import Post
from takelan.wire.admission import CheckedSeat, Doorway
from takelan.wire.code import Code, tag_of
from takelan.wire.words import CheckWords

#: So many wrong codes within so many seconds, and nobody new is let in until the time has passed.
MOST_WRONG_CODES = 5
WITHIN = 600.0

_WIDE_OPEN = Doorway(None, is_locked=False, checks=())


@dataclass(frozen=True)
class Introduction:
    """What a connection has proven besides its key before it asks for a seat."""

    words: CheckWords | None = None
    #: The code it has proven to know.
    code: Code | None = None


def code_is_needed() -> str:
    """Say that a table is private."""
    return _("This table is private: type its code, `takelan join` and the three words.")


class Door:
    """Who may sit down, apart from whether there is room."""

    def __init__(self, code: Code | None) -> None:
        self._code = code
        self._wrong_at: deque[float] = deque(maxlen=MOST_WRONG_CODES)
        self._introduced: dict[PeerId, Introduction] = {}
        self._words: dict[bytes, CheckWords] = {}
        self._told = _WIDE_OPEN
        self._told_to: PeerId | None = None

    @property
    def code(self) -> Code | None:
        """The code in force; None at an open table."""
        return self._code

    @property
    def tag(self) -> int | None:
        """What everybody may know of the code."""
        return None if self._code is None else tag_of(self._code)

    def set_code(self, code: Code | None) -> None:
        """Put another code in force; wrong ones tried before do not count against it."""
        self._code = code
        self._wrong_at.clear()

    def note_wrong_code(self, at: float) -> bool:
        """Count a wrong code, and tell whether it was the one that locks the door."""
        was_locked = self.is_locked(at)
        self._wrong_at.append(at)
        return self.is_locked(at) and not was_locked

    def is_locked(self, at: float) -> bool:
        """Tell whether too many wrong codes were tried lately."""
        return len(self._wrong_at) == MOST_WRONG_CODES and at < self._wrong_at[0] + WITHIN

    def lock_ends(self) -> float | None:
        """Tell when the lock that was told ends; None when none was."""
        return self._wrong_at[0] + WITHIN if self._told.is_locked and self._wrong_at else None

    def introduce(self, peer: PeerId, introduction: Introduction) -> None:
        """Note what a connection has proven, until it asks for a seat."""
        self._introduced[peer] = introduction

    def take_introduction(self, peer: PeerId) -> Introduction:
        """Use up what a connection has proven; whoever sits down on it has been told nothing yet."""
        if peer == self._told_to:
            self._told_to = None
        return self._introduced.pop(peer, Introduction())

    def admits(self, introduction: Introduction) -> bool:
        """Tell whether somebody new may sit down."""
        return self._code is None or introduction.code == self._code

    def remembers(self, key: bytes) -> bool:
        """Tell whether a key has check words here."""
        return key in self._words

    def remember(self, key: bytes, words: CheckWords | None) -> None:
        """Keep the check words of a key; those of its last connection stay if there are no new ones."""
        if words is not None:
            self._words[key] = words

    def tell(
        self,
        post: Post,
        owner: Occupant | None,
        seated: Iterable[Occupant],
        at: float,
        onlookers: Iterable[Onlooker] = (),
    ) -> None:
        """Tell the owner how the door stands, if that has changed or the owner has."""
        seats = list(seated)
        # An onlooker may get a seat on the connection they look on with.
        keys = {one.key for one in seats} | {one.key for one in onlookers}
        self._words = {key: words for key, words in self._words.items() if key in keys}
        checks = tuple(
            CheckedSeat(one.id, self._words[one.key])
            for one in seats
            if one.key in self._words and one is not owner
        )
        doorway = Doorway(self._code, self.is_locked(at), checks)
        told, told_to = self._told, self._told_to
        self._told, self._told_to = doorway, None if owner is None else owner.peer
        # A door that was open all the time is no news, whoever comes to own it.
        is_news = doorway != told or (self._told_to != told_to and doorway != _WIDE_OPEN)
        if owner is not None and is_news:
            post.to(owner, doorway)
