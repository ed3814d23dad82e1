"""A game that only the search path names goes through the pages: pack, card, problem, face, release, archive."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from pytest_django import Settings

from cards.gateway import rulesets
from cards.models import Account, Card, Pack, Release
from cards.web.game_styles import style_version
from engine import api
from portal import environment
from tests.cards.web.conftest import ClientOf
from tests.cards.web.test_every_game import make_card, page_of, save
from tests.engine.third_ruleset import FOLDER, NAME, on_the_path


@pytest.fixture(autouse=True)
def on_path() -> Iterator[str]:
    with on_the_path() as name:
        yield name


@pytest.fixture
def operator(people: dict[str, Account], client_of: ClientOf) -> Client:
    return client_of("operator")


@pytest.fixture
def raid_pack(operator: Client) -> Pack:
    form = {"name_en": "Raid", "slug": "my-raid", "ruleset": NAME}
    operator.post("/new-pack/", {**form, "source_language": "en", "visibility": "private"})
    return Pack.objects.get(slug="my-raid")


class TestTheSearchPath:
    def test_is_read_from_the_environment(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("CARDLOOM_RULESETS", f"{FOLDER}: ~ ")

        assert environment.folders("CARDLOOM_RULESETS") == [FOLDER, Path.home()]

    def test_is_set_when_a_process_of_the_portal_starts(self, settings: Settings) -> None:
        settings.RULESET_FOLDERS = []
        apps.get_app_config("cards").ready()
        without = rulesets.has_ruleset(NAME)
        settings.RULESET_FOLDERS = [FOLDER]
        apps.get_app_config("cards").ready()

        assert (without, rulesets.has_ruleset(NAME)) == (False, True)

    def test_that_cannot_be_used_stops_the_start(self, settings: Settings, tmp_path: Path) -> None:
        settings.RULESET_FOLDERS = [tmp_path / "none"]
        with pytest.raises(ImproperlyConfigured, match=r"CARDLOOM_RULESETS: .* is not a folder"):
            apps.get_app_config("cards").ready()


class TestPages:
    @pytest.mark.parametrize(("language", "title"), [("en", "Raid on the Tower"), ("zh", "突袭高塔")])
    def test_offer_it_for_a_new_pack(self, operator: Client, language: str, title: str) -> None:
        operator.post("/preferences/", {"language": language})

        assert f'<option value="raid">{title}</option>' in operator.get("/new-pack/").content.decode()

    def test_show_a_new_card_with_its_face(self, operator: Client, raid_pack: Pack) -> None:
        card = make_card(operator, raid_pack, "move")
        page = operator.get(page_of(card)).content.decode()

        assert card.kind == "move"
        assert page.count('class="card card--raid-move"') == 2
        assert page.count('<i class="i i-raid-rope"') == 2
        assert "card--unread" not in page
        assert f"/games.css?v={style_version()}" in page

    def test_paint_it_by_the_style_sheet_of_games(self, client: Client) -> None:
        sheet = client.get("/games.css").content.decode()

        assert ".card--raid-move { --fr: " in sheet
        assert ".i-raid-rope { --i: url(" in sheet

    def test_explain_its_problem_code(self, operator: Client, raid_pack: Pack) -> None:
        card = make_card(operator, raid_pack, "move")
        loud = card.draft.text.replace('"force"', '"stealth"').replace('"rope": 1', '"rope": 3')
        found: list[dict[str, Any]] = save(operator, card, loud)["problems"]

        assert [each["code"] for each in found] == ["E-LOUD"]
        assert "A stealthy move that costs too much" in operator.get("/help/problems/E-LOUD/").content.decode()

    def test_lead_to_an_archive_that_validates(self, operator: Client, raid_pack: Pack, tmp_path: Path) -> None:
        card = make_card(operator, raid_pack, "move")
        etag = Card.objects.get(pk=card.pk).draft.etag
        operator.post(f"{page_of(card)}new-version/", {"etag": etag, "message": "First"})
        release = {
            "version": "1.0.0",
            "changelog_en": "First.",
            "changelog_zh": "首次。",
            "do": "publish",
            "override": "A test.",
        }
        operator.post(f"/packs/{raid_pack.slug}/releases/new/", release)
        page = operator.get(f"/packs/{raid_pack.slug}/releases/1.0.0/").content.decode()
        answer = operator.get(re.findall(r'href="([^"]+)" download', page)[0])
        archive = tmp_path / "pack.zip"
        archive.write_bytes(b"".join(answer.streaming_content) if answer.streaming else answer.content)

        assert Release.objects.get(pack=raid_pack).card_count == 1
        assert [each for each in api.validate_path(None, archive).problems if each.severity == "error"] == []

    def test_serve_its_schema(self, client: Client) -> None:
        assert client.get(rulesets.schema_id(NAME)).json()["$id"] == rulesets.schema_id(NAME)
