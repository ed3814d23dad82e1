"""What the search box of a pack completes: the names of terms, their operators and their values, in the reader's language."""

from collections.abc import Iterable, Mapping
from typing import Any

from cards.gateway.searching import COMPARISONS, EQUALITY, WORDS, Words, operators_of
from cards.localization import data_language
from cards.models import Pack
from cards.queries.where import pack_vocabulary

NUMBER = "length"
TRUTHS: Mapping[str, Words] = {"true": {"en": "yes", "zh": "是"}, "false": {"en": "no", "zh": "否"}}


def search_words_of(pack: Pack) -> list[dict[str, Any]]:
    """Return each name that a term may begin with: `{"name", "title", "operators", "values"}`, values as `[word, title]`."""
    language = data_language()
    words = pack_vocabulary(pack)
    own = [
        _row(
            name,
            WORDS[name][language],
            COMPARISONS if name == NUMBER else EQUALITY,
            _values(words.choices.get(name, {}), language),
        )
        for name in words.words()
    ]
    fields = [
        _row(
            key,
            field.label[language],
            operators_of(field),
            _values(TRUTHS if field.kind == "boolean" else field.options, language),
        )
        for key, field in words.fields.items()
    ]
    return [*own, *fields]


def _row(name: str, title: str, operators: Iterable[str], values: list[list[str]]) -> dict[str, Any]:
    return {"name": name, "title": title, "operators": list(operators), "values": values}


def _values(choices: Mapping[str, Words], language: str) -> list[list[str]]:
    return [[word, titles[language]] for word, titles in choices.items()]
