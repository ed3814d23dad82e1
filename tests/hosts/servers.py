"""PostgreSQL and Valkey of a studio, on a host of their own each: `python -m tests.hosts.servers database|broker FOLDER ADDRESS`, until it is ended."""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path

from portal.embedded import binaries, roles
from portal.embedded.postgres import Cluster

SUBNET = "10.77.30.0/24"
POSTGRES_PORT, VALKEY_PORT = 5432, 6379
QUICK = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
PASSWORD = "of-this-test-alone"


def database(folder: Path, address: str) -> None:
    """Run PostgreSQL, and write the addresses of the owner and of the app to `addresses.json`."""
    cluster = Cluster(folder, {**QUICK, "listen_addresses": f"127.0.0.1,{address}"}, port=POSTGRES_PORT)
    cluster.prepare()
    with (cluster.folder / "pg_hba.conf").open("a", encoding="utf-8") as rules:
        rules.write(f"host all all {SUBNET} scram-sha-256\n")
    cluster.start()
    roles.create_roles(cluster)
    urls = {role: cluster.url(role).replace("127.0.0.1", "database") for role in (roles.OWNER, roles.APP)}
    (folder / "addresses.json").write_text(json.dumps(urls), encoding="utf-8")
    signal.signal(signal.SIGTERM, lambda *_: cluster.stop())
    assert cluster.child
    cluster.child.wait()


def broker(folder: Path, address: str) -> None:
    """Become Valkey."""
    options = {"bind": address, "port": str(VALKEY_PORT), "requirepass": PASSWORD, "dir": str(folder), "save": ""}
    words = [word for name, value in options.items() for word in (f"--{name}", value)]
    os.execv(binaries.valkey(), ["valkey-server", *words])  # noqa: S606  our own program


if __name__ == "__main__":
    {"database": database, "broker": broker}[sys.argv[1]](Path(sys.argv[2]), sys.argv[3])
