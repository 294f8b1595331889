"""A network of namespaces: machines, and a switch in a namespace of its own.

Nothing here touches an interface of the machine that runs the tests.
"""

import os
import secrets
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.processes import Home

_NETWORK = "10.77.0"


def can_build_namespaces() -> bool:
    """Tell whether this machine lets us build networks."""
    return os.geteuid() == 0 and shutil.which("ip") is not None


needs_namespaces = pytest.mark.skipif(
    not can_build_namespaces(), reason="network namespaces need root and iproute2"
)


def run_ip(*words: str) -> None:
    """Do something to a network."""
    subprocess.run(["ip", *words], check=True, capture_output=True, text=True)


class Machine:
    """One namespace, as if it were a machine."""

    def __init__(self, name: str, namespace: str, address: str | None, folder: Path) -> None:
        self.name = name
        self.namespace = namespace
        #: None when only loopback is up.
        self.address = address
        self.folder = folder
        self._homes: list[Home] = []

    @property
    def prefix(self) -> list[str]:
        """What a command line begins with to run here."""
        return ["ip", "netns", "exec", self.namespace]

    def run(self, *command: str, **streams: Any) -> "subprocess.CompletedProcess[str]":
        """Run a command here to its end."""
        return subprocess.run([*self.prefix, *command], text=True, capture_output=True, check=True, **streams)

    def person(self, name: str) -> Home:
        """Give somebody an account here."""
        home = Home(self.folder / self.name / name, self.prefix)
        self._homes.append(home)
        return home

    def kill(self) -> None:
        """Kill everything that runs here, as if somebody had pulled the plug."""
        running = subprocess.run(["ip", "netns", "pids", self.namespace], text=True, capture_output=True)
        for pid in map(int, running.stdout.split()):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def move_out(self) -> None:
        """End everything that people have started here."""
        for home in self._homes:
            home.close()
        self._homes.clear()

    def close(self) -> None:
        """End everything that runs here, also what has left its parent."""
        self.move_out()
        self.kill()
        subprocess.run(["ip", "netns", "del", self.namespace], check=False, capture_output=True)


class Lab:
    """Machines on one switch."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        # Tests run side by side, and so do their networks.
        self._tag = f"tl{secrets.token_hex(3)}"
        self._machines: dict[str, Machine] = {}
        self._switch: str | None = None

    def host(self, name: str) -> Machine:
        """Find a machine, or plug a new one in."""
        if name not in self._machines:
            self._plug_in(self._new(name, f"{_NETWORK}.{len(self._machines) + 1}"))
        return self._machines[name]

    def kill(self, name: str) -> None:
        """Kill everything that runs on a machine."""
        self._machines[name].kill()

    def swallow_multicast(self) -> None:
        """Let the switch carry nothing that is for everybody, as many a guest network does."""
        for name, machine in self._machines.items():
            if machine.address and self._switch:
                flood = ("type", "bridge_slave", "mcast_flood", "off")
                run_ip("-n", self._switch, "link", "set", f"p-{name}", *flood)

    def lonely(self, name: str) -> Machine:
        """Make a machine without any network but its own loopback."""
        return self._machines.get(name) or self._new(name, None)

    def close(self) -> None:
        """Take everything apart."""
        for machine in self._machines.values():
            machine.close()
        if self._switch:
            subprocess.run(["ip", "netns", "del", self._switch], check=False, capture_output=True)

    def _new(self, name: str, address: str | None) -> Machine:
        namespace = f"{self._tag}-{name}"
        run_ip("netns", "add", namespace)
        run_ip("-n", namespace, "link", "set", "lo", "up")
        self._machines[name] = Machine(name, namespace, address, self._folder)
        return self._machines[name]

    def _plug_in(self, machine: Machine) -> None:
        switch = self._switch or self._build_switch()
        port = f"p-{machine.name}"
        cable = ("lan0", "netns", machine.namespace, "type", "veth", "peer", "name", port, "netns", switch)
        run_ip("link", "add", *cable)
        run_ip("-n", switch, "link", "set", port, "master", "br0", "up")
        bring_up(machine)

    def _build_switch(self) -> str:
        self._switch = f"{self._tag}-switch"
        run_ip("netns", "add", self._switch)
        # Without snooping every multicast reaches everybody, as on a simple switch.
        run_ip("-n", self._switch, "link", "add", "br0", "type", "bridge", "mcast_snooping", "0")
        run_ip("-n", self._switch, "link", "set", "br0", "up")
        return self._switch


def bring_up(machine: Machine) -> None:
    """Give a machine that has a cable its address."""
    run_ip("-n", machine.namespace, "addr", "add", f"{machine.address}/24", "dev", "lan0")
    run_ip("-n", machine.namespace, "link", "set", "lan0", "up")
    run_ip("-n", machine.namespace, "route", "add", "default", "dev", "lan0")


@contextmanager
def lab(folder: Path) -> Iterator[Lab]:
    """Build a lab for the length of a test."""
    built = Lab(folder)
    try:
        yield built
    finally:
        built.close()
