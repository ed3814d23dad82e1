"""What plans of a fixed length share: whom they are for, their state, which is complete at the last chunk, and the head of their results."""

from __future__ import annotations

from typing import Any

from engine.bots.own import is_own
from engine.errors import IllegalAction
from engine.json_values import Json, JsonObject
from engine.language.pack_keywords import is_declaration
from engine.packs.canonical import canonical_bytes, content_hash
from engine.ruleset import Ruleset
from engine.simulation.fold import count_chunk
from engine.simulation.joint_intervals import ALPHA
from engine.simulation.plan import content_of, preview_plan, spec_hash
from engine.simulation.run import HOPELESS
from engine.simulation.tally import count

PLANNED, ABORTED = "planned", "aborted: budget"


def owned_plan(ruleset: Ruleset, *, candidate: JsonObject, **experiment: Any) -> JsonObject:
    """Return the plan of a preview of a card that players have, which plans of a fixed length are made of.

    Errors: as `preview_plan`; IllegalAction `no-win-rate` for a card that no player has, `unknown-bot` for a bot of one's own.
    """
    base = preview_plan(ruleset, candidate=candidate, **experiment)
    if is_own(base["bots"][0]):
        raise IllegalAction("unknown-bot", "a bot of one's own plays previews alone")
    if base["layout"]["unit"] == "table" or is_declaration(ruleset.vocabulary, candidate):
        raise IllegalAction("no-win-rate", "no player has this card by itself, so no match is won by it")
    return base


def empty_state(spec: Json, form: str) -> JsonObject:
    """Return the state of a plan before its first chunk; `form` names the format of its states."""
    return {"format": form, "spec": spec_hash(spec), "next": 0, "counts": {}, "traces": {}, "reason": ""}


def fold_fixed(spec: Json, state: JsonObject | None, chunk: Json, form: str) -> JsonObject:
    """Return the state after the next chunk; one that has stopped stays as it is.

    Errors: EngineBug for a chunk of another plan, or one that is not the next.
    """
    state = empty_state(spec, form) if state is None else dict(state)
    if not count_chunk(state, chunk):
        return state
    aborted, games = count(state["counts"], "aborted", "matches"), count(state["counts"], "games")
    if aborted >= HOPELESS and 2 * aborted > games:
        state["reason"] = ABORTED
    elif state["next"] == len(spec["ends"]):
        state["reason"] = PLANNED
    return state


def fold_with_firsts(spec: Json, state: JsonObject | None, chunk: Json, form: str) -> JsonObject:
    """Return what `fold_fixed` does, and keep of the matches that chunks lead to the first of each kind.

    Errors: as `fold_fixed`.
    """
    before = state or empty_state(spec, form)
    after = fold_fixed(spec, before, chunk, form)
    if after["next"] != before["next"]:
        after["traces"] = {
            name: {**chunk["traces"].get(name, {}), **before["traces"].get(name, {})}
            for name in (*before["traces"], *chunk["traces"])
        }
    return after


def result_head(spec: Json, state: Json, form: str) -> JsonObject:
    """Return what a result of a fixed plan says of the card, of what it was played with, and of how far it is."""
    blocks = count(state["counts"], "blocks")
    return {
        "format": form,
        "ruleset": spec["ruleset"],
        "engine": spec["engine"],
        "spec": state["spec"],
        "contentHash": content_of(spec),
        "card": spec["layout"]["card"],
        "cardHash": content_hash([canonical_bytes(spec["candidate"])]),
        "bots": spec["bots"],
        "seed": spec["seed"],
        "unit": spec["layout"]["unit"],
        "opponents": spec["layout"]["opponents"],
        "status": "finished" if state["reason"] else "running",
        "stopReason": state["reason"] or None,
        "n": {
            "blocks": blocks,
            "games": count(state["counts"], "games"),
            "aborted": count(state["counts"], "aborted", "matches"),
        },
        "progress": {"blocks": blocks, "of": spec["blocks_max"], "chunks": state["next"]},
        "alpha": ALPHA,
        "family": spec["family"],
        "cost": spec["cost"],
        "lent": spec["layout"]["lent"],
    }


__all__ = ["ABORTED", "PLANNED", "empty_state", "fold_fixed", "fold_with_firsts", "owned_plan", "result_head"]
