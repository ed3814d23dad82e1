"""What gunicorn serves is there as a whole before the first request."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from portal import gunicorn_settings
from portal.gunicorn_protocol import PunctualProtocol
from tests.loops import run

REQUEST = """
import sys
from pathlib import Path
from types import ModuleType

import pytest

from portal import gunicorn_settings
import portal.wsgi
from engine.rulesets import find
print("cards.web.views.help" in sys.modules, "engine.rulesets.encounter" in sys.modules)
"""


def test_pages_and_games_are_imported_before_anybody_asks() -> None:
    environ = {**os.environ, "DJANGO_SETTINGS_MODULE": "portal.settings.test"}
    said = subprocess.run([sys.executable, "-c", REQUEST], env=environ, capture_output=True, text=True, timeout=60)

    assert said.stdout.split() == ["True", "True"], said.stderr


def test_gunicorn_refuses_to_serve_pages_without_their_static_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    with pytest.raises(SystemExit, match="collectstatic --noinput"):
        gunicorn_settings.on_starting(None)
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "staticfiles.json").touch()

    gunicorn_settings.on_starting(None)


@pytest.mark.parametrize("is_copy", [False, True])
def test_a_new_process_takes_nothing_of_the_program_from_an_older_parent(
    monkeypatch: pytest.MonkeyPatch, is_copy: bool
) -> None:
    """But from a copy of `up`, which has imported it whole, and which another web server follows when it reloads."""
    stored = {"portal_of_others": ModuleType("portal_of_others"), "os": os}
    own = {"portal": ModuleType("portal"), "portal.environment": ModuleType("x")}
    with monkeypatch.context() as patch:
        patch.setattr(gunicorn_settings, "apps", SimpleNamespace(ready=is_copy))
        patch.setattr(sys, "modules", {**stored, **own})
        gunicorn_settings.post_fork(None, None)
        modules = sys.modules

    assert modules == ({**stored, **own} if is_copy else stored)


class Worker:
    """A process of gunicorn's as its hooks see it."""

    def __init__(self, age: int) -> None:
        self.age, self.has_left = age, False
        self.servers: list[Any] = []
        self.cfg = SimpleNamespace(graceful_timeout=1)

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        return asyncio.get_running_loop()

    def handle_exit_signal(self) -> None:
        self.has_left = True


def test_an_old_process_goes_on_until_the_new_one_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PunctualProtocol, "is_leaving", False)

    async def reload() -> list[bool]:
        old, new = Worker(1), Worker(2)
        alone, order = Worker(3), []
        await asyncio.wait_for(gunicorn_settings.leave(alone), 5)
        order.append(alone.has_left)
        gunicorn_settings.pre_fork(None, new)
        leaving = asyncio.ensure_future(gunicorn_settings.leave(old))
        await asyncio.sleep(0)
        order.append(old.has_left)
        gunicorn_settings.child_exit(None, new)
        await asyncio.wait_for(leaving, 5)
        return [*order, old.has_left]

    assert run(reload()) == [True, False, True]
