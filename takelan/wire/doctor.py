"""What one doctor tells another: whom it hears, whom it reaches, and what time it has.

Rule 1: a table neither says nor understands any of this.
"""

from typing import Annotated

import msgspec
from msgspec import Meta

from takelan.wire.advert import TableId
from takelan.wire.codec import UNPROVEN_BYTES, Decoder
from takelan.wire.terms import Count, Protocol, Version

#: Doctors have ids of the same form as tables, so that one list can hold both.
DoctorId = TableId

#: More than this are never in one room with a problem.
MAX_TOLD = 32

Ids = Annotated[tuple[TableId, ...], Meta(max_length=MAX_TOLD)]


class Report(msgspec.Struct, frozen=True, kw_only=True, tag="report", tag_field="say"):
    """What a doctor has found out so far about others; the answer to it is another one."""

    doctor: DoctorId
    protocol: Protocol
    version: Version
    #: Its clock, in milliseconds since the epoch.
    clock: Count
    #: Whose announcements it hears: tables and doctors.
    heard: Ids = ()
    #: Whom it can connect to.
    reached: Ids = ()
    #: Whom it tried to connect to in vain.
    missed: Ids = ()


def encode_report(report: Report) -> bytes:
    """Write a report."""
    return msgspec.msgpack.encode(report)


def report_decoder() -> Decoder[Report]:
    """Decode what doctors say to each other."""
    return Decoder(Report, UNPROVEN_BYTES)
