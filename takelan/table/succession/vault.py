"""One epoch on the host's side: its key, its shares, and states sealed with it."""

from collections.abc import Callable

from takelan.table.succession.craft import SECRET_BYTES, Craft, hash_share
from takelan.table.succession.statements import header_bytes, nonce
from takelan.wire.succession import (
    Bases,
    Certificate,
    Config,
    Deposit,
    Entrust,
    Header,
    Member,
    SealedState,
    Share,
)

#: Random bytes from outside.
Entropy = Callable[[int], bytes]
#: Signs with a key that stays with whoever made this.
Sign = Callable[[bytes], bytes]


class Vault:
    """A key that this host has drawn, and nobody else knows whole."""

    def __init__(
        self, table: str, config: Config, bases: Bases, craft: Craft, sign: Sign, entropy: Entropy
    ) -> None:
        self.config = config
        self.bases = bases
        self._table = table
        self._craft = craft
        self._sign = sign
        self._secret = entropy(SECRET_BYTES)
        holders = config.holders
        shares = craft.split(self._secret, config.threshold, len(holders)) if holders else []
        self._shares: dict[bytes, Share] = dict(zip(holders, shares, strict=True))
        self._hashes = tuple(hash_share(table, share) for share in shares)

    def entrust(
        self, key: bytes, members: tuple[Member, ...], host_key: bytes, certificate: Certificate | None
    ) -> Entrust:
        """Write what one player is told of this epoch."""
        return Entrust(self.config, self.bases, members, host_key, self._shares.get(key), certificate)

    def seal(self, plain: bytes, sequence: int) -> Deposit:
        """Seal a state for all holders."""
        header = Header(self._table, self.config.epoch, sequence, self._hashes)
        written = header_bytes(header)
        box = self._craft.seal(self._secret, nonce(self.config.epoch, sequence), plain, written)
        return Deposit(SealedState(header, self._sign(written), box))
