"""The shipped cards are as strong as the kept tables say: the cards that changed since, and a sample of the others."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

import pytest

from engine import api
from engine.rulesets import names
from tests.engine.strength.measuring import REASONS, mark, measured, share, stored_measurement, with_blocks
from tests.examples import some_of

SAMPLE = some_of(20, part=3, minimum=1)
"""Cards whose blocks are changed besides: `make laws` takes 20."""
MIN_SHARE = 0.98
"""The share of blocks that are guarded at least, in each game."""


def cards_to_measure() -> Iterator[tuple[str, str]]:
    """Yield the cards whose text or scenarios changed since they were measured, then a sample that differs with the engine."""
    pairs = [(game, card) for game in names() for card in with_blocks(game)]
    changed = [(game, card) for game, card in pairs if stored_measurement(game).get(card, [""])[0] != mark(game, card)]
    yield from changed
    others = [each for each in pairs if each not in changed]
    yield from sorted(others, key=lambda each: sha256(f"{api.engine_hash(each[0])}{each[1]}".encode()).digest())[
        :SAMPLE
    ]


def test_no_block_lost_its_guard() -> None:
    """`make strength` measures all of them again."""
    missing = []
    for game, card in cards_to_measure():
        known_ids = stored_measurement(game).get(card, ["", 0, 0, []])[3]
        missing += [
            (card, block.path)
            for block in measured(game, card).blocks
            if block.guard != "guarded" and block.path not in known_ids
        ]

    assert missing == []


@pytest.mark.parametrize("game", names())
def test_blocks_are_guarded(game: str) -> None:
    guarded, total = share([game])

    assert guarded / total >= MIN_SHARE, f"{guarded} of {total}"


def test_each_open_block_has_a_reason_and_each_reason_an_open_block() -> None:
    open_blocks = {
        (card, path) for game in names() for card, held in stored_measurement(game).items() for path in held[3]
    }
    reasons = {(card, path): reason for card, held in REASONS.items() for path, reason in held.items()}

    assert set(reasons) == open_blocks
    assert all(reason.endswith(".") for reason in reasons.values())
