"""Scenarios of a card, and the cards of the pack that take part in them."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django.core.cache import cache
from django.db.models import Case, IntegerField, QuerySet, Value, When

from cards.gateway import editing, rulesets, scenario_files
from cards.lookups import first_or_not_found
from cards.models import Card, CardVersion, Draft, Pack, Scenario
from cards.models.scenario import RED, State, ok_of, state_of
from cards.queries.names import named_like
from cards.queries.problems import counts_within, draft_counts, sound_versions
from cards.shape import JsonObject
from cards.values import frozen_dataclass

RUN_LIMIT = 20  # scenarios of a version that one call runs because nothing is kept of them
CACHE_SECONDS = 24 * 3600  # seconds
_OUTCOMES_KEY = "scenario:"
NOT_GREEN: tuple[State, ...] = ("failed", "not_set_up", "tests_nothing")
RULES = "states"  # names the states that results distinguish: with another name every kept result is out of date
TABLE_LIMIT = 500  # cards of the pack that the scenarios of one card may draw in


@frozen_dataclass
class Table:
    """The cards of the pack that a scenario names, and those that these name in turn, by id."""

    documents: JsonObject
    ran_on: str


def scenario_list(*, card: Card) -> QuerySet[Scenario]:
    """Return the scenarios of a card by their numbers."""
    return Scenario.objects.filter(card=card, removed_at__isnull=True).select_related("saved_by")


def scenario_get(*, card: Card, number: int) -> Scenario:
    """Return one scenario of a card."""
    return first_or_not_found(scenario_list(card=card).filter(number=number))


def scenario_text_at(*, scenario: Scenario, revision: int) -> str:
    """Return the text of a scenario as one of its saves has it."""
    return first_or_not_found(scenario.revisions.filter(revision=revision)).text


def removed_list(*, card: Card) -> QuerySet[Scenario]:
    """Return the removed scenarios of a card, the last removed first."""
    found = Scenario.objects.filter(card=card, removed_at__isnull=False).select_related("saved_by", "card", "pack")
    return found.order_by("-removed_at", "-number")


def removed_get(*, pack: Pack, number: int) -> Scenario:
    """Return one removed scenario of a pack."""
    found = Scenario.objects.filter(pack=pack, number=number, removed_at__isnull=False, card__purged_at__isnull=True)
    return first_or_not_found(found.select_related("saved_by", "card", "card__pack", "pack"))


def pack_scenarios(*, pack: Pack, card: str = "") -> QuerySet[Scenario]:
    """Return the scenarios of a pack, or those of one of its cards, by their numbers."""
    found = Scenario.objects.filter(pack=pack, removed_at__isnull=True, card__purged_at__isnull=True)
    found = found.select_related("saved_by", "card", "card__pack")
    return found.filter(card__written_id=card) if card else found


def pack_scenario_get(*, pack: Pack, number: int) -> Scenario:
    """Return one scenario of a pack."""
    return first_or_not_found(pack_scenarios(pack=pack).filter(number=number))


def scenario_tables(
    *, pack: Pack, scenarios: Sequence[Scenario], versions: Mapping[int, CardVersion] = MappingProxyType({})
) -> list[Table]:
    """Return what each scenario runs on, in a few queries for all of them.

    The cards that the rules create themselves, as a token of a keyword, take part in every scenario.
    A card without a valid draft or version is remaining out, and so unknown to a scenario that leads to it.

    Shapes: versions has, by the key of a card, the version that takes the place of its draft in the card's own scenarios.
    """
    of_rules = scenario_files.words_of_rules(pack.ruleset)
    words_of_scenarios = [
        _words_in(editing.json_object(scenario.text) or scenario.text) | of_rules for scenario in scenarios
    ]
    names = set().union(*words_of_scenarios, *(_words_in(version.document) for version in versions.values()))
    drafts = _drafts(pack, names, limit=TABLE_LIMIT * max(1, len(versions)))
    engine = rulesets.engine_hash(pack.ruleset) if scenarios else ""
    tables = []
    for scenario, words in zip(scenarios, words_of_scenarios, strict=True):
        version = versions.get(scenario.card_id)
        own = {} if version is None else {version.card.written_id: version}
        tables.append(_table(scenario.text, words, {**drafts, **own}, engine))
    return tables


@frozen_dataclass
class Outcome:
    """What came of one scenario on one version; it is out of date when it was not run, and `waits` says that a later call runs it.

    Shapes: outcomes are as in a scenario.
    """

    scenario: Scenario
    state: State
    outcomes: Sequence[JsonObject]
    waits: bool = False

    @property
    def ok(self) -> bool | None:
        """Return whether it is green; None where it was not run or tests nothing."""
        return ok_of(self.state)


@dataclass(slots=True)
class Runs:
    """How many scenarios without a stored result a call may still run; None: all of them."""

    remaining: int | None = None

    def take(self) -> bool:
        """Return whether one more may run, and count it."""
        if self.remaining is None:
            return True
        self.remaining -= 1
        return self.remaining >= 0


def version_outcomes(*, version: CardVersion) -> list[Outcome]:
    """Return what comes of the scenarios of a card on exactly this version: kept results, the first others run here.

    A version with errors runs nothing.
    """
    return outcomes_of(pack=version.card.pack, versions=[version], runs=Runs(RUN_LIMIT))[version.pk]


def outcomes_of(*, pack: Pack, versions: Sequence[CardVersion], runs: Runs) -> dict[int, list[Outcome]]:
    """Return, by the key of the version, what comes of the scenarios of many cards, in as many queries as of one.

    Shapes: versions are of one card each; runs bounds what is run here, and is used up by it.
    """
    of_card = {version.card_id: version for version in versions}
    rows = Scenario.objects.filter(card__in=of_card, removed_at__isnull=True).select_related("saved_by")
    scenarios = list(rows.order_by("card_id", "number"))
    outcomes_by_version: dict[int, list[Outcome]] = {version.pk: [] for version in versions}
    version_of_card = {scenario_row.card_id: of_card[scenario_row.card_id] for scenario_row in scenarios}
    versions_tested = CardVersion.objects.filter(pk__in=[version.pk for version in version_of_card.values()])
    counts = counts_within(pack=pack, versions_or_drafts=versions_tested, limit=None).counts if scenarios else {}
    valid_versions = {
        card: version for card, version in version_of_card.items() if not counts[version.source_sha]["errors"]
    }
    tables = _tables(
        pack, [scenario_row for scenario_row in scenarios if scenario_row.card_id in valid_versions], valid_versions
    )
    cached = outcomes_remembered(tables.values())
    for scenario in scenarios:
        outcomes: Sequence[JsonObject] | None = None
        if (table := tables.get(scenario.pk)) is not None:
            outcomes = scenario.outcomes if scenario.ran_on == table.ran_on else cached.get(table.ran_on)
            if outcomes is None and runs.take():
                outcomes = scenario_files.scenario_outcomes(pack.ruleset, scenario.text, list(table.documents.values()))
                cache.set(f"{_OUTCOMES_KEY}{table.ran_on}", outcomes, CACHE_SECONDS)
        state: State = "out_of_date" if outcomes is None else state_of(outcomes)
        waits = outcomes is None and scenario.pk in tables
        outcomes_by_version[of_card[scenario.card_id].pk].append(Outcome(scenario, state, outcomes or (), waits))
    return outcomes_by_version


def outcomes_remembered(tables: Iterable[Table]) -> dict[str, Sequence[JsonObject]]:
    """Return what came of scenarios that were run for a version, by what they ran on."""
    keys = [f"{_OUTCOMES_KEY}{table.ran_on}" for table in tables]
    return {key.removeprefix(_OUTCOMES_KEY): outcomes for key, outcomes in cache.get_many(keys).items()} if keys else {}


def _tables(pack: Pack, scenarios: Sequence[Scenario], versions: Mapping[int, CardVersion]) -> dict[int, Table]:
    """Return the tables of scenarios by their keys; no query where there is no scenario."""
    if not scenarios:
        return {}
    tables = scenario_tables(pack=pack, scenarios=scenarios, versions=versions)
    return {scenario.pk: table for scenario, table in zip(scenarios, tables, strict=True)}


def red_scenarios(*, version: CardVersion) -> list[str]:
    """Return the names of the scenarios that fail on a version, or cannot be set up on it."""
    return _names_in(RED, version_outcomes(version=version))


@frozen_dataclass
class Reds:
    """The names of the scenarios of a version that are not green: that fail, cannot be set up, or test nothing yet."""

    failed: Sequence[str]
    not_set_up: Sequence[str]
    idle: Sequence[str] = ()

    @property
    def closes(self) -> bool:
        """Return whether one of them closes a release."""
        return bool(self.failed or self.not_set_up)


def reds_of(*, pack: Pack, versions: Sequence[CardVersion], runs: Runs) -> tuple[dict[int, Reds], int]:
    """Return, by the key of the version, the scenarios that are not green, and how many versions wait for a run.

    Versions without such a scenario are remaining out.
    """
    outcomes_by_version = outcomes_of(pack=pack, versions=versions, runs=runs)
    waiting = sum(any(outcome.waits for outcome in outcomes) for outcomes in outcomes_by_version.values())
    reds = {
        pk: Reds(*(_names_in((state,), outcomes) for state in NOT_GREEN))
        for pk, outcomes in outcomes_by_version.items()
        if any(outcome.state in NOT_GREEN for outcome in outcomes)
    }
    return reds, waiting


def _names_in(states: Sequence[State], outcomes: Sequence[Outcome]) -> list[str]:
    return [each.scenario.name or str(each.scenario.number) for each in outcomes if each.state in states]


def documents_beside(*, card: Card) -> list[Any]:
    """Return the documents that a scenario of a card may begin with: its own and those it names, each without errors."""
    return [
        draft.document
        for draft in _drafts(card.pack, {card.written_id, *scenario_files.words_of_rules(card.pack.ruleset)}).values()
    ]


def documents_named(*, pack: Pack, names: Iterable[str]) -> list[Any]:
    """Return the documents of the cards named, and of those that they name in turn, each without errors: what a scenario runs on."""
    return [draft.document for draft in _drafts(pack, set(names)).values()]


def scenario_documents(*, pack: Pack, text: str, names: Iterable[str] = ()) -> list[Any]:
    """Return the documents that a scenario runs on, with those of some cards that it is about to name."""
    words = _words_in(editing.json_object(text) or text)
    return documents_named(pack=pack, names={*words, *names, *scenario_files.words_of_rules(pack.ruleset)})


def cards_to_place(*, pack: Pack, sorts: Sequence[str], q: str, first: Card, limit: int) -> list[Draft]:
    """Return the drafts of cards that may be placed where some sorts of card lie, the card itself before all others, each without errors.

    Shapes: those whose id or name has every word of a query, the nearest first; of a large pack the first of these are looked at.
    """
    live = Card.objects.filter(pack=pack, trashed_at__isnull=True)
    before = Case(When(pk=first.pk, then=Value(0)), default=Value(1), output_field=IntegerField())
    rows = [card.draft for card in named_like(live.select_related("draft"), q, before)[:TABLE_LIMIT]]
    kinds = scenario_files.card_sorts(pack.ruleset, [draft.document or {} for draft in rows])
    fitting = [draft for draft, kind in zip(rows, kinds, strict=True) if draft.document and kind in sorts][:limit]
    counts = draft_counts(drafts=fitting, pack=pack) if fitting else {}
    return [draft for draft in fitting if not counts[draft.source_sha]["errors"]]


def _table(text: str, words: set[str], drafts: Mapping[str, Draft | CardVersion], engine: str) -> Table:
    """Return the cards of one scenario: those named in it, those named in these, and so on."""
    table: dict[str, Draft | CardVersion] = {}
    names = words & drafts.keys()
    while names and len(table) < TABLE_LIMIT:
        table |= {name: drafts[name] for name in names}
        names = {word for name in names for word in _words_in(drafts[name].document)} & drafts.keys() - table.keys()
    marks = [f"{name}:{table[name].sha256}" for name in sorted(table)]
    ran_on = hashlib.sha256("\n".join((RULES, engine, text, *marks)).encode()).hexdigest()
    return Table({name: draft.document for name, draft in table.items()}, ran_on)


def _drafts(pack: Pack, names: set[str], limit: int = TABLE_LIMIT) -> dict[str, Draft | CardVersion]:
    """Return the valid drafts of the cards named, and of those that they name in turn, by id, up to a limit.

    Of a card whose draft has errors it is the newest version, where that has none.
    """
    drafts_by_id: dict[str, Draft | CardVersion] = {}
    names_seen: set[str] = set()
    while names and len(drafts_by_id) < limit:
        names_seen |= names
        drafts = Draft.objects.filter(card__pack=pack, card__trashed_at__isnull=True, card__written_id__in=names)
        draft_rows = list(drafts.select_related("card")[:limit])
        counts = draft_counts(drafts=draft_rows, pack=pack) if draft_rows else {}
        new: dict[str, Draft | CardVersion] = {
            draft.card.written_id: draft for draft in draft_rows if not counts[draft.source_sha]["errors"]
        }
        new |= sound_versions(pack=pack, ids={draft.card.written_id for draft in draft_rows} - new.keys())
        drafts_by_id |= new
        names = {word for one in new.values() for word in _words_in(one.document)} - names_seen
    return drafts_by_id


def _words_in(value: Any) -> set[str]:
    return {word for word in scenario_files.strings_in(value) if 0 < len(word) <= 128}
