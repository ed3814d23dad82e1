"""T43: what takes a document, a text or a list of cards grows at most as n log n, and each such function has a row."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.growth import laws
from tests.growth.measure import IS_WHOLE, ROOT, run_jobs
from tests.sampling import sampled

FOLDERS: Final = ("engine/api", "cards/services", "cards/queries")
NAMES: Final = frozenset(
    [
        "document",
        "documents",
        "text",
        "texts",
        "patch",
        "patches",
        "cards",
        "edits",
        "data",
        "files",
        "changes",
        "left",
        "right",
        "decks",
        "scenarios",
        "piece",
    ]
)
"""Parameters that hold what a person wrote, or many cards."""
ROWS: Final = "the rows of a query, which the database counts; T17 measures the lists"
ONE_TEXT: Final = "a text within the limit of one field, stored as it is"
CHECKED: Final = ("read", "check", "check of names", "check of unknown words")

TABLE: Final[dict[str, tuple[str, ...] | str]] = {
    "cards/queries/names.py:named_like": ROWS,
    "cards/queries/destinations.py:edited_by": ROWS,
    "engine/api/cards.py:card_names_in": ("names of cards",),
    "engine/api/cards.py:scope": ("scope",),
    "engine/api/cards.py:lift_out": ("lift out",),
    "engine/api/catalog.py:game": ("compile",),
    "engine/api/catalog.py:card_kind": "looks at the kind of a card alone",
    "engine/api/catalog.py:is_declaration": "looks at the kind of a card alone",
    "engine/api/catalog.py:face": ("face",),
    "engine/api/catalog.py:plain_face": "takes over an id, a name and a text",
    "engine/api/catalog.py:card_names": ("compile",),
    "engine/api/code_hash.py:imported": "reads the engine's own modules",
    "engine/api/comparing.py:compare_plan": "twelve decks meet at most, and each pair is led to its cards once",
    "engine/api/decks.py:deck_facts": ("compile",),
    "engine/api/decks.py:deck_shape_problems": ("read", "check"),
    "engine/api/decks.py:deck_problems": ("read", "check"),
    "engine/api/matches.py:new_match": ("compile",),
    "engine/api/matches.py:replay": ("compile",),
    "engine/api/matches.py:restore": ("compile",),
    "engine/api/tables.py:name_cards": "looks up and words each card of one table once",
    "engine/api/previews.py:card_blocks": ("blocks",),
    "engine/api/previews.py:sweep_numbers": ("numbers",),
    "engine/api/previews.py:unplayed_numbers": "compiles once for each number of the card itself, as many as its schema has",
    "engine/api/previews.py:sweep_documents": "at most the variants that one sweep may have, each a copy",
    "engine/api/previews.py:preview_match_verify": "plays within the budgets of a match (T31)",
    "engine/api/scenarios.py:new_scenario": ("compile",),
    "engine/api/scenarios.py:scenario_view": "plays within the budgets of a match (T31)",
    "engine/api/scenarios.py:scenario_changed": "plays within the budgets of a match (T31)",
    "engine/api/scenarios.py:card_sorts": "looks at the kind of each card alone",
    "engine/api/scenarios.py:match_scenario": "plays within its budget of boards and of runs",
    "engine/api/scenarios.py:strength": "plays within its budget of runs",
    "engine/api/scenarios.py:scenario_outcomes": "plays within the budgets of a match (T31)",
    "engine/api/search.py:search_cards": "reads each card once; the terms and words of a query are bounded (MAX_TERMS, MAX_WORDS)",
    "engine/api/texts.py:face_text": ("describe",),
    "engine/api/texts.py:describe": ("describe",),
    "engine/api/texts.py:names_of": ("names of cards",),
    "engine/api/texts.py:mismatches": ("compare texts",),
    "engine/api/texts.py:variant_changes": ("compare variants",),
    "engine/api/texts.py:inner_texts": ("inner texts",),
    "cards/services/art.py:art_set": "the bytes of one image, within its limit",
    "cards/services/bulk.py:bulk_check": ("edit", *CHECKED),
    "cards/services/bulk.py:bulk_write": ("edit", *CHECKED),
    "cards/services/bulk.py:drafts_of": ROWS,
    "cards/services/bulk_columns.py:bases_of": ROWS,
    "cards/services/bulk_altered.py:altered_cells": "looks at each change of a row once, by a pattern without repeated alternatives",
    "cards/services/bulk_csv.py:csv_read": ("table of texts",),
    "cards/services/import_ids.py:with_usable_ids": "reads each card once and looks each text of it up among the ids of the file",
    "cards/services/import_names.py:alias_warning": "writes the first pairs alone",
    "cards/services/import_names.py:with_known_names": "reads each card once and looks each name up in tables of the game",
    "cards/services/import_records.py:records_in": "reads each element or line of the file once; their number, depth and length are bounded",
    "cards/services/import_kinds.py:refuse_other_kinds": "the first bytes, and one search of the whole",
    "cards/services/import_kinds.py:refuse_texts_of_programs": "the first bytes alone",
    "cards/services/import_tables.py:is_table": "the first bytes alone, a search for the parts of a workbook, and the names in an archive",
    "cards/services/import_tables.py:table_in": "reads each value of the file once; records, columns and depth are bounded",
    "cards/services/import_mapping.py:cards_by_mapping": "reads each value of the records once; records, columns and depth are bounded (`table_in`)",
    "cards/services/import_mapping.py:file_of": "joins the texts once, and packs them",
    "cards/services/import_unique.py:unique_cards": "reads the id of each card once; the problem of an id names five places at most",
    "cards/services/card.py:card_create": (*CHECKED, "words"),
    "cards/services/deck.py:deck_create": ("read",),
    "cards/services/deck.py:deck_save": ("read",),
    "cards/services/deck.py:deck_edit": ("edit",),
    "cards/services/draft.py:draft_save": (*CHECKED, "words", "glossary", "compare texts"),
    "cards/services/draft.py:checked_draft": CHECKED,
    "cards/services/draft.py:drafts_lock": ROWS,
    "cards/services/import_file.py:import_file": ("read", "table of texts"),
    "cards/services/import_file.py:release_signature": "one signature, within its limit",
    "cards/services/pack_import.py:pack_import": (*CHECKED, "costs and triggers of a set"),
    "cards/services/bulk_plan.py:plan_of": ("read",),
    "cards/services/card_lift.py:card_lift_out": ("lift out", *CHECKED, "words"),
    "cards/services/card.py:cards_add": (*CHECKED, "words"),
    "cards/services/deck.py:decks_write": ("read",),
    "cards/services/draft.py:drafts_new": (*CHECKED, "words"),
    "cards/services/import_beside.py:beside_plan": ("read",),
    "cards/services/import_beside.py:beside_write": ("read",),
    "cards/services/import_file.py:import_is_long": ("read", "table of texts"),
    "cards/services/scenario.py:scenario_name": ("read",),
    "cards/services/scenario.py:scenarios_write": ("read",),
    "cards/services/readiness.py:verdict_look": "cards is how many there are; the plan is measured by T17",
    "cards/services/review.py:thread_open": ONE_TEXT,
    "cards/services/review.py:comment_add": ONE_TEXT,
    "cards/services/review.py:note_add": ONE_TEXT,
    "cards/services/scenario.py:scenario_create": ("read",),
    "cards/services/scenario.py:scenario_save": ("read",),
    "cards/services/texts_import.py:texts_import": ("table of texts", "edit"),
    "cards/queries/card_filters.py:with_preview": ROWS,
    "cards/queries/card_filters.py:in_order": ROWS,
    "cards/queries/pictures.py:draft_pictures": ROWS,
    "cards/queries/seal_lines.py:newest_number": "looks once through an answer within its limit, by linear patterns (T42)",
    "cards/queries/problems.py:may_make": "looks once through a text within its limit, by linear patterns (T42)",
    "cards/queries/beside.py:cards_beside": ("names of cards", "read"),
    "cards/queries/beside.py:names_beside": ("names of cards",),
    "cards/queries/cards.py:as_listed": ROWS,
    "cards/queries/cards.py:card_rows": ROWS,
    "cards/queries/cards.py:with_problem": ROWS,
    "cards/queries/decks.py:deck_verdicts": ("compile",),
    "cards/queries/decks.py:decks_broken": ("compile",),
    "cards/queries/decks.py:with_words": ROWS,
    "cards/queries/find.py:which_may_hold": ROWS,
    "cards/queries/find.py:piece_lines": ("find a piece",),
    "cards/queries/find.py:nodes_found": ("find nodes",),
    "cards/queries/readiness.py:verdict_pending": "cards is how many there are, of which nothing is read",
    "cards/queries/release_diff.py:patches": ("patch", "patch below a long name"),
    "cards/queries/scenario.py:scenario_tables": ROWS,
    "cards/queries/scenario.py:scenario_documents": ROWS,
    "cards/services/scenario.py:scenario_change": "plays within the budgets of a match (T31), once for each change",
}
"""Each function with the laws that measure what it does with its input, or with what bounds it."""


def takers(root: Path) -> Iterator[str]:
    """Yield the public functions that take a document, a text or a list of cards."""
    for folder in FOLDERS:
        for file in sorted((root / folder).rglob("*.py")):
            for node in ast.parse(file.read_text("utf-8")).body:
                if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                    given = {each.arg for each in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)}
                    if given & NAMES:
                        yield f"{file.relative_to(root).as_posix()}:{node.name}"


def test_every_law_holds() -> None:
    """The suite measures a sixth of them, another each day; `make growth` all."""
    names = sampled(laws.LAWS, of=6, whole=IS_WHOLE)
    answers = run_jobs("law", names)

    assert [(name, answer) for name, answer in zip(names, answers, strict=True) if answer is not None] == []


def test_every_function_has_a_row() -> None:
    assert set(takers(ROOT)) == set(TABLE)


def test_every_law_of_a_row_is_measured() -> None:
    measured = {name.rpartition(",")[0] for name in laws.LAWS}
    rows = [row for row in TABLE.values() if not isinstance(row, str)]

    assert {name for row in rows for name in row} <= measured
    assert all(rows)


def test_a_function_without_a_row_is_seen(tmp_path: Path) -> None:
    (tmp_path / "cards" / "services").mkdir(parents=True)
    (tmp_path / "cards" / "services" / "x.py").write_text(
        "def a(*, cards: list[str]) -> None: ...\ndef b(pk: int) -> None: ...\n"
    )

    assert list(takers(tmp_path)) == ["cards/services/x.py:a"]


def test_a_law_that_does_not_hold_is_seen() -> None:
    names = sampled(laws.FAULTS, of=2, whole=IS_WHOLE)
    answers = run_jobs("planted law", names)

    assert None not in answers
    assert set(laws.FAULTS) == {"planted: pairs", "planted: powers"}
