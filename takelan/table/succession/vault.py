"""One epoch on the host's side: its key, its shares, and states sealed with it."""

from takelan.table.succession.craft import SECRET_BYTES, hash_share
from takelan.table.succession.house import House
from takelan.table.succession.people import People
from takelan.table.succession.quorums import acknowledgements
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


class Vault:
    """A key that this host has drawn, and nobody else knows whole."""

    def __init__(self, table: str, config: Config, bases: Bases, house: House) -> None:
        self.config = config
        self.bases = bases
        self._table = table
        self._house = house
        self._secret = house.entropy(SECRET_BYTES)
        holders = config.holders
        shares = house.craft.split(self._secret, config.threshold, len(holders)) if holders else []
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
        box = self._house.craft.seal(self._secret, nonce(self.config.epoch, sequence), plain, written)
        return Deposit(SealedState(header, self._house.sign(written), box))


def head_count(vault: Vault | None, people: People) -> tuple[int, int]:
    """Count who is there, and how many more holders it takes for a step to be shown."""
    here = {person.key for person in people.reachable()}
    configs = () if vault is None else (vault.config, *vault.bases)
    lacking = (acknowledgements(one) - sum(key in here for key in one.holders) for one in configs)
    return len(here), max(0, *lacking) if configs else 0
