"""The bout as a ruleset: a value that is handed in through the same door as the shipped ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.face import Face, Texts
from engine.kernel.chance import keys
from engine.kernel.decisions import Action, Decision
from engine.kernel.definitions import Budgets, CardDef, VarConfig
from engine.kernel.modifiers import stat
from engine.kernel.state import State
from engine.kernel.state_writers import set_order, set_var
from engine.language.compiling.abilities import compile_abilities
from engine.language.compiling.compile import Unit
from engine.language.reading.normalise import Normalised, Place, normalise
from engine.language.reading.source_map import Traced
from engine.language.spec.shapes import LocalizedText
from engine.ruleset import Experiment, Ruleset, Setting, Template
from tests.engine.bout.rules import BLOCKS, MECHANICS
from tests.engine.bout.table import ZONES, players, team
from tests.engine.bout.vocabulary import BOUT

Json = dict[str, Any]
SETTINGS = (
    Setting("characters", 2, "T1", LocalizedText("Characters of a side", "每方角色数")),
    Setting("hand", 2, "T2", LocalizedText("Cards in the first hand", "起始手牌数")),
    Setting("dice", 3, "T3", LocalizedText("Actions of a side in a round", "每轮行动数")),
    Setting("rounds", 12, "T4", LocalizedText("Rounds of a match", "回合上限")),
)
COPIES = 2
ABILITY_KEYS = {"on": "triggerOn", "condition": "filter", "do": "action", "static": "auras"}
"""How 002 calls the parts of an ability."""


def without_null(skill: Traced, place: Place) -> None:
    """002 writes `skillType: null` for a passive skill and `triggerOn: null` for an active one; here it is left out."""
    for key in ("skillType", "triggerOn"):
        if key in (skill.members or {}) and skill.value[key].value is None:
            skill.drop(key)


def rewrite(document: Any) -> Normalised:
    return normalise(BOUT, document, {"skill": without_null})


def define(document: Json, kind: str, unit: Unit) -> CardDef:
    """Compile a definition: its variables, its active skills by kind and name, and what it listens to."""
    zone = ZONES.get(document["type"], "area")
    abilities: list[Any] = []
    timings: dict[str, tuple[str, ...]] = {}
    for place, skill in enumerate(document.get("skills", [])):
        pointer = f"/skills/{place}"
        if "triggerOn" not in skill:
            timings[f"{skill['skillType']}/{skill['id']}"] = (unit.block(skill["action"], f"{pointer}/action"),)
            continue
        abilities += compile_abilities(unit, {**skill, "zones": (zone,)}, pointer, ABILITY_KEYS)
    auras = {"id": "auras", "auras": document.get("auras", []), "zones": (zone,)}
    abilities += compile_abilities(unit, auras, "", ABILITY_KEYS)
    numbers = {"alive": 1} if document["type"] == "character" else {}
    variables = {name: _variable(config) for name, config in document.get("varConfigs", {}).items()}
    words = {"type": document["type"]}
    tags = tuple(document.get("tags", ()))
    return CardDef(document["id"], document["type"], numbers, words, timings, 1, tags, variables, tuple(abilities))


def _variable(config: Json) -> VarConfig:
    behavior, step = config.get("recreateBehavior", "overwrite"), config.get("appendValue", 0)
    return VarConfig(config["initialValue"], behavior, step, config.get("appendLimit"))


def deal(cards: Mapping[str, CardDef], seats: int, config: Mapping[str, Any], decks: Sequence[Json] = ()) -> Json:
    """Return the opening: the first characters by number, and two of each card for both sides."""
    known = sorted(cards, key=int)
    deck = tuple(each for each in known if cards[each].kind == "card" for _ in range(COPIES))
    characters = tuple(each for each in known if cards[each].kind == "character")[: config["characters"]]
    return {"characters": characters, "deck/0": deck, "deck/1": deck}


def evaluate(st: State, seat: int) -> int:
    """Return by how many points a side is ahead, as static modifiers leave its attack."""
    mine, theirs = (players(st)[number] for number in (seat, 1 - seat))
    return sum(_worth(st, one) for one in team(st, mine)) - sum(_worth(st, one) for one in team(st, theirs))


def _worth(st: State, one: int) -> int:
    return int(10 + 3 * st.entities[one]["hp"] + stat(st, one, "attack"))


def candidate_actions(st: State, decision: Decision) -> Sequence[Action]:
    return [tuple(decision.options[: decision.min])] if decision.min != 1 else [(each,) for each in decision.options]


def hidden_zones(st: State, seat: int) -> frozenset[tuple[int, str]]:
    both = players(st)
    return frozenset(
        {(each, "deck") for each in both} | {(each, "hand") for each in both if st.entities[each]["seat"] != seat}
    )


def determinize(st: State, seat: int, salt: int) -> State:
    """Shuffle both decks, the other side's hand into its deck, and let chance go another way; what was shown stays."""
    new = st.fork_hypothetical(seat, salt)
    for number, player in enumerate(players(new)):
        zones = ("deck",) if number == seat else ("hand", "deck")
        slots = [
            (zone, eid)
            for zone in zones
            for eid in new.zone(player, zone)
            if not new.entities[eid].get("known", 0) >> seat & 1
        ]
        cards = [eid for _, eid in slots]
        rank = dict(zip(cards, keys(new.seed, f"redeal/{number}", len(cards)), strict=True))
        dealt = dict(zip(cards, sorted(cards, key=rank.__getitem__), strict=True))
        for zone in zones:
            order = tuple(dealt.get(eid, eid) for eid in new.zone(player, zone))
            set_order(new, player, zone, order)
            for eid in order:
                set_var(new, eid, "zone", zone)
    return new


def arrange(candidate: Json, baseline: Json | None, pool: Sequence[Json], reserve: Sequence[Json]) -> Json:
    """Set an experiment up: the card first in one side's deck."""
    cards = sorted(document["id"] for document in pool if document["id"] != candidate["id"])
    layout = {"card": candidate["id"], "side": -1, "cards": cards, "lent": [], "unit": "seat", "references": cards[:1]}
    title = {"en": "All cards", "zh": "全部卡牌"}
    decks = {"decks": {"all": [cards[0], *cards]}, "slots": {"all": [0]}}
    return {**layout, **decks, "opponents": [{"id": "all", "title": title}], "strata": [["all", "all"]]}


def opening(
    layout: Json, cards: Mapping[str, CardDef], config: Mapping[str, Any], decks: Sequence[Sequence[str]]
) -> Json:
    env = deal({name: cards[name] for name in layout["cards"]}, 2, config)
    return env | {f"deck/{seat}": (*deck[:1], *env[f"deck/{seat}"]) for seat, deck in enumerate(decks)}


def face(document: Json, texts: Texts) -> Face:
    name, kind = document.get("name", document["id"]), document["type"]
    return Face(document["id"], kind, LocalizedText(name, name), LocalizedText("", ""), LocalizedText(kind, kind))


BLANK = '{"id": "@ID@", "type": "card", "skills": [{"id": "do", "skillType": "card", "action": [{"type": "signal", "number": 1}]}]}'
RULESET = Ruleset(
    name="bout",
    title=LocalizedText("Bout", "对决"),
    seats=(2,),
    folder=Path(__file__).parent,
    sample=(
        "bout",
        LocalizedText("Bout", "对决"),
        LocalizedText("Characters, equipment, skills.", "角色、装备、技能。"),
    ),
    vocabulary=BOUT,
    settings=SETTINGS,
    config={setting.name: setting.value for setting in SETTINGS},
    budgets=Budgets(),
    blocks=BLOCKS,
    opening="bout/match",
    templates=(Template("card", "definition", LocalizedText("Card", "卡牌"), BLANK),),
    rewrite=rewrite,
    define=define,
    deal=deal,
    evaluate=evaluate,
    candidate_actions=candidate_actions,
    determinize=determinize,
    hidden_zones=hidden_zones,
    face=face,
    experiment=Experiment(
        seats=2,
        measures=(("rounds", LocalizedText("Rounds", "回合数")),),
        unseen=frozenset(("deck",)),
        arrange=arrange,
        opening=opening,
        card_played=lambda st, action: (
            action[0][1] if action and isinstance(action[0], tuple) and action[0][0] == "play" else 0
        ),
        measure=lambda st: (st.globals["round"],),
        margin=evaluate,
        match_ms={"random": 5, "greedy": 20},
        early=2,
    ),
    mechanics=MECHANICS,
)
