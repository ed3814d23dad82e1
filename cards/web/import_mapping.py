"""The mapping of a file's columns to the fields of a game, as the import page shows it: choices, examples and the first cards."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from cards.gateway import faces
from cards.gateway.editing import json_object
from cards.gateway.rulesets import ruleset_info
from cards.localization import data_language, localize
from cards.models import Account, Pack
from cards.queries.import_mappings import mapping_list
from cards.services.import_mapping import (
    KIND,
    TRANSLATIONS,
    FieldMapping,
    MappedCards,
    fields_of_mapping,
    kinds_of,
    listed,
    mapped_cards,
    mapping_of,
    other_game,
    proposed_mapping,
)
from cards.services.import_tables import Table
from cards.values import frozen_dataclass
from cards.web.card_texts import LANGUAGE_NAMES
from cards.web.listing import kind_labels
from cards.web.text import bilingual_plain

PREVIEWS = 4  # cards that are drawn
COLUMN = "column-"
"""The names of the selects, each followed by the number of its column."""


@frozen_dataclass
class ColumnRow:
    """One column of a file: its name, examples, and the field that it fills."""

    name: str
    column: str
    examples: str
    pointer: str


@frozen_dataclass
class MappingForm:
    """What the page shows of a mapping, and whether it is that of a file before."""

    count: int
    game: str
    kind: str
    kinds: tuple[tuple[str, str], ...]
    fields: tuple[tuple[str, str], ...]
    rows: tuple[ColumnRow, ...]
    faces: tuple[Mapping[str, Any], ...]
    refusals: tuple[tuple[str, str, int], ...]
    conversions: tuple[tuple[str, str, int], ...]
    other_game: str
    is_kept: bool
    refusal: str = ""

    @property
    def kind_label(self) -> str:
        """Return what the kind is called."""
        return dict(self.kinds)[self.kind]


def game_title(ruleset: str) -> str:
    """Return what a game is called; its name where it is not here."""
    info = ruleset_info(ruleset)
    return bilingual_plain(info.title) if info else ruleset


def mapping_form(pack: Pack, table: Table, mapping: FieldMapping | None = None, kind: str = "") -> MappingForm:
    """Return the form for a mapping: the one given, that of an earlier file with these columns, or what the names suggest."""
    earlier = None if mapping or kind else mapping_of(pack, table)
    current = mapping or earlier or proposed_mapping(pack.ruleset, table, kind, source=pack.source_language)
    labels, language = kind_labels(pack.ruleset), data_language()
    fields = (
        (KIND, localize("Kind of card, row by row", "卡牌种类（逐行）")),
        *((field.pointer, field.label[language]) for field in fields_of_mapping(pack.ruleset, current).values()),
        *_translated_fields(pack, current, language),
    )
    cards = mapped_cards(pack.ruleset, table, current)
    documents = [json_object(text) or {} for text in cards.texts[:PREVIEWS]]
    return MappingForm(
        count=len(table.rows),
        game=game_title(pack.ruleset),
        kind=current.kind,
        kinds=tuple((each, labels.get(each, each)) for each in kinds_of(pack.ruleset)),
        fields=fields,
        rows=tuple(
            ColumnRow(
                f"{COLUMN}{number}", column, " · ".join(table.examples(column))[:120], current.pointers.get(column, "")
            )
            for number, column in enumerate(table.columns)
        ),
        faces=tuple(faces.face(pack.ruleset, document, _translations_of(cards, document)) for document in documents),
        refusals=tuple(listed(cards.refusals)),
        conversions=tuple(listed(cards.conversions)),
        other_game=game_title(other_game(pack.ruleset, table)),
        is_kept=earlier is not None,
    )


def _translations_of(cards: MappedCards, document: Mapping[str, Any]) -> dict[str, Mapping[str, str]]:
    """Return the texts of a card in other languages."""
    by_language = {language: texts.get(document.get("id", ""), {}) for language, texts in cards.translations.items()}
    return {language: texts for language, texts in by_language.items() if texts}


def _translated_fields(pack: Pack, mapping: FieldMapping, language: str) -> Iterator[tuple[str, str]]:
    """Yield the texts in the languages that are not the pack's, with their labels."""
    fields = fields_of_mapping(pack.ruleset, mapping)
    for pointer, (other, name) in TRANSLATIONS.items():
        if other != pack.source_language and f"/{name}" in fields:
            yield pointer, f"{fields[f'/{name}'].label[language]} ({LANGUAGE_NAMES[other]})"


@frozen_dataclass
class KeptMapping:
    """A mapping as the page lists it: its columns with the names of the fields that they fill."""

    number: int
    kind: str
    columns: str
    by: Account
    at: datetime


def kept_mappings(pack: Pack) -> list[KeptMapping]:
    """Return the mappings that a pack keeps, the newest first."""
    labels, language, labels_by_kind = kind_labels(pack.ruleset), data_language(), dict[str, dict[str, str]]()
    rows = []
    for row in mapping_list(pack=pack):
        if row.kind not in labels_by_kind:
            fields = fields_of_mapping(pack.ruleset, FieldMapping(row.kind, {"": KIND})) if row.kind in labels else {}
            labels_by_kind[row.kind] = {pointer: field.label[language] for pointer, field in fields.items()}
        names = {KIND: localize("kind", "种类"), **labels_by_kind[row.kind]}
        names |= {
            pointer: f"{names.get(f'/{name}', name)} ({LANGUAGE_NAMES[other]})"
            for pointer, (other, name) in TRANSLATIONS.items()
        }
        filled = " · ".join(f"{column} → {names.get(pointer, pointer[1:])}" for column, pointer in row.fields.items())
        rows.append(KeptMapping(row.pk, labels.get(row.kind, row.kind), filled, row.saved_by, row.saved_at))
    return rows


def posted_pointers(table: Table, posted: Mapping[str, Any]) -> dict[str, str]:
    """Return the field that was chosen for each column."""
    pointers = {column: str(posted.get(f"{COLUMN}{number}", "")) for number, column in enumerate(table.columns)}
    return {column: pointer for column, pointer in pointers.items() if pointer}
