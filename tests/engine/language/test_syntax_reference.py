"""The reference of a ruleset with another spelling: its pages are written in its own surface, and every example on them passes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.language.spec.nodes import NodeOutput, NodeSpec
from engine.reference.ability_frame import AbilityFrame
from engine.reference.behavior_frame import BehaviorFrame
from engine.reference.book import LANGUAGES, Book
from engine.reference.examples import Examples
from engine.reference.frame import NoExample
from engine.reference.index import families, index_page
from engine.reference.nodes import PAGES
from engine.reference.pages import pages_of
from engine.ruleset import Ruleset
from engine.rulesets import find
from tests.architecture.pages import blocks, headings
from tests.engine.language.tavern import RULESET, TAVERN, ability, card, reported

WITH_BOARD = replace(RULESET, board=find("wizards").board)
NODES = [pytest.param(node, id=f"{node.family}-{node.name}") for node in TAVERN.nodes]


def spelled_names(value: Any) -> Iterator[str]:
    """Yield every plain word of a document."""
    if isinstance(value, str):
        yield value
    for child in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from spelled_names(child)


@pytest.fixture(params=[False, True], ids=["without cards", "with cards"])
def examples(request: pytest.FixtureRequest, tmp_path: Path) -> Examples:
    """Return the examples of the tavern, with no shipped card or with one that has more than is needed."""
    acts = [
        {"type": "DEAL", "target": "TARGET", "params": {"amount": 7, "kind": "ICE"}},
        {"type": "GAIN", "target": "OWNER", "params": {"amount": 1}},
    ]
    asked = [{"op": "HAS_TAG", "args": ["CELLAR", 2]}, {"op": "SAME_ROOM", "args": []}]
    shipped_card = card(
        id="P-7", keywords=[{"name": "WARD", "value": 5}], abilities=[ability(conditions=asked, effects=acts)]
    )
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "set.json").write_text(json.dumps([shipped_card] if request.param else []))
    made = Examples(replace(RULESET, folder=tmp_path))
    assert isinstance(made.frame, AbilityFrame)
    return made


class TestExamples:
    @pytest.mark.parametrize("spec", NODES)
    def test_show_their_node_in_the_surface_and_pass(self, examples: Examples, spec: NodeSpec) -> None:
        part, whole = examples.example(spec), examples.whole(spec)

        assert reported(whole) == []
        assert spec.name in set(spelled_names(part))
        assert json.dumps(part) in json.dumps(whole)

    def test_are_those_of_the_shipped_cards_where_these_have_one(self, examples: Examples) -> None:
        page = examples.example(TAVERN.family("effect")["DEAL"])
        amount = 7 if examples.frame.shipped else 3

        assert page["params"]["amount"] == amount

    def test_say_so_where_there_is_none(self) -> None:
        stray = replace(TAVERN.family("chooser")["SOURCE"], name="NOWHERE", output=NodeOutput(gives="ghost"))
        lonely = replace(RULESET, vocabulary=replace(TAVERN, nodes=(*TAVERN.nodes, stray)))

        with pytest.raises(NoExample):
            Examples(lonely).example(stray)

    def test_of_a_ruleset_with_moments_are_made_as_ever(self) -> None:
        assert isinstance(Examples(find("wizards")).frame, BehaviorFrame)

    @pytest.mark.parametrize("ruleset", [RULESET, find("wizards")], ids=["abilities", "moments"])
    def test_pass_over_a_declared_one_that_has_problems(self, ruleset: Ruleset) -> None:
        spec = next(node for node in ruleset.vocabulary.nodes if node.family == "effect" and not node.example)
        wrong = replace(spec, example=({"type": "nonsense"},))

        assert Examples(ruleset).example(wrong) == Examples(ruleset).example(spec)


class TestPages:
    @pytest.mark.parametrize("lang", LANGUAGES)
    def test_have_an_entry_for_every_node_and_no_moments(self, lang: str) -> None:
        book = Book(WITH_BOARD, lang)
        pages = pages_of(book)
        lacking = [node.name for node in TAVERN.nodes if node.name not in headings(pages[PAGES[node.family][0]])]

        assert lacking == []
        assert families(TAVERN) == ("effect", "condition", "chooser", "keyword")
        assert not {"moments.md", "values.md"} & set(pages)
        assert "moments.md" not in index_page([book])

    @pytest.mark.parametrize("lang", LANGUAGES)
    def test_show_whole_cards_that_pass(self, lang: str) -> None:
        pages = pages_of(Book(WITH_BOARD, lang))
        cards = [json.loads(code.text) for code in blocks(pages["card.md"])]

        assert [reported(one) for one in cards] == [[]]

    def test_say_how_arguments_are_written(self) -> None:
        assert '`{ "op": "HAS_TAG", "args": [tag, count?] }`' in pages_of(Book(WITH_BOARD, "en"))["conditions.md"]
