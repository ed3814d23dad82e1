"""Cards that are written in the effect that makes them, instead of being named: a status, an event, an ability of one card alone. ADR 174."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from engine.language.reading.inner_cards import INSIDE
from engine.language.spec import (
    Field,
    Identifier,
    ListOf,
    LocalizedText,
    ObjectShape,
    RecordSpec,
    TextLiteral,
    field,
    optional,
    record,
)
from engine.toolkit.nodes.fields import card_field

INNER_CARD = "innerCard"


WRITTEN_HERE = LocalizedText("Card written here", "就地写明的卡牌")


def inner_record(
    fields: Iterable[Field],
    doc: LocalizedText,
    name: str = INNER_CARD,
    title: LocalizedText = WRITTEN_HERE,
    **parts: Any,
) -> RecordSpec:
    """Return the record of a card inside another: an id, a name, and these fields of its kind of card."""
    return record(
        name,
        *title,
        field(
            "id",
            Identifier(template=False),
            "Id",
            "标识",
            "Unique among those written in this card; translations and matches call it by this.",
            "在此卡牌就地写明的各张中唯一；译文与对局以此称呼它。",
        ),
        field("name", TextLiteral(80, 1, translated=True), "Name", "名称", "What players call it.", "玩家看到的名称。"),
        *fields,
        doc=doc,
        extension=True,
        **parts,
    )


def card_or_its_id(name: str, kind: str, *texts: str, record_name: str = INNER_CARD) -> tuple[Field, Field]:
    """Return the field of a card of a kind by its id, and `is`, where the card itself is written instead, as the record of that name."""
    inside = optional(
        INSIDE,
        ObjectShape(record_name),
        "Written here",
        "就地写明",
        f"Instead of `{name}`: the card itself, where no other card speaks of it (added by this project).",
        f"代替 `{name}`：写出卡牌本身，适用于其他卡牌不会提及它的情形（本项目扩展）。",
        instead_of=name,
    )
    return replace(card_field(name, (kind,), *texts), unless=INSIDE), inside


def cards_or_their_ids(ids: Field, record_name: str, en: str, zh: str) -> tuple[Field, Field]:
    """Return a field that lists cards by their ids, and beside it the one of cards that are written here, each as the record of that name.

    Shapes: the second is `ownAbilities` beside `abilities`, and may have as many; `en` and `zh` are its titles.
    """
    maximum = ids.shape.max if isinstance(ids.shape, ListOf) else 1
    own = optional(
        f"own{ids.name[0].upper()}{ids.name[1:]}",
        ListOf(ObjectShape(record_name), 0, maximum),
        en,
        zh,
        f"Beside `{ids.name}`: those that no other card speaks of, written here (added by this project).",
        f"与 `{ids.name}` 并列：其他卡牌不会提及的，就地写明（本项目扩展）。",
        added_to=ids.name,
    )
    return ids, own


__all__ = ["INNER_CARD", "card_or_its_id", "cards_or_their_ids", "inner_record"]
