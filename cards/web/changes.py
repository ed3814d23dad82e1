"""What differs between two states of a card, in the words of the page: the way to each block, and plain values."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from cards.gateway import fields, nodes, rulesets
from cards.tree_diff import Kind, NodeChange
from cards.values import frozen_dataclass
from cards.web.places import STEP
from cards.web.text import bilingual_plain


@frozen_dataclass
class ChangedPlace:
    """One node that differs, as `NodeChange` has it, with the way to it in words.

    Shapes: words and old_words are the way to where it is and to where it was, the latter empty where it did not move; old and new are
            words and numbers as they are, and blocks as JSON, which `is_block` says.
    """

    kind: Kind
    pointer: str
    words: str
    old: str
    new: str
    is_block: bool
    old_words: str = ""
    around: str = ""


def changed_places(ruleset: str, before: Any, after: Any, changes: Iterable[NodeChange]) -> list[ChangedPlace]:
    """Return changes between two documents in words; before is None or empty for a new card."""
    return [_place(ruleset, before, after, change) for change in changes]


def way_to(ruleset: str, document: Any, pointer: str) -> str:
    """Return the way to a value in words, what the block there is called included; the pointer where the game has no words for it."""
    if not isinstance(document, dict) or not rulesets.has_ruleset(ruleset):
        return pointer
    return STEP.join(map(bilingual_plain, nodes.path_in_words(ruleset, document, pointer))) or pointer


def _place(ruleset: str, before: Any, after: Any, change: NodeChange) -> ChangedPlace:
    options = _options_at(ruleset, change.pointer)
    (old, is_old_block), (new, is_new_block) = _plain(change.old, options), _plain(change.new, options)
    return ChangedPlace(
        kind=change.kind,
        pointer=change.pointer,
        words=way_to(ruleset, before if change.kind == "removed" else after, change.pointer),
        old=old,
        new=new,
        is_block=is_old_block or is_new_block,
        old_words=way_to(ruleset, before, change.old_pointer) if change.old_pointer else "",
        around=way_to(ruleset, after if change.kind == "wrapped" else before, change.around) if change.around else "",
    )


def _options_at(ruleset: str, pointer: str) -> Mapping[str, fields.Words]:
    """Return what the words of a field of the card are called, empty for a field that takes others."""
    if not rulesets.has_ruleset(ruleset):
        return {}
    return next((field.options for field in fields.card_fields(ruleset) if field.pointer == pointer), {})


def _plain(text: str, options: Mapping[str, fields.Words]) -> tuple[str, bool]:
    """Return a value of JSON as one reads it, and whether it is a block or a list; a text that was cut is left as it is."""
    try:
        value = json.loads(text)
    except ValueError:
        return text, bool(text)
    if isinstance(value, str):
        return bilingual_plain(options[value]) if value in options else value, False
    return text, isinstance(value, dict | list)
