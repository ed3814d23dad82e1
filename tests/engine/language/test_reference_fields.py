"""Every field that may hold the name of something is typed as a reference, or stands here with the reason why not."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from engine import api
from engine.language.analysis.typing import fits, wanted_type
from engine.language.spec.fields import Field
from engine.language.spec.shapes import Identifier, ListOf, MapOf, Shape, Targets, TextLiteral, Value
from engine.rulesets import find, names

NAME_PATTERN = re.compile(
    r"(?:^|[a-z])(?:card|token|unit|hero|ability|status|summon|keyword|event|map|region|deck|trigger|skill|tag|resource|character|id|name)s?$",
    re.IGNORECASE,
)
"""What a field is called that may name something."""

REASONS = {
    "id": "gives a name to the card, the effect or the part that has it",
    "name": "is read by people; of a variable or a number to remember, an author may invent it (W-VARIABLE tells what nothing sets)",
    "tags": "gives tags to the card",
    "tag": "is any word: an author may ask for a tag before a card has it; those of the game are offered",
    "filter": "as a tag",
    "plot": "names for the caller of the match what came to pass: the game outside knows which there are",
    "resource": "names for the caller of the match what was gained: the world map outside knows which there are",
    "version": "is a number in three parts",
    "rows": "is drawn",
    "regions": "is drawn: the letters are the regions",
}


def holds_a_word(shape: Shape) -> bool:
    """Return whether an author may write a word of their own there."""
    if isinstance(shape, ListOf):
        return holds_a_word(shape.item)
    return isinstance(shape, TextLiteral | Identifier | MapOf) or shape == Value("text")


def looks_like_a_name(key: Field) -> bool:
    """Return whether a field takes words without spaces, or is called like something that can be named."""
    item = key.shape.item if isinstance(key.shape, ListOf) else key.shape
    is_bound = isinstance(item, TextLiteral) and item.pattern is not None
    return holds_a_word(key.shape) and (is_bound or NAME_PATTERN.search(key.name) is not None)


def loose(game: str) -> Iterator[tuple[str, str]]:
    """Yield the fields of a game that look like names and are typed as none, by their owner."""
    vocabulary = find(game).vocabulary
    for spec in (*vocabulary.records, *vocabulary.nodes):
        for key in spec.fields:
            if looks_like_a_name(key) and not (
                key.reference.names or key.reference.makes or key.reference.keys_of or key.reference.part_of
            ):
                yield spec.name, key.name


@pytest.mark.parametrize("game", names())
def test_of_a_game_is_typed_or_has_a_reason(game: str) -> None:
    assert sorted({f"{owner}.{name}" for owner, name in loose(game) if name not in REASONS}) == []


def test_reasons_are_of_fields_that_there_are() -> None:
    there = {name for game in names() for _, name in loose(game)}

    assert REASONS.keys() - there == set()


@pytest.mark.parametrize("effect", ["useSkill", "prepareSkill"])
def test_a_character_uses_skills_of_its_own(effect: str) -> None:
    cards = [card for card, _ in api.card_set("genius")]
    card = json.loads(json.dumps(next(card for card in cards if card["id"] == "genius.character.isra")))
    card["skills"][0]["action"].append({"type": effect, "skill": "rimee"})
    problems = api.validate("genius", json.dumps(card), known_ids=frozenset(each["id"] for each in cards)).problems

    found = next(each for each in problems if each.code == "E-REF")
    assert (found.path, found.nearest) == ("/skills/0/action/1/skill", "rime")
    assert found.message["zh"] == "此卡牌没有技能“rimee”（是否想写“rime”？）。"


@pytest.mark.parametrize("game", names())
def test_what_is_not_at_the_table_is_no_target(game: str) -> None:
    """A number, a text or an event is no thing: as a target it was nothing as Python and a TypeError of the compiled engine."""
    vocabulary = find(game).vocabulary
    targets = [
        (spec, key)
        for spec in (*vocabulary.records, *vocabulary.nodes)
        for key in spec.fields
        if isinstance(key.shape, Targets)
    ]
    plain = ["int", "bool", *(kind for kind in ("text", *vocabulary.subtypes) if vocabulary.is_a(kind, "text"))]

    assert targets
    assert [
        (spec.name, key.name, kind)
        for spec, key in targets
        for kind in (*plain, *(f"{kind}[]" for kind in plain))
        if fits(vocabulary, kind, wanted_type(key.shape), is_list=True)
    ] == []


def test_an_event_has_no_numbers_of_a_thing() -> None:
    """`EVENT` is for effects that change the event; what a thing has cannot be read of it."""
    vocabulary = find("halo").vocabulary
    read = [
        spec.name
        for spec in vocabulary.nodes
        if spec.family in ("value", "condition")
        for key in spec.fields
        if isinstance(key.shape, Targets) and fits(vocabulary, "event", wanted_type(key.shape))
    ]

    assert read == []
