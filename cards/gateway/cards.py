"""One card at a time: what the engine says about its text, how its face looks, what a new one begins with."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.core.cache import cache

from cards.errors import BadText, NoSuchPlace
from cards.gateway.names import Game, PackNames, game
from cards.gateway.texts import TEXT_DIFFERS, unwritten_texts
from engine import api

BadSearchPath = api.BadSearchPath
CardReport = api.CardReport
Texts = Mapping[str, Mapping[str, str]]
Counts = Mapping[str, Any]

COUNTS_KEPT = 24 * 3600  # seconds that the problem counts of one text are remembered
_LINE_BREAK = re.compile(r"\r\n|\n|\r")  # what the reader counts as one
_NO_ID = {"en": "The text has no id that could be replaced.", "zh": "文本中没有可以替换的 id。"}


def rulesets() -> tuple[api.RulesetInfo, ...]:
    """Return the rulesets of this engine."""
    return api.rulesets()


def search_rulesets(folders: Sequence[Path]) -> None:
    """Look for rulesets in these folders, too.

    Errors: BadSearchPath for a folder that is none, and for a name that is found twice.
    """
    api.search_rulesets(folders)


def has_ruleset(ruleset: str) -> bool:
    """Say whether the engine knows a ruleset of this name."""
    return ruleset_info(ruleset) is not None


def ruleset_info(ruleset: str) -> api.RulesetInfo | None:
    """Return what a ruleset is called and has, or nothing where the engine does not know it."""
    return next((info for info in api.rulesets() if info.name == ruleset), None)


def engine_hash(ruleset: str) -> str:
    """Return the hash that changes when the code changes that decides matches of a ruleset or results of previews."""
    return api.engine_hash(ruleset)


def problem_codes() -> Mapping[str, Any]:
    """Return the codes of problems of cards, each with its title and its remedy in both languages."""
    return api.problem_codes()


def schema(ruleset: Game, kind: str = "card") -> dict[str, Any]:
    """Return the JSON Schema of one kind of document."""
    return api.schema(ruleset, kind)


def schema_id(ruleset: str, kind: str = "card") -> str:
    """Return the `$id` of that schema, which every portal serves at the same path."""
    return str(api.schema(ruleset, kind)["$id"])


def schema_kinds() -> tuple[str, ...]:
    """Return the kinds of document that have a schema, the card first."""
    return api.schema_kinds()


def schema_version(ruleset: str) -> str:
    """Return the version of the ruleset's card schema."""
    return next(info.schema_version for info in api.rulesets() if info.name == ruleset)


def validate(
    ruleset: str, text: str, *, known: frozenset[str] = frozenset(), texts: Texts | None = None
) -> api.CardReport:
    """Return everything that the engine finds in a card's text and its other languages, by what the names of its pack declare."""
    return api.validate(game(ruleset, known), text, known=known, texts=texts or {})


def of_card(problem: api.Problem, card: str) -> api.Problem:
    """Return a problem with the card that it is about."""
    return replace(problem, card=problem.card or card)


def scope(ruleset: Game, text: str, pointer: str) -> list[dict[str, Any]]:
    """Return what a card's text may refer to at a place, as the editor's own requests have it.

    Errors: BadText when the text does not parse; NoSuchPlace when the pointer leads nowhere.
    """
    try:
        found = api.scope(ruleset, text, pointer)
    except api.BadCard as error:
        raise BadText.from_bad_card(error) from error
    except LookupError as error:
        raise NoSuchPlace.of(pointer) from error
    return [reference.to_json() for reference in found]


def face(ruleset: Game, document: Any, texts: Texts | None = None) -> dict[str, Any]:
    """Return what the face of a card shows (`engine.face.Face` as JSON), even of a document that is no card yet.

    Shapes: beside it `generated` has the rules text of each language in which none is written.
    """
    shown = api.face(ruleset, document if isinstance(document, dict) else {}, texts or {})
    return {**shown, "generated": unwritten_texts(ruleset, document, shown["text"])}


def tones() -> Mapping[str, api.Tone]:
    """Return the tones that faces may have, by name."""
    return api.tones()


def icons() -> Mapping[str, api.Icon]:
    """Return the icons that the rulesets bring along, by name."""
    return api.icons()


def templates(ruleset: str) -> tuple[api.Template, ...]:
    """Return the texts that a new card may begin with."""
    return api.templates(ruleset)


def sample_pack(ruleset: str) -> api.SamplePack:
    """Return the set of cards that the ruleset brings along."""
    return api.sample_pack(ruleset)


def card_id(text: str) -> str:
    """Return the id that a card's text gives it, or nothing where it gives none or cannot be read."""
    try:
        value = api.read_json(text, jsonc=True).value
    except api.BadCard:
        return ""
    found = value.get("id") if isinstance(value, dict) else None
    return found if isinstance(found, str) else ""


def with_card_id(text: str, card_id: str) -> str:
    """Return a card's text with another id in it and everything else, comments included, as it was.

    Errors: BadText when the text does not parse or its `id` is no text of its own.
    """
    try:
        document = api.read_json(text, jsonc=True)
    except api.BadCard as error:
        raise BadText.from_bad_card(error) from error
    if not isinstance(document.value, dict) or not isinstance(document.value.get("id"), str):
        raise BadText(_NO_ID)
    return _with_strings(document, {"/id": card_id})


def with_references(text: str, pointers: Iterable[str], *, old: str, new: str) -> str:
    """Return a card's text in which the strings at these pointers that equal the old id are the new one.

    Errors: BadText when the text does not parse.
    """
    try:
        document = api.read_json(text, jsonc=True)
    except api.BadCard as error:
        raise BadText.from_bad_card(error) from error
    return _with_strings(document, dict.fromkeys(pointers, new), instead_of=old)


def _with_strings(document: Any, values: Mapping[str, str], *, instead_of: str | None = None) -> str:
    """Return a document's text with other strings at some pointers and every other byte as it was."""
    text = str(document.text)
    starts = [0, *(found.end() for found in _LINE_BREAK.finditer(text))]
    places = {pointer: document.locate(pointer) for pointer in values}
    offsets = {pointer: starts[line - 1] + column - 1 for pointer, (line, column) in places.items()}
    for pointer in sorted(values, key=offsets.__getitem__, reverse=True):
        at = offsets[pointer]
        if not text.startswith('"', at):
            continue  # the pointer names something else than a string
        found, end = json.JSONDecoder().raw_decode(text, at)
        if instead_of is None or found == instead_of:
            text = text[:at] + json.dumps(values[pointer]) + text[end:]
    return text


def problem_counts(
    ruleset: str, asked: Sequence[tuple[str, str, Texts]], *, known: frozenset[str]
) -> dict[str, Counts]:
    """Return what `counts_of` does for each text, remembered under text, code of the engine and names in the pack.

    Shapes: asked holds (source hash, text, texts); the result is keyed by the source hash.
    """
    context = problem_context(ruleset, known)
    found = problem_counts_kept([source for source, _, _ in asked], context=context)
    alone = known.alone() if isinstance(known, PackNames) else known
    fresh = {
        source: counts_of(validate(ruleset, text, known=alone, texts=texts))
        for source, text, texts in asked
        if source not in found
    }
    if fresh:
        cache.set_many({f"{context}{source}": counts for source, counts in fresh.items()}, COUNTS_KEPT)
    return {**found, **fresh}


def problem_counts_kept(sources: Iterable[str], *, context: str) -> dict[str, Counts]:
    """Return the counts of those texts alone that are remembered in a context, by their source hashes."""
    kept = cache.get_many([f"{context}{source}" for source in sources])
    return {key.removeprefix(context): counts for key, counts in kept.items()}


def problem_context(ruleset: str, known: frozenset[str], ids: str | None = None) -> str:
    """Return what the keys of counts begin with: a mark of everything that decides them beside the text.

    `ids` are the ids that may be named, in order and one to a line, each with its kind after a tab, where the caller has them so; what is declared is in `known`.
    """
    declared = [known.mark] if isinstance(known, PackNames) and known.declared else []
    kinds = known.kinds if isinstance(known, PackNames) else {}
    named = "\n".join(f"{card}\t{kinds.get(card, '')}" for card in sorted(known)) if ids is None else ids
    parts = (api.source_hash(ruleset), *declared, *([named] if named else []))
    mark = hashlib.sha256("\n".join(parts).encode()).hexdigest()
    return f"verdict:{mark[:32]}:"


def counts_of(report: api.CardReport) -> Counts:
    """Return `{"errors", "warnings", "codes", "differs"}` of a report.

    Shapes: differs says in both languages where the written text first says otherwise than the effects; empty where it does not.
    """
    listed = report.problems
    errors = sum(problem.severity == "error" for problem in listed)
    return {
        "errors": errors,
        "warnings": len(listed) - errors,
        "codes": sorted({problem.code for problem in listed}),
        "differs": next((dict(problem.message) for problem in listed if problem.code == TEXT_DIFFERS), {}),
    }
