"""Jobs: long acts that go on after their request was answered; watching one, ending it, and the check of every card."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.base import Endpoint, actor_of, answer, pack_of
from cards.api.bodies import fields_of, line, whole, words
from cards.api.bytes import MEMBERS_ONLY, bytes_response, is_known, not_modified, with_caching
from cards.api.docs import BYTES, operation
from cards.api.paging import page_of, refuse_unknown
from cards.api.repeat import Creation, create_once
from cards.api.shapes import API
from cards.errors import InvalidFields
from cards.localization import data_language
from cards.models import Job, JobKind, Pack
from cards.models.account import TokenScope
from cards.permissions import Act
from cards.progress import ignore_progress
from cards.queries.jobs import job_get, job_list, job_mark, job_output
from cards.queries.packs import live_count
from cards.services.job import LONG, RETRY_AFTER, JobForm, job_cancel, job_queue
from cards.services.job_kinds import CHECK, pack_check
from cards.services.job_shape import JOB
from cards.services.sheets import sheet_order
from cards.shape import Json
from cards.waiting import MAX_WAIT, wait_for


def queue_answer(request: Request, pack: Pack, form: JobForm) -> Response:
    """Queue a job and answer 202, once per `Idempotency-Key`; with `wait` the answer is that of the job once it is over."""
    seconds = wait_of(request)
    response = create_once(
        request, lambda: job_creation(job_queue(actor=actor_of(request), pack=pack, form=form)), status=202
    )
    if not seconds:
        return response
    number = response.data["number"]
    wait_for(lambda: job_get(pack=pack, number=number).is_final, seconds)
    body, headers = job_creation(job_get(pack=pack, number=number))
    return answer(body, 202, **{name.replace("-", "_"): value for name, value in headers.items()})


def job_creation(job: Job) -> Creation:
    """Return body and headers of the answer that an act goes on as a job."""
    return JOB(job), {"Location": f"{API}/packs/{job.pack.slug}/jobs/{job.number}/", "Retry-After": str(RETRY_AFTER)}


def wait_of(request: Request) -> float:
    """Return how long the caller would wait for the result.

    Units: seconds.
    """
    value = request.query_params.get("wait", "0")
    if not value.isdecimal() or len(value) > 3 or int(value) > MAX_WAIT:
        raise InvalidFields.of(
            "/wait", f"Whole seconds from 0 to {MAX_WAIT:.0f}.", f"应为 0 到 {MAX_WAIT:.0f} 的整数秒。"
        )
    return float(value)


class Jobs(Endpoint):
    """The jobs of a pack."""

    @operation("jobs", "Jobs of a pack, the newest first, without their results", JOB, is_list=True, act=Act.CARD_READ)
    def get(self, request: Request, pack: Pack) -> Response:
        """List them."""
        return page_of(request, job_list(pack=pack), _without_result, "-number")


def _without_result(job: Job) -> Json:
    job.result = None  # it was not read, and would be by a query for each
    return JOB(job)


class JobDetail(Endpoint):
    """One job."""

    @operation("job", "One job: how far it is, and its result; `wait` seconds for its end", JOB, filters=("wait",))
    def get(self, request: Request, pack: str, number: int) -> Any:
        """Return it; 304 while nothing changed since the ETag."""
        refuse_unknown(request, "wait")
        row = pack_of(request, pack, Act.CARD_READ)
        if seconds := wait_of(request):
            wait_for(lambda: job_get(pack=row, number=number).is_final, seconds)
        mark = f"{job_mark(pack=row, number=number)}-{data_language()}"
        if is_known(request._request, mark):
            return not_modified(tag=mark, cache_control=MEMBERS_ONLY)
        job = job_get(pack=row, number=number)
        response = answer(JOB(job))
        if not job.is_final:
            response.headers["Retry-After"] = "1"
        return with_caching(response, tag=f"{job.etag}-{data_language()}", cache_control=MEMBERS_ONLY)


class JobFile(Endpoint):
    """The file that a job made."""

    is_counted = False

    @operation("job-file", "The file that a job made, for a week", BYTES, act=Act.CARD_READ)
    def get(self, request: Request, pack: Pack, number: int) -> Any:
        """Return it; NotFound where the job made none."""
        refuse_unknown(request)
        job = job_get(pack=pack, number=number)
        tag = str((job.result or {}).get("sha256", ""))
        if tag and is_known(request._request, tag):
            return not_modified(tag=tag, cache_control=MEMBERS_ONLY)
        data = job_output(job=job)
        name = str(job.result["name"]) if job.result else ""
        return bytes_response(data, tag=tag, media=BYTES.media, cache_control=MEMBERS_ONLY, name=name)


class SheetJobs(Endpoint):
    """Files of card faces to print or play."""

    scopes = {"POST": TokenScope.READ}

    @operation(
        "sheets",
        "Draw cards, a deck or a release as pages to print (PDF) or as sheets for Tabletop Simulator (zip); always a job",
        JOB,
        method="post",
        status=202,
        filters=("wait",),
        job=True,
        act=Act.CARD_READ,
    )
    def post(self, request: Request, pack: Pack) -> Response:
        """Queue it; the file is at `file` of the job once that is finished."""
        refuse_unknown(request, "wait")
        checks = {"cards": words, "deck": whole, "release": line, "language": line, "paper": line, "bleed": whole}
        values = fields_of(request, {"format": line}, {**checks, "copies": whole, "url": line})
        order = sheet_order(values)
        return queue_answer(request, pack, JobForm(JobKind.SHEET, order.to_json()))


class JobCancel(Endpoint):
    """The end of a job before its time."""

    @operation("job-cancel", "End a job; nothing of it is written", JOB, method="post", status=202, act=Act.CARD_READ)
    def post(self, request: Request, pack: Pack, number: int) -> Response:
        """End it; one that is over stays as it is."""
        fields_of(request, {})
        job = job_cancel(actor=actor_of(request), job=job_get(pack=pack, number=number))
        return answer(JOB(job), 202)


class PackCheck(Endpoint):
    """The check of every card of a pack by the engine of today."""

    scopes = {"POST": TokenScope.READ}

    @operation(
        "pack-check",
        "Check every card of a pack; above 200 cards the check is a job, 202",
        CHECK,
        method="post",
        filters=("wait",),
        job=True,
    )
    def post(self, request: Request, pack: str) -> Response:
        """Return every problem of the drafts, or queue that."""
        refuse_unknown(request, "wait")
        row = pack_of(request, pack, Act.VALIDATE)
        fields_of(request, {})
        if live_count(pack=row) > LONG:
            return queue_answer(request, row, JobForm(JobKind.CHECK))
        return answer(CHECK(pack_check(pack=row, watch=ignore_progress)))
