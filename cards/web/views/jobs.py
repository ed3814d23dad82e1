"""Jobs: those of a pack, one of them while it runs and after, ending it, writing what a check found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from cards.errors import StateConflict
from cards.localization import data_language, localize
from cards.models import Job, JobKind, JobState, Pack
from cards.permissions import Act, allows
from cards.queries.jobs import has_input, job_get, job_list
from cards.queries.packs import live_count, pack_get
from cards.services.job import ACTS, JobForm, job_again, job_cancel, job_queue
from cards.web.access import access
from cards.web.import_report import writes_in
from cards.web.page import endpoint, page
from cards.web.pages import paged
from cards.web.text import bilingual_plain

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


@require_http_methods(["GET", "POST"])
@page
def job_index(request: HttpRequest, pack: str) -> HttpResponse:
    """Show the jobs of a pack; POST checks every card of it."""
    row = pack_get(account=request.user, slug=pack, act=Act.CARD_READ)
    if request.method == "POST":
        job = job_queue(actor=request.user, pack=row, form=JobForm(JobKind.CHECK))
        return redirect("cards:job-detail", pack, job.number)
    found = paged(job_list(pack=row), request.GET)
    lines = [(job, title_of(job), state_of(job)) for job in found.rows]
    context = {"pack": row, "section": "cards", "lines": lines, "listing": found, "cards": live_count(pack=row)}
    return render(request, "cards/job_list.html", context | {"crumbs": _crumbs(row, localize("Jobs", "任务"))})


@require_GET
@page
def job_detail(request: HttpRequest, pack: str, number: int) -> HttpResponse:
    """Show one job: how far it is, and what came of it."""
    row = pack_get(account=request.user, slug=pack, act=Act.CARD_READ)
    return render(request, "cards/job_detail.html", _context(request, row, job_get(pack=row, number=number)))


@require_GET
@endpoint
def job_progress(request: HttpRequest, pack: str, number: int) -> HttpResponse:
    """Return what the page of the job shows; 304 while nothing changed."""
    row = pack_get(account=request.user, slug=pack, act=Act.CARD_READ)
    job = job_get(pack=row, number=number)
    etag = f'"{job.etag}-{data_language()}-{access(request.user, row).role}"'
    if request.headers.get("If-None-Match") == etag:
        response: HttpResponse = HttpResponse(status=304)
    else:
        response = _progress(request, row, job)
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ("Cookie",))
    return response


def _progress(request: HttpRequest, pack: Pack, job: Job) -> JsonResponse:
    answer = {
        "state": job.state,
        "final": job.is_final,
        "poll_after_ms": POLL_MS,
        "status": localize("The job has ended.", "任务已结束。") if job.is_final else f"{_percent(job)}%",
        "html": render_to_string("cards/partials/_job.html", _context(request, pack, job), request),
    }
    return JsonResponse(answer, json_dumps_params={"ensure_ascii": False})


@require_POST
@page
def job_stop(request: HttpRequest, pack: str, number: int) -> HttpResponse:
    """End a job; none of it is written."""
    row = pack_get(account=request.user, slug=pack, act=Act.CARD_READ)
    job_cancel(actor=request.user, job=job_get(pack=row, number=number))
    return redirect("cards:job-detail", pack, number)


@require_POST
@page
def job_write(request: HttpRequest, pack: str, number: int) -> HttpResponse:
    """Write what a check found, or check again with the cards of the trash restored, as a job of its own."""
    row = pack_get(account=request.user, slug=pack, act=Act.CARD_READ)
    job = job_get(pack=row, number=number)
    restores = request.POST.get("do") == "restore"
    if not has_input(job=job):
        raise StateConflict(
            {
                "en": "The file of this check is no longer kept. Send it again.",
                "zh": "此检查的文件已不再保留，请重新上传。",
            }
        )
    made = job_again(actor=request.user, job=job, restore=restores)
    return redirect("cards:job-detail", pack, made.number)


def _crumbs(pack: Pack, *names: str) -> list[tuple[str, str]]:
    """Return the way to a page of jobs: its last name leads nowhere."""
    places = [reverse("cards:job-list", args=[pack.slug])] * (len(names) - 1)
    return [
        (reverse("cards:pack-detail", args=[pack.slug]), bilingual_plain(pack.name)),
        *zip([*places, ""], names, strict=True),
    ]


def _percent(job: Job) -> int:
    return 100 * job.done // job.of if job.of else 0


def _context(request: HttpRequest, pack: Pack, job: Job) -> dict[str, Any]:
    has = access(request.user, pack)
    may = allows(role=has.role, act=ACTS[job.kind]) and pack.archived_at is None
    result: dict[str, Any] = job.result or {}
    refusal: dict[str, Any] = job.refusal or {}
    problems = result.get("problems") or refusal.get("problems") or []
    return {
        "pack": pack,
        "section": "cards",
        "job": job,
        "title": title_of(job),
        "state": state_of(job),
        "percent": _percent(job),
        "result": result,
        "report": result,
        "refusal": refusal,
        "problems": problems[:MAX_PROBLEMS_LISTED],
        "problems_hidden": max(0, len(problems) - MAX_PROBLEMS_LISTED) + result.get("problems_left", 0),
        "may_cancel": may and not job.is_final,
        "may_write": may
        and job.is_dry
        and job.state == JobState.FINISHED
        and _writes(job, result)
        and has_input(job=job),
        "writes": writes_in(result) if job.kind == JobKind.IMPORT and result else 0,
        "progress_url": reverse("cards:job-progress", args=[pack.slug, job.number]),
        "poll_after_ms": POLL_MS,
        "crumbs": _crumbs(pack, localize("Jobs", "任务"), str(job.number)),
    }


def _writes(job: Job, result: Mapping[str, Any]) -> bool:
    """Return whether there is anything to write after a check."""
    return writes_in(result) > 0 if job.kind == JobKind.IMPORT else bool(result.get("ok"))
