"""Plans that are published at a time: by the relay, in the name of the account that scheduled it, as if it pressed the button then."""

import hashlib
import json
from collections.abc import Mapping

import structlog
from django.contrib.auth.models import AnonymousUser
from django.db import InterfaceError, OperationalError, transaction
from django.utils import timezone

from cards.errors import Forbidden, NotFound, NotSignedIn, Refusal
from cards.models import Account, Membership, NotificationKind, Pack, ReleasePlan, Role
from cards.services.audit import audit_record
from cards.services.idempotency import Claim
from cards.services.notification import notify
from cards.services.release import ReleaseOrder, release_publish

FAULT = {
    "en": "Publishing failed on our side. The operator finds the reason in the log of the relay.",
    "zh": "服务端在发布时出错。运维人员可在中继日志中查看原因。",
}
PUBLISHER_GONE = {
    "en": "Whoever set the time may not publish in this pack any more. Set it again as somebody who may.",
    "zh": "设定发布时间的人已无权在此卡包中发布。请由有权限的人重新设定时间。",
}
BATCH_SIZE = 5  # plans that one round publishes
log = structlog.get_logger(__name__)


def releases_publish_due() -> int:
    """Publish the plans whose time has come; the role and the gates are those of now. Return how many were tried.

    A plan that is refused keeps everything but its time, says why, and the publisher and the pack's admins are notified.
    """
    due = ReleasePlan.objects.filter(publish_at__lte=timezone.now(), publish_as__isnull=False)
    plans = list(due.select_related("pack", "publish_as").order_by("publish_at")[:BATCH_SIZE])
    for plan in plans:
        try:
            _publish(plan)
        except Refusal as refused:
            log.info("a planned release was refused", pack=plan.pack.slug, reason=refused.slug)
            _fail(plan, refused.slug, _message_of(refused))
        except (InterfaceError, OperationalError):
            raise  # the database is away: the relay waits for it, and the plan is still due then
        except Exception:  # a fault of one plan must not stop the relay, which would meet it again at each start
            log.exception("a planned release failed", pack=plan.pack.slug)
            _fail(plan, "fault", FAULT)
    return len(plans)


def _message_of(refusal: Refusal) -> dict[str, str]:
    """Return what was refused: the fields one by one where fields are what it is about.

    The pack's admins read it, to whom "it does not exist, or it is not yours to know" says nothing.
    """
    if isinstance(refusal, Forbidden | NotFound | NotSignedIn):
        return PUBLISHER_GONE
    details = [error["detail"] for error in refusal.errors] or [refusal.detail]
    return {language: " ".join(detail[language] for detail in details) for language in ("en", "zh")}


def _publish(plan: ReleasePlan) -> None:
    order = ReleaseOrder(plan.version, plan.choices, plan.changelog if any(plan.changelog.values()) else None)
    body = json.dumps([plan.pk, plan.revision], sort_keys=True)
    digest = hashlib.sha256(body.encode()).hexdigest()
    claim = Claim(f"release.schedule {plan.pack.slug}", f"plan {plan.pk} {plan.revision}", digest)
    actor = plan.publish_as or AnonymousUser()
    release_publish(actor=actor, pack=plan.pack, order=order, claim=claim)


def _fail(plan: ReleasePlan, reason: str, message: Mapping[str, str]) -> None:
    """Take the time off the plan, unless it was saved meanwhile, and notify."""
    why = {language: message[language] for language in ("en", "zh")}
    with transaction.atomic():
        locked = ReleasePlan.objects.select_for_update(no_key=True).filter(pk=plan.pk, revision=plan.revision).first()
        if locked is None:
            return
        locked.publish_at, locked.publish_error = None, why
        locked.save(update_fields=["publish_at", "publish_error"])
        details = {"reason": reason, "publisher": plan.publish_as_id}
        audit_record(actor=None, action="release.schedule_failed", pack=plan.pack, target=plan.version, details=details)
        about = {"release": plan.version, "text": why["en"], "text_zh": why["zh"]}
        notify(
            kind=NotificationKind.PUBLISH_FAILED,
            accounts=[*_admins(plan.pack), *([plan.publish_as] if plan.publish_as else [])],
            pack=plan.pack,
            by=None,
            about=about,
        )


def _admins(pack: Pack) -> list[Account]:
    rows = Membership.objects.filter(pack=pack, role=Role.ADMIN).select_related("account")
    return [row.account for row in rows]
