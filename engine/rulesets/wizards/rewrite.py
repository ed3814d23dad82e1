"""Old spellings that are special to wizards; whatever only renames is an alias in the vocabulary.

Source: 000 §1.1.1 "behavior类型" (the three short forms are instant triggers), the exploration example (buffMonster),
the first treasure example (`{"chooser": "monsters"}`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.language.reading.normalise import Normalised, Place, normalise
from engine.language.reading.normalise import Rules as RuleTable
from engine.language.reading.rewrite_warnings import Step, added, moved, removed, replaced, sibling
from engine.language.reading.source_map import Traced, plain

from .vocabulary import WIZARDS

SUGARS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "dealDamage": ("damage", {}),
    "regenMana": ("mana", {"mode": "add"}),
    "drawCards": ("drawCard", {}),
}
"""The meaning of a short form: the effect, and its fields beyond target and amount."""

MONSTER_FIELDS = {"onExplorationFlip": "cardUUID", "onDamageTaken": "monsterUUID", "onDefeat": "monsterUUID"}
"""The monster that an event is about."""

CHOOSERS = {"monsters": "monsterChooser"}


def rewrite(document: Any) -> Normalised:
    """Return a wizards document in its present spelling, with a warning for each change."""
    return normalise(WIZARDS, document, RULES)


def _behavior(node: Traced, place: Place) -> None:
    """Turn a behaviour's one word into the list of effects that it means."""
    word = node.text("do")
    if word == "addTriggers":
        patch = _patch(node, "addTriggers", ("triggers",), {}, "")
        place.notes.alias(node.value["do"].origin, word, '[{"type": "addTriggers", …}]', patch)
        node.value["do"] = _effect(
            node,
            "addTriggers",
            ("triggers",),
            {},
        )
    elif word is not None and word in SUGARS:
        name, extra = SUGARS[word]
        patch = _patch(node, name, ("target", "amount"), extra, "/0/triggers/0/do")
        place.notes.alias(node.value["do"].origin, word, f"an instant trigger with {name}", patch)
        effect = _effect(
            node,
            name,
            ("target", "amount"),
            extra,
        )
        trigger = {"event": "instant", "mode": "once", "do": effect}
        node.value["do"] = effect.new([{"type": "addTriggers", "triggers": [trigger]}])


def _patch(node: Traced, name: str, keys: Sequence[str], extra: Mapping[str, Any], inside: str) -> Sequence[Step]:
    """Return the patch that writes a short form out: the effect, inside an instant trigger or not, and what moves into it."""
    do = node.value["do"].origin
    effect: list[Any] = [{"type": name, **extra}]
    triggers = [{"type": "addTriggers", "triggers": [{"event": "instant", "mode": "once", "do": effect}]}]
    into = f"{do}{inside}/0"
    moves = [moved(child.origin, f"{into}/{key}") for key, child in node.value.items() if key in keys]
    return replaced(do, triggers if inside else effect), *moves


def _effect(node: Traced, name: str, keys: Sequence[str], extra: Mapping[str, Any]) -> Traced:
    """Return the list of the one effect that a behaviour's word and the keys beside it make; the keys move into it."""
    word: Traced = node.value["do"]
    inside = {key: node.drop(key) for key in list(node.value) if key in keys}
    return word.new([{"type": name, **extra, **inside}])


def _buff_monster(node: Traced, place: Place) -> Sequence[Traced] | None:
    """Write out what a flipped monster gains: more health at most and now, and a higher bounty."""
    if node.text("type") != "buffMonster" or not {"health", "reward"} & set(node.value):
        return None
    target: Any = node.value.get("target")
    if target is None:
        if place.event not in MONSTER_FIELDS:
            return None
        target = f"${place.event}.{MONSTER_FIELDS[place.event]}"
    fields = {"health": ("maxHealth", "health"), "reward": ("reward",)}
    effects = [
        node.new({"type": name, "mode": "add", "amount": node.value[key], "target": target})
        for key, names in fields.items()
        if key in node.value
        for name in names
    ]
    block, _, at = node.origin.rpartition("/")
    steps = [added(f"{block}/{int(at) + 1}", plain(effect)) for effect in reversed(effects)] if at.isdigit() else []
    words = " + ".join(str(effect.text("type")) for effect in effects)
    place.notes.alias(node.origin, "buffMonster", words, (*steps, removed(node.origin)) if steps else ())
    return effects


def _chooser(node: Traced, place: Place) -> None:
    """Read `{"chooser": "monsters"}` as the chooser that it names."""
    word = node.text("chooser")
    if word is not None and word in CHOOSERS and "type" not in node.value:
        origin = node.value["chooser"].origin
        patch = (moved(origin, sibling(origin, "type")), replaced(sibling(origin, "type"), CHOOSERS[word]))
        place.notes.alias(origin, f"chooser: {word}", f"type: {CHOOSERS[word]}", patch)
        node.value["chooser"].value = CHOOSERS[word]
        node.rename("chooser", "type")


def _effect_rule(node: Traced, place: Place) -> Sequence[Traced] | None:
    """Spell out buffMonster; make a list of the one target of removeTriggers."""
    targets = node.value.get("targets")
    if node.text("type") == "removeTriggers" and targets is not None and targets.items is None:
        patch = (replaced(targets.origin, [plain(targets)]),)
        place.notes.alias(targets.origin, "targets: one", "targets: a list of one", patch)
        node.value["targets"] = Traced([targets], targets.origin)
    return _buff_monster(node, place)


def _getter(node: Traced, place: Place) -> None:
    """Read the document's TriggerGetter, which has no type, as the value that it is."""
    if "type" not in node.value and set(node.value) == {"mode", "value"}:
        patch = (added(f"{node.origin}/type", "triggers"),)
        place.notes.alias(node.origin, "TriggerGetter", "type: triggers", patch)
        node.value = {"type": node.new("triggers"), **node.value}


RULES: RuleTable = {"behavior": _behavior, "effect": _effect_rule, "chooser": _chooser, "value": _getter}

DEPRECATED_SYNTAX = (
    {"at": "onPlay", "do": "dealDamage", "amount": 2, "target": {"chooser": "monsters"}},
    {
        "at": "onPlay",
        "do": "addTriggers",
        "triggers": [
            {"event": "onExplored", "type": "once", "effects": [{"type": "buffMonster", "health": 3, "reward": 1}]}
        ],
    },
)
"""Behaviours in the short forms above, for the reference."""
