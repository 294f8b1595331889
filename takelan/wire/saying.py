"""The two directions of a conversation: whatever is said is one or the other."""

import msgspec


class ToHost(msgspec.Struct, frozen=True, tag_field="say"):
    """Anything a peer says."""


class ToPeer(msgspec.Struct, frozen=True, tag_field="say"):
    """Anything a host says."""
