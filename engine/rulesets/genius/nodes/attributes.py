"""What choosers of genius ask of their characters, as fields beside the filter. Source: SOURCE.md, extensions."""

from __future__ import annotations

from engine.language.spec import Enum, LocalizedText
from engine.toolkit.nodes import other_than, stat_bounds, word
from engine.toolkit.rules import State, definition

from ..words import ELEMENT, ELEMENTS, WEAPONS
from .context import host


def _element(st: State, eid: int) -> str | None:
    return ELEMENT_NAMES.get(st.entities[eid]["element"])


ELEMENT_NAMES = {ELEMENT[option.name]: option.name for option in ELEMENTS}
CHARACTER_ATTRIBUTES = (
    other_than(host, "host", "所附属角色"),
    word("element", Enum(ELEMENTS), "Element", "元素", _element, before=LocalizedText("{}", "{}元素")),
    word(
        "weapon",
        Enum(WEAPONS),
        "Weapon",
        "武器类型",
        lambda st, eid: definition(st, eid).words.get("weapon"),
        clause=LocalizedText("with a {}", "武器为{}"),
    ),
    *stat_bounds("health", "health", "生命值", lambda st, eid: st.entities[eid]["health"]),
    *stat_bounds("energy", "energy", "充能", lambda st, eid: st.entities[eid]["power"]),
)
