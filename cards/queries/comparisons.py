"""Comparisons of a planned release with the one before: of which cards they are, and which belongs to a plan or to a release."""

import hashlib
import json
from collections.abc import Mapping

from cards.models import Pack, Preview, PreviewKind, Release
from cards.queries.plan import Plan


def plan_digests(plan: Plan) -> Mapping[str, str]:
    """Return the hash of each card that a plan ships, by id."""
    return {entry.id: entry.version.sha256 for entry in plan.shipping if entry.version is not None}


def cards_mark(digests: Mapping[str, str]) -> str:
    """Return the mark of some cards that ship together, by id and hash."""
    return hashlib.sha256(json.dumps(sorted(digests.items())).encode()).hexdigest()


def comparison_of_plan(plan: Plan) -> Preview | None:
    """Return the newest comparison of what a plan ships with the last release, without its plan."""
    if plan.last is None:
        return None
    return _newest(plan.pack, plan__after=cards_mark(plan_digests(plan)), plan__release=plan.last.version)


def comparison_of_release(release: Release) -> Preview | None:
    """Return the newest comparison that was kept with a release, without its plan."""
    return _newest(release.pack, plan__released=release.version)


def _newest(pack: Pack, **filters: str) -> Preview | None:
    rows = Preview.objects.filter(pack=pack, kind=PreviewKind.RELEASE, **filters).exclude(plan__has_key="carrier")
    return rows.defer("spec", "fold", "rounds").order_by("-number").first()


def carriers_of(preview: Preview) -> Mapping[str, Preview]:
    """Return by card the newest comparison of what its change alone carries, of the cards and the release of a comparison."""
    about = {"plan__after": preview.plan["after"], "plan__release": preview.plan["release"]}
    rows = Preview.objects.filter(pack=preview.pack, kind=PreviewKind.RELEASE, plan__has_key="carrier", **about)
    return {row.plan["carrier"]: row for row in rows.defer("spec", "fold", "rounds").order_by("number")}
