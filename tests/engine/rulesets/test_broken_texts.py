"""A draft that is no card yet is read as far as it can be, in every game: its rules text, its face, and the names in it."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from engine import api
from engine.rulesets import names
from tests.engine.language.strategies import places
from tests.examples import IS_WHOLE
from tests.sampling import sampled

Json = dict[str, Any]
REMOVED: Any = object()
SPOILS: tuple[Any, ...] = (REMOVED, None, True, 3, "x", [], {}, [3], {"type": "nothing"})
"""What is written at each place of a card instead of what is there."""


def signature(holder: Any, key: Any) -> tuple[str, str]:
    """Return which field of which kind of node a place is; items of a list are one place."""
    kind = holder.get("type", holder.get("op", "")) if isinstance(holder, dict) else "[]"
    return str(kind), key if isinstance(key, str) else ""


def broken_cards(ruleset: str) -> Iterator[tuple[str, Json]]:
    """Yield shipped cards with one place broken, and where; each field of each kind of node comes once, in a third of the ways, and in three days in each."""
    signatures: set[tuple[str, str]] = set()
    for card, _ in api.card_set(ruleset):
        for number, (holder, key) in enumerate(places(card)):
            field = signature(holder, key)
            if field in signatures:
                continue
            signatures.add(field)
            for spoil in sampled(SPOILS[len(signatures) % 3 :] + SPOILS[: len(signatures) % 3], whole=IS_WHOLE):
                document = copy.deepcopy(card)
                node, _ = places(document)[number]
                if spoil is REMOVED:
                    del node[key]
                else:
                    node[key] = copy.deepcopy(spoil)
                yield f"{card['id']}: {' '.join(field)} is {'removed' if spoil is REMOVED else repr(spoil)}", document


@pytest.mark.parametrize("ruleset", names())
def test_every_field_may_be_anything(ruleset: str) -> None:
    """The editor asks for the text of what is typed; a draft that made it fail was answered with an error of the server."""
    faults: list[str] = []
    for number, (place, document) in enumerate(broken_cards(ruleset)):
        try:
            assert isinstance(api.describe(ruleset, document, ("en", "zh")[number % 2]), str)
            assert {"id", "text", "keywords"} <= api.face(ruleset, document, {}).keys()
            api.variant_changes(ruleset, document, {})
            api.card_names_in(ruleset, document)
            api.inner_texts(ruleset, document)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            faults.append(f"{place}: {error!r}")

    assert faults == []
