"""What findings are evidence of, asked one question at a time."""

from ipaddress import ip_address, ip_network

from takelan.language import translate as _
from takelan.net.discovery.found import Place
from takelan.net.doctor.findings import Colleague, Findings, Interface, Knock
from takelan.net.places import write_place

#: How it goes where somebody is there who speaks our language.
SOMEBODY_ANSWERED = ("table", "version", "doctor")

_NOTHING_CAME = ("silent", "unreachable", "refused")
_WSL_NETWORK = ip_network("172.16.0.0/12")


def is_on_own_network(address: str, findings: Findings) -> bool:
    """Tell whether an address is on a network that this machine is on."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    if parsed.is_loopback or (parsed.version == 6 and parsed.is_link_local):
        return True
    own = (network for one in findings.interfaces if one.is_up for network in one.networks())
    return any(parsed in one.network for one in own)


def knocks(findings: Findings) -> list[Knock]:
    """List all attempts to connect to a table, the one that was asked for first."""
    asked = [findings.target.knock] if findings.target and findings.target.knock else []
    return [*asked, *(one.knock for one in findings.tables if one.knock is not None)]


def vain_knocks(findings: Findings) -> list[Knock]:
    """List the attempts that should have led somewhere: where asked to, and where a table is announced."""
    asked = [findings.target.knock] if findings.target and findings.target.knock else []
    heard = [one.knock for one in findings.tables if one.is_heard and one.knock is not None]
    return [one for one in (*asked, *heard) if one.outcome in _NOTHING_CAME]


def answering(findings: Findings) -> list[Knock]:
    """List the tables that can be joined."""
    return [one for one in knocks(findings) if one.outcome == "table"]


def is_answered_from_elsewhere(findings: Findings) -> bool:
    """Tell whether a table or a doctor on another machine answers: that is a network, whatever its name."""
    answered = [one.address for one in knocks(findings) if one.outcome in SOMEBODY_ANSWERED]
    met = [one.address for one in findings.colleagues if one.is_reached or one.hears is not None]
    return any(address and not is_own(address, findings) for address in (*answered, *met))


def is_known_here_alone(findings: Findings) -> bool:
    """Tell whether all tables that can be joined answer at loopback, and none is announced anywhere else."""
    return all(ip_address(one.address).is_loopback for one in answering(findings))


def target_outcome(findings: Findings) -> str | None:
    """Tell how connecting went where the person asked to."""
    return findings.target.knock.outcome if findings.target and findings.target.knock else None


def is_nobody_there(knock: Knock, findings: Findings) -> bool:
    """Tell whether no machine of our network has the address at all."""
    if not is_on_own_network(knock.address, findings) or is_announced(knock, findings):
        return False
    if knock.outcome == "unreachable":
        # A firewall that turns away politely looks the same, but then there is a machine.
        return knock.is_machine_there is not True
    return knock.outcome == "silent" and knock.is_machine_there is False


def is_behind_a_firewall(knock: Knock, findings: Findings) -> bool:
    """Tell whether a machine is there, or a table is even announced, and nothing gets through."""
    if knock.outcome == "refused":
        return is_announced(knock, findings)
    return is_on_own_network(knock.address, findings) and not is_nobody_there(knock, findings)


def is_announced(knock: Knock, findings: Findings) -> bool:
    """Tell whether a table is announced from the very place: then it is there, whatever it seems."""
    return any(
        one.is_heard and one.knock is not None and place_of(one.knock) == place_of(knock)
        for one in findings.tables
    )


def is_unheard(knock: Knock, findings: Findings) -> bool:
    """Tell whether a table that answers from another machine of our network should have been heard."""
    if not is_on_own_network(knock.address, findings) or is_own(knock.address, findings):
        return False
    return not any(one.is_heard and one.table == knock.table for one in findings.tables)


def is_own(address: str, findings: Findings) -> bool:
    """Tell whether an address is this machine's own."""
    own = [str(one.ip) for interface in findings.interfaces for one in interface.networks()]
    return address in own or ip_address(address).is_loopback


def is_deaf(colleague: Colleague, findings: Findings) -> bool:
    """Tell whether one of two doctors in conversation does not hear the other."""
    return colleague.hears is not None and not (colleague.is_heard and findings.doctor in colleague.hears)


def speaking(findings: Findings) -> list[Interface]:
    """List the interfaces whose announcements matter: real networks, or whatever else there is."""
    outward = [one for one in findings.interfaces if one.leads_out and one.is_heard is not None]
    return [one for one in outward if one.leads_to_lan] or outward


def is_wsl_own(interface: Interface) -> bool:
    """Tell whether an interface is on the network inside Windows."""
    own = [one.ip for one in interface.networks() if one.version == 4]
    return interface.kind == "wsl" and any(one in _WSL_NETWORK for one in own)


def networks(findings: Findings) -> list[str]:
    """Write the networks this machine is on, the real ones if there are any."""
    leading = [one for one in findings.interfaces if one.leads_out]
    chosen = [one for one in leading if one.leads_to_lan] or leading
    return [str(network) for one in chosen for network in one.networks() if network.version == 4][:3]


def firewall_commands(findings: Findings) -> tuple[str, ...]:
    """List what opens the firewalls that are on, or may be."""
    return tuple(command for one in findings.firewalls if one.is_on is not False for command in one.commands)


def open_firewall(findings: Findings) -> str:
    """Say how to open the firewall."""
    commands = firewall_commands(findings)
    if not commands:
        return _("Let UDP port 5353 and TCP ports 18253 to 18268 in; until then join by address.")
    return _("Type `{commands}`.").format(commands=" && ".join(commands))


def join(knock: Knock) -> str:
    """Write the command that sits down at the table that answered."""
    return f"takelan join {place_of(knock)}"


def place_of(knock: Knock) -> str:
    """Write where somebody knocked."""
    return write_place(Place(knock.address, knock.port))
