"""Names of fields as other programs write them, as those of the game: in another case or width, or by their titles in either language."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import Any, Final

from cards.gateway.editing import json_object
from cards.gateway.fields import card_fields, property_names
from cards.gateway.packs import pretty
from cards.gateway.problems import Problem
from cards.gateway.rulesets import source_hash
from cards.gateway.searching import fold
from cards.services.import_report import Incoming

MAX_PAIRS: Final = 12
"""Pairs of names that the warning lists."""
DEPTH: Final = 40


def with_known_names(*, ruleset: str, cards: Sequence[Incoming]) -> tuple[tuple[Incoming, ...], tuple[Problem, ...]]:
    """Return the cards with their fields named as the game names them, and one warning that lists the names; none where all are known.

    A name is replaced where the game has no field of it, has one that differs in case, width or accents alone or has that title, and the
    card does not have that field already.
    """
    renames: Counter[tuple[str, str]] = Counter()
    renamed_cards = []
    for card in cards:
        document = None if card.written_id else json_object(card.text)
        changes: Counter[tuple[str, str]] = Counter()
        value = _renamed(document, _names(ruleset, source_hash(ruleset)), changes) if document else document
        renamed_cards.append(replace(card, text=pretty(value)) if changes else card)
        renames += changes
    return tuple(renamed_cards), (_warning(renames, cards),) if renames else ()


def _renamed(
    value: Any,
    names: tuple[frozenset[str], Mapping[str, str], Mapping[str, str]],
    changes: Counter[tuple[str, str]],
    depth: int = 0,
) -> Any:
    """Return a value with the names of its objects replaced; titles are those of fields at the top."""
    if isinstance(value, list) and depth < DEPTH:
        return [_renamed(item, names, changes, depth + 1) for item in value]
    if not isinstance(value, dict) or depth >= DEPTH:
        return value
    field_names, by_spelling, by_title = names
    result: dict[str, Any] = {}
    for name, member in value.items():
        word = fold(name).replace(" ", "").replace("_", "")
        new = None if name in field_names else by_spelling.get(word) or (by_title.get(word) if depth == 0 else None)
        is_free = new is not None and new not in value and new not in result
        if is_free:
            changes[name, str(new)] += 1
        result[str(new) if is_free else name] = _renamed(member, names, changes, depth + 1)
    return result


@lru_cache(maxsize=16)
def _names(ruleset: str, mark: str) -> tuple[frozenset[str], Mapping[str, str], Mapping[str, str]]:
    """Return the names of all fields of a game, those by their folded spelling, and those of a card's head by their titles.

    Shapes: two fields of one spelling or title are left out, for neither is meant more than the other.
    """
    field_names = property_names(ruleset)
    spellings = [(fold(name).replace("_", ""), name) for name in field_names]
    heads = [field for field in card_fields(ruleset) if field.pointer.count("/") == 1]
    titles = {(fold(title).replace(" ", ""), field.pointer[1:]) for field in heads for title in field.title.values()}
    return field_names, _unique(spellings), _unique(titles)


def _unique(pairs: Any) -> dict[str, str]:
    rows = list(pairs)
    counts = Counter(word for word, _ in rows)
    return {word: name for word, name in rows if counts[word] == 1}


def _warning(renames: Counter[tuple[str, str]], cards: Sequence[Incoming]) -> Problem:
    pairs = [f"{old} → {new} ({count})" for (old, new), count in renames.most_common()]
    words = "Fields are named as the game names them", "字段改用该游戏的名称"
    return alias_warning(words, pairs, cards, what="field-names")


def alias_warning(words: tuple[str, str], pairs: Sequence[str], cards: Sequence[Incoming], *, what: str) -> Problem:
    """Return the warning that something is called otherwise than the file calls it, which lists the first of these pairs."""
    sentence = ", ".join(islice(pairs, MAX_PAIRS)) + (", …" if len(pairs) > MAX_PAIRS else "")
    message = {"en": f"{words[0]}: {sentence}.", "zh": f"{words[1]}：{sentence}。"}
    file = next((card.place.document.file for card in cards if card.place), "")
    return Problem("W-ALIAS", message, severity="warning", file=file, line=1, column=1, found=what)
