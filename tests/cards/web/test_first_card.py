"""The first card of a game: what each game declares, and the steps that the page finds done."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial

import pytest
from django.test import Client

from cards.gateway import faces, rulesets
from cards.models import Account, Card, Scenario
from cards.queries.first_card import STEPS, first_card_progress
from cards.services.draft import draft_save
from cards.services.review import review_request
from cards.services.version import version_create
from engine import api
from tests.cards.conftest import card_text
from tests.cards.web.conftest import ClientOf
from tests.cards.web.world import preview_of, result_of

PAGE = "/help/first-card/wizards/"


def steps_of(account: Account) -> list[str]:
    """Return the steps that are behind an account, in their order."""
    progress = first_card_progress(account=account, ruleset="wizards")
    return [step for step in STEPS if step in progress.steps]


class TestFirstCard:
    @pytest.mark.parametrize("ruleset", [info.name for info in rulesets.rulesets()])
    def test_of_a_game_is_valid_before_and_after_its_phrase(self, ruleset: str) -> None:
        first = rulesets.first_card(ruleset)
        assert first is not None
        texts = []
        for document in (first.opening, first.finished):
            report = api.validate(ruleset, json.dumps(document))
            assert [problem for problem in report.problems if problem.severity == "error"] == []
            face = faces.face(ruleset, document)
            texts.append({**face["text"], **face["generated"]})
        opening, finished = texts
        assert opening["en"] != finished["en"]
        assert opening["zh"] != finished["zh"]
        assert all(word for text in (first.name, first.phrase, first.watch) for word in text)

    def test_is_checked_step_by_step(self, make_card: Callable[..., Card], admin: Account, client_of: ClientOf) -> None:
        page = client_of("admin")
        assert steps_of(admin) == []

        card = make_card("base.lance")
        assert steps_of(admin) == ["created"]
        assert b"base.lance" in page.get(PAGE).content
        save = partial(draft_save, actor=admin, card=card, texts=None)
        broken = save(text="{", based_on=card.draft.etag).draft
        assert steps_of(admin) == ["created"]
        draft = save(text=card_text("base.lance", manaCost=3), based_on=broken.etag).draft
        assert steps_of(admin) == ["created", "valid"]

        scenario = Scenario.objects.create(
            pack=card.pack, card=card, number=900, text="{}", saved_by=admin, outcomes=[{"ok": False}]
        )
        assert "tested" not in steps_of(admin)
        Scenario.objects.filter(pk=scenario.pk).update(outcomes=[{"ok": True}])
        assert steps_of(admin) == ["created", "valid", "tested"]
        preview_of(card, 900, "running")
        assert "previewed" not in steps_of(admin)
        preview_of(card, 901, "finished", result_of("treasure"))
        assert steps_of(admin) == ["created", "valid", "tested", "previewed"]
        version = version_create(actor=admin, card=card, based_on=draft.etag, message="First")
        review_request(actor=admin, card=card, number=version.number, title="First")
        assert steps_of(admin) == list(STEPS)
        assert b"is-next" not in page.get(PAGE).content

    def test_of_another_account_is_not_shown(self, make_card: Callable[..., Card], client_of: ClientOf) -> None:
        make_card("base.lance")
        assert b"base.lance" not in client_of("designer").get(PAGE).content
        assert b"is-next" not in Client().get(PAGE).content

    def test_of_an_unknown_game_is_not_found(self, db: None) -> None:
        assert Client().get("/help/first-card/nothing/").status_code == 404
