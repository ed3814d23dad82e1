"""Cards from a file: what it would do, shown first, then written as a whole, or its valid rest."""

import base64
import json
import re
import zlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from cards.errors import BadText, IdTaken, InvalidFields, Refusal, StateConflict
from cards.gateway.editing import json_object
from cards.localization import data_language, localize
from cards.lookups import shorten
from cards.models import JobKind, Pack
from cards.permissions import Act
from cards.queries.packs import pack_get
from cards.services.import_file import import_file, import_is_long
from cards.services.import_shape import IMPORT, Imported
from cards.services.job import JobForm, job_queue
from cards.services.job_kinds import order_json
from cards.services.pack_import import DEVELOPMENT, STRICT, ImportOrder, pack_import
from cards.web.access import access
from cards.web.forms import said
from cards.web.import_report import imported_in_words, writes_in
from cards.web.page import page
from cards.web.text import bilingual_plain
from cards.web.views.bulk import bulk_csv

SIZE_LIMIT = 16 * 1024 * 1024  # bytes of a file on this page; `manage.py import_pack` takes larger ones
MAX_LISTED = 200  # ids or problems of one list
_NAME = re.compile(r"[^A-Za-z0-9._-]+")


@require_http_methods(["GET", "POST"])
@page
def import_cards(request: HttpRequest, pack: str) -> HttpResponseBase:
    """Read a file, show its effect, and write it on confirmation."""
    row = pack_get(account=request.user, slug=pack, act=Act.CARD_CREATE)
    upload = request.FILES.get("file")
    if upload is not None and (upload.name or "").lower().endswith(".csv"):
        return bulk_csv(request, pack)  # a table of fields: its report is by cell
    mode = DEVELOPMENT if request.POST.get("mode") == DEVELOPMENT else STRICT
    context = _context(request, row) | {"mode": mode, "shown": MAX_LISTED}
    if request.method == "GET":
        return render(request, "cards/pack_import.html", context)
    try:
        sent = _read_upload(request)
        context |= {"file_name": sent.name, "payload": _pack_data(sent.data)}
        if import_is_long(name=sent.name, data=sent.data):
            form = JobForm(JobKind.IMPORT, order_json(sent.order, sent.name), sent.data, is_dry=sent.order.dry_run)
            return redirect("cards:job-detail", pack, job_queue(actor=request.user, pack=row, form=form).number)
        return _render_import(request, row, sent, context)
    except BadText as bad:
        context |= {"problems": bad.problems[:MAX_LISTED], "refusal": said(bad, data_language())}
        return render(request, "cards/pack_import.html", context, status=422)
    except Refusal as refusal:
        return _render_refusal(request, refusal, context)


@dataclass(frozen=True, slots=True)
class _Upload:
    """The file that was sent, and what is asked."""

    name: str
    data: bytes
    order: ImportOrder


def _read_upload(request: HttpRequest) -> _Upload:
    name, data = _file(request)
    marks = request.POST.get("based_on")
    order = ImportOrder(
        mode=DEVELOPMENT if request.POST.get("mode") == DEVELOPMENT else STRICT,
        message=shorten(name, 200),
        dry_run=request.POST.get("do") != "write",
        restore=request.POST.get("restore") == "1",
        based_on=json_object(_unpack_data(marks).decode()) if marks and request.POST.get("do") == "write" else None,
    )
    return _Upload(name, data, order)


def _render_import(request: HttpRequest, pack: Pack, upload: _Upload, context: dict[str, Any]) -> HttpResponse:
    """Show the effect of the file, or write it; cards saved meanwhile are shown again beside the refusal."""
    archive = import_file(pack=pack, name=upload.name, data=upload.data)
    context["signature"] = archive.signature
    try:
        report = pack_import(
            actor=request.user, pack=pack, cards=archive.cards, beside=archive.beside, order=upload.order
        )
    except (StateConflict, IdTaken) as moved:
        again = replace(upload, order=replace(upload.order, dry_run=True, based_on=None))
        answer = _render_import(request, pack, again, context | {"refusal": said(moved, data_language())})
        answer.status_code = moved.status
        return answer
    content = IMPORT(Imported(report, archive.signature, not upload.order.dry_run))
    if not upload.order.dry_run:
        messages.success(request, imported_in_words(content))
        return redirect("cards:pack-detail", pack.slug)
    extra = {
        "report": content,
        "problems": content["problems"][:MAX_LISTED],
        "writes": writes_in(content),
        "cards_in_report": len(content["new"]) + len(content["changed"]),
        "restore": upload.order.restore,
        "based_on": _pack_data(json.dumps(dict(report.based_on)).encode()),
    }
    is_fine = report.ok or upload.order.mode == DEVELOPMENT
    return render(request, "cards/pack_import.html", context | extra, status=200 if is_fine else 422)


def _context(request: HttpRequest, pack: Pack) -> dict[str, Any]:
    crumbs = [
        (reverse("cards:pack-detail", args=[pack.slug]), bilingual_plain(pack.name)),
        ("", localize("Import", "导入")),
    ]
    return {"pack": pack, "section": "cards", "can": access(request.user, pack).can, "crumbs": crumbs}


def _render_refusal(request: HttpRequest, refusal: Refusal, context: dict[str, Any]) -> HttpResponse:
    if refusal.status in {403, 404}:
        raise refusal
    detail = " ".join(error["detail"][data_language()] for error in refusal.errors) or said(refusal, data_language())
    return render(request, "cards/pack_import.html", context | {"refusal": detail}, status=refusal.status)


def _file(request: HttpRequest) -> tuple[str, bytes]:
    """Return name and bytes of the file that was sent, or of the one that the report before was about."""
    upload = request.FILES.get("file")
    if upload is not None:
        if (upload.size or 0) > SIZE_LIMIT:
            raise InvalidFields.of("/file", "A file holds at most 16 MiB here.", "此处文件最大 16 MiB。")
        return _safe(upload.name or ""), bytes(upload.read())
    if "payload" not in request.POST:
        raise InvalidFields.of("/file", "Choose a file first.", "请先选择文件。")
    return _safe(request.POST.get("name", "")), _unpack_data(request.POST["payload"])


def _safe(name: str) -> str:
    """Return a name for the file that is one of a pack's."""
    stem = _NAME.sub("-", Path(name).name).strip(".-")[-80:] or "cards"
    return stem if stem.endswith((".zip", ".json", ".jsonc")) else f"{stem}.json"


def _pack_data(data: bytes) -> str:
    return base64.b64encode(zlib.compress(data, 1)).decode()


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
