"""What is played is what was written: a card takes the newest drafts of the cards that it names along, and refuses what is nowhere."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from django.test import Client

from cards.errors import StateConflict
from cards.gateway import scenario_files
from cards.models import Account, Card, Pack, Preview
from cards.queries.cards import CardFilters, card_page
from cards.queries.gates import plan_gates
from cards.queries.health import health_rows
from cards.queries.history import draft_get
from cards.queries.plan import plan_of
from cards.queries.previews.listing import preview_get
from cards.queries.scenario import documents_beside, scenario_list, scenario_tables
from cards.services.card import card_create, card_trash
from cards.services.draft import draft_save
from cards.services.hand import hand_plan
from cards.services.pack import PackForm, pack_create
from cards.services.previews.start import preview_start
from cards.services.scenario import scenario_create, scenario_run
from cards.services.sweep import sweep_start
from cards.services.version import version_create
from engine.language.spec.records import RecordSpec
from engine.rulesets import find
from engine.simulation.plan import spec_hash
from engine.simulation.play import decks_of
from engine.simulation.run import block_seed, worlds
from engine.simulation.watch import watch
from tests.cards.jobs.played_drafts import ATTEMPTS, PACKS, texts

pytestmark = pytest.mark.django_db
Json = dict[str, Any]
MATCHES = 12
"""Matches of random bots in which everything named must have been there."""


def drafts(admin: Account, game: str) -> dict[str, Card]:
    """Return the drafts of a new pack by their ids; the pack has no release."""
    pack = pack_create(actor=admin, slug=game, ruleset=game, form=PackForm(name={"en": game}, approvals_needed=0))
    return {name: card_create(actor=admin, pack=pack, text=text) for name, text in texts(game)}


def objects(value: Any) -> Iterator[Json]:
    """Yield every object in a document."""
    if isinstance(value, dict):
        yield value
    for held in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from objects(held)


def words(value: Any) -> set[str]:
    """Return every text in a part of a state, names among them."""
    texts, stack = set[str](), [value]
    while stack:
        part = stack.pop()
        if isinstance(part, str):
            texts.add(part)
        elif isinstance(part, list | tuple):
            stack += part
        elif isinstance(part, dict | Mapping):
            stack += (*part, *part.values())
    return texts


def cards_met(game: str, spec: Mapping[str, Any], names: set[str]) -> set[str]:
    """Return those of some cards that were in matches of a plan: at the table, or what its ground and rules are."""
    rules, names_met = find(game), set[str]()
    pair, strata, card = worlds(rules, spec, spec_hash(spec)), spec["layout"]["strata"], [spec["layout"]["card"]]
    for block in range(MATCHES):
        decks = decks_of(spec, strata[block % len(strata)], [card, card])
        for seen in watch(pair[0], decks, block_seed(spec, block)):
            state = seen.step.state
            names_met |= names & words((state.entities, state.globals))
        if names_met == names:
            break
    return names_met


@pytest.mark.parametrize("game", PACKS)
class TestADraftThatNamesDrafts:
    def test_names_one_in_every_field_that_names_a_card(self, game: str) -> None:
        """A new field that names a card needs a draft here."""
        vocabulary, ids = find(game).vocabulary, {card["id"] for card in PACKS[game]}
        current_objects = list(objects(list(PACKS[game])))
        missing = set()
        for spec in (*vocabulary.records, *vocabulary.nodes):
            for key in spec.fields:
                if key.reference.names != "card":
                    continue
                able = [
                    current_object
                    for current_object in current_objects
                    if (
                        current_object.keys() <= {each.name for each in spec.fields}
                        if isinstance(spec, RecordSpec)
                        else current_object.get("type") == spec.name
                    )
                ]
                if not any(ids & words((item.get("params") or item).get(key.name)) for item in able):
                    missing.add(f"{spec.name}.{key.name}")
        assert missing == set()

    def test_is_played_with_each_of_them(self, game: str, admin: Account) -> None:
        cards = drafts(admin, game)
        remaining_cards = set(cards)
        for name in ATTEMPTS[game]:
            preview = preview_start(actor=admin, card=cards[name], preset="smoke", seed=3)
            hand = hand_plan(account=admin, card=cards[name])
            revisions_by_card = {item["card"]: item["revision"] for item in preview.plan["beside"]}

            assert preview.spec["cards"] == hand.spec["cards"]
            assert revisions_by_card == {revision: cards[revision].draft.revision for revision in revisions_by_card}
            spec = {**preview.spec, "bots": ["random"]}
            assert cards_met(game, spec, {name, *revisions_by_card}) == {name, *revisions_by_card}
            remaining_cards -= {name, *revisions_by_card}
            Preview.objects.all().delete()
        assert remaining_cards == set()


def enter(admin: Account, pack: Pack, **more: Any) -> Card:
    """Make a draft of an ability, a unit or what else is said."""
    return card_create(actor=admin, pack=pack, text=json.dumps({"name": "New", "rarity": "common", **more}))


def save(admin: Account, card: Card, **extra: Any) -> None:
    """Save a draft with other fields."""
    draft = Card.objects.get(pk=card.pk).draft
    text = json.dumps({**json.loads(draft.text), **extra})
    draft_save(actor=admin, card=card, text=text, texts=None, based_on=draft.etag)


STRONGER = [{"stat": "atk", "op": "add", "value": 1}]
UNIT: Json = {"colors": ["white"], "atk": 2, "mhp": 6, "mov": 2, "rng": 1, "spd": 1}


@pytest.fixture
def cards(admin: Account) -> tuple[Card, Card]:
    """Return a unit and its ability, both of them drafts."""
    pack = pack_create(actor=admin, slug="own", ruleset="encounter", form=PackForm(name={"en": "Own"}))
    ability = enter(admin, pack, id="own.ability", type="ability", static=STRONGER)
    return enter(admin, pack, id="own.unit", type="unit", abilities=["own.ability"], **UNIT), ability


class TestTheNewestForm:
    def test_is_the_draft_and_of_a_broken_one_the_last_version(self, admin: Account, cards: tuple[Card, Card]) -> None:
        unit, ability = cards
        version_create(actor=admin, card=ability, based_on=ability.draft.etag)
        save(admin, ability, static=[{**STRONGER[0], "value": 2}])
        newer = preview_start(actor=admin, card=unit, preset="smoke")
        drafts = [Card.objects.get(pk=ability.pk).draft.sha256]
        save(admin, ability, static=[{**STRONGER[0], "op": "none"}])
        older = preview_start(actor=admin, card=unit, preset="smoke")
        drafts.append(Card.objects.get(pk=ability.pk).draft.sha256)

        values = [
            next(card["static"][0]["value"] for card in preview.spec["cards"] if card["id"] == "own.ability")
            for preview in (newer, older)
        ]
        assert values == [2, 1]
        assert [preview.plan["beside"] for preview in (newer, older)] == [
            [{"card": "own.ability", "revision": 2, "version": None, "draft": drafts[0]}],
            [{"card": "own.ability", "revision": None, "version": 1, "draft": drafts[1]}],
        ]

    def test_is_the_same_for_every_value_of_a_sweep(self, admin: Account, cards: tuple[Card, Card]) -> None:
        sweep = sweep_start(actor=admin, card=cards[0], pointer="/atk", values=[1, 3])

        for preview in sweep.previews.all():
            assert "own.ability" in {card["id"] for card in preview.spec["cards"]}
            assert [one["card"] for one in preview.plan["beside"]] == ["own.ability"]

    def test_makes_a_hand_anew_when_a_card_beside_it_changes(self, admin: Account, cards: tuple[Card, Card]) -> None:
        before = hand_plan(account=admin, card=cards[0])
        save(admin, cards[1], static=[{**STRONGER[0], "value": 3}])

        assert hand_plan(account=admin, card=cards[0]).spec != before.spec

    def test_is_nowhere_where_no_form_is_sound(self, admin: Account, cards: tuple[Card, Card]) -> None:
        unit, ability = cards
        save(admin, ability, static=[{**STRONGER[0], "op": "none"}])
        tries = (
            lambda: preview_start(actor=admin, card=unit),
            lambda: hand_plan(account=admin, card=unit),
            lambda: sweep_start(actor=admin, card=unit, pointer="/atk", values=[1, 3]),
        )
        for each in tries:
            with pytest.raises(StateConflict) as error:
                each()
            assert "“own.ability”, named by “own.unit”" in error.value.detail["en"]
            assert "“own.ability”（由“own.unit”引用）" in error.value.detail["zh"]
        assert not Preview.objects.exists()

    def test_holds_encounters_of_a_map(self, admin: Account) -> None:
        cards = drafts(admin, "encounter")
        preview = preview_start(actor=admin, card=cards["b.map"], preset="smoke")

        assert list(preview.spec["layout"]["decks"]) == ["b.fight", "b.fight.player"]


def is_fresh(card: Card) -> bool:
    """Return what the newest preview of a card says of itself."""
    preview = preview_get(pack=card.pack, number=Preview.objects.filter(card=card).latest("number").number)
    return bool(preview.is_fresh)  # type: ignore[attr-defined]  # annotated by preview_get


class TestAPreviewIsOutOfDate:
    def test_when_a_card_that_was_taken_beside_changes(
        self, admin: Account, cards: tuple[Card, Card], client: Client
    ) -> None:
        unit, ability = cards
        preview = preview_start(actor=admin, card=unit, preset="quick")
        Preview.objects.filter(pk=preview.pk).update(state="finished", result={"flags": []}, estimate=None)
        client.force_login(admin)

        def statements() -> list[object]:
            """Return what each place that says so says: the preview, the list of cards and its filter, health."""
            page = card_page(account=admin, pack=unit.pack)
            row = next(row for row in page.rows if row.id == "own.unit")
            new_card_page = card_page(account=admin, pack=unit.pack, filters=CardFilters(preview="fresh"))
            marks = {
                health_row.written_id: health_row.mark
                for health_row in health_rows(pack=unit.pack, list_name="all", limit=9, offset=0)
            }
            assert row.preview is not None
            return [
                is_fresh(unit),
                row.preview["fresh"],
                [health_row.id for health_row in new_card_page.rows],
                marks["own.unit"],
            ]

        assert statements() == [True, True, ["own.unit"], "fresh"]
        save(admin, ability, description="Words of its own.")
        assert statements() == [False, False, [], "beside"]
        assert "related card" in client.get(f"/packs/own/previews/{preview.number}/").content.decode()
        save(admin, ability, description="")
        draft = Card.objects.get(pk=ability.pk).draft
        draft_save(
            actor=admin,
            card=ability,
            text=json.dumps({key: value for key, value in json.loads(draft.text).items() if key != "description"}),
            texts=None,
            based_on=draft.etag,
        )
        assert statements() == [True, True, ["own.unit"], "fresh"]
        card_trash(actor=admin, card=ability)
        assert is_fresh(unit) is False

    def test_for_a_release_when_that_card_ships_otherwise(self, admin: Account, cards: tuple[Card, Card]) -> None:
        """The gate compares the card beside with what ships, and with its draft, which a new preview would take."""
        unit, ability = cards

        def run_preview() -> None:
            preview = preview_start(actor=admin, card=unit, version=1, preset="quick")
            Preview.objects.filter(pk=preview.pk).update(state="finished", result={"flags": []}, estimate=None)

        def missing() -> list[tuple[str, bool]]:
            gates = {gate["id"]: gate for gate in plan_gates(plan=plan_of(pack=unit.pack))}
            named = [(row["card"], "taken beside" in row["why"]["en"]) for row in gates["previews"]["missing"]]
            return [row for row in named if row[0] == "own.unit"]

        for card in cards:
            version_create(actor=admin, card=card, based_on=draft_get(card=card).etag)
        assert missing() == [("own.unit", False)]
        run_preview()
        assert missing() == []
        save(admin, ability, description="Words of its own.")
        assert missing() == []
        version_create(actor=admin, card=ability, based_on=draft_get(card=ability).etag)
        assert missing() == [("own.unit", True)]
        run_preview()
        assert missing() == []

    def test_when_a_broken_draft_whose_version_was_taken_is_mended(
        self, admin: Account, cards: tuple[Card, Card]
    ) -> None:
        unit, ability = cards
        version_create(actor=admin, card=ability, based_on=ability.draft.etag)
        save(admin, ability, static=[{**STRONGER[0], "op": "none"}])
        preview_start(actor=admin, card=unit, preset="smoke")
        before = is_fresh(unit)
        save(admin, ability, static=[{**STRONGER[0], "value": 2}])

        assert (before, is_fresh(unit)) == (True, False)


def add_scenario(admin: Account, unit: Card) -> None:
    """Add a scenario of a unit that holds where its ability adds 1 to its health."""
    text = scenario_files.new_scenario("encounter", "own.unit", "New", documents_beside(card=unit))
    then = [{"entity": "it", "is": {"health": 6}}]
    scenario_create(actor=admin, card=unit, text=json.dumps({**json.loads(text), "then": then}))


class TestAScenario:
    """A scenario ignores no card either: a unit whose ability was broken passed without it."""

    def test_takes_the_newest_form_and_refuses_what_is_nowhere(self, admin: Account, cards: tuple[Card, Card]) -> None:
        unit, ability = cards
        add_scenario(admin, unit)

        def ran() -> tuple[str, list[Any]]:
            scenario_run(actor=admin, card=unit)
            [scenario] = scenario_list(card=unit)
            [outcome] = scenario.outcomes
            [table] = scenario_tables(pack=unit.pack, scenarios=[scenario])
            assert scenario.ran_on == table.ran_on
            statements = [failure.get("message") for failure in outcome["failures"]]
            return outcome["state"], [
                statements,
                *(failure["value"] for failure in table.documents.get("own.ability", {}).get("static", ())),
            ]

        assert ran() == ("passed", [[], 1])
        save(admin, ability, static=[{**STRONGER[0], "op": "none"}])
        state, [[message]] = ran()
        assert state == "not_set_up"
        assert message["en"] == (
            "“own.unit” names the card “own.ability”, which does not exist; no match can be played without it."
        )
        assert "“own.unit”引用了卡牌“own.ability”" in message["zh"]
        save(admin, ability, static=STRONGER)
        version_create(actor=admin, card=ability, based_on=Card.objects.get(pk=ability.pk).draft.etag)
        save(admin, ability, static=[{**STRONGER[0], "value": 2}])
        assert ran() == ("passed", [[], 2])
        save(admin, ability, static=[{**STRONGER[0], "op": "none"}])
        assert ran() == ("passed", [[], 1])


class TestAReleasePlan:
    def test_is_closed_by_a_card_that_is_nowhere_and_by_a_scenario_that_lacks_one(
        self, admin: Account, cards: tuple[Card, Card]
    ) -> None:
        """The ability has a broken draft and no version, so nothing of it ships."""
        unit, ability = cards
        add_scenario(admin, unit)
        version_create(actor=admin, card=unit, based_on=Card.objects.get(pk=unit.pk).draft.etag)
        save(admin, ability, static=[{**STRONGER[0], "op": "none"}])
        gates = {gate["id"]: gate for gate in plan_gates(plan=plan_of(pack=unit.pack))}

        assert [(item["card"], item["why"]["en"]) for item in gates["valid"]["missing"]] == [
            ("own.unit", "There is no card “own.ability”.")
        ]
        assert [(item["card"], item["why"]["zh"]) for item in gates["scenarios"]["missing"]] == [
            ("own.unit", "有场景无法布置：New。")
        ]
