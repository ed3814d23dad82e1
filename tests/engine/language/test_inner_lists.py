"""Cards may be written inside another wherever cards of their kind are listed by ids, and play there as they do by themselves."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from engine import api
from engine.cardset import HashedCard, hashed
from engine.language.reading.inner_cards import lifted
from engine.language.spec import Field, ListOf, Vocabulary
from engine.packs.reader import MANIFEST_LIMITS, read_json
from engine.rulesets import find, names
from engine.scenario import run_document
from tests.engine.language.test_inner_cards import written_inside
from tests.engine.rulesets.test_scenarios import FILES

REASONS: dict[tuple[str, str, str], str] = {}
"""Lists of ids of cards that could be written inside another and cannot in this one, each by game, record or node, and field, with its reason."""


def lists_of_ids(vocabulary: Vocabulary) -> Iterator[tuple[str, Field]]:
    """Yield each field that lists cards by their ids, with the name of its record or node."""
    for spec in (*vocabulary.records, *vocabulary.nodes):
        for key in spec.fields:
            if isinstance(key.shape, ListOf) and key.reference.names == "card":
                yield spec.name, key


def without_own_list(vocabulary: Vocabulary) -> set[tuple[str, str]]:
    """Return the lists of ids whose cards may be written inside others, and not beside this list."""
    kinds = {kind for _, _, kind in vocabulary.inner_cards.values()}
    kinds |= {kind for lists in vocabulary.inner_lists.values() for _, _, kind in lists}
    own = {(record, ids) for record, lists in vocabulary.inner_lists.items() for _, ids, _ in lists}
    listed = {(spec, key.name) for spec, key in lists_of_ids(vocabulary) if kinds & set(key.reference.kinds)}
    return listed - own


@pytest.mark.parametrize("game", names())
def test_a_list_of_ids_has_a_list_of_cards_beside_it(game: str) -> None:
    expected = {(spec, field) for of, spec, field in REASONS if of == game}
    assert without_own_list(find(game).vocabulary) == expected


def test_the_finder_sees_a_list_that_lacks_one() -> None:
    encounter = find("encounter").vocabulary
    records = [
        replace(spec, fields=tuple(key for key in spec.fields if not key.reference.added_to))
        if spec.name == "unit"
        else spec
        for spec in encounter.records
    ]
    assert without_own_list(replace(encounter, records=tuple(records))) == {("unit", "abilities")}


@cache
def all_inside(game: str) -> tuple[tuple[HashedCard, ...], dict[str, str]]:
    """Return the shipped cards with what they list written in them, and the shipped ids by those of the cards inside."""
    cards = {document["id"]: document for document, _ in api.card_set(game)}
    shipped_ids: dict[str, str] = {}
    for card, inside, places in written_inside(game, in_effects=False):
        cards[card["id"]] = inside
        _, inner = lifted(find(game).vocabulary, inside)
        shipped_ids |= {one.document["id"]: name for one, (_, name) in zip(inner, places, strict=True)}
    return tuple(map(hashed, cards.values())), shipped_ids


def keys_of(game: str, bot: str, cards: tuple[HashedCard, ...] | None, shipped_ids: dict[str, str]) -> list[str]:
    """Return the answers of a match and how it ends, with the shipped ids."""
    seats = min(find(game).seats)
    match = api.new_match(game, seed=11, seats=seats, bots_by_seat=(bot,), cards=cards)
    rows = []
    for step, key in match.steps():
        rows.append(f"{step.state.decisions} {key}")
    rows.append(str(step.result))
    text = "\n".join(rows)
    for inner, name in shipped_ids.items():
        text = text.replace(inner, name)
    return text.splitlines()


LISTING = [game for game in names() if find(game).vocabulary.inner_lists]


@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize("game", LISTING)
def test_a_match_goes_as_it_does_with_the_cards_by_themselves(game: str, bot: str) -> None:
    cards, shipped_ids = all_inside(game)
    assert len(shipped_ids) > 80
    played = keys_of(game, bot, cards, shipped_ids)
    assert len(played) > 20
    assert played == keys_of(game, bot, None, {})


@pytest.mark.parametrize("game", LISTING)
def test_scenarios_that_name_none_of_them_come_out_the_same(game: str) -> None:
    cards, shipped_ids = all_inside(game)
    replaced_ids = set(shipped_ids.values())
    ran = 0
    for file in FILES:
        document = read_json(file.read_bytes(), limits=MANIFEST_LIMITS, file=file.name)
        rows = document.value if isinstance(document.value, list) else [document.value]
        if rows[0]["ruleset"] != game:
            continue
        outcomes = run_document(document, lambda ruleset: (find(ruleset), cards))
        for row, outcome in zip(rows, outcomes, strict=True):
            text = json.dumps(row)
            if not any(f'"{name}"' in text for name in replaced_ids):
                assert outcome.ok, outcome.to_json()
                ran += 1
    assert ran > 100
