"""What a bot thinks a position is worth, and which answers it looks at.

Weights are in tenths of a cell of the wheel. They were set by hand and tuned by matches of one set against another;
SOURCE.md keeps what was measured.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from engine.toolkit.evaluation import first_of_each, outcome, single_answers
from engine.toolkit.rules import Action, Decision, Option, State

from .modifiers import COST_STAT, cost_of
from .table import TABLE, monsters, players

CELL, STEP, GOLD, TOKEN, FREEZING, RIVAL = 10, 9, 2, 6, 1, 4
MANA, MANA_KEPT, MANA_SPARE = 3, 8, 1
PLAYABLE, STUCK = 2, -2
NEARLY_DEAD = 10
"""Health below which one more card may well defeat a monster."""
BOTH_FIGHT, ALONE, LEFT_TO_RIVALS = -20, 60, -40
"""Percent of the prize of a monster that is nearly dead: while a rival fights on, who plays next; when nobody else does; when only others do."""
SPELL = 4
WORTH = {"ori": 0, "com": 10, "leg": 24}
WORTH_PER_COST = {"ori": -2, "com": 1, "leg": 0}
OWN_ZONES = ("deck", "hand", "discard", "play", "wand", "undercurrent")
LEVEL_STEPS = {"III": 3, "VI": 6, "IX": 9, "XII": 12}
TARGETS = 3
"""Monsters that a bot looks at when a card asks for one: those with least health left (docs/adr/0091)."""
NOWHERE: Mapping[str, str] = {"zone": ""}


def evaluate(st: State, seat: int) -> int:
    """Return what the position is worth to a seat: its progress, means and prospects, less the best rival's progress."""
    if st.result is not None and st.result.winner >= 0:
        return outcome(st.result, seat)
    me = seat + 1
    mine = st.entities[me]
    rival = max(_progress(st, other) for other in players(st) if other != me)
    mana = mine["mana"]
    score: int = _progress(st, me) - rival * RIVAL // 10
    score += GOLD * mine["gold"] + TOKEN * mine["token"] + FREEZING * mine["freezing"]
    score += MANA * min(mana, MANA_KEPT) + MANA_SPARE * max(0, mana - MANA_KEPT)
    score += SPELL * mine["spellDamage"] + _shop(st, me)
    return score + _deck(st, me) + _hand(st, me, mana) + _prospects(st, me)


def _progress(st: State, player: int) -> int:
    ent = st.entities[player]
    return int(CELL * ent["pos"] + STEP * ent["steps"])


def _deck(st: State, player: int) -> int:
    """Return the value of a player's cards in all zones; a card being played comes back unless it is an occult."""
    entities, zones, cards = st.entities, st.zones, st.program.cards
    held = [card for zone in OWN_ZONES for card in zones.get((player, zone), ())]
    held += [card for card in st.zone(TABLE, "playing") if entities[card]["own"] == player and not _is_occult(st, card)]
    total: int = sum([cards[entities[card]["def"]].facts["worth"] for card in held])
    return total


def worth_of(rarity: str, cost: int) -> int:
    """Return the value of a card to its holder."""
    return WORTH[rarity] + WORTH_PER_COST[rarity] * cost


def _is_occult(st: State, card: int) -> bool:
    return st.program.cards[st.entities[card]["def"]].words["cardType"] == "occult"


def _hand(st: State, player: int, mana: int) -> int:
    """Return what can be done with a hand: a card that cannot be paid is in the way."""
    entities, total = st.entities, 0
    if entities[player]["out"] and st.globals["phase"] == "battling":
        return 0
    is_changed = COST_STAT in st.listener_index
    for card in st.zone(player, "hand"):
        cost = cost_of(st, card, player) if is_changed else entities[card]["manaCost"]
        total += PLAYABLE if cost <= mana else STUCK
    return total


def _prospects(st: State, me: int) -> int:
    """Return what the monsters that are nearly dead promise: only the last hit pays, so a wound helps the next player."""
    if st.globals["phase"] != "battling":
        return 0
    share = _share_of_prizes(st, me)
    if not share:
        return 0
    total = 0
    for monster in monsters(st):
        remaining = _health_left(st, monster)
        if remaining < NEARLY_DEAD:
            ent = st.entities[monster]
            prize = STEP * LEVEL_STEPS[st.program.cards[ent["def"]].words["level"]] + GOLD * ent["reward"]
            total += prize * (NEARLY_DEAD - remaining) * share // (NEARLY_DEAD * 100)
    return total


def _share_of_prizes(st: State, me: int) -> int:
    """Return what share of a prize within reach a player may expect, in percent; below 0 when it goes to a rival."""
    can_fight = {player for player in players(st) if not st.entities[player]["out"] and st.entities[player]["mana"]}
    if me not in can_fight:
        return LEFT_TO_RIVALS if can_fight else 0
    return BOTH_FIGHT if len(can_fight) > 1 else ALONE


def _health_left(st: State, monster: int) -> int:
    """Return how much health a monster has in all its bodies."""
    bodies = st.zone(monster, "bodies")
    return sum(st.entities[body]["health"] for body in bodies) if bodies else int(st.entities[monster]["health"])


def _shop(st: State, player: int) -> int:
    """Return the value of the best purchase while a player is in the shop, so that refreshing a poor shop pays."""
    question = st.pending[0] if st.pending else None
    if question is None or question.prompt != "supply" or question.seat != player - 1:
        return 0
    shop, best = st.zone(TABLE, "shop"), 0
    for option in question.options:
        if option.__class__ is tuple and option[0] == "buy":
            ent = st.entities[option[1]]
            rarity = st.program.cards[ent["def"]].words["rarity"]
            price = shop.index(option[1]) + 1
            best = max(best, worth_of(rarity, ent["manaCost"]) - GOLD * price)
    return best


def candidate_actions(st: State, decision: Decision) -> Sequence[Action]:
    """Return the candidate answers: one of each kind of card, the weakest monsters, the longest walks, all or none of a hand."""
    options, low = decision.options, decision.min
    if decision.kind == "target" and low == decision.max == 1:
        return single_answers(decision, _weakest(st, _by_kind(st, options)))
    if decision.kind == "number":
        return [(option,) for option in options[-6:]]
    if low > 1:
        count = len(options)
        return [tuple(options[(first + place) % count] for place in range(low)) for first in range(min(count, 4))]
    whole = [options[: decision.max]] if 1 < decision.max < len(options) else []
    return [*single_answers(decision, _by_kind(st, options)), *whole]


def _weakest(st: State, options: Sequence[Option]) -> Sequence[Option]:
    """Return the monsters that have least health left; all options where one of them is no monster in a slot."""
    entities = st.entities
    monsters = [
        option for option in options if isinstance(option, int) and entities.get(option, NOWHERE)["zone"] == "slot"
    ]
    if len(monsters) < len(options):
        return options
    return sorted(monsters, key=lambda monster: _health_left(st, monster))[:TARGETS]


def _by_kind(st: State, options: Sequence[Option]) -> list[Option]:
    """Return one option of each kind: cards of one definition are alike."""

    def kind(option: Option) -> Hashable:
        card = option[1] if isinstance(option, tuple) else option
        ent = st.entities.get(card) if isinstance(card, int) else None
        return option if ent is None or not ent["def"] or ent["zone"] == "slot" else (ent["def"], ent["zone"])

    return first_of_each(options, kind)
