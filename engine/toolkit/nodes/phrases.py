"""Sentences that differ in one word: a row for all of them instead of one for each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.language.spec import Case, Option, case

Words = Iterable[Option] | Mapping[str, Any]


def by_word(name: str, words: Words, *texts: str, **when: Any) -> tuple[Case, ...]:
    """Return a sentence for each word that a field may hold, in which `~` is the word's title.

    Shapes: `words` are the field's options, or titles by name; `texts` are the sentence in English and Chinese, of a condition also how
            it reads when it does not hold; `when` is what other fields must be.

        by_word("color", COLORS, "Deal {amount:~ damage}.", "造成{amount:点~色伤害}。")
    """
    titles = words.items() if isinstance(words, Mapping) else ((option.name, option.title) for option in words)
    return tuple(
        case({name: word, **when}, *(text.replace("~", title[place % 2]) for place, text in enumerate(texts)))
        for word, title in titles
    )
