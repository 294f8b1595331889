"""Of all that can be found, exactly one verdict comes, and the most fundamental cause wins."""

from collections.abc import Callable
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from takelan.net.doctor.account import account_for
from takelan.net.doctor.findings import Colours, Findings, Interface, Kind, Outcome, Target, Terminal
from takelan.net.doctor.judgement import CAUSES, causes, judge
from takelan.net.doctor.matrix import matrix_of
from takelan.store.condition import Fault
from tests.net.doctor.cases import (
    DOCKER,
    LAN,
    LOOPBACK,
    OTHER,
    OWN,
    TERMINAL,
    UFW,
    VPN,
    asked,
    colleague,
    healthy,
    heard,
    knock,
)

Change = Callable[[Findings], Findings]

#: The only network of somebody in a container.
INSIDE = replace(DOCKER, name="eth0", addresses=("172.17.0.2/16",), is_heard=True)


def change(**changes: Any) -> Change:
    """Make something wrong."""
    return lambda findings: replace(findings, **changes)


def change_terminal(**changes: Any) -> Change:
    """Make something wrong with the terminal."""
    return lambda findings: replace(findings, terminal=replace(findings.terminal or TERMINAL, **changes))


def deafen(findings: Findings) -> Findings:
    """Let no interface hear itself."""
    return replace(findings, interfaces=tuple(_deaf(one) for one in findings.interfaces), firewalls=(UFW,))


def _deaf(one: Interface) -> Interface:
    return replace(one, is_heard=False) if one.is_heard else one


def unplug(findings: Findings) -> Findings:
    """Take the network away, and with it whoever was met there."""
    return replace(findings, interfaces=(replace(LAN, is_up=False), LOOPBACK), colleagues=())


#: From the most fundamental on: what goes wrong, and what it is called. Every one can come with any other.
TROUBLES: list[tuple[str, Change]] = [
    ("no_network", unplug),
    ("wrong_subnet", change(target=asked("silent", "10.9.8.7"))),
    ("port_blocked", change(tables=(heard("silent"),))),
    ("version", change(colleagues=(colleague(protocol=2, version="0.2.0"),))),
    ("multicast_here", deafen),
    ("state_folder", lambda one: replace(one, folder=replace(one.folder, fault="foreign"))),
    ("clock", lambda one: replace(one, clock=replace(one.clock, is_plausible=False))),
    ("terminal_small", change_terminal(is_large_enough=False, columns=40, rows=10)),
    ("no_colours", change_terminal(colours="none", term="vt100")),
    ("no_unicode", change_terminal(has_unicode=False, encoding="ascii")),
]

NEED_A_NETWORK = ("wrong_subnet", "port_blocked", "version", "multicast_here")

#: What each single thing is called, besides those.
SINGLE: list[tuple[str, dict[str, Any]]] = [
    ("no_network", {"interfaces": (LOOPBACK,)}),
    ("no_network", {"interfaces": (LOOPBACK, DOCKER)}),
    ("no_network", {"interfaces": (LOOPBACK,), "target": asked("unknown_name", "nobody")}),
    ("unknown_name", {"target": asked("unknown_name", "nobody")}),
    ("wrong_subnet", {"target": asked("unreachable", "192.168.2.30", why="No route to host")}),
    ("wrong_subnet", {"tables": (heard("silent", "172.20.1.1"),)}),
    ("machine_gone", {"target": asked("silent", is_machine_there=False)}),
    ("machine_gone", {"target": asked("unreachable", why="No route to host")}),
    ("port_blocked", {"target": asked("silent", is_machine_there=True)}),
    ("port_blocked", {"target": asked("silent")}),
    ("port_blocked", {"target": asked("unreachable", is_machine_there=True)}),
    ("port_blocked", {"tables": (heard("refused"),)}),
    ("port_blocked", {"target": asked("refused"), "tables": (heard("refused"),)}),
    ("port_blocked", {"colleagues": (colleague(is_reached=False, outcome="silent"),)}),
    ("table_gone", {"target": asked("refused")}),
    ("table_gone", {"target": asked("doctor")}),
    ("not_a_table", {"target": asked("other_program")}),
    ("version", {"target": asked("version", protocol=77)}),
    ("version", {"tables": (heard("version", protocol=77),)}),
    ("busy", {"target": asked("busy")}),
    ("own_port_blocked", {"colleagues": (colleague(reaches=(), misses=(OWN,)),)}),
    ("behind_wsl", {"interfaces": (replace(LAN, kind="wsl", addresses=("172.20.3.4/20",)), LOOPBACK)}),
    ("multicast_here", {"interfaces": (replace(LAN, is_sent=False, is_heard=False, why_not="No"), LOOPBACK)}),
    ("multicast_between", {"target": asked("table")}),
    ("multicast_between", {"colleagues": (colleague(is_heard=False),)}),
    ("multicast_between", {"colleagues": (colleague(hears=()),)}),
    ("clock", {"colleagues": (colleague(clock_ahead=-3600.0),)}),
    ("no_table", {}),
    ("no_table", {"terminal": None}),
    ("no_table", {"interfaces": (replace(LAN, name="eth0", index=2, is_heard=False), LAN, LOOPBACK)}),
    ("no_table", {"interfaces": (LAN, VPN, replace(DOCKER, is_heard=False), LOOPBACK)}),
    ("healthy", {"tables": (heard(),)}),
    ("healthy", {"target": asked("table"), "tables": (heard(),)}),
    ("healthy", {"target": asked("table", "127.0.0.1"), "interfaces": (LOOPBACK,)}),
    ("healthy", {"target": asked("table", "192.168.1.20")}),
    ("healthy", {"tables": (heard(),), "interfaces": (LOOPBACK, INSIDE)}),
    ("no_table", {"colleagues": (colleague(),), "interfaces": (LOOPBACK, INSIDE)}),
    ("version", {"tables": (heard("version", protocol=77),), "interfaces": (LOOPBACK, INSIDE)}),
    ("no_network", {"tables": (heard(address="172.17.0.2"),), "interfaces": (LOOPBACK, INSIDE)}),
    ("no_network", {"tables": (heard("silent"),), "interfaces": (LOOPBACK, INSIDE)}),
    ("no_network", {"colleagues": (colleague(address="172.17.0.2"),), "interfaces": (LOOPBACK, INSIDE)}),
    ("healthy", {"target": asked("table", "8.8.8.8")}),
    ("unfinished", {"is_complete": False, "target": asked("silent")}),
]


@pytest.mark.parametrize(("code", "changes"), SINGLE)
def test_a_single_finding_is_called_by_its_name(code: str, changes: dict[str, Any]) -> None:
    """One thing wrong, one verdict."""
    assert judge(healthy(**changes)).code == code


@given(st.sets(st.integers(0, len(TROUBLES) - 1)))
def test_the_most_fundamental_trouble_wins(chosen: set[int]) -> None:
    """Whatever else is wrong, the verdict is the first in the order; the others are told as well."""
    findings = healthy()
    for index in sorted(chosen, reverse=True):
        findings = TROUBLES[index][1](findings)
    expected = [TROUBLES[index][0] for index in sorted(chosen)]
    if "no_network" in expected:
        # Without a network there is nothing to say about what it does to anybody.
        expected = [code for code in expected if code not in NEED_A_NETWORK]
    verdict = judge(findings)
    assert verdict.code == (expected[0] if expected else "no_table")
    assert verdict.is_healthy == (not expected)
    told = [one.code for one in causes(findings)]
    assert told == expected
    also = next((section.lines for section in account_for(findings) if section.title == "Also"), ())
    assert len(also) == max(0, len(expected) - 1)


interfaces = st.builds(
    Interface,
    name=st.sampled_from(["eth0", "wlan0", "tun0", "docker0"]),
    index=st.integers(1, 9),
    kind=st.sampled_from(get_args(Kind)),
    addresses=st.sampled_from(
        [(), ("192.168.1.20/24",), ("fe80::1/64",), ("172.20.0.2/16", "fd00::2/64"), ("127.0.0.1/8",)]
    ),
    is_up=st.booleans(),
    is_sent=st.sampled_from([None, True, False]),
    is_heard=st.sampled_from([None, True, False]),
)
knocks = st.builds(
    knock,
    outcome=st.sampled_from(get_args(Outcome)),
    address=st.sampled_from(["192.168.1.30", "10.9.8.7", "fe80::2%wlan0", "127.0.0.1", "192.168.1.20"]),
    is_machine_there=st.sampled_from([None, True, False]),
)
terminals = st.builds(
    Terminal,
    is_terminal=st.booleans(),
    columns=st.integers(1, 300),
    rows=st.integers(1, 100),
    colours=st.sampled_from(get_args(Colours)),
    has_unicode=st.booleans(),
    is_large_enough=st.booleans(),
    is_tmux=st.booleans(),
    is_ssh=st.booleans(),
    milliseconds=st.none() | st.floats(0, 2000),
)
everything = st.builds(
    healthy,
    interfaces=st.lists(interfaces, max_size=4).map(tuple),
    target=st.none()
    | st.just(Target(text="x"))
    | st.builds(Target, text=st.just("x"), knock=st.none() | knocks),
    tables=st.lists(knocks.map(lambda one: replace(heard(), knock=one)), max_size=3).map(tuple),
    colleagues=st.lists(
        st.builds(
            colleague,
            is_heard=st.booleans(),
            is_reached=st.sampled_from([None, True, False]),
            outcome=st.sampled_from(["doctor", "silent", "refused", None]),
            hears=st.sampled_from([None, (), (OWN,)]),
            reaches=st.sampled_from([None, (), (OWN,)]),
            misses=st.sampled_from([None, (), (OWN,)]),
            clock_ahead=st.none() | st.floats(-1e6, 1e6),
        ),
        max_size=2,
    ).map(tuple),
    firewalls=st.sampled_from([(), (UFW,), (replace(UFW, is_on=None),), (replace(UFW, is_on=False),)]),
    terminal=st.none() | terminals,
    is_complete=st.booleans(),
)


@given(everything)
def test_any_findings_give_exactly_one_verdict(findings: Findings) -> None:
    """A sentence of what is wrong and one of what to do, the same every time; and a whole account."""
    verdict = judge(findings)
    assert verdict == judge(findings)
    assert verdict.what.endswith((".", "…"))
    assert verdict.next_step.endswith(".")
    assert "\n" not in str(verdict)
    assert "{" not in str(verdict)
    if findings.is_complete:
        assert verdict.is_healthy == (not causes(findings))
    for section in account_for(findings):
        assert section.title
        assert all("{" not in line and "\n" not in line for line in section.lines)


@given(everything)
def test_the_matrix_is_square_and_makes_nothing_up(findings: Findings) -> None:
    """A row and a column for each machine, nobody beside itself, and no word of those who told nothing."""
    matrix = matrix_of(findings)
    if matrix is None:
        return
    assert {len(row) for row in matrix.cells} == {len(matrix.names)} == {len(matrix.cells)}
    assert all(matrix.cells[index][index] == "-" for index in range(len(matrix.names)))
    for index, one in enumerate(findings.colleagues, start=1):
        if one.hears is None:
            assert set(matrix.cells[index]) == {"-", "?"}


def test_the_matrix_tells_who_hears_whom() -> None:
    """Row by row: what this machine knows, what the other doctor says, what the table shows."""
    findings = healthy(
        tables=(heard(),), colleagues=(colleague(hears=(OWN,), reaches=(), misses=(OWN,), is_heard=False),)
    )
    matrix = matrix_of(findings)
    assert matrix is not None
    assert matrix.names == ("this machine", "doctor at 192.168.1.40", "table at 192.168.1.30")
    assert matrix.cells == (("-", "reaches", "both"), ("hears", "-", "no"), ("hears", "?", "-"))


def test_every_cause_has_a_case() -> None:
    """Each function of the order is the verdict of some case here."""
    named = {one.__name__ for one in CAUSES}
    assert named == {code for code, _ in (*TROUBLES, *SINGLE)} - {"healthy", "no_table", "unfinished"}


@pytest.mark.parametrize("code", ["own_port_blocked", "multicast_here"])
def test_a_firewall_comes_with_the_words_to_type(code: str) -> None:
    """The commands of the firewall that was found are in the sentence and in the list."""
    trouble = {"own_port_blocked": change(colleagues=(colleague(misses=(OWN,)),)), "multicast_here": deafen}
    verdict = judge(replace(trouble[code](healthy()), firewalls=(UFW,)))
    assert (verdict.code, verdict.commands) == (code, UFW.commands)
    assert "`sudo ufw allow 5353/udp && sudo ufw allow 18253:18268/tcp`" in str(verdict)


@pytest.mark.parametrize("fault", get_args(Fault))
def test_a_folder_is_blamed_for_what_is_wrong_with_it(fault: Fault) -> None:
    """Another mode mends only the mode of one's own folder; for all else there is another folder."""
    findings = healthy()
    verdict = judge(replace(findings, folder=replace(findings.folder, fault=fault)))
    is_ours = fault in ("open", "locked")
    assert verdict.code == "state_folder"
    assert ("(mode 0700)" in verdict.what) == is_ours
    assert verdict.commands == (
        ('chmod 700 "/home/ada/.local/state/takelan"',)
        if is_ours
        else ('export TAKELAN_STATE_DIR="/home/ada/.takelan"',)
    )


def test_another_doctor_is_told_apart_by_its_id() -> None:
    """What is said of others is not said of us."""
    findings = healthy(colleagues=(colleague(misses=(OTHER,)),))
    assert judge(findings).code == "no_table"
