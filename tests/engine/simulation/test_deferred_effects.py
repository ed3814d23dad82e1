"""What of a card runs later than it is played, and the warning that names it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine import api
from engine.rulesets import find
from engine.simulation.deferred_effects import deferred_nodes
from tests.engine.simulation.experiments import bolt, endless
from tests.engine.third_ruleset import on_the_path

Json = dict[str, Any]


def shipped(ruleset: str, card: str) -> Json:
    found = next(document for document, _ in api.card_set(ruleset) if document["id"] == card)
    return dict(json.loads(json.dumps(found)))


def bots_warning(spec: Json) -> Json:
    warnings = api.preview_report(spec, api.preview_fold(spec, None, api.preview_chunk(spec, 0)))["warnings"]
    return dict(next(each for each in warnings if each["id"] == "bots"))


def test_is_what_waits_for_an_event_that_playing_the_card_does_not_raise() -> None:
    place = "/behaviors/0/do/0/do/1/do/0"

    assert deferred_nodes(find("wizards"), shipped("wizards", "loom.treasure.common.smoulder")) == [(place, "damage")]
    inner = "/behaviors/0/do/0/triggers/0/do"
    assert deferred_nodes(find("wizards"), endless()) == [(f"{inner}/0", "health"), (f"{inner}/1", "damage")]
    assert deferred_nodes(find("wizards"), bolt()) == []


def test_is_named_where_the_author_wrote_it() -> None:
    card = shipped("halo", "AEG-001")

    ((place, kind),) = deferred_nodes(find("halo"), card)

    assert (card["abilities"][0]["effects"][0]["type"], place) == (kind, "/abilities/0/effects/0")


def test_is_no_condition_whatever_the_game_calls_the_place_of_conditions() -> None:
    card = shipped("genius", "genius.character.vesna")

    assert card["skills"][3]["filter"]
    assert [place for place, _ in deferred_nodes(find("genius"), card)] == ["/skills/3/action/0"]


@pytest.mark.parametrize("event", ["UNIT_DEPLOYED", "CARD_PLAY_VALIDATED"])
def test_is_not_what_the_card_does_when_it_is_played(event: str) -> None:
    card = shipped("halo", "AEG-001")
    card["abilities"][0]["trigger"] = event

    assert deferred_nodes(find("halo"), card) == []


def test_knows_the_third_ruleset_by_its_vocabulary_alone() -> None:
    with on_the_path():
        rules = find("raid")
        found = [deferred_nodes(rules, document) for document, _ in api.card_set("raid")]

    assert all(place and kind for each in found for place, kind in each)


def test_stands_in_the_warning_about_bots() -> None:
    pool = [document for document, _ in api.card_set("wizards")]
    settings: Json = {"baseline": None, "pool": pool, "preset": "smoke", "bots": ("random",)}
    deferred = bots_warning(
        api.preview_plan("wizards", candidate=shipped("wizards", "loom.treasure.common.smoulder"), **settings)
    )
    plain = bots_warning(api.preview_plan("wizards", candidate=bolt(), **settings))

    place = "/behaviors/0/do/0/do/1/do/0"
    assert deferred["nodes"] == [place]
    assert "Delayed effects on this card: “Deal damage”." in deferred["text"]["en"]
    assert "此卡的延后效果：“造成伤害”。" in deferred["text"]["zh"]
    assert "nodes" not in plain
    assert plain["text"]["en"].endswith("cards that prepare later turns poorly.")
