"""Documents of halo: the source's own examples load, and what it refuses is refused at its place. Conformance 111 to 119, 123, 132, 135."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from engine import api
from engine.language.compiling.compile import Unit
from engine.language.reading.surface import desugar
from engine.rulesets import find
from engine.rulesets.halo.vocabulary import HALO

Json = dict[str, Any]
EXAMPLES = Path(__file__).with_name("halo_documents")


def examples() -> dict[str, Json]:
    """Return the source's example cards by id."""
    files = ("units.v1.json", "vessels.v1.json", "token-templates.v1.json")
    return {card["id"]: card for name in files for card in json.loads((EXAMPLES / name).read_text("utf-8"))}


KNOWN_EXAMPLES = frozenset(examples())


def marine(**changed: Any) -> Json:
    """Return the example unit, with some fields changed; None takes one away."""
    card = {**examples()["UNSC-001"], **changed}
    return {name: value for name, value in card.items() if value is not None or name not in changed}


def savannah(**changed: Any) -> Json:
    """Return the example vessel with some of its vessel data changed."""
    card = examples()["VES-UNSC-SAVANNAH"]
    return {**card, "vesselStats": {**card["vesselStats"], **changed}}


def codes_and_pointers(card: Json) -> list[tuple[str, str]]:
    """Return code and pointer of each problem of a card."""
    report = api.validate("halo", json.dumps(card), known_ids=KNOWN_EXAMPLES)
    return [(problem.code, problem.path) for problem in report.problems]


def errors(card: Json) -> list[tuple[str, str]]:
    return [each for each in codes_and_pointers(card) if each[0].startswith("E-")]


def pack(folder: Path, **files: Any) -> Path:
    """Lay a pack out as the source does and return its folder."""
    names = [f"{name}.v1.json" for name in files]
    manifest = {"cardDataVersion": "1.0.0", "schemaVersion": "1.0.0", "cardFiles": names}
    (folder / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    for name, cards in files.items():
        text = cards if isinstance(cards, str) else json.dumps(cards)
        (folder / f"{name}.v1.json").write_text(text, "utf-8")
    return folder


def ability(**changed: Any) -> Json:
    """Return the example ability with some parts changed."""
    return {**examples()["UNSC-001"]["abilities"][0], **changed}


def summons(token: str) -> Json:
    effect = {"type": "SUMMON_TOKEN", "target": "SOURCE_LANE_BACKLINE", "params": {"tokenId": token, "count": 1}}
    return marine(abilities=[ability(trigger="KILL_OCCURRED", conditions=[], effects=[effect])])


class TestKindOfCard:
    @pytest.mark.parametrize("kind", [{}, [], 1, True])
    def test_that_is_no_text_is_a_problem_with_a_place(self, kind: Any) -> None:
        """An object here was a TypeError, over the API too."""
        assert ("E-SCHEMA", "/cardType") in codes_and_pointers(marine(cardType=kind))


class TestTheSourcesExamples:
    def test_load_in_strict_mode(self) -> None:
        """Conformance 111: §5.2, §6 and the ability of §2.3; the token has deckLimit 0."""
        result = api.load(EXAMPLES, "halo")

        assert [problem.code for problem in result.problems] == ["W-COERCE"]
        assert {card["id"] for card, _ in result.cards} == KNOWN_EXAMPLES
        assert {card["id"]: card.get("deckLimit") for card, _ in result.cards}["TOKEN-COMBAT-FORM"] == 0

    def test_stay_as_they_are_written(self) -> None:
        """A canonical document is the source's own, but for the text that spelled a number."""
        expected_marine = marine()
        expected_marine["abilities"][0]["conditions"][0]["args"][1] = 1

        assert api.validate("halo", json.dumps(marine())).document == expected_marine
        assert api.validate("halo", json.dumps(savannah())).document == savannah()

    def test_may_leave_everything_out_that_may_be_absent(self) -> None:
        """`null` is absent, and what may be absent is in no list of required fields."""
        bare = {
            name: marine()[name] for name in ("id", "name", "version", "faction", "cardType", "rarity", "cost", "stats")
        }
        nulls = {**bare, "keywords": None, "abilities": None, "deckLimit": None, "vesselStats": None}

        assert codes_and_pointers(bare) == []
        assert codes_and_pointers(nulls) == []
        assert api.validate("halo", json.dumps(nulls)).document == bare

    @pytest.mark.parametrize("key", ["id", "name", "version", "faction", "cardType", "rarity", "cost"])
    def test_need_the_required_fields(self, key: str) -> None:
        assert errors({name: value for name, value in marine().items() if name != key})


class TestOneId:
    @pytest.mark.parametrize("other", [{}, {"name": "Somebody else"}], ids=["same content", "other content"])
    def test_twice_is_refused_with_both_files(self, tmp_path: Path, other: Json) -> None:
        """Conformance 112: the same id is refused whether the content is the same or not."""
        result = api.load(pack(tmp_path, units=[marine()], more=[marine(**other)]), "halo")
        (twice,) = [problem for problem in result.problems if problem.code == "E-DUP"]

        assert result.cards == ()
        assert twice.file == "more.v1.json"
        assert "units.v1.json" in twice.message["en"]

    def test_of_two_abilities_is_refused(self) -> None:
        assert errors(marine(abilities=[ability(), ability()])) == [("E-DUP", "/abilities/1/id")]


class TestALegendaryCard:
    def test_that_allows_more_than_one_is_warned_of(self) -> None:
        """Conformance 113: the warning; what a deck may hold of it is one all the same."""
        assert ("W-LEGENDARY", "/deckLimit") in codes_and_pointers(marine(isLegendary=True, deckLimit=3))
        assert errors(marine(isLegendary=True, deckLimit=3)) == []

    @pytest.mark.parametrize("limit", [1, 0, None])
    def test_that_does_not_is_not(self, limit: int | None) -> None:
        assert "W-LEGENDARY" not in dict(codes_and_pointers(marine(isLegendary=True, deckLimit=limit)))

    @pytest.mark.parametrize(
        ("changed", "count"),
        [({"deckLimit": 1}, 2), ({"isLegendary": True, "deckLimit": 3}, 2), ({"deckLimit": None}, 4)],
    )
    def test_and_any_other_has_its_limit_in_a_deck(self, tmp_path: Path, changed: Json, count: int) -> None:
        """Conformance 123: the limit that counts is the card's, one for a legendary card, three where nothing is said."""
        deck = {"deckId": "d", "cards": [{"id": "UNSC-001", "count": count}]}
        folder = pack(tmp_path, units=[marine(**changed)])
        (folder / "deck.json").write_text(json.dumps(deck), "utf-8")
        reported = api.load([folder / "units.v1.json", folder / "deck.json"], "halo").problems

        assert {problem.code for problem in reported} & {"E-DECK-LIMIT", "E-DECK-LEGENDARY"}


class TestAnUnknownWord:
    @pytest.mark.parametrize(
        ("card", "path"),
        [
            (marine(keywords=[{"name": "SHIELDD", "value": 1}]), "/keywords/0/name"),
            (marine(abilities=[ability(trigger="KILL_OCURRED")]), "/abilities/0/trigger"),
            (marine(abilities=[ability(effects=[{"type": "DEAL_DAMGE", "target": "SOURCE", "params": {}}])]), "/abilities/0/effects/0/type"),
            (marine(abilities=[ability(conditions=[{"op": "SAME_LAN", "args": []}])]), "/abilities/0/conditions/0/op"),
            (marine(abilities=[ability(effects=[{"type": "DESTROY", "target": "TARGETT", "params": {}}])]), "/abilities/0/effects/0/target"),
        ],
        ids=["keyword", "trigger", "effect", "op", "target"],
    )  # fmt: skip
    def test_is_reported_at_its_place_with_the_nearest(self, card: Json, path: str) -> None:
        """Conformance 114: four kinds of word, and targets; the nearest right one is named. A keyword may be a card of the pack."""
        report = api.validate("halo", json.dumps(card))
        (reported,) = [problem for problem in report.problems if problem.severity == "error"]

        assert (reported.code, reported.path) == ("E-REF" if "keywords" in path else "E-ENUM", path)
        assert reported.nearest is not None

    def test_stops_the_strict_load(self, tmp_path: Path) -> None:
        assert api.load(pack(tmp_path, units=[marine(), marine(id="X", faction="ELVES")]), "halo").cards == ()

    @pytest.mark.parametrize(
        ("changed", "key"), [({"tonnageClass": "TUG"}, "tonnageClass"), ({"payloadType": "SUPPORT"}, "payloadType")]
    )
    def test_of_a_vessel_is_reported_too(self, changed: Json, key: str) -> None:
        """Conformance 119: in the source's §3, SUPPORT is in the ship table but not in the enumeration."""
        assert errors(savannah(**changed)) == [("E-ENUM", f"/vesselStats/{key}")]


class TestVesselData:
    def test_must_stand_on_vessels_and_nowhere_else(self) -> None:
        """Conformance 115."""
        bare = {name: value for name, value in savannah().items() if name != "vesselStats"}

        assert errors(bare) == [("E-VESSEL", "")]
        assert errors(marine(vesselStats=savannah()["vesselStats"])) == [("E-VESSEL", "/vesselStats")]

    def test_list_sections_exactly_where_there_are_several(self) -> None:
        core = {"name": "Core", "maxHp": 5, "critical": True}

        assert errors(savannah(multiSection=True)) == [("E-VESSEL", "/vesselStats/sections")]
        assert errors(savannah(sections=[core])) == [("E-VESSEL", "/vesselStats/sections")]
        assert codes_and_pointers(savannah(multiSection=True, sections=[core])) == []
        assert codes_and_pointers(savannah(multiSection=True, sections=[{**core, "maxHp": 9}])) == [
            ("W-KEYWORD", "/stats/healthCap")
        ]

    def test_and_keywords_that_differ_are_warned_of(self) -> None:
        """HA9: where both say the same the field counts."""
        assert codes_and_pointers(savannah(pointDefense=2)) == [("W-KEYWORD", "/keywords/0")]
        assert codes_and_pointers(marine(keywords=[{"name": "SHIELDED", "value": 2}], abilities=[])) == [
            ("W-KEYWORD", "/keywords/0")
        ]


class TestStats:
    def test_must_stand_on_what_fights_and_on_nothing_that_does_not(self) -> None:
        assert errors(marine(stats=None)) == [("E-STATS", "")]
        assert errors(marine(cardType="FIELD", abilities=[], keywords=[])) == [("E-STATS", "/stats")]
        assert errors(marine(stats={"attack": 1, "shieldCap": 0, "healthCap": 0})) == [("E-STATS", "/stats/healthCap")]

    def test_may_stand_on_armory_cards(self) -> None:
        assert errors(marine(cardType="ARMORY", stats={"attack": 1, "shieldCap": 0, "healthCap": 0})) == []
        assert errors(marine(cardType="ARMORY", stats=None)) == []


class TestTokens:
    def test_alone_say_where_they_go_without_room(self) -> None:
        token = {**examples()["TOKEN-COMBAT-FORM"], "tokenTemplate": {"fallback": "STANDBY"}}

        assert codes_and_pointers(token) == []
        assert errors(marine(tokenTemplate={"fallback": "STANDBY"})) == [("E-TOKEN", "/tokenTemplate/fallback")]
        assert errors({**token, "tokenTemplate": {"fallback": "LOST"}}) == [("E-ENUM", "/tokenTemplate/fallback")]

    @pytest.mark.parametrize(
        "card", [marine(), savannah(), examples()["TOKEN-COMBAT-FORM"]], ids=lambda card: card["id"]
    )
    @pytest.mark.parametrize("template", ["", "TOKEN-COMBAT-FORM", "fallback", "卡 \u202f", {}], ids=repr)
    def test_and_other_cards_may_have_a_template_that_is_a_text(self, card: Json, template: object) -> None:
        """003§2.1 leaves the type open: "仅 TOKEN 或可生成对象存在". It is kept as it is, in the schema's eyes too."""
        text = {**card, "tokenTemplate": template}
        reported = api.validate("halo", json.dumps(text, ensure_ascii=False), known_ids=KNOWN_EXAMPLES)

        assert [problem.code for problem in reported.problems if problem.severity == "error"] == []
        assert reported.document is not None and reported.document["tokenTemplate"] == template
        assert Draft202012Validator(api.schema("halo")).is_valid({**text, "abilities": []})
        assert api.describe("halo", reported.document, "en") != ""

    @pytest.mark.parametrize(
        "template", [1, True, [], ["TOKEN-COMBAT-FORM"], "x" * 201], ids=lambda held: repr(held)[:9]
    )
    def test_have_no_template_of_another_type(self, template: object) -> None:
        written_marine = marine(tokenTemplate=template, abilities=[])

        assert errors(written_marine) == [("E-SCHEMA", "/tokenTemplate")]
        assert not Draft202012Validator(api.schema("halo")).is_valid(written_marine)

    def test_with_a_text_for_a_template_are_loaded_and_compiled(self, tmp_path: Path) -> None:
        token = {**examples()["TOKEN-COMBAT-FORM"], "tokenTemplate": "fallback"}
        cards = [marine(tokenTemplate="TOKEN-COMBAT-FORM", id="OWN-1"), summons("TOKEN-COMBAT-FORM"), token]
        result = api.load(pack(tmp_path, units=cards), "halo")
        program = find("halo").program(result.cards, seats=2)

        assert [problem.code for problem in result.problems if problem.severity == "error"] == []
        assert [card.get("tokenTemplate") for card, _ in result.cards] == [card.get("tokenTemplate") for card in cards]
        assert "fallback" not in program.cards[token["id"]].words

    def test_that_are_summoned_must_be_there(self) -> None:
        """Conformance 116, first half: an id that no card has."""
        (reported,) = api.validate("halo", json.dumps(summons("TOKEN-COMBAT-FROM")), known_ids=KNOWN_EXAMPLES).problems

        assert (reported.code, reported.path) == ("E-REF", "/abilities/0/effects/0/params/tokenId")
        assert reported.nearest == "TOKEN-COMBAT-FORM"

    def test_that_are_summoned_must_be_tokens(self, tmp_path: Path) -> None:
        """Conformance 116, second half: an id of a card that is no token."""
        cards = [summons("VES-UNSC-SAVANNAH"), savannah(), examples()["TOKEN-COMBAT-FORM"]]
        result = api.load(pack(tmp_path, units=cards), "halo")
        (reported,) = [problem for problem in result.problems if problem.severity == "error"]

        assert result.cards == ()
        assert (reported.code, reported.path) == ("E-REF", "/0/abilities/0/effects/0/params/tokenId")
        assert (reported.found, reported.wanted) == ("VES-UNSC-SAVANNAH", "TOKEN")

    def test_that_are_tokens_are_summoned_without_a_word(self, tmp_path: Path) -> None:
        cards = [summons("TOKEN-COMBAT-FORM"), examples()["TOKEN-COMBAT-FORM"]]

        assert api.load(pack(tmp_path, units=cards), "halo").problems == ()


class TestAPack:
    def test_names_the_file_that_is_missing_or_cannot_be_read(self, tmp_path: Path) -> None:
        """Conformance 117: a manifest's file is missing; another is no JSON."""
        folder = pack(tmp_path, units=[marine()], broken="[{", absent=[])
        (folder / "absent.v1.json").unlink()
        reported = {
            problem.file: problem.code for problem in api.load(folder, "halo").problems if problem.severity == "error"
        }

        assert reported.keys() >= {"absent.v1.json", "broken.v1.json"}
        assert reported["absent.v1.json"] == "E-FILE"

    def test_with_one_bad_card_loads_the_others_in_development_mode(self, tmp_path: Path) -> None:
        """Conformance 118: one bad of three."""
        folder = pack(tmp_path, units=[marine(), marine(id="BAD", rarity="MYTHIC"), marine(id="THIRD")])
        result, refusal = (api.load(folder, "halo", mode) for mode in ("development", "strict"))

        assert [card["id"] for card, _ in result.cards] == ["UNSC-001", "THIRD"]
        assert [problem.code for problem in result.problems if problem.severity == "error"] == ["E-ENUM"]
        assert refusal.cards == ()


class TestPriority:
    def test_of_an_ability_is_what_listeners_are_ordered_by(self) -> None:
        """Conformance 132: priority 180 comes before priority 220; lower numbers first."""
        ruleset = find("halo")
        abilities_by_id = {card["id"]: ruleset.compile_card(card, "0" * 8)[0].abilities for card in examples().values()}

        assert abilities_by_id["VES-UNSC-SAVANNAH"][0].priority == 180
        assert abilities_by_id["FLD-INFECTOR"][0].priority == 220
        assert ruleset.mechanics.order.keys == ("priority",)


class TestArguments:
    def test_that_spell_a_number_are_read_as_it(self) -> None:
        """Conformance 135: `["INFANTRY", "1"]` is coerced, `["INFANTRY", "x"]` is of another type."""
        place = "/abilities/0/conditions/0/args/1"
        wrong = marine(
            abilities=[ability(conditions=[{"op": "SOURCE_IN_LANE_WITH_ALLY_TAG", "args": ["INFANTRY", "x"]}])]
        )

        assert codes_and_pointers(marine()) == [("W-COERCE", place)]
        assert codes_and_pointers(wrong) == [("E-TYPE", place)]

    def test_of_a_keyword_are_its_number(self) -> None:
        """HA15: X is 1 where it is not written, and no number stands with a keyword that takes none."""
        battery = marine(abilities=[], keywords=[{"name": "ORBITAL_BATTERY"}])
        report = api.validate("halo", json.dumps(battery))

        assert [problem.code for problem in report.problems] == ["W-COERCE"]
        assert report.document is not None
        assert report.document["keywords"] == [{"name": "ORBITAL_BATTERY", "value": 1}]
        assert errors(marine(abilities=[], keywords=[{"name": "ARMOR", "value": 2}])) == [
            ("E-SCHEMA", "/keywords/0/value")
        ]

    @pytest.mark.parametrize(
        ("effect", "target"),
        [("DRAW", "SOURCE"), ("SUMMON_TOKEN", "SOURCE"), ("ROLL_MISS_CHANCE", "TARGET"), ("DESTROY", "ENEMY_BASE"), ("DEAL_DAMAGE", "OWNER")],
    )  # fmt: skip
    def test_are_of_the_kind_that_the_effect_takes(self, effect: str, target: str) -> None:
        params = {
            "DRAW": {"count": 1}, "SUMMON_TOKEN": {"tokenId": "TOKEN-COMBAT-FORM", "count": 1}, "DESTROY": {},
            "ROLL_MISS_CHANCE": {"chancePct": 50}, "DEAL_DAMAGE": {"amount": 1},
        }  # fmt: skip
        card = marine(
            abilities=[
                ability(trigger="ORBITAL_STRIKE_DECLARED", conditions=[], effects=[{"type": effect, "target": target, "params": params[effect]}])
            ]
        )  # fmt: skip

        assert errors(card) == [("E-TYPE", "/abilities/0/effects/0/target")]

    def test_in_a_stage_of_their_own_need_not_be_chosen(self) -> None:
        """An effect that cannot change damage on its way is done after it; one that can stands there alone."""
        late = marine(abilities=[ability(effects=[{"type": "DRAW", "target": "OWNER", "params": {"count": 1}}])])
        nowhere = marine(abilities=[ability(trigger="UNIT_DEPLOYED")])

        assert errors(late) == []
        assert [code for code, _ in errors(nowhere)] == ["E-INLINE"]

    def test_are_refused_where_the_event_lacks_what_they_change(self) -> None:
        dying = marine(abilities=[ability(trigger="UNIT_WOULD_DIE")])
        problems = [one for one in api.validate("halo", json.dumps(dying)).problems if one.severity == "error"]

        assert [(problem.code, problem.path) for problem in problems] == [("E-INLINE", "/abilities/0/effects/0")]
        assert "changes what UNIT_WOULD_DIE does not have" in problems[0].message["en"]
        assert problems[0].wanted == ["DAMAGE_CALC_STARTED", "SHIELD_DAMAGE_STARTED"]

    def test_are_refused_on_an_event_that_can_only_be_changed(self) -> None:
        draw = {"type": "DRAW", "target": "OWNER", "params": {"count": 1}}
        exile = {"type": "INSTEAD_OF_DEATH", "target": "THIS", "params": {"fate": "EXILED"}}
        for event, able in (
            ("UNIT_WOULD_DIE", ["INSTEAD_OF_DEATH"]),
            ("SHIELD_DAMAGE_STARTED", ["MODIFY_DAMAGE", "SCALE_DAMAGE"]),
        ):
            problems = api.validate(
                "halo", json.dumps(marine(abilities=[ability(trigger=event, effects=[draw])]))
            ).problems
            matching_problems = [problem for problem in problems if problem.severity == "error"]

            assert [(problem.code, problem.path) for problem in matching_problems] == [
                ("E-INLINE", "/abilities/0/effects/0")
            ]
            assert matching_problems[0].wanted == able
        assert errors(marine(abilities=[ability(trigger="UNIT_WOULD_DIE", effects=[exile])])) == []


class TestAnEventThatNothingRaises:
    def test_is_warned_of(self) -> None:
        drawn = {"type": "DRAW", "target": "OWNER", "params": {"count": 1}}
        card = marine(abilities=[ability(trigger="GALACTIC_EVENT", conditions=[], effects=[drawn])])

        assert codes_and_pointers(card) == [("W-EVENT", "/abilities/0/trigger")]


class TestNewCards:
    @pytest.mark.parametrize("template", api.templates("halo"), ids=lambda template: str(template.key))
    def test_are_right_as_they_begin(self, template: Any) -> None:
        report = api.validate("halo", template.text("NEW-001"))

        assert report.problems == ()
        assert report.document is not None
        assert report.document["cardType"] == template.kind

    def test_are_there_for_every_kind(self) -> None:
        assert [template.kind for template in api.templates("halo")] == [kind.name for kind in HALO.kinds]

    @pytest.mark.parametrize(
        "broken", [{}, {"cost": 3, "keywords": 1, "stats": [], "vesselStats": "x"}, {"keywords": [1, {}]}]
    )
    def test_have_a_face_however_far_they_are(self, broken: Json) -> None:
        assert api.face("halo", broken)["name"] == {"en": "", "zh": ""}


class TestNumbers:
    @pytest.fixture(name="defined")
    def _defined(self) -> Callable[[Json], Any]:
        return lambda card: find("halo").define(desugar(HALO, card).document, card["cardType"], _unit())

    def test_are_those_of_the_fields(self, defined: Callable[[Json], Any]) -> None:
        """HA9: of keyword and field the field counts, once."""
        made = defined(savannah(pointDefense=3, shieldHardening=2)).numbers

        assert (made["kw.POINT_DEFENSE"], made["kw.SHIELD_HARDENING"], made["shieldCap"]) == (3, 2, 3)

    def test_of_sections_make_the_hull(self, defined: Callable[[Json], Any]) -> None:
        parts = [{"name": "Generator", "maxHp": 6, "critical": False}, {"name": "Core", "maxHp": 8, "critical": True}]
        made = defined(savannah(multiSection=True, sections=parts)).numbers

        assert [made[name] for name in ("section.0", "section.1", "critical.0", "critical.1", "health")] == [
            6,
            8,
            0,
            1,
            14,
        ]

    def test_of_an_armory_card_are_what_it_adds(self, defined: Callable[[Json], Any]) -> None:
        numbers = defined(marine(cardType="ARMORY", abilities=[])).numbers

        assert "health" not in numbers
        assert numbers["healthCap"] == 2


def _unit() -> Unit:
    return Unit(HALO, "x@0", "x", counting=False)
