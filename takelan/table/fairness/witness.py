"""One player's own eyes: they take part in the deals, watch from a seat, and sign what they have checked.

Rule 1: what the host says of a shuffle is checked against what this player has promised and signed.
Rule 2: a card that comes from the deck before this seat comes with its proof.
"""

from typing import Any

from takelan.table.fairness.dealing import IsSigned
from takelan.table.fairness.eyes import Eyes
from takelan.table.fairness.findings import WrongError, find
from takelan.table.fairness.promises import Entropy, Promises, Sign
from takelan.wire import fairness, to_peer
from takelan.wire.fairness import Attest, DealNumber, Proof
from takelan.wire.to_host import AnyToHost
from takelan.wire.to_peer import AnyToPeer


class Witness(Eyes):
    """What one player's program knows of its own about one table."""

    def __init__(self, table: str, key: bytes, sign: Sign, is_signed: IsSigned, entropy: Entropy) -> None:
        super().__init__(table, is_signed)
        self._sign = sign
        self._promises = Promises(table, key, sign, entropy)
        self._name = ""
        self._proofs: list[Proof] = []
        self._revision = 0
        #: Whether a deck may be made without asking us: it was half made when we came, or we were told so.
        self._may_be_left_out = True
        self._has_just_come = True
        #: Whether the next state of the table is the one we came back to.
        self._looks_around = False

    def arrive(self) -> None:
        """Note that a connection is new: what happened before it may have been missed."""
        self._may_be_left_out = self._has_just_come = True
        self._proofs.clear()

    def _hear(self, message: AnyToPeer) -> list[AnyToHost]:
        match message:
            case fairness.Shuffle():
                self._may_be_left_out = False
                return [self._promises.pledge(message)]
            case fairness.Pledges():
                told = self._promises.contribute(message)
                return [] if told is None else [told]
            case fairness.Proofs():
                self._proofs += message.proofs
            case to_peer.Welcome():
                # Nobody sits down while a deck is being made; whoever returns may come too late for it.
                self._may_be_left_out = self._looks_around = self._has_just_come = message.is_return
            case to_peer.TableState() if self._looks_around:
                self._looks_around = False
                # While a round is on, or the next one is still to be called, no deck is half made.
                self._may_be_left_out = message.stage != "playing" and message.deals_in is None
            case to_peer.Notice(kind="apart") if str(message.name) == self._name:
                self._may_be_left_out = True
        answers = super()._hear(message)
        if isinstance(message, to_peer.TableState):
            self._name = "" if message.you is None else self._names[message.you]
        return answers

    def _bind(self, bound: fairness.Bound) -> bool:
        if not super()._bind(bound):
            return False
        if self._has_just_come:
            return True  # This deck was made while we were away; we are only told again of it.
        may_be_left_out, self._may_be_left_out = self._may_be_left_out, False
        if self._promises.signed(bound.number) is None and not may_be_left_out:
            raise WrongError(find("left_out", round=bound.number.round))
        return True

    def _watch(self, step: Any) -> None:
        if step.view.seat is None:
            return  # What is shown to nobody's seat proves nothing to ours.
        if not step.is_catch_up:
            # A round is on: whoever sees it is there for the next deal.
            self._may_be_left_out = False
        proofs, self._proofs = self._proofs, []
        missed, self._revision = step.revision - self._revision, step.revision
        # Only whoever has just come is told something again; a host cannot take a round back.
        is_catch_up, self._has_just_come = step.is_catch_up and self._has_just_come, False
        if not step.hearings or (is_catch_up and bool(self._rounds) and self._rounds[-1].is_over):
            return
        self._bound_round().watch(step, proofs, missed, is_catch_up=is_catch_up)

    def _report(self, game: int) -> list[AnyToHost]:
        if self.finding is not None:
            return [Attest(game, None)]
        if self.checked is None:
            return []
        return [Attest(game, self._sign(self._text_of(self.checked)))]

    def _signed_list(self, number: DealNumber) -> bytes | None:
        return self._promises.signed(number)
