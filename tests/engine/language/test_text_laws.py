"""Rules text of anything: every declaration can be said in both languages, every number of a card is in its text, no text raises."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from engine import api
from engine.kernel.chance import Stream
from engine.language.analysis.semantics import INSTANT
from engine.language.planning.templates import parts, places
from engine.language.proofreading.facts import facts
from engine.language.proofreading.numerals import numerals
from engine.language.spec.kinds import listenable
from engine.language.spec.nodes import NodeSpec
from engine.language.spec.phrases import NOUNS
from engine.language.spec.shapes import Ref, Targets, Value
from engine.language.spec.vocabulary import Vocabulary
from engine.language.text.describe import describe
from engine.rulesets import find, names
from engine.rulesets.wizards.vocabulary import WIZARDS
from tests.engine.bout.vocabulary import BOUT
from tests.engine.language.arena import ARENA
from tests.engine.language.strategies import Keyed, Maker, broken_cards, json_values

VOCABULARIES = [find(name).vocabulary for name in names()]
LANGUAGES = ("en", "zh")
LEFT_OVER = re.compile(r"[{}$]|None|#\d|\b[a-z]+[A-Z]\w*|\w  \w|[0-9a-f]{8}-[0-9a-f]{4}")
QUOTATION = re.compile("“[^”]*”")
CARDS = 250
MAX_LENGTH = 400
"""Characters of text for each node of a card, at most."""

FEW_EXAMPLES = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))


def nodes() -> Iterator[tuple[Vocabulary, NodeSpec]]:
    """Yield every node of every shipped vocabulary."""
    for vocabulary in VOCABULARIES:
        yield from ((vocabulary, spec) for spec in vocabulary.nodes if spec.opens is None)


def named(vocabulary: Vocabulary, spec: NodeSpec) -> set[str]:
    """Return what the places of a node's sentences may name: its fields, and those of the events that it may mean."""
    of_events = {name for event in vocabulary.events for name in event.fields} if vocabulary.syntaxes else set()
    of_kinds = {name for kind in vocabulary.kinds for name in kind.called}
    return {"pick", *(field.name for field in spec.fields), *of_events, *of_kinds}


@cache
def card(number: int) -> dict[str, Any]:
    """Return a card of `wizards` that is right; it is shared, so leave it as it is."""
    return card_of(WIZARDS, number)


@cache
def text(number: int, lang: str) -> str:
    """Return the rules text of that card."""
    return describe(WIZARDS, card(number), lang)


def card_of(vocabulary: Vocabulary, number: int) -> dict[str, Any]:
    """Return a card of a vocabulary that is right."""
    maker = Maker(vocabulary, Keyed(Stream(11, f"text/{number}")), full=number % 2 == 0)
    return maker.document(3 + number % 5)


def size(value: Any) -> int:
    """Return how many objects a document holds."""
    held = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return isinstance(value, dict) + sum(map(size, held))


class TestEveryNode:
    def test_has_a_sentence_whose_places_are_its_fields(self) -> None:
        strange = {}
        for vocabulary, spec in nodes():
            phrases = [spec.phrase, *(case.phrase for case in spec.wording.cases), spec.wording.negated]
            sentences = [sentence for both in phrases if both is not None for sentence in both]
            places_of = {name for sentence in sentences for place in places(sentence) for name in place.name.split("-")}
            is_empty = spec.phrase is None or () in map(parts, sentences)
            if is_empty or not places_of <= named(vocabulary, spec):
                strange[vocabulary.ruleset, spec.name] = places_of

        assert strange == {}

    def test_names_its_results(self) -> None:
        unnamed_rows = [
            (vocabulary.ruleset, spec.name, name)
            for vocabulary, spec in nodes()
            for name, kind in spec.output.results.items()
            if name not in spec.wording.results and kind.removesuffix("[]") not in ("any", "trigger")
        ]

        assert unnamed_rows == []
        assert all(results[-1].when == {} for _, spec in nodes() for results in spec.wording.results.values())

    def test_is_about_things_that_have_a_name(self) -> None:
        nameless = [
            (vocabulary.ruleset, spec.name, field.shape.type)
            for vocabulary, spec in nodes()
            for field in spec.fields
            if isinstance(field.shape, Targets | Ref | Value)
            and field.shape.type.removesuffix("[]") not in {*NOUNS, *vocabulary.nouns, "int", "text", "bool"}
        ]

        assert nameless == []

    def test_of_wizards_can_be_denied_in_chinese_without_a_detour(self) -> None:
        conditions = [spec for spec in WIZARDS.family("condition").values() if spec.opens is None]

        assert [spec.name for spec in conditions if spec.wording.negated is None] == ["And", "Or", "Not"]


class TestEveryEvent:
    @pytest.mark.parametrize("vocabulary", VOCABULARIES, ids=lambda held: held.ruleset)
    def test_can_be_said_in_a_trigger(self, vocabulary: Vocabulary) -> None:
        silent = [
            event.name
            for event in listenable(vocabulary)
            if event.name != INSTANT and event.phrase is None and event.wording.each is None
        ]
        strange = [
            (event.name, place.name)
            for event in vocabulary.events
            for both in (event.phrase, *(case.phrase for case in event.wording.cases))
            for sentence in both or ()
            for place in places(sentence)
            if place.name not in event.fields
        ]

        assert (silent, strange) == ([], [])

    @pytest.mark.parametrize("vocabulary", VOCABULARIES, ids=lambda held: held.ruleset)
    def test_names_what_it_brings(self, vocabulary: Vocabulary) -> None:
        unnamed_pairs = [
            (event.name, name)
            for event in vocabulary.events
            for name, kind in event.fields.items()
            if kind in ("int", "bool") and name not in event.wording.results
        ]

        assert unnamed_pairs == []


class TestEveryMomentAndLifetime:
    @pytest.mark.parametrize("vocabulary", VOCABULARIES, ids=lambda held: held.ruleset)
    def test_has_words(self, vocabulary: Vocabulary) -> None:
        spans = [
            life.name for life in vocabulary.lifetimes if not life.once and (life.phrase is None or life.keys is None)
        ]
        headings = [text for timing in vocabulary.timings for text in timing.phrase or timing.title]

        assert spans == []
        assert all(headings)


class TestTheText:
    @pytest.mark.parametrize("lang", LANGUAGES)
    def test_holds_nothing_that_only_programs_read(self, lang: str) -> None:
        strange = {}
        for number in range(CARDS):
            if match := LEFT_OVER.search(QUOTATION.sub("x", text(number, lang))):
                strange[number] = text(number, lang)[max(0, match.start() - 40) : match.end() + 40]

        assert strange == {}

    @pytest.mark.parametrize("lang", LANGUAGES)
    def test_of_shipped_cards_neither_names_nodes_nor_lacks_words(self, lang: str) -> None:
        for name in names():
            texts = {
                document["id"]: describe(find(name).vocabulary, document, lang) for document, _ in api.card_set(name)
            }
            strange = {card_id: text for card_id, text in texts.items() if LEFT_OVER.search(text) or "…" in text}

            assert strange == {}

    @pytest.mark.parametrize("lang", LANGUAGES)
    def test_is_no_longer_than_what_it_says(self, lang: str) -> None:
        lengths = [(len(text(number, lang)), size(card(number))) for number in range(CARDS)]

        assert [(length, nodes) for length, nodes in lengths if length > MAX_LENGTH * nodes] == []

    @pytest.mark.parametrize("lang", LANGUAGES)
    def test_says_every_number(self, lang: str) -> None:
        missing = {}
        for number in range(CARDS):
            stated_values = {numeral.value for numeral in numerals(text(number, lang), lang)}
            numbers = {fact.value for fact in facts(WIZARDS, card(number)).numbers if fact.value > 1}
            if numbers - stated_values:
                missing[number] = (numbers - stated_values, text(number, lang))

        assert missing == {}

    def test_is_a_list_where_a_sentence_would_be_in_doubt(self) -> None:
        lines = [line for number in range(CARDS) for line in text(number, "en").splitlines()]

        assert any(line.startswith("  • ") for line in lines)
        assert [line for line in lines if line.count("otherwise, ") > line.count("if ") + line.count("If ")] == []

    @pytest.mark.parametrize("vocabulary", [ARENA, BOUT], ids=["arena", "bout"])
    def test_is_there_for_any_vocabulary(self, vocabulary: Vocabulary) -> None:
        texts = [describe(vocabulary, card_of(vocabulary, number), lang) for number in range(60) for lang in LANGUAGES]

        assert sum(text != "" for text in texts) > len(texts) // 2


class TestAnythingElse:
    @FEW_EXAMPLES
    @given(json_values())
    def test_is_said_as_far_as_it_can_be_read(self, value: Any) -> None:
        assert [type(describe(WIZARDS, value, lang)) for lang in LANGUAGES] == [str, str]

    @FEW_EXAMPLES
    @given(json_values())
    def test_is_said_inside_a_card_too(self, value: Any) -> None:
        held = {"behaviors": [{"at": "onPlay", "do": value}, {"at": value, "do": [value, {"type": "if", "do": value}]}]}

        assert [type(describe(WIZARDS, held, lang)) for lang in LANGUAGES] == [str, str]

    @pytest.mark.parametrize("node", [node for node in WIZARDS.family("value").values() if node.fields])
    def test_is_said_where_a_value_lacks_all_of_its_fields(self, node: NodeSpec) -> None:
        draw = {"behaviors": [{"at": "onPlay", "do": [{"type": "drawCard", "amount": {"type": node.name}}]}]}

        assert [text for lang in LANGUAGES if "None" in (text := describe(WIZARDS, draw, lang))] == []

    @FEW_EXAMPLES
    @given(broken_cards(WIZARDS))
    def test_is_said_when_a_card_is_broken_in_one_place(self, document: Any) -> None:
        texts = [describe(WIZARDS, document, lang) for lang in LANGUAGES]

        assert all(len(text) <= MAX_LENGTH * (size(document) + 1) for text in texts)
        assert [text for text in texts if re.search(r"[{}$]|None", QUOTATION.sub("x", text))] == []
