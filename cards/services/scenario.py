"""Scenarios of a card: written, saved as revisions, run on the pack's own drafts, removed."""

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils import timezone

from cards.errors import BadText, NotFound, Stale, StateConflict
from cards.gateway import editing, rulesets, scenario_files
from cards.models import Account, Card, Pack, Scenario, ScenarioRevision
from cards.models.scenario import SCENARIO_LIMIT
from cards.permissions import Act, Actor, authorize
from cards.queries.history import draft_get
from cards.queries.problems import draft_counts
from cards.queries.scenario import (
    documents_named,
    outcomes_remembered,
    pack_scenarios,
    scenario_documents,
    scenario_get,
    scenario_list,
    scenario_tables,
)
from cards.services.audit import audit_record
from cards.services.draft import checked_etag
from cards.services.hand import one_at_a_time
from cards.services.pack import numbers_take
from cards.shape import JsonObject
from cards.single_line import one_line
from cards.texts import checked_string
from cards.values import frozen_dataclass


@frozen_dataclass
class PlayedMatch:
    """A match up to a moment: the plan that it is one of, its trace, and the answers given."""

    plan: JsonObject
    trace: JsonObject
    answers: Sequence[str]


OF_CARD = 400  # scenarios of one card; the shipped one with the most has 196
MAX_RUNS = 20  # scenarios that one request runs; the others keep their last result and say that it is old


def scenario_create(*, actor: Actor, card: Card, text: str) -> Scenario:
    """Add a scenario to a card, readable or not.

    Errors: StateConflict for a card in the trash, or one that has as many as it may.
    """
    account = _may_save(actor, card)
    checked_string(text, pointer="/text", limit=SCENARIO_LIMIT)
    _check_room(card)
    with transaction.atomic():
        [scenario] = _add(account, card.pack, [(card.pk, text)])
        audit_record(actor=account, action="scenario.create", pack=card.pack, target=_target(scenario))
    return scenario


def scenario_from_match(*, actor: Actor, card: Card, match: PlayedMatch, name: str) -> Scenario:
    """Add the last answer of a match to a card as a scenario: the board before it, the answer, and what it changed; and run it.

    Errors: StateConflict where no board leads to the answer, and as `scenario_create`; OtherEngine; NotOffered.
    """
    account = _may_save(actor, card)
    with one_at_a_time(account):
        names = {document["id"] for document in (*match.plan["cards"], match.plan["candidate"])}
        names |= {card.written_id, *scenario_files.words_of_rules(card.pack.ruleset)}
        text = scenario_files.match_scenario(
            match.plan, match.trace, match.answers, name=name, documents=documents_named(pack=card.pack, names=names)
        )
    if text is None:
        raise StateConflict(
            "A scenario begins at the beginning of a phase, and no such board leads to this moment.",
            "场景从阶段开始处起始，没有这样的盘面能到达此刻。",
        )
    scenario = scenario_create(actor=account, card=card, text=text)
    scenario_run(actor=account, card=card, first=scenario.number)
    return scenario


def scenarios_import(*, account: Account, pack: Pack, samples: Sequence[scenario_files.SampleScenario]) -> int:
    """Add the scenarios that a game ships for its cards, for a service that records why; return how many."""
    cards = {card.written_id: card for card in Card.objects.filter(pack=pack)}
    found = [(cards[sample.cards[0]].pk, sample.text) for sample in samples if sample.cards[0] in cards]
    return len(_add(account, pack, found))


def scenarios_write(*, account: Account, pack: Pack, scenarios: Sequence[tuple[int, str, Scenario | None]]) -> None:
    """Add scenarios, or replace those that they are given with, for a service that records why.

    Shapes: each is the key of its card, its text, and the scenario that it replaces.
    Errors: Stale for one that was saved since it was read.
    """
    _add(account, pack, [(card, text) for card, text, existing in scenarios if existing is None])
    for _, text, existing in scenarios:
        if existing is not None:
            _replace(account, existing, text)


def scenario_save(*, actor: Actor, scenario: Scenario, text: str, based_on: str | None) -> Scenario:
    """Save a scenario as typed, unless it was saved since the state that `based_on` names; the revision is the record.

    Errors: IfMatchRequired without `based_on`; Stale with the newer scenario.
    """
    account = _may_save(actor, scenario.card)
    current = scenario_get(card=scenario.card, number=scenario.number)
    etag = checked_etag(based_on, current.etag)
    checked_string(text, pointer="/text", limit=SCENARIO_LIMIT)
    if current.etag != etag:
        raise Stale(current)
    if current.text == text:
        return current
    with transaction.atomic():
        _replace(account, current, text)
        # Before the commit: afterwards it may be the save of another account, whose ETag this one would then answer for its own.
        return scenario_get(card=scenario.card, number=scenario.number)


def scenario_change(
    *, actor: Actor, scenario: Scenario, changes: Sequence[JsonObject], based_on: str | None
) -> Scenario:
    """Make changes to a scenario on its board, one after another, save it and run it.

    Errors: as `scenario_save`; BadText with the reason for a change that the board does not take.
    """
    _may_save(actor, scenario.card)
    pack, text = scenario.card.pack, scenario.text
    names = [change["of"] for change in changes if "of" in change]
    documents = scenario_documents(pack=pack, text=text, names=names)
    try:
        for change in changes:
            text = scenario_files.scenario_changed(pack.ruleset, text, documents, change)
    except scenario_files.BoardRefused as refused:
        raise BadText(refused.text.en, refused.text.zh) from refused
    saved = scenario_save(actor=actor, scenario=scenario, text=text, based_on=based_on)
    scenario_run(actor=actor, card=scenario.card, first=scenario.number)
    return saved


def scenario_remove(*, actor: Actor, scenario: Scenario) -> None:
    """Remove a scenario; its revisions stay, and it can be restored with them."""
    account = _may_save(actor, scenario.card)
    with transaction.atomic():
        here = Scenario.objects.filter(pk=scenario.pk, removed_at__isnull=True)
        if not here.update(removed_at=timezone.now()):
            raise NotFound()
        audit_record(actor=account, action="scenario.remove", pack=scenario.pack, target=_target(scenario))


def scenario_restore(*, actor: Actor, scenario: Scenario) -> Scenario:
    """Take a removed scenario back, as it was: its number, its text, its revisions and its last result.

    Errors: NotFound for one that is not removed; StateConflict as `scenario_create`.
    """
    account = _may_save(actor, scenario.card)
    _check_room(scenario.card)
    with transaction.atomic():
        gone = Scenario.objects.filter(pk=scenario.pk, removed_at__isnull=False)
        if not gone.update(removed_at=None):
            raise NotFound()
        audit_record(actor=account, action="scenario.restore", pack=scenario.pack, target=_target(scenario))
        return scenario_get(card=scenario.card, number=scenario.number)


def scenario_run(*, actor: Actor, card: Card, first: int = 0) -> int:
    """Run those scenarios of a card whose text, cards or engine changed since their last run, that of a number first; return how many.

    The result is derived from what it ran on, so no event records it. A card with errors runs nothing: its scenarios
    keep their last result.
    """
    pack = card.pack
    authorize(actor, pack, Act.DRAFT_SAVE)
    draft = draft_get(card=card)
    if draft_counts(drafts=[draft], pack=pack)[draft.source_sha]["errors"]:
        return 0
    ran = 0
    scenarios = sorted(scenario_list(card=card), key=lambda each: (each.number != first, each.number))
    for scenario, table in zip(scenarios, scenario_tables(pack=pack, scenarios=scenarios), strict=True):
        if scenario.ran_on == table.ran_on or ran == MAX_RUNS:
            continue
        outcomes = scenario_files.scenario_outcomes(pack.ruleset, scenario.text, list(table.documents.values()))
        Scenario.objects.filter(pk=scenario.pk, revision=scenario.revision).update(
            outcomes=outcomes,
            ran_on=table.ran_on,
            ran_engine=rulesets.engine_hash(pack.ruleset),
            ran_revision=draft.revision,
            ran_at=timezone.now(),
        )
        ran += 1
    return ran


def scenarios_run(*, pack: Pack) -> int:
    """Run all scenarios of a pack whose text, cards or engine changed since their last run, for a service that records why.

    None of its cards has errors. Returns how many were run.
    """
    scenarios = list(pack_scenarios(pack=pack).select_related("card__draft"))
    tables = scenario_tables(pack=pack, scenarios=scenarios)
    cached = outcomes_remembered(tables)
    stale = []
    for scenario, table in zip(scenarios, tables, strict=True):
        if scenario.ran_on == table.ran_on:
            continue
        outcomes = cached.get(table.ran_on)
        if outcomes is None:
            documents = list(table.documents.values())
            outcomes = scenario_files.scenario_outcomes(pack.ruleset, scenario.text, documents)
        scenario.outcomes = outcomes
        scenario.ran_on, scenario.ran_engine = table.ran_on, rulesets.engine_hash(pack.ruleset)
        scenario.ran_revision, scenario.ran_at = scenario.card.draft.revision, timezone.now()
        stale.append(scenario)
    fields = ["outcomes", "ran_on", "ran_engine", "ran_revision", "ran_at"]
    Scenario.objects.bulk_update(stale, fields, batch_size=500)
    return len(stale)


def _replace(account: Account, current: Scenario, text: str) -> None:
    """Save a text over the one that was read, and keep the save as a row; within a transaction."""
    same = Scenario.objects.filter(pk=current.pk, revision=current.revision, removed_at__isnull=True)
    fields = {"text": text, "name": scenario_name(text), "saved_by": account, "saved_at": timezone.now()}
    if not same.update(revision=current.revision + 1, **fields):
        raise Stale(scenario_get(card=current.card, number=current.number))
    ScenarioRevision.objects.create(scenario=current, revision=current.revision + 1, text=text, author=account)


def _add(account: Account, pack: Pack, texts: Sequence[tuple[int, str]]) -> list[Scenario]:
    if not texts:
        return []
    numbers = numbers_take(pack=pack, kind="scenario", count=len(texts))
    rows = [
        Scenario(pack=pack, card_id=card, number=number, name=scenario_name(text), text=text, saved_by=account)
        for number, (card, text) in zip(numbers, texts, strict=True)
    ]
    new_rows = Scenario.objects.bulk_create(rows)
    ScenarioRevision.objects.bulk_create(
        ScenarioRevision(scenario=row, revision=1, text=row.text, author=account) for row in new_rows
    )
    return new_rows


def _check_room(card: Card) -> None:
    """Refuse one scenario more than a card may have."""
    if scenario_list(card=card).count() >= OF_CARD:
        raise StateConflict(f"A card can have at most {OF_CARD} scenarios.", f"每张卡牌最多 {OF_CARD} 个场景。")


def _may_save(actor: Actor, card: Card) -> Account:
    account = authorize(actor, card.pack, Act.DRAFT_SAVE)
    if card.trashed_at is not None:
        raise StateConflict("This card is in the trash.", "这张卡牌在回收站中。")
    return account


def scenario_name(text: str) -> str:
    """Return the name in a scenario's text; empty where it has none."""
    parts: Mapping[str, object] = editing.json_object(text) or {}
    found = parts.get("name", "")
    return one_line(found)[:200] if isinstance(found, str) else ""


def _target(scenario: Scenario) -> str:
    """Return how the record names a scenario: by its card, its number, and its name where it has one."""
    name = f" “{scenario.name}”" if scenario.name else ""
    return f"{scenario.card.written_id} {scenario.number}{name}"
