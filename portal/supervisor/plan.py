"""What runs for a given environment: which servers are embedded, and with which command each program starts."""

import os
import socket
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path

from portal import environment
from portal.embedded.postgres import Cluster
from portal.embedded.valkey import Broker
from portal.supervisor.service import OWNER_ONLY, Program, Service
from portal.supervisor.shared import MANAGE

WEB = "web server"
BACKLOG = 2048  # connections that wait for the web server, as gunicorn has it


@dataclass(frozen=True, slots=True)
class Address:
    """Where the web server listens."""

    host: str
    port: int

    @property
    def url(self) -> str:
        """Return the address to open on this machine."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)  # noqa: S104  translated, not bound
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"

    def listen(self) -> socket.socket:
        """Return a socket that listens here; the processes of the web server have it from us, so that one can follow another."""
        family = socket.AF_INET6 if ":" in self.host else socket.AF_INET
        return socket.create_server((self.host, self.port), family=family, backlog=BACKLOG)

    def answers(self) -> bool:
        """Return whether the web server answers."""
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=2) as answer:  # noqa: S310  our own http address
                return bool(answer.status == 200)
        except urllib.error.HTTPError:
            return True  # it answers, if only to refuse this host name or to send us to https
        except OSError:
            return False


@dataclass(frozen=True, slots=True)
class Plan:
    """What to start; None where the environment names a server that runs elsewhere."""

    data_dir: Path
    address: Address
    cluster: Cluster | None
    broker: Broker | None

    @property
    def headline(self) -> str:
        """Return the first line that is printed."""
        if self.cluster and self.broker:
            return f"Cardloom: embedded PostgreSQL and Valkey, data in {self.data_dir}"
        names = [
            name
            for name, embedded in (("DATABASE_URL", self.cluster), ("CELERY_BROKER_URL", self.broker))
            if not embedded
        ]
        sentence = f"Cardloom: {' and '.join(names)} {'are' if len(names) > 1 else 'is'} set: "
        if self.cluster:
            return f"{sentence}no broker is started here; embedded PostgreSQL, data in {self.data_dir}"
        what = "an embedded Valkey alone is started" if self.broker else "nothing embedded is started"
        return f"{sentence}{what}, no demo account and no sample is made"

    def servers(self) -> list[Service]:
        """Return the embedded servers, in the order of their start."""
        embedded = [Service("PostgreSQL", self.cluster)] if self.cluster else []
        return [*embedded, Service("Valkey", self.broker)] if self.broker else embedded

    def programs(self, listener: int) -> list[Service]:
        """Return the portal's own programs, in the order of their start: the web server first, which is waited for and has both cores until it answers.

        Shapes: listener is the number of the open socket of the web server.
        """
        log = self.data_dir / "log"
        cores = environment.integer("WORKER_CONCURRENCY", os.cpu_count() or 1)
        worker = Program(
            _worker("cardloom", cores), log / "worker.log", "worker", low_priority=True, is_shared=self.shares
        )
        jobs = Program(_worker("cardloom.jobs", 1), log / "jobs.log", "jobs", is_shared=self.shares)
        relay = Program([MANAGE, "relay"], log / "relay.log", "relay", is_shared=self.shares)
        web = self.web_server(listener, is_shared=self.shares)
        return [Service(WEB, web), Service("worker", worker), Service("jobs", jobs), Service("relay", relay)]

    @property
    def shares(self) -> bool:
        """Return whether programs may begin as copies of this process: where it holds no address that they must not learn."""
        return self.cluster is not None and not any(map(environment.text, OWNER_ONLY))

    def web_server(self, listener: int, *, is_shared: bool) -> Program:
        """Return the web server, on a socket that listens."""
        argv = ["-m", "gunicorn", "-c", "python:portal.gunicorn_settings"]
        return Program(
            argv,
            log=self.data_dir / "log" / "web.log",
            role="web",
            is_ready=self.address.answers,
            is_shared=is_shared,
            fds=[listener],
            variables={"CARDLOOM_LISTENER": str(listener)},
        )


def _worker(queue: str, concurrency: int) -> list[str]:
    """Return the command of a Celery worker of one queue, with `concurrency` processes that are each renewed after 200 tasks."""
    argv = ["-m", "celery", "-A", "portal", "worker", "--pool", "prefork", "--concurrency", str(concurrency)]
    argv += [
        "-Q",
        queue,
        "-n",
        f"{queue}@%h",
        "-O",
        "fair",
        "--max-tasks-per-child",
        "200",
        "--without-gossip",
        "--without-mingle",
        "--without-heartbeat",  # events for monitors, every two seconds: nothing reads them; the watchdog writes its own
    ]
    return [*argv, "--loglevel", environment.text("LOG_LEVEL", "info")]


def made_from_environment() -> Plan:
    """Return the plan that the environment asks for."""
    data_dir = environment.data_dir()
    return Plan(
        data_dir=data_dir,
        address=Address(environment.text("HOST", "127.0.0.1"), environment.integer("PORT", 8000)),
        cluster=None if environment.secret("DATABASE_URL") else Cluster(data_dir),
        broker=None if environment.secret("CELERY_BROKER_URL") else Broker(data_dir),
    )
