"""What choosers, counts and modifiers of wizards ask of their cards and monsters, as fields beside the filter. Source: SOURCE.md, extensions."""

from __future__ import annotations

from engine.language.nodes.attributes import Read, of_property, only_field, only_record
from engine.language.spec import Enum, LocalizedText, option, options
from engine.toolkit.nodes import cost_bounds, other_than, stat_bounds, word
from engine.toolkit.rules import Environment, State, definition

from ..config import LEVELS
from ..effects.fields import SCHOOL_WORDS
from ..table import front
from .fields import CARD_TYPES

KIND_NOUNS = {
    "spell": ("spell", "spells", "法术牌"),
    "wand": ("wand", "wands", "魔杖牌"),
    "occult": ("occult", "occults", "秘术牌"),
    "undercurrent": ("undercurrent", "undercurrents", "暗流牌"),
}
RARITY_WORDS = options(("ori", "starter", "基础"), ("com", "common", "普通"), ("leg", "legendary", "传说"))


def _this(st: State, env: Environment) -> int | None:
    return env.source


def _word(name: str) -> Read:
    """Return the reader of a printed word, as an effect may have changed it."""

    def read(st: State, eid: int) -> str | None:
        ent = st.entities[eid]
        return ent.get(name, definition(st, eid).words.get(name)) if ent["def"] else None

    return read


def _cost(st: State, eid: int) -> int | None:
    return definition(st, eid).numbers.get("manaCost") if st.entities[eid]["def"] else None


def _health(st: State, eid: int) -> int | None:
    """Return the health of a monster, of several bodies that of the foremost."""
    return st.entities[front(st, eid)].get("health")


CARD_ATTRIBUTES = (
    other_than(_this),
    word("kind", Enum(CARD_TYPES), "Kind", "类型", _word("cardType"), noun=KIND_NOUNS, reads="cardType"),
    word("school", Enum(SCHOOL_WORDS), "School", "派系", _word("school"), reads="school"),
    word("rarity", Enum(RARITY_WORDS), "Rarity", "稀有度", _word("rarity"), reads="rarity"),
    *of_property("printedCost", cost_bounds(_cost)),
)
SEARCH_ATTRIBUTES = CARD_ATTRIBUTES[1:]
"""What a search may ask of a card: it never finds the card that searches."""
MONSTER_ATTRIBUTES = (
    other_than(_this),
    word(
        "level",
        Enum(tuple(option(level, level, level) for level in LEVELS)),
        "Level",
        "等级",
        _word("level"),
        before=LocalizedText("level {}", "{}级"),
        reads="level",
    ),
    *of_property("health", stat_bounds("health", "health", "生命值", _health)),
)
ONLY_CARDS = only_record("onlyCards", "Only cards", "仅限的牌", CARD_ATTRIBUTES)
ONLY_FIELD = only_field("onlyCards", "Which cards: those with all of this.", "哪些牌：须符合其中每一项。")
