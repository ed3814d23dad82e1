"""Active skills: whose turn it is to use which, what they cost, and how one runs. Source: 002 SkillDefinition; 004 CharacterSkill; GE3, GE10."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.kernel.in_flight import SkillInfo
from engine.kernel.scopes import skill as running_skill
from engine.toolkit.rules import (
    EnvironmentId,
    Jump,
    Signal,
    State,
    call,
    definition,
    emit,
    flow,
    new_environment,
    new_skill_info,
    run_skill,
    set_var,
)

from .dice import Cost
from .table import CHARACTERS, charge, has_tag, spend


class Skill(NamedTuple):
    """An active skill of a character.

    Shapes: `code` is its block, `test` the condition under which it may be used, empty for none; `energy` is what it takes, `gain` what
            it gives, None for the rules' own; with `is_prepared` only effects use it.
    """

    id: str
    type: str
    cost: Cost
    energy: int
    gain: int | None
    code: str
    test: str
    is_prepared: bool


class SourcedSkill(NamedTuple):
    """An active skill that a character can use: its own, or one that equipment lends it, with whose it is and its place among those."""

    source: int
    place: int
    skill: Skill


def own_skills(st: State, eid: int) -> tuple[Skill, ...]:
    """Return the active skills of a character, or those that equipment lends."""
    found: tuple[Skill, ...] = definition(st, eid).facts.get("skills", ())
    return found


def sourced_skills(st: State, character: int) -> list[SourcedSkill]:
    """Return the active skills of a character, its own first, then those of its equipment in the order of entry."""
    sources = (character, *st.zones.get((character, CHARACTERS), ()))
    return [SourcedSkill(eid, place, skill) for eid in sources for place, skill in enumerate(own_skills(st, eid))]


def place_of(st: State, character: int, name: str) -> int | None:
    """Return the place of a skill among a character's own, None where it has none of that id."""
    return next((place for place, skill in enumerate(own_skills(st, character)) if skill.id == name), None)


def can_act(st: State, character: int) -> bool:
    """Return whether a character may use skills at all: it is neither frozen nor kept from it."""
    ent = st.entities[character]
    held = st.zones.get((character, "characters"), ())
    return bool(ent["isAlive"]) and not ent["isFrozen"] and not any(has_tag(st, eid, "disableSkill") for eid in held)


def is_usable(st: State, player: int, character: int, entry: SourcedSkill) -> bool:
    """Return whether a skill may be used, its dice apart."""
    skill = entry.skill
    if skill.is_prepared or st.entities[character]["power"] < skill.energy:
        return False
    if not skill.test:
        return True
    env = new_environment(names_for(player, entry.source), player, entry.source)
    return bool(st.program.tests[skill.test](st, env))


def names_for(player: int, eid: int, **more: Any) -> dict[str, Any]:
    """Return the names that code of an entity sees."""
    return {"self.UUID": eid, "self.playerUUID": player, **more}


def use(
    st: State, player: int, character: int, place: int, *, by: SkillInfo | None = None, is_prepared: bool = False
) -> Signal:
    """Use a skill as one atomic piece, before the op after this one; one that is lent is known by its card, which may leave meanwhile."""
    source, place, skill = sourced_skills(st, character)[place]
    names = {"player": player, "character": character, "place": place, "prepared": is_prepared}
    if source != character:
        names |= {"source": source, "card": st.entities[source]["def"]}
    info = new_skill_info(character, 0 if by is None else by.card, skill.id, by)
    return run_skill(st, info, "genius/use", new_environment(names, player, character))


def _skill(st: State, names: Mapping[str, Any]) -> Skill:
    """Return the skill that runs."""
    card = names.get("card") or st.entities[names["character"]]["def"]
    skill: Skill = st.program.cards[card].facts["skills"][names["place"]]
    return skill


def emit_use(st: State, env_id: EnvironmentId) -> Jump:
    """Raise ON_USE_SKILL: those who answer do so before the skill."""
    names = st.environments[env_id].names
    skill = _skill(st, names)
    return emit(
        st, "ON_USE_SKILL", (names["player"], names["character"], skill.type, names["prepared"], *asker(st, skill))
    )


def asker(st: State, skill: Skill) -> tuple[str, bool, int | None]:
    """Return the id of a skill that runs, whether another one asked for it, and the card or entity whose skill that was (002 requestBy)."""
    info = running_skill(st)
    by = None if info is None else info.by
    return skill.id, by is not None, None if by is None else by.card or by.caller


def take_energy(st: State, env_id: EnvironmentId) -> Jump:
    """Pay the energy of a burst."""
    names = st.environments[env_id].names
    skill = _skill(st, names)
    if not skill.energy or names["prepared"]:
        return None
    return spend(st, names["character"], "power", -charge(st, names["character"], -skill.energy))


def perform(st: State, env_id: EnvironmentId) -> Jump:
    """Do what the skill says."""
    names = st.environments[env_id].names
    player, character = names["player"], names["character"]
    if not st.entities[character]["isAlive"]:
        return None
    skill, flags, source = _skill(st, names), st.entities[player], names.get("source", character)
    is_normal = skill.type == "normal"
    details: dict[str, Any] = {
        "skill.type": skill.type,
        "skill.plunging": is_normal and bool(flags["isAfterChange"]),
        "skill.charged": is_normal and bool(flags["isCharged"]),
    }
    if source != character:
        details["skill.user"] = character
    return call(st, skill.code, names_for(player, source, **details), player, source)


def finish_skill(st: State, env_id: EnvironmentId) -> Jump:
    """Give energy, and raise AFTER_USE_SKILL."""
    names = st.environments[env_id].names
    player, character = names["player"], names["character"]
    skill = _skill(st, names)
    gain = (
        skill.gain
        if skill.gain is not None
        else 0
        if skill.type in ("burst", "technique")
        else st.program.config["energyGain"]
    )
    if st.entities[character]["isAlive"] and not names["prepared"]:
        charge(st, character, gain)
    set_var(st, player, "isAfterChange", 0)
    return emit(st, "AFTER_USE_SKILL", (player, character, skill.type, names["prepared"], *asker(st, skill)))


def serve_skill(st: State, env_id: EnvironmentId) -> Jump:
    """Serve the request useSkill: the character uses the skill, asked for by the one that ran."""
    names = st.environments[env_id].names
    character, name = names["payload"]
    place = place_of(st, character, name)
    if place is None or not can_act(st, character):
        return None
    return use(st, int(st.entities[character]["own"]), character, place, by=names["by"])


BLOCKS = (flow("genius/use", emit_use, take_energy, perform, finish_skill), flow("genius/use-skill", serve_skill))
