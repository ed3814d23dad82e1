"""Cards from a file: what it would do, shown first, then written as a whole, or its valid rest."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render

from cards.errors import BadText, IdTaken, InvalidFields, Refusal, StateConflict
from cards.gateway.editing import json_object
from cards.gateway.fields import TEXT_FIELDS
from cards.localization import localize
from cards.lookups import shorten
from cards.models import Card, JobKind, Pack
from cards.permissions import Act
from cards.queries.import_mappings import mapping_get
from cards.services.import_file import Unreadable, import_file, import_is_long
from cards.services.import_mapping import (
    FieldMapping,
    checked_mapping,
    file_of,
    is_foreign,
    kinds_of,
    mapped_cards,
    mapping_keep,
    mapping_remove,
    other_game,
    proposed_mapping,
)
from cards.services.import_shape import IMPORT, Imported
from cards.services.import_tables import is_table, table_in
from cards.services.job import JobForm
from cards.services.job_kinds import order_json
from cards.services.pack_import import DEVELOPMENT, STRICT, ImportOrder, pack_import
from cards.values import frozen_dataclass
from cards.web.access import access
from cards.web.forms import refusal_details, refusal_line
from cards.web.import_mapping import MappingForm, game_title, kept_mappings, mapping_form, posted_pointers
from cards.web.import_report import imported_in_words, refused_in_words, writes_in
from cards.web.page import pack_context, pack_page, posted_number, queue_job
from cards.web.uploads import SIZE_LIMIT, file_payload, payload_bytes, sent_file
from cards.web.views.bulk import bulk_csv

MAX_FOREIGN = 4 << 20  # bytes of a file that is looked through for records with other fields
MAX_LISTED = 200  # ids or problems of one list
NO_ROWS = (
    "The table has no rows: the first line names the columns, each further line is a card.",
    "表格中没有数据行：第一行是列名，之后每行是一张卡牌。",
)
_NAME = re.compile(r"[^A-Za-z0-9._-]+")
_ENDING = re.compile(r"\.[A-Za-z0-9-]{1,8}")


@pack_page(Act.CARD_CREATE, "GET", "POST")
def import_cards(request: HttpRequest, pack: Pack) -> HttpResponseBase:
    """Read a file, show its effect, and write it on confirmation."""
    if request.POST.get("do") == "forget":
        stored = mapping_get(pack=pack, pk=posted_number(request, "mapping"))
        mapping_remove(actor=request.user, pack=pack, mapping=stored)
        messages.success(request, localize("The mapping was removed.", "已删除对应关系。"))
        return redirect("cards:pack-import", pack.slug)
    if _is_of_cards(request, pack):
        return bulk_csv(request, pack.slug)  # a table of fields: its report is by cell
    mode = DEVELOPMENT if request.POST.get("mode") == DEVELOPMENT else STRICT
    can = access(request.user, pack).can
    context = pack_context(pack, "cards", localize("Import", "导入"), can=can, mode=mode, shown=MAX_LISTED)
    if request.method == "GET":
        context["mappings"] = kept_mappings(pack)
        return render(request, "cards/pack_import.html", context)
    try:
        upload_file = _read_upload(request)
        context |= {"file_name": upload_file.name, "payload": file_payload(upload_file.data)}
        context["repairs"] = upload_file.order.repairs
        if (mapping := _mapped(request, pack, upload_file)) is not None:
            if isinstance(mapping, MappingForm):
                context |= {"mapping": mapping, "refusal": mapping.refusal}
                return render(request, "cards/pack_import.html", context, status=400 if mapping.refusal else 200)
            upload_file = mapping
            context |= {"file_name": upload_file.name, "payload": file_payload(upload_file.data)}
        if import_is_long(name=upload_file.name, data=upload_file.data, repairs=upload_file.order.repairs):
            form = JobForm(
                JobKind.IMPORT,
                order_json(upload_file.order, upload_file.name),
                upload_file.data,
                is_dry=upload_file.order.dry_run,
            )
            return queue_job(request, pack, form)
        return _render_import(request, pack, upload_file, context)
    except Unreadable as unreadable:
        context |= {"offers": unreadable.offers, "program": unreadable.program}
        context["problems"] = () if unreadable.program else unreadable.problems[:MAX_LISTED]
        context["refusal"] = "" if unreadable.offers else refusal_line(unreadable)
        return render(request, "cards/pack_import.html", context, status=422)
    except BadText as bad:
        context |= {"problems": bad.problems[:MAX_LISTED], "refusal": refusal_line(bad)}
        return render(request, "cards/pack_import.html", context, status=422)
    except Refusal as refusal:
        context["refusal"] = refusal_details(refusal)
        return render(request, "cards/pack_import.html", context, status=refusal.status)


@frozen_dataclass
class _Upload:
    """The file that was sent, and what is asked."""

    name: str
    data: bytes
    order: ImportOrder


def _read_upload(request: HttpRequest) -> _Upload:
    upload = request.FILES.get("file")
    data = sent_file(request, InvalidFields.of("/file", "A file holds at most 16 MiB here.", "此处文件最大 16 MiB。"))
    name = _safe(request.POST.get("name", "") if upload is None else upload.name or "")
    marks = request.POST.get("based_on")
    order = ImportOrder(
        mode=DEVELOPMENT if request.POST.get("mode") == DEVELOPMENT else STRICT,
        message=shorten(name, 200),
        dry_run=request.POST.get("do") != "write",
        restore=request.POST.get("restore") == "1",
        repairs=request.POST.get("repairs") == "1",
        based_on=json_object(payload_bytes(marks).decode()) if marks and request.POST.get("do") == "write" else None,
    )
    return _Upload(name, data, order)


def _is_of_cards(request: HttpRequest, pack: Pack) -> bool:
    """Return whether a file is a table of fields of cards that the pack has, or has ids without names, which could make no card."""
    upload = request.FILES.get("file")
    if upload is None or (upload.size or 0) > SIZE_LIMIT:
        return False
    name, data = upload.name or "", upload.read()
    upload.seek(0)
    if not is_table(name=name, data=data):
        return False
    try:
        table = table_in(name=name, data=data)
    except InvalidFields:
        return False
    ids = [str(row["id"]) for row in table.rows if "id" in row] if table else []
    if ids and table and TEXT_FIELDS[0] not in proposed_mapping(pack.ruleset, table).pointers.values():
        return True
    return Card.objects.filter(pack=pack, written_id__in=ids).exists()


def _mapped(request: HttpRequest, pack: Pack, upload: _Upload) -> MappingForm | _Upload | None:
    """Return the form that maps the fields of foreign records, again with the refusal of a choice that is none, the file of cards that a confirmed mapping
    makes of them, or None for other files.

    Errors: InvalidFields for a table without rows, or that cannot be read.
    """
    act = request.POST.get("do", "")
    is_sheet = is_table(name=upload.name, data=upload.data)
    if act not in ("check", "map", "mapped") or upload.order.repairs:
        return None
    if act == "check" and not is_sheet and len(upload.data) > MAX_FOREIGN:
        return None
    table = table_in(name=upload.name, data=upload.data)
    if table is None and is_sheet:
        raise InvalidFields.of("/file", *NO_ROWS)
    if table is None or not (act != "check" or is_sheet or is_foreign(pack.ruleset, table)):
        return None
    if act == "check":
        return mapping_form(pack, table)
    kind, pointers = request.POST.get("kind", ""), posted_pointers(table, request.POST)
    if act == "map" and kind != request.POST.get("shown_kind"):
        return mapping_form(pack, table, kind=kind if kind in kinds_of(pack.ruleset) else "")
    try:
        mapping = checked_mapping(pack.ruleset, table, kind, pointers)
    except InvalidFields as refused:
        chosen = FieldMapping(kind, pointers) if kind in kinds_of(pack.ruleset) else None
        return replace(mapping_form(pack, table, chosen), refusal=refusal_details(refused))
    if act == "map":
        return mapping_form(pack, table, mapping)
    mapping_keep(actor=request.user, pack=pack, table=table, mapping=mapping)
    cards = mapped_cards(pack.ruleset, table, mapping)
    ending = "zip" if cards.translations else "json"
    return replace(upload, name=f"{Path(upload.name).stem}.{ending}", data=file_of(cards))


def _render_import(request: HttpRequest, pack: Pack, upload: _Upload, context: dict[str, Any]) -> HttpResponse:
    """Show the effect of the file, or write it; cards saved meanwhile are shown again beside the refusal."""
    archive = import_file(pack=pack, name=upload.name, data=upload.data, repairs=upload.order.repairs)
    context |= {"signature": archive.signature, "offers": archive.offers}
    try:
        report = pack_import(
            actor=request.user, pack=pack, cards=archive.cards, beside=archive.beside, order=upload.order
        )
    except (StateConflict, IdTaken) as moved:
        again = replace(upload, order=replace(upload.order, dry_run=True, based_on=None))
        answer = _render_import(request, pack, again, context | {"refusal": refusal_line(moved)})
        answer.status_code = moved.status
        return answer
    content = IMPORT(Imported(report, archive.signature, not upload.order.dry_run, archive.repairs))
    if not upload.order.dry_run:
        messages.success(request, imported_in_words(content))
        return redirect("cards:pack-detail", pack)
    extra = {
        "report": content,
        "problems": content["problems"][:MAX_LISTED],
        "writes": writes_in(content),
        "why_not": refused_in_words(content),
        "cards_in_report": len(content["new"]) + len(content["changed"]),
        "restore": upload.order.restore,
        "can_import_others": not report.ok and upload.order.mode == STRICT,
        "based_on": file_payload(json.dumps(dict(report.based_on)).encode()),
    }
    if not report.ok and upload.order.mode == STRICT:
        extra |= _other_readings(pack, upload)
    is_fine = report.ok or upload.order.mode == DEVELOPMENT
    return render(request, "cards/pack_import.html", context | extra, status=200 if is_fine else 422)


def _other_readings(pack: Pack, upload: _Upload) -> dict[str, Any]:
    """Return what cards with errors may be instead: records whose fields can be mapped, or cards of another game."""
    if len(upload.data) > MAX_FOREIGN or (table := table_in(name=upload.name, data=upload.data)) is None:
        return {}
    if other := other_game(pack.ruleset, table):
        return {"other_game": game_title(other)}
    return {"can_map": True}


def _safe(name: str) -> str:
    """Return a name for the file that is one of a pack's."""
    stem = _NAME.sub("-", Path(name).name).strip(".-")[-80:] or "cards"
    return stem if _ENDING.fullmatch(Path(stem).suffix) else f"{stem}.json"
