"""The documentation cannot lie: it is fresh, complete, checked example by example, and every link leads somewhere."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine import api
from engine.language.codes import CODES
from engine.language.kinds import listenable
from engine.reference.__main__ import differing
from engine.reference.examples import Examples
from engine.reference.mistakes import MISTAKES, NEVER
from engine.reference.nodes import GROUPS, PAGES
from engine.reference.problems import problems_of, text_of
from engine.rulesets import find, names
from tests.architecture.pages import DOCS, GUIDE, LANGUAGES, REFERENCE, blocks, broken_links, headings, prose, rows
from tests.architecture.sources import ROOT

EVERY_PAGE = sorted(path for folder in (REFERENCE, GUIDE) for path in folder.rglob("*.md"))
NODES = [(name, node.family, node.name) for name in names() for node in find(name).vocabulary.nodes]


def title_of(path: Path) -> str:
    return path.relative_to(DOCS).as_posix()


def page(lang: str, name: str) -> str:
    return (REFERENCE / lang / name).read_text("utf-8")


def codes_of(ruleset: str, card: object) -> list[str]:
    """Return the codes of everything that is told of a card."""
    known = frozenset(document["id"] for document, _ in api.card_set(ruleset))
    return [problem.code for problem in api.validate(ruleset, json.dumps(card), known=known).problems]


class TestReference:
    def test_is_fresh(self) -> None:
        stale = differing(REFERENCE)

        assert stale == [], "run `make docs` (or python -m engine.reference docs/reference) and commit what it writes"

    @pytest.mark.parametrize("lang", LANGUAGES)
    @pytest.mark.parametrize("ruleset", names())
    def test_has_an_entry_for_every_node(self, lang: str, ruleset: str) -> None:
        nodes = find(ruleset).vocabulary.nodes
        lacking = [
            node.name for node in nodes if node.name not in headings(page(lang, f"{ruleset}/{PAGES[node.family][0]}"))
        ]

        assert lacking == []

    @pytest.mark.parametrize("lang", LANGUAGES)
    @pytest.mark.parametrize("ruleset", names())
    def test_has_an_entry_for_every_event_moment_and_lifetime(self, lang: str, ruleset: str) -> None:
        vocabulary = find(ruleset).vocabulary
        wanted = {
            "events.md": [event.name for event in listenable(vocabulary)],
            "moments.md": [spec.name for spec in (*vocabulary.timings, *vocabulary.lifetimes)],
            "card.md": [kind.name for kind in vocabulary.kinds],
        }
        lacking = {file: set(wanted[file]) - set(headings(page(lang, f"{ruleset}/{file}"))) for file in wanted}

        assert lacking == {file: set() for file in wanted}

    @pytest.mark.parametrize("lang", LANGUAGES)
    @pytest.mark.parametrize("ruleset", names())
    def test_has_a_row_for_every_setting(self, lang: str, ruleset: str) -> None:
        there = {row[0].strip("`") for row in rows(page(lang, f"{ruleset}/settings.md"))}

        assert {setting.name for setting in find(ruleset).settings} - there == set()

    @pytest.mark.parametrize("lang", LANGUAGES)
    def test_has_an_entry_for_every_problem_code(self, lang: str) -> None:
        assert set(CODES) - set(headings(page(lang, "problems.md"))) == set()

    def test_gives_every_group_of_nodes_a_title(self) -> None:
        groups = {node.group for name in names() for node in find(name).vocabulary.nodes}

        assert groups - set(GROUPS) == set(), "engine/reference/nodes.py names the groups"

    @pytest.mark.parametrize(
        "name", sorted(p.relative_to(REFERENCE / "en").as_posix() for p in (REFERENCE / "en").rglob("*.md"))
    )
    def test_is_the_same_in_both_languages_but_for_the_words(self, name: str) -> None:
        shapes = [
            ([code.text for code in blocks(page(lang, name))], [len(row) for row in rows(page(lang, name))])
            for lang in LANGUAGES
        ]

        assert shapes[0] == shapes[1]


class TestExamples:
    @pytest.mark.parametrize(("ruleset", "family", "name"), NODES, ids=str)
    def test_of_nodes_have_no_problem(self, ruleset: str, family: str, name: str) -> None:
        examples = Examples(find(ruleset))
        card = examples.card(examples.effects(find(ruleset).vocabulary.family(family)[name]))

        assert codes_of(ruleset, card) == [], f"give {name} an `example` of its own: {json.dumps(card)}"

    @pytest.mark.parametrize(("ruleset", "family", "name"), NODES, ids=str)
    def test_of_nodes_show_the_node(self, ruleset: str, family: str, name: str) -> None:
        examples = Examples(find(ruleset))
        spec = find(ruleset).vocabulary.family(family)[name]

        assert f'"type": "{name}"' in json.dumps(examples.effects(spec))

    @pytest.mark.parametrize("ruleset", names())
    def test_of_whole_cards_have_no_problem(self, ruleset: str) -> None:
        told = {
            code.text: codes_of(ruleset, json.loads(code.text)) for code in blocks(page("en", f"{ruleset}/card.md"))
        }

        assert told
        assert {text: codes for text, codes in told.items() if codes} == {}


class TestProblemCodes:
    def test_have_an_example_each_or_a_reason_why_none_can_be(self) -> None:
        assert set(MISTAKES) | set(NEVER) == set(CODES), "engine/reference/mistakes.py holds the examples"

    @pytest.mark.parametrize("code", MISTAKES)
    def test_are_told_of_their_examples(self, code: str) -> None:
        game = find("wizards")
        examples = Examples(game)
        mistake = MISTAKES[code]
        told = [problem.code for problem in problems_of(game, mistake, text_of(mistake, True, examples))]
        mended = [problem.code for problem in problems_of(game, mistake, text_of(mistake, False, examples))]

        assert ({code}, []) == (set(told), mended)


class TestPages:
    @pytest.mark.parametrize("path", EVERY_PAGE, ids=title_of)
    def test_have_links_that_lead_somewhere(self, path: Path) -> None:
        assert broken_links(path) == []

    @pytest.mark.parametrize("path", EVERY_PAGE, ids=title_of)
    def test_have_no_empty_cell_and_no_ragged_table(self, path: Path) -> None:
        found = list(rows(path.read_text("utf-8")))

        assert [row for row in found if not all(row)] == []

    @pytest.mark.parametrize("path", EVERY_PAGE, ids=title_of)
    def test_do_not_show_a_word_of_the_program(self, path: Path) -> None:
        text = prose(path.read_text("utf-8"))

        assert [word for word in ("Bi(", "None", "frozenset", "NodeSpec") if word in text] == []


class TestReadme:
    def test_has_links_that_lead_somewhere(self) -> None:
        assert broken_links(ROOT / "README.md") == []
