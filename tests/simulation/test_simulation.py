"""Thousands of evenings with bad luck: nothing shown is lost, and every planted bug is found."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from takelan.table.succession.craft import RealCraft
from tests.simulation.game import faults_of, play
from tests.simulation.mutants import MUTANTS
from tests.simulation.runs import run
from tests.simulation.shrink import shrink

#: Split, so that parallel test runs share the work.
_PARTS, _SEEDS = 10, 2000
_BUG_SEEDS = 5000
#: A certificate that named the wrong voters, an heir left at the old host, a host waited for in vain, a move
#: of somebody who had lost their seat and came back.
_ONCE_WRONG = (621, 7494, 8167, 24459, 77266, 111341, 120418, 126663)
#: Where the bugs that hide longest were found: looked at first, to save time.
_FOUND_AT = {
    "bring-an-epoch-into-force-at-once": 155,
    "count-moves-before-the-votes": 158,
    "elect-from-a-replaced-epoch": 231,
    "forget-an-epoch-not-in-force": 192,
    "go-on-while-the-table-moves": 56,
    "ignore-the-bases": 1526,
    "make-every-move-that-comes": 168,
    "never-call": 465,
    "obey-two-terms": 567,
    "replace-an-epoch-unasked": 155,
    "try-once": 82,
    "vote-for-older-states": 54,
    "vote-from-an-old-copy": 356,
    "vote-twice": 135,
}


@pytest.mark.parametrize("part", range(_PARTS))
def test_no_seed_breaks_an_invariant(part: int) -> None:
    """SECURITY §7, in 2,000 games; `python -m tests.simulation` plays more."""
    size = _SEEDS // _PARTS
    tally = run(range(part * size, (part + 1) * size), jobs=1)
    assert not tally.failures
    assert tally.faults >= 4 * size
    assert tally.elections >= size // 2
    # A game that nobody could go on with proves little: bad luck alone makes a fifth of them.
    assert tally.lost <= 0.3 * size


@pytest.mark.parametrize("seed", _ONCE_WRONG)
def test_what_once_went_wrong_goes_well(seed: int) -> None:
    """Evenings from longer runs that showed a mistake."""
    assert not play(seed).violations


@pytest.mark.parametrize("mutant", sorted(MUTANTS))
def test_every_planted_bug_is_found(mutant: str) -> None:
    """A simulator that finds none of them would prove nothing."""
    found_at = _FOUND_AT.get(mutant, 0)
    is_found = run(range(found_at, found_at + 1), mutant, jobs=1).failures
    assert is_found or run(range(_BUG_SEEDS), mutant, jobs=1, stop_early=True).failures


class KeyedCraft(RealCraft):
    """The real cryptography, with real keys behind the simulator's."""

    def __init__(self) -> None:
        self._signing = [Ed25519PrivateKey.generate() for _ in range(256)]
        self._boxing = [X25519PrivateKey.generate() for _ in range(256)]

    def sign(self, secret: bytes, message: bytes) -> bytes:
        """Sign with the real key."""
        return self._signing[secret[0]].sign(message)

    def verify(self, key: bytes, message: bytes, signature: bytes) -> bool:
        """Verify with the real key."""
        public = self._signing[key[0]].public_key().public_bytes_raw()
        return RealCraft.verify(public, message, signature)

    def box(self, sealing_key: bytes, plain: bytes, purpose: bytes) -> bytes:
        """Box for the real key."""
        public = self._boxing[sealing_key[0]].public_key().public_bytes_raw()
        return RealCraft.box(public, plain, purpose)

    def unbox(self, private: bytes, boxed: bytes, purpose: bytes) -> bytes:
        """Open with the real key."""
        return RealCraft.unbox(self._boxing[private[0]].private_bytes_raw(), boxed, purpose)


def test_real_cryptography_carries_the_same_games() -> None:
    """The cheap craft leaves nothing out that the code relies on."""
    craft = KeyedCraft()
    results = [play(seed, craft=craft) for seed in range(12)]
    assert not [result.violations for result in results if result.violations]
    assert sum(result.elections for result in results) > 3


def test_a_seed_plays_the_same_game_again() -> None:
    """Otherwise a failure could not be looked into."""
    assert play(7) == play(7)


def test_a_failure_is_made_small() -> None:
    """Most of the bad luck of a failing seed has nothing to do with it."""
    assert len(shrink(0, "votes-in-memory")) < len(faults_of(0))
