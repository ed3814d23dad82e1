"""Replace at what a search in effects found: literals alone; what is computed is left out and named."""

from collections.abc import Iterator
from typing import Any

from cards.gateway.fields import value_at
from cards.models import Card, Draft
from cards.queries.find import NodeQuery, is_computed, nodes_found
from cards.values import frozen_dataclass


@frozen_dataclass
class FieldReplacement:
    """A field of each node found gets a value, or its number is changed.

    Shapes: how is `to`, `add` or `times`; value is a number for the last two.
    """

    pointer: str
    how: str
    value: Any

    def of(self, old: Any) -> Any:
        """Return the new value for an old literal."""
        if self.how == "add":
            return old + self.value
        return old * self.value if self.how == "times" else self.value


@frozen_dataclass
class TextReplacement:
    """A piece of text becomes another, in these texts (`name`, `description`, `notes`) of these languages."""

    old: str
    new: str
    fields: tuple[str, ...]
    languages: tuple[str, ...]


@frozen_dataclass
class Replacement:
    """A value that is replaced; `language` names the text of another language, and is empty for the document."""

    pointer: str
    value: Any
    language: str = ""


@frozen_dataclass
class LeftOut:
    """A place that is not replaced because its value is computed or missing; `value` is None where it is missing."""

    written_id: str
    pointer: str
    value: Any


def replace_fields(
    *, card: Card, query: NodeQuery, replacement: FieldReplacement
) -> tuple[tuple[Replacement, ...], tuple[LeftOut, ...]]:
    """Return what is replaced in the nodes of one card that a search found, and what is left out."""
    replacements: list[Replacement] = []
    left_out: list[LeftOut] = []
    for node in nodes_found(card.draft.document, query):
        there, old = value_at(node.value, replacement.pointer)
        pointer = node.pointer + replacement.pointer
        if not there:
            left_out.append(LeftOut(card.written_id, pointer, None))
        elif is_computed(old) or (replacement.how != "to" and type(old) is not int):
            left_out.append(LeftOut(card.written_id, pointer, old))
        else:
            replacements.append(Replacement(pointer, replacement.of(old)))
    return tuple(replacements), tuple(left_out)


def replace_text(*, card: Card, replacement: TextReplacement, source_language: str) -> tuple[Replacement, ...]:
    """Return what is replaced in the texts of one card; those of the source language are in its document."""
    return tuple(_texts(card.draft, replacement, source_language))


def _texts(draft: Draft, replacement: TextReplacement, source_language: str) -> Iterator[Replacement]:
    for language in replacement.languages:
        is_source = language == source_language
        document = draft.document if isinstance(draft.document, dict) else {}
        words = draft.texts.get(language, {})
        for field in replacement.fields:
            is_own = is_source and field != "notes"
            old = document.get(field) if is_own else words.get(field)
            if isinstance(old, str) and replacement.old in old:
                new = old.replace(replacement.old, replacement.new)
                yield Replacement(f"/{field}", new, "" if is_own else language)
