"""Games as JSON Lines: writing, reading back, and playing again (docs/transcript.md)."""
