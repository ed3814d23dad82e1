"""`genius` beside dgisim: `python -m tests.versus_dgisim PYTHON [SECONDS [ROUNDS]]` plays random players in turns in one run and
compares speed, `python -m tests.versus_dgisim PYTHON damage` deals damage of each element to each aura, beside each aura, with and
without a shield, and compares the health that is left. The exit code is 1 where a row differs.

PYTHON is an interpreter of an environment of its own with dgisim 0.5.0 in it: nothing here depends on that package. A decision here
is a question with at least two answers, and paying for an action is one of its own; a decision of dgisim is a call of its agent, with
one action that names its dice. Its states are stepped directly, without the history that its own state machine keeps.
"""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import product
from statistics import median
from time import process_time
from typing import Any

from engine import api
from engine.rulesets.genius.words import ELEMENT, FROST_AND_LEAF
from tests.engine.rulesets.genius_field import damage, duel, skill

PEER = """
import json, random, sys, time
from dgisim import GameState
from dgisim.agents import RandomAgent

agents, seconds, decisions, matches = (RandomAgent(), RandomAgent()), float(sys.argv[1]), 0, 0
random.seed(int(sys.argv[2]))
begun = time.process_time()
while time.process_time() - begun < seconds:
    state = GameState.from_default()
    while not state.game_end():
        asked = state.waiting_for()
        if asked is None:
            state = state.step(seed=random.random())
            continue
        action = agents[0 if asked.is_player1() else 1].choose_action([state], asked)
        state = state.action_step(asked, action, seed=random.random())
        decisions += 1
    matches += 1
spent = time.process_time() - begun
print(json.dumps({"decisions": decisions / spent, "matches": matches / spent}))
"""


DAMAGE_PEER = """
import json, random, sys
from dgisim import GameState
from dgisim.agents import RandomAgent
from dgisim._core.effect.effect import SpecificDamageEffect
from dgisim._core.effect.enums import Zone
from dgisim._core.effect.structs import DamageType, StaticTarget
from dgisim._core.element import Element, ElementalAura
from dgisim._core.phase.default.action_phase import ActionPhase
from dgisim._core.state.enums import Pid
from dgisim._core.status.statuses import Statuses
from dgisim.status import CrystallizeStatus

random.seed(1)
agents, state = (RandomAgent(), RandomAgent()), GameState.from_default()
while not isinstance(state.phase, ActionPhase) or state.waiting_for() is None:
    asked = state.waiting_for()
    if asked is None:
        state = state.step(seed=1)
    else:
        action = agents[0 if asked.is_player1() else 1].choose_action([state], asked)
        state = state.action_step(asked, action, seed=1)


def bare(player, auras, shield):
    held = player.characters
    for one in tuple(held):
        aura = ElementalAura.from_default()
        for name in auras.get(str(one.id), ()):
            aura = aura.add(Element[name.upper()])
        made = one.factory().hp(10).elemental_aura(aura).character_statuses(Statuses(())).build()
        held = held.factory().character(made).build()
    held = held.factory().active_character_id(1).build()
    shields = (CrystallizeStatus(usages=shield),) if shield else ()
    return player.factory().characters(held).combat_statuses(Statuses(shields)).build()


def left(element, auras, shield, amount):
    board = state.factory().f_player1(lambda one: bare(one, {}, 0)).f_player2(lambda one: bare(one, auras, shield))
    board = board.active_player_id(Pid.P1)
    hit = SpecificDamageEffect(
        source=StaticTarget(Pid.P1, Zone.CHARACTERS, 1), target=StaticTarget(Pid.P2, Zone.CHARACTERS, 1),
        element=Element[element.upper()], damage=amount, damage_type=DamageType(normal_attack=True),
    )
    st = board.f_effect_stack(lambda stack: stack.push_one(hit)).build()
    while st.effect_stack.is_not_empty():
        st = st.step(seed=1)
    return [one.hp for one in sorted(st.player2.characters, key=lambda one: one.id)]


print(json.dumps([left(*row) for row in json.load(sys.stdin)]))
"""
ELEMENTS = ("physical", "cryo", "hydro", "pyro", "electro", "anemo", "geo", "dendro")
AURAS: tuple[tuple[str, ...], ...] = (
    (), ("cryo",), ("hydro",), ("pyro",), ("electro",), ("dendro",), ("cryo", "dendro")
)  # fmt: skip
WALL: dict[str, Any] = {
    "id": "wall",
    "type": "combatStatus",
    "name": "Wall",
    "rarity": "common",
    "tags": ["shield"],
    "varConfigs": {"usage": {"initialValue": 2}},
    "skills": [
        {
            "id": "absorb",
            "triggerOn": "EXECUTE_DAMAGE",
            "filter": [{"type": "DoneTo", "is": "myActive"}],
            "action": [{"type": "absorbDamage"}],
        }
    ],
}
Row = tuple[str, dict[str, tuple[str, ...]], int, int]


def rows() -> list[Row]:
    """Return what is dealt: element, auras by place, shield and amount."""
    return [
        (element, {"1": first, "2": second}, shield, 3)
        for element, first, second, shield in product(ELEMENTS, AURAS, AURAS, (0, 2))
    ]


def health_left(row: Row) -> list[int]:
    """Return the health of the three characters of the other side after damage in `genius`."""
    element, auras, shield, amount = row
    people = {f"foe{place}": {"aura": _aura(held)} for place, held in auras.items()}
    shields = {"combatShields": [{"card": WALL["id"], "usage": shield}]} if shield else {}
    field = duel(skill("hit", damage(amount, element)), cards=[WALL], other={"people": people, **shields})
    field.use()
    return [int(field.state.entities[field.scene.names[name]]["health"]) for name in ("foe1", "foe2", "foe3")]


def _aura(held: tuple[str, ...]) -> int:
    return FROST_AND_LEAF if len(held) == 2 else ELEMENT[held[0]] if held else 0


def compare_damage(python: str) -> list[tuple[Row, list[int], list[int]]]:
    """Return the rows in which `genius` and dgisim leave other health, with what each of them leaves."""
    table = rows()
    process = subprocess.run(
        [python, "-c", DAMAGE_PEER], input=json.dumps(table), capture_output=True, text=True, check=True
    )
    pairs = zip(table, map(health_left, table), json.loads(process.stdout), strict=True)
    return [(row, own_left, peer_left) for row, own_left, peer_left in pairs if own_left != peer_left]


def peer(python: str, seconds: float, seed: int) -> dict[str, float]:
    """Return decisions and matches of dgisim per CPU second."""
    asked = [python, "-c", PEER, str(seconds), str(seed)]
    found: dict[str, float] = json.loads(subprocess.run(asked, capture_output=True, text=True, check=True).stdout)
    return found


def own(seconds: float, seed: int) -> dict[str, float]:
    """Return decisions and matches of `genius` per CPU second."""
    begun, decisions, matches = process_time(), 0, 0
    while (spent_process_time := process_time() - begun) < seconds:
        match = api.new_match("genius", seed=seed + matches, seats=2, bots_by_seat=("random", "random"))
        decisions += sum(
            step.decision is not None and len(step.decision.options) + (step.decision.min == 0) > 1
            for step, _ in match.steps()
        )
        matches += 1
    return {"decisions": decisions / spent_process_time, "matches": matches / spent_process_time}


def compare(python: str, seconds: float, rounds: int) -> dict[str, Any]:
    """Return the medians of both and the ratios of the rounds; the two take turns, so that other work hits both."""
    api.new_match("genius", seed=0, seats=2)  # cards are compiled before the clock runs
    pairs = [(own(seconds, 1_000 * number), peer(python, seconds, number)) for number in range(rounds)]
    return {
        unit: {
            "genius": round(median(ours[unit] for ours, _ in pairs), 2),
            "dgisim": round(median(theirs[unit] for _, theirs in pairs), 2),
            "ratio": [round(ours[unit] / theirs[unit], 1) for ours, theirs in pairs],
        }
        for unit in ("decisions", "matches")
    }


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if sys.argv[2:] == ["damage"]:
        differing = compare_damage(sys.argv[1])
        print(json.dumps({"rows": len(rows()), "differ": differing}, indent=1))
        sys.exit(bool(differing))
    seconds, rounds = (*sys.argv[2:], "5", "5")[:2]
    print(json.dumps(compare(sys.argv[1], float(seconds), int(rounds)), indent=1))
