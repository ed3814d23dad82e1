"""The public releases as files: the API's own bytes, what is new alone on the next run, and none of what is not public any more."""

from __future__ import annotations

import importlib.util
import json
import shutil
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import StringIO
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from cards.models import Account, Pack, Release
from cards.models.pack import Visibility
from cards.services.release import ReleaseOrder, release_publish
from cards.services.release_yank import release_yank
from portal import mirror as mirrors
from tests.cards.conftest import ANYWAY

pytestmark = pytest.mark.django_db(transaction=True)
People = dict[str, Account]
RELEASES = "api/v1/packs/core/releases"
SYNC = Path(__file__).parents[3] / "docs" / "examples" / "sync_pack.py"


def export(folder: Path) -> None:
    """Run the command."""
    call_command("export_site", str(folder), stdout=StringIO())


def files_in(folder: Path) -> set[str]:
    """Return the files below a folder."""
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def publish(people: People, pack: Pack, version: str) -> None:
    """Publish the same cards again, under another number."""
    changes = {"en": version, "zh": version}
    Pack.objects.filter(pk=pack.pk).update(name={"en": f"Core {version}", "zh": "核心"})
    pack.refresh_from_db()
    release_publish(actor=people["admin"], pack=pack, order=ReleaseOrder(version, None, changes, override=ANYWAY))


@pytest.fixture
def public(public_pack: Pack, tmp_path: Path) -> Path:
    """A mirror of the pack `core` with its release 1.0.0."""
    export(tmp_path)
    return tmp_path / "public"


class TestFiles:
    def test_are_what_the_api_answers(self, public: Path, client: Client) -> None:
        concrete = [file for file in files_in(public) if f"{RELEASES}/1.0.0/" in file]
        assert len(concrete) > 12
        for file in concrete:
            address = f"/{file.removesuffix('index.json') if file.endswith('/index.json') else file}"
            answer: Any = client.get(address)
            body = b"".join(answer.streaming_content) if answer.streaming else answer.content
            assert (answer.status_code, body) == (200, (public / file).read_bytes()), file

    def test_list_the_packs_that_are_there(self, public: Path, client: Client) -> None:
        for address in ("/api/v1/packs/", "/api/v1/packs/core/"):
            assert (public / f"{address[1:]}index.json").read_bytes() == client.get(address).content

    def test_of_a_channel_are_those_of_its_release(self, public: Path) -> None:
        for name in ("manifest.json", "manifest.json.minisig", "pack.zip", "index.json", "files/index.json"):
            latest, concrete = (public / RELEASES / place / name for place in ("latest", "1.0.0"))
            assert latest.read_bytes() == concrete.read_bytes()

    def test_of_lists_have_all_pages(self, public_pack: Pack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("cards.api.paging.LIMIT", 2)
        export(tmp_path)
        page = json.loads((tmp_path / "public" / RELEASES / "1.0.0/files/index.json").read_bytes())
        manifest = json.loads((tmp_path / "public" / RELEASES / "1.0.0/manifest.json").read_bytes())
        assert (page["results"], page["next"]) == (manifest["files"], None)


class TestRuns:
    def test_write_what_is_new_alone(self, public: Path, public_pack: Pack, people: People) -> None:
        assert mirrors.mirror(public) == mirrors.Mirrored((), ())
        publish(people, public_pack, "2.0.0")
        additions = mirrors.mirror(public).additions
        assert [address for address in additions if "/1.0.0/" in address and not address.endswith("/1.0.0/")] == []
        assert additions[-1].endswith(("/next/manifest.json", "/latest/manifest.json"))
        last = [place for place, address in enumerate(additions) if "/latest/" in address or "/next/" in address]
        assert last == list(range(last[0], len(additions)))  # channels come after all else
        assert json.loads((public / RELEASES / "latest/manifest.json").read_bytes())["cardDataVersion"] == "2.0.0"

    def test_go_on_where_one_was_stopped(
        self, public: Path, public_pack: Pack, people: People, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        publish(people, public_pack, "2.0.0")
        put, count = mirrors._Run.put, 0

        def failing(run: Any, address: str, data: bytes) -> None:
            nonlocal count
            count += 1
            if count > 5:
                raise OSError("no space left")
            put(run, address, data)

        monkeypatch.setattr(mirrors._Run, "put", failing)
        with pytest.raises(OSError, match="no space"):
            mirrors.mirror(public)
        assert json.loads((public / RELEASES / "latest/manifest.json").read_bytes())["cardDataVersion"] == "1.0.0"
        assert not (public / RELEASES / "2.0.0/manifest.json").exists()
        monkeypatch.undo()
        assert not [address for address in mirrors.mirror(public).additions if address.endswith("2.0.0/pack.zip")]
        assert json.loads((public / RELEASES / "latest/manifest.json").read_bytes())["cardDataVersion"] == "2.0.0"

    def test_keep_a_yanked_release_and_say_so(self, public: Path, people: People) -> None:
        before = (public / RELEASES / "1.0.0/pack.zip").read_bytes()
        reason = {"en": "Wrong.", "zh": "有误。"}
        release_yank(actor=people["admin"], release=Release.objects.get(), reason=reason, use="")
        removals = mirrors.mirror(public).removals
        assert removals == ("/api/v1/packs/core/releases/latest/", "/api/v1/packs/core/releases/next/")
        assert not (public / RELEASES / "latest").exists()
        assert (public / RELEASES / "1.0.0/pack.zip").read_bytes() == before
        assert json.loads((public / RELEASES / "1.0.0/index.json").read_bytes())["yanked"]["reason"]["en"] == "Wrong."

    def test_remove_a_pack_that_turned_private(self, public: Path) -> None:
        Pack.objects.filter(slug="core").update(visibility=Visibility.PRIVATE)
        assert mirrors.mirror(public).removals == ("/api/v1/packs/core/",)
        assert [file for file in files_in(public) if "core" in file] == []

    def test_wait_where_the_portal_asks_them_to(
        self, public_pack: Pack, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        settings.API_REQUESTS_PER_MINUTE = {"anonymous": 1, "read": 1, "write": 1}
        waits: list[float] = []

        def wait(seconds: float) -> None:
            waits.append(seconds)
            settings.API_REQUESTS_PER_MINUTE = {"anonymous": 10_000, "read": 1, "write": 1}

        monkeypatch.setattr("portal.mirror.time.sleep", wait)
        mirrors.mirror(tmp_path)
        assert len(waits) == 1
        assert 0 < waits[0] <= 61

    def test_end_where_the_portal_asks_them_to_wait_for_ever(
        self, public_pack: Pack, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        settings.API_REQUESTS_PER_MINUTE = {"anonymous": 0, "read": 1, "write": 1}
        waits: list[float] = []
        monkeypatch.setattr("portal.mirror.time.sleep", waits.append)
        with pytest.raises(mirrors.MirrorError, match="429"):
            mirrors.mirror(tmp_path)
        assert len(waits) == mirrors.MAX_TRIES


class _Quiet(SimpleHTTPRequestHandler):
    """Serves files, and `index.json` for a folder, as the configuration for nginx does."""

    index_pages = ("index.json",)

    def send_head(self) -> Any:
        self.path = self.path.partition("?")[0]
        self.path += "index.json" if self.path.endswith("/") else ""
        return super().send_head()

    def log_message(self, format: str, *args: Any) -> None:
        """Write no log."""


@pytest.fixture
def mirror_url(public: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(public)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_the_example_client_reads_from_it(mirror_url: str, public: Path, tmp_path: Path) -> None:
    spec = importlib.util.spec_from_file_location("sync_pack", SYNC)
    assert spec
    assert spec.loader
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    folder = tmp_path / "synced"
    version, changed = example.sync(mirror_url, "core", folder)
    assert version == "1.0.0"
    assert {path: (folder / path).read_bytes() for path in changed} == {
        path: (public / RELEASES / "1.0.0/files" / path).read_bytes() for path in changed
    }
    assert example.sync(mirror_url, "core", folder) == ("1.0.0", [])
    shutil.rmtree(folder)
    (public / RELEASES / "1.0.0/files/cards/base.stone.json").write_bytes(b"{}")
    with pytest.raises(SystemExit, match="other bytes"):
        example.sync(mirror_url, "core", folder)
    example.CLIENT.close()
