"""Fields of records mapped to those of a game: proposed by their names, confirmed by a person, kept for files of the same columns (docs/adr/0150)."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final
from unicodedata import normalize

from django.db import transaction
from django.utils import timezone

from cards.errors import InvalidFields
from cards.gateway.blanks import blank_text
from cards.gateway.editing import json_object
from cards.gateway.fields import IDENTITY, TEXT_FIELDS, Field, fields_of, property_names
from cards.gateway.packs import pretty, write_zip
from cards.gateway.rulesets import ruleset_info, rulesets
from cards.gateway.searching import fold, vocabulary
from cards.models import ImportMapping, Pack
from cards.models.fields import LANGUAGES
from cards.permissions import Act, Actor, authorize
from cards.services.audit import audit_record
from cards.services.bulk_altered import is_conversion
from cards.services.import_ids import usable_id
from cards.services.import_names import with_known_names
from cards.services.import_report import Incoming
from cards.services.import_tables import GROUP, KEY, Table, table_in
from cards.values import frozen_dataclass

MAX_MAPPINGS: Final = 200
"""Mappings that a pack keeps; with another one the oldest goes."""
KIND: Final = "kind"
"""What a column fills whose words name the kind of each row."""
KIND_NAMES: Final = frozenset(
    (GROUP, "kind", "type", "cardtype", "cardkind", "category", "class", "种类", "类型", "类别", "卡牌类型", "卡牌种类")
)
TRANSLATIONS: Final = {
    f"{language}:{pointer}": (language, pointer.removeprefix("/")) for language in LANGUAGES for pointer in TEXT_FIELDS
}
"""The texts of a card in another language than that of its pack, which a column may fill, by their pointers (`zh:/name`): language and field."""
_TRANSLATION_NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "en:/name": ("nameen", "enname", "englishname", "nameenglish", "英文名", "英文名称", "英文卡名", "名称英文"),
    "zh:/name": (
        "namezh",
        "namecn",
        "zhname",
        "cnname",
        "chinesename",
        "namechinese",
        "中文名",
        "中文名称",
        "中文卡名",
        "名称中文",
    ),
    "en:/description": (
        "texten",
        "descriptionen",
        "englishtext",
        "textenglish",
        "英文描述",
        "英文效果",
        "描述英文",
        "效果英文",
    ),
    "zh:/description": (
        *("textzh", "textcn", "descriptionzh", "chinesetext", "textchinese"),
        *("中文描述", "中文效果", "描述中文", "效果中文"),
    ),
}
SYNONYMS: Final[Mapping[str, tuple[str, ...]]] = {
    "/id": ("key", "code", "no", "number", "编号", "编码"),
    "/name": ("title", "card", "cardname", "mname", "nickname", "名字", "卡名", "牌名"),
    "/description": (
        *("text", "rules", "rulestext", "effect", "effects", "ability", "oracle", "desc"),
        *("效果", "描述", "能力", "规则文本"),
    ),
    "cost": ("mana", "manacost", "manavalue", "cmc", "convertedmanacost", "price", "energy", "supply", "费用", "法力"),
    "attack": ("atk", "power", "damage", "strength", "攻击", "攻击力"),
    "health": ("hp", "toughness", "life", "hitpoints", "defense", "生命", "生命值", "血量"),
    "rarity": ("quality", "grade", "稀有度"),
}
"""What other programs call a field, by its pointer or by a word of it."""
TEXT_FORMAT: Final = "text/1"
LIST_NAME: Final = "cards.json"
MAX_NAME_LENGTH: Final = 40
"""Characters of a text that may be a name where no column is called one."""
SAMPLE: Final = 20
"""Records whose names are looked at."""
GENERIC: Final = frozenset(("value", "plaintext", "number", "$oid", "$numberint", "$numberlong", "en", "zh", "default"))
"""Last parts of dotted names that say only of what sort a value is: the part before names the column."""
_WORDS: Final = re.compile(r"[,;、，；|/]")
_INTEGER: Final = re.compile(r"([-+]?[0-9]{1,9})(?:\.0+|,00?)?")
"""A whole number, also as spreadsheets write it in either half of Europe; `3,000` would be two numbers."""
TRUTHS: Final = {
    **dict.fromkeys(("true", "yes", "1", "x", "是"), True),
    **dict.fromkeys(("false", "no", "0", "否"), False),
}


@frozen_dataclass
class FieldMapping:
    """Which kind of card records become, and the pointer of the field that each column fills.

    Shapes: a column of KIND names the kind of its row by its name or title; `kind` is that of rows which name none.
    """

    kind: str
    pointers: Mapping[str, str]

    @property
    def kind_column(self) -> str:
        """Return the column that names the kind of each row; empty where none does."""
        return next((column for column, pointer in self.pointers.items() if pointer == KIND), "")


@frozen_dataclass
class MappedCards:
    """The cards that records become.

    Shapes: by column and value, refusals counts what a field cannot have, and conversions what a spreadsheet may have made of a text;
            translations has the texts of other languages by language and id.
    """

    texts: tuple[str, ...]
    refusals: Mapping[tuple[str, str], int]
    conversions: Mapping[tuple[str, str], int]
    translations: Mapping[str, Mapping[str, Mapping[str, str]]]


def is_foreign(ruleset: str, table: Table) -> bool:
    """Return whether the first records are no cards of a game: most have neither id nor name, or most of their names are no fields of it,
    also in another case or by their titles.
    """
    if table.is_grid:
        return True
    records = [Incoming(pretty(_with_whole_names(row))) for row in table.rows[:SAMPLE]]
    documents = [json_object(card.text) or {} for card in with_known_names(ruleset=ruleset, cards=records)[0]]
    names = [name for document in documents for name in document]
    own, blanks = property_names(ruleset), [set(_blank(ruleset, kind)) for kind in kinds_of(ruleset)]
    foreign = [document for document in documents if _lacks_most(document, blanks) and not _holds_rules(document)]
    return 2 * len(foreign) > len(documents) or 2 * sum(name in own for name in names) < len(names)


def _with_whole_names(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record with the first part alone of each dotted name."""
    return {column.partition(".")[0]: {} if "." in column else value for column, value in row.items()}


def _lacks_most(document: Mapping[str, Any], blanks: Sequence[set[str]]) -> bool:
    """Return whether a document has less than half of the fields of a blank, whatever its kind, or lacks two that every kind has."""
    names, shared_fields = set(document), set[str].intersection(*blanks) - {"description"} if blanks else set()
    return len(shared_fields - names) > 1 or all(2 * len(fields & names) < len(fields) for fields in blanks)


def _holds_rules(document: Mapping[str, Any]) -> bool:
    """Return whether a document with an id has values made of objects, which no column of a table has."""
    values = document.values() if "id" in document else ()
    return any(isinstance(part, Mapping) for value in values if isinstance(value, list) for part in value)


def _blank(ruleset: str, kind: str) -> dict[str, Any]:
    return json_object(blank_text(ruleset, kind, "blank") or "{}") or {}


def other_game(ruleset: str, table: Table) -> str:
    """Return the other game whose fields the first records have, far more of them than of this one; empty where there is none."""
    rows = table.rows[:SAMPLE]
    names = [name for row in rows for name in dict.fromkeys(column.partition(".")[0] for column in row)]
    counts = {info.name: sum(name in property_names(info.name) for name in names) for info in rulesets()}
    best = max(counts, key=lambda name: (counts[name], name == ruleset))
    is_clear = (
        best != ruleset and 10 * counts[best] >= 9 * len(names) and counts[best] - counts.get(ruleset, 0) >= len(rows)
    )
    return best if is_clear else ""


def kinds_of(ruleset: str) -> tuple[str, ...]:
    """Return the kinds of card that have a blank."""
    info = ruleset_info(ruleset)
    return tuple(kind for kind in (info.kinds if info else ()) if blank_text(ruleset, kind, "blank") is not None)


def fields_for(ruleset: str, kind: str) -> tuple[Field, ...]:
    """Return the fields that a card of a kind may have."""
    return fields_of(ruleset, _blank(ruleset, kind))


def fields_of_mapping(ruleset: str, mapping: FieldMapping) -> dict[str, Field]:
    """Return the fields that columns may fill, by pointer: those of the kind, and of every other where rows name their own."""
    kinds = [mapping.kind, *(kinds_of(ruleset) if mapping.kind_column else ())]
    fields = [field for kind in dict.fromkeys(kinds) for field in fields_for(ruleset, kind)]
    return {field.pointer: field for field in reversed(fields)}


def proposed_mapping(ruleset: str, table: Table, kind: str = "", *, source: str = LANGUAGES[0]) -> FieldMapping:
    """Return the mapping that the names of columns suggest; of the kind that takes most of them where none is chosen.

    source is the language of the pack, whose texts are the cards' own.
    """
    translations = _translated_columns(table, source)
    rest = replace(table, columns=tuple(column for column in table.columns if column not in translations))
    mappings = [_proposal(ruleset, rest, each) for each in ([kind] if kind else kinds_of(ruleset))]
    mapping = max(mappings, key=lambda mapping: len(mapping.pointers))
    mapping = FieldMapping(mapping.kind, {**mapping.pointers, **translations})
    column = _column_of_kinds(ruleset, table)
    return FieldMapping(mapping.kind, {**mapping.pointers, column: KIND}) if column else mapping


def _translated_columns(table: Table, source: str) -> dict[str, str]:
    """Return the columns whose names say that they have texts in another language than the pack's, with their pointers."""
    return {
        column: pointer
        for pointer, names in _TRANSLATION_NAMES.items()
        for column in table.columns
        if TRANSLATIONS[pointer][0] != source and _plain(column) in names
    }


def _column_of_kinds(ruleset: str, table: Table) -> str:
    """Return the column whose name says that it has kinds and whose words in the first records are kinds, if most of them are."""
    words = kinds_by_word(ruleset)
    for column in table.columns:
        if _word_of(column) not in KIND_NAMES:
            continue
        values = [str(row[column]) for row in table.rows[:SAMPLE] if column in row]
        if values and 2 * sum(bool(_kind_of(value, words)) for value in values) > len(values):
            return column
    return ""


def _kind_of(word: str, kinds: Mapping[str, str]) -> str:
    """Return the kind that a word names, also as the name of a list of several; empty for another word."""
    plain = _plain(word)
    return kinds.get(plain) or kinds.get(plain.removesuffix("s"), "")


def kinds_by_word(ruleset: str) -> dict[str, str]:
    """Return the kinds that have a blank by their names and titles in both languages, folded."""
    titles = vocabulary(ruleset).kinds
    words = ((kind, (kind, *titles.get(kind, {}).values())) for kind in kinds_of(ruleset))
    return {_plain(word): kind for kind, names in words for word in names}


def checked_mapping(ruleset: str, table: Table, kind: str, pointers: Mapping[str, str]) -> FieldMapping:
    """Return a mapping that a person chose. Errors: InvalidFields for a kind or a field that the game does not have, and without a name."""
    if kind not in kinds_of(ruleset):
        raise InvalidFields.of("/kind", "Choose a kind of card.", "请选择卡牌种类。")
    known = {KIND, *TRANSLATIONS, *fields_of_mapping(ruleset, FieldMapping(kind, pointers))}
    columns = {column: pointer for column, pointer in pointers.items() if column in table.columns and pointer in known}
    if TEXT_FIELDS[0] not in columns.values():
        raise InvalidFields.of("/name", "Choose the column of the name.", "请选择名称对应的列。")
    if twice := [pointer for pointer, count in Counter(columns.values()).items() if count > 1]:
        names = ", ".join(pointer.removeprefix("/") for pointer in twice)
        raise InvalidFields.of("/fields", f"Chosen twice: {names}.", f"重复选择：{names}。")
    return FieldMapping(kind, columns)


def mapped_cards(ruleset: str, table: Table, mapping: FieldMapping) -> MappedCards:
    """Return the cards that records become: blanks of their kind with the values that their fields can have."""
    kinds, kind_column = kinds_by_word(ruleset), mapping.kind_column
    fields = {
        kind: {field.pointer: field for field in fields_for(ruleset, kind)}
        for kind in dict.fromkeys((mapping.kind, *(kinds_of(ruleset) if kind_column else ())))
    }
    ids, texts, refusals = Counter[str](), list[str](), Counter[tuple[str, str]]()
    conversions, translations = Counter[tuple[str, str]](), defaultdict[str, dict[str, dict[str, str]]](dict)
    by_pointer = {pointer: column for column, pointer in mapping.pointers.items()}
    for row in table.rows:
        name = str(row.get(by_pointer.get(TEXT_FIELDS[0], ""), ""))
        base = usable_id(str(row.get(by_pointer.get(IDENTITY, ""), "") or name)) or "card"
        ids[base.lower()] += 1
        card_id = base if ids[base.lower()] == 1 else f"{base}-{ids[base.lower()]}"
        kind = _kind_of(str(row.get(kind_column, "")), kinds) if kind_column else mapping.kind
        if not kind and kind_column in row:
            refusals[kind_column, str(row[kind_column])[:40]] += 1
        kind = kind or mapping.kind
        document = json_object(blank_text(ruleset, kind, card_id) or "{}") or {}
        for column, pointer in mapping.pointers.items():
            if column in row and _may_be_converted(pointer, str(row[column])):
                conversions[column, str(row[column])[:40]] += 1
            if column in row and pointer in TRANSLATIONS:
                language, field_name = TRANSLATIONS[pointer]
                translations[language].setdefault(card_id, {})[field_name] = str(row[column])
            if column not in row or pointer in (IDENTITY, KIND, *TRANSLATIONS):
                continue
            field = fields[kind].get(pointer)
            value = None if field is None else _value(field, row[column])
            if value is None:
                refusals[column, str(row[column])[:40]] += 1
            else:
                _put(document, pointer, value)
        texts.append(pretty(document))
    return MappedCards(tuple(texts), refusals, conversions, translations)


def _may_be_converted(pointer: str, value: str) -> bool:
    """Return whether a name, a rules text or an id looks like what a spreadsheet makes of one; an id may be a number."""
    return is_conversion(value) and (pointer in TEXT_FIELDS or (pointer == IDENTITY and not value.isdigit()))


def mapping_keep(*, actor: Actor, pack: Pack, table: Table, mapping: FieldMapping) -> None:
    """Keep a mapping for files with these columns, in place of an earlier one; beyond MAX_MAPPINGS the oldest goes."""
    account = authorize(actor, pack, Act.CARD_CREATE)
    if mapping_of(pack, table) == mapping:
        return
    details = {"shape": table.shape, "kind": mapping.kind, "fields": dict(mapping.pointers)}
    columns = {"columns": list(table.columns), "saved_by": account, "saved_at": timezone.now()}
    with transaction.atomic():
        fields = {"kind": mapping.kind, "fields": dict(mapping.pointers), **columns}
        ImportMapping.objects.update_or_create(pack=pack, shape=table.shape, defaults=fields)
        oldest = ImportMapping.objects.filter(pack=pack).values_list("pk", flat=True)[MAX_MAPPINGS:]
        ImportMapping.objects.filter(pk__in=list(oldest)).delete()
        audit_record(actor=account, action="import.mapping", pack=pack, target=f"import {pack.slug}", details=details)


def mapping_remove(*, actor: Actor, pack: Pack, mapping: ImportMapping) -> None:
    """Forget a mapping; the event keeps what it said. Cards that were made by it stay."""
    account = authorize(actor, pack, Act.CARD_CREATE)
    details = {"shape": mapping.shape, "kind": mapping.kind, "fields": mapping.fields}
    with transaction.atomic():
        ImportMapping.objects.filter(pk=mapping.pk, pack=pack).delete()
        audit_record(actor=account, action="import.forget", pack=pack, target=f"import {pack.slug}", details=details)


def mapping_of(pack: Pack, table: Table) -> FieldMapping | None:
    """Return the mapping that is kept for files with these columns, as far as the game still has its kind and fields."""
    row = ImportMapping.objects.filter(pack=pack, shape=table.shape).first()
    if row is None or row.kind not in kinds_of(pack.ruleset):
        return None
    mapping = FieldMapping(row.kind, row.fields)
    known = {KIND, *TRANSLATIONS, *fields_of_mapping(pack.ruleset, mapping)}
    return FieldMapping(row.kind, {column: pointer for column, pointer in row.fields.items() if pointer in known})


def cards_by_mapping(*, pack: Pack, name: str, data: bytes) -> bytes:
    """Return the cards of a file as a list in JSON, or as a zip with texts of other languages, by the mapping that the pack keeps for its columns.

    Errors: InvalidFields for a file without records, and for columns without a mapping, with their names.
    """
    table = table_in(name=name, data=data)
    if table is None:
        raise InvalidFields.of("/file", "The file has no records.", "文件中没有记录。")
    if (mapping := mapping_of(pack, table)) is None:
        names = ", ".join(table.columns)[:300]
        raise InvalidFields.of(
            "/mapping",
            f"The pack has no mapping of these columns: {names}. Map them once on the import page.",
            f"卡包中没有这些列的对应关系：{names}。请先在导入页设定一次。",
        )
    return file_of(mapped_cards(pack.ruleset, table, mapping))


def file_of(cards: MappedCards) -> bytes:
    """Return cards as one file: a list in JSON, or a zip of it and of their texts in other languages."""
    content = ("[\n" + ",\n".join(text.strip() for text in cards.texts) + "\n]\n").encode()
    if not cards.translations:
        return content
    files = {
        f"text/{language}.json": pretty({"format": TEXT_FORMAT, "lang": language, "cards": texts}).encode()
        for language, texts in cards.translations.items()
    }
    return write_zip({LIST_NAME: content, **files})


def _proposal(ruleset: str, table: Table, kind: str) -> FieldMapping:
    fields, pointers = fields_for(ruleset, kind), dict[str, str]()
    for rank in (_is_named, _is_synonym):
        for column in table.columns:
            word = _word_of(column)
            candidates = (field for field in fields if rank(field, word) and _takes_most(field, table, column))
            pointer = next((each.pointer for each in candidates if each.pointer not in pointers.values()), None)
            if pointer and column not in pointers:
                pointers[column] = pointer
    if TEXT_FIELDS[0] not in pointers.values() and (column := _column_of_names(table, pointers)):
        pointers[column] = TEXT_FIELDS[0]
    free = [pointer for pointer in (TEXT_FIELDS[0], IDENTITY) if pointer not in pointers.values()]
    if KEY in table.columns and free:
        pointers[KEY] = free[0]  # what an object calls its records is their name, or else their id
    return FieldMapping(kind, pointers)


def _column_of_names(table: Table, pointers: Mapping[str, str]) -> str:
    """Return the first free column whose first values are short texts that all differ, as names are; empty where there is none."""
    for column in table.columns:
        values = [row[column] for row in table.rows[:SAMPLE] if row.get(column) not in (None, "")]
        texts = {value for value in values if isinstance(value, str) and not _INTEGER.fullmatch(value.strip())}
        is_free = column not in (KEY, GROUP, *pointers)
        if is_free and values and len(texts) == len(values) and max(map(len, texts)) <= MAX_NAME_LENGTH:
            return column
    return ""


def _word_of(column: str) -> str:
    """Return the part of a dotted name that says what a column has."""
    *parents, last = column.split(".")
    while parents and _plain(last) in GENERIC:
        last = parents.pop()
    return _plain(last or column)


def _takes_most(field: Field, table: Table, column: str) -> bool:
    """Return whether a field can have most of the first values of a column; one without values fits every field, one of a single word no name."""
    values = [row[column] for row in table.rows[:SAMPLE] if row.get(column) not in (None, "")]
    if field.pointer == TEXT_FIELDS[0] and len(values) > 2 and len(set(map(str, values))) == 1:
        return False
    return 2 * sum(_value(field, value) is None for value in values) <= len(values)


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
        number = None if isinstance(value, bool) else _INTEGER.fullmatch(normalize("NFKC", text))
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


def listed(counts: Mapping[tuple[str, str], int], most: int = 12) -> Iterator[tuple[str, str, int]]:
    """Yield values of columns, the most frequent first: column, value, how often."""
    yield from ((column, value, count) for (column, value), count in Counter(counts).most_common(most))
