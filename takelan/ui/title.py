"""The title of the terminal's window."""

from collections.abc import Mapping

from takelan.language import translate as _

# A Linux console has no title and would print what follows.
_WITHOUT_TITLE = ("linux", "dumb", "")


def title_sequence(environ: Mapping[str, str], *, is_turn: bool) -> str:
    """Write what sets the title; it never holds text from a peer."""
    if environ.get("TERM", "") in _WITHOUT_TITLE:
        return ""
    words = _("takelan: your turn") if is_turn else "takelan"
    return f"\x1b]2;{words}\x07"
