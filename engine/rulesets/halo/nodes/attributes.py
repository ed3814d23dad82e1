"""What picks of halo ask of their units and cards, as fields beside the filter. Source: SOURCE.md, extensions."""

from __future__ import annotations

from dataclasses import replace

from engine.language.nodes.attributes import BEFORE, Read, of_property, only_field, only_record
from engine.language.planning.plan import IS
from engine.language.spec import Attribute, Enum, Field, IntegerLiteral, TextLiteral, optional
from engine.toolkit.nodes import cost_bounds, other_than, stat_bounds
from engine.toolkit.rules import Environment, State, definition

from ..fields import TAG, TAG_LETTERS
from ..words import SIX_KINDS, TAGS
from .ability_context import this
from .event_conditions import bears_tag
from .numbers import number_of


def _is_kind(st: State, env: Environment, eid: int, kind: str) -> bool:
    return bool(st.entities[eid]["def"]) and definition(st, eid).kind == kind


WHOLE_NOUNS = ("UNIT", "VESSEL", "TOKEN")
KIND_NOUNS = {
    kind.name: (f"{kind.title.en.lower()}{one}", f"{kind.title.en.lower()}{many}", f"{kind.title.zh}牌")
    for kind in SIX_KINDS
    for one, many in ((("", "s") if kind.name in WHOLE_NOUNS else (" card", " cards")),)
}
"""What a card of a kind is called: "a vessel", "a tactical card"."""
KIND_FIELD = optional(
    "kind",
    Enum(SIX_KINDS),
    "Kind",
    "类型",
    attribute=Attribute(_is_kind, noun=KIND_NOUNS, reads=("IS_KIND", IS)),
)
TAG_FIELD = optional(
    "tag",
    TextLiteral(40, 1, TAG, says=TAG_LETTERS),
    "Tag",
    "标签",
    called=TAGS,
    attribute=Attribute(lambda st, env, eid, tag: bears_tag(st, eid, tag), before=BEFORE, reads=("HAS_TAG", IS)),
)
SEARCH_ATTRIBUTES = (
    KIND_FIELD,
    TAG_FIELD,
    *of_property("cost", cost_bounds(lambda st, eid: number_of(st, eid, "cost"))),
)
"""What a search may ask of a card, around its own noun: "an infantry card that costs 2 or less"."""


ONLY_PIECES = only_record(
    "onlyPieces",
    "Only units and vessels",
    "仅限的单位与舰船",
    (
        other_than(this),
        TAG_FIELD,
        *of_property("attack", stat_bounds("attack", "attack", "攻击力", lambda st, eid: number_of(st, eid, "attack"))),
        *of_property("health", stat_bounds("health", "health", "生命", lambda st, eid: number_of(st, eid, "health"))),
        *of_property("cost", cost_bounds(lambda st, eid: number_of(st, eid, "cost"))),
    ),
)


MAX_BOUND = 99


def _number_as_stored(name: str) -> Read:
    """Return the reader of a number without modifiers, which may be about what it is asked of; None where a thing has none."""
    return lambda st, eid: st.entities[eid].get(name)


def _literal(bounding: tuple[Field, Field]) -> tuple[Field, ...]:
    """Return bounds that are written as numbers: a modifier is read as it stands, whatever asks for the number that it changes."""
    return tuple(replace(key, shape=IntegerLiteral(0, MAX_BOUND)) for key in bounding)


MODIFIED_KIND_NOUNS = {**KIND_NOUNS, "UNIT": ("unit card", "unit cards", "单位牌")}
"""What a modifier calls cards of a kind: all that stands on the ground is called a unit, unit cards are some of these."""
MODIFIED_KIND_FIELD = replace(
    KIND_FIELD, attribute=Attribute(_is_kind, noun=MODIFIED_KIND_NOUNS, reads=("IS_KIND", IS))
)
ONLY_MODIFIED = only_record(
    "onlyModified",
    "Only cards",
    "仅限的牌",
    (
        other_than(this),
        MODIFIED_KIND_FIELD,
        TAG_FIELD,
        *_literal(stat_bounds("health", "health", "生命", _number_as_stored("health"))),
        *_literal(cost_bounds(_number_as_stored("supply"))),
    ),
)
MODIFIED_FIELD = only_field(
    "onlyModified",
    "Which of them: those with all of this; costs are those before modifiers.",
    "其中的哪些：须符合其中每一项；费用为修正之前的费用。",
)


def attributes(of_cards: bool) -> tuple[Field, ...]:
    """Return what a pick may ask: of cards their kind, of units and vessels their attack and health, of both tag and cost."""
    cost = of_property("cost", cost_bounds(lambda st, eid: number_of(st, eid, "cost")))
    if of_cards:
        return KIND_FIELD, TAG_FIELD, *cost
    stats = (
        *of_property("attack", stat_bounds("attack", "attack", "攻击力", lambda st, eid: number_of(st, eid, "attack"))),
        *of_property("health", stat_bounds("health", "health", "生命", lambda st, eid: number_of(st, eid, "health"))),
    )
    return other_than(this), TAG_FIELD, *stats, *cost
