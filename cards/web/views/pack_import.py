"""Cards from a file: what it would do, shown first, then written as a whole, or its valid rest."""

import base64
import re
import zlib
from pathlib import Path
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods

from cards.errors import BadText, InvalidFields, Refusal, StateConflict
from cards.lookups import shortened
from cards.models import Pack
from cards.permissions import Act
from cards.queries.packs import pack_get
from cards.services.import_file import import_file
from cards.services.pack_import import DEVELOPMENT, STRICT, pack_import
from cards.web.access import access
from cards.web.forms import said
from cards.web.page import page
from cards.web.text import bilingual_plain, data_language
from cards.web.views.bulk import bulk_csv

SIZE_LIMIT = 16 * 1024 * 1024  # bytes of a file on this page; `manage.py import_pack` takes larger ones
SHOWN = 200  # ids or problems of one list
_NAME = re.compile(r"[^A-Za-z0-9._-]+")


@require_http_methods(["GET", "POST"])
@page
def import_cards(request: HttpRequest, pack: str) -> HttpResponseBase:
    """Read a file, show what it would do, and do it once somebody says so."""
    row = pack_get(account=request.user, slug=pack, act=Act.CARD_CREATE)
    sent = request.FILES.get("file")
    if sent is not None and (sent.name or "").lower().endswith(".csv"):
        return bulk_csv(request, pack)  # a table of fields: its report is by cell
    mode = DEVELOPMENT if request.POST.get("mode") == DEVELOPMENT else STRICT
    context = _context(request, row) | {"mode": mode, "shown": SHOWN}
    if request.method == "GET":
        return render(request, "cards/pack_import.html", context)
    writes = request.POST.get("do") == "write"
    try:
        name, data = _file(request)
        found = import_file(pack=row, name=name, data=data)
        context |= {"file_name": name, "payload": _packed(data), "signature": found.signature}
        report = pack_import(
            actor=request.user, pack=row, cards=found.cards, message=shortened(name, 200), dry_run=not writes, mode=mode
        )
    except BadText as bad:
        context |= {"problems": bad.problems[:SHOWN], "refusal": said(bad, data_language())}
        return render(request, "cards/pack_import.html", context, status=422)
    except Refusal as refusal:
        return _refused(request, refusal, context)
    if writes:
        n = len(report.new) + len(report.changed)
        messages.success(request, ngettext("%(n)d card is imported.", "%(n)d cards are imported.", n) % {"n": n})
        return redirect("cards:pack-detail", pack)
    context |= {"report": report, "problems": report.problems[:SHOWN]}
    return render(request, "cards/pack_import.html", context, status=200 if report.ok or mode == DEVELOPMENT else 422)


def _context(request: HttpRequest, pack: Pack) -> dict[str, Any]:
    crumbs = [(reverse("cards:pack-detail", args=[pack.slug]), bilingual_plain(pack.name)), ("", gettext("Import"))]
    return {"pack": pack, "section": "cards", "can": access(request.user, pack).can, "crumbs": crumbs}


def _refused(request: HttpRequest, refusal: Refusal, context: dict[str, Any]) -> HttpResponse:
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
    return _safe(request.POST.get("name", "")), _unpacked(request.POST["payload"])


def _safe(name: str) -> str:
    """Return a name for the file that is one of a pack's."""
    stem = _NAME.sub("-", Path(name).name).strip(".-")[-80:] or "cards"
    return stem if stem.endswith((".zip", ".json", ".jsonc")) else f"{stem}.json"


def _packed(data: bytes) -> str:
    return base64.b64encode(zlib.compress(data, 1)).decode()


def _unpacked(payload: str) -> bytes:
    broken = StateConflict({"en": "The file did not arrive whole. Choose it again.", "zh": "文件不完整，请重新选择。"})
    reader = zlib.decompressobj()
    try:
        data = reader.decompress(base64.b64decode(payload, validate=True), SIZE_LIMIT)
    except (ValueError, zlib.error):
        raise broken from None
    if not reader.eof:
        raise broken
    return data
