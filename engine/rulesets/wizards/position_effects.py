"""The older way to say "your spells deal N more": two effects that add to a stored number and take it away again.

A rest is left behind where what comes between them changes; a modifier says the same and leaves none. Source: SOURCE.md; ADR 79.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from engine.errors import Problem
from engine.language.diagnostics.problems import Fix, removal, replacement
from engine.language.spec import LocalizedText
from engine.toolkit.linting import finding
from engine.toolkit.reading import Document, items, objects

PLAY = "onPlayCard"
_DRIFT = LocalizedText(
    "Spell damage is added here and taken away again; what comes between may leave a rest. Wanted the effect “modify”, whose sum is never stored.",
    "此处先增加法术伤害，之后再减去；其间的变化可能留下余数。应改用“modify”，其总和从不存储。",
)


def drifts(document: Any) -> Iterator[Problem]:
    """Yield a warning for each pair of effects that raise spell damage for a while."""
    behaviors = objects(document, "behaviors") if isinstance(document, dict) else []
    for place, behavior in behaviors:
        for index, effect in objects(behavior, "do"):
            path = f"/behaviors/{place}/do/{index}"
            if (fix := _of_plays(effect, path)) is not None:
                yield finding("W-DRIFT", path, *_DRIFT, fix=fix or None)
    yield from _of_slots(behaviors)


def _of_plays(effect: Document, path: str) -> Fix | None:
    """Return the fix of two triggers on plays, empty where there is no mechanical one; None where they are no such pair."""
    triggers = [trigger for _, trigger in objects(effect, "triggers")]
    if len(triggers) != 2 or len(items(effect, "triggers")) != 2:
        return None
    first, second = triggers
    amount, other = (_amount(trigger.get("do")) for trigger in triggers)
    if amount is None or other != -amount or first.get("event") != PLAY or second.get("event") != PLAY:
        return None
    if (first.get("stage", "before"), second.get("stage")) != ("before", "after"):
        return None
    if first.get("condition") != second.get("condition"):
        return ()
    rest = [part for part in _conjuncts(first.get("condition")) if not _is_own(part)]
    condition = json.loads(json.dumps(rest).replace(f"${PLAY}.cardUUID", "$candidate.UUID"))
    if PLAY in json.dumps(condition) or len(rest) == len(_conjuncts(first.get("condition"))):
        return ()
    node: dict[str, Any] = {"type": "modify", "stat": "spellDamage", "op": "add", "value": amount}
    if condition:
        node["filter"] = condition[0] if len(condition) == 1 else {"type": "And", "conditions": condition}
    return replacement(path, {**node, "mode": first.get("mode", "once")})


def _of_slots(behaviors: Sequence[tuple[int, Document]]) -> Iterator[Problem]:
    """Yield the pair of a card that raises spell damage when it is equipped and takes it back when it is unequipped."""
    gain, loss = (
        next(
            ((place, _amount(behavior.get("do"))) for place, behavior in behaviors if behavior.get("at") == timing),
            None,
        )
        for timing in ("onEquip", "onUnequip")
    )
    if gain is None or loss is None or gain[1] is None or loss[1] != -gain[1]:
        return
    node = {"type": "modify", "stat": "spellDamage", "op": "add", "value": gain[1], "mode": "lies"}
    path = f"/behaviors/{gain[0]}/do/0"
    fix = (*replacement(path, node), *removal(f"/behaviors/{loss[0]}"))
    yield finding("W-DRIFT", path, *_DRIFT, fix=fix)


def _amount(block: Any) -> int | None:
    """Return what a block adds to spell damage when it does nothing else."""
    if not isinstance(block, list) or len(block) != 1 or not isinstance(block[0], dict):
        return None
    effect = block[0]
    amount = effect.get("amount")
    is_plain = effect.get("type") == "spellDamage" and effect.get("mode") == "add" and type(amount) is int
    return amount if is_plain else None


def _conjuncts(condition: Any) -> list[Any]:
    if condition is None:
        return []
    inner = condition.get("conditions") if isinstance(condition, dict) else None
    return inner if condition.get("type") == "And" and isinstance(inner, list) else [condition]


def _is_own(condition: Any) -> bool:
    """Return whether a condition wants the player of the play to be the card's own."""
    if not isinstance(condition, dict) or condition.get("type") != "Equals":
        return False
    sides = [condition.get("value1"), condition.get("value2")]
    return f"${PLAY}.playerUUID" in sides and any(
        side in ("$onPlay.playerUUID", "$onEquip.playerUUID") for side in sides
    )
