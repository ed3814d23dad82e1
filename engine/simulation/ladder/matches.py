"""Matches on which two bots of a ladder part, to be played again: one deal by the stronger bot, then by the weaker."""

from __future__ import annotations

from engine.errors import IllegalAction
from engine.json_values import Json, JsonObject
from engine.ruleset import Ruleset
from engine.simulation.fixed_runs import compiled_world
from engine.simulation.ladder.plan import STEPS
from engine.simulation.ladder.run import ladder_world
from engine.simulation.play import Decks, World, decks_of
from engine.simulation.run import block_seed

WHY = {
    "won": ("partedWon", "Won with it by the stronger bot, not by the weaker", "较强的机器人以它获胜，较弱的没有"),
    "lost": ("partedLost", "Won with it by the weaker bot, not by the stronger", "较弱的机器人以它获胜，较强的没有"),
}


def parted_matches(spec: Json, firsts: Json) -> list[JsonObject]:
    """Return the matches of the deals on which the bots of a step first part, two of each deal, the stronger bot's first.

    Shapes: `{kind, bots, bot, score, round, block, seed, opponent, arm, seat, answers, why}`; `seat` holds the card, `score` is what it won in halves of a win.
    """
    return [
        match
        for stronger, weaker in STEPS
        for way, (kind, en, zh) in WHY.items()
        if way in firsts.get(stronger.name, {})
        for match in _deal(
            spec,
            {"kind": kind, "bots": [stronger.name, weaker.name], "why": {"en": en, "zh": zh}},
            firsts[stronger.name][way],
        )
    ]


def _deal(spec: Json, head: Json, deal: Json) -> list[JsonObject]:
    block, strata = deal["block"], spec["layout"]["strata"]
    where = {
        "block": block,
        "seed": block_seed(spec, block),
        "opponent": ":".join(strata[block % len(strata)]),
        "arm": "candidate",
        "seat": deal["seat"],
    }
    return [{**head, **where, **side, "round": side["round"] or None} for side in deal["sides"]]


def parted_match(ruleset: Ruleset, spec: Json, trace: Json) -> tuple[World, Decks]:
    """Return the world of such a match and the deck of each seat.

    Errors: IllegalAction `no-such-match` for a trace that is none of this plan's.
    """
    layout, stratum = spec["layout"], trace["opponent"].split(":")
    if stratum not in layout["strata"]:
        raise IllegalAction("no-such-match", f"no match of this plan is played against {trace['opponent']}")
    new, old = [layout["card"]], [former["id"] for former in spec["formers"]]
    is_side = layout["unit"] == "side"
    hands = [new if seat == trace["seat"] else [] if is_side else old for seat in range(ruleset.experiment.seats)]
    return compiled_world(ruleset, spec, ladder_world), decks_of(spec, stratum, hands)


__all__ = ["parted_match", "parted_matches"]
