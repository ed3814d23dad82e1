"""Jobs: those of a pack, one of them while it runs and after, ending it, writing what a check found."""

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse

from cards.errors import StateConflict
from cards.localization import data_language, localize
from cards.models import Job, JobKind, JobState, Pack
from cards.permissions import Act, allows
from cards.queries.jobs import has_input, has_output, job_get, job_list
from cards.queries.packs import live_count
from cards.services.job import ACTS, JobForm, job_again, job_cancel
from cards.web.access import access
from cards.web.import_report import refused_in_words, writes_in
from cards.web.page import Context, pack_context, pack_endpoint, pack_page, polled, queue_job
from cards.web.pages import paged

POLL_MS = 1_000
MAX_PROBLEMS_LISTED = 200  # problems of a job that its page lists


def title_of(job: Job) -> str:
    """Return what a job is called."""
    titles: Mapping[str, str] = {
        JobKind.IMPORT: localize("Check of an import", "检查导入") if job.is_dry else localize("Import", "导入"),
        JobKind.BULK: localize("Check of a bulk edit", "检查批量修改")
        if job.is_dry
        else localize("Bulk edit", "批量修改"),
        JobKind.UNDO: localize("Undo of a bulk edit", "撤销批量修改"),
        JobKind.TEXTS: localize("Texts from a CSV file", "从 CSV 文件导入文案"),
        JobKind.CHECK: localize("Check of every card", "检查所有卡牌"),
        JobKind.SHEET: localize("File to print or play", "打印或桌游文件"),
    }
    return titles[job.kind]


def state_of(job: Job) -> str:
    """Return how far a job is, in a word."""
    states: Mapping[str, str] = {
        JobState.QUEUED: localize("waiting", "等待中"),
        JobState.RUNNING: localize("running", "运行中"),
        JobState.FINISHED: localize("finished", "已完成"),
        JobState.REFUSED: localize("refused", "已拒绝"),
        JobState.CANCELLED: localize("cancelled", "已取消"),
        JobState.FAILED: localize("failed", "失败"),
    }
    return states[job.state]


@pack_page(Act.CARD_READ, "GET", "POST")
def job_index(request: HttpRequest, pack: Pack) -> HttpResponse:
    """Show the jobs of a pack; POST checks every card of it."""
    if request.method == "POST":
        return queue_job(request, pack, JobForm(JobKind.CHECK))
    listing = paged(job_list(pack=pack), request.GET)
    lines = [(job, title_of(job), state_of(job)) for job in listing.rows]
    context = pack_context(
        pack, "cards", localize("Jobs", "任务"), lines=lines, listing=listing, cards=live_count(pack=pack)
    )
    return render(request, "cards/job_list.html", context)


@pack_page(Act.CARD_READ)
def job_detail(request: HttpRequest, pack: Pack, number: int) -> HttpResponse:
    """Show one job: how far it is, and what came of it."""
    return render(request, "cards/job_detail.html", _context(request, pack, job_get(pack=pack, number=number)))


@pack_endpoint(Act.CARD_READ)
def job_progress(request: HttpRequest, pack: Pack, number: int) -> HttpResponse:
    """Return what the page of the job shows; 304 while nothing changed."""
    job = job_get(pack=pack, number=number)

    def progress() -> Context:
        return {
            "state": job.state,
            "final": job.is_final,
            "poll_after_ms": POLL_MS,
            "status": localize("The job has ended.", "任务已结束。") if job.is_final else f"{_percent(job)}%",
            "html": render_to_string("cards/partials/_job.html", _context(request, pack, job), request),
        }

    return polled(request, f"{job.etag}-{data_language()}-{access(request.user, pack).role}", progress)


@pack_page(Act.CARD_READ, "POST")
def job_stop(request: HttpRequest, pack: Pack, number: int) -> HttpResponse:
    """End a job; none of it is written."""
    job_cancel(actor=request.user, job=job_get(pack=pack, number=number))
    return redirect("cards:job-detail", pack, number)


@pack_page(Act.CARD_READ, "POST")
def job_write(request: HttpRequest, pack: Pack, number: int) -> HttpResponse:
    """Write what a check found, or check again with the cards of the trash restored, as a job of its own."""
    job = job_get(pack=pack, number=number)
    restores = request.POST.get("do") == "restore"
    if not has_input(job=job):
        raise StateConflict(
            "The file of this check is no longer available. Upload it again.", "此检查的文件已不再保留，请重新上传。"
        )
    return redirect("cards:job-detail", pack, job_again(actor=request.user, job=job, restore=restores).number)


def _percent(job: Job) -> int:
    return 100 * job.done // job.of if job.of else 0


def _context(request: HttpRequest, pack: Pack, job: Job) -> Context:
    may = allows(role=access(request.user, pack).role, act=ACTS[job.kind]) and pack.archived_at is None
    result: Context = job.result or {}
    refusal: Context = job.refusal or {}
    problems = result.get("problems") or refusal.get("problems") or []
    return pack_context(
        pack,
        "cards",
        str(job.number),
        (reverse("cards:job-list", args=[pack]), localize("Jobs", "任务")),
        job=job,
        title=title_of(job),
        state=state_of(job),
        percent=_percent(job),
        result=result,
        report=result,
        refusal=refusal,
        problems=problems[:MAX_PROBLEMS_LISTED],
        problems_hidden=max(0, len(problems) - MAX_PROBLEMS_LISTED) + result.get("problems_left", 0),
        may_cancel=may and not job.is_final,
        may_write=may
        and job.is_dry
        and job.state == JobState.FINISHED
        and (writes_in(result) > 0 if job.kind == JobKind.IMPORT else bool(result.get("ok")))
        and has_input(job=job),
        file_url=reverse("api:job-file", args=[pack, job.number]) if has_output(job=job) else "",
        why_not=refused_in_words(result) if job.kind == JobKind.IMPORT and job.is_dry and result else "",
        writes=writes_in(result) if job.kind == JobKind.IMPORT and result else 0,
        progress_url=reverse("cards:job-progress", args=[pack, job.number]),
        poll_after_ms=POLL_MS,
    )
