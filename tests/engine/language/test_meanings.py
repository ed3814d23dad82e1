"""What authors look for: the words by which nodes and events are found, and what an unknown word probably means."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from engine import api
from engine.language.diagnostics.meaning import by_use, closest_name, meanings
from engine.language.spec.icons import icon_of
from engine.language.spec.kinds import listenable
from engine.rulesets import find
from tests.engine.third_ruleset import on_the_path

GAMES = ("halo", "raid", "wizards")
HAN = re.compile(r"[\u4e00-\u9fff]")


@pytest.fixture(autouse=True)
def _third_game() -> Iterator[None]:
    with on_the_path():
        yield


class TestSearchWords:
    @pytest.mark.parametrize("game", GAMES)
    def test_everything_is_found_in_both_languages(self, game: str) -> None:
        vocabulary = find(game).vocabulary
        for spec in (*vocabulary.nodes, *listenable(vocabulary), *vocabulary.timings):
            assert len(spec.search.en) > 1, spec.name
            assert len(spec.search.zh) > 1, spec.name
            assert all(HAN.search(word) for word in spec.search.zh), spec.name
            assert not any(HAN.search(word) for word in spec.search.en), spec.name

    @pytest.mark.parametrize("game", GAMES)
    def test_the_schema_has_them_beside_an_icon(self, game: str) -> None:
        vocabulary = find(game).vocabulary
        definitions = api.schema(game, "card")["$defs"]
        for node in vocabulary.nodes:
            hints = definitions[f"{node.family}.{node.name}"]["x-ui"]
            assert hints["aliases"] == {"en": list(node.search.en), "zh": list(node.search.zh)}
            assert hints["icon"] == icon_of(node) != ""

    @pytest.mark.parametrize("game", GAMES)
    def test_the_schema_has_those_of_events(self, game: str) -> None:
        vocabulary = find(game).vocabulary
        names = {event.name: event for event in (*listenable(vocabulary), *vocabulary.event_words)}
        (about,) = [
            found["x-ui"]["about"] for found in _enumerations(api.schema(game, "card")) if found["enum"] == list(names)
        ]
        assert {name: said["aliases"]["zh"] for name, said in about.items()} == {
            name: list(event.search.zh) for name, event in names.items()
        }

    def test_the_schema_has_those_of_targets_that_are_words(self) -> None:
        about = api.schema("halo", "card")["$defs"]["chooser"]["x-ui"]["about"]
        assert "aoe" in about["ALL_ENEMIES"]["aliases"]["en"]


def _enumerations(schema: Any) -> list[dict[str, Any]]:
    """Return the enumerations that say what their words mean, each once."""
    if isinstance(schema, list):
        return [enumeration for inner in schema for enumeration in _enumerations(inner)]
    if not isinstance(schema, dict):
        return []
    own = [schema] if "about" in schema.get("x-ui", {}) and "enum" in schema else []
    enumeration = own + [enumeration for inner in schema.values() for enumeration in _enumerations(inner)]
    return [
        one
        for place, one in enumerate(enumeration)
        if one["enum"] not in [other["enum"] for other in enumeration[:place]]
    ]


class TestMeant:
    @pytest.mark.parametrize(
        ("game", "family", "word", "name"),
        [
            ("wizards", "event", "UNIT_DIED", "onDefeat"),
            ("halo", "event", "UNIT_DIED", "KILL_OCCURRED"),
            ("halo", "event", "亡语", "KILL_OCCURRED"),
            ("wizards", "effect", "draw", "drawCard"),
            ("halo", "effect", "drawCard", "DRAW"),
            ("wizards", "effect", "抽牌", "drawCard"),
            ("wizards", "effect", "DAMAGE", "damage"),
            ("wizards", "effect", "dmage", "damage"),
            ("raid", "effect", "repair", "shore"),
            ("halo", "event", "UNIT_DEPLOYD", "UNIT_DEPLOYED"),
            ("wizards", "event", "onSpellCast", "onPlayCard"),
            ("wizards", "event", "onKill", "onDefeat"),
            ("wizards", "event", "onSpellPlayed", "onPlayCard"),
            ("wizards", "event", "onXyzzy", None),
            ("wizards", "effect", "xyzzy", None),
            ("wizards", "effect", "", None),
            ("wizards", "effect", "d", None),
        ],
    )
    def test_goes_by_meaning_before_spelling(self, game: str, family: str, word: str, name: str | None) -> None:
        vocabulary = find(game).vocabulary
        specs = listenable(vocabulary) if family == "event" else vocabulary.family(family).values()
        assert closest_name(word, meanings(specs)) == name

    @pytest.mark.parametrize(
        ("pointer", "word", "name"),
        [
            ("school", "ice", "frost"),
            ("school", "寒冰", "frost"),
            ("school", "neutral", "none"),
            ("school", "xyzzy", None),
            ("cardType", "weapon", "wand"),
            ("cardType", "陷阱", "undercurrent"),
            ("rarity", "mythic", "leg"),
        ],
    )
    def test_knows_what_other_games_call_a_word(self, pointer: str, word: str, name: str | None) -> None:
        """Only as a question: it is no old spelling, so the card stays wrong until its author agrees."""
        spell = {"id": "own.treasure.common.x", "name": "X", "manaCost": 0, "rarity": "com", "school": "none", pointer: word}  # fmt: skip
        (found,) = api.validate("wizards", json.dumps(spell)).problems

        assert (found.code, found.path, found.nearest) == ("E-ENUM", f"/{pointer}", name)

    def test_every_search_word_alone_leads_to_something_that_has_it(self) -> None:
        for game in GAMES:
            events = listenable(find(game).vocabulary)
            for event in events:
                for word in event.search.zh:
                    found = closest_name(word, meanings(events))
                    assert found is not None
                    assert any(word in said for said in meanings(events)[found]), (word, found)

    def test_puts_names_that_share_letters_first(self) -> None:
        assert by_use("handCard", {"zone": (), "cardHand": (), "hand": ()})[-1] == "zone"


class TestUnknownWord:
    def test_is_answered_with_what_it_means(self) -> None:
        problem = _problem('{"type": "draw", "amount": 1, "target": "$onPlay.playerUUID"}')
        assert problem.nearest == "drawCard"
        assert "did you mean “drawCard”?" in problem.message["en"]
        assert "expected one of drawCard, " in problem.message["en"]
        assert "应为以下之一：drawCard、" in problem.message["zh"]

    def test_is_answered_with_every_name_there_is(self) -> None:
        effect = '{"type": "if", "condition": {"type": "xyzzy"}, "do": []}'
        message = _problem(effect).message["en"]
        assert all(name in message for name in find("wizards").vocabulary.family("condition"))
        assert "…" not in message

    def test_is_answered_with_a_count_where_names_are_very_many(self) -> None:
        text = '{"abilities": [{"id": "a", "trigger": "UNIT_DIED", "effects": []}]}'
        (matches,) = [one for one in api.validate("halo", text).problems if one.path == "/abilities/0/trigger"]
        assert "expected one of KILL_OCCURRED, " in matches.message["en"]
        assert matches.message["en"].endswith(" and 42 more.")
        assert len(matches.wanted) == 82


def _problem(effect: str) -> Any:
    card = '{"id": "T.treasure.com.fire.x", "name": "x", "manaCost": 1, "rarity": "com", "school": "fire", '
    text = f'{card}"behaviors": [{{"at": "onPlay", "do": [{effect}]}}]}}'
    (found,) = [one for one in api.validate("wizards", text).problems if one.code == "E-ENUM"]
    return found
