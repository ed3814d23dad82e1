"""A text says all that a card does: a change of any place of a card changes its rules text in both languages, or has an excuse.

`python -m tests.engine.laws.unsaid` looks at every place of every card; here each kind of place is looked at a few times.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace

import pytest

from engine.language.reading.surface import desugar
from engine.language.spec import LocalizedText
from engine.rulesets import find, shipped_names
from engine.rulesets.wizards.vocabulary import WIZARDS
from tests.engine.laws.unsaid import cards, unsaid
from tests.engine.laws.unsaid_excuses import ANY, EXCUSES

GENERATED = range(24)
SAMPLES = 4
"""How often each field of each node is looked at."""


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", shipped_names())
def test_a_text_leaves_nothing_unsaid(ruleset: str) -> None:
    budget: Counter[tuple[str, str]] = defaultdict(lambda: SAMPLES)  # type: ignore[assignment]  # a counter that begins full
    silences = [
        str(one) for card in cards(ruleset, GENERATED) for one in unsaid(find(ruleset).vocabulary, card, budget)
    ]

    assert silences == []


def test_what_a_sentence_leaves_out_is_found() -> None:
    """The number of a node whose sentence lost its place, and a filter."""
    nodes = tuple(
        replace(
            spec,
            phrase=LocalizedText("Deal damage to {target}.", "对{target}造成伤害。"),
            wording=replace(spec.wording, cases=()),
        )
        if spec.name == "damage"
        else spec
        for spec in WIZARDS.nodes
    )
    hit = {"type": "damage", "amount": 2, "target": {"type": "allMonsters"}}
    card = {"id": "a", "behaviors": [{"at": "onPlay", "do": [hit]}]}
    core = desugar(WIZARDS, card).document

    assert [str(one) for one in unsaid(WIZARDS, core)] == []
    assert [str(one) for one in unsaid(replace(WIZARDS, nodes=nodes), core)] == [
        "a: damage.amount at behaviors/0/do/0/amount: 3 instead (en, zh)"
    ]


def test_excuses_are_for_places_that_there_are() -> None:
    places: set[tuple[str, str]] = set()
    for name in shipped_names():
        vocabulary = find(name).vocabulary
        places |= {(spec.name, key.name) for spec in (*vocabulary.nodes, *vocabulary.records) for key in spec.fields}
    owners, fields = ({place[at] for place in places} for at in (0, 1))

    strange = [
        (entry.owner, field)
        for entry in EXCUSES
        for field in entry.fields
        if entry.owner not in (ANY, *owners) or field.removesuffix("[]") not in (ANY, *fields)
    ]
    assert strange == []
