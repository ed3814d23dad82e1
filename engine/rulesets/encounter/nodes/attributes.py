"""What choosers of encounter ask of their units, as fields beside the filter. Source: SOURCE.md, extensions."""

from __future__ import annotations

from engine.language.spec import TextLiteral, one_of
from engine.toolkit.nodes import other_than, stat_bounds, word
from engine.toolkit.rules import State, definition

from ..table import attack_of
from ..words import TAGS
from .context import host

KIND_NOUNS = {"hero": ("hero", "heroes", "英雄"), "unit": ("common unit", "common units", "普通单位")}


def kind_of(st: State, eid: int) -> str:
    """Return the kind of a unit or card."""
    return str(st.entities[eid]["kind"])


TAG_FIELD = word("tag", TextLiteral(40, 1), "Tag", "标签", lambda st, eid: tuple(definition(st, eid).tags), called=TAGS)
"""What a unit or card is by flavour."""

UNIT_ATTRIBUTES = (
    other_than(host, "host", "此单位"),
    word(
        "kind",
        one_of(("hero", "hero", "英雄"), ("unit", "common unit", "普通单位")),
        "Kind",
        "类型",
        kind_of,
        noun=KIND_NOUNS,
    ),
    TAG_FIELD,
    *stat_bounds("health", "health", "生命值", lambda st, eid: st.entities[eid]["health"]),
    *stat_bounds("attack", "attack", "攻击力", attack_of),
)
