"""The places where a table may be, when to ask there, and which tables have answered.

Rule 1: nothing here awaits or reads a clock; every call is told the time.
Rule 2: only an answer puts a table on the list, and 2.5 s without one take it off.
Rule 3: what a source may claim is bounded, and whoever answers is never queued behind whoever does not.
"""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import ip_address

from takelan.net.discovery.found import FoundTable, Place, Source
from takelan.wire.advert import Advert

MAX_PER_SOURCE = 64
MAX_ASKS_PER_SOURCE = 8

ASK_EVERY = 1.0
# An ask may take a second, so a table that accepts and says nothing has had two chances by then.
FORGET_AFTER = 2.5

_ASK_A_SILENT_ONE_EVERY = 0.25
_ASK_OTHER_WAYS_EVERY = 10.0
_LONGEST_BACKOFF = 8.0


@dataclass(eq=False, slots=True)
class Candidate:
    """One place, and how it has fared so far."""

    place: Place
    source: Source
    origin: str
    due: float
    failures: int = 0
    is_asked: bool = False
    is_withdrawn: bool = False
    advert: Advert | None = None
    heard_at: float = -math.inf

    def is_fresh(self, now: float) -> bool:
        """Say whether it has answered lately."""
        return self.advert is not None and now - self.heard_at < FORGET_AFTER

    @property
    def is_reliable(self) -> bool:
        """Say whether it answered when last asked."""
        return self.advert is not None and not self.failures

    @property
    def rank(self) -> tuple[bool, int, bool]:
        """Order the ways to one table: one that works, loopback, IPv4; a known certificate first."""
        return not self.is_reliable, _remoteness(self.place.address), self.place.fingerprint is None

    def leads_to_the_same_table_as(self, other: "Candidate") -> bool:
        """Say whether both have answered for one table."""
        return bool(self.advert and other.advert and self.advert.table == other.advert.table)

    def as_found(self) -> FoundTable | None:
        """Show the table that answered here."""
        if self.advert is None:
            return None
        address, port, fingerprint = self.place
        return FoundTable(
            advert=self.advert, address=address, port=port, fingerprint=fingerprint, source=self.source
        )


class Candidates:
    """All candidates of one search, and the list of tables that comes of them."""

    def __init__(self) -> None:
        self.heard: Counter[Source] = Counter()
        self._by_place: dict[Place, Candidate] = {}
        self._order: list[str] = []

    def offer(self, source: Source, origin: str, places: Iterable[Place], now: float) -> None:
        """Take in all the places one origin (a record, a file) now claims; those it dropped go."""
        claimed = list(places)
        self._withdraw((one for one in self._from(source, origin) if one.place not in claimed), now)
        for place in claimed:
            if candidate := self._by_place.get(place):
                candidate.is_withdrawn = False
                candidate.due = min(candidate.due, now + ASK_EVERY)
            elif self._has_room(source):
                self._by_place[place] = Candidate(place, source, origin, due=now)
                self.heard[source] += 1

    def withdraw(self, source: Source, origin: str, now: float) -> None:
        """Ask at once what an origin took back: it may be gone, or somebody may have lied."""
        self._withdraw(self._from(source, origin), now)

    def origins(self, source: Source) -> set[str]:
        """List the origins of a source that still claim something."""
        return {
            one.origin for one in self._by_place.values() if one.source == source and not one.is_withdrawn
        }

    def answering(self, source: Source) -> int:
        """Count the places of a source that answered when last asked."""
        return sum(one.source == source and one.is_reliable for one in self._by_place.values())

    def begin(self, now: float) -> list[Candidate]:
        """Pick whom to ask now; each is to be reported with answered or failed."""
        due = [one for one in self._by_place.values() if not one.is_asked and one.due <= now]
        begun = []
        for candidate in _by_turns(due):
            if candidate.is_reliable or self._asks_under_way(candidate.source) < MAX_ASKS_PER_SOURCE:
                candidate.is_asked = True
                begun.append(candidate)
        return begun

    def answered(self, candidate: Candidate, advert: Advert, now: float) -> None:
        """Note that a table answered."""
        candidate.advert, candidate.heard_at = advert, now
        candidate.is_asked, candidate.failures = False, 0
        is_best = self._best(now)[advert.table] is candidate
        candidate.due = now + (ASK_EVERY if is_best else _ASK_OTHER_WAYS_EVERY)

    def failed(self, candidate: Candidate, now: float) -> None:
        """Note that nobody, or nobody we want, answered."""
        candidate.is_asked = False
        candidate.failures += 1
        if candidate.failures == 1:
            self._try_other_ways(candidate, now)
        if candidate.is_withdrawn:
            self._by_place.pop(candidate.place, None)
        elif candidate.is_fresh(now):
            candidate.due = now + _ASK_A_SILENT_ONE_EVERY
        else:
            candidate.advert = None
            candidate.due = now + _backoff(candidate)

    def found(self, now: float) -> list[FoundTable]:
        """List each table that answered lately once, in the order of first sighting."""
        best = self._best(now)
        known = [table for table in self._order if table in best]
        self._order = known + [table for table in best if table not in known]
        return [found for table in self._order if (found := best[table].as_found())]

    def next_moment(self, now: float) -> float:
        """Tell when there is something to do even if nothing happens until then."""
        moments = [one.due for one in self._by_place.values() if not one.is_asked and one.due > now]
        moments += [one.heard_at + FORGET_AFTER for one in self._by_place.values() if one.is_fresh(now)]
        return min(moments, default=math.inf)

    def _from(self, source: Source, origin: str) -> list[Candidate]:
        return [one for one in self._by_place.values() if (one.source, one.origin) == (source, origin)]

    def _withdraw(self, candidates: Iterable[Candidate], now: float) -> None:
        for candidate in candidates:
            candidate.is_withdrawn = True
            candidate.due = now
            if candidate.advert is None and not candidate.is_asked:
                del self._by_place[candidate.place]

    def _has_room(self, source: Source) -> bool:
        """Make room for one more, at the cost of one that never answered, or say there is none."""
        ours = [one for one in self._by_place.values() if one.source == source]
        if len(ours) < MAX_PER_SOURCE:
            return True
        silent = [one for one in ours if one.advert is None and one.failures and not one.is_asked]
        if silent:
            del self._by_place[silent[0].place]
        return bool(silent)

    def _asks_under_way(self, source: Source) -> int:
        asked = (one for one in self._by_place.values() if one.is_asked and one.source == source)
        return sum(not one.is_reliable for one in asked)

    def _best(self, now: float) -> dict[str, Candidate]:
        """Choose for each table the best place it answered from lately."""
        best: dict[str, Candidate] = {}
        for candidate in self._by_place.values():
            if candidate.advert is None or not candidate.is_fresh(now):
                continue
            rival = best.setdefault(candidate.advert.table, candidate)
            if candidate.rank < rival.rank:
                best[candidate.advert.table] = candidate
        return best

    def _try_other_ways(self, candidate: Candidate, now: float) -> None:
        """Ask the table that fell silent wherever else it has answered."""
        for other in self._by_place.values():
            if other.is_reliable and other.leads_to_the_same_table_as(candidate):
                other.due = now


def _by_turns(due: Iterable[Candidate]) -> list[Candidate]:
    """Order those to ask: every origin's first place comes before any origin's second."""
    before: Counter[tuple[Source, str]] = Counter()
    turns: dict[Candidate, tuple[int, int, float]] = {}
    for one in sorted(due, key=lambda one: (one.failures, one.due)):
        turns[one] = (one.failures, before[one.source, one.origin], one.due)
        before[one.source, one.origin] += 1
    return sorted(turns, key=turns.__getitem__)


def _backoff(candidate: Candidate) -> float:
    """Tell how long to leave a silent place alone: asking our own machine costs nothing."""
    if _remoteness(candidate.place.address) == 0:
        return ASK_EVERY
    return min(_LONGEST_BACKOFF, ASK_EVERY * 2.0 ** (candidate.failures - 1))


@lru_cache(maxsize=1024)
def _remoteness(address: str) -> int:
    try:
        parsed = ip_address(address)
    except ValueError:
        return 3
    if parsed.is_loopback:
        return 0
    return 1 if parsed.version == 4 else 2
