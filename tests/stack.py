"""The whole portal as people run it: `manage.py up` in a process of its own, on a temporary data folder."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from portal import environment
from portal.embedded import process
from portal.embedded.folder import free_port

LEFT_OUT = ("DATABASE_URL", "MIGRATION_DATABASE_URL", "CELERY_BROKER_URL", "CACHE_URL", "SECRET_KEY", "SITE_URL")
MANAGE = (sys.executable, str(environment.ROOT / "manage.py"))
DAY = "86400"
"""Seconds for which a sign-in is fresh: one session serves many tests, and none of them is about being asked again."""
START = 400.0  # seconds for a first start on a busy machine


@dataclass
class Stack:
    """One run of everything.

    Shapes: variables are added to the environment; output is the file that holds what it printed.
    """

    data_dir: Path
    port: int = field(default_factory=free_port)
    variables: dict[str, str] = field(default_factory=dict)
    child: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Return the address of the web server."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def output(self) -> Path:
        """Return the file that holds what it printed."""
        return self.data_dir.with_name(f"{self.data_dir.name}.out")

    def printed(self) -> str:
        """Return what it printed so far."""
        return self.output.read_text(encoding="utf-8") if self.output.exists() else ""

    def _environment(self) -> dict[str, str]:
        """Return the environment of its processes."""
        inherited_values_by_name = {name: value for name, value in os.environ.items() if name not in LEFT_OUT}
        mine = {
            "DATA_DIR": str(self.data_dir),
            "PORT": str(self.port),
            "HOST": "127.0.0.1",
            "FRESH_SIGN_IN_SECONDS": DAY,
            "COMPILE_ENGINE": "off",
            **self.variables,
        }
        return {**inherited_values_by_name, **mine, "DJANGO_SETTINGS_MODULE": "portal.settings.production"}

    def launch(self) -> None:
        """Start it, and return at once."""
        self.output.unlink(missing_ok=True)
        self.child = process.spawn([*MANAGE, "up"], log=self.output, environment=self._environment())

    def command(self, *words: str) -> str:
        """Run a command beside it, and return what it printed."""
        ran = subprocess.run([*MANAGE, *words], env=self._environment(), capture_output=True, text=True, check=True)
        return ran.stdout

    def start(self) -> None:
        """Start it, and return when it says that it is open and, after a first start, its sample packs are loaded."""
        self.open()
        self.wait_for_samples()

    def open(self) -> None:
        """Start it, and return when it says that it is open."""
        self.launch()
        process.wait_until(lambda: self.ended() or "Open http" in self.printed(), within=START, interval=0.1)
        if "Open http" not in self.printed() and not self.ended():
            self.stop()
        assert not self.ended() and "Open http" in self.printed(), self.printed()

    def wait_for_samples(self) -> None:
        """Wait until the sample packs of a first start are loaded."""
        marker = self.data_dir / environment.SAMPLE_MARKER
        is_over = process.wait_until(lambda: self.ended() or not marker.exists(), within=START, interval=0.1)
        assert is_over and not self.ended(), f"{marker.read_text()}\n{self.printed()}"

    def ended(self) -> bool:
        """Return whether it has ended."""
        return self.child is None or self.child.poll() is not None

    def wait_for(self, pattern: str, *, within: float = 30.0) -> str:
        """Wait until it has printed something, and return that.

        Units: within in seconds.
        """
        process.wait_until(
            lambda: bool(re.search(pattern, self.printed())) or self.ended(), within=within, interval=0.1
        )
        found = re.search(pattern, self.printed())
        assert found, self.printed()
        return found.group()

    def wait_for_end(self, *, within: float = 60.0) -> int:
        """Wait until it ends by itself, and return its exit code."""
        assert self.child
        return self.child.wait(within)

    def stop(self, by: signal.Signals = signal.SIGINT) -> int:
        """Ask it to stop, and return its exit code."""
        assert self.child
        self.child.send_signal(by)
        return self.wait_for_end()

    def credentials(self) -> dict[str, str]:
        """Return the demo accounts: their addresses and passwords."""
        text = (self.data_dir / "demo-accounts.txt").read_text(encoding="utf-8")
        return dict(re.findall(r"(\S+@\S+)\s+(\S+)\s*$", text, re.MULTILINE))
