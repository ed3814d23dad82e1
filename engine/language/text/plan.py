"""What is to be said of a list of effects, in which order and how deep: the same for every language.

Effects that only hold others are taken apart here: a loop of one pass is its effects, a condition that always holds is none,
a trigger that runs at once is what it does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import gcd
from typing import Any

from engine.language.analysis.semantics import INSTANT
from engine.language.analysis.structure import is_whole
from engine.language.nodes.core import AND, EQUALS, IF
from engine.language.spec.fields import Field
from engine.language.spec.nodes import NodeSpec
from engine.language.spec.shapes import Block, Identifier, ListOf, LocalizedText, Node, Targets
from engine.language.spec.vocabulary import Vocabulary
from engine.language.text.document_reader import (
    Json,
    Trigger,
    at_most_one,
    effects,
    is_triggers,
    node_spec,
    options,
    triggers,
)
from engine.language.text.templates import Place, chosen, parts, places

MOST_PLAIN = 4
"""So many plain effects go into one sentence; more are listed."""


WEIGHT = "weight"
"""The key of an outcome that says how likely it is beside the others."""
MOST_OPTIONS = 3


@dataclass(frozen=True, slots=True)
class Say:
    """One effect that holds no others; without a spec, one that is unknown."""

    spec: NodeSpec | None
    node: Json


@dataclass(frozen=True, slots=True)
class Begin:
    """What comes before an effect that holds others: its targets are chosen, and what it binds is bound."""

    spec: NodeSpec
    node: Json


@dataclass(frozen=True, slots=True)
class Around:
    """An effect that holds others, by the name of the field."""

    spec: NodeSpec
    node: Json
    blocks: Mapping[str, tuple[Item, ...]]


@dataclass(frozen=True, slots=True)
class OneOf:
    """An effect of whose lists of effects one is done.

    Shapes: `odds` says of each list how likely it is, so many in so many; it is empty where all are alike, or somebody chooses.
    """

    spec: NodeSpec
    node: Json
    options: tuple[tuple[Item, ...], ...]
    odds: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class When:
    """A trigger and what it does."""

    trigger: Trigger
    body: tuple[Item, ...]


Item = Say | Begin | Around | When | OneOf
Holding = (Around, When, OneOf)


def sentence_of(spec: NodeSpec, node: Json) -> LocalizedText:
    """Return the sentence of a node; where none is declared, the title with what the fields hold."""
    return chosen(spec.wording.cases, spec.phrase or _titled(spec), node)


def _titled(spec: NodeSpec) -> LocalizedText:
    said = [field for field in spec.fields if not isinstance(field.shape, Identifier | Block | ListOf)]
    blocks = [f"{{{field.name}}}" for field in spec.fields if isinstance(field.shape, Block)]
    en = ", ".join(f"{field.title.en.lower()} {{{field.name}}}" for field in said)
    zh = "，".join(f"{field.title.zh}{{{field.name}}}" for field in said)
    after = LocalizedText(": " + ". ".join(blocks), "：" + "。".join(blocks)) if blocks else LocalizedText("", "")
    title = spec.title.en[:1].lower() + spec.title.en[1:]
    return LocalizedText(
        f"{title}{f' ({en})' if said else ''}{after.en}", f"{spec.title.zh}{f'（{zh}）' if said else ''}{after.zh}"
    )


def condition_spec(vocabulary: Vocabulary, condition: Any) -> NodeSpec | None:
    """Return what a condition's type says it is."""
    return node_spec(vocabulary, "condition", condition)


def always(vocabulary: Vocabulary, condition: Any) -> bool:
    """Return whether a condition asks nothing."""
    spec = condition_spec(vocabulary, condition)
    if spec is None:
        return condition is None
    if joined_by(spec) == "and":
        return all(always(vocabulary, part) for part in parts_of(spec, condition))
    return spec.wording.holds is True


def joined_by(spec: NodeSpec) -> str:
    """Return `and`, `or` or `not` for a condition whose sentence is nothing but others, joined so."""
    match parts((spec.phrase or spec.title).en):
        case (Place(form="and" | "or" | "not" as how),):
            return how
    return ""


def parts_of(spec: NodeSpec, condition: Json) -> tuple[Any, ...]:
    """Return the conditions that a joining one joins."""
    held = condition.get(
        next((part.name for part in parts((spec.phrase or spec.title).en) if isinstance(part, Place)), "")
    )
    return tuple(held) if isinstance(held, list) else (held,)


def plan(vocabulary: Vocabulary, block: Any) -> tuple[Item, ...]:
    """Return what is to be said of a list of effects."""
    return tuple(item for node in effects(block) for item in _planned(vocabulary, node))


def _odds(written: Any) -> tuple[tuple[int, int], ...]:
    """Return how likely each of several outcomes is; nothing where their weights are alike."""
    weights = [one.get(WEIGHT, 1) for one in written if isinstance(one, dict)] if isinstance(written, list) else []
    if len(set(map(str, weights))) < 2 or not all(is_whole(one) and one > 0 for one in weights):
        return ()
    whole = sum(weights)
    return tuple((one // gcd(one, whole), whole // gcd(one, whole)) for one in weights)


def _planned(vocabulary: Vocabulary, node: Json) -> tuple[Item, ...]:
    spec = node_spec(vocabulary, "effect", node)
    if spec is None:
        return (Say(None, node),)
    mounted = next((field for field in spec.fields if is_triggers(vocabulary, field)), None)
    if mounted is not None:
        found = [item for trigger in triggers(vocabulary, mounted, node) for item in _trigger(vocabulary, trigger)]
        return tuple(found)
    for field in spec.fields:
        if (held := options(vocabulary, field, node)) is not None:
            return (OneOf(spec, node, tuple(plan(vocabulary, block) for block in held), _odds(node.get(field.name))),)
    if not any(isinstance(field.shape, Block) for field in spec.fields):
        return (Begin(spec, node) if only_chooses(spec) else Say(spec, node),)
    return _around(vocabulary, spec, node)


def only_chooses(spec: NodeSpec) -> bool:
    """Return whether an effect does nothing but choose, for those after it."""
    return any(place.form == "bare" for place in places(spec.phrase.en)) if spec.phrase else False


def _trigger(vocabulary: Vocabulary, trigger: Trigger) -> tuple[Item, ...]:
    """Plan one trigger; one that runs at once is its effects, if need be on a condition."""
    if trigger.event_name != INSTANT:
        return (When(trigger, plan(vocabulary, trigger.block)),)
    if always(vocabulary, trigger.condition):
        return plan(vocabulary, trigger.block)
    return _around(vocabulary, IF, {"type": IF.name, "condition": trigger.condition, "do": trigger.block})


def _around(vocabulary: Vocabulary, spec: NodeSpec, node: Json) -> tuple[Item, ...]:
    named = [part for part in parts(sentence_of(spec, node).en) if isinstance(part, Place)]
    blocks = {
        field.name: plan(vocabulary, node.get(field.name))
        for field in spec.fields
        if isinstance(field.shape, Block) and any(place.name == field.name for place in named)
    }
    condition = next((field.name for field in spec.fields if field.shape == Node("condition")), None)
    target = targets_field(spec, node)
    placed = target is not None and any(place.name == target.name for place in named)
    one = target if placed and target is not None and takes_one(vocabulary, node[target.name]) else None
    if one is not None:
        named, placed = [place for place in named if place.name != one.name], False
    begins: tuple[Item, ...] = () if placed or not (spec.output.results or target) else (Begin(spec, node),)
    free = condition is None or always(vocabulary, node.get(condition))
    silent = condition is not None or one is not None or len(parts(sentence_of(spec, node).en)) == 1
    if len(blocks) == 1 and free and silent and _only(named, blocks, condition):
        return (*begins, *next(iter(blocks.values())))
    return (*begins, _merged(Around(spec, node, blocks), condition))


def _only(named: list[Place], blocks: Mapping[str, Any], condition: str | None) -> bool:
    """Return whether a sentence says nothing beside its one list of effects and a condition that asks nothing."""
    return all(place.name in blocks or place.name == condition for place in named)


def targets_field(spec: NodeSpec, node: Json) -> Field | None:
    """Return the field whose things a node is done to, where it is written."""
    return next((field for field in spec.fields if isinstance(field.shape, Targets) and field.name in node), None)


def takes_one(vocabulary: Vocabulary, value: Any) -> bool:
    """Return whether the value in a field of targets is a choice of one thing."""
    spec = node_spec(vocabulary, "chooser", value)
    return spec is not None and at_most_one(spec, value)


def _merged(item: Around, condition: str | None) -> Around:
    """Make one condition of two nested right in each other, where neither has anything beside."""
    match tuple(item.blocks.items()):
        case ((name, (Around() as inner,)),) if (
            condition and inner.spec is item.spec and tuple(inner.blocks) == (name,)
        ):
            both = {"type": AND.name, "conditions": [item.node.get(condition), inner.node.get(condition)]}
            return Around(item.spec, {**item.node, condition: both}, inner.blocks)
    return item


def in_a_sentence(vocabulary: Vocabulary, items: tuple[Item, ...], room: int) -> bool:
    """Return whether effects can be said in one sentence without doubt about what belongs to what.

    Units: room is how many lists of effects may be nested in each other, this one not counted.
    """
    *plain, last = items or (None,)
    if any(isinstance(item, Holding) for item in plain) or len(plain) >= MOST_PLAIN:
        return False
    return not isinstance(last, Holding) or (room > 0 and fits_one_sentence(vocabulary, last, room - 1))


def fits_one_sentence(vocabulary: Vocabulary, item: Around | When | OneOf, room: int) -> bool:
    """Return whether an effect that holds others can be said in one sentence, with so much room inside it."""
    if isinstance(item, When):
        return in_a_sentence(vocabulary, item.body, room) and not (
            _asks_more(vocabulary, item.trigger) and forks(item.body)
        )
    if isinstance(item, OneOf):
        return len(item.options) <= MOST_OPTIONS and all(in_a_sentence(vocabulary, one, 0) for one in item.options)
    *first, last = item.blocks.values() or ((),)
    if any(field.shape == Node("condition") for field in item.spec.fields) and not first and forks(last):
        return False
    return all(in_a_sentence(vocabulary, block, 0) for block in first) and in_a_sentence(
        vocabulary, last, room if not first else _chain(last)
    )


def _chain(block: tuple[Item, ...]) -> int:
    """What follows "otherwise" may itself be a condition, and nothing else that holds effects."""
    return 1 if len(block) == 1 else 0


def forks(block: Sequence[Item]) -> bool:
    """Return whether effects end in an "otherwise" that could be heard as another condition's."""
    return bool(block) and isinstance(block[-1], Around) and len(block[-1].blocks) > 1


def _asks_more(vocabulary: Vocabulary, trigger: Trigger) -> bool:
    """Return whether a trigger asks what its event cannot say, as far as can be seen from the kind of condition."""
    spec = condition_spec(vocabulary, trigger.condition)
    if spec is None or always(vocabulary, trigger.condition):
        return False
    asked = parts_of(spec, trigger.condition) if joined_by(spec) in ("and", "not") else (trigger.condition,)
    found = [condition_spec(vocabulary, one) for one in asked]
    return any(one is None or not (one.name == EQUALS.name or one.wording.narrows) for one in found)
