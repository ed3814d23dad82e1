"""Lists of events have headings: each event that a trigger may wait for stands under one of them."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.language.spec.kinds import listenable
from engine.rulesets import find, shipped_names


@pytest.mark.parametrize("game", sorted(shipped_names()))
def test_each_event_stands_under_one_heading(game: str) -> None:
    vocabulary = find(game).vocabulary
    uses = Counter(name for names in vocabulary.event_groups.values() for name in names)
    names_of_events = {event.name for event in vocabulary.events}

    assert {event.name: uses[event.name] for event in listenable(vocabulary) if uses[event.name] != 1} == {}
    assert uses.keys() - names_of_events == set()
