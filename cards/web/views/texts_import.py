"""A translator's file: what it would change, shown first, then written as a whole."""

import base64
import zlib
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from cards.errors import InvalidFields, Refusal, StateConflict
from cards.localization import data_language, localize
from cards.models import JobKind, Pack
from cards.permissions import Act
from cards.queries.packs import pack_get
from cards.services.job import LONG, JobForm, job_queue
from cards.services.texts_import import Choices, Outcome, TextsReport, texts_import
from cards.texts_csv import SIZE_LIMIT, CsvProblem
from cards.web.access import access
from cards.web.forms import said
from cards.web.page import page
from cards.web.text import bilingual_plain
from cards.web.texts import field_labels

MAX_ROWS_LISTED = 200  # rows of a report that are listed


@dataclass(frozen=True)
class ReportPage:
    """The report on a file, as its page shows it."""

    report: TextsReport

    @property
    def changed(self) -> tuple[Outcome, ...]:
        """Return the rows that simply change a text."""
        return self.report.of("changed")

    @property
    def same(self) -> tuple[Outcome, ...]:
        """Return the rows that say what is here already."""
        return self.report.of("same")

    @property
    def older(self) -> tuple[Outcome, ...]:
        """Return the rows that were translated from another source."""
        return self.report.of("older")

    @property
    def edited(self) -> tuple[Outcome, ...]:
        """Return the rows whose text was edited here meanwhile."""
        return self.report.of("edited")

    @property
    def problems(self) -> tuple[CsvProblem, ...]:
        """Return the rows that cannot be read."""
        return self.report.problems

    @property
    def choices(self) -> Choices:
        """Return what was chosen for rows that do not fit."""
        return self.report.choices

    @property
    def rows_to_write(self) -> int:
        """Return how many texts a press on the button writes."""
        return len(self.report.written)

    @property
    def skipped(self) -> int:
        """Return how many different texts it leaves out."""
        return self.report.skipped

    @property
    def shown(self) -> list[Outcome]:
        """Return the rows that differ, as many as a page lists."""
        return [row for row in self.report.outcomes if row.kind != "same"][:MAX_ROWS_LISTED]

    @property
    def hidden(self) -> int:
        """Return how many more differ."""
        return sum(row.kind != "same" for row in self.report.outcomes) - len(self.shown)


@require_http_methods(["GET", "POST"])
@page
def text_import(request: HttpRequest, pack: str) -> HttpResponse:
    """Read a translator's file, show its effect, and write it on confirmation."""
    row = pack_get(account=request.user, slug=pack, act=Act.DRAFT_SAVE)
    context = _import_context(request, row)
    if request.method == "GET":
        return render(request, "cards/texts_import.html", context)
    choices = _choices(request)
    writes = request.POST.get("do") == "write"
    try:
        data = _file(request)
        report = texts_import(actor=request.user, pack=row, data=data, choices=choices, dry_run=True)
        if writes and report.cards > LONG:
            form = JobForm(JobKind.TEXTS, {"older": choices.older, "edited": choices.edited}, data)
            return redirect("cards:job-detail", pack, job_queue(actor=request.user, pack=row, form=form).number)
        if writes:
            report = texts_import(actor=request.user, pack=row, data=data, choices=choices)
    except Refusal as refusal:
        return _import_refused(request, refusal, context)
    if writes:
        messages.success(request, _result_sentence(report))
        return redirect("cards:text-list", pack)
    context |= {"report": ReportPage(report), "payload": _pack_data(data), "fields": field_labels()}
    return render(request, "cards/texts_import.html", context, status=422 if report.problems else 200)


def _import_context(request: HttpRequest, pack: Pack) -> dict[str, Any]:
    crumbs = [
        (reverse("cards:pack-detail", args=[pack.slug]), bilingual_plain(pack.name)),
        (reverse("cards:text-list", args=[pack.slug]), localize("Texts", "文案")),
        ("", localize("CSV in", "导入 CSV")),
    ]
    return {"pack": pack, "section": "texts", "can": access(request.user, pack).can, "crumbs": crumbs}


def _import_refused(request: HttpRequest, refusal: Refusal, context: dict[str, Any]) -> HttpResponse:
    if refusal.status in {403, 404}:
        raise refusal
    detail = " ".join(error["detail"][data_language()] for error in refusal.errors) or said(refusal, data_language())
    return render(request, "cards/texts_import.html", context | {"refusal": detail}, status=refusal.status)


def _choices(request: HttpRequest) -> Choices:
    older, edited = request.POST.get("older", "skip"), request.POST.get("edited", "skip")
    return Choices("stale" if older == "stale" else "skip", "file" if edited == "file" else "skip")


def _result_sentence(report: TextsReport) -> str:
    n = len(report.written)
    return localize("{n:text is|texts are} written.", "已写入 {n} 条文案。", n=n)


def _file(request: HttpRequest) -> bytes:
    """Return the file that was sent, or the one that the report before was about."""
    upload = request.FILES.get("file")
    if upload is not None:
        if (upload.size or 0) > SIZE_LIMIT:
            raise InvalidFields.of("/file", "A file holds at most 16 MiB.", "文件最大 16 MiB。")
        return bytes(upload.read())
    if "payload" not in request.POST:
        raise InvalidFields.of("/file", "Choose a file first.", "请先选择文件。")
    return _unpack_data(request.POST["payload"])


def _pack_data(data: bytes) -> str:
    return base64.b64encode(zlib.compress(data)).decode()


def _unpack_data(payload: str) -> bytes:
    refusal = StateConflict({"en": "The file did not arrive whole. Choose it again.", "zh": "文件不完整，请重新选择。"})
    reader = zlib.decompressobj()
    try:
        data = reader.decompress(base64.b64decode(payload, validate=True), SIZE_LIMIT)
    except (ValueError, zlib.error):
        raise refusal from None
    if not reader.eof:
        raise refusal
    return data
