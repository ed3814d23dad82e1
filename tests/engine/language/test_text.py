"""Rules text as prose: what telling cards say in both languages, and how words bend."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from engine import api
from engine.language.planning.templates import Place, parts
from engine.language.spec.fields import Field
from engine.language.spec.nodes import NodeSpec
from engine.language.spec.phrases import Noun
from engine.language.spec.shapes import Block, LocalizedText, Number, Targets
from engine.language.text.chinese import Chinese
from engine.language.text.describe import describe
from engine.language.text.english import English, base
from engine.rulesets.wizards.vocabulary import WIZARDS
from tests.engine.language.cards import CHOOSER, treasure
from tests.engine.language.rules_cards import CARDS, gain
from tests.engine.language.rules_texts import TEXTS

FIXTURES = Path(__file__).parents[2] / "fixtures" / "000"


class TestDescribe:
    @pytest.mark.parametrize("name", CARDS)
    def test_says_what_a_card_does(self, name: str) -> None:
        sentence_of = tuple(describe(WIZARDS, CARDS[name], lang) for lang in ("en", "zh"))

        assert TEXTS[name] == sentence_of

    def test_says_the_cards_of_the_document(self) -> None:
        mends = {"gilding_components": ("]  ]", "]"), "bash": ("]\n", "]\n}\n")}
        message = {}
        for name in ("stone", "bash", "survival", "gilding_components"):
            text = (FIXTURES / f"{name}.jsonc").read_text(encoding="utf-8")
            old, new = mends.get(name, ("", ""))
            mended = text if not old else text[: text.rindex(old)] + new + text[text.rindex(old) + len(old) :]
            message[name] = api.describe("wizards", api.validate("wizards", mended).document, "zh")

        assert message == {
            "stone": "对你选择的一个怪物造成2点伤害。",
            "bash": TEXTS["bash"][1],
            "survival": TEXTS["survival"][1],
            "gilding_components": TEXTS["gilding"][1],
        }

    def test_never_looks_at_name_or_written_text(self) -> None:
        card = treasure(gain("gold", 2), name="3 for 5", description="Gain 99 gold.")

        assert describe(WIZARDS, card, "en") == "Gain 2 gold."

    def test_says_nothing_of_a_card_that_does_nothing(self) -> None:
        assert [describe(WIZARDS, card, "en") for card in ({}, [], None, {"behaviors": 3})] == ["", "", "", ""]

    def test_knows_two_languages(self) -> None:
        with pytest.raises(KeyError):
            describe(WIZARDS, treasure(gain("gold", 2)), "fr")

    def test_is_deterministic(self) -> None:
        card = json.loads(json.dumps(CARDS["deep"]))

        assert len({describe(WIZARDS, card, "zh") for _ in range(5)}) == 1


class TestAnEffectWithoutExtras:
    """Adding an effect is one declaration: without a word about grammar it must read soundly all the same."""

    target, amount = (
        Field("target", Targets("monster"), LocalizedText("Target", "目标")),
        Field("amount", Number(), LocalizedText("Amount", "数值")),
    )

    def sentence_of(self, spec: NodeSpec, **fields: object) -> tuple[str, ...]:
        vocabulary = replace(WIZARDS, nodes=(*WIZARDS.nodes, spec))
        card = treasure({"type": spec.name, **fields})

        return tuple(describe(vocabulary, card, lang) for lang in ("en", "zh"))

    def test_is_said_by_its_sentence(self) -> None:
        phrase = LocalizedText("{target} hides behind {amount} clouds.", "{target}躲到{amount}朵云后面。")
        spec = NodeSpec("effect", "hide", LocalizedText("Hide", "躲藏"), (self.target, self.amount), phrase=phrase)
        several = {**CHOOSER, "min": 2}

        assert self.sentence_of(spec, target=several, amount=3) == (
            "Two monsters of your choice each hide behind 3 clouds.",
            "你选择的两个怪物各躲到3朵云后面。",
        )

    def test_is_said_by_its_title_and_fields(self) -> None:
        spec = NodeSpec("effect", "hide", LocalizedText("Hide", "躲藏"), (self.target, self.amount))

        assert self.sentence_of(spec, target=CHOOSER, amount=3) == (
            "Hide (target a monster of your choice, amount 3).",
            "躲藏（目标你选择的一个怪物，数值3）。",
        )

    def test_is_said_with_what_it_holds(self) -> None:
        spec = NodeSpec(
            "effect", "dream", LocalizedText("Dream", "做梦"), (Field("do", Block(), LocalizedText("Do", "执行")),)
        )

        assert self.sentence_of(spec, do=[gain("gold", 1)]) == ("Dream: gain 1 gold.", "做梦：获得1枚金币。")


class TestEnglish:
    @pytest.mark.parametrize(
        ("third", "plain"),
        [
            ("gains", "gain"), ("loses", "lose"), ("draws", "draw"), ("carries", "carry"), ("watches", "watch"),
            ("passes", "pass"), ("is", "are"), ("has", "have"), ("misses", "miss"), ("may", "may"), ("lost", "lost"),
        ],
    )  # fmt: skip
    def test_conjugates_verbs(self, third: str, plain: str) -> None:
        assert base(third) == plain

    def test_denies_a_verb(self) -> None:
        runs = [
            English().conjugate(run, third=third, negate=True) for run, third in (("is here", True), ("has 2", False))
        ]

        assert runs == ["is not here", "do not have 2"]

    def test_says_whose_it_is(self) -> None:
        owners = ["you", "it", "them", "that player", "the chosen monsters", "a monster of your choice"]

        assert [English().own(owner, "health") for owner in owners] == [
            "your health", "its health", "their health", "that player's health", "the chosen monsters' health",
            "the health of a monster of your choice",
        ]  # fmt: skip

    def test_counts_what_may_be_taken(self) -> None:
        noun = Noun("owl", "owls", "枭", "只")

        assert [English().pick("ask", bounds, noun, "", "") for bounds in ((1, 1), (2, 2), (0, 1), (0, 3), (1, 2), (2, 12))] == [
            "an owl", "two owls", "up to one owl", "up to three owls", "one or two owls", "2 to 12 owls",
        ]  # fmt: skip
        assert Chinese().pick("ask", (0, 2), noun, "你", "") == "你选择的至多两只枭"


class TestTemplates:
    def test_are_cut_into_text_and_places(self) -> None:
        assert parts("{a} gains {n:card|cards} of {b's hand}.") == (
            Place("a"), " gains ", Place("n", form="card|cards"), " of ", Place("b", own="hand"),
        )  # fmt: skip
