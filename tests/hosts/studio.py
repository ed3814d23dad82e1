"""A studio's own place on hosts of its own, made by the steps and the files of docs/operations: two web hosts, workers, the relay, servers and a proxy."""

from __future__ import annotations

import json
import os
import re
import secrets
import shlex
import shutil
import signal
import ssl
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import httpx

from portal.embedded import process
from tests.hosts.network import Host, network
from tests.hosts.servers import PASSWORD, VALKEY_PORT

ROOT: Final = Path(__file__).resolve().parents[2]
DEPLOY: Final = ROOT / "docs/operations/deploy"
SITE: Final = "cards.example.org"
WEB_PORT: Final = 8000
FOLDERS: Final = {"/srv/cardloom/.venv/bin/": f"{Path(sys.executable).parent}/", "/srv/cardloom": str(ROOT)}
PATIENCE: Final = 120.0
WEBS: Final = ("web1", "web2")
PASSED_VARIABLES: Final = ("PATH", "HOME", "LANG", "CARDLOOM_PURE_PYTHON")
"""Variables that the hosts get from this process; the guard against connections to other machines is left out, for these networks lead nowhere."""


def unit(name: str) -> list[str]:
    """Return the command of a systemd unit, with the folders of this checkout."""
    text = (DEPLOY / f"systemd/cardloom-{name}.service").read_text(encoding="utf-8")
    (command,) = re.findall(r"^ExecStart=(.+)$", text, re.MULTILINE)
    for folder, ours in FOLDERS.items():
        command = command.replace(folder, ours)
    return shlex.split(command)


def fail_timeout() -> float:
    """Return the seconds for which the proxy leaves out a host that failed."""
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    return max(float(seconds) for seconds in re.findall(r"fail_timeout=(\d+)s", text))


@dataclass
class Studio:
    """Everything running on its hosts.

    Shapes: `doors` is the folder of the socket files that lead to the proxy and to each web server.
    """

    hosts: Mapping[str, Host]
    doors: Path
    variables: dict[str, str] = field(default_factory=dict)

    def environment(self, host: Host, **variables: str) -> dict[str, str]:
        """Return the environment of a host's programs: that of step 3, with a folder of its own."""
        ours = {name: os.environ[name] for name in PASSED_VARIABLES if name in os.environ}
        return {
            **ours,
            **self.variables,
            "DATA_DIR": str(host.folder),
            "TMPDIR": str(host.folder),
            "FOLDER": str(ROOT),
            **variables,
        }

    def manage(self, name: str, *words: str, **variables: str) -> str:
        """Run a command of manage.py on a host."""
        host = self.hosts[name]
        return host.run([sys.executable, str(ROOT / "manage.py"), *words], self.environment(host, **variables))

    def start(self, name: str, program: str, **variables: str) -> Path:
        """Start the program of a unit on a host."""
        host = self.hosts[name]
        return host.start(program, unit(program), self.environment(host, **variables))

    def start_web(self, name: str) -> None:
        """Start a web server, and wait until it is ready."""
        self.start(name, "web", HOST=self.hosts[name].address)
        with self.client(name) as client:
            assert process.wait_until(lambda: is_ready(client), within=PATIENCE), self.printed(name, "web")

    def start_worker(self, name: str, *, group: Path | None = None, **variables: str) -> None:
        """Start a worker with a log of its own, and wait until it takes tasks.

        Shapes: group is the file of a control group that takes the worker in before it has children.
        """
        log = self.hosts[name].folder / "worker.log"
        log.unlink(missing_ok=True)
        self.start(name, "worker", **variables)
        if group:
            group.write_text(str(self.hosts[name].programs["worker"].pid))
        assert process.wait_until(lambda: log.exists() and " ready." in log.read_text(), within=PATIENCE), (
            log.read_text()
        )

    def printed(self, name: str, program: str) -> str:
        """Return what a program printed."""
        return (self.hosts[name].folder / f"{program}.log").read_text(encoding="utf-8")

    def client(self, door: str = "proxy") -> httpx.Client:
        """Return a client of the proxy, or of one web server as the proxy would be."""
        socket = str(self.doors / door)
        if door == "proxy":
            trusted = ssl.create_default_context(cafile=str(self.hosts["proxy"].folder / "cards.pem"))
            transport = httpx.HTTPTransport(uds=socket, verify=trusted)
            return httpx.Client(base_url=f"https://{SITE}", transport=transport, timeout=30, follow_redirects=True)
        headers = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}
        transport = httpx.HTTPTransport(uds=socket)
        return httpx.Client(base_url=f"http://{SITE}", transport=transport, timeout=30, headers=headers)


def is_ready(client: httpx.Client) -> bool:
    """Return whether a web server says that it may be sent requests."""
    with suppress(httpx.HTTPError):
        return client.get("/readyz").status_code == httpx.codes.OK
    return False


@contextmanager
def studio(base: Path, workers: int) -> Iterator[Studio]:
    """Make a studio on hosts of its own, with the database migrated and two web servers ready; workers are not started."""
    names = ["database", "broker", "proxy", *WEBS, "relay", *(f"worker{number}" for number in range(1, workers + 1))]
    base.mkdir(mode=0o711, parents=True, exist_ok=True)
    doors = base.with_name(f"{base.name}-doors")
    doors.mkdir()
    with network(names, base, aliases={SITE: "proxy"}) as hosts:
        place = Studio(hosts, doors)
        start_servers(place)
        first_host(place)
        second_host(place)
        open_doors(place, hosts["relay"], [(name, name, WEB_PORT) for name in WEBS])
        for name in WEBS:
            place.start_web(name)
        start_proxy(place)
        yield place


def start_servers(place: Studio) -> None:
    """Start PostgreSQL and Valkey, and write down the environment of step 3."""
    bare = {name: os.environ[name] for name in PASSED_VARIABLES if name in os.environ}
    for name in ("database", "broker"):
        host = place.hosts[name]
        argv = [sys.executable, "-m", "tests.hosts.servers", name, str(host.folder), host.address]
        host.start(name, argv, {**bare, "PYTHONPATH": str(ROOT), "FOLDER": str(ROOT)})
    addresses = place.hosts["database"].folder / "addresses.json"
    assert process.wait_until(addresses.exists, within=PATIENCE), place.printed("database", "database")
    assert process.wait_until(lambda: "Ready to accept" in place.printed("broker", "broker"), within=PATIENCE)
    proxies = [place.hosts[name].address for name in ("proxy", "relay")]  # the doors to web servers are on the relay's
    place.variables |= {
        "DATABASE_URL": json.loads(addresses.read_text())["app"],
        "CELERY_BROKER_URL": f"redis://:{PASSWORD}@broker:{VALKEY_PORT}/0",
        "SITE_URL": f"https://{SITE}",
        "DEFAULT_FROM_EMAIL": f"cardloom@{SITE}",
        "EMAIL_URL": "smtp://127.0.0.1:9",
        "TRUSTED_PROXIES": ",".join(proxies),
        "SECRET_KEY": secrets.token_urlsafe(50),
        "DJANGO_SETTINGS_MODULE": "portal.settings.production",
        "PYTHONPATH": str(ROOT),
        "WEB_WORKERS": "1",
    }


def first_host(place: Studio) -> None:
    """Do step 4: tables, static files and the signing key."""
    owner = json.loads((place.hosts["database"].folder / "addresses.json").read_text())["owner"]
    place.manage("web1", "migrate", MIGRATION_DATABASE_URL=owner)
    place.manage("web1", "collectstatic", "--noinput")
    place.manage("web1", "signing_key", "new")


def second_host(place: Studio) -> None:
    """Do what the page asks for another web host, and for the relay: the key, and static files of its own."""
    for name in ("web2", "relay"):
        shutil.copy(place.hosts["web1"].folder / "key", place.hosts[name].folder / "key")
    place.manage("web2", "collectstatic", "--noinput")


def start_proxy(place: Studio) -> None:
    """Start nginx with the configuration of the page, whose two paths are those of a certificate made here, and open the doors."""
    proxy = place.hosts["proxy"]
    certificate = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
    files = ["-keyout", str(proxy.folder / "cards.key"), "-out", str(proxy.folder / "cards.pem")]
    names = ["-subj", f"/CN={SITE}", "-addext", f"subjectAltName=DNS:{SITE}"]
    subprocess.run(["openssl", *certificate, *files, *names], check=True, capture_output=True)
    server = (DEPLOY / "nginx.conf").read_text(encoding="utf-8").replace("/etc/ssl/", f"{proxy.folder}/")
    main = f"daemon off; pid {proxy.folder}/pid; error_log stderr; events {{}}\nhttp {{ access_log off;\n{server}}}\n"
    (proxy.folder / "nginx.conf").write_text(main, encoding="utf-8")
    argv = ["nginx", "-e", "stderr", "-p", str(proxy.folder), "-c", str(proxy.folder / "nginx.conf")]
    proxy.start("nginx", argv, place.environment(proxy))
    open_doors(place, proxy, [("proxy", SITE, 443)])


def open_doors(place: Studio, host: Host, doors: list[tuple[str, str, int]]) -> None:
    """Open doors into the network, at a host; the socket files lie outside of its disk, which the test cannot see through a mount."""
    words = [word for name, to, port in doors for word in (str(place.doors / name), to, str(port))]
    (place.doors / "open").unlink(missing_ok=True)
    host.start("doors", [sys.executable, "-m", "tests.hosts.door", *words], place.environment(host))
    assert process.wait_until((place.doors / "open").exists, within=PATIENCE), place.printed(host.name, "doors")


def stop(host: Host, program: str) -> None:
    """Stop a program in order, as systemd does."""
    host.stop(program, by=signal.SIGTERM, within=PATIENCE)


def get(client: httpx.Client, path: str) -> Any:
    """Return the JSON of an answer."""
    answer = client.get(path)
    assert answer.status_code == httpx.codes.OK, answer.text
    return answer.json()
