"""How a pack declares keywords of its own: what a ruleset says to switch the mechanism on."""

from __future__ import annotations

from dataclasses import dataclass

from engine.language.spec.fields import Field
from engine.language.spec.shapes import Option

PARAMETERS = "parameters"
"""The key under which a keyword card lists its parameters, each `{name, min, max}`."""


@dataclass(frozen=True, slots=True)
class KeywordKind:
    """A kind of card that gives the other cards of its pack a keyword, which opens into what the card holds.

    Shapes: `opens` are the lists of a keyword card whose items a card with the keyword gets, each under the same key;
            `slots` are the fields of a keyword by the place of its parameter, the first one first.
    """

    kind: str
    """The kind of card, as `Vocabulary.kinds` has it; its id is the name of the keyword."""
    opens: tuple[str, ...]
    """Lists of abilities, modifiers and keywords."""
    slots: tuple[Field, ...]
    """The fields in which a card writes the numbers of the keyword."""
    words: tuple[Option, ...]
    """The ruleset's own keywords; a field that lists them takes those of the pack, too."""
    scope: str = "keyword"
    """The name under which a keyword card refers to its parameters: `$keyword.value`."""
