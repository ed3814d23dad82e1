"""A program that begins as a copy of `manage.py up` is what a new process of its role would be."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from portal.embedded import process

ROLES = ("web", "worker", "relay")
LATER = {
    "database_url": "postgresql://app:b@127.0.0.1:2/cardloom",
    "migration_database_url": "postgresql://owner:c@127.0.0.1:2/cardloom",
    "broker_url": "redis+socket:///tmp/s.sock?virtual_host=0",
    "cache_url": "unix:///tmp/s.sock?db=1",
}
"""The addresses that `up` writes after it has read its settings."""
SAY = """
import json, os, sys
import django
from django.conf import settings
django.setup()
from django.core.cache import caches
from django.db import connections
from portal import celery_app
values = {name: getattr(settings, name) for name in dir(settings) if name.isupper()}
values["databases"] = [connections[alias].settings_dict for alias in connections]
values["caches"] = [(type(caches[alias]).__name__, caches.settings[alias]) for alias in caches]
values["celery"] = {name: celery_app.conf[name] for name in celery_app.conf.keys()}
values["argv"] = sys.argv[1:]
open(os.environ["SAY"], "w").write(json.dumps(values, default=lambda value: type(value).__name__, sort_keys=True))
"""
UP = """
import json, os, sys
from pathlib import Path
import django
django.setup()
from portal.supervisor import shared
from portal.supervisor.service import Program
folder = Path(os.environ["DATA_DIR"])
from django.core.cache import caches
from django.db import connections
[caches["default"], connections["default"]]  # as `up` uses them before the servers have their addresses
shared.import_programs()
(folder / "services.json").write_text(sys.argv[1])
for role in sys.argv[2:]:
    for is_shared in (True, False):
        program = Program([str(folder / "say.py"), role], folder / "log", role, is_shared=is_shared)
        program.variables = {"SAY": str(folder / f"{role}-{is_shared}")}
        program.begin()
        assert type(program.child).__name__ == ("Copy" if is_shared else "Popen")
        assert program.child.wait(120) == 0, (folder / "log").read_text()
"""


class TestACopy:
    @pytest.mark.slow
    def test_has_the_settings_of_a_new_process_of_its_role(self, tmp_path: Path) -> None:
        """Every setting, and what Django and Celery made of them: addresses that came later, limits of its role, no owner's address."""
        (tmp_path / "say.py").write_text(SAY)
        variables = {"DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "portal.settings.production", "CACHE_URL": ""}
        subprocess.run(
            [sys.executable, "-c", UP, json.dumps(LATER), *ROLES],
            env={**os.environ, **variables},
            check=True,
        )

        for role in ROLES:
            copy, new = (json.loads((tmp_path / f"{role}-{shared}").read_text()) for shared in (True, False))
            assert {name for name in copy.keys() | new.keys() if copy.get(name) != new.get(name)} == set(), role
            assert (new["PROCESS"], new["MIGRATION_DATABASE_URL"], new["argv"]) == (role, "", [role])

    def test_has_no_open_file_of_ours_but_those_it_is_given(self, tmp_path: Path) -> None:
        code = f"""import os
from pathlib import Path
from portal.embedded.process import spawn_copy
kept, other = os.open("/dev/null", os.O_RDONLY), os.open({str(tmp_path)!r}, os.O_RDONLY)
act = lambda: print([fd for fd in range(3, 200) if Path(f"/proc/self/fd/{{fd}}").exists()] == [kept], os.environ["A"])
raise SystemExit(spawn_copy(act, log=Path({str(tmp_path / "log")!r}), environment={{"A": "1"}}, title="copy", fds=[kept]).wait())
"""
        assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
        assert (tmp_path / "log").read_text().split() == ["True", "1"]

    @pytest.mark.parametrize(
        ("act", "code"),
        [
            ("lambda: None", 0),
            ("lambda: sys.exit(3)", 3),
            ("lambda: sys.exit('why')", 1),
            ("lambda: 1 / 0", 1),
            ("lambda: os.kill(os.getpid(), 9)", -9),
        ],
    )
    def test_ends_as_a_program_of_python_does(self, tmp_path: Path, act: str, code: int) -> None:
        """With what was to be done at its end, but not with what its parent is to do."""
        program = f"""import atexit, os, sys
from pathlib import Path
from portal.embedded.process import spawn_copy
atexit.register(print, "parent")
def do():
    atexit.register(print, "copy")
    ({act})()
copy = spawn_copy(do, log=Path({str(tmp_path / "log")!r}), environment=os.environ, title="copy")
print(copy.wait(60), copy.poll())
"""
        ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

        assert ran.stdout.split() == [str(code), str(code), "parent"]
        printed = (tmp_path / "log").read_text()
        assert ("copy" in printed.split()) == (code >= 0)
        assert "parent" not in printed.split()

    def test_hears_signals_as_a_new_process_does_and_is_called_what_it_does(self, tmp_path: Path) -> None:
        program = f"""import os, signal, sys, time
from pathlib import Path
from portal.embedded.process import spawn_copy
signal.signal(signal.SIGTERM, lambda *_: None)
copy = spawn_copy(lambda: time.sleep(60), log=Path({str(tmp_path / "log")!r}), environment=os.environ, title="relay")
end = time.monotonic() + 30
while (title := Path(f"/proc/{{copy.pid}}/cmdline").read_bytes().strip(bytes(1))) != b"relay" and time.monotonic() < end:
    time.sleep(0.01)
copy.send_signal(signal.SIGTERM)
print(title.decode(), os.getsid(copy.pid) == copy.pid, copy.wait(60))
"""
        ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

        assert ran.stdout.split() == ["relay", "True", str(-signal.SIGTERM)]

    def test_ends_with_its_parent(self, tmp_path: Path) -> None:
        program = f"""import os, time
from pathlib import Path
from portal.embedded.process import spawn_copy
copy = spawn_copy(lambda: time.sleep(60), log=Path({str(tmp_path / "log")!r}), environment=os.environ, title="copy")
print(copy.pid, flush=True)
time.sleep(1)
os.kill(os.getpid(), 9)
"""
        ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)

        assert process.wait_until(lambda: not process.is_alive(int(ran.stdout)), within=20)
