"""What the scenarios of a card guard: what a measurement runs on, and what is kept of it."""

import hashlib
from collections.abc import Sequence

from django.core.cache import cache

from cards.gateway import rulesets, scenario_files
from cards.models import Card, CardVersion
from cards.queries.history import draft_get
from cards.queries.scenario import documents_beside, scenario_list, scenario_tables
from cards.shape import JsonObject
from cards.values import frozen_dataclass

CACHE_SECONDS = 30 * 24 * 3600  # seconds


@frozen_dataclass
class Measurable:
    """A card with its scenarios, as they are now.

    Shapes: `mark` is the hash of everything that decides the result: the card, the texts, the cards that take part, and all code of the engine, for
            what is a valid change of a card is decided by the checker too; documents are by id.
    """

    card: str
    ruleset: str
    texts: Sequence[str]
    documents: JsonObject
    mark: str


def measurable(*, card: Card, version: CardVersion | None = None) -> Measurable | None:
    """Return what a measurement of a card runs on, of its draft or of one version; None without scenarios, or where the card has errors."""
    scenarios = list(scenario_list(card=card))
    if not scenarios:
        return None
    instead = {} if version is None else {card.pk: version}
    tables = scenario_tables(pack=card.pack, scenarios=scenarios, versions=instead)
    documents = {name: document for table in tables for name, document in table.documents.items()}
    if card.written_id not in documents:
        return None
    sha = (draft_get(card=card) if version is None else version).sha256
    engine = rulesets.source_hash(card.pack.ruleset)
    parts = "\n".join((engine, card.written_id, str(sha), *sorted(table.ran_on for table in tables)))
    mark = hashlib.sha256(parts.encode()).hexdigest()
    return Measurable(card.written_id, card.pack.ruleset, [each.text for each in scenarios], documents, mark)


def guards_of(*, versions: Sequence[CardVersion], is_whole: bool) -> tuple[dict[int, tuple[int, int]], int]:
    """Return, by version, how many blocks no scenario guards of how many, and how many versions are not measured yet.

    A whole look measures those here; one without scenarios guards nothing and needs no measurement.
    """
    guards: dict[int, tuple[int, int]] = {}
    waiting = 0
    for version in versions:
        target = measurable(card=version.card, version=version)
        result = _without_scenarios(version) if target is None else strength_kept(of=target)
        if result is None and target is not None and is_whole:
            result = strength_of(of=target)
        if result is not None:
            open_blocks = sum(block["guard"] == "unguarded" for block in result["blocks"])
            guards[version.pk] = (open_blocks, result["total"])
        else:
            waiting += target is not None
    return guards, waiting


def _without_scenarios(version: CardVersion) -> JsonObject | None:
    beside = {document["id"]: document for document in documents_beside(card=version.card)}
    documents = list({**beside, version.card.written_id: version.document}.values())
    return scenario_files.strength(version.card.pack.ruleset, version.card.written_id, (), documents)


def strength_of(*, of: Measurable) -> JsonObject | None:
    """Measure a card and store the result: some seconds of processor; None where the card takes no part."""
    result = scenario_files.strength(of.ruleset, of.card, of.texts, list(of.documents.values()))
    if result is not None:
        strength_keep(of=of, result=result)
    return result


def strength_kept(*, of: Measurable) -> JsonObject | None:
    """Return the kept result of a measurement: `card`, `guarded`, `total`, `scenarios`, `runs` and `blocks`."""
    found: JsonObject | None = cache.get(_key(of.mark))
    return found


def strength_keep(*, of: Measurable, result: JsonObject) -> None:
    """Keep the result of a measurement."""
    cache.set(_key(of.mark), result, CACHE_SECONDS)


def strength_claim(*, of: Measurable, seconds: int) -> bool:
    """Return whether no one asked for a measurement within some seconds, and note that it is asked for."""
    return bool(cache.add(f"{_key(of.mark)}.asked", 1, seconds))


def strength_hold(*, of: Measurable, seconds: int) -> None:
    """Note that a measurement is not to be asked for within some seconds."""
    cache.set(f"{_key(of.mark)}.asked", 1, seconds)


def _key(mark: str) -> str:
    return f"strength:{mark}"
