"""Which words a value can be, where it reads a field of a card or of an event that has a closed set of them."""

from __future__ import annotations

from typing import Any

from engine.language.diagnostics.meaning import closest_name, meanings
from engine.language.spec import Enum, Option, Vocabulary
from engine.language.spec.interpolation import Path, parsed_text, spell, split_path


def words_of(vocabulary: Vocabulary, value: Any) -> tuple[Option, ...]:
    """Return the words that a value can be; none where it may be anything."""
    head, name = _read(vocabulary, value)
    event = vocabulary.event(head)
    if event is not None and name is not None and name in event.words:
        return event.words[name]
    field: dict[str, Option] = {}
    for kind in vocabulary.kinds if name is not None else ():
        for key in vocabulary.record(kind.record).fields:
            if key.name == name and isinstance(key.shape, Enum):
                field.update({option.name: option for option in key.shape.options})
    return tuple(field.values())


def nearest_word(word: str, options: tuple[Option, ...]) -> str | None:
    """Return the word that an author means by another: an older spelling of it, or one that means or is spelled nearly the same."""
    old = next((option.name for option in options if word in option.aliases), None)
    return old or closest_name(word, meanings(options))


def _read(vocabulary: Vocabulary, value: Any) -> tuple[str, str | None]:
    """Return the name of the field that a value node or a reference reads, and before it that of the event whose field it is."""
    if isinstance(value, dict):
        spec = vocabulary.spec("value", value)
        if spec is None or spec.output.gives_by is None or spec.given_type(value) != "text":
            return "", None
        return "", str(value.get(spec.output.gives_by[0]))
    parsed = parsed_text(value)
    head, tail = split_path(parsed) if isinstance(parsed, Path) else ((), None)
    last = tail[-1] if tail and isinstance(tail[-1], str) else None
    return spell(Path(head)), last
