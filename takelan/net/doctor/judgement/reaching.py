"""Causes that keep somebody from connecting to a table."""

from takelan.language import translate as _
from takelan.net.doctor.findings import Findings
from takelan.net.doctor.judgement.evidence import (
    SOMEBODY_ANSWERED,
    answering,
    firewall_commands,
    is_answered_from_elsewhere,
    is_behind_a_firewall,
    is_nobody_there,
    is_on_own_network,
    join,
    knocks,
    networks,
    open_firewall,
    place_of,
    target_outcome,
    vain_knocks,
)
from takelan.net.doctor.judgement.verdict import Verdict


def no_network(findings: Findings) -> Verdict | None:
    """Blame a machine without a network, unless what was asked for, or anybody elsewhere, answers anyway."""
    if target_outcome(findings) in SOMEBODY_ANSWERED or is_answered_from_elsewhere(findings):
        return None
    outward = [one for one in findings.interfaces if one.leads_out]
    if any(one.kind not in ("docker", "virtual") for one in outward):
        return None
    if not outward:
        what = _("This machine is on no network.")
    else:
        names = ", ".join(one.name for one in outward)
        what = _("This machine is on no network that others share, only on its own ({names}).").format(
            names=names
        )
    step = _("Connect to the others' Wi-Fi or plug in a cable; until then `takelan solo` plays against bots.")
    return Verdict(code="no_network", what=what, next_step=step, commands=("takelan solo",))


def unknown_name(findings: Findings) -> Verdict | None:
    """Blame a name that leads nowhere."""
    if target_outcome(findings) != "unknown_name" or findings.target is None:
        return None
    return Verdict(
        code="unknown_name",
        what=_("No machine called '{name}' is known here.").format(name=findings.target.text),
        next_step=_("Check the spelling, or ask the host for the address that `takelan host` shows."),
    )


def wrong_subnet(findings: Findings) -> Verdict | None:
    """Blame an address that is on none of our networks and does not answer."""
    own = ", ".join(networks(findings))
    for knock in vain_knocks(findings):
        if not own or knock.outcome == "refused" or is_on_own_network(knock.address, findings):
            continue
        return Verdict(
            code="wrong_subnet",
            what=_("{address} is on another network than this machine ({own}).").format(
                address=knock.address, own=own
            ),
            next_step=_(
                "Connect both to the same Wi-Fi or switch, not one of them to a guest network or a VPN."
            ),
        )
    return None


def machine_gone(findings: Findings) -> Verdict | None:
    """Blame a machine that is not there."""
    knock = findings.target.knock if findings.target else None
    if knock is None or not is_nobody_there(knock, findings):
        return None
    return Verdict(
        code="machine_gone",
        what=_("No machine answers at {address}.").format(address=knock.address),
        next_step=_(
            "It is switched off, asleep or has another address now: look at the host's screen for it."
        ),
    )


def port_blocked(findings: Findings) -> Verdict | None:
    """Blame a firewall where a machine is there, or a table is even announced, and nothing gets through."""
    for knock in vain_knocks(findings):
        if not is_behind_a_firewall(knock, findings):
            continue
        return Verdict(
            code="port_blocked",
            what=_("The machine at {address} is there, but nothing gets through to its port {port}.").format(
                address=knock.address, port=knock.port
            ),
            next_step=_(
                "Its firewall blocks it: run `takelan doctor` on that machine too, it says what to type."
            ),
            commands=("takelan doctor",),
        )
    return _doctor_blocked(findings)


def _doctor_blocked(findings: Findings) -> Verdict | None:
    for one in findings.colleagues:
        if one.is_heard and one.is_reached is False and one.outcome == "silent":
            return Verdict(
                code="port_blocked",
                what=_("The doctor at {address} is heard, but nothing gets through to it.").format(
                    address=one.address
                ),
                next_step=_("The firewall of that machine blocks it: its own doctor says what to type."),
            )
    return None


def own_port_blocked(findings: Findings) -> Verdict | None:
    """Blame our own firewall if other doctors hear us and cannot connect."""
    if not any(findings.doctor in (one.misses or ()) for one in findings.colleagues):
        return None
    return Verdict(
        code="own_port_blocked",
        what=_("Others hear this machine but cannot connect to it: its firewall blocks them."),
        next_step=open_firewall(findings),
        commands=firewall_commands(findings),
    )


def table_gone(findings: Findings) -> Verdict | None:
    """Blame a table that is not open any more, or not at that port."""
    knock = findings.target.knock if findings.target else None
    if knock is None or knock.outcome not in ("refused", "doctor"):
        return None
    elsewhere = [one for one in answering(findings) if one.address == knock.address]
    if elsewhere:
        command = join(elsewhere[0])
        step = _("One is open at another port there: type `{command}`.").format(command=command)
        commands: tuple[str, ...] = (command,)
    else:
        step, commands = (
            _(
                "The host has closed it, it moved, or it is open on its own machine alone "
                "(`--bind 127.0.0.1`): look around with `takelan list`."
            ),
            ("takelan list",),
        )
    return Verdict(
        code="table_gone",
        what=_("The machine at {address} is there, but no table is open at port {port}.").format(
            address=knock.address, port=knock.port
        ),
        next_step=step,
        commands=commands,
    )


def not_a_table(findings: Findings) -> Verdict | None:
    """Blame another program at that port."""
    if (
        target_outcome(findings) != "other_program"
        or findings.target is None
        or findings.target.knock is None
    ):
        return None
    return Verdict(
        code="not_a_table",
        what=_("Another program than takelan answers at {place}.").format(
            place=place_of(findings.target.knock)
        ),
        next_step=_("Check the port with the host: its screen shows the whole command."),
    )


def version(findings: Findings) -> Verdict | None:
    """Blame two programs that do not understand each other."""
    for knock in knocks(findings):
        if knock.outcome == "version":
            return _version_of(place_of(knock), knock.version, knock.protocol, findings)
    for one in findings.colleagues:
        if one.protocol is not None and one.protocol != findings.versions.protocol:
            return _version_of(one.address, one.version, one.protocol, findings)
    return None


def _version_of(where: str, version: str, protocol: int | None, findings: Findings) -> Verdict:
    theirs = " ".join(filter(None, [version, _("(protocol {number})").format(number=protocol or "?")]))
    return Verdict(
        code="version",
        what=_("{where} runs another takelan: {theirs} there, {ours} (protocol {protocol}) here.").format(
            where=where,
            theirs=theirs,
            ours=findings.versions.takelan,
            protocol=findings.versions.protocol,
        ),
        next_step=_("Install the same version on both machines; `takelan --version` tells it."),
        commands=("takelan --version",),
    )


def busy(findings: Findings) -> Verdict | None:
    """Blame a table that lets nobody in."""
    if target_outcome(findings) != "busy" or findings.target is None or findings.target.knock is None:
        return None
    return Verdict(
        code="busy",
        what=_("{place} accepts connections and closes them at once.").format(
            place=place_of(findings.target.knock)
        ),
        next_step=_("If that is a table it lets nobody in just now: try again in a few seconds."),
    )
