"""Causes that keep announcements from being heard."""

from takelan.language import translate as _
from takelan.net.doctor.findings import Findings
from takelan.net.doctor.judgement.evidence import (
    answering,
    firewall_commands,
    is_deaf,
    is_unheard,
    is_wsl_own,
    join,
    open_firewall,
    place_of,
    speaking,
)
from takelan.net.doctor.judgement.verdict import Verdict


def behind_wsl(findings: Findings) -> Verdict | None:
    """Blame WSL, where nothing but its inner network is there and no table answers."""
    own = [one for one in findings.interfaces if one.leads_to_lan]
    if not own or answering(findings) or not all(map(is_wsl_own, own)):
        return None
    return Verdict(
        code="behind_wsl",
        what=_("Windows keeps this Linux (WSL) on a network of its own, so no announcement gets in or out."),
        next_step=_(
            "Put `networkingMode=mirrored` below `[wsl2]` into the file .wslconfig of your Windows home, "
            "then type `wsl --shutdown`."
        ),
        commands=("wsl --shutdown",),
    )


def multicast_here(findings: Findings) -> Verdict | None:
    """Blame this machine if it hears itself on none of its networks."""
    own = speaking(findings)
    if not own or any(one.is_heard for one in own):
        return None
    reasons = {one.why_not for one in own if one.why_not}
    if all(one.is_sent is False for one in own) and reasons:
        what = _("This machine cannot send announcements ({why}).").format(why=", ".join(sorted(reasons)))
    else:
        what = _("This machine does not hear its own announcements: its firewall blocks UDP port 5353.")
    return Verdict(
        code="multicast_here",
        what=what,
        next_step=open_firewall(findings),
        commands=firewall_commands(findings),
    )


def multicast_between(findings: Findings) -> Verdict | None:
    """Blame the network if somebody can be connected to but not heard."""
    deaf = next((one for one in answering(findings) if is_unheard(one, findings)), None)
    if deaf is not None:
        command = join(deaf)
        return Verdict(
            code="multicast_between",
            what=_("The table at {place} answers, but its announcements do not get here.").format(
                place=place_of(deaf)
            ),
            next_step=_("The network swallows them; the address works: type `{command}`.").format(
                command=command
            ),
            commands=(command,),
        )
    if any(is_deaf(one, findings) for one in findings.colleagues):
        return Verdict(
            code="multicast_between",
            what=_("Announcements get lost between this machine and another one, though connections work."),
            next_step=_("The network swallows them: join by the address that the host's screen shows."),
        )
    return None
