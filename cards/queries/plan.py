"""What the next release would be: a version per card, what changed, and the least number that says so."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, Literal, NamedTuple

from django.db.models import QuerySet

from cards.errors import InvalidFields
from cards.gateway import rulesets
from cards.json_patch import escape
from cards.models import Card, CardVersion, Pack, Release, ReleaseCard, ReleasePlan
from cards.permissions import Act, Actor, require
from cards.queries.reviews import approved_versions
from cards.semver import Bump, Semver, larger
from cards.values import frozen_dataclass

Change = Literal["added", "changed", "unchanged", "removed", "left-out"]
Choices = Mapping[str, int | None]

FIRST = "1.0.0"  # the number suggested for a pack's first release
EARLY = "0.1.0"  # and the one for a look at what is not done


class PlannedCard(NamedTuple):
    """What a plan reads of a card: as columns, since a plan has every card of a pack."""

    pk: int
    written_id: str
    kind: str
    deprecated: Any
    retired_at: datetime | None
    newest_version_id: int | None
    released_version_id: int | None


class PlannedVersion(NamedTuple):
    """What a plan reads of a version."""

    pk: int
    card_id: int
    number: int
    source_sha: str
    sha256: str


class ShippedCard(NamedTuple):
    """What a plan reads of a card in the last release."""

    card_id: int
    version_id: int
    written_id: str
    deprecated: Any


_OF_VERSION = ("pk", "card_id", "number", "source_sha", "blob_id")
_OF_NEWEST = ("newest_version_id", "pk", *(f"newest_version__{column}" for column in _OF_VERSION[2:]))


@frozen_dataclass
class PlanEntry:
    """One card of the plan: the version that ships (nothing: none), what shipped last, what that means, what ships without a choice."""

    card: PlannedCard
    version: PlannedVersion | None
    shipped: ShippedCard | None
    change: Change
    usual: PlannedVersion | None = None

    @property
    def id(self) -> str:
        """Return the card's id."""
        return self.card.written_id


@frozen_dataclass
class Reason:
    """Something that changed, the bump that it asks for, and the ids of the cards.

    Shapes: word is schema, removed, renamed, added, deprecated or changed.
    """

    bump: Bump
    word: str
    cards: tuple[str, ...]


@dataclass(frozen=True)
class Plan:
    """The next release as it would be now; `is_saved` tells whether it has the choices of the saved plan.

    Shapes: last is the highest release of any kind, stable the highest that is no pre-release; version is what
            was chosen, else the suggestion; minimum the least that may be published.
    """

    pack: Pack
    entries: tuple[PlanEntry, ...]
    last: Release | None
    stable: Release | None
    chosen_version: str
    changelog: Mapping[str, str]
    revision: int
    publish_at: datetime | None = None
    publish_error: Mapping[str, str] | None = None
    is_saved: bool = True

    @cached_property
    def shipping(self) -> tuple[PlanEntry, ...]:
        """Return the cards that the release would hold."""
        return tuple(entry for entry in self.entries if entry.version is not None)

    @cached_property
    def moved(self) -> tuple[PlanEntry, ...]:
        """Return the cards that differ from the last stable release."""
        return tuple(entry for entry in self.entries if entry.change in {"added", "changed", "removed"})

    @cached_property
    def bump(self) -> Bump:
        """Return what the changes ask for: removed or of an incompatible schema, new or deprecated, or the rest."""
        needed_bump: Bump = "patch"
        for entry in self.entries:
            needed_bump = larger(needed_bump, _asks(entry))
        return larger(needed_bump, self._schema_asks())

    @cached_property
    def minimum(self) -> Semver:
        """Return the least version that may be published; a first release may have any."""
        if self.stable is None:
            return Semver(0, 0, 0)
        return Semver.parse(self.stable.version).raised(self.bump)

    @property
    def version(self) -> str:
        """Return the version that was chosen, or the one suggested."""
        return self.chosen_version or (FIRST if self.stable is None else str(self.minimum))

    def allows(self, version: Semver) -> bool:
        """Return whether a version is high enough: at least the minimum, and above everything published."""
        above = self.last is None or version.order_key > self.last.order_key
        return above and version.base >= self.minimum.base

    @cached_property
    def reasons(self) -> tuple[Reason, ...]:
        """Return why the number must go up as far as it must, the weightiest first; a first release has nothing to answer for."""
        if self.stable is None:
            return ()
        reasons_of_cards = [
            Reason(bump, word, tuple(entry.id for entry in self.entries if applies(entry)))
            for bump, word, applies in _WHY
        ]
        if self._schema_asks() == "major":
            reasons_of_cards.insert(0, Reason("major", "schema", ()))
        return tuple(reason for reason in reasons_of_cards if reason.cards or reason.word == "schema")

    def _schema_asks(self) -> Bump:
        if self.stable is None:
            return "patch"
        before = {_major(schema) for schema in self.stable.schemas}
        return "patch" if _major(rulesets.schema_id(self.pack.ruleset)) in before else "major"


def plan_get(*, account: Actor, pack: Pack, choices: Choices | None = None) -> Plan:
    """Return the plan as saved, or with other choices: a card's id to the number of a version, or to nothing.

    A card that no choice names ships its newest approved version, else the released one; a card that was never approved
    nor released has its newest version in the plan, which the gate then names. Where the pack asks for no approval, the
    newest version counts as approved. Retired cards and those without a version do not ship.

    Errors: InvalidFields for a choice that names no card or no version of it.
    """
    require(account=account, pack=pack, act=Act.CARD_READ)
    return plan_of(pack=pack, choices=choices)


def plan_of(*, pack: Pack, choices: Choices | None = None) -> Plan:
    """Return the plan as `plan_get` does, for a process that acts for no account."""
    plan_row = ReleasePlan.objects.filter(pack=pack).first()
    saved_choices: Choices = plan_row.choices if plan_row else {}
    releases = Release.objects.filter(pack=pack).order_by("-order_key")
    stable = releases.filter(is_prerelease=False).first()
    return Plan(
        pack=pack,
        entries=_entries(pack, stable, saved_choices if choices is None else choices, is_saved=choices is None),
        last=releases.first(),
        stable=stable,
        chosen_version=plan_row.version if plan_row else "",
        changelog=plan_row.changelog if plan_row else {"en": "", "zh": ""},
        revision=plan_row.revision if plan_row else 0,
        publish_at=plan_row.publish_at if plan_row else None,
        publish_error=plan_row.publish_error if plan_row else None,
        is_saved=choices is None or choices == saved_choices,
    )


def _entries(pack: Pack, stable: Release | None, choices: Choices, *, is_saved: bool) -> tuple[PlanEntry, ...]:
    cards, newest = _cards(pack)
    usual = _usual(pack, cards, newest)
    if is_saved:  # a card of the saved plan may lie in the trash by now
        names = {card.written_id for card in cards}
        choices = {name: number for name, number in choices.items() if name in names}
    chosen = _chosen_versions(cards, usual, choices)
    before = _shipped_cards(stable) if stable else {}
    entries = (_entry(card, chosen.get(card.pk), before.get(card.pk), usual.get(card.pk)) for card in cards)
    return tuple(entry for entry in entries if entry.version or entry.shipped or entry.card.newest_version_id)


def _cards(pack: Pack) -> tuple[list[PlannedCard], dict[int, PlannedVersion]]:
    """Return the live cards of a pack in the order of their ids, and the newest version of each by the card's key; in one query."""
    live = Card.objects.filter(pack=pack, trashed_at__isnull=True).order_by("written_id")
    width = len(PlannedCard._fields)
    rows = list(live.values_list(*PlannedCard._fields, *_OF_NEWEST))
    cards = [PlannedCard._make(row[:width]) for row in rows]
    newest = (PlannedVersion._make(row[width:]) for row in rows if row[width] is not None)
    return cards, {version.card_id: version for version in newest}


def _shipped_cards(release: Release) -> dict[int, ShippedCard]:
    """Return the cards of a release by their keys."""
    rows = ReleaseCard.objects.filter(release=release).values_list(*ShippedCard._fields)
    return {row[0]: ShippedCard._make(row) for row in rows}


def _versions(asked: QuerySet[CardVersion]) -> Iterator[PlannedVersion]:
    """Yield what a plan reads of some versions."""
    return map(PlannedVersion._make, asked.values_list(*_OF_VERSION))


def _usual(
    pack: Pack, cards: Sequence[PlannedCard], newest: Mapping[int, PlannedVersion]
) -> dict[int, PlannedVersion | None]:
    """Return the version of each card that ships where none was chosen, in two queries at most."""
    usual = {card.pk: None if card.retired_at else newest.get(card.pk) for card in cards}
    if pack.approvals_needed == 0:
        return usual
    approved = approved_versions(pack)
    version_ids = {
        card.pk: approved.get(card.pk) or card.released_version_id for card in cards if usual[card.pk] is not None
    }
    other = {pk for card, pk in version_ids.items() if pk and newest[card].pk != pk}
    return usual | {version.card_id: version for version in _versions(CardVersion.objects.filter(pk__in=other))}


def _chosen_versions(
    cards: Sequence[PlannedCard], usual: Mapping[int, PlannedVersion | None], choices: Choices
) -> dict[int, PlannedVersion | None]:
    """Return the version that ships of each card, refusing choices that name none."""
    by_id = {card.written_id: card for card in cards}
    unknown = sorted(set(choices) - set(by_id))
    if unknown:
        raise InvalidFields.of(f"/choices/{escape(unknown[0])}", "No such card.", "没有这张卡牌。")
    version_of_card = dict(usual)
    if not choices:
        return version_of_card
    numbers = {by_id[name].pk: number for name, number in choices.items()}
    version_of_card.update({pk: None for pk, number in numbers.items() if number is None})
    versions = CardVersion.objects.filter(card__in=numbers, number__in=[n for n in numbers.values() if n is not None])
    by_number = {(version.card_id, version.number): version for version in _versions(versions)}
    for name, number in choices.items():
        if number is not None:
            version = by_number.get((by_id[name].pk, number))
            if version is None:
                raise InvalidFields.of(f"/choices/{escape(name)}", "No such version.", "没有这个版本。")
            version_of_card[by_id[name].pk] = version
    return version_of_card


def _entry(
    card: PlannedCard, version: PlannedVersion | None, shipped_card: ShippedCard | None, usual: PlannedVersion | None
) -> PlanEntry:
    change: Change
    if version is None:
        change = "removed" if shipped_card else "left-out"
    elif shipped_card is None:
        change = "added"
    else:
        is_renamed = shipped_card.written_id != card.written_id
        same = shipped_card.version_id == version.pk and shipped_card.deprecated == card.deprecated and not is_renamed
        change = "unchanged" if same else "changed"
    return PlanEntry(card, version, shipped_card, change, usual)


def _asks(entry: PlanEntry) -> Bump:
    if entry.change == "removed" or (entry.shipped is not None and entry.shipped.written_id != entry.id):
        return "major"
    newly_deprecated = entry.shipped is not None and entry.card.deprecated and not entry.shipped.deprecated
    return "minor" if entry.change == "added" or newly_deprecated else "patch"


def _is_renamed(entry: PlanEntry) -> bool:
    return entry.version is not None and entry.shipped is not None and entry.shipped.written_id != entry.id


def _is_newly_deprecated(entry: PlanEntry) -> bool:
    return entry.shipped is not None and bool(entry.card.deprecated) and not entry.shipped.deprecated


_WHY: tuple[tuple[Bump, str, Callable[[PlanEntry], bool]], ...] = (
    ("major", "removed", lambda entry: entry.change == "removed"),
    ("major", "renamed", _is_renamed),
    ("minor", "added", lambda entry: entry.change == "added"),
    ("minor", "deprecated", _is_newly_deprecated),
    ("patch", "changed", lambda entry: entry.change == "changed"),
)
REASONS = ("schema", *(word for _, word, _ in _WHY))
"""Why a number must rise as it does."""


def _major(schema: str) -> str:
    """Return a schema's address with its major version alone: `/schemas/wizards/card/1`."""
    folder, _, name = schema.rpartition("/")
    return f"{folder}/{name.split('.')[0]}"
