"""The engine never flags its own sentence: the rules text of a card, written below it, is never said to differ from its effects."""

from __future__ import annotations

import pytest

from engine.language.proofreading.mismatch import mismatches
from engine.language.text.describe import describe
from engine.reference.book import LANGUAGES
from engine.rulesets import find, names
from tests.engine.laws.campaign import generated
from tests.engine.third_ruleset import EXAMPLE, NAME, on_the_path

CARDS = 25


@pytest.mark.parametrize("game", [*names(), EXAMPLE, NAME])
def test_is_never_flagged(game: str) -> None:
    """Generated cards: of games that declare keys of their sentences, and of those that declare none."""
    if game not in names():
        with on_the_path(game):
            assert flagged(game) == []
    else:
        assert flagged(game) == []


def flagged(game: str) -> list[tuple[int, str]]:
    """Return the generated cards whose rules text differs, by number, with the language."""
    vocabulary = find(game).vocabulary
    findings = []
    for number in range(CARDS):
        card = {key: value for key, value in generated(find(game), number).items() if key != "description"}
        texts = {lang: describe(vocabulary, card, lang) for lang in LANGUAGES}
        findings += [(number, mismatch.lang) for mismatch in mismatches(vocabulary, card, texts) if mismatch.source]
    return findings
