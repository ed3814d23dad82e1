"""Why a plan cannot be published whatever its gates say: it ships no card, or again what is published, or this host cannot sign."""

import json

from django.core.cache import cache

from cards.errors import NothingChanged, StateConflict
from cards.gateway import rulesets
from cards.models import Release, ReleaseCard
from cards.queries.plan import Plan
from cards.queries.releases import release_manifest
from cards.queries.signing import signing_refusal
from cards.semver import Semver

NAME_KEPT = 86_400  # seconds


def plan_refusal(*, plan: Plan, version: Semver) -> StateConflict | None:
    """Return why a release of this number is refused, or None."""
    if not plan.shipping:
        return StateConflict("No card has a version to release.", "没有可发布版本的卡牌。")
    before = repeated_release(plan=plan, version=version)
    return NothingChanged(before.version) if before is not None else signing_refusal()


def repeated_release(*, plan: Plan, version: Semver) -> Release | None:
    """Return the release that one of this number would repeat: the same cards, of the same engine, under the same pack's name.

    A pre-release is compared with the last release of any kind, every other with the last that is no pre-release: what was
    tried as 1.1.0-rc.1 may become 1.1.0. A pack that has nothing to compare with repeats nothing.
    """
    before = plan.last if version.pre else plan.stable
    if before is None or not _same_cards(plan, before):
        return None
    is_same = before.engine_hash == rulesets.engine_hash(plan.pack.ruleset) and _name(before) == plan.pack.name
    return before if is_same else None


def _same_cards(plan: Plan, before: Release) -> bool:
    if before == plan.stable:
        return not plan.moved
    columns = ("card_id", "version_id", "written_id", "deprecated")
    released = {row[0]: row[1:] for row in ReleaseCard.objects.filter(release=before).values_list(*columns)}
    ships = {
        entry.card.pk: (entry.version.pk, entry.id, entry.card.deprecated)
        for entry in plan.shipping
        if entry.version is not None
    }
    return released == ships


def _name(release: Release) -> object:
    """Return what the pack was called when it was published; a manifest never changes, and one of many cards is large."""
    key = f"manifest-name:{release.manifest_id}"
    return cache.get_or_set(key, lambda: json.loads(release_manifest(release=release))["name"], NAME_KEPT)
