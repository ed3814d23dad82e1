"""What an answer would change is what it changes; no state is written, and the result of chance is not foreseen."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.kernel.decisions import MAIN, option_key
from engine.kernel.view import View
from engine.rulesets.encounter import RULESET as ENCOUNTER
from engine.rulesets.genius import RULESET as GENIUS
from engine.rulesets.genius.words import HYDRO
from engine.scene import scene
from engine.simulation.foresight import Foreseen, option_foresight
from engine.story import Story
from tests.engine.laws.matches import RULESETS, SMALL, Game, many_moves, title
from tests.engine.rulesets import encounter_field, genius_field
from tests.engine.rulesets.genius_field import damage, duel, event_card, passive, skill

MOVES, OPTIONS = 60, 8
"""Moves of random matches that are looked at, and options of each question."""
WITHOUT_METERS = ("bout",)
"""Games whose boards draw no numbers that change."""


def foreseen_of(field: Any, word: str) -> Foreseen | None:
    """Return what is foreseen of an option, named as the field names it."""
    asked = field.asked()
    option = next(one for one in asked.options if str(field.scene.option(asked, one)) == word)
    return option_foresight(GENIUS, field.state, asked, option)


class TestAnAnswer:
    def test_does_what_was_foreseen_with_reaction_and_modifiers(self) -> None:
        """Conformance 103: a used-up bonus is not used by looking."""
        spend = {"type": "changeVariable", "name": "usage", "amount": -1}
        bonus = genius_field.entity(
            "more", "combatStatus", passive("m", "DAMAGE_ADD", {"type": "addDamage", "amount": 1}, spend), usage=1
        )
        field = duel(
            skill("hit", damage(3, "pyro")),
            cards=[bonus],
            own={"combatStatuses": [{"card": "more", "as": "more"}]},
            other={"people": {"foe1": {"aura": HYDRO}}},
        )
        before = field.digest()
        matches = foreseen_of(field, "skill1:hero")

        assert matches is not None
        (change,) = matches.changes
        assert (field.digest(), field.of("more", "usage")) == (before, 1)
        assert (change.entity, change.before) == (field.of("foe1", "id"), 10)
        assert [step.title.en for step in matches.steps][:2] == ["Infusion", "Add"]
        field.use()
        assert field.of("foe1", "health") == change.after == 4

    def test_of_chance_or_before_a_choice_is_not_foreseen(self) -> None:
        cards = [event_card("pick", damage(1), target="opponentCharacter")]
        field = duel(skill("hit", damage(2)), cards=cards, own={"hands": [{"card": "pick", "as": "pick"}]})

        assert foreseen_of(field, "end") is None
        assert foreseen_of(field, "play:pick") is None

    def test_of_a_card_names_who_is_hit(self) -> None:
        field = duel(cards=[event_card("bolt", damage(4))], own={"hands": [{"card": "bolt", "as": "bolt"}]})
        matches = foreseen_of(field, "play:bolt")

        assert matches is not None
        assert [(one.card, one.before, one.after) for one in matches.changes] == [("foe", 10, 6)]

    def test_of_an_attack_has_its_strikes_in_their_order(self) -> None:
        """Who is faster strikes first and more often; what is foreseen is what then happens."""
        field = encounter_field.duel(
            encounter_field.unit("swift", atk=3, mhp=10, spd=2), encounter_field.unit("slow", atk=2, mhp=10, spd=0)
        )
        question = field.asked()
        matches = option_foresight(ENCOUNTER, field.state, question, question.options[0])
        story = Story(ENCOUNTER, 2, "en", {}, beside_table=True)
        blows = [] if matches is None else matches.steps
        losses = {
            change.entity: change.before - change.after for change in (() if matches is None else matches.changes)
        }
        happened = [payload for name, payload in field.do("attack:one") if name == "BeDamaged"]

        assert [tuple(blow.payload.values()) for blow in blows] == happened
        assert [blow.payload["amount"] for blow in blows] == [3, 3, 2]
        for unit, amount in losses.items():
            assert amount == sum(blow.payload["amount"] for blow in blows if blow.payload["unitUUID"] == unit)
        assert re.fullmatch(r"#\d+ → #\d+", story.working(blows[0].title, blows[0].event, blows[0].payload))


@pytest.mark.parametrize("game", SMALL, ids=title)
def test_what_is_refused_with_a_reason_is_not_offered(game: Game) -> None:
    """A price that a board tells is the one that the rules ask for."""
    ruleset = RULESETS[game[0]]
    look = None if ruleset.board is None else ruleset.board.layout
    count = 0
    for _, before, _, _ in many_moves(game, MOVES, seed=3):
        question = before.decision
        if look is None or question is None or question.kind != MAIN:
            continue
        reasons = dict(look.refusals(before.state, question.seat))
        count += len(reasons)
        assert reasons.keys().isdisjoint(question.options)
        assert all(why.en and why.zh for why in reasons.values())
    assert count or game[0] in WITHOUT_METERS


@pytest.mark.parametrize("game", SMALL, ids=title)
def test_names_no_card_that_the_seat_does_not_see(game: Game) -> None:
    """A world in which hidden things are drawn again has a card at each hidden place; its name would be a guess."""
    ruleset, foreseen = RULESETS[game[0]], 0
    for _, before, _, _ in many_moves(game, MOVES, seed=3):
        question = before.decision
        if question is None:
            continue
        view = View(before.state, question.seat, ruleset.hidden_zones, ruleset.determinize)
        for option in question.options[:OPTIONS]:
            foresight = option_foresight(ruleset, before.state, question, option)
            changes = () if foresight is None else foresight.changes
            foreseen += len(changes)
            assert [change.name for change in changes if view.entity(change.entity) is None] == []
    assert foreseen or game[0] in WITHOUT_METERS, "no change was foreseen at all"


class TestTheTable:
    def test_of_dice_hides_those_of_the_other_and_counts_them(self) -> None:
        field = duel()
        mine, theirs = scene(GENIUS, field.state, 2, 0)["seats"]

        assert [sign["icon"] for sign in mine["pool"]["held"]] == ["genius-die-omni"] * mine["pool"]["count"]
        assert theirs["pool"]["held"] is None
        assert all(zone["name"] not in ("dice", "attached") for zone in mine["zones"])

    def test_of_a_grid_has_ways_and_reach_of_those_who_stand_on_it(self) -> None:
        cards = [encounter_field.unit("spear"), encounter_field.unit("foe")]
        field = encounter_field.Field(
            cards,
            {"field": [encounter_field.at("spear", 2, 2)]},
            {"field": [encounter_field.at("foe", 4, 2)]},
        )
        drawn_scene = scene(ENCOUNTER, field.scene.state, 2)
        (spear,) = next(zone for zone in drawn_scene["seats"][0]["zones"] if zone["on_grid"])["cards"]

        assert (drawn_scene["grid"]["columns"], drawn_scene["grid"]["rows"], len(drawn_scene["grid"]["cells"])) == (
            8,
            5,
            40,
        )
        assert (spear["cell"], spear["ways"]["C3"][-1], sorted(spear["reach"])) == (
            "B2",
            "C3",
            ["A2", "B1", "B3", "C2"],
        )
        assert "D2" not in spear["ways"]
        assert option_key("B3") == "B3"
