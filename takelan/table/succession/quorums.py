"""How many are enough: to hold shares, to keep a step, to make a host.

With n holders, k of them make a host and w = n - k + 1 must keep a step: any k include one of any w.
"""

from collections.abc import Collection, Iterable
from typing import Literal

from takelan.wire.succession import Candidacy, Config, Vote

#: So many hosts later than the newest known one there cannot be anybody.
_FAR = 1000

#: How much a table trusts its players with a share: a majority, all together, or nobody.
SuccessionMode = Literal["quorum", "strict", "off"]


def threshold(count: int, mode: SuccessionMode) -> int:
    """Tell how many of so many holders make a host; 0 is that there are no holders."""
    if mode == "off" or count < 2:  # Two humans: nobody but the host may hold the secret.
        return 0
    return count if mode == "strict" else count // 2 + 1


def acknowledgements(config: Config) -> int:
    """Tell how many holders must keep a step before it is shown."""
    return len(config.holders) - config.threshold + 1 if config.holders else 0


def is_kept(config: Config, keepers: Collection[bytes]) -> bool:
    """Tell whether no host can be made without one of the keepers."""
    return sum(key in keepers for key in config.holders) >= acknowledgements(config)


def is_within_reach(term: int, known: int) -> bool:
    """Tell whether somebody may honestly be in a term; after the last one that can be written is no other."""
    return term <= known + _FAR


def is_elected(config: Config, voters: Collection[bytes]) -> bool:
    """Tell whether the voters make a host."""
    return sum(key in voters for key in config.holders) >= config.threshold


def has_won(config: Config, bases: Iterable[Config], votes: Iterable[Vote]) -> bool:
    """Tell whether votes make a host who can also read the state of an epoch."""
    votes = list(votes)
    sharers = {vote.voter for vote in votes if vote.has_share}
    voters = {vote.voter for vote in votes}
    # Rule 3: an epoch that may not have replaced its bases yet needs their votes too.
    return (
        bool(config.holders)
        and is_elected(config, sharers)
        and all(is_elected(base, voters) for base in bases)
    )


def named_bases(candidacy: Candidacy, known: Iterable[Config]) -> list[Config]:
    """Pick the configurations a candidacy says may still decide, as far as they are known."""
    return [config for config in known if config.epoch in candidacy.bases]
