"""A translator's file: what it would change, shown first, then written as a whole."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from cards.errors import InvalidFields, Refusal
from cards.localization import localize
from cards.models import JobKind, Pack
from cards.permissions import Act
from cards.services.job import LONG, JobForm
from cards.services.texts_import import Choices, Outcome, TextsReport, texts_import
from cards.texts_csv import CsvProblem
from cards.web.access import access
from cards.web.forms import refusal_details
from cards.web.page import pack_context, pack_page, queue_job
from cards.web.texts import field_labels
from cards.web.uploads import file_payload, sent_file

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
        return len(self.report.written_rows)

    @property
    def skipped(self) -> int:
        """Return how many different texts it leaves out."""
        return self.report.skipped

    @property
    def shown_rows(self) -> list[Outcome]:
        """Return the rows that differ, as many as a page lists."""
        return [row for row in self.report.outcomes if row.kind != "same"][:MAX_ROWS_LISTED]

    @property
    def hidden_count(self) -> int:
        """Return how many more differ."""
        return sum(row.kind != "same" for row in self.report.outcomes) - len(self.shown_rows)


@pack_page(Act.DRAFT_SAVE, "GET", "POST")
def text_import(request: HttpRequest, pack: Pack) -> HttpResponse:
    """Read a translator's file, show its effect, and write it on confirmation."""
    context = pack_context(
        pack,
        "texts",
        localize("Import CSV", "导入 CSV"),
        (reverse("cards:text-list", args=[pack]), localize("Texts", "文案")),
        can=access(request.user, pack).can,
    )
    if request.method == "GET":
        return render(request, "cards/texts_import.html", context)
    choices = _choices(request)
    writes = request.POST.get("do") == "write"
    try:
        data = sent_file(request, InvalidFields.of("/file", "A file holds at most 16 MiB.", "文件最大 16 MiB。"))
        report = texts_import(actor=request.user, pack=pack, data=data, choices=choices, dry_run=True)
        if writes and report.cards > LONG:
            form = JobForm(JobKind.TEXTS, {"older": choices.older, "edited": choices.edited}, data)
            return queue_job(request, pack, form)
        if writes:
            report = texts_import(actor=request.user, pack=pack, data=data, choices=choices)
    except Refusal as refusal:
        context["refusal"] = refusal_details(refusal)
        return render(request, "cards/texts_import.html", context, status=refusal.status)
    if writes:
        n = len(report.written_rows)
        messages.success(request, localize("{n:text is|texts are} written.", "已写入 {n} 条文案。", n=n))
        return redirect("cards:text-list", pack)
    context |= {"report": ReportPage(report), "payload": file_payload(data), "fields": field_labels()}
    return render(request, "cards/texts_import.html", context, status=422 if report.problems else 200)


def _choices(request: HttpRequest) -> Choices:
    older, edited = request.POST.get("older", "skip"), request.POST.get("edited", "skip")
    return Choices("stale" if older == "stale" else "skip", "file" if edited == "file" else "skip")
