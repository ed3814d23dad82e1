"""Fields of records mapped to those of a game: proposed by their names, confirmed by a person, kept for files of the same columns (docs/adr/0150)."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.db import transaction

from cards.errors import InvalidFields
from cards.gateway.blanks import blank_text
from cards.gateway.editing import json_object
from cards.gateway.fields import IDENTITY, TEXT_FIELDS, Field, fields_of, property_names
from cards.gateway.packs import pretty
from cards.gateway.rulesets import ruleset_info
from cards.gateway.searching import fold
from cards.models import AuditEvent, Pack
from cards.permissions import Act, Actor, authorize
from cards.services.audit import audit_record
from cards.services.import_ids import usable_id
from cards.services.import_names import with_known_names
from cards.services.import_report import Incoming
from cards.services.import_tables import Table
from cards.values import frozen_dataclass

ACTION: Final = "import.mapping"
SYNONYMS: Final[Mapping[str, tuple[str, ...]]] = {
    "/id": ("key", "code", "no", "number", "编号", "编码"),
    "/name": ("title", "card", "cardname", "名字", "卡名", "牌名"),
    "/description": (
        *("text", "rules", "rulestext", "effect", "effects", "ability", "oracle", "desc"),
        *("效果", "描述", "能力", "规则文本"),
    ),
    "cost": ("mana", "manacost", "price", "energy", "supply", "费用", "法力"),
    "attack": ("atk", "power", "damage", "strength", "攻击", "攻击力"),
    "health": ("hp", "toughness", "life", "hitpoints", "defense", "生命", "生命值", "血量"),
    "rarity": ("quality", "grade", "稀有度"),
}
"""What other programs call a field, by its pointer or by a word of it."""
SAMPLE: Final = 20
"""Records whose names are looked at."""
_WORDS: Final = re.compile(r"[,;、，；|/]")
_INTEGER: Final = re.compile(r"([-+]?[0-9]{1,9})(?:\.0+)?")
TRUTHS: Final = {
    **dict.fromkeys(("true", "yes", "1", "x", "是"), True),
    **dict.fromkeys(("false", "no", "0", "否"), False),
}


@frozen_dataclass
class FieldMapping:
    """Which kind of card records become, and the pointer of the field that each column fills."""

    kind: str
    pointers: Mapping[str, str]


@frozen_dataclass
class MappedCards:
    """The cards that records become; `refusals` counts the values that their fields cannot have, by column and value."""

    texts: tuple[str, ...]
    refusals: Mapping[tuple[str, str], int]


def is_foreign(ruleset: str, table: Table) -> bool:
    """Return whether the first records are no cards of a game: most have neither id nor name, or most of their names are no fields of it,
    also in another case or by their titles.
    """
    records = [Incoming(pretty(dict(row))) for row in table.rows[:SAMPLE]]
    documents = [json_object(card.text) or {} for card in with_known_names(ruleset=ruleset, cards=records)[0]]
    names = [name.partition(".")[0] for document in documents for name in document]
    own, unnamed = property_names(ruleset), [document for document in documents if not {"id", "name"} & set(document)]
    return 2 * len(unnamed) > len(documents) or 2 * sum(name in own for name in names) < len(names)


def kinds_of(ruleset: str) -> tuple[str, ...]:
    """Return the kinds of card that have a blank."""
    info = ruleset_info(ruleset)
    return tuple(kind for kind in (info.kinds if info else ()) if blank_text(ruleset, kind, "blank") is not None)


def fields_for(ruleset: str, kind: str) -> tuple[Field, ...]:
    """Return the fields that a card of a kind may have."""
    return fields_of(ruleset, json_object(blank_text(ruleset, kind, "blank") or "{}"))


def proposed_mapping(ruleset: str, table: Table, kind: str = "") -> FieldMapping:
    """Return the mapping that the names of columns suggest; of the kind that takes most of them where none is chosen."""
    mappings = [_proposal(ruleset, table, each) for each in ([kind] if kind else kinds_of(ruleset))]
    return max(mappings, key=lambda mapping: len(mapping.pointers))


def checked_mapping(ruleset: str, table: Table, kind: str, pointers: Mapping[str, str]) -> FieldMapping:
    """Return a mapping that a person chose. Errors: InvalidFields for a kind or a field that the game does not have, and without a name."""
    if kind not in kinds_of(ruleset):
        raise InvalidFields.of("/kind", "Choose a kind of card.", "请选择卡牌种类。")
    known = {field.pointer for field in fields_for(ruleset, kind)}
    columns = {column: pointer for column, pointer in pointers.items() if column in table.columns and pointer in known}
    if TEXT_FIELDS[0] not in columns.values():
        raise InvalidFields.of("/name", "Choose the column of the name.", "请选择名称对应的列。")
    if twice := [pointer for pointer, count in Counter(columns.values()).items() if count > 1]:
        names = ", ".join(pointer[1:] for pointer in twice)
        raise InvalidFields.of("/fields", f"Chosen twice: {names}.", f"重复选择：{names}。")
    return FieldMapping(kind, columns)


def mapped_cards(ruleset: str, table: Table, mapping: FieldMapping) -> MappedCards:
    """Return the cards that records become: blanks of the kind with the values that their fields can have."""
    fields = {field.pointer: field for field in fields_for(ruleset, mapping.kind)}
    ids, texts, refusals = Counter[str](), list[str](), Counter[tuple[str, str]]()
    by_pointer = {pointer: column for column, pointer in mapping.pointers.items()}
    for row in table.rows:
        name = str(row.get(by_pointer.get(TEXT_FIELDS[0], ""), ""))
        base = usable_id(str(row.get(by_pointer.get(IDENTITY, ""), "") or name)) or "card"
        ids[base.lower()] += 1
        card_id = base if ids[base.lower()] == 1 else f"{base}-{ids[base.lower()]}"
        document = json_object(blank_text(ruleset, mapping.kind, card_id) or "{}") or {}
        for column, pointer in mapping.pointers.items():
            if column not in row or pointer == IDENTITY:
                continue
            value = _value(fields[pointer], row[column])
            if value is None:
                refusals[column, str(row[column])[:40]] += 1
            else:
                _put(document, pointer, value)
        texts.append(pretty(document))
    return MappedCards(tuple(texts), refusals)


def mapping_keep(*, actor: Actor, pack: Pack, table: Table, mapping: FieldMapping) -> None:
    """Keep a mapping for files with these columns: the newest in the pack's audit holds."""
    account = authorize(actor, pack, Act.CARD_CREATE)
    if mapping_of(pack, table) == mapping:
        return
    with transaction.atomic():
        details = {"shape": table.shape, "kind": mapping.kind, "fields": dict(mapping.pointers)}
        audit_record(actor=account, action=ACTION, pack=pack, target=f"import {pack.slug}", details=details)


def mapping_of(pack: Pack, table: Table) -> FieldMapping | None:
    """Return the mapping that was kept last for files with these columns."""
    event = AuditEvent.objects.filter(pack=pack, action=ACTION, details__shape=table.shape).order_by("-pk").first()
    return FieldMapping(event.details["kind"], dict(event.details["fields"])) if event else None


def _proposal(ruleset: str, table: Table, kind: str) -> FieldMapping:
    fields, pointers = fields_for(ruleset, kind), dict[str, str]()
    for rank in (_is_named, _is_synonym):
        for column in table.columns:
            word = _plain(column.rpartition(".")[2] or column)
            candidates = (field.pointer for field in fields if rank(field, word))
            pointer = next((each for each in candidates if each not in pointers.values()), None)
            if pointer and column not in pointers:
                pointers[column] = pointer
    return FieldMapping(kind, pointers)


def _is_named(field: Field, word: str) -> bool:
    titles = (*field.title.values(), *field.label.values())
    return word in {_plain(field.pointer.rpartition("/")[2]), *map(_plain, titles)}


def _is_synonym(field: Field, word: str) -> bool:
    last = _plain(field.pointer.rpartition("/")[2])
    whole = _plain(field.pointer)
    return any(
        word in (key, *words) and (key == field.pointer or (not key.startswith("/") and (key in last or key in whole)))
        for key, words in SYNONYMS.items()
    )


def _plain(name: str) -> str:
    return re.sub(r"[\s_./·-]+", "", fold(name))


def _value(field: Field, value: Any) -> Any:
    """Return a value as a field takes it, None where it takes none like it."""
    text = str(value).strip()
    if field.kind == "integer":
        number = None if isinstance(value, bool) else _INTEGER.fullmatch(text)
        return int(number[1]) if number else None
    if field.kind == "boolean":
        return value if isinstance(value, bool) else TRUTHS.get(fold(text))
    if field.kind == "list":
        words = value if isinstance(value, list) else [word.strip() for word in _WORDS.split(text)]
        items = [_word(field, str(word)) for word in words if str(word).strip()]
        return None if None in items else items
    return _word(field, text)


def _word(field: Field, text: str) -> str | None:
    """Return a word of a field, by its name in either language; any text where the field has no fixed words."""
    if not field.options:
        return text
    names = {fold(name): word for word, titles in field.options.items() for name in (word, *titles.values())}
    return names.get(fold(text))


def _put(document: dict[str, Any], pointer: str, value: Any) -> None:
    *parents, name = pointer.split("/")[1:]
    for parent in parents:
        if not isinstance(document.get(parent), dict):
            document[parent] = {}
        document = document[parent]
    document[name] = value


def refusals_listed(cards: MappedCards, most: int = 12) -> Iterator[tuple[str, str, int]]:
    """Yield the values that were left out, the most frequent first: column, value, how often."""
    yield from ((column, value, count) for (column, value), count in Counter(cards.refusals).most_common(most))
