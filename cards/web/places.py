"""Places of a card in the words of the page: the way to a node, beside the pointer that programs use."""

from collections.abc import Mapping
from typing import Any

from cards.gateway import nodes, rulesets
from cards.values import frozen_dataclass
from cards.web.text import bilingual_plain

STEP = " › "


@frozen_dataclass
class Place:
    """A value of a card: its JSON Pointer, and the way to it in words."""

    path: str
    words: str


def place_of(ruleset: str, card: Any, path: str) -> Place:
    """Return a place of a card with the way to it in words; a card that is not known has only the pointer."""
    return Place(path, STEP.join(steps_to(ruleset, card, path)) or path)


def value_of(ruleset: str, card: Any, path: str) -> Place:
    """Return a value of a card, named by the block that has it; a card that is not known has only the pointer."""
    if not isinstance(card, Mapping) or not rulesets.has_ruleset(ruleset):
        return Place(path, path)
    return Place(path, STEP.join(bilingual_plain(step) for step in nodes.value_in_words(ruleset, card, path)) or path)


def steps_to(ruleset: str, card: Any, path: str) -> tuple[str, ...]:
    """Return the steps to a value in words, `Behaviors 1`, `Do 2`, without the type of the node that is there."""
    if not isinstance(card, Mapping) or not rulesets.has_ruleset(ruleset):
        return ()
    way = nodes.path_in_words(ruleset, card, path)
    count = sum(not part.isdigit() for part in path.split("/")[1:])
    return tuple(bilingual_plain(step) for step in way[:count])
