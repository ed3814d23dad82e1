"""What hitting a monster and discarding a card set off: procedures that effects call, each a block of its own.

Source: 000 "事件触发顺序" (onDamageTaken before onDefeat); WZ3, WZ7.
"""

from __future__ import annotations

from engine.kernel.events import call, emit
from engine.kernel.mutations import change, move, set_var
from engine.kernel.program import PUSHED, RETURN, flow
from engine.kernel.state import State
from engine.language.compile import bind
from engine.rulesets.wizards.table import TABLE, definition, run_timing


def hit(st: State, env: int) -> int:
    """Damage the first target and say so; then it falls if it has no health left, then the others are hit.

    What comes later is put below what comes first, so a chain of hits that answer each other does not grow.
    A monster without health is beaten already: further hits on it are dropped.
    """
    job = st.recs[env]
    monster, rest = job["targets"][0], job["targets"][1:]
    if rest:
        call(st, "wizards/damage", {**job, "targets": rest, "again": 1})
    ent = st.ents[monster]
    if ent["zone"] != "slot" or ent["health"] <= 0:
        return PUSHED
    dealt = -change(st, monster, "health", -job["amount"], 0, 999)
    dealt += st.recs.get(job["to"], {}).get(f"{job['name']}.amount", 0) if job["again"] else 0
    bind(st, job["to"], job["name"], amount=dealt, lethal=False)
    if st.ents[monster]["health"] <= 0:
        call(
            st,
            "wizards/fall",
            {"monster": monster, "by": job["by"], "to": job["to"], "name": job["name"], "?source": job["?source"]},
        )
    card = definition(st, monster)
    emit(st, "onDamageTaken", (monster, job["by"], job["amount"], card.id, card.words["level"]))
    return PUSHED


def fall(st: State, env: int) -> int | None:
    """Defeat a monster that still has no health: bounty and steps to the one who hit it."""
    job = st.recs[env]
    monster, by = job["monster"], job["by"]
    ent = st.ents[monster]
    if ent["zone"] != "slot" or ent["health"] > 0:
        return RETURN
    bind(st, job["to"], job["name"], lethal=True)
    card = definition(st, monster)
    level = card.words["level"]
    change(st, by, "gold", ent["reward"], 0, st.program.config["goldCap"])
    set_var(st, by, "steps", st.ents[by]["steps"] + st.program.config["steps"][level])
    set_var(st, by, "kills", st.ents[by]["kills"] + 1)
    move(st, monster, TABLE, "explored")
    return emit(st, "onDefeat", (monster, by, card.id, level))


def leave(st: State, env: int) -> int:
    """Take monsters without health off the table; nobody is paid (WZ7)."""
    for monster in st.recs[env]["targets"]:
        if st.ents[monster]["zone"] == "slot" and st.ents[monster]["health"] <= 0:
            move(st, monster, TABLE, "explored")
    return RETURN


def put_down(st: State, env: int) -> int | None:
    """Discard the first card; its own onDiscard runs after it has moved."""
    job = st.record(env)
    card = job["targets"][0]
    owner = job["owner"] = st.ents[card]["holder"]
    move(st, card, owner, "discard")
    return run_timing(st, card, "onDiscard", owner)


def tell(st: State, env: int) -> int:
    """Say that the card was discarded; then the others are."""
    job = st.recs[env]
    card, rest = job["targets"][0], job["targets"][1:]
    if rest:
        call(st, "wizards/discard", {"targets": rest})
    emit(st, "onDiscard", (job["owner"], card, st.ents[card]["def"]))
    return PUSHED


BLOCKS = (
    flow("wizards/damage", hit),
    flow("wizards/fall", fall),
    flow("wizards/leave", leave),
    flow("wizards/discard", put_down, tell),
)
