"""One card at a time: what the engine finds in its text, and counts of problems that are remembered."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.core.cache import cache

from cards.errors import NoSuchPlace
from cards.gateway.pack_names import Game, PackNames, game
from cards.gateway.problems import bad_text
from cards.gateway.wording import TEXT_DIFFERS
from engine import api

CardReport = api.CardReport
Texts = Mapping[str, Mapping[str, str]]
Counts = Mapping[str, Any]

COUNTS_KEPT = 24 * 3600  # seconds that the problem counts of one text are remembered


def validate(
    ruleset: str, text: str, *, known_ids: frozenset[str] = frozenset(), texts: Texts | None = None
) -> api.CardReport:
    """Return everything that the engine finds in a card's text and its other languages, by what the names of its pack declare."""
    return api.validate(game(ruleset, known_ids), text, known_ids=known_ids, texts=texts or {})


def of_card(problem: api.Problem, card: str) -> api.Problem:
    """Return a problem with the card that it is about."""
    return replace(problem, card=problem.card or card)


def scope(ruleset: Game, text: str, pointer: str) -> list[dict[str, Any]]:
    """Return what a card's text may refer to at a place, as the editor's own requests have it.

    Errors: BadText when the text does not parse; NoSuchPlace when the pointer leads nowhere.
    """
    try:
        references = api.scope(ruleset, text, pointer)
    except api.BadCard as error:
        raise bad_text(error) from error
    except LookupError as error:
        raise NoSuchPlace(pointer) from error
    return [reference.to_json() for reference in references]


def problem_counts(
    ruleset: str, texts: Sequence[tuple[str, str, Texts]], *, known_ids: frozenset[str], context: str
) -> dict[str, Counts]:
    """Return what `counts_of` does for each text, and remember it in a context for `problem_counts_kept`.

    Shapes: texts holds (source hash, text, other languages); the result is keyed by the source hash.
    """
    counts = {
        source: counts_of(validate(ruleset, text, known_ids=known_ids, texts=words)) for source, text, words in texts
    }
    if counts:
        cache.set_many({f"{context}{source}": each for source, each in counts.items()}, COUNTS_KEPT)
    return counts


def problem_counts_keep(reports: Iterable[tuple[str, CardReport]], *, context: str) -> None:
    """Remember the counts of reports that were made for another reason, for `problem_counts_kept`.

    A report on a text that names a part of another card is left out: it depends on the texts beside it.

    Shapes: reports are pairs of source hash and report; the context is that of the names that they were made with.
    """
    counts = {f"{context}{source}": counts_of(report) for source, report in reports}
    alone = {key: entry for key, entry in counts.items() if not any(entry["parts"])}
    if alone:
        cache.set_many(alone, COUNTS_KEPT)


def problem_counts_kept(sources: Iterable[str], *, context: str) -> dict[str, Counts]:
    """Return the counts of those texts alone that are remembered in a context, by their source hashes."""
    kept = cache.get_many([f"{context}{source}" for source in sources])
    return {key.removeprefix(context): counts for key, counts in kept.items()}


def problem_context(ruleset: str, known_ids: frozenset[str], ids: str | None = None) -> str:
    """Return what the keys of counts begin with: a mark of everything that decides them beside the text.

    `ids` are the ids that may be named, in order and one to a line, each with its kind after a tab, where the caller has them so; what is declared is in `known`.
    """
    marks = [known_ids.mark] if isinstance(known_ids, PackNames) and known_ids.declared else []
    kinds = known_ids.kinds if isinstance(known_ids, PackNames) else {}
    named = "\n".join(f"{card}\t{kinds.get(card, '')}" for card in sorted(known_ids)) if ids is None else ids
    parts = (api.source_hash(ruleset), *marks, *([named] if named else []))
    mark = hashlib.sha256("\n".join(parts).encode()).hexdigest()
    return f"verdict:{mark[:32]}:"


def counts_of(report: api.CardReport) -> Counts:
    """Return `{"errors", "warnings", "codes", "differs", "parts"}` of a report.

    Shapes: differs says in both languages where the written text first says otherwise than the effects; empty where it does not;
            parts are the other cards of which the card names a part, and the names of triggers and parts that any card may make:
            two lists, none where the text cannot be read.
    """
    problems, summary = report.problems, report.card_summary
    errors = sum(problem.severity == "error" for problem in problems)
    return {
        "errors": errors,
        "warnings": len(problems) - errors,
        "codes": sorted({problem.code for problem in problems}),
        "differs": next((dict(problem.message) for problem in problems if problem.code == TEXT_DIFFERS), {}),
        "parts": [sorted(names) for names in summary.parts_elsewhere] if summary is not None else [],
    }
