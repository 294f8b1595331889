"""Causes that lie in this machine and its terminal; one can play in spite of them."""

from takelan.language import translate as _
from takelan.net.doctor.findings import Findings
from takelan.net.doctor.judgement.verdict import Verdict
from takelan.store.condition import Fault

#: Clocks that differ by more make the first to type `takelan play` look like the last.
MOST_SECONDS_APART = 60.0


_FAULTS: dict[Fault, str] = {
    "missing": _("There is no folder for your keys, and {path} cannot be made: a lost seat would stay lost."),
    "no_folder": _("{path} should be the folder for your keys, but is a file or a link, and is not used."),
    "foreign": _("The folder for your keys, {path}, belongs to another user and is not used."),
    "open": _("The folder for your keys, {path}, can be written by others (mode {mode}) and is not used."),
    "locked": _("Your own folder for keys, {path}, is closed to you (mode {mode})."),
    "read_only": _(
        "Nothing can be written to the folder for your keys, {path}: a lost seat would stay lost."
    ),
}
# Only the mode of one's own folder is mended by giving it another one.
_OF_MODE = ("open", "locked")


def state_folder(findings: Findings) -> Verdict | None:
    """Blame a folder in which no key can be kept."""
    folder = findings.folder
    if folder.fault is None:
        return None
    if folder.fault in _OF_MODE:
        step, command = _("Type `{command}`."), f'chmod 700 "{folder.path}"'
    else:
        step = _("Type `{command}` before takelan, and keys are kept there.")
        command = f'export TAKELAN_STATE_DIR="{folder.spare}"'
    return Verdict(
        code="state_folder",
        what=_FAULTS[folder.fault].format(path=folder.path, mode=folder.mode),
        next_step=step.format(command=command),
        commands=(command,),
    )


def clock(findings: Findings) -> Verdict | None:
    """Blame clocks that differ."""
    apart = [
        one
        for one in findings.colleagues
        if one.clock_ahead is not None and abs(one.clock_ahead) > MOST_SECONDS_APART
    ]
    if findings.clock.is_plausible and not apart:
        return None
    what = (
        _("The clocks of this machine and of {address} differ by {seconds} seconds.").format(
            address=apart[0].address, seconds=round(abs(apart[0].clock_ahead or 0))
        )
        if apart
        else _("This machine's clock is wrong: it says {now}.").format(now=findings.clock.now)
    )
    return Verdict(
        code="clock",
        what=what,
        next_step=_("Let the system set it; `takelan play` goes by who was first."),
    )


def terminal_small(findings: Findings) -> Verdict | None:
    """Blame a terminal in which the app does not fit."""
    terminal = findings.terminal
    if terminal is None or not terminal.is_terminal or terminal.is_large_enough:
        return None
    return Verdict(
        code="terminal_small",
        what=_("This terminal is too small to play in: {columns}×{rows}.").format(
            columns=terminal.columns, rows=terminal.rows
        ),
        next_step=_("Make the window larger, or play line by line with `--plain`."),
    )


def no_colours(findings: Findings) -> Verdict | None:
    """Blame a terminal without colours."""
    terminal = findings.terminal
    if terminal is None or not terminal.is_terminal or terminal.colours != "none":
        return None
    if terminal.has_no_color_set:
        what, command = _("Nothing is drawn in colour, because NO_COLOR is set."), "unset NO_COLOR"
    else:
        what = _("This terminal says that it has no colours (TERM is '{term}').").format(term=terminal.term)
        command = "export TERM=xterm-256color"
    return Verdict(
        code="no_colours",
        what=what,
        next_step=_("If it has some, type `{command}`; takelan can be played without.").format(
            command=command
        ),
        commands=(command,),
    )


def no_unicode(findings: Findings) -> Verdict | None:
    """Blame a terminal that draws nothing but letters."""
    terminal = findings.terminal
    if terminal is None or not terminal.is_terminal or terminal.has_unicode:
        return None
    return Verdict(
        code="no_unicode",
        what=_("This terminal does not draw lines and pips (its encoding is {encoding}).").format(
            encoding=terminal.encoding
        ),
        next_step=_("Type `takelan --ascii`, or choose a UTF-8 locale."),
        commands=("takelan --ascii",),
    )
