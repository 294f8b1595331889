"""Everything that was found, in plain sentences, for whoever reads on after the verdict.

Rule 1: nothing here probes; the same findings give the same sentences.
"""

from collections.abc import Iterable
from typing import NamedTuple

from takelan.language import translate as _
from takelan.net.discovery.found import Place
from takelan.net.doctor.findings import Findings, Firewall, HeardTable, Interface, Knock, Terminal
from takelan.net.doctor.firewalls import commands_for
from takelan.net.doctor.judgement import causes, judge
from takelan.net.doctor.judgement.evidence import is_own
from takelan.net.doctor.matrix import matrix_of
from takelan.net.places import write_place

#: Above this a terminal feels slow.
_SLOW_MILLISECONDS = 150

_KINDS = {
    "lan": _("a network"),
    "loopback": _("this machine alone"),
    "vpn": _("a VPN"),
    "docker": _("containers"),
    "wsl": _("the network of WSL"),
    "virtual": _("virtual machines"),
}
_TOOLS = {
    "ufw": "ufw",
    "firewalld": "firewalld",
    "nftables": "nftables",
    "iptables": "iptables",
    "macos": _("the firewall of macOS"),
    "windows": _("the firewall of Windows"),
}
_OUTCOMES = {
    "table": _("the table '{name}' answers in {milliseconds} ms."),
    "version": _("a table of another version answers."),
    "doctor": _("another doctor answers, but no table."),
    "busy": _("somebody accepts and hangs up."),
    "other_program": _("another program answers."),
    "refused": _("nothing listens there."),
    "silent": _("no answer."),
    "unreachable": _("the system finds no way ({why})."),
    "unknown_name": _("nobody has that name."),
}
_COLOURS = {
    "none": _("no colours"),
    "sixteen": _("16 colours"),
    "256": _("256 colours"),
    "full": _("all colours"),
}


class Section(NamedTuple):
    """A heading and its sentences."""

    title: str
    lines: tuple[str, ...]


def account_for(findings: Findings) -> list[Section]:
    """Tell everything."""
    sections = [
        Section(_("Also"), tuple(_others(findings))),
        Section(_("Networks"), tuple(_networks(findings))),
        Section(_("Tables"), tuple(_tables(findings))),
        Section(_("Who hears whom"), tuple(_matrix(findings))),
        Section(_("Firewall"), tuple(_firewalls(findings))),
        Section(_("Terminal"), tuple(_terminal(findings.terminal))),
        Section(_("This machine"), tuple(_machine(findings))),
    ]
    return [section for section in sections if section.lines]


def _others(findings: Findings) -> Iterable[str]:
    """Tell what else is wrong."""
    if findings.is_complete:
        verdict = judge(findings)
        yield from (str(one) for one in causes(findings) if one != verdict)


def _networks(findings: Findings) -> Iterable[str]:
    if not findings.interfaces:
        yield _("There is not one interface.")
    for one in findings.interfaces:
        yield (
            _("{name} leads to {kind}: {addresses}. {announcements}")
            .format(
                name=one.name,
                kind=_KINDS[one.kind],
                addresses=", ".join(one.addresses),
                announcements=_announcements(one, is_complete=findings.is_complete),
            )
            .rstrip()
        )
    vpns = [one.name for one in findings.interfaces if one.kind == "vpn" and one.is_up]
    if vpns:
        yield _("A VPN is on ({names}): it may keep this machine from its own network.").format(
            names=", ".join(vpns)
        )
    yield from findings.problems


def _announcements(interface: Interface, *, is_complete: bool) -> str:
    if not interface.is_up:
        return _("It is not connected.")
    if interface.is_sent is None:
        return ""
    if interface.is_heard:
        return _("Announcements are sent, and heard back.")
    if not interface.is_sent:
        return _("Announcements cannot be sent ({why}).").format(why=interface.why_not or "?")
    return _("Announcements are sent, but not heard back.") if is_complete else _("Announcements are sent …")


def _tables(findings: Findings) -> Iterable[str]:
    if findings.target is not None:
        found = findings.target.knock
        told = _outcome(found) if found else _("being tried …")
        yield f"{_place(found) if found else findings.target.text}: {told}"
    for one in findings.tables:
        yield _heard(one, findings)
    if findings.is_complete and not findings.tables:
        yield _("No table is announced on this network.")


def _heard(table: HeardTable, findings: Findings) -> str:
    how = _("Announced") if table.is_heard else _("Met before")
    if not table.is_heard and table.knock is not None and is_own(table.knock.address, findings):
        how = _("On this machine, not announced")
    if table.knock is None:
        return _("{how}: a table, being tried …").format(how=how)
    return f"{how}: {_place(table.knock)}, {_outcome(table.knock)}"


def _outcome(knock: Knock) -> str:
    return _OUTCOMES[knock.outcome].format(
        name=knock.name or "?", milliseconds=knock.milliseconds, why=knock.why or "?"
    )


def _matrix(findings: Findings) -> Iterable[str]:
    """Draw the matrix in columns."""
    matrix = matrix_of(findings)
    if matrix is None:
        yield _("Run `takelan doctor` on the other machine at the same time, and each shows what both hear.")
        return
    yield _("Each line tells whom a machine hears (announcements) and reaches (connections).")
    width = max(map(len, matrix.names)) + 3
    head = "".join(f"{number:>9}" for number in range(1, len(matrix.names) + 1))
    yield " " * width + head
    for number, (name, cells) in enumerate(zip(matrix.names, matrix.cells, strict=True), start=1):
        yield f"{number} {name:<{width - 2}}" + "".join(f"{cell:>9}" for cell in cells)


def _firewalls(findings: Findings) -> Iterable[str]:
    for one in findings.firewalls:
        yield from _firewall(one)
    if findings.is_complete and not findings.firewalls:
        yield _("No firewall was found that holds anything back here.")
    if judge(findings).code == "port_blocked":
        yield _("On the machine that cannot be reached, one of these lets players in:")
        for tool in ("ufw", "firewalld"):
            yield f"    {' && '.join(commands_for(tool))}"
        yield _("On Windows and macOS, allow Python when the system asks.")


def _firewall(firewall: Firewall) -> Iterable[str]:
    name = _TOOLS[firewall.tool]
    if firewall.is_on is False:
        yield _("{name} is off.").format(name=name)
        return
    sentence = (
        _("{name} is on.") if firewall.is_on else _("{name} may be on: only an administrator may know.")
    )
    if not firewall.commands:
        yield sentence.format(name=name) + " " + _("As one, `takelan doctor` says what lets players in.")
        return
    yield sentence.format(name=name) + " " + _("This lets announcements and players in:")
    yield from (f"    {command}" for command in firewall.commands)


def _terminal(terminal: Terminal | None) -> Iterable[str]:
    if terminal is None or not terminal.is_terminal:
        yield _("There is no terminal here.")
        return
    yield _("{term}, {columns}×{rows}, {colours}, {encoding}.").format(
        term=terminal.term or "?",
        columns=terminal.columns,
        rows=terminal.rows,
        colours=_COLOURS[terminal.colours],
        encoding=terminal.encoding,
    )
    around = [name for name, is_it in (("tmux", terminal.is_tmux), ("SSH", terminal.is_ssh)) if is_it]
    if around:
        yield _("It runs inside {around}; over SSH little moves by default.").format(
            around=" + ".join(around)
        )
    if terminal.milliseconds is None:
        yield _("It does not tell how fast it answers.")
    elif terminal.milliseconds > _SLOW_MILLISECONDS:
        yield _("It answers in {number:.0f} ms, which is slow: every key takes as long.").format(
            number=terminal.milliseconds
        )
    else:
        yield _("It answers in {number:.1f} ms.").format(number=terminal.milliseconds)


def _machine(findings: Findings) -> Iterable[str]:
    versions, folder = findings.versions, findings.folder
    yield _("takelan {version} (protocol {protocol}), Python {python}, {libraries}.").format(
        version=versions.takelan,
        protocol=versions.protocol,
        python=versions.python,
        libraries=", ".join(f"{name} {number}" for name, number in versions.libraries.items()),
    )
    yield _("{system}. The clock says {now}.").format(system=versions.system, now=findings.clock.now)
    if findings.port is not None:
        yield _("While this runs, other doctors reach it at port {port}.").format(port=findings.port)
    state = _("is in order") if folder.fault is None else _("cannot be used")
    yield _("The folder for keys, {path} (mode {mode}), {state}.").format(
        path=folder.path, mode=folder.mode or "?", state=state
    )


def _place(knock: Knock) -> str:
    return write_place(Place(knock.address, knock.port))
