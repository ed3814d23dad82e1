"""The documentation cannot lie: it is fresh, complete, checked example by example, and every link leads somewhere."""

from __future__ import annotations

import io
import json
import re
import shlex
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from engine import api
from engine.commands.entry import COMMANDS, main
from engine.formats import schema_problems
from engine.language.spec.groups import GROUPS
from engine.language.spec.interpolation import MAX_DEPTH, MAX_LENGTH, MAX_SEGMENTS
from engine.language.spec.kinds import listenable
from engine.reference.__main__ import differing
from engine.reference.examples import Examples
from engine.reference.index import has_moments
from engine.reference.nodes import PAGES
from engine.reference.pages import pages
from engine.reference.problem_examples import reasons, shown_examples
from engine.reference.problems import problems_of, text_of
from engine.rulesets import find, names
from tests.architecture.pages import (
    DOCS,
    GUIDE,
    LANGUAGES,
    REFERENCE,
    blocks,
    broken_links,
    headings,
    prose,
    rows,
    sessions,
    stray_stars,
)
from tests.architecture.sources import ROOT

EVERY_PAGE = sorted(path for folder in (REFERENCE, GUIDE) for path in folder.rglob("*.md"))
GUIDES = sorted(GUIDE.rglob("*.md"))
ABOUT_PAGES = {"api.md", "editor.md", "previews.md", "releases.md", "review.md"}
"""Guides to the pages of the portal, which show no JSON."""
ELLIPSIS = "…\n"  # where a page shows a command and not what it answers


def title_of(path: Path) -> str:
    return path.relative_to(DOCS).as_posix()


def page(lang: str, name: str) -> str:
    return (REFERENCE / lang / name).read_text("utf-8")


def codes_of(ruleset: str, card: object) -> list[str]:
    """Return the codes of all problems of a card."""
    known = frozenset(document["id"] for document, _ in api.card_set(ruleset))
    return [problem.code for problem in api.validate(ruleset, json.dumps(card), known_ids=known).problems]


def codes_of_snippet(examples: Examples, snippet: Any) -> list[str]:
    """Return the codes of the problems of effects, of a card, or of a document whose format is named or evident."""
    if isinstance(snippet, list):
        return codes_of("wizards", examples.card(snippet))
    if "id" in snippet:
        return codes_of(game_of(snippet), snippet)
    if "deckId" in snippet:
        return [problem.code for problem in schema_problems(snippet, api.schema("halo", "deck"))]
    kind = snippet.get("format", "manifest/1").partition("/")[0]
    return [problem.code for problem in schema_problems(snippet, api.schema("wizards", kind))]


def game_of(card: Any) -> str:
    """Return the game that a card of a guide is of, by a key that no other game's cards have."""
    keys = {"faction": "halo", "atk": "encounter", "skills": "genius"}
    return next((game for key, game in keys.items() if key in card), "wizards")


def answer(command: str, lang: str) -> tuple[int, str]:
    """Return exit code and output of a command that a page shows, run in this process and folder as by a shell of the page's language."""
    words = shlex.split(command)
    assert words[:3] == ["python", "-m", "engine"]
    with redirect_stdout(io.StringIO()) as output:
        code = main(words[3:], time.process_time, {"LC_ALL": {"en": "C.UTF-8", "zh": "zh_CN.UTF-8"}[lang]})
    return code, output.getvalue()


class TestReference:
    def test_is_fresh(self) -> None:
        stale = differing(REFERENCE, pages())

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
        expected = {
            "events.md": [event.name for event in listenable(vocabulary)],
            "card.md": [kind.name for kind in vocabulary.kinds],
        }
        if has_moments(vocabulary):
            expected["moments.md"] = [spec.name for spec in (*vocabulary.timings, *vocabulary.lifetimes)]
        lacking = {file: set(expected[file]) - set(headings(page(lang, f"{ruleset}/{file}"))) for file in expected}

        assert lacking == {file: set() for file in expected}

    @pytest.mark.parametrize("lang", LANGUAGES)
    @pytest.mark.parametrize("ruleset", names())
    def test_has_a_row_for_every_setting(self, lang: str, ruleset: str) -> None:
        there = {row[0].strip("`") for row in rows(page(lang, f"{ruleset}/settings.md"))}

        assert {setting.name for setting in find(ruleset).settings} - there == set()

    @pytest.mark.parametrize("lang", LANGUAGES)
    def test_has_an_entry_for_every_problem_code(self, lang: str) -> None:
        assert set(api.problem_codes()) - set(headings(page(lang, "problems.md"))) == set()

    def test_gives_every_group_of_nodes_a_title(self) -> None:
        rulesets = [find(name) for name in names()]
        lacking = {node.group for one in rulesets for node in one.vocabulary.nodes if node.group not in one.groups}

        assert lacking - set(GROUPS) == set(), "a ruleset declares the titles of its groups"

    def test_is_the_same_in_both_languages_but_for_the_words(self) -> None:
        for path in (REFERENCE / "en").rglob("*.md"):
            name = path.relative_to(REFERENCE / "en").as_posix()
            shapes = [
                ([code.text for code in blocks(page(lang, name))], [len(row) for row in rows(page(lang, name))])
                for lang in LANGUAGES
            ]
            assert shapes[0] == shapes[1], name


class TestExamples:
    @pytest.mark.parametrize("ruleset", names())
    def test_of_nodes_show_the_node_and_have_no_problem(self, ruleset: str) -> None:
        """A node without a usable example needs an `example` of its own."""
        examples = Examples(find(ruleset))
        nodes = find(ruleset).vocabulary.nodes
        problems = {node.name: codes_of(ruleset, examples.whole(node)) for node in nodes}
        table = {node.name: json.dumps(node.name) in json.dumps(examples.example(node)) for node in nodes}

        assert {name: codes for name, codes in problems.items() if codes} == {}
        assert [name for name, is_shown in table.items() if not is_shown] == []

    @pytest.mark.parametrize("ruleset", names())
    def test_of_whole_cards_have_no_problem(self, ruleset: str) -> None:
        codes_by_text = {
            code.text: codes_of(ruleset, json.loads(code.text)) for code in blocks(page("en", f"{ruleset}/card.md"))
        }

        assert codes_by_text
        assert {text: codes for text, codes in codes_by_text.items() if codes} == {}


class TestProblemCodes:
    def test_have_an_example_each_or_a_reason_why_none_can_be(self) -> None:
        assert set(shown_examples()) | set(reasons()) == set(api.problem_codes()), "rulesets declare the examples"

    def test_are_found_in_their_examples(self) -> None:
        table = {
            code: [
                [problem.code for problem in problems_of(shown, text_of(shown, is_wrong))] for is_wrong in (True, False)
            ]
            for code, shown in shown_examples().items()
        }

        assert {code: (set(wrong), right) for code, (wrong, right) in table.items()} == {
            code: ({code}, []) for code in table
        }


class TestGuides:
    @pytest.mark.parametrize("path", GUIDES, ids=title_of)
    def test_show_json_that_has_exactly_the_problems_that_they_say(self, path: Path) -> None:
        examples = Examples(find("wizards"))
        codes = [code for code in blocks(path.read_text("utf-8")) if code.language == "json"]
        pairs = [(code.text, tuple(sorted(codes_of_snippet(examples, json.loads(code.text))))) for code in codes]

        assert codes or path.name in ABOUT_PAGES
        assert [(code.text, tuple(sorted(code.expected))) for code in codes] == pairs

    @pytest.mark.parametrize("path", GUIDES, ids=title_of)
    def test_show_commands_that_answer_as_they_say(
        self, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        text = path.read_text("utf-8")
        for code in blocks(text):
            if code.file:
                (tmp_path / code.file).write_text(code.text, encoding="utf-8")
        ran = [(command, expected, *answer(command, path.parent.name)) for command, expected in sessions(text)]

        assert [(command, code) for command, _, code, _ in ran if code != 0] == []
        assert [expected for _, expected, _, _ in ran if expected != ELLIPSIS] == [
            output for _, expected, _, output in ran if expected != ELLIPSIS
        ]

    @pytest.mark.parametrize("name", sorted(path.name for path in GUIDES if path.parent.name == "en"))
    def test_show_the_same_code_in_both_languages(self, name: str) -> None:
        outputs = [
            [c.text for c in blocks((GUIDE / lang / name).read_text("utf-8")) if c.language == "json"]
            for lang in LANGUAGES
        ]

        assert outputs[0] == outputs[1]

    def test_name_the_bounds_of_references_as_they_are(self) -> None:
        bounds = [str(bound) for bound in (MAX_DEPTH, MAX_SEGMENTS, MAX_LENGTH)]
        small_print = [(GUIDE / lang / "references.md").read_text("utf-8").split("{{")[1] for lang in LANGUAGES]

        assert [re.findall(r"\d+", text)[:3] for text in small_print] == [bounds, bounds]

    @pytest.mark.parametrize("lang", LANGUAGES)
    def test_call_the_games_what_pages_call_them(self, lang: str) -> None:
        text = "".join(path.read_text("utf-8") for path in GUIDES if path.parent.name == lang)
        titles = [find(name).title for name in names()]

        assert [title.en for title in titles if (title.en if lang == "en" else title.zh) not in text] == []

    def test_have_the_titles_that_the_readme_gives_them(self) -> None:
        link = re.compile(r"\[(?P<title>[^\]]+)\]\((?P<path>docs/guide/\w+/[\w-]+\.md)\)")
        shown = {found["path"]: found["title"] for found in link.finditer((ROOT / "README.md").read_text("utf-8"))}

        assert shown == {f"docs/{title_of(path)}": headings(path.read_text("utf-8"))[0] for path in GUIDES}

    @pytest.mark.parametrize("lang", LANGUAGES)
    def test_list_every_command(self, lang: str) -> None:
        first = {row[0].strip("`").split()[0] for row in rows((GUIDE / lang / "formats.md").read_text("utf-8"))}

        assert {command.name for command in COMMANDS} - first == set()


class TestPages:
    def test_have_links_that_lead_somewhere(self) -> None:
        assert wrong(broken_links) == {}

    def test_have_no_empty_cell_and_no_ragged_table(self) -> None:
        assert wrong(lambda path: [row for row in rows(path.read_text("utf-8")) if not all(row)]) == {}

    def test_emphasise_so_that_it_shows(self) -> None:
        assert wrong(lambda path: stray_stars(prose(path.read_text("utf-8")))) == {}

    def test_do_not_show_a_word_of_the_program(self) -> None:
        words = ("Bi(", "None", "frozenset", "NodeSpec")
        texts = {path: prose(path.read_text("utf-8")).replace("If-None-Match", "") for path in EVERY_PAGE}

        assert wrong(lambda path: [word for word in words if word in texts[path]]) == {}


def wrong(check: Callable[[Path], list[Any]]) -> dict[str, list[Any]]:
    """Return what a check finds in each page in which it finds anything."""
    return {title_of(path): found for path in EVERY_PAGE if (found := check(path))}


class TestReadme:
    def test_has_links_that_lead_somewhere(self) -> None:
        assert broken_links(ROOT / "README.md") == []
