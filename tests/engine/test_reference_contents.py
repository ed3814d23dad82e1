"""The help's contents: made without an example, and each page only when a person reads it."""

from __future__ import annotations

import cProfile
from collections.abc import Callable, Iterator

import pytest

from engine import api
from engine.reference import sections

NAMES = [each.name for each in api.rulesets()]


@pytest.fixture(autouse=True)
def unread() -> Iterator[None]:
    """Begin as a new process does: no page was made."""
    sections.forget()
    yield
    sections.forget()


def looked_for(read: Callable[[], object]) -> int:
    """Return how many examples were looked for while something was read."""
    profile = cProfile.Profile()
    profile.runcall(read)
    return sum(
        each.callcount
        for each in profile.getstats()
        if not isinstance(each.code, str) and each.code.co_name == "_candidates"
    )


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("ruleset", NAMES)
def test_says_of_each_page_what_the_page_says(ruleset: str, lang: str) -> None:
    contents = api.reference_contents(ruleset, lang)

    pages = {name: api.reference_page(f"{ruleset}/{name}", lang) for name in api.reference_files(ruleset)}
    assert contents == {name: (page.title, len(page.entries)) for name, page in pages.items()}
    assert contents["effects.md"][1] > 10


def test_needs_no_example() -> None:
    assert looked_for(lambda: [api.reference_contents(name, "zh") for name in NAMES]) == 0


def test_makes_a_page_when_it_is_read_and_its_examples_once_for_both_languages() -> None:
    assert looked_for(lambda: api.reference_page("halo/events.md", "en")) == 0
    assert looked_for(lambda: api.reference_page("halo/choosers.md", "en")) > 0
    assert looked_for(lambda: api.reference_page("halo/choosers.md", "zh")) == 0
