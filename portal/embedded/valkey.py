"""One Valkey of our own, the broker: what is queued survives a kill, and losing it costs no more than time."""

import contextlib
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from portal.embedded import binaries, process
from portal.embedded.folder import free_port, full, kept_secret, make, write_secret
from portal.embedded.refusal import CannotStart

MAX_SOCKET_PATH = 103  # bytes; 107 on Linux, 103 on macOS
PATIENCE = 30.0  # seconds


@dataclass
class Broker:
    """A Valkey with its data, configuration and log in one data folder; on a socket, or a port where paths are long."""

    data_dir: Path
    port: int = 0
    child: subprocess.Popen[bytes] | None = None

    def __post_init__(self) -> None:
        self.folder = self.data_dir / "broker"
        self.log = self.data_dir / "log" / "valkey.log"
        self.socket = self.folder / "s.sock"
        if len(str(self.socket).encode()) > MAX_SOCKET_PATH:
            self.port = self.port or free_port()

    def _address(self, socket: str, port: str) -> str:
        if not self.port:
            return f"{socket}{self.socket}"
        return f"{port}://:{self._password()}@127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        """Return the address as Celery writes it."""
        return f"{self._address('redis+socket://', 'redis')}{'/0' if self.port else '?virtual_host=0'}"

    @property
    def cache_url(self) -> str:
        """Return the address of a second database in the same server, for counters."""
        return f"{self._address('unix://', 'redis')}{'/1' if self.port else '?db=1'}"

    def _password(self) -> str:
        return kept_secret(make(self.data_dir / "keys") / "broker_password")

    def start(self) -> None:
        """Start it as our child and wait until it answers.

        Errors: CannotStart with the end of its log.
        """
        make(self.folder)
        self._end_orphan()
        configuration = self.folder / "valkey.conf"
        write_secret(configuration, self._configuration())
        self.child = process.spawn([str(binaries.valkey()), str(configuration)], log=self.log)
        if not process.wait_until(lambda: self._exited() or self.answers(), within=PATIENCE) or self._exited():
            raise self._refusal(process.tail(self.log))

    def _configuration(self) -> str:
        """Return the lines of its configuration: every write on disk within a second, no snapshots beside that; it looks after itself once a second."""
        lines = ["daemonize no", f'dir "{self.folder}"', "appendonly yes", 'save ""', "appendfsync everysec", "hz 1"]
        if self.port:
            lines += [f"port {self.port}", "bind 127.0.0.1", f"requirepass {self._password()}"]
        else:
            lines += ["port 0", f'unixsocket "{self.socket}"', "unixsocketperm 700"]
        return "\n".join([*lines, ""])

    def _exited(self) -> bool:
        return self.child is None or self.child.poll() is not None

    def answers(self) -> bool:
        """Return whether it takes commands; it does not while it reads its file back."""
        try:
            with self._client() as client:
                return bool(client.ping())
        except redis.RedisError:
            return False

    def _client(self) -> redis.Redis:
        once = Retry(NoBackoff(), 0)
        return redis.Redis.from_url(self.cache_url, socket_connect_timeout=1, socket_timeout=2, retry=once)

    def stop(self) -> None:
        """Stop it; what is queued is on disk."""
        if self.child:
            process.stop(self.child, by=signal.SIGTERM, within=10)

    def _end_orphan(self) -> None:
        """Stop a server of this folder whose supervisor was killed: two of them would write over one another."""
        if not self.port and self.socket.exists() and self.answers():
            with contextlib.suppress(redis.RedisError), self._client() as client:
                client.shutdown()
            process.wait_until(lambda: not self.answers(), within=10)

    def _refusal(self, message: str) -> CannotStart:
        """Return what to say of a broker that does not come up."""
        if "No space left" in message:
            return full(self.folder)
        return CannotStart(f"Valkey does not start. It says:\n{message}\n", f"Its whole log: {self.log}")
