"""The example client of the guide, against a running portal."""

from __future__ import annotations

import hashlib
import importlib.util
import json
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from cards.models import Account, Card, Pack
from cards.services.card_marks import card_retire
from cards.services.draft import draft_save
from cards.services.pack import PackForm, pack_edit
from cards.services.release import ReleaseOrder, release_publish
from cards.services.token import token_create
from cards.services.version import version_create
from tests.cards.conftest import ANYWAY, card_text

FILE = Path(__file__).parents[3] / "docs" / "examples" / "sync_pack.py"
MAX_LENGTH = 60  # lines


@pytest.fixture
def client() -> Iterator[ModuleType]:
    spec = importlib.util.spec_from_file_location("sync_pack", FILE)
    assert spec
    assert spec.loader
    from_spec = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(from_spec)
    yield from_spec
    from_spec.CLIENT.close()


@pytest.mark.django_db(transaction=True)
class TestTheExampleClient:
    def test_downloads_only_what_changed(
        self, live_server: Any, client: ModuleType, public_pack: Pack, people: dict[str, Account], tmp_path: Path
    ) -> None:
        requests: list[str] = []
        get = client.get
        client.get = lambda url: (requests.append(url), get(url))[1]  # type: ignore[attr-defined]  # a module made here
        version, changed = client.sync(live_server.url, "core", tmp_path)
        assert (version, "cards/base.stone.json" in changed) == ("1.0.0", True)
        current_files = json.loads((tmp_path / ".release.json").read_text())["files"]
        assert {
            path: hashlib.sha256((tmp_path / path).read_bytes()).hexdigest() for path in current_files
        } == current_files
        assert client.sync(live_server.url, "core", tmp_path) == ("1.0.0", [])

        admin = people["admin"]
        card = Card.objects.get(written_id="base.stone")
        text = card_text("base.stone", name="Pebble")
        draft_save(actor=admin, card=card, text=text, texts=None, based_on=card.draft.etag)
        card = Card.objects.get(pk=card.pk)
        version_create(actor=admin, card=card, based_on=card.draft.etag)
        card_retire(actor=admin, card=Card.objects.get(written_id="base.wand"))
        release_publish(actor=admin, pack=public_pack, order=ReleaseOrder("2.0.0", override=ANYWAY))
        requests.clear()
        version, changed = client.sync(live_server.url, "core", tmp_path)
        assert version == "2.0.0"
        assert {"cards/base.stone.json", "cards/base.wand.json"} <= set(changed)
        assert not (tmp_path / "cards" / "base.wand.json").exists()
        files = [url for url in requests if "/files/" in url and "limit" not in url]
        assert len(files) == len(changed) - 1 < len(current_files)

    def test_reads_a_private_pack_with_a_token(
        self,
        live_server: Any,
        client: ModuleType,
        public_pack: Pack,
        people: dict[str, Account],
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        pack_edit(actor=people["admin"], pack=public_pack, form=PackForm(name={"en": "Core"}))
        _, secret = token_create(actor=people["viewer"], name="sync", scopes=["read"], days=1)
        monkeypatch.setenv("CARDLOOM_TOKEN", secret)
        assert client.sync(live_server.url, "core", tmp_path)[0] == "1.0.0"


def test_the_example_is_short() -> None:
    assert len(FILE.read_text().splitlines()) <= MAX_LENGTH
