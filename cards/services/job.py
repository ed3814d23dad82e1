"""Jobs: queueing a long act, ending one before its time, forgetting old ones."""

import zlib
from collections.abc import Mapping
from dataclasses import field
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now

from cards.errors import QuotaExceeded
from cards.models import Account, Job, JobKind, JobState, Pack
from cards.models.job import OPEN_JOBS
from cards.permissions import Act, Actor, authorize, require, require_account
from cards.refusals import Text, text
from cards.services.audit import audit_record, request_id
from cards.services.outbox_notify import wake_jobs
from cards.services.pack import number_take
from cards.values import frozen_dataclass

LONG = 200
"""Cards above which an act is a job."""

MAX_OPEN = 4  # jobs of one account that wait or run
RETRY_AFTER = 2  # seconds until it is worth asking again
MAX_AGE = timedelta(days=90)
OUTPUT_AGE = timedelta(days=7)  # the file that a job made
INPUT_KEPT = timedelta(days=1)  # the file of a check, which may be written after it

ACTS: Mapping[str, Act] = {
    JobKind.IMPORT: Act.CARD_CREATE,
    JobKind.BULK: Act.DRAFT_SAVE,
    JobKind.UNDO: Act.DRAFT_SAVE,
    JobKind.TEXTS: Act.DRAFT_SAVE,
    JobKind.CHECK: Act.VALIDATE,
    JobKind.SHEET: Act.CARD_READ,
}
"""What somebody must be allowed to do who asks for a job of a kind; the act itself asks again when it runs."""


JOB_TITLES: Mapping[str, Text] = {
    JobKind.IMPORT: text("import", "导入"),
    JobKind.BULK: text("bulk edit", "批量修改"),
    JobKind.UNDO: text("undo of a bulk edit", "撤销批量修改"),
    JobKind.TEXTS: text("texts from a file", "导入文案"),
    JobKind.CHECK: text("check of every card", "检查所有卡牌"),
    JobKind.SHEET: text("file to print or play", "打印或桌游文件"),
}
"""What a job is called in a sentence."""


@frozen_dataclass
class JobForm:
    """What is asked of a job.

    Shapes: order is what the kind needs, as JSON; data the file that it reads.
    """

    kind: JobKind
    order: Mapping[str, Any] = field(default_factory=dict)
    data: bytes | None = None
    is_dry: bool = False


def job_queue(*, actor: Actor, pack: Pack, form: JobForm) -> Job:
    """Queue a job; a worker begins it at once unless others of it wait.

    Errors: QuotaExceeded where the account has as many open as it may.
    """
    account = authorize(actor, pack, ACTS[form.kind])
    with transaction.atomic():
        Account.objects.select_for_update(no_key=True).get(pk=account.pk)
        if Job.objects.filter(requested_by=account, state__in=OPEN_JOBS).count() >= MAX_OPEN:
            raise QuotaExceeded(RETRY_AFTER)
        job = Job.objects.create(
            pack=pack,
            number=number_take(pack=pack, kind="job"),
            kind=form.kind,
            is_dry=form.is_dry,
            order=dict(form.order),
            input=None if form.data is None else zlib.compress(form.data, 1),
            request_id=request_id(),
            requested_by=account,
        )
        details = {"kind": form.kind, "dry_run": form.is_dry}
        audit_record(actor=account, action="job.queue", pack=pack, target=f"job {job.number}", details=details)
        transaction.on_commit(wake_jobs)
    return job


def job_again(*, actor: Actor, job: Job, restore: bool = False) -> Job:
    """Queue the write of what a check found; with `restore` another check, which takes the cards of its file out of the trash.

    Errors: as for `job_queue`.
    """
    kept = Job.objects.only("input").get(pk=job.pk)
    order = {**job.order, "restore": True, "based_on": None} if restore else job.order
    form = JobForm(JobKind(job.kind), order, job_input(kept), is_dry=restore)
    return job_queue(actor=actor, pack=job.pack, form=form)


def job_cancel(*, actor: Actor, job: Job) -> Job:
    """End a job: nothing of it is written. One that is over stays as it is.

    Cancelling another account's job needs a designer, whatever its kind.
    """
    account = require_account(actor)
    require(account=account, pack=job.pack, act=ACTS[job.kind] if job.requested_by_id == account.pk else Act.DRAFT_SAVE)
    with transaction.atomic():
        locked = Job.objects.select_for_update(no_key=True).defer("input", "output", "result").get(pk=job.pk)
        if not locked.is_final:
            Job.objects.filter(pk=job.pk).update(
                state=JobState.CANCELLED,
                input=None,
                lease_id=None,
                lease_until=None,
                finished_at=Now(),
                changes=F("changes") + 1,
            )
            audit_record(actor=account, action="job.cancel", pack=job.pack, target=f"job {job.number}")
        return Job.objects.select_related("pack", "requested_by").get(pk=job.pk)


def job_input(job: Job) -> bytes:
    """Return the file that a job reads; empty where it has none."""
    return zlib.decompress(bytes(job.input)) if job.input is not None else b""


def jobs_prune() -> int:
    """Forget the files of jobs that ended a day ago and jobs that ended ninety days ago; return how many went."""
    old_jobs = Job.objects.filter(finished_at__isnull=False)
    old_jobs.filter(finished_at__lt=Now() - INPUT_KEPT, input__isnull=False).update(input=None)
    old_jobs.filter(finished_at__lt=Now() - OUTPUT_AGE, output__isnull=False).update(output=None)
    return old_jobs.filter(finished_at__lt=Now() - MAX_AGE).delete()[0]
