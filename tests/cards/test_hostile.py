"""The hostile inputs of `tests/fixtures/hostile` against the portal: its import, by page and by API, and its validation."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from django.conf import settings as live_settings
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from cards.gateway import packs, rulesets
from cards.models import Account, Card
from cards.services.pack import PackForm, pack_create
from tests.bounded import within
from tests.cards.targets.figures import IS_WHOLE
from tests.engine.packs.test_archive import INVALID
from tests.hostile import PACKS, SECONDS, TEXTS, HostileText
from tests.sampling import sampled

API = "/api/v1/packs"
PARTS = 6 if IS_WHOLE else 1
"""How many tests share the inputs: each makes its packs only once."""
API_IMPORT, API_VALIDATE, PAGE = range(3)
"""The doors. `make targets ONLY=T23` sends every text through all of them, the suite a sixth of the texts, another each day, each through one."""

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(admin: Account, settings: Any) -> Iterator[Client]:
    """A browser of a person who has a pack of each game, and who may ask as often as there are inputs."""
    settings.API_REQUESTS_PER_MINUTE = dict.fromkeys(live_settings.API_REQUESTS_PER_MINUTE, 10_000)
    for info in rulesets.rulesets():
        pack_create(actor=admin, slug=f"my-{info.name}", ruleset=info.name, form=PackForm(name={"en": info.name}))
    opened = Client()
    opened.force_login(admin)
    yield opened
    cache.clear()


def sent_through(door: int, part: int) -> list[HostileText]:
    """Return the texts of a test that go through a door in this run."""
    return TEXTS[part::PARTS] if IS_WHOLE else sampled(TEXTS, of=6)[door::3]


def data_of(hostile: HostileText) -> bytes:
    return hostile.text.encode("utf-8", errors="surrogatepass")


def codes(answer: Any) -> list[str]:
    """Return the codes of the problems of a refusal or of a report; the type of a refusal that lists none."""
    said = answer.json()
    return [problem["code"] for problem in said.get("problems", [])] + [said.get("type", "")]


@pytest.mark.parametrize("part", range(PARTS))
class TestATextOfACard:
    def test_is_refused_by_the_import_of_the_api(self, part: int, client: Client) -> None:
        for hostile in sent_through(API_IMPORT, part):
            data, url = data_of(hostile), f"{API}/my-{hostile.ruleset}/imports/"
            answer = within(2 * SECONDS, partial(client.post, url, data, content_type="application/json"), tries=1)

            assert answer.status_code in (400, 413), (hostile.name, answer.content[:300])
            assert answer.headers["Content-Type"] == "application/problem+json", hostile.name
        assert not Card.objects.exists()

    def test_is_judged_by_the_api(self, part: int, client: Client) -> None:
        """A text that can be sent is answered with its code, one that is too large or no text with a refusal."""
        for hostile in sent_through(API_VALIDATE, part):
            body = json.dumps({"text": hostile.text})
            answer = client.post(f"{API}/my-{hostile.ruleset}/validate/", body, content_type="application/json")

            assert answer.status_code in (200, 400, 413), (hostile.name, answer.content[:300])
            assert answer.status_code != 200 or hostile.code in codes(answer), (hostile.name, codes(answer))

    def test_is_refused_by_the_page(self, part: int, client: Client) -> None:
        for hostile in sent_through(PAGE, part):
            file = SimpleUploadedFile("card.json", data_of(hostile))
            answer = client.post(f"/packs/my-{hostile.ruleset}/import/", {"do": "write", "file": file})

            assert answer.status_code in (400, 413, 422), (hostile.name, answer.status_code)
            assert b"Traceback" not in answer.content
        assert not Card.objects.exists()


def test_ids_that_differ_in_case_alone_are_refused(client: Client) -> None:
    card = {"name": "X", "manaCost": 1, "rarity": "com", "school": "none"}
    sent = [json.dumps({"id": f"x.treasure.common.{name}", **card}) for name in "xX"]
    first = client.post(f"{API}/my-wizards/imports/", sent[0], content_type="application/json")
    answer = client.post(f"{API}/my-wizards/imports/", sent[1], content_type="application/json")

    assert (first.status_code, answer.status_code) == (201, 400)
    assert "differ in case alone" in answer.content.decode()


class TestAnArchive:
    def test_of_a_hostile_pack_is_refused(self, client: Client) -> None:
        for pack in PACKS:
            data = packs.write_zip(dict(pack.files))
            answer = client.post(f"{API}/my-wizards/imports/", data, content_type="application/zip")

            assert answer.status_code == 400, (pack.name, answer.content[:300])
            assert {pack.code, "/problems/invalid-fields"} & set(codes(answer)), (pack.name, codes(answer))
        assert not Card.objects.exists()

    def test_that_tricks_is_refused(self, client: Client) -> None:
        for name, (data, _) in INVALID.items():
            answer = client.post(f"{API}/my-wizards/imports/", data, content_type="application/zip")
            page = client.post("/packs/my-wizards/import/", {"do": "write", "file": SimpleUploadedFile("up.zip", data)})

            assert answer.status_code in (400, 413), (name, answer.content[:300])
            assert page.status_code in (400, 413, 422), (name, page.status_code)
        assert not Card.objects.exists()
