"""A network of namespaces: machines, and a switch in a namespace of its own.

Nothing here touches an interface of the machine that runs the tests.
"""

import secrets
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from os import geteuid
from pathlib import Path
from typing import Any

import pytest

from tests.processes import Home

_NETWORK = "10.77.0"

needs_namespaces = pytest.mark.skipif(
    geteuid() != 0 or shutil.which("ip") is None, reason="network namespaces need root and iproute2"
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

    def close(self) -> None:
        """End everything that runs here."""
        for home in self._homes:
            home.close()
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
            address = f"{_NETWORK}.{len(self._machines) + 1}"
            machine = self._new(name, address)
            self._plug_in(machine, address)
        return self._machines[name]

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

    def _plug_in(self, machine: Machine, address: str) -> None:
        switch = self._switch or self._build_switch()
        port = f"p-{machine.name}"
        run_ip(
            "link",
            "add",
            "lan0",
            "netns",
            machine.namespace,
            "type",
            "veth",
            "peer",
            "name",
            port,
            "netns",
            switch,
        )
        run_ip("-n", switch, "link", "set", port, "master", "br0", "up")
        run_ip("-n", machine.namespace, "addr", "add", f"{address}/24", "dev", "lan0")
        run_ip("-n", machine.namespace, "link", "set", "lan0", "up")
        run_ip("-n", machine.namespace, "route", "add", "default", "dev", "lan0")

    def _build_switch(self) -> str:
        self._switch = f"{self._tag}-switch"
        run_ip("netns", "add", self._switch)
        # Without snooping every multicast reaches everybody, as on a simple switch.
        run_ip("-n", self._switch, "link", "add", "br0", "type", "bridge", "mcast_snooping", "0")
        run_ip("-n", self._switch, "link", "set", "br0", "up")
        return self._switch


@contextmanager
def lab(folder: Path) -> Iterator[Lab]:
    """Build a lab for the length of a test."""
    built = Lab(folder)
    try:
        yield built
    finally:
        built.close()
