"""Cards with a planted change whose sign is known, and what previews find: `python -m tests.engine.simulation.planted BLOCKS [SEED]`.

Each change makes the card better or worse for its holder, whatever else it does. A bot that cannot use the better card, or that
plays the worse one without heed, gives the change the wrong sign. The last figures are in docs/contributing/preview-truth.md.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from copy import deepcopy
from math import sqrt
from typing import Any, NamedTuple

from engine.cardset import HashedCard, shipped
from engine.rulesets import find
from engine.simulation import preview_plan
from engine.simulation.plan import spec_hash
from engine.simulation.run import Job, worlds

Json = dict[str, Any]

KINDLING, MEDIC = "loom.treasure.common.kindling", "VLT-003"
DUELIST, SPEAR = "genius.character.isra", "encounter.order.bolt"
TWO_SIDED = 1.96
"""Standard errors of a normal 95 % interval. Source: any table of the normal distribution."""
SLICE = 10
"""Blocks that a process plays at a time."""


class Planted(NamedTuple):
    """A change of a shipped card. Shapes: `sign` is 1 for a better card, -1 for a worse one."""

    ruleset: str
    card: str
    change: Callable[[Json], None]
    sign: int


def _add_attack(card: Json) -> None:
    card["stats"]["attack"] += 1


def _cheaper_unit(card: Json) -> None:
    card["cost"]["supply"] -= 1


def _hits_own_base(trigger: str, condition: str, amount: int) -> Callable[[Json], None]:
    hit = {"type": "DEAL_DAMAGE", "target": "OWNER_BASE", "params": {"amount": amount}}
    request = {"op": condition, "args": []}

    def change(card: Json) -> None:
        ability = {"id": "a_planted", "trigger": trigger, "priority": 320, "limitPerTurn": 1, "conditions": [request]}
        card["abilities"].append(ability | {"effects": [hit]})

    return change


def _add_damage(card: Json) -> None:
    card["behaviors"][0]["do"][0]["amount"] += 1


def _cheaper_treasure(card: Json) -> None:
    card["manaCost"] -= 1


def _drains_its_player(card: Json) -> None:
    card["behaviors"][0]["do"].append(_loses_mana(4))


def _drains_every_round(card: Json) -> None:
    every = {"event": "onRoundStart", "mode": "always", "do": [_loses_mana(4)]}
    card["behaviors"][0]["do"].append({"type": "addTriggers", "triggers": [every]})


def _loses_mana(amount: int) -> Json:
    return {"type": "mana", "mode": "add", "amount": -amount, "target": "$onPlay.playerUUID"}


def _stronger_skill(card: Json) -> None:
    card["skills"][0]["action"][0]["amount"] += 1


def _cheaper_skill(card: Json) -> None:
    card["skills"][1]["cost"]["cryo"] -= 1


def _hurts_itself(card: Json) -> None:
    for skill in card["skills"]:
        skill["action"].append({"type": "damage", "target": {"type": "host"}, "amount": 2, "element": "piercing"})


def _stronger_order(card: Json) -> None:
    card["spell"]["action"][0]["amount"] += 1


def _cheaper_order(card: Json) -> None:
    card["cost"] -= 1


def _hurts_allies(card: Json) -> None:
    allies = {"type": "units", "side": "ally", "which": "all"}
    card["spell"]["action"].append({"type": "damage", "target": allies, "amount": 2, "color": "red"})


CHANGES = {
    "wizards, 1 damage more": Planted("wizards", KINDLING, _add_damage, 1),
    "wizards, 1 mana cheaper": Planted("wizards", KINDLING, _cheaper_treasure, 1),
    "wizards, drains its player": Planted("wizards", KINDLING, _drains_its_player, -1),
    "wizards, delayed harm": Planted("wizards", KINDLING, _drains_every_round, -1),
    "halo, 1 attack more": Planted("halo", MEDIC, _add_attack, 1),
    "halo, 1 supply cheaper": Planted("halo", MEDIC, _cheaper_unit, 1),
    "halo, hits its own base": Planted("halo", MEDIC, _hits_own_base("UNIT_DEPLOYED", "SOURCE_IS_SELF", 5), -1),
    "halo, delayed harm": Planted("halo", MEDIC, _hits_own_base("TURN_STARTED", "IS_OWN_TURN", 5), -1),
    "genius, 1 damage more": Planted("genius", DUELIST, _stronger_skill, 1),
    "genius, 1 die cheaper": Planted("genius", DUELIST, _cheaper_skill, 1),
    "genius, hits itself": Planted("genius", DUELIST, _hurts_itself, -1),
    "encounter, 1 damage more": Planted("encounter", SPEAR, _stronger_order, 1),
    "encounter, 1 cheaper": Planted("encounter", SPEAR, _cheaper_order, 1),
    "encounter, hits its own units": Planted("encounter", SPEAR, _hurts_allies, -1),
}


def candidate_of(plant: Planted) -> tuple[Json, Json, list[HashedCard]]:
    """Return the changed card, the shipped one, and the shipped set."""
    pool = list(shipped(find(plant.ruleset).folder))
    old = next(document for document, _ in pool if document["id"] == plant.card)
    new = deepcopy(old)
    plant.change(new)
    return new, old, pool


def plan_of(plant: Planted, seed: int) -> Json:
    """Return the plan of the changed card against the shipped one, played by the bots that previews use."""
    new, old, pool = candidate_of(plant)
    ruleset = find(plant.ruleset)
    return preview_plan(ruleset, candidate=new, baseline=old, pool=pool, bots=("greedy",), seed=seed)


def values(name: str, seed: int, first: int, last: int) -> list[int]:
    """Return the value of each block in halves of a win: what the new card won beyond one of the two matches."""
    planted = CHANGES[name]
    ruleset, spec, matches = find(planted.ruleset), plan_of(planted, seed), []
    both = worlds(ruleset, spec, spec_hash(spec))
    for block in range(first, last):
        job = Job(spec, both)
        job.play(block)
        matches += [int(key) for key, count in job.counts.get("x", {"0": 1}).items() for _ in range(count)]
    return matches


def effects(blocks: int, seed: int, names: list[str]) -> Iterator[tuple[str, float, float]]:
    """Yield the change in the share of matches won of each planted card, and its standard error, both in percentage points."""
    with ProcessPoolExecutor() as pool:
        for name in names:
            firsts = range(0, blocks, SLICE)
            parts = [pool.submit(values, name, seed, item, min(blocks, item + SLICE)) for item in firsts]
            matches: list[int] = []
            for part in parts:
                matches += part.result()
                print(
                    f"{name}: {len(matches)} blocks, {change_of(name, matches)[0]:+.2f} pp so far",
                    file=sys.stderr,
                    flush=True,
                )
            yield name, *change_of(name, matches)


def change_of(name: str, findings: list[int]) -> tuple[float, float]:
    """Return the mean change and its standard error in percentage points: a block is one win, or half of two matches' wins."""
    mean = sum(findings) / len(findings)
    spread = sum((value - mean) ** 2 for value in findings) / max(1, len(findings) - 1)
    points = 50 if plan_of(CHANGES[name], 0)["layout"]["unit"] == "side" else 25
    return points * mean, points * sqrt(spread / len(findings))


def found_sign(mean: float, error: float, sign: int) -> str:
    """Return what was found of a sign: right or wrong only where 0 lies outside the 95 % interval of these blocks."""
    if abs(mean) < TWO_SIDED * error:
        return f"not distinguishable from 0 ({'right' if mean * sign > 0 else 'wrong'} side)"
    return "right" if mean * sign > 0 else "**wrong**"


if __name__ == "__main__":
    wanted = [name for name in CHANGES if name.startswith(tuple(sys.argv[3:]))] if sys.argv[3:] else list(CHANGES)
    print("| planted change | true sign | found, pp | standard error | sign |\n|---|:-:|--:|--:|---|", flush=True)
    for each, mean, error in effects(int(sys.argv[1]), int(sys.argv[2]) if sys.argv[2:] else 7, wanted):
        print(
            f"| {each} | {CHANGES[each].sign:+d} | {mean:+.2f} | {error:.2f} | {found_sign(mean, error, CHANGES[each].sign)} |",
            flush=True,
        )
