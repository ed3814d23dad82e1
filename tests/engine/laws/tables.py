"""How a card that no one wrote gets into a match of each game, so that it is used soon.

A ruleset that has no entry here uses its own experiment: the card in two slots of one seat's deck, or in its pile.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from engine import api
from engine.cardset import HashedCard
from engine.kernel.chance import Stream
from engine.kernel.definitions import CardDef
from engine.language.reading.inner_cards import INSIDE
from engine.ruleset import Ruleset
from engine.rulesets import find
from tests.engine.language.strategies import Keyed, Maker

Json = dict[str, Any]


class Table(NamedTuple):
    """How one game takes a card in.

    Shapes: `fit(document, number)` changes what would keep the card from being used at all, such as a price that no player can pay;
            `opening(ruleset, card, cards, seats, pool)` is the opening environment, `cards` being the definitions without the card;
            `depth` is how many nodes may stand inside one another in the shallowest cards; a game with many effects that hold no
            others needs more, for as many of its cards to be deep.
    """

    fit: Callable[[Json, int], Json]
    opening: Callable[[Ruleset, Json, Mapping[str, CardDef], int, Sequence[HashedCard]], Json]
    depth: int = 4


def as_it_is(document: Json, number: int) -> Json:
    """Return the document under an id of its own."""
    return {**document, "id": f"{document['id']}{number}"}


def by_experiment(
    ruleset: Ruleset, card: Json, cards: Mapping[str, CardDef], seats: int, pool: Sequence[HashedCard]
) -> Json:
    """Return the opening of the ruleset's own experiment, the card being the first seat's."""
    documents = [document for document, _ in pool]
    layout = ruleset.experiment.arrange(card, None, documents, documents)
    decks = [[*layout["decks"][style]] for style in layout["strata"][0]]
    for slot in layout["slots"][layout["strata"][0][0]]:
        decks[0][slot] = card["id"]
    return ruleset.experiment.opening(layout, cards, {**ruleset.config, "seats": seats}, decks)


def wizards_fit(document: Json, number: int) -> Json:
    """Make a treasure cheap, a wand where something happens as it is equipped, a spell where nothing happens in play;
    let an exploration card lie in an open pile, and one that waits for its defeat be a weak monster."""
    document = {**document, "behaviors": [_rolls(one) for one in document.get("behaviors", ())]}
    if "level" in document:
        level = ("III", "VI")[number % 2]
        if "onDrawExploration" not in {behavior["at"] for behavior in document["behaviors"]}:
            document = {key: value for key, value in document.items() if key != "bodies"}
            document |= {"type": "monster", "health": 1}
        return {**document, "id": f"gen.exploration.{level}.c{number}", "level": level, "count": 1}
    moments = {behavior["at"] for behavior in document["behaviors"]}
    if moments & {"onEquip", "onUnequip"}:
        document = {**document, "cardType": "wand"}
    elif not moments & {"onPlay"}:
        document = {key: value for key, value in document.items() if key != "cardType"}
    named = f"gen.treasure.{document['rarity']}.c{number}"
    return {**document, "id": named, "manaCost": document["manaCost"] % 3, "count": 1}


def _rolls(behavior: Json) -> Json:
    """Make what waits for dice roll some."""
    return {**behavior, "do": [*behavior["do"], {"type": "roll"}]} if '"onRoll"' in json.dumps(behavior) else behavior


def wizards_opening(
    ruleset: Ruleset, card: Json, cards: Mapping[str, CardDef], seats: int, pool: Sequence[HashedCard]
) -> Json:
    """Put half a deck of the card into the first seat's hands and a good share of it on sale, or half a pile of it on the table."""
    name = card["id"]
    env = ruleset.deal({**cards}, seats, {**ruleset.config, "seats": seats}, ())
    if "level" in card:
        return {**env, card["level"]: (*[name] * 8, *env[card["level"]][:8])}
    return {**env, "deck/0": (*[name] * 5, *env["deck/0"][5:]), "common": (*[name] * 40, *env["common"])}


HALO_STATS = {"attack": 1, "shieldCap": 1, "healthCap": 3}
HALO_VESSEL = {"tonnageClass": "ESCORT", "hangars": 1, "payloadType": "MIXED", "shieldHardening": 0, "pointDefense": 1}
HALO_PARTS = {
    "stats": ("UNIT", "VESSEL", "ARMORY"), "vesselStats": ("VESSEL",), "tokenTemplate": (), "playedOn": ("TACTICAL",)
}  # fmt: skip
HALO_SURE = {"TACTICAL": "CARD_PLAY_VALIDATED", "ARMORY": "ARMORY_ATTACHED"}
"""What surely comes to a card of a kind once it is played; to the others, the next turn."""
HALO_ONLY_THERE = tuple(
    spec.name
    for spec in find("halo").vocabulary.family("effect").values()
    if spec.runtime.inline is not None or spec.analysis.cancels or spec.analysis.answers
)
"""Effects that an event of its own is for; an ability that has one keeps the trigger that was drawn for it."""

HALO_NEXT = "TURN_STARTED"
HALO_FIELDS = {event.name: event.fields for event in find("halo").vocabulary.events}
HALO_CHANGED = tuple(
    event.name
    for event in find("halo").vocabulary.events
    if event.runtime.stage == "modify" or event.runtime.cancellable
)
"""Events that effects change or cancel; no effect raises them, so that an ability without conditions ends."""


def halo_fit(document: Json, number: int) -> Json:
    """Make a card cheap and right in its parts, name a token that there is, and let its last ability answer what surely comes."""
    abilities = [_with_token(ability) for ability in document.get("abilities", ())]
    kind = document["cardType"] if document["cardType"] != "TOKEN" else "UNIT"
    if not any(_answering(ability, HALO_SURE.get(kind, HALO_NEXT)) for ability in abilities):
        kind = "UNIT"
    event = HALO_SURE.get(kind, HALO_NEXT)
    answering = [place for place, ability in enumerate(abilities) if _answering(ability, event)]
    parts = {name: state for name, state in document.items() if kind in HALO_PARTS.get(name, (kind,))}
    if kind in ("UNIT", "VESSEL"):
        parts["stats"] = {**HALO_STATS, **{name: state % 5 for name, state in parts.get("stats", {}).items()}}
        parts["stats"]["healthCap"] = max(parts["stats"]["healthCap"], 1)
    if kind == "VESSEL":
        state = {name: value for name, value in parts.get("vesselStats", {}).items() if name in HALO_VESSEL}
        parts["vesselStats"] = {**HALO_VESSEL, **state, "multiSection": False, "sections": []}
    keywords = {word["name"]: word for word in document.get("keywords", ())}
    cost = {"supply": number % 3, "battery": 0}
    own = {"id": f"GEN-{number}", "cardType": kind, "cost": cost, "isLegendary": False, "deckLimit": 3}
    for place in answering[-1:]:
        answering_ability = _answering(abilities[place], event) or {}
        if event != HALO_NEXT:  # it comes once to each card, so that a second time never would
            answering_ability.pop("every", None)
        abilities[place] = {**answering_ability, "conditions": [], "limitPerTurn": 99}
    for ability in () if answering else abilities:
        ability |= {"limitPerTurn": 99, **({"conditions": []} if ability["trigger"] in HALO_CHANGED else {})}
    return {**parts, **own, "keywords": list(keywords.values()), "abilities": abilities}


def _answering(ability: Json, event: str) -> Json | None:
    """Return an ability that answers another event, with references to that; None where its effects make sense on its own alone."""
    text, fields = json.dumps(ability["effects"]), HALO_FIELDS[event]
    if not ability["effects"] or any(f'"{effect}"' in text for effect in HALO_ONLY_THERE):
        return None
    for name in set(re.findall(rf"\${ability['trigger']}\.(\w+)", text)):
        kind = HALO_FIELDS[ability["trigger"]][name]
        present = name if fields.get(name) == kind else next((other for other in fields if fields[other] == kind), None)
        if present is None:
            return None
        text = re.sub(rf"\${ability['trigger']}\.{name}\b", f"${event}.{present}", text)
    return {**ability, "trigger": event, "effects": json.loads(text)}


def _with_token(ability: Json) -> Json:
    """Return an ability that makes the shipped token, if it makes one."""
    token = next(card["id"] for card, _ in api.card_set("halo") if card["cardType"] == "TOKEN")
    effects = [
        {**effect, "params": {**effect["params"], "tokenId": token}} if effect["type"] == "SUMMON_TOKEN" else effect
        for effect in ability["effects"]
    ]
    return {**ability, "effects": effects}


def halo_opening(
    ruleset: Ruleset, card: Json, cards: Mapping[str, CardDef], seats: int, pool: Sequence[HashedCard]
) -> Json:
    """Make half of the first seat's deck of the card."""
    env = by_experiment(ruleset, card, cards, seats, pool)
    deck = env["deck/0"]
    return {**env, "deck/0": (*[card["id"]] * (len(deck) // 2), *deck[: len(deck) - len(deck) // 2])}


GENIUS_ROUTE = {"summon": "support", "status": "equipment", "combatStatus": "support"}
"""What a card of a type that effects alone make is played as instead."""
GENIUS_ACTIVE = ("skillType", "cost", "isPreparedSkill", "energyGain")
GENIUS_MADE = {
    "attach": ("status", "status"),
    "addCombatStatus": ("status", "combatStatus"),
    "summon": ("summon", "summon"),
    "createCard": ("card", "eventCard"),
    "leaveInstead": ("card", "combatStatus"),
    "Has": ("card", "eventCard"),
}
"""The fields that name a card, and of which type it is, by node."""


GENIUS_STEPS = ("addDamage", "reduceDamage", "multiplyDamage", "absorbDamage", "infuse")
GENIUS_INLINE = {
    **dict.fromkeys(
        ("INFUSION", "DAMAGE_ADD", "DAMAGE_ADD_AFTER_REACTION", "DEALING_DAMAGE", "DIVIDE_DAMAGE"), GENIUS_STEPS
    ),
    "EXECUTE_DAMAGE": GENIUS_STEPS,
    "CALCULATE_DICE": ("reduceCost", "makeFast"),
    "CHARACTER_WILL_DIE": ("survive",),
    "REACTION_LEAVES": ("leaveInstead",),
}
"""What changes each event that is changed while it happens."""
GENIUS_FIELDS: Mapping[str, Json] = {
    "multiplyDamage": {"factor": 2},
    "infuse": {"element": "pyro"},
    "survive": {"health": 1},
}


def genius_fit(document: Json, number: int) -> Json:
    """Make a card free to play, and give every skill what its kind of skill needs."""
    document = with_fitted_inside(document, _genius_inside)
    kind = GENIUS_ROUTE.get(document["type"], document["type"])
    if kind == "eventCard" and any("triggerOn" in skill for skill in document.get("skills", ())):
        kind = "support"
    values_by_key = {
        key: value for key, value in document.items() if key not in ("cost", "tags", "character", "target")
    }
    skills = [_genius_skill(skill, kind, place) for place, skill in enumerate(document.get("skills", ()))]
    if kind == "eventCard":
        values_by_key.pop("varConfigs", None)
        skills = skills[:1]
    if kind == "equipment":
        values_by_key = {
            key: value for key, value in values_by_key.items() if key in ("name", "rarity", "description", "varConfigs")
        }
    if kind in ("support", "equipment") and all("triggerOn" in skill for skill in skills):
        skills.append(_genius_played(number))
    card = {**values_by_key, "id": f"gen.c{number}", "type": kind, "skills": skills}
    if kind == "character" and skills:
        last = skills[-1].get("id", "")
        card["skills"] = [_genius_uses(skill, "" if skill is skills[-1] else last, last) for skill in skills]
    return dict(_genius_named(card if kind == "character" else {**card, "cost": {}}, kind))


def with_fitted_inside(value: Any, fit: Callable[[Json], Json]) -> Any:
    """Return a part of a card in which the cards that are written in effects are as a game can have them."""
    if isinstance(value, list):
        return [with_fitted_inside(part, fit) for part in value]
    if not isinstance(value, dict):
        return value
    held = {key: with_fitted_inside(part, fit) for key, part in value.items()}
    return {**held, INSIDE: fit(held[INSIDE])} if isinstance(held.get(INSIDE), dict) else held


def _genius_inside(card: Json) -> Json:
    """Return a status or summon with the skills alone that wait for an event."""
    skills = [_genius_skill(skill, "support", 1) for skill in card.get("skills", ()) if "triggerOn" in skill]
    return {**{key: part for key, part in card.items() if key not in ("tags", "skills")}, "skills": skills}


def _genius_uses(value: Any, skill: str, own_skill: str) -> Any:
    """Return a part of a character that uses and names no skill but one of its own; one that is used by no part of itself."""
    if isinstance(value, list):
        return [_genius_uses(part, skill, own_skill) for part in value]
    if not isinstance(value, dict):
        return value
    if value.get("type") in ("useSkill", "prepareSkill"):
        return {**value, "skill": skill} if skill else {"type": "drawCards", "count": 1}
    if value.get("type") == "SkillIs":
        return {**value, "skill": own_skill}
    return {key: _genius_uses(part, skill, own_skill) for key, part in value.items()}


def _genius_played(number: int) -> Json:
    """Return what a card does when it is played, a different thing for each number."""
    held = {"type": "add", "values": [number % 90, {"type": "count", "of": "myHand"}]}
    spend = {"type": "changeVariable", "name": "played", "amount": number % 7 - 3}
    test = {"type": "GreaterThan", "value1": held, "value2": number // 90}
    return {"id": "played", "skillType": "card", "action": [{"type": "if", "condition": test, "do": [spend]}, spend]}


def _genius_skill(skill: Json, kind: str, place: int) -> Json:
    """Return a skill as its card can have it: one without an event is used, in the way of its card."""
    dropped = (*GENIUS_ACTIVE, "filter") if place == 0 else GENIUS_ACTIVE
    rest = {key: value for key, value in skill.items() if key not in dropped}
    if "triggerOn" in rest:
        rest["usagePerRound"] = 9
    if rest.get("triggerOn") in GENIUS_INLINE:
        return _genius_inline(rest, place)
    rest["action"] = _genius_done(rest["action"])
    if "triggerOn" in rest:
        return rest
    rest = {key: value for key, value in rest.items() if key not in ("usagePerRound", "filter")}
    if kind == "character":
        return {**rest, "skillType": ("normal", "elemental", "burst")[place % 3], "cost": {"any": 1}}
    return {**rest, "skillType": "card"}


def _genius_inline(skill: Json, place: int) -> Json:
    """Return a skill that changes its event: what it cannot do then is left out."""
    able = GENIUS_INLINE[skill["triggerOn"]]
    chosen_nodes = [node for node in skill["action"] if node.get("type") in able]
    plain = [
        {**node, **({"amount": 1} if "amount" in node else {}), **({"health": 1} if "health" in node else {})}
        for node in chosen_nodes
    ]
    first = {"type": able[len(json.dumps(skill)) % len(able)]}
    fields = (
        {"amount": 1}
        if first["type"] in ("addDamage", "reduceDamage", "reduceCost")
        else GENIUS_FIELDS.get(first["type"], {})
    )
    return {**skill, "action": [*plain, {**first, **fields}]}


def _genius_done(value: Any) -> Any:
    """Return effects with a draw in the place of each that only changes an event."""
    if isinstance(value, list):
        return [_genius_done(part) for part in value]
    if not isinstance(value, dict):
        return value
    if value.get("triggerOn") in GENIUS_INLINE:
        return value
    if any(value.get("type") in able for able in GENIUS_INLINE.values()):
        return {"type": "drawCards", "count": 1}
    return {key: _genius_done(part) for key, part in value.items()}


def _genius_named(value: Any, kind: str) -> Any:
    """Return a part of a card that names shipped cards of the right type, and a side's characters for a host that is not there."""
    if isinstance(value, list):
        return [_genius_named(part, kind) for part in value]
    if not isinstance(value, dict):
        return value
    if value.get("type") == "Equals" and {str(value.get(key))[:8] for key in ("value1", "value2")} == {"$target."}:
        return {"type": "AlwaysTrue"}
    is_hostless = kind not in ("character", "equipment")
    if value.get("type") == "host" and is_hostless:
        return {"type": "characters", "which": "active"}
    inside = {"attach": "equipment"}.get(str(value.get("type")), "support")
    out = {
        key: _genius_named(part, inside if key == INSIDE and isinstance(part, dict) else kind)
        for key, part in value.items()
        if key != "overrideVariables"
    }
    if value.get("type") in GENIUS_MADE and not isinstance(value.get(INSIDE), dict):
        key, sort = GENIUS_MADE[value["type"]]
        out[key] = next(card["id"] for card, _ in api.card_set("genius") if card["type"] == sort)
    if value.get("type") == "selectCard":
        out["cards"] = [card["id"] for card, _ in api.card_set("genius") if card["type"] == "eventCard"][:2]
    return {**out, "is": "mine"} if value.get("is") == "host" and is_hostless else out


def genius_opening(
    ruleset: Ruleset, card: Json, cards: Mapping[str, CardDef], seats: int, pool: Sequence[HashedCard]
) -> Json:
    """Make half of the first seat's pile of the card, or let a character be among the first seat's three."""
    env = ruleset.deal({**cards}, seats, {**ruleset.config, "seats": seats}, ())
    if card["type"] == "character":
        return {**env, "characters/0": (card["id"], *env["characters/0"][1:])}
    return {**env, "pile/0": (*[card["id"]] * 15, *env["pile/0"][:15])}


ENCOUNTER_SURE = {"id": "sure", "triggerOn": "MPBegin"}
ENCOUNTER_MADE = {
    "grant": ("ability", "encounter.ability.mail"),
    "deploy": ("unit", "encounter.unit.militia"),
    "createCard": ("card", "encounter.summon.militia"),
    "addEvent": ("event", "encounter.event.scouts"),
    "giveBoon": ("ability", "encounter.ability.mail"),
    "changeSpell": ("spell", "encounter.order.bolt"),
}
"""The fields that name a card, and a shipped one, by node."""
ENCOUNTER_INLINE = ("addDamage", "reduceDamage", "capDamage")


def encounter_fit(document: Json, number: int) -> Json:
    """Make a card free to play and sure to be reached; what holds no effects is drawn again as an order, an ability or an event."""
    second = 0
    while document["type"] not in ("order", "ability", "event"):
        second += 1
        vocabulary = find("encounter").vocabulary
        choices = Keyed(Stream(20, f"encounter/{number}/{second}"))
        document = Maker(vocabulary, choices, full=True).document(4 + number % 5)
    document = with_fitted_inside(document, _encounter_inside)
    plain = {key: state for key, state in document.items() if key not in ("variantOf", "variant")}
    encounter: Json = _encounter_named({**plain, "id": f"gen.c{number}"})
    if encounter["type"] == "order":
        spell = {
            key: state for key, state in encounter["spell"].items() if key not in ("filter", "range", "targetFilter")
        }
        boons = [_encounter_inside(boon) for boon in encounter.get("ownGrants", ())]
        done = {**spell, "action": _encounter_done(spell["action"])}
        return {**encounter, "cost": 0, "grants": [], "ownGrants": boons, "spell": done}
    skills = [_encounter_skill(skill) for skill in encounter.get("skills", ())]
    if encounter["type"] == "event":
        stored_table = {key: state for key, state in encounter.items() if key != "enters"}
        return {**stored_table, "weight": 9, "skills": skills, "action": _encounter_done(encounter["action"])}
    state = {"type": "add", "values": [number % 90, {"type": "count", "of": "myHand"}]}
    test = {"type": "GreaterThan", "value1": state, "value2": number // 90}
    spend = {"type": "changeAp", "amount": number % 7 - 3}
    sure = {**ENCOUNTER_SURE, "action": [{"type": "if", "condition": test, "do": [spend]}, spend]}
    stored_table = {key: state for key, state in encounter.items() if key != "cast"}
    return {**stored_table, "skills": [*skills, sure]}


def _encounter_inside(card: Json) -> Json:
    """Return an ability or event with parts that can be done where they run."""
    skills = [_encounter_skill(skill) for skill in card.get("skills", ())]
    does = {"action": _encounter_done(card["action"])} if "action" in card else {}
    return {**{key: part for key, part in card.items() if key != "cast"}, "skills": skills, **does}


def _encounter_skill(skill: Json) -> Json:
    """Return a triggered part that answers as often as it may, and does what can be done where it runs."""
    rest = {**skill, "usagePerRound": 9}
    if rest["triggerOn"] == "Damage":
        plain = [{**node, "amount": 1} for node in rest["action"] if node["type"] in ENCOUNTER_INLINE]
        return {**rest, "action": [*plain, {"type": ENCOUNTER_INLINE[len(json.dumps(skill)) % 3], "amount": 1}]}
    return {**rest, "action": _encounter_done(rest["action"])}


def _encounter_done(value: Any) -> Any:
    """Return effects with a draw in the place of each that only changes damage."""
    if isinstance(value, list):
        return [_encounter_done(part) for part in value]
    if not isinstance(value, dict):
        return value
    if value.get("triggerOn") == "Damage":
        return value
    if value.get("type") in ENCOUNTER_INLINE:
        return {"type": "drawCards", "count": 1}
    return {key: _encounter_done(part) for key, part in value.items()}


def _encounter_named(value: Any) -> Any:
    """Return a part of a card that names shipped cards of the right type."""
    if isinstance(value, list):
        return [_encounter_named(part) for part in value]
    if not isinstance(value, dict):
        return value
    out = {key: _encounter_named(part) for key, part in value.items()}
    if value.get("type") in ENCOUNTER_MADE and not isinstance(value.get(INSIDE), dict):
        key, card = ENCOUNTER_MADE[value["type"]]
        out[key] = card
    if value.get("type") == "eventAmount":
        out.pop("name", None)
    return out


def encounter_opening(
    ruleset: Ruleset, card: Json, cards: Mapping[str, CardDef], seats: int, pool: Sequence[HashedCard]
) -> Json:
    """Make the player's deck of the card, or let it be a perk or the first events."""
    env = ruleset.deal({**cards}, seats, {**ruleset.config, "seats": seats}, ())
    if card["type"] == "ability":
        return {**env, "perks": (*env["perks"], card["id"])}
    if card["type"] == "event":
        return {**env, "axis": (card["id"],) * 3}
    return {**env, "cards/0": (card["id"],) * len(env["cards/0"])}


TABLES: Mapping[str, Table] = {
    "wizards": Table(wizards_fit, wizards_opening),
    "halo": Table(halo_fit, halo_opening, depth=5),
    "genius": Table(genius_fit, genius_opening),
    "encounter": Table(encounter_fit, encounter_opening),
}
DEFAULT = Table(as_it_is, by_experiment)


def table(ruleset: Ruleset) -> Table:
    """Return how a game takes cards in."""
    return TABLES.get(ruleset.name, DEFAULT)
