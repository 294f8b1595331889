"""Nobody gets a seat without a right to it, and each kind of attempt would, were it not for its defence."""

import hmac
from collections.abc import Callable
from contextlib import ExitStack
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest

from takelan.net.codes import Ends, HostProof
from takelan.table.doorway import Introduction
from takelan.wire.code import write_code
from takelan.wire.proof import seat_claim
from tests.net import break_in
from tests.net.break_in import CODE, KINDS, Kind, try_kind

#: Of each kind; `make soak` tries ten thousand in all.
TRIALS = 100


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
async def test_nobody_is_let_in_without_a_right_to_it(kind: Kind) -> None:
    """Not one of a hundred attempts of each kind, drawn by lot, and Ann keeps her seat."""
    assert await try_kind(kind, TRIALS, seed=0) == 0


class Repetitive(HostProof):
    """A host that proves with the same numbers every time."""

    def __init__(self, code: Any, ends: Ends) -> None:
        from spake2 import SPAKE2_B  # type: ignore[import-untyped] # the package comes without types

        password, same = write_code(code).encode(), lambda count: b"\7" * count
        self._side = SPAKE2_B(password, idA=ends.player, idB=ends.host, entropy_f=same)
        self.element = self._side.start()


def claim_without(*names: str) -> dict[str, Any]:
    """Bind proofs to less than they should be bound to."""
    blanks: dict[str, Any] = {"term": 0, "table": "", "certificate": b"", "key": b""}

    def weak(**parts: Any) -> bytes:
        return seat_claim(**{**parts, **{name: blanks[name] for name in names}})

    return {"takelan.net.proofs.seat_claim": weak}


_SAME = SimpleNamespace(token_bytes=lambda count: b"\7" * count)
_ANY_PROOF = {"takelan.net.greeting.is_proven": lambda *parts: True}
_ANY_CODE = {
    "takelan.net.codes.hmac": SimpleNamespace(compare_digest=lambda *parts: True, digest=hmac.digest)
}
_ANY_KEY = {
    "takelan.net.greeting.Admission.introduce": lambda *parts: Introduction((0, 0), CODE),
}

#: What is switched off so that each kind of attempt gets through.
DEFENCES: dict[Kind, dict[str, Any]] = {
    break_in.wrong_code: _ANY_CODE,
    break_in.replay: {
        "takelan.net.host.secrets": _SAME,
        "takelan.net.admission.secrets": _SAME,
        "takelan.net.admission.HostProof": Repetitive,
    },
    break_in.bit_flips: {**_ANY_PROOF, **_ANY_CODE, **_ANY_KEY},
    break_in.seat_theft: _ANY_PROOF,
    break_in.stale_term: claim_without("term"),
    break_in.relay: {
        **claim_without("certificate"),
        "takelan.net.codes.Ends.host": property(lambda ends: b"host"),
    },
}


def switched_off(defences: dict[str, Callable[..., Any]]) -> ExitStack:
    """Do without some defences for a while."""
    stack = ExitStack()
    for name, instead in defences.items():
        stack.enter_context(patch(name, instead))
    return stack


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
async def test_each_kind_gets_through_where_its_defence_is_off(kind: Kind) -> None:
    """So the attempts above are real ones: what stops them is what we think it is."""
    with switched_off(DEFENCES[kind]):
        assert await try_kind(kind, TRIALS, seed=0, stops=True) == 1
