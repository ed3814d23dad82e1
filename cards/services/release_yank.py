"""Yanking: a release leaves the channels and says why; its bytes stay, and it may come back."""

from collections.abc import Mapping

from django.db import transaction

from cards.errors import InvalidFields, StateConflict
from cards.models import Account, Membership, NotificationKind, Outbox, Release, ReleaseYank
from cards.models.fields import both_languages
from cards.permissions import Act, Actor, authorize
from cards.queries.releases import yank_of
from cards.services.audit import audit_record, request_id
from cards.services.notification import notify
from cards.services.pack import pack_lock
from cards.texts import checked_string

REASON_LIMIT = 2_000  # characters in each language
YANKED, UNYANKED = "release.yanked", "release.unyanked"


def release_yank(*, actor: Actor, release: Release, reason: Mapping[str, str], use: str = "") -> ReleaseYank:
    """Take a release out of the channels; clients that pin it still get it, with the reason.

    Errors: InvalidFields without a reason, or where `use` is no other release of the pack that stands; StateConflict when it is yanked.
    """
    account, words = authorize(actor, release.pack, Act.RELEASE_PUBLISH), _reason(reason)
    with transaction.atomic():
        pack_lock(pack=release.pack)
        if yank_of(release=release) is not None:
            raise StateConflict("This release has already been yanked.", "该发布已经下架。")
        _check_use(release, use)
        row = ReleaseYank.objects.create(release=release, yanked=True, reason=words, instead=use, by=account)
        _record_side_effects(account, row, YANKED)
        members = [each.account for each in Membership.objects.filter(pack=release.pack).select_related("account")]
        about = {"release": release.version, "text": words["en"] or words["zh"]}
        notify(kind=NotificationKind.YANKED, accounts=members, pack=release.pack, by=account, about=about)
    return row


def release_unyank(*, actor: Actor, release: Release, reason: Mapping[str, str]) -> ReleaseYank:
    """Put a yanked release back into the channels.

    Errors: InvalidFields without a reason; StateConflict when it is not yanked.
    """
    account, words = authorize(actor, release.pack, Act.RELEASE_PUBLISH), _reason(reason)
    with transaction.atomic():
        pack_lock(pack=release.pack)
        if yank_of(release=release) is None:
            raise StateConflict("This release is not yanked.", "该发布没有下架。")
        row = ReleaseYank.objects.create(release=release, yanked=False, reason=words, by=account)
        _record_side_effects(account, row, UNYANKED)
    return row


def _reason(reason: Mapping[str, str]) -> dict[str, str]:
    unknown = set(reason) - set(both_languages())
    if unknown:
        raise InvalidFields.of(f"/reason/{min(unknown)}", "One of en, zh.", "应为 en 或 zh。")
    words = {
        language: checked_string(reason.get(language, "").strip(), pointer=f"/reason/{language}", limit=REASON_LIMIT)
        for language in both_languages()
    }
    if not any(words.values()):
        raise InvalidFields.of("/reason", "Say why, in one language at least.", "请说明原因，至少用一种语言。")
    return words


def _check_use(release: Release, use: str) -> None:
    if not use:
        return
    release_to_use = Release.objects.filter(pack=release.pack, version=use).exclude(pk=release.pk).first()
    if release_to_use is None or yank_of(release=release_to_use) is not None:
        raise InvalidFields.of(
            "/use", "Another release of this pack that is not yanked.", "应为该卡包另一个未下架的发布。"
        )


def _record_side_effects(account: Account, row: ReleaseYank, topic: str) -> None:
    release = row.release
    details = {"reason": row.reason, "instead": row.instead}
    target = f"{release.pack.slug} {release.version}"
    action = "release.yank" if row.yanked else "release.unyank"
    audit_record(actor=account, action=action, pack=release.pack, target=target, details=details)
    payload = {"pack": release.pack.slug, "version": release.version, "manifest_sha256": release.manifest_id}
    Outbox.objects.create(topic=topic, payload=payload, request_id=request_id())
