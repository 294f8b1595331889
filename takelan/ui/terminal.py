"""The terminal itself: what it can show, and what lies between it and us."""

import codecs
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress

from takelan.net.doctor.findings import Colours, Terminal
from takelan.ui.round_trip import terminal_handle
from takelan.ui.screens.pressing import FEWEST_COLUMNS, FEWEST_ROWS

_TRUECOLOUR = ("truecolor", "24bit")


def look_at_terminal(environ: Mapping[str, str], milliseconds: float | None = None) -> Terminal:
    """Find out what the terminal of this process can do; how fast it answers is measured apart."""
    handle = terminal_handle()
    if handle is None:
        return Terminal(is_terminal=False, term=environ.get("TERM", ""))
    size = os.get_terminal_size(handle)
    encoding = getattr(sys.__stdout__, "encoding", None) or "ascii"
    return Terminal(
        is_terminal=True,
        term=environ.get("TERM", ""),
        columns=size.columns,
        rows=size.lines,
        is_large_enough=size.columns >= FEWEST_COLUMNS and size.lines >= FEWEST_ROWS,
        colours=colours_of(environ, lambda term: _known_colours(term, handle)),
        has_no_color_set="NO_COLOR" in environ,
        has_unicode=is_unicode(encoding),
        encoding=encoding,
        is_tmux="TMUX" in environ,
        is_ssh=any(name in environ for name in ("SSH_CONNECTION", "SSH_TTY")),
        milliseconds=milliseconds,
    )


def colours_of(environ: Mapping[str, str], known: Callable[[str], int | None]) -> Colours:
    """Tell how many colours a terminal shows, by what it is called and by what the system knows of it."""
    term = environ.get("TERM", "dumb")
    if "NO_COLOR" in environ or term in ("dumb", "unknown", ""):
        return "none"
    if environ.get("COLORTERM", "").casefold() in _TRUECOLOUR or sys.platform == "win32":
        return "full"
    number = known(term)
    if number is None:
        # The system has never heard of it; most of what is new has colours.
        return "256" if "256" in term else "sixteen"
    return "none" if number < 8 else "sixteen" if number < 256 else "256"


def is_unicode(encoding: str) -> bool:
    """Tell whether lines and pips can be written in an encoding."""
    with suppress(LookupError):
        return codecs.lookup(encoding).name.startswith("utf")
    return False


def _known_colours(term: str, handle: int) -> int | None:
    try:
        import curses

        curses.setupterm(term, handle)
        return max(0, curses.tigetnum("colors"))
    except Exception:
        # Whatever is wrong with the system's descriptions of terminals, they are not needed.
        return None
