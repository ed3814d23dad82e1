"""What hitting a monster and discarding a card set off: procedures that effects call, each a block of its own.

Source: 000 "事件触发顺序" (onDamageTaken before onDefeat); WZ3, WZ7.
"""

from __future__ import annotations

from engine.kernel.events import emit
from engine.kernel.mutations import change, move, set_var
from engine.kernel.program import RETURN, flow
from engine.kernel.state import State
from engine.language.compile import bind
from engine.rulesets.wizards.table import TABLE, definition, run_timing


def hit(st: State, env: int) -> int | str | None:
    """Take the next target; damage it and say so."""
    job = st.record(env)
    targets, i = job["targets"], job["i"]
    if i >= len(targets):
        bind(st, job["to"], job["name"], amount=job["dealt"], lethal=job["lethal"])
        return RETURN
    job["i"] = i + 1
    monster = targets[i]
    if st.ents[monster]["zone"] != "slot":
        return "hit"
    dealt = -change(st, monster, "health", -job["amount"], 0, 999)
    job["dealt"] += dealt
    card = definition(st, monster)
    return emit(st, "onDamageTaken", (monster, job["by"], job["amount"], card.id, card.words["level"]))


def fell(st: State, env: int) -> int | str | None:
    """Defeat the target just hit if it has no health left: bounty and steps to the one who hit it."""
    job = st.record(env)
    monster, by = job["targets"][job["i"] - 1], job["by"]
    ent = st.ents[monster]
    if ent["zone"] != "slot" or ent["health"] > 0:
        return "hit"
    job["lethal"] = True
    card = definition(st, monster)
    level = card.words["level"]
    change(st, by, "gold", ent["reward"], 0, st.program.config["goldCap"])
    set_var(st, by, "steps", st.ents[by]["steps"] + st.program.config["steps"][level])
    set_var(st, by, "kills", st.ents[by]["kills"] + 1)
    move(st, monster, TABLE, "explored")
    return emit(st, "onDefeat", (monster, by, card.id, level))


def next_hit(st: State, env: int) -> str:
    """Go on with the next target."""
    return "hit"


def leave(st: State, env: int) -> int:
    """Take monsters without health off the table; nobody is paid (WZ7)."""
    for monster in st.recs[env]["targets"]:
        if st.ents[monster]["zone"] == "slot" and st.ents[monster]["health"] <= 0:
            move(st, monster, TABLE, "explored")
    return RETURN


def put_down(st: State, env: int) -> int | None:
    """Discard the next card; its own onDiscard runs after it has moved."""
    job = st.record(env)
    if job["i"] >= len(job["targets"]):
        return RETURN
    card = job["targets"][job["i"]]
    job["i"] += 1
    owner = st.ents[card]["holder"]
    job["owner"] = owner
    move(st, card, owner, "discard")
    return run_timing(st, card, "onDiscard", owner)


def tell(st: State, env: int) -> int | None:
    """Say that the card was discarded."""
    job = st.recs[env]
    card = job["targets"][job["i"] - 1]
    return emit(st, "onDiscard", (job["owner"], card, st.ents[card]["def"]))


def next_card(st: State, env: int) -> str:
    """Go on with the next card."""
    return "put_down"


BLOCKS = (
    flow("wizards/damage", hit, fell, next_hit),
    flow("wizards/leave", leave),
    flow("wizards/discard", put_down, tell, next_card),
)
