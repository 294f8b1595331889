"""How much a stranger and a seat may ask of a host.

Rule 1: nothing here awaits or reads a clock; every call is told the time.
Rule 2: an address is judged before a byte of it is read.
Rule 3: whatever is counted is bounded, however many addresses there are.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

#: How long TLS, the greeting and the proof may take together.
PROVE_WITHIN = 3.0
MAX_UNPROVEN = 16
MAX_UNPROVEN_PER_ADDRESS = 4
#: Of all unproven connections, so many are kept for addresses where somebody is seated.
KEPT_FOR_SEATED = 4

MESSAGES_PER_SECOND = 40
MESSAGES_AT_ONCE = 80
#: How many of one peer are heard before the others have their turn.
MESSAGES_IN_A_ROW = 4

#: A reader that is so far behind is dropped.
MAX_BYTES_BEHIND = 256 * 1024
PING_EVERY = 1.0
SILENT_AFTER = 5.0

# Ten players on one machine who look around once a second each stay below.
_KNOCKS_PER_SECOND = 20
_KNOCKS_AT_ONCE = 40
_STRANGERS_PER_SECOND = 100
_STRANGERS_AT_ONCE = 200
_MAX_ADDRESSES = 1024

# On any usable network a peer has proven itself by then; one that has not makes room if others wait.
_DAWDLES_AFTER = 0.5


class Bucket:
    """Lets so many pass a second, and some at once after a pause."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._at = now

    def take(self, now: float) -> bool:
        """Let one pass if there is room."""
        self._refill(now)
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def is_full(self, now: float) -> bool:
        """Tell whether nobody has passed for a while."""
        self._refill(now)
        return self._left >= self._burst

    def _refill(self, now: float) -> None:
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now


@dataclass(eq=False, slots=True)
class Entry:
    """One connection that has not proven itself yet."""

    address: str
    since: float
    #: Sends it away to make room for another.
    evict: Callable[[], object]


class Gate:
    """Decides who may begin a conversation: so many at once, and so many of them from one address."""

    def __init__(self, most: int = MAX_UNPROVEN, per_address: int = MAX_UNPROVEN_PER_ADDRESS) -> None:
        self._most = most
        self._per_address = per_address
        #: How many are seated at each address, also while they are away.
        self.seated: Counter[str] = Counter()
        self._unproven: list[Entry] = []
        self._knocks: dict[str, Bucket] = {}
        self._strangers: Bucket | None = None

    @property
    def unproven(self) -> int:
        """Count the connections that have not proven themselves yet."""
        return len(self._unproven)

    def admit(self, address: str, now: float, evict: Callable[[], object]) -> Entry | None:
        """Let a connection begin, perhaps in the place of one that dawdles, or turn it away."""
        if not self._may_knock(address, now) or not self._make_room(address, now):
            return None
        entry = Entry(address, now, evict)
        self._unproven.append(entry)
        return entry

    def leave(self, entry: Entry) -> None:
        """Forget a connection that has proven itself or is gone."""
        if entry in self._unproven:
            self._unproven.remove(entry)

    def _may_knock(self, address: str, now: float) -> bool:
        if address not in self._knocks:
            self._forget_quiet_addresses(now)
            self._knocks[address] = Bucket(_KNOCKS_PER_SECOND, _KNOCKS_AT_ONCE, now)
        if not self._knocks[address].take(now):
            return False
        if self._strangers is None:
            self._strangers = Bucket(_STRANGERS_PER_SECOND, _STRANGERS_AT_ONCE, now)
        return address in self.seated or self._strangers.take(now)

    def _forget_quiet_addresses(self, now: float) -> None:
        if len(self._knocks) < _MAX_ADDRESSES:
            return
        busy = {address: bucket for address, bucket in self._knocks.items() if not bucket.is_full(now)}
        # A flood from everywhere is left to the limit for all strangers together.
        self._knocks = busy if len(busy) < _MAX_ADDRESSES else {}

    def _make_room(self, address: str, now: float) -> bool:
        alike = [entry for entry in self._unproven if entry.address == address]
        if len(alike) >= self._per_address + self.seated[address]:
            return self._evict_dawdler(alike, now)
        if address in self.seated:
            return self.unproven < self._most or self._evict_dawdler(self._unproven, now)
        strangers = [entry for entry in self._unproven if entry.address not in self.seated]
        if self.unproven < self._most and len(strangers) < self._most - KEPT_FOR_SEATED:
            return True
        return self._evict_dawdler(strangers, now)

    def _evict_dawdler(self, among: list[Entry], now: float) -> bool:
        oldest = min(among, key=lambda entry: entry.since, default=None)
        if oldest is None or now - oldest.since < _DAWDLES_AFTER:
            return False
        self._unproven.remove(oldest)
        oldest.evict()
        return True
