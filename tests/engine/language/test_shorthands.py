"""What cards may write shortly, and what that opens into: the same core form, the same text, the same problems."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from engine import api
from engine.language.analysis.check import check
from engine.language.reading.surface import desugar
from engine.language.text.describe import describe
from engine.rulesets import find
from engine.rulesets.wizards.lint import CHECK_EVENTS

WIZARDS = find("wizards")
VOCABULARY = WIZARDS.vocabulary
CORE = Path(__file__).parent.parent / "rulesets/wizards_core.json"
"""The first letters of the hash of the core form of each shipped card before any was written with shorthands."""
MEDIAN = 30
"""Lines of the median shipped card, indented by two."""
OF_EVERY_GAME = {"either"}
"""Shorthands that every game has: shipped cards with choices give their options labels."""
USES = 2
"""So many shipped cards use a shorthand at least."""
SHIPPED_CARDS = {card["id"]: card for card, _ in api.card_set("wizards")}
YOU, CARD = "$onPlay.playerUUID", "$onPlay.cardUUID"


def card(*effects: Any, **extra: Any) -> dict[str, Any]:
    """Return a spell that does some effects when it is played."""
    behaviors = [{"at": "onPlay", "do": list(effects)}] if effects else []
    return {"id": "own.treasure.common.x", "name": "X", "manaCost": 1, "rarity": "com", "school": "none", "behaviors": behaviors, **extra}  # fmt: skip


def core(document: Any) -> Any:
    return desugar(VOCABULARY, document).document


def digest(document: Any) -> str:
    text = json.dumps(core(document), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()[:16]


def shorthands(value: Any) -> set[str]:
    """Return the shorthands below a value: names of nodes and keys of records."""
    names, keys = VOCABULARY.shorthands
    if isinstance(value, list):
        return set().union(*map(shorthands, value))
    if not isinstance(value, dict):
        return set()
    is_adding = value.get("type") == "addTriggers"
    own = {value["type"]} & names if isinstance(value.get("type"), str) else set()
    return own.union({key for key in keys if key in value and not is_adding}, *map(shorthands, value.values()))


def problems(document: Any) -> list[tuple[str, str]]:
    return [(found.code, found.path) for found in check(VOCABULARY, document) if found.code != "W-ID"]


EXPANSIONS: list[tuple[str, Any, Any]] = [
    ("gainMana", {"type": "gainMana", "amount": 2}, {"type": "mana", "mode": "add", "amount": 2, "target": YOU}),
    ("gainGold", {"type": "gainGold", "amount": 2}, {"type": "gold", "mode": "add", "amount": 2, "target": YOU}),
    ("gainFreezing", {"type": "gainFreezing", "amount": 2}, {"type": "freezing", "mode": "add", "amount": 2, "target": YOU}),
    ("youDraw", {"id": "d", "type": "youDraw", "amount": 2}, {"id": "d", "type": "drawCard", "amount": 2, "target": YOU}),
    ("strike", {"type": "strike", "amount": 5}, {"type": "damage", "amount": 5, "target": {"type": "monsterChooser"}}),
    (
        "when",
        {"type": "when", "event": "onDefeat", "who": "you", "mode": "round", "do": []},
        {"type": "addTriggers", "triggers": [{"event": "onDefeat", "mode": "round", "condition": {"type": "Equals", "value1": "$onDefeat.sourcePlayerUUID", "value2": YOU}, "do": []}]},
    ),
    (
        "who others, and a condition",
        {"type": "when", "event": "onPlayCard", "who": "others", "condition": {"type": "AlwaysTrue"}, "do": []},
        {"type": "addTriggers", "triggers": [{"event": "onPlayCard", "condition": {"type": "And", "conditions": [{"type": "Not", "condition": {"type": "Equals", "value1": "$onPlayCard.playerUUID", "value2": YOU}}, {"type": "AlwaysTrue"}]}, "do": []}]},
    ),
    (
        "who this",
        {"type": "when", "event": "onDiscard", "who": "this", "do": []},
        {"type": "addTriggers", "triggers": [{"event": "onDiscard", "condition": {"type": "Equals", "value1": "$onDiscard.cardUUID", "value2": CARD}, "do": []}]},
    ),
    (
        "Spread",
        {"type": "if", "condition": {"type": "Spread"}, "do": []},
        {"type": "if", "condition": {"type": "Equals", "value1": {"type": "getCardProperty", "cardUUID": {"type": "playedCard", "playerUUID": YOU, "back": 1}, "property": "school"}, "value2": "fire"}, "do": []},
    ),
    (
        "second Spread of frost",
        {"type": "if", "condition": {"type": "Spread", "back": 2, "school": "frost"}, "do": []},
        {"type": "if", "condition": {"type": "Equals", "value1": {"type": "getCardProperty", "cardUUID": {"type": "playedCard", "playerUUID": YOU, "back": 2}, "property": "school"}, "value2": "frost"}, "do": []},
    ),
    (
        "Resonance",
        {"type": "if", "condition": {"type": "Resonance", "amount": 3}, "do": []},
        {"type": "if", "condition": {"type": "GreaterThanOrEqual", "value1": {"type": "getPlayerProperty", "playerUUID": YOU, "property": "resonance"}, "value2": 3}, "do": []},
    ),
]  # fmt: skip
TRIGGER = {"event": "onRoundEnd", "mode": "lies", "do": []}


class TestAShorthand:
    @pytest.mark.parametrize(("short", "long"), [row[1:] for row in EXPANSIONS], ids=[row[0] for row in EXPANSIONS])
    def test_opens_into_its_core_form(self, short: Any, long: Any) -> None:
        assert core(card(short)) == card(long)

    @pytest.mark.parametrize(("short", "long"), [row[1:] for row in EXPANSIONS], ids=[row[0] for row in EXPANSIONS])
    @pytest.mark.parametrize("lang", ["en", "zh"])
    def test_reads_as_its_core_form(self, short: Any, long: Any, lang: str) -> None:
        assert describe(VOCABULARY, card(short), lang) == describe(VOCABULARY, card(long), lang)

    def test_of_a_cost_asks_about_who_would_play_it(self) -> None:
        rule = {"op": "less", "value": 1, "condition": {"type": "Resonance", "amount": 2}}
        asked = core(card(costs=[rule]))["costs"][0]["condition"]["value1"]

        assert asked["playerUUID"] == "$self.playerUUID"

    @pytest.mark.parametrize(
        ("more", "moment"),
        [
            ({}, "onPlay"),
            ({"cardType": "occult"}, "onPlay"),
            ({"cardType": "wand"}, "onEquip"),
            ({"cardType": "undercurrent"}, "onEquip"),
        ],
    )
    def test_of_a_treasure_mounts_its_triggers_when_it_acts(self, more: Any, moment: str) -> None:
        written_core = core(card(triggers=[TRIGGER], **more))

        assert written_core["behaviors"] == [{"at": moment, "do": [{"type": "addTriggers", "triggers": [TRIGGER]}]}]
        assert "triggers" not in written_core

    def test_of_a_monster_mounts_its_triggers_when_it_is_flipped(self) -> None:
        monster = {"id": "own.m", "name": "M", "type": "monster", "level": "III", "health": 3, "triggers": [TRIGGER]}

        assert core(monster)["behaviors"][0]["at"] == "onDrawExploration"

    def test_of_a_monster_is_about_the_monster_that_is_hit(self) -> None:
        trigger = {"event": "onHit", "who": "this", "mode": "lies", "do": []}
        monster = {"id": "own.m", "name": "M", "type": "monster", "level": "III", "health": 3, "triggers": [trigger]}
        mounted = core(monster)["behaviors"][0]["do"][0]["triggers"][0]

        assert mounted["condition"]["value1"] == "$onHit.monsterUUID"

    def test_leaves_a_card_without_any_as_it_is(self) -> None:
        plain = card({"type": "counter"})

        assert desugar(VOCABULARY, plain).document is plain


class TestAProblem:
    """It is reported where the author wrote what causes it."""

    def test_of_what_is_inside_has_its_place_there(self) -> None:
        inner = {"type": "gainMana", "amount": "$onDefeat.nope"}
        when = {"type": "when", "event": "onDefeat", "who": "you", "do": [inner]}

        assert problems(card(when)) == [("E-PATH", "/behaviors/0/do/0/do/0/amount")]

    def test_of_triggers_of_a_card_has_its_place_there(self) -> None:
        trigger = {"event": "onDefeat", "do": [{"type": "strike", "amount": "$gone.x"}]}

        assert problems(card(triggers=[trigger])) == [("E-PATH", "/triggers/0/do/0/amount")]

    def test_of_an_event_that_is_about_nobody_is_at_the_word(self) -> None:
        trigger = {"event": "onRoundEnd", "who": "you", "do": [{"type": "gainMana", "amount": 1}]}

        assert problems(card(triggers=[trigger])) == [("E-PATH", "/triggers/0/who")]

    def test_of_a_word_is_said_once(self) -> None:
        spread = {
            "type": "if",
            "condition": {"type": "Spread", "school": "ice"},
            "do": [{"type": "gainMana", "amount": 2}],
        }

        assert problems(card(spread)) == [("E-ENUM", "/behaviors/0/do/0/condition/school")]

    @pytest.mark.parametrize("wrong", [None, 5, "x", [], [None], [{}], {"who": "you"}, [{"who": 3, "event": 4}]])
    def test_is_found_in_anything_that_is_no_list_of_triggers(self, wrong: Any) -> None:
        assert any(code == "E-SCHEMA" for code, _ in problems(card(triggers=wrong)))


class TestWhatMayBeReferredTo:
    @pytest.mark.parametrize("key", ["do/0/amount", "condition"])
    @pytest.mark.parametrize("base", ["/behaviors/0/do/0", "/triggers/0"])
    def test_inside_a_shorthand_is_what_its_event_gives(self, base: str, key: str) -> None:
        trigger = {"event": "onDamageTaken", "who": "you", "do": [{"type": "gainMana", "amount": 1}]}
        written = card({"type": "when", **trigger}, triggers=[trigger])
        named = {found.insert for found in api.scope("wizards", json.dumps(written), f"{base}/{key}")}

        assert {"$onDamageTaken.amount", "$onPlay.playerUUID"} <= named


class TestOldSpelling:
    def test_of_a_field_of_the_event_is_renamed_inside(self) -> None:
        """The references in a `when` follow its event, as those of a trigger do."""
        trigger = {"event": "onExplored", "do": [{"type": "gold", "mode": "add", "amount": 1, "target": "$onExplored.byWho"}]}  # fmt: skip
        plain = WIZARDS.rewrite(card({"type": "addTriggers", "triggers": [trigger]})).document
        short = WIZARDS.rewrite(card({"type": "when", **trigger})).document

        assert short["behaviors"][0]["do"][0]["do"] == plain["behaviors"][0]["do"][0]["triggers"][0]["do"]


class TestShippedCards:
    def test_mean_what_they_meant_before_shorthands(self) -> None:
        """A card whose rules are changed on purpose takes its new digest into the file."""
        before = json.loads(CORE.read_text("utf-8"))
        now = {name: digest(SHIPPED_CARDS[name]) for name in before}

        assert now == before

    def test_have_a_median_of_at_most_so_many_lines(self) -> None:
        lines = [len(json.dumps(held, indent=2, ensure_ascii=False).splitlines()) for held in SHIPPED_CARDS.values()]

        assert median(lines) <= MEDIAN

    @pytest.mark.parametrize("name", sorted(set().union(*VOCABULARY.shorthands) - OF_EVERY_GAME))
    def test_use_each_shorthand(self, name: str) -> None:
        assert len([held for held in SHIPPED_CARDS.values() if name in shorthands(held)]) >= USES


class TestInAPreview:
    def test_is_one_node(self) -> None:
        """What it stands for is not in the text of the card, so no one could look for it there."""
        when = {"type": "when", "event": "onDefeat", "who": "you", "mode": "battle", "condition": {"type": "Spread"}, "do": [{"type": "youDraw", "amount": 1}]}  # fmt: skip
        pairs = [(block["place"], block["type"]) for block in api.card_blocks("wizards", card(when))]
        at = "/behaviors/0/do/0"

        assert pairs == [(at, "when"), (f"{at}/condition", "Spread"), (f"{at}/do/0", "youDraw")]

    def test_is_counted_where_it_is_written(self) -> None:
        spell = card({"type": "if", "condition": {"type": "Spread"}, "do": []}, {"type": "gainMana", "amount": 2})
        spec = api.preview_plan("wizards", candidate=spell, baseline=None, preset="smoke")
        result = api.preview_report(spec, api.preview_fold(spec, None, api.preview_chunk(spec, 0)))
        types_by_place = {place: node["type"] for place, node in result["coverage"].items()}
        at = "/behaviors/0/do"

        assert types_by_place == {f"{at}/0": "if", f"{at}/0/condition": "Spread", f"{at}/1": "gainMana"}
        assert result["coverage"][f"{at}/1"]["reached"] > 0


class TestAFix:
    """It changes the author's text, never what a shorthand stands for."""

    @pytest.mark.parametrize("who", [{}, {"who": "you"}], ids=["plain", "who"])
    def test_adds_a_key_beside_those_of_the_author(self, who: dict[str, str]) -> None:
        """A trigger on an event that is only asked about wants the stage `check`."""
        trigger = {"event": CHECK_EVENTS[0], **who, "mode": "round", "do": []}
        fixes = [step for one in check(VOCABULARY, card(triggers=[trigger])) for step in one.fix or ()]

        assert {"op": "add", "path": "/triggers/0/stage", "value": "check"} in fixes

    def test_is_not_offered_where_the_key_would_go_into_a_shorthand(self) -> None:
        when = {"type": "when", "event": CHECK_EVENTS[0], "mode": "round", "do": []}
        fixes = [step for one in check(VOCABULARY, card(when)) for step in one.fix or ()]

        assert [step for step in fixes if step["op"] == "add"] == []

    def test_is_offered_in_a_card_without_shorthands_as_before(self) -> None:
        plain = {"type": "addTriggers", "triggers": [{"event": CHECK_EVENTS[0], "mode": "round", "do": []}]}
        fixes = [step for one in check(VOCABULARY, card(plain)) for step in one.fix or ()]

        assert {"op": "add", "path": "/behaviors/0/do/0/triggers/0/stage", "value": "check"} in fixes
