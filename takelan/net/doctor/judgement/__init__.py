"""From findings to one verdict: what is wrong, and what to type next.

Rule 1: nothing here probes, awaits or reads a clock; the same findings give the same verdict.
Rule 2: the causes are listed from the most fundamental on, and the first that applies is the verdict: who
has no network need not hear about their firewall.
Rule 3: silence counts only when everything had its time.
"""

from collections.abc import Callable

from takelan.language import translate as _
from takelan.net.doctor.findings import Findings
from takelan.net.doctor.judgement.announcing import behind_wsl, multicast_between, multicast_here
from takelan.net.doctor.judgement.evidence import answering, is_known_here_alone, join
from takelan.net.doctor.judgement.machine import clock, no_colours, no_unicode, state_folder, terminal_small
from takelan.net.doctor.judgement.reaching import (
    busy,
    machine_gone,
    no_network,
    not_a_table,
    own_port_blocked,
    port_blocked,
    table_gone,
    unknown_name,
    version,
    wrong_subnet,
)
from takelan.net.doctor.judgement.verdict import Verdict as Verdict

#: The most fundamental first.
CAUSES: tuple[Callable[[Findings], Verdict | None], ...] = (
    no_network,
    unknown_name,
    wrong_subnet,
    machine_gone,
    port_blocked,
    table_gone,
    not_a_table,
    version,
    busy,
    own_port_blocked,
    behind_wsl,
    multicast_here,
    multicast_between,
    state_folder,
    clock,
    terminal_small,
    no_colours,
    no_unicode,
)


def judge(findings: Findings) -> Verdict:
    """Give the one verdict."""
    if not findings.is_complete:
        return Verdict(code="unfinished", what=_("Examining …"), next_step=_("This takes a few seconds."))
    return next(iter(causes(findings)), None) or _healthy(findings)


def causes(findings: Findings) -> list[Verdict]:
    """List all that is wrong, the most fundamental first."""
    return [verdict for find in CAUSES if (verdict := find(findings)) is not None]


def _healthy(findings: Findings) -> Verdict:
    if tables := answering(findings):
        return _can_be_joined(join(tables[0]), is_hidden=is_known_here_alone(findings))
    return Verdict(
        code="no_table",
        what=_("Everything works here, but no table is announced on this network."),
        next_step=_("Open one with `takelan host`, or examine the way to one: `takelan doctor ADDRESS`."),
        commands=("takelan host",),
        is_healthy=True,
    )


def _can_be_joined(command: str, *, is_hidden: bool) -> Verdict:
    what = _("Everything works, and a table answers.")
    step = _("Type `{command}` to sit down.")
    if is_hidden:
        what = _("Everything works, and a table answers, but this machine alone is told of it.")
        step = _(
            "Type `{command}` to sit down; if it was opened with `--bind 127.0.0.1`, nobody elsewhere can."
        )
    return Verdict(
        code="healthy",
        what=what,
        next_step=step.format(command=command),
        commands=(command,),
        is_healthy=True,
    )
