"""The rows by which games declare nodes, fields and events, and what the games of the tree make of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from engine.language.spec import (
    LocalizedText,
    Number,
    case,
    condition,
    effect,
    event,
    field,
    one_of,
    optional,
    record,
    result,
)
from engine.rulesets import find, names
from engine.toolkit.nodes.bounds import MAX_COUNT, clamp_count
from engine.toolkit.nodes.damage import damage, heal
from engine.toolkit.nodes.events import event as waiting_event
from engine.toolkit.nodes.events import moment
from engine.toolkit.nodes.fields import amount_field, side_field, target_field
from engine.toolkit.nodes.payload import keys_by_event
from engine.toolkit.nodes.phrases import by_word
from engine.toolkit.nodes.rows import effect as effect_row

IN_ONE_LANGUAGE = frozenset({"Choose", "of yours", "我方"})
"""Words of a card's text that the other language leaves out, or has before the noun instead of behind it."""
SIDES = one_of(("mine", "yours", "我方"), ("theirs", "the opponent's", "敌方")).options


def texts(part: Any) -> Iterator[LocalizedText]:
    """Yield every text of a declaration, however deep."""
    if isinstance(part, LocalizedText):
        yield part
    elif is_dataclass(part) and not isinstance(part, type):
        for item in fields(part):
            yield from texts(getattr(part, item.name))
    elif isinstance(part, Mapping):
        for value in part.values():
            yield from texts(value)
    elif isinstance(part, tuple | list):
        for value in part:
            yield from texts(value)


def half_texts(part: Any) -> list[LocalizedText]:
    """Return the texts of a declaration that have one language alone."""
    return [text for text in texts(part) if bool(text.en) != bool(text.zh) and not IN_ONE_LANGUAGE & set(text)]


class TestGames:
    def test_write_every_text_in_both_languages(self) -> None:
        vocabularies = [find(name).vocabulary for name in names()]

        assert [half_texts(vocabulary) for vocabulary in vocabularies] == [[] for _ in vocabularies]
        assert sum(1 for vocabulary in vocabularies for _ in texts(vocabulary)) > 3_000

    def test_would_show_a_text_in_one_language(self) -> None:
        node = effect("heal", "Heal", "治疗", (), "Restores health.", "")

        assert half_texts((node,)) == [LocalizedText("Restores health.", "")]


class TestRows:
    def test_take_texts_by_turns(self) -> None:
        node = condition("Injured", "Injured", "受伤", (), "D", "说明", "it is hurt", "受伤", "it is whole", "未受伤")

        assert node.title == LocalizedText("Injured", "受伤")
        assert node.doc == LocalizedText("D", "说明")
        assert node.phrase == LocalizedText("it is hurt", "受伤")
        assert node.wording.negated == LocalizedText("it is whole", "未受伤")

    @pytest.mark.parametrize("texts", [("D",), ("D", "说明", "it is hurt"), ("D", "说明") * 4])
    def test_refuse_a_text_without_its_chinese_and_one_too_many(self, texts: tuple[str, ...]) -> None:
        with pytest.raises(ValueError, match="zip"):
            condition("Injured", "Injured", "受伤", (), *texts)

    def test_refuse_a_keyword_that_no_part_has(self) -> None:
        with pytest.raises(TypeError, match="writez"):
            effect("heal", "Heal", "治疗", (), writez={"health": "+"})  # type: ignore[call-arg]  # the fault that is planted

    def test_bind_what_they_yield_with_its_type_and_its_words(self) -> None:
        words = result("the cards drawn", "所抽的牌")
        node = effect("draw", "Draw", "抽牌", yields={"UUIDs": ("card[]", words), "UUID": ("card",)})

        assert node.output.results == {"UUIDs": "card[]", "UUID": "card"}
        assert node.wording.results == {"UUIDs": (words,)}

    def test_of_fields_keep_their_parts(self) -> None:
        card = field("card", Number(), "Card", "卡牌", "Its id.", "标识。", names="card", reads_variable=True)

        assert card.doc == LocalizedText("Its id.", "标识。")
        assert (card.reference.names, card.analysis.reads_variable, card.required) == ("card", True, True)
        assert not optional("card", Number(), "Card", "卡牌").required

    def test_of_events_wait_and_name_their_numbers(self) -> None:
        points = result("the damage", "该伤害")
        hurt = waiting_event(
            "onHurt",
            "Hurt",
            "受伤",
            {"amount": "int"},
            "{u} is hurt",
            "{u}受伤",
            ("hurt", "受伤"),
            results={"amount": points},
        )
        turn = moment("onTurn", "A turn", "回合", {}, "each turn", "每回合", ("turn", "回合"))

        assert (hurt.runtime.mode, hurt.wording.results, hurt.search.en) == (
            "deferred",
            {"amount": (points,)},
            ("hurt",),
        )
        assert (turn.runtime.mode, turn.wording.each) == ("nested", LocalizedText("each turn", "每回合"))

    def test_of_records_hold_their_fields(self) -> None:
        amount = amount_field()

        assert record("cost", "Cost", "费用", amount).fields == (amount,)


class TestLibrary:
    def test_has_damage_and_healing_that_bind_the_health(self) -> None:
        hit = damage(len, target_field("unit"), emits=("onHurt",))
        cure = heal(len, target_field("unit"), ("onHealed",))

        assert [part.name for part in hit.fields] == ["id", "target", "amount"]
        assert (hit.analysis.emits, hit.analysis.is_self_limiting) == (("onHurt",), True)
        assert (cure.output.results, cure.analysis.emits) == ({"amount": "int"}, ("onHealed",))

    def test_has_a_side_that_is_ones_own_where_none_is_written(self) -> None:
        assert side_field(SIDES).default == "mine"

    def test_says_a_sentence_for_each_word(self) -> None:
        cases = by_word("side", SIDES, "~ cards", "~的牌", count=1)

        assert cases == (
            case({"side": "mine", "count": 1}, "yours cards", "我方的牌"),
            case({"side": "theirs", "count": 1}, "the opponent's cards", "敌方的牌"),
        )

    def test_finds_the_first_field_that_an_event_has(self) -> None:
        events = (event("onMove", "Moved", "移动", {"unit": "unit"}), event("onRound", "Round", "轮"))

        assert keys_by_event(events, "target", "unit") == {"onMove": "onMove.unit"}

    def test_bounds_what_one_effect_does(self) -> None:
        assert [clamp_count(count) for count in (None, -3, 2, 999)] == [0, 0, 2, MAX_COUNT]

    def test_declares_an_effect_by_a_row(self) -> None:
        node = effect_row(
            "mill",
            "cards",
            "Mill",
            "磨牌",
            (),
            "D",
            "说明",
            "Mill.",
            "磨牌。",
            len,
            ("mill", "磨牌"),
            "trash-2",
            ("onMill",),
        )

        assert (node.group, node.icon, node.analysis.emits, node.runtime.run) == ("cards", "trash-2", ("onMill",), len)
