"""A table from shares: what the process does that takes over.

Rule 1: a share that does not match its hash in the signed header is left out; it would silently give a
wrong key.
"""

from dataclasses import dataclass

import msgspec

from takelan.table.snapshot import restore
from takelan.table.succession.craft import Craft, hash_share
from takelan.table.succession.estate import Estate, Legacy, unpack
from takelan.table.succession.failures import SealBrokenError, TooFewSharesError
from takelan.table.succession.statements import box_purpose, candidacy_digest, header_bytes, nonce
from takelan.table.table import Table
from takelan.wire.succession import Share


@dataclass(frozen=True)
class Rebuilt:
    """A table as its last host left it, and what its keeper has to know."""

    table: Table
    legacy: Legacy


def rebuild(estate: Estate, private: bytes, craft: Craft, at: float) -> Rebuilt:
    """Open the state with the shares that were sealed for this process."""
    shares = _open_shares(estate, private, craft)
    if len(shares) < estate.config.threshold:
        raise TooFewSharesError
    header = estate.state.header
    secret = craft.combine(shares[: estate.config.threshold])
    written = header_bytes(header)
    payload = unpack(craft.open(secret, nonce(header.epoch, header.sequence), estate.state.box, written))
    candidacy = estate.certificate.candidacy
    legacy = Legacy(
        bases=(estate.config, *estate.bases),
        members=estate.members,
        counts=dict(payload.counts),
        sequence=header.sequence,
        certificate=estate.certificate,
    )
    return Rebuilt(restore(payload.snapshot, at, candidacy.candidate, craft.verify), legacy)


def _open_shares(estate: Estate, private: bytes, craft: Craft) -> list[Share]:
    """Open every box that holds a true share."""
    digest = candidacy_digest(estate.certificate.candidacy)
    header, shares = estate.state.header, {}
    for holder, box in estate.boxes:
        try:
            plain = craft.unbox(private, box, box_purpose(digest, holder))
            share = msgspec.msgpack.decode(plain, type=Share)
        except (SealBrokenError, msgspec.MsgspecError):
            continue
        if hash_share(header.table, share) in header.hashes:
            shares[share.number] = share
    return list(shares.values())
