"""What a player knows of a later host only from others: a certificate that somebody was elected.

Rule 1: such a host may be gone before it came into force. What nobody was ever shown need not be waited for:
the host before it may hold the only state there is, and its call for votes decides whether it may go on.
Rule 2: whoever has seen a step since goes back to no earlier host.
Rule 3: a host that cannot be judged may be made up: it is tried now and then, and never waited for.
"""

from dataclasses import dataclass

from takelan.wire.succession import Certificate

#: How often a host that cannot be judged is worth a try.
TRY_AGAIN = 5.0
#: How long a host that others told of may stay out of reach before an earlier one is worth joining again.
FORGET_AFTER = 8.0


@dataclass(slots=True)
class Hearsay:
    """The latest host that others told of."""

    #: What proves it, to tell others of it in turn.
    proof: Certificate | None = None
    #: Its term; 0 for none that is worth waiting for.
    term: int = 0
    _heard_of_at: float = 0.0
    #: Whether any step was shown since.
    _has_shown: bool = False
    _tried_at: float = -TRY_AGAIN
    #: The latest term that was given up: others may not have done so yet, and tell of it again.
    _given_up: int = 0

    def is_news(self, term: int) -> bool:
        """Tell whether a host of this term is neither known nor given up."""
        return term > max(self.term, self._given_up)

    def take(self, certificate: Certificate, at: float) -> None:
        """Learn of a later host."""
        self.proof, self.term = certificate, certificate.candidacy.term
        self._heard_of_at, self._has_shown = at, False

    def may_try(self, at: float) -> bool:
        """Tell whether it is time to try a host that cannot be judged; whoever makes some up gains little."""
        if at < self._tried_at + TRY_AGAIN:
            return False
        self._tried_at = at
        return True

    def confirm(self, term: int, certificate: Certificate | None) -> None:
        """Learn from a host itself what proves it: what it entrusts tells of its term from now on."""
        self.proof = certificate
        if term >= self.term:
            self.term = 0

    def note_step(self) -> None:
        """Note that something was shown."""
        self._has_shown = True

    def give_up_if_gone(self, heard_at: float, now: float) -> None:
        """Stop waiting for a host that showed nothing and is not heard of any more."""
        if self.term and not self._has_shown and now >= max(heard_at, self._heard_of_at) + FORGET_AFTER:
            self._given_up, self.term, self.proof = self.term, 0, None
