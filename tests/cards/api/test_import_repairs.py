"""Imports of what is almost JSON: the refusal says how it is read, and `repair=1` reads it so."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cards.models import Card, Pack
from tests.cards.api.caller import ROOT, Caller
from tests.cards.conftest import card_text

pytestmark = pytest.mark.django_db
TEXT = "\n".join(json.dumps(json.loads(card_text(name))) for name in ("base.m", "base.n"))


def post_text(caller: Caller, query: str, body: str) -> Any:
    """Return the answer to a file that is sent as it is."""
    return caller.client.post(f"{ROOT}packs/core/imports/{query}", body, content_type="application/json")


def test_are_named_in_the_refusal(designer: Caller, pack: Pack) -> None:
    for query in ("", "?dry_run=1"):
        answer = post_text(designer, query, TEXT)
        assert (answer.status_code, answer.json()["type"]) == (400, "/problems/malformed-json")
        assert "With repair=1 it is read: 2 documents one after the other" in answer.json()["detail"]


def test_are_made_when_asked_for(designer: Caller, pack: Pack) -> None:
    checked = post_text(designer, "?dry_run=1&repair=1", TEXT)
    assert (checked.status_code, checked.json()["new"]) == (200, ["base.m", "base.n"])
    problem = checked.json()["problems"][0]
    assert (problem["code"], problem["severity"], problem["found"]) == ("W-ALIAS", "warning", "several-values")
    assert post_text(designer, "?repair=1", TEXT).status_code == 201
    assert set(Card.objects.values_list("written_id", flat=True)) == {"base.m", "base.n"}


def test_are_not_made_unasked(designer: Caller, pack: Pack) -> None:
    answer = post_text(designer, "?dry_run=1", json.dumps({"data": [json.loads(card_text("base.m"))]}))
    assert (answer.status_code, answer.json()["ok"]) == (200, False)
    assert post_text(designer, "?repair=maybe", TEXT).status_code == 400


def test_leave_what_they_cannot_help_as_it_was(designer: Caller, pack: Pack) -> None:
    answer = post_text(designer, "?repair=1", '{"id": 1.5}')
    assert answer.json()["problems"][0]["message"]["en"].startswith("1.5 is not an integer")
