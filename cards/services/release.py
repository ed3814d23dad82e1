"""Releases: the plan that may change, and publishing, which happens once and whole."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from operator import attrgetter

from django.db import IntegrityError, transaction
from django.db.models import OuterRef, Subquery
from django.utils import timezone

from cards.crash import crash_point
from cards.errors import GateClosed, InvalidFields, StateConflict, VersionExists, VersionTooLow
from cards.fresh_sign_in import require_fresh
from cards.gateway import packs, rulesets
from cards.models import (
    Account,
    Card,
    Membership,
    NotificationKind,
    Outbox,
    Pack,
    Release,
    ReleaseCard,
    ReleaseFile,
    ReleasePlan,
    ReleaseTombstone,
)
from cards.models.fields import both_languages
from cards.permissions import Act, Actor, authorize, require
from cards.queries.gate_inputs import gate_inputs
from cards.queries.gates import plan_gates
from cards.queries.plan import Choices, Plan, plan_get
from cards.queries.plan_changelog import suggested_changelog
from cards.queries.plan_refusal import plan_refusal
from cards.semver import Semver
from cards.services.audit import audit_record, request_id
from cards.services.blob import blobs_keep
from cards.services.constraint import breaks
from cards.services.idempotency import Claim, idempotency_find, idempotency_keep
from cards.services.notification import notify
from cards.services.pack import pack_lock
from cards.services.previews.release import comparisons_keep
from cards.services.release_build import BuiltRelease, built_release, check_schemas
from cards.services.signing import signing_key_list
from cards.shape import Json, JsonObject
from cards.texts import checked_string
from cards.values import frozen_dataclass

CHANGELOG_LIMIT = 10_000  # characters per language: the longest string that a manifest may hold
RELEASE_PUBLISHED = "release.published"
MAX_SCHEDULE_AHEAD = timedelta(days=366)
OVERRIDE_LIMIT = 2_000  # characters of a reason
BATCH_SIZE = 2_000  # rows of one statement
_CARDS_MOVED = (
    "A card was renamed, retired or deprecated in the meantime: review the plan again.",
    "有卡牌刚被重命名、停用或标为不再推荐：请重新查看计划。",
)
NEVER_OVERRIDDEN = "valid"  # what is not valid loads nowhere


@frozen_dataclass
class ReleaseOrder:
    """The request of a publisher; without choices and changelog those of the saved plan count, or what it suggests.

    Shapes: override is why an admin publishes although a gate is closed, empty for all others; publish_at is when the relay
            publishes a plan that is saved, nothing for one that waits for a button.
    """

    version: str
    choices: Choices | None = None
    changelog: Mapping[str, str] | None = None
    override: str = ""
    publish_at: datetime | None = None


def release_plan_save(*, actor: Actor, pack: Pack, order: ReleaseOrder) -> ReleasePlan:
    """Save what the next release is going to be; an empty version follows the suggestion."""
    account = authorize(actor, pack, Act.RELEASE_PLAN)
    if order.version:
        _semver(order.version)
    if order.publish_at is not None:
        _check_time(account, pack, order)
        require_fresh(account, "release.publish")
    plan_get(account=account, pack=pack, choices=order.choices or {})
    fields = {
        "version": order.version,
        "choices": dict(order.choices or {}),
        "changelog": _checked_changelog(order.changelog or {}),
        "publish_at": order.publish_at,
        "publish_as": account if order.publish_at else None,
        "publish_error": None,
        "updated_by": account,
        "updated_at": timezone.now(),
    }
    with transaction.atomic():
        plan, is_new = ReleasePlan.objects.select_for_update().get_or_create(pack=pack, defaults=fields)
        if not is_new:
            for name, value in fields.items():
                setattr(plan, name, value)
            plan.revision += 1
            plan.save()
        details: Json = {"version": order.version, "choices": fields["choices"]}
        if order.publish_at is not None:
            details["publish_at"] = order.publish_at.astimezone(UTC).isoformat()
        audit_record(actor=account, action="release.plan_save", pack=pack, target=order.version, details=details)
    return plan


def _check_time(account: Account, pack: Pack, order: ReleaseOrder) -> None:
    """Refuse a time that has passed or is more than a year off, of a plan without a number, or from an account that may not publish."""
    require(account=account, pack=pack, act=Act.RELEASE_PUBLISH)
    at, now = order.publish_at, timezone.now()
    if at is None or not now < at < now + MAX_SCHEDULE_AHEAD:
        raise InvalidFields.of("/publish_at", "A time from now on, within a year.", "应为现在之后、一年之内的时间。")
    if not order.version:
        raise InvalidFields.of("/version", "A scheduled plan needs a version number.", "定时发布的计划需要版本号。")


def release_publish(*, actor: Actor, pack: Pack, order: ReleaseOrder, claim: Claim | None = None) -> Release:
    """Publish the next release, completely or not at all; its bytes never change.

    Everything is validated, built and hashed before the lock; inside it only what may have changed is checked again.

    Errors: InvalidFields for a malformed version or choice; VersionExists; VersionTooLow with the minimum; GateClosed
            with all gates, as they are when it is written; NothingChanged when it would repeat the last release; StateConflict when the pack moved on
            meanwhile, is archived or would ship no card;
            IdempotencyMismatch when the key of the claim came with another body.
    """
    account = authorize(actor, pack, Act.RELEASE_PUBLISH)
    require_fresh(account, "release.publish")
    if (answer := idempotency_find(account=account, claim=claim)) is not None:
        return _published(pack, answer)
    try:
        build = _build(account, pack, order)
    except (VersionExists, VersionTooLow, StateConflict):
        if (answer := idempotency_find(account=account, claim=claim)) is not None:
            return _published(pack, answer)  # the same request was answered while this one was built
        raise
    blobs_keep(contents=[build.contents.manifest, *build.contents.files.values()])
    rows = _rows(build)
    crash_point("release-built")
    try:
        with transaction.atomic():
            locked = pack_lock(pack=pack)
            if (answer := idempotency_find(account=account, claim=claim)) is not None:
                return _published(pack, answer)
            build = _judged_again(account, locked, order, build)
            release = _write(account, build, rows)
            _record_side_effects(account, release, build)
            idempotency_keep(account=account, claim=claim, status=201, answer={"version": release.version})
            crash_point("release-written")
    except IntegrityError as error:
        if breaks(error, "release_version_once", "release_order_once"):
            raise VersionExists() from None
        raise
    crash_point("release-committed")
    return release


def _published(pack: Pack, answer: JsonObject) -> Release:
    return Release.objects.select_related("pack", "released_by", "previous").get(pack=pack, version=answer["version"])


def _build(account: Account, pack: Pack, order: ReleaseOrder) -> BuiltRelease:
    """Return the release ready to be written, or refuse it, without a lock."""
    version = _semver(order.version)
    plan = plan_get(account=account, pack=pack, choices=order.choices)
    changelog = _checked_changelog(suggested_changelog(plan) if order.changelog is None else order.changelog)
    if ReleaseTombstone.objects.filter(pack_slug=pack.slug, version=str(version)).exists():
        raise VersionExists()
    if not plan.allows(version):
        raise VersionTooLow(str(version), _lowest_version(plan))
    if (refusal := plan_refusal(plan=plan, version=version)) is not None:
        raise refusal
    inputs = gate_inputs(plan=plan)  # before they are judged: what changes meanwhile is judged again
    gates = plan_gates(plan=plan)
    overridden_gates = _overridden(account, pack, order, gates)
    released_at = timezone.now().replace(microsecond=0)
    built = built_release(plan=plan, version=version, changelog=changelog, released_at=released_at)
    check_schemas(build=built, gates=gates)
    return replace(built, overridden=overridden_gates, inputs=inputs)


def _overridden(account: Account, pack: Pack, order: ReleaseOrder, gates: Sequence[JsonObject]) -> JsonObject | None:
    """Return which closed gates an admin goes past and why; None where all are open.

    Errors: GateClosed where one is closed and no reason to go on is given, or where cards are not valid, which no role goes past;
            Forbidden for an account that is no admin.
    """
    closed_gates = [gate["id"] for gate in gates if gate["closes"] and not gate["ok"]]
    if not closed_gates:
        return None
    reason = checked_string(order.override.strip(), pointer="/override", limit=OVERRIDE_LIMIT)
    if not reason or NEVER_OVERRIDDEN in closed_gates:
        raise GateClosed(gates)
    require(account=account, pack=pack, act=Act.RELEASE_OVERRIDE)
    return {"reason": reason, "gates": closed_gates}


def _lowest_version(plan: Plan) -> str:
    """Return the lowest version that is allowed and above everything published."""
    above = Semver.parse(plan.last.version).raised("patch") if plan.last else plan.minimum
    return str(max(plan.minimum, above, key=attrgetter("order_key")))


def _judged_again(account: Account, pack: Pack, order: ReleaseOrder, build: BuiltRelease) -> BuiltRelease:
    """Return the release as it may be written now, its pack locked: the role, the plan and the gates are those of this moment.

    The cards are locked, too: a decision, a withdrawal or a retirement comes before this judgement or after the release.
    """
    require(account=account, pack=pack, act=Act.RELEASE_PUBLISH)
    _check_unreleased(pack, build)
    shipping = [entry.card.pk for entry in build.plan.shipping]
    list(Card.objects.select_for_update(no_key=True).filter(pk__in=shipping).order_by("pk").values_list("pk"))
    inputs, before = gate_inputs(plan=build.plan), build.inputs
    if before is None or len(inputs.cards) != len(shipping):
        raise StateConflict("A card was moved to the trash in the meantime.", "有卡牌刚被移入回收站。")
    if inputs.cards != before.cards:
        raise StateConflict(*_CARDS_MOVED)
    if inputs.counts == before.counts:
        return build
    plan = replace(build.plan, pack=pack)
    return replace(build, overridden=_overridden(account, pack, order, plan_gates(plan=plan)))


def _check_unreleased(pack: Pack, build: BuiltRelease) -> None:
    """Refuse when a release came in between, or the pack was archived."""
    last = Release.objects.filter(pack=pack).order_by("-order_key").values_list("pk", flat=True).first()
    if Release.objects.filter(pack=pack, version=str(build.version)).exists():
        raise VersionExists()
    if last != (build.plan.last.pk if build.plan.last else None):
        raise StateConflict(
            "Another release was published first: review the plan again.", "已有其他版本先行发布：请重新查看计划。"
        )
    if pack.archived_at is not None:
        raise StateConflict("This pack is archived.", "该卡包已归档。")


Rows = tuple[Sequence[ReleaseFile], Sequence[ReleaseCard]]


def _rows(build: BuiltRelease) -> Rows:
    """Return the rows of files and cards, made and hashed before the lock; their release is not there yet."""
    files = [
        ReleaseFile(path=path, size=len(data), blob_id=hashlib.sha256(data).hexdigest())
        for path, data in build.contents.files.items()
    ]
    cards = [
        ReleaseCard(
            card_id=entry.card.pk,
            version_id=entry.version.pk,
            written_id=entry.id,
            path=f"cards/{entry.id}.json",
            blob_id=entry.version.sha256,
            deprecated=entry.card.deprecated,
        )
        for entry in build.plan.shipping
        if entry.version is not None
    ]
    return files, cards


def _write(account: Account, build: BuiltRelease, rows: Rows) -> Release:
    """Insert the rows of a release and move the pointers of its cards."""
    plan, pack = build.plan, build.plan.pack
    manifest = hashlib.sha256(build.contents.manifest).hexdigest()
    release = Release.objects.create(
        pack=pack,
        version=str(build.version),
        order_key=build.version.order_key,
        is_prerelease=bool(build.version.pre),
        previous=plan.last,
        ruleset=pack.ruleset,
        engine=packs.ENGINE_RANGE,
        engine_hash=rulesets.engine_hash(pack.ruleset),
        schemas=[rulesets.schema_id(pack.ruleset)],
        card_count=len(plan.shipping),
        manifest_id=manifest,
        zip_sha256=hashlib.sha256(build.archive).hexdigest(),
        zip_size=len(build.archive),
        signature=build.signature.decode(),
        key_id=build.key.id,
        changelog=dict(build.changelog),
        released_by=account,
        released_at=build.released_at,
    )
    files, cards = rows
    for file in files:
        file.release = release
    for card in cards:
        card.release = release
    ReleaseFile.objects.bulk_create(files, batch_size=BATCH_SIZE)
    ReleaseCard.objects.bulk_create(cards, batch_size=BATCH_SIZE)
    if not release.is_prerelease:
        _move_pointers(release)
    signing_key_list(build.key)
    _record_tombstone(release)
    _end_plan(release)
    return release


def _end_plan(release: Release) -> None:
    """Delete the plan, which is published or overtaken; one for another number outlives a pre-release."""
    plans = ReleasePlan.objects.filter(pack=release.pack)
    if release.is_prerelease:
        plans = plans.filter(version__in=["", release.version])
    plans.delete()


def _record_tombstone(release: Release) -> None:
    """Write the name, version and bytes down permanently; refuse where they named other bytes before."""
    held = {"manifest_sha256": release.manifest_id, "zip_sha256": release.zip_sha256}
    named = {"pack_slug": release.pack.slug, "version": release.version}
    grave, _ = ReleaseTombstone.objects.get_or_create(**named, defaults=held)
    if (grave.manifest_sha256, grave.zip_sha256) != (release.manifest_id, release.zip_sha256):
        raise VersionExists()


def _move_pointers(release: Release) -> None:
    """Set the released version of each card that ships in another one than before, in one statement."""
    shipped = ReleaseCard.objects.filter(release=release, card=OuterRef("pk")).values("version")[:1]
    moved = Card.objects.filter(released_in__release=release).exclude(released_version__released_in__release=release)
    Card.objects.filter(pk__in=moved.values("pk")).update(released_version=Subquery(shipped))


def _record_side_effects(account: Account, release: Release, build: BuiltRelease) -> None:
    """Write the audit event, the notifications and the outbox message, and keep what was compared beforehand."""
    details: Json = {
        "manifest_sha256": release.manifest_id,
        "zip_sha256": release.zip_sha256,
        "cards": release.card_count,
        "engine_hash": release.engine_hash,
    }
    if build.overridden:
        details["override"] = build.overridden
    comparisons_keep(plan=build.plan, version=release.version)
    members = [each.account for each in Membership.objects.filter(pack=release.pack).select_related("account")]
    about = {"release": release.version}
    notify(kind=NotificationKind.RELEASED, accounts=members, pack=release.pack, by=account, about=about)
    target = f"{release.pack.slug} {release.version}"
    audit_record(actor=account, action="release.publish", pack=release.pack, target=target, details=details)
    Outbox.objects.create(
        topic=RELEASE_PUBLISHED,
        payload={"pack": release.pack.slug, "version": release.version, "manifest_sha256": release.manifest_id},
        request_id=request_id(),
    )


def _semver(text: str) -> Semver:
    try:
        return Semver.parse(text if isinstance(text, str) else "")
    except ValueError:
        raise InvalidFields.of(
            "/version", "A semantic version, such as 1.2.0.", "应为语义化版本号，如 1.2.0。"
        ) from None


def _checked_changelog(changelog: Mapping[str, str]) -> dict[str, str]:
    unknown = set(changelog) - set(both_languages())
    if unknown:
        raise InvalidFields.of(f"/changelog/{min(unknown)}", "One of en, zh.", "应为 en 或 zh。")
    return {
        language: checked_string(changelog.get(language, ""), pointer=f"/changelog/{language}", limit=CHANGELOG_LIMIT)
        for language in both_languages()
    }
