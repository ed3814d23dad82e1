"""The nodes that games repeat: constructors that return a whole declaration, given what is a game's own, its fields and its function.

What most nodes are declared with comes from here in one import:

- `rows`: an effect, a condition, a number, a chooser or a modifier of an event, each declared by one row; `phrases`: a sentence for each word.
- `fields`: whom, how much, how many, which card, whose side; of the language, the name of what an effect yields (`ID`), its block (`DO`), and the
  fields of choosers.
- `each`: an effect on each of its targets; `bounds`, `payload`: how much one effect does at most, and what the event says.

Whole nodes have modules of their own: `damage`, `values`, `exchange`, `exile`, `short`, `waiting`; `events` has what triggers wait for.
"""

from __future__ import annotations

from engine.language.nodes.attributes import cost_bounds, other_than, stat_bounds, word
from engine.language.nodes.chooser_fields import choosing, filter_field
from engine.language.nodes.core import DO, ID
from engine.toolkit.nodes.bounds import MAX_COUNT, clamp_count
from engine.toolkit.nodes.each import all_targets, fitting, on_each, true_of_each
from engine.toolkit.nodes.fields import (
    amount_field,
    card_field,
    change_field,
    count_field,
    counter_field,
    role_field,
    role_word,
    side_field,
    target_field,
)
from engine.toolkit.nodes.payload import event_field, keys_by_event, with_field
from engine.toolkit.nodes.phrases import by_word
from engine.toolkit.nodes.rows import chooser, condition, count_result, effect, modifier, number
from engine.toolkit.types import Amount, Entities, Payload

__all__ = [
    "DO",
    "ID",
    "MAX_COUNT",
    "Amount",
    "Entities",
    "Payload",
    "all_targets",
    "amount_field",
    "by_word",
    "card_field",
    "change_field",
    "chooser",
    "choosing",
    "clamp_count",
    "condition",
    "cost_bounds",
    "count_field",
    "count_result",
    "counter_field",
    "effect",
    "event_field",
    "filter_field",
    "fitting",
    "keys_by_event",
    "modifier",
    "number",
    "on_each",
    "other_than",
    "role_field",
    "role_word",
    "side_field",
    "stat_bounds",
    "target_field",
    "true_of_each",
    "with_field",
    "word",
]
