"""A player written from docs/protocol.md alone, as it could be in any language.

Rule 1: nothing of takelan is imported here; only the standard library, a MessagePack decoder and Ed25519.
Rule 2: what cannot be written from the page is a fault of the page, and is mended there.
"""
