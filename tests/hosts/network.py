"""Several hosts on one machine: a network namespace each, on one bridge that leads nowhere, and a folder that the others cannot see.

Needs root and `ip` of iproute2. Interfaces, namespaces and mounts are gone when the network is closed.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from portal.embedded import process

SUBNET: Final = "10.77.30"
BRIDGE: Final = "br0"
PROGRAMS: Final = ("ip", "unshare", "mount", "hostname", "nginx", "openssl")
ALONE: Final = """
mount --bind "$0/$1" /mnt && mount -t tmpfs none "$0" && mkdir "$0/$1" && mount --move /mnt "$0/$1" &&
mount --bind "$0/$1/hosts" /etc/hosts && hostname "$1" && cd "$FOLDER" && shift && exec "$@"
"""
"""Hides the folders of the other hosts and names all hosts, in a mount namespace of the program's own."""


def reason_not_here() -> str:
    """Return why hosts cannot be made on this machine; empty where they can."""
    if os.geteuid() != 0:
        return "namespaces need root"
    if missing := [name for name in PROGRAMS if not shutil.which(name)]:
        return f"not installed: {', '.join(missing)}"
    probe = subprocess.run(
        ["unshare", "--net", "--uts", "--mount", "true"], capture_output=True, text=True, check=False
    )
    return probe.stderr.strip()


@dataclass
class Host:
    """One host: its name, its address and the programs that run on it."""

    name: str
    address: str
    base: Path
    programs: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    @property
    def namespace(self) -> str:
        """Return the name of its network namespace."""
        return f"cardloom-{os.getpid()}-{self.name}"

    @property
    def folder(self) -> Path:
        """Return its disk."""
        return self.base / self.name

    def words(self, argv: Sequence[str]) -> list[str]:
        """Return the command that runs another command on this host."""
        inside = ["ip", "netns", "exec", self.namespace, "unshare", "--uts", "--mount", "--propagation", "private"]
        return [*inside, "sh", "-c", ALONE, str(self.base), self.name, *argv]

    def start(self, name: str, argv: Sequence[str], environment: dict[str, str]) -> Path:
        """Start a program; return the file of what it prints."""
        log = self.folder / f"{name}.log"
        self.programs[name] = process.spawn(self.words(argv), log=log, environment=environment)
        return log

    def stop(self, name: str, by: signal.Signals = signal.SIGTERM, within: float = 30.0) -> None:
        """End a program in order."""
        process.stop(self.programs.pop(name), by=by, within=within)

    def kill(self, name: str) -> None:
        """End a program and all that it started, at once."""
        process.kill_session(self.programs.pop(name))

    def run(self, argv: Sequence[str], environment: dict[str, str]) -> str:
        """Run a program to its end and return what it printed.

        Errors: AssertionError with its output where it fails.
        """
        ran = subprocess.run(self.words(argv), env=environment, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, f"{self.name}: {' '.join(argv)}\n{ran.stdout}{ran.stderr}"
        return ran.stdout

    def cut(self) -> None:
        """Take its cable out."""
        _ip("-n", self.namespace, "link", "set", "eth0", "down")

    def mend(self) -> None:
        """Put its cable in again."""
        _ip("-n", self.namespace, "link", "set", "eth0", "up")


@contextmanager
def network(names: Sequence[str], base: Path, *, aliases: dict[str, str] | None = None) -> Iterator[dict[str, Host]]:
    """Make hosts that reach one another by name.

    Shapes: `aliases` are further names in their hosts file, each with the host that answers for it.
    """
    hosts = {name: Host(name, f"{SUBNET}.{number}", base) for number, name in enumerate(names, 11)}
    hub = f"cardloom-{os.getpid()}-hub"
    lines = [f"{host.address} {name}" for name, host in hosts.items()]
    lines += [f"{hosts[host].address} {name}" for name, host in (aliases or {}).items()]
    _ip("netns", "add", hub)
    try:
        _ip("-n", hub, "link", "add", BRIDGE, "type", "bridge")
        _ip("-n", hub, "link", "set", BRIDGE, "up")
        for number, host in enumerate(hosts.values()):
            host.folder.mkdir(mode=0o711, parents=True)
            (host.folder / "hosts").write_text("\n".join(["127.0.0.1 localhost", *lines, ""]), encoding="utf-8")
            _connect(host, hub, number)
        yield hosts
    finally:
        for host in hosts.values():
            for name in [*host.programs]:
                host.kill(name)
        for namespace in (*(host.namespace for host in hosts.values()), hub):
            subprocess.run(["ip", "netns", "del", namespace], capture_output=True, check=False)


def _connect(host: Host, hub: str, number: int) -> None:
    """Make the namespace of a host and put its cable into the bridge."""
    _ip("netns", "add", host.namespace)
    _ip("-n", hub, "link", "add", f"v{number}", "type", "veth", "peer", "name", "eth0", "netns", host.namespace)
    _ip("-n", hub, "link", "set", f"v{number}", "master", BRIDGE, "up")
    _ip("-n", host.namespace, "link", "set", "lo", "up")
    _ip("-n", host.namespace, "addr", "add", f"{host.address}/24", "dev", "eth0")
    _ip("-n", host.namespace, "link", "set", "eth0", "up")


def _ip(*words: str) -> None:
    """Change a network."""
    subprocess.run(["ip", *words], check=True, capture_output=True)
