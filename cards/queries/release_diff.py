"""What changed between releases, card by card: for a program that holds one of them and wants another."""

from collections.abc import Callable, Iterator
from typing import Any, Literal

from cards.errors import InvalidFields
from cards.gateway import packs
from cards.json_patch import Operation, json_patch
from cards.models import Blob, CardVersion, Pack, Release, ReleaseCard
from cards.values import frozen_dataclass

Kind = Literal["added", "changed", "removed", "renamed"]
MAX_RELEASES = 50  # releases that one request compares


@frozen_dataclass
class ShippedVersion:
    """A card as one release ships it."""

    id: str
    version: int
    version_pk: int
    sha256: str
    deprecated: dict[str, str] | None


@frozen_dataclass
class CardChange:
    """A card that two releases ship differently; `before` is None for an added one, `after` for a removed one."""

    kind: Kind
    before: ShippedVersion | None
    after: ShippedVersion | None

    @property
    def id(self) -> str:
        """Return the id under which the change is listed: the new one, or the last one of a removed card."""
        shipped = self.after or self.before
        return shipped.id if shipped else ""


@frozen_dataclass
class CardPatch:
    """What turns a card of one release into that of another: its document, and its texts in other languages."""

    patch: list[Operation]
    texts: list[Operation]


def card_changes(*, older: Release | None, newer: Release) -> list[CardChange]:
    """Return the cards that differ between two releases, by id, in two queries; without an older one all are added."""
    older_cards, newer_cards = (_shipped_versions(older) if older else {}), _shipped_versions(newer)
    changes = [CardChange("removed", older_cards[card], None) for card in older_cards if card not in newer_cards]
    for card, after in newer_cards.items():
        before = older_cards.get(card)
        if before is None:
            changes.append(CardChange("added", None, after))
        elif before.id != after.id:
            changes.append(CardChange("renamed", before, after))
        elif (before.sha256, before.version_pk) != (after.sha256, after.version_pk):
            changes.append(CardChange("changed", before, after))
    return sorted(changes, key=lambda change: (change.id, change.kind))


def patches(*, changes: list[CardChange]) -> list[CardPatch | None]:
    """Return the patch of each changed or renamed card of a page, in two queries; None for the others."""
    sides = [version for change in changes for version in (change.before, change.after) if version]
    data = dict(Blob.objects.filter(sha256__in={version.sha256 for version in sides}).values_list("sha256", "data"))
    texts = dict(
        CardVersion.objects.filter(pk__in={version.version_pk for version in sides}).values_list("pk", "texts")
    )
    return [
        CardPatch(
            json_patch(*(packs.read_json(bytes(data[version.sha256])) for version in (change.before, change.after))),
            json_patch(texts[change.before.version_pk], texts[change.after.version_pk]),
        )
        if change.before and change.after
        else None
        for change in changes
    ]


def change_feed(
    *, pack: Pack, since: str, limit: int, is_included: Callable[[CardChange], bool] = lambda change: True
) -> tuple[list[tuple[Release, CardChange]], str | None]:
    """Return what changed after a cursor, release by release in the order of publication, and the cursor of the next page.

    A cursor is the version of a release, or that and the id of a card in the one after it (`1.0.0:base.stone`). Pre-releases are left out: each
    stable release is compared with the stable one before it. A yank changes nothing here: what was published stays what it was.

    Errors: InvalidFields for a cursor of a release that the pack does not have.
    """
    version, _, card = since.partition(":")
    page: list[tuple[Release, CardChange]] = []
    last = version
    for number, (before, release) in enumerate(_pairs(pack, version)):
        if number == MAX_RELEASES:
            return page, last
        changes = [change for change in card_changes(older=before, newer=release) if is_included(change)]
        if number == 0 and card:
            changes = [change for change in changes if change.id > card]
        for change in changes:
            if len(page) == limit:
                return page, f"{last}:{page[-1][1].id}" if page[-1][0] == release else last
            page.append((release, change))
        last = release.version
    return page, None


def feed_end(*, pack: Pack) -> str:
    """Return the cursor at which the feed goes on with the next release."""
    last = Release.objects.filter(pack=pack, is_prerelease=False).order_by("-pk").values_list("version", flat=True)
    return last.first() or ""


def _pairs(pack: Pack, after: str) -> Iterator[tuple[Release | None, Release]]:
    """Yield the stable releases after a version in the order of publication, each with the one before it."""
    releases = Release.objects.filter(pack=pack, is_prerelease=False).order_by("pk")
    before = releases.filter(version=after).first() if after else None
    if after and before is None:
        raise InvalidFields.of("/since", "No release of this pack has this number.", "卡包没有这个版本号的发布。")
    later = releases.filter(pk__gt=before.pk) if before else releases
    for release in later[: MAX_RELEASES + 1]:
        yield before, release
        before = release


def _shipped_versions(release: Release) -> dict[int, ShippedVersion]:
    """Return the cards of a release by their key, which stays when a card is renamed."""
    columns = ("card_id", "written_id", "version__number", "version_id", "blob_id", "deprecated")
    rows: Any = ReleaseCard.objects.filter(release=release).values_list(*columns)
    return {card: ShippedVersion(*rest) for card, *rest in rows}
