"""The next release: the plan as it is, saving it, and publishing."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.utils.dateparse import parse_datetime
from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.base import Endpoint, actor_of, answer, pack_of, signed_in
from cards.api.bodies import bilingual, fields_of, line, text, whole
from cards.api.docs import operation
from cards.api.paging import after_of, limit_of, link_to, refuse_unknown_filters
from cards.api.repeat import REPLAY_HEADER, claim_of
from cards.api.shapes import API
from cards.api.shapes_releases import RELEASE, RELEASE_PLAN
from cards.api.views.releases import PUBLISHERS, Releases, channels, release_answer
from cards.errors import InvalidFields
from cards.json_patch import escape
from cards.models import CardVersion, Pack
from cards.models.account import TokenScope
from cards.permissions import Act
from cards.queries.plan import Plan, PlanEntry, plan_get
from cards.queries.plan_changelog import suggested_changelog
from cards.queries.plan_refusal import plan_refusal
from cards.queries.readiness import MAX_LISTED_CARDS
from cards.queries.releases import yanks_of
from cards.semver import Semver
from cards.services.idempotency import idempotency_find
from cards.services.readiness import verdict_look
from cards.services.release import ReleaseOrder, release_plan_save, release_publish
from cards.shape import Json


class ReleasePlan(Endpoint):
    """What the next release of a pack is going to be."""

    scopes = {"PUT": TokenScope.RELEASE}

    @operation(
        "release-plan", "The next release as it would be now, with its gates", RELEASE_PLAN, filters=("limit", "after")
    )
    def get(self, request: Request, pack: str) -> Response:
        """Return it, its changes in pages."""
        refuse_unknown_filters(request)
        row = pack_of(request, pack, Act.CARD_READ)
        return answer(plan_answer(request, plan_get(account=actor_of(request), pack=row)))

    @operation(
        "release-plan-save",
        "Save the plan, or give it a time to be published at",
        RELEASE_PLAN,
        method="put",
        act=Act.CARD_READ,
    )
    def put(self, request: Request, pack: Pack) -> Response:
        """Save it whole: what is left out is as suggested."""
        known = {"version": line, "choices": _choices, "changelog": bilingual, "publish_at": _time}
        release_plan_save(
            actor=actor_of(request), pack=pack, order=ReleaseOrder(**{"version": "", **fields_of(request, {}, known)})
        )
        return answer(plan_answer(request, plan_get(account=actor_of(request), pack=pack)))


class Publishing(Releases):
    """The releases of a pack, and publishing the next."""

    scopes = PUBLISHERS

    @operation("release-publish", "Publish the next release", RELEASE, method="post", status=201, act=Act.CARD_READ)
    def post(self, request: Request, pack: Pack) -> Response:
        """Publish it, completely or not at all; without choices or changelog, those of the saved plan hold."""
        params = fields_of(request, {"version": line}, {"choices": _choices, "changelog": bilingual, "override": text})
        claim = claim_of(request)
        is_known = idempotency_find(account=signed_in(request), claim=claim) is not None
        release = release_publish(actor=actor_of(request), pack=pack, order=ReleaseOrder(**params), claim=claim)
        response = answer(release_answer(release, channels(pack), yanks_of(pack=pack)), 201)
        if is_known:
            response.headers[REPLAY_HEADER] = "true"
        response.headers["Location"] = f"{API}/packs/{pack.slug}/releases/{release.version}/"
        return response


def plan_answer(request: Request, plan: Plan) -> Json:
    """Return a plan as the public contract shows it: a page of the cards that differ from the last stable release, and the gates."""
    verdict = verdict_look(pack=plan.pack, cards=len(plan.entries), plan=lambda: plan)
    limit, after = limit_of(request), after_of(request)
    rest = [entry for entry in plan.moved if entry.id > after]
    return RELEASE_PLAN(
        {
            "version": plan.version,
            "minimum": str(plan.minimum),
            "bump": plan.bump,
            "reasons": [
                {
                    "bump": reason.bump,
                    "reason": reason.word,
                    "cards": list(reason.cards[:MAX_LISTED_CARDS]),
                    "count": len(reason.cards),
                }
                for reason in plan.reasons
            ],
            "changelog": dict(suggested_changelog(plan)),
            "revision": plan.revision,
            "publish_at": plan.publish_at,
            "publish_error": plan.publish_error,
            "cards": len(plan.shipping),
            "count": len(plan.moved),
            "changes": _changes(rest[:limit]),
            "next": link_to(request, after=rest[limit - 1].id) if len(rest) > limit else None,
            "refusal": _refusal(plan),
            "gates": list(verdict.gates),
            "gates_at": verdict.made_at,
            "gates_current": verdict.is_current,
        }
    )


def _changes(entries: Sequence[PlanEntry]) -> list[Json]:
    """Return some cards that differ, with the numbers of their versions, in one query."""
    shipped = {entry.shipped.version_id for entry in entries if entry.shipped}
    numbers = dict(CardVersion.objects.filter(pk__in=shipped).values_list("pk", "number")) if shipped else {}
    return [
        {
            "id": entry.id,
            "change": entry.change,
            "version": entry.version.number if entry.version else None,
            "released": numbers[entry.shipped.version_id] if entry.shipped else None,
        }
        for entry in entries
    ]


def _refusal(plan: Plan) -> Json | None:
    """Return why the plan cannot be published whatever its gates say, None where it can."""
    refused = plan_refusal(plan=plan, version=Semver.parse(plan.version))
    return {"code": refused.slug, "message": dict(refused.detail)} if refused is not None else None


def _choices(value: Any, pointer: str) -> dict[str, int | None]:
    """Return the version of each card that is named, or null for one that is left out."""
    if not isinstance(value, dict):
        raise InvalidFields.of(
            pointer, "An object of card ids with a version or null each.", "应为卡牌 id 到版本号或 null 的对象。"
        )
    return {
        card: None if number is None else whole(number, f"{pointer}/{escape(card)}") for card, number in value.items()
    }


def _time(value: Any, pointer: str) -> datetime | None:
    """Return a time with its offset, or None for null."""
    if value is None:
        return None
    try:
        moment = parse_datetime(value) if isinstance(value, str) else None
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise InvalidFields.of(
            pointer,
            "A time with its offset from UTC, as 2030-01-31T09:00:00Z, or null.",
            "应为带时区的时间，例如 2030-01-31T09:00:00Z，或 null。",
        )
    return moment


__all__ = ["Publishing", "ReleasePlan"]
