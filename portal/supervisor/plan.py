"""What runs for a given environment: which servers are embedded, and with which command each program starts."""

import os
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path

from portal import environment
from portal.embedded.postgres import Cluster
from portal.embedded.valkey import Broker
from portal.supervisor.service import Program, Service

MANAGE = str(environment.ROOT / "manage.py")


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

    def programs(self) -> list[Service]:
        """Return the portal's own programs, in the order of their start: the web server first, which is waited for and has both cores until it answers."""
        log = self.data_dir / "log"
        web = Program(
            ["-m", "gunicorn", "-c", "python:portal.gunicorn_settings"],
            log=log / "web.log",
            role="web",
            patience=8,
            is_ready=self.address.answers,
        )
        cores = environment.integer("WORKER_CONCURRENCY", os.cpu_count() or 1)
        worker = Program(_worker("cardloom", cores), log=log / "worker.log", role="worker", low_priority=True)
        jobs = Program(_worker("cardloom.jobs", 1), log=log / "jobs.log", role="jobs")
        relay = Program([MANAGE, "relay"], log=log / "relay.log", role="relay")
        return [Service("web server", web), Service("worker", worker), Service("jobs", jobs), Service("relay", relay)]


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
