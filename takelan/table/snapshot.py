"""A table as bytes, and a table from bytes: for a successor, for a journal, for a hand-over."""

from takelan.table.fairness.dealing import IsSigned
from takelan.table.records import decode_record, encode_record
from takelan.table.succession.sealing import verify
from takelan.table.table import Table


def take(table: Table) -> bytes:
    """Write down the whole truth about a table."""
    return encode_record(table.save())


def restore(snapshot: bytes, at: float, owner: bytes | None = None, is_signed: IsSigned = verify) -> Table:
    """Set a table up again as it was, with everybody gone and every clock at its start.

    ``owner`` is the key of whoever has taken the table over; None leaves it as it was.
    """
    return Table.load(decode_record(snapshot), at, owner, is_signed)
