"""The fields that effects of several kinds share, and the sentences of a change that lasts."""

from __future__ import annotations

from typing import Any

from engine.language.spec import PRESENT, Case, IntegerLiteral, case, field, optional, search_words
from engine.toolkit.nodes import amount_field, change_field, target_field
from engine.toolkit.rules import State

from ..fields import ONLY_FIELD
from ..table import is_ground
from .ability_context import Env, Things

PIECES = (target_field("piece"), ONLY_FIELD)
"""What units and vessels an effect is done to."""
VICTIMS = (target_field("victim"), ONLY_FIELD)
"""What units, vessels and bases an effect is done to."""
OF_GROUND = "ground"
"""What an effect takes that can be done to units of the ground alone; its choices offer no vessels."""


def grounded(st: State, env: Env, things: Things) -> Things:
    """Return the things of a choice that are units of the ground."""
    return tuple(eid for eid in things if is_ground(st, eid))


DELTA = change_field("delta")
AMOUNT = amount_field()
DURATION = search_words("this turn, for turns, until end of turn", "本回合、回合")
"""How one says how long something lasts."""
TURNS = optional(
    "turns",
    IntegerLiteral(1, 20),
    "Turns",
    "回合数",
    "How many turns it lasts, this one counted, both players'; for good when absent.",
    "持续的回合数，含本回合，双方回合均计；缺省时永久。",
    search=DURATION,
)
LASTS = field(
    "turns",
    IntegerLiteral(1, 20),
    "Turns",
    "回合数",
    "How many turns it lasts, this one counted.",
    "持续的回合数，含本回合。",
    search=DURATION,
)


def lasting(en: str, zh: str, **when: Any) -> tuple[Case, ...]:
    """Return a sentence for this turn, for some turns, and for good; `zh` has a place `本回合` for the first."""
    return (
        case({**when, "turns": 1}, f"{en} this turn.", f"{zh.replace('~', '本回合')}。"),
        case(
            {**when, "turns": PRESENT},
            f"{en} for {{turns:turn|turns}}.",
            f"{zh.replace('~', '')}，持续{{turns:回合}}。",
        ),
        case(when, f"{en}.", f"{zh.replace('~', '')}。"),
    )


MAX_DRAWN = 20
"""The most cards that one effect draws, or tokens that it makes, for one target."""
