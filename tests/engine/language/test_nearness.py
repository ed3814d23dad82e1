"""A sentence in nearly the words of the effects: what differs is held to them, and ways of saying the same are left alone."""

from __future__ import annotations

import pytest

from engine.language.proofreading.nearness import differences
from engine.language.proofreading.patterns import patterns
from engine.rulesets.halo.vocabulary import HALO

HITS = "Once per turn: whenever this unit deals damage, if it came into play this turn, raise that damage by 1."


def differs(written: str, generated: str, lang: str = "en") -> bool:
    """Return whether a written text differs from a generated one in what it means."""
    return any(differences(written, generated, lang, patterns(HALO, lang).lexicon))


MEANINGS = {
    "a limit": "Whenever this unit deals damage, if it came into play this turn, raise that damage by 1.",
    "a condition": "Once per turn: whenever this unit deals damage, raise that damage by 1.",
    "a negation": "Once per turn: whenever this unit deals damage, unless it came into play this turn, raise that damage by 1.",
    "another verb": "Once per turn: whenever this unit attacks, if it came into play this turn, raise that damage by 1.",
}
SAME = {
    "the same": HITS,
    "a relative clause": "Once per turn, when this unit deals damage and came into play this turn, raise it by 1.",
    "words of its own": "Fresh from the drop pod, it hits a little harder.",
}


@pytest.mark.parametrize("what", MEANINGS)
def test_a_word_that_is_meant_is_told(what: str) -> None:
    assert differs(MEANINGS[what], HITS)
    assert differs(HITS, MEANINGS[what])


@pytest.mark.parametrize("what", SAME)
def test_ways_of_saying_the_same_are_left_alone(what: str) -> None:
    assert not differs(SAME[what], HITS)


def test_another_order_is_told_where_nothing_else_differs() -> None:
    assert differs("Draw a card and heal your base by 1.", "Heal your base by 1 and draw a card.")
    assert differs("Draw a card. Heal your base by 1.", "Heal your base by 1. Draw a card.")
    assert not differs("Draw a card and heal your base by 1.", "Draw a card. Heal your base by 1.")


def test_how_often_may_stand_before_a_sentence_or_after_it() -> None:
    assert not differs("Three times: draw a card.", "Draw a card, three times.")
    assert not differs("Draw 3 cards. Two times: heal your base by 1.", "Draw 3 cards. Heal your base by 1, twice.")
    assert not differs("共三次：抽1张牌。", "抽1张牌，共三次。", "zh")
    assert differs("Draw 2 cards. Three times: heal your base by 1.", "Draw 2 cards, three times. Heal your base by 1.")
    assert differs("抽2张牌，共三次。为你的基地恢复1点生命。", "抽2张牌。为你的基地恢复1点生命，共三次。", "zh")
    assert differs("Draw a card, three times.", "Draw a card, four times.")


def test_all_instead_of_a_choice_is_told() -> None:
    assert differs("Deal 2 damage to an enemy of your choice.", "Deal 2 damage to each enemy unit.")
    assert not differs("Deal 2 damage to an enemy.", "Deal 2 damage to an enemy of your choice.")


def test_a_name_may_stand_for_an_id() -> None:
    assert not differs("Gain Warm Cloak.", "Gain “genius.status.warm-cloak”.")
    assert not differs("附属暖裘。", "附属“genius.status.warm-cloak”。", "zh")


def test_chinese_is_held_to_its_signs() -> None:
    text = "每当本单位造成伤害时，抽1张牌。（每回合1次）"

    assert differs(text, "每当本单位造成伤害时，抽1张牌。", "zh") or differs(
        "每当本单位受到伤害时，抽1张牌。（每回合1次）", text, "zh"
    )
    assert not differs(text, text, "zh")


@pytest.mark.parametrize(
    ("written", "generated"),
    [
        ("Deal 5 damage to a random monster.", "Deal 5 damage to every monster."),
        (
            "Whenever its character uses a Normal attack, draw a card.",
            "Whenever its character has used a Normal attack, draw a card.",
        ),
        (
            "When an ally drops this unit, deal 1 damage to each enemy.",
            "On your turn, when an ally drops this unit, deal 1 damage to each enemy.",
        ),
        (
            "Switch to the target character, then attach Mark to it.",
            "Attach Mark to the target character, then switch to it.",
        ),
    ],
)
def test_whom_when_and_in_which_order_are_told(written: str, generated: str) -> None:
    assert differs(written, generated)


def test_chance_and_all_are_told_apart_in_chinese() -> None:
    assert differs("弃牌时：随机对一个怪物造成3点伤害。", "弃牌时：对所有怪物造成3点伤害。", "zh")
    assert not differs("弃牌时：随机对一个怪物造成3点伤害。", "弃牌时：随机对一个怪物造成3点伤害。", "zh")
