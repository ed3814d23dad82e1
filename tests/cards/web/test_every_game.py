"""A pack of each game goes the whole way through the pages: card, problem, version, release, archive."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from cards.gateway import rulesets, validation
from cards.models import Account, Card, Pack, Release
from engine import api
from tests.cards.web.conftest import ClientOf

GAMES = [info.name for info in rulesets.rulesets()]
TEMPLATES = [(info.name, each.key) for info in rulesets.rulesets() for each in rulesets.templates(info.name)]
EVERY_GAME = pytest.mark.parametrize("game", GAMES)


@pytest.fixture
def operator(people: dict[str, Account], client_of: ClientOf) -> Client:
    return client_of("operator")


@pytest.fixture
def make_pack(operator: Client) -> Callable[[str], Pack]:
    """Make an empty pack of a game through its form."""

    def make(game: str) -> Pack:
        form = {"name_en": game.capitalize(), "slug": f"my-{game}", "ruleset": game}
        operator.post("/new-pack/", {**form, "source_language": "en", "visibility": "private"})
        return Pack.objects.get(slug=f"my-{game}")

    return make


def make_card(client: Client, pack: Pack, template: str) -> Card:
    """Make a card from a template through its form."""
    written_id = f"new.{template}"
    client.post(f"/packs/{pack.slug}/new-card/", {"card_id": written_id, "template": template})
    return Card.objects.get(pack=pack, written_id=written_id)


def page_of(card: Card) -> str:
    return f"/packs/{card.pack.slug}/cards/{card.written_id}/"


def save(client: Client, card: Card, text: str) -> dict[str, Any]:
    """Save a draft as the editor does, and return its problems."""
    url = f"{page_of(card)}draft/"
    etag = f'"{Card.objects.get(pk=card.pk).draft.etag}"'
    body = json.dumps({"text": text})
    answer = client.put(url, body, content_type="application/json", headers={"If-Match": etag})
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


class TestANewPack:
    @EVERY_GAME
    @pytest.mark.parametrize("language", ["en", "zh"])
    def test_is_of_a_game_named_by_its_title(
        self, operator: Client, make_pack: Callable[[str], Pack], game: str, language: str
    ) -> None:
        title = getattr(next(info.title for info in rulesets.rulesets() if info.name == game), language)
        pack = make_pack(game)
        operator.post("/preferences/", {"language": language})

        form = operator.get("/new-pack/").content.decode()
        page = operator.get(f"/packs/{pack.slug}/").content.decode()

        assert f'<option value="{game}">{title}</option>' in form
        assert title in page


class TestANewCard:
    @pytest.mark.parametrize(("game", "template"), TEMPLATES)
    def test_has_no_problem_and_a_whole_face(
        self, operator: Client, make_pack: Callable[[str], Pack], game: str, template: str
    ) -> None:
        card = make_card(operator, make_pack(game), template)
        report = validation.validate(game, card.draft.text)
        page = operator.get(page_of(card)).content.decode()

        assert {each.code for each in report.problems} <= {"W-ID"}
        assert card.kind in next(info.kinds for info in rulesets.rulesets() if info.name == game)
        assert page.count('class="card card--') == 2
        assert "card--unread" not in page


class TestTheWholeWay:
    @EVERY_GAME
    def test_leads_from_a_mistake_to_an_archive_that_validates(
        self, operator: Client, make_pack: Callable[[str], Pack], tmp_path: Path, game: str
    ) -> None:
        pack = make_pack(game)
        card = make_card(operator, pack, rulesets.templates(game)[0].key)
        good = card.draft.text
        line = next(no for no, item in enumerate(good.split("\n"), 1) if '"rarity"' in item)
        broken = "\n".join('  "rarity": "SHINY",' if '"rarity"' in item else item for item in good.split("\n"))

        found = save(operator, card, broken)["problems"]
        assert [(item["code"], item["line"]) for item in found if item["severity"] == "error"] == [("E-ENUM", line)]
        assert [item for item in save(operator, card, good)["problems"] if item["severity"] == "error"] == []

        etag = Card.objects.get(pk=card.pk).draft.etag
        operator.post(f"{page_of(card)}new-version/", {"etag": etag, "message": "First"})
        release = {
            "version": "1.0.0",
            "changelog_en": "First.",
            "changelog_zh": "首次。",
            "do": "publish",
            "override": "A test.",
        }
        operator.post(f"/packs/{pack.slug}/releases/new/", release)
        archive = tmp_path / "pack.zip"
        page = operator.get(f"/packs/{pack.slug}/releases/1.0.0/").content.decode()
        answer = operator.get(re.findall(r'href="([^"]+)" download', page)[0])
        archive.write_bytes(b"".join(answer.streaming_content) if answer.streaming else answer.content)

        assert Release.objects.get(pack=pack).card_count == 1
        assert [problem for problem in api.validate_path(None, archive).problems if problem.severity == "error"] == []
