"""Printing a reference and reading it again is the identity, for everything that can be written."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.language.spec.interpolation import MAX_SEGMENTS, BadTemplate, Path, Template, parse, render
from engine.rulesets import find, names
from tests.engine.language.strategies import places
from tests.engine.laws.campaign import generated
from tests.examples import some_of

LAW = settings(
    max_examples=some_of(1_000),
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
FIRST = st.text("abAZ_", min_size=1, max_size=1)
SUFFIXES = st.text("abAZ_019-", max_size=3)
PLAIN = st.text("ab {}$.卡 ", min_size=1, max_size=6).filter(lambda text: not (text[0] == "$" and text[1:2].isalpha()))


@st.composite
def written_paths(draw: Any, depth: int = 3) -> Path:
    """Return references as `parse` makes them: runs of plain characters, with references between them."""
    pieces: list[str | Path] = [draw(FIRST) + draw(SUFFIXES) + "".join(draw(st.lists(segment(), max_size=2)))]
    for _ in range(draw(st.integers(0, 1 if depth else 0))):
        pieces.append(draw(written_paths(depth - 1)))
        pieces += [text for text in [draw(SUFFIXES) + "".join(draw(st.lists(segment(), max_size=1)))] if text]
    return Path(tuple(pieces))


def segment() -> st.SearchStrategy[str]:
    """Return a dot and the text after it."""
    return st.text("abZ_09-", min_size=1, max_size=2).map(lambda text: f".{text}")


@st.composite
def templates(draw: Any) -> Template:
    """Return texts with at least one reference and one run of plain text, runs never side by side."""
    pieces: list[str | Path] = []
    for number in range(draw(st.integers(1, 3))):
        text = draw(PLAIN)
        pieces += [text] if number == 0 or draw(st.booleans()) else []
        pieces.append(draw(written_paths(1)))
    return Template(tuple(pieces))


class TestReferences:
    @LAW
    @given(written_paths(), st.booleans())
    def test_printed_and_read_are_themselves(self, path: Path, dollar: bool) -> None:
        text = render(path, dollar=dollar)
        try:
            tree = parse(text)
        except BadTemplate as bad:
            assert bad.long, text
            return

        assert tree == path
        assert text.count(".") < MAX_SEGMENTS * 4

    @LAW
    @given(templates())
    def test_in_text_printed_and_read_are_themselves(self, template: Template) -> None:
        assert parse(render(template)) == template

    @LAW
    @given(st.text("ab.{}$_1-卡 ", max_size=12))
    def test_read_from_any_text_mean_the_same_when_printed(self, text: str) -> None:
        try:
            tree = parse(text)
        except BadTemplate:
            return

        assert parse(render(tree)) == tree

    def test_of_generated_cards_printed_and_read_are_themselves(self) -> None:
        """Every string of two hundred cards of each ruleset whose cards refer to something, references among them."""
        for name in (name for name in names() if find(name).vocabulary.timings):
            ruleset = find(name)
            texts = [
                state[key]
                for number in range(200)
                for state, key in places(generated(ruleset, number).get("behaviors", []))
                if isinstance(state[key], str)
            ]
            parsed = [parse(text) for text in texts]

            assert [parse(render(found)) for found in parsed] == parsed
            assert sum(isinstance(found, Path) for found in parsed) > len(texts) // 20
