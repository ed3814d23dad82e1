"""Cards from a file: what it would do, or what it did."""

import hashlib
from dataclasses import replace
from typing import Any

from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.base import Endpoint, actor_of, answer
from cards.api.docs import operation
from cards.api.paging import page_of, refuse_unknown_filters
from cards.api.repeat import Creation, create_once
from cards.api.shapes import IMPORT_MAPPING
from cards.api.views.jobs import queue_answer, wait_of
from cards.errors import InvalidFields, TooLarge
from cards.models import JobKind, Pack
from cards.permissions import Act
from cards.queries.import_mappings import mapping_get, mapping_list
from cards.services.import_file import import_file, import_is_long
from cards.services.import_mapping import cards_by_mapping, mapping_remove
from cards.services.import_shape import IMPORT, Imported
from cards.services.job import JobForm
from cards.services.job_kinds import order_json
from cards.services.pack_import import DEVELOPMENT, STRICT, ImportOrder, pack_import

SIZE_LIMIT = 16 * 1024 * 1024  # bytes, as on the page; `manage.py import_pack` takes larger files
ZIP_BEGINS = b"PK"
FILTERS = ("mode", "dry_run", "restore", "repair", "mapping", "wait")
FLAGS = {"": False, "0": False, "1": True}


class _FileParser(BaseParser):
    """Reads a body as the bytes that it is; the one reader of packs checks them."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        """Return the bytes."""
        data = stream.read()
        parser_context["request"].body_sha256 = hashlib.sha256(data).hexdigest()
        return data


class ZipParser(_FileParser):
    """A pack or a release as a zip."""

    media_type = "application/zip"


class JsonParser(_FileParser):
    """A card or a list of cards, also with comments."""

    media_type = "application/json"


class AnyParser(_FileParser):
    """A file of a client that names no kind: its first bytes do."""

    media_type = "application/octet-stream"


class TableParser(_FileParser):
    """Rows of a spreadsheet."""

    media_type = "text/csv"


class Imports(Endpoint):
    """Importing cards into a pack."""

    parser_classes = (ZipParser, JsonParser, TableParser, AnyParser)

    @operation(
        "import",
        "Import a zip, a JSON document, or records that a kept mapping makes cards of (`mapping=1`); with `dry_run=1` the answer is 200, and nothing is written; above 200 cards it is a job, 202",
        IMPORT,
        method="post",
        status=201,
        filters=FILTERS,
        other_status=200,
        job=True,
        act=Act.CARD_CREATE,
    )
    def post(self, request: Request, pack: Pack) -> Response:
        """Import them, all or none (`strict`) or those with errors as drafts without a version (`development`), or say what that would do."""
        refuse_unknown_filters(request, *FILTERS)
        name, data = _upload(request)
        if _flag(request, "mapping"):
            name, data = "body.json", cards_by_mapping(pack=pack, name=name, data=data)
        order = replace(_order(request), message=f"API: {name}")
        if import_is_long(name=name, data=data, repairs=order.repairs):
            form = JobForm(JobKind.IMPORT, order_json(order, name), data, is_dry=order.dry_run)
            return queue_answer(request, pack, form)
        wait_of(request)
        if order.dry_run:
            return answer(_import_answer(request, pack, order, data)[0])
        return create_once(request, lambda: _import_answer(request, pack, order, data))


def _upload(request: Request) -> tuple[str, bytes]:
    """Return the name by which the body is read, and its bytes."""
    data: Any = request.data
    body = data if isinstance(data, bytes) else b""  # a request without a body has no bytes to parse
    if len(body) > SIZE_LIMIT:
        raise TooLarge()
    media = request.content_type.partition(";")[0].strip()
    is_zip = body.startswith(ZIP_BEGINS) if media == AnyParser.media_type else media == ZipParser.media_type
    if media == TableParser.media_type:
        return "body.csv", body
    return "body.zip" if is_zip else "body.jsonc", body


class Mappings(Endpoint):
    """The mappings of imports that a pack keeps."""

    @operation(
        "import-mappings",
        "Mappings of columns to fields that the pack keeps for its imports, the newest first",
        IMPORT_MAPPING,
        is_list=True,
        act=Act.CARD_READ,
    )
    def get(self, request: Request, pack: Pack) -> Response:
        """List them."""
        return page_of(request, mapping_list(pack=pack).order_by("-pk"), IMPORT_MAPPING, "-pk")


class MappingDetail(Endpoint):
    """One mapping."""

    @operation("import-mapping-remove", "Forget a mapping", method="delete", act=Act.CARD_CREATE)
    def delete(self, request: Request, pack: Pack, number: int) -> Response:
        """Forget it."""
        mapping_remove(actor=actor_of(request), pack=pack, mapping=mapping_get(pack=pack, pk=number))
        return Response(status=204)


def _order(request: Request) -> ImportOrder:
    """Return how the import is to be done, as the query says."""
    mode = request.query_params.get("mode", STRICT)
    if mode not in (STRICT, DEVELOPMENT):
        raise InvalidFields.of("/mode", f"One of {STRICT}, {DEVELOPMENT}.", f"应为 {STRICT} 或 {DEVELOPMENT}。")
    dry_run, restore, repairs = (_flag(request, name) for name in ("dry_run", "restore", "repair"))
    return ImportOrder(mode=mode, dry_run=dry_run, restore=restore, repairs=repairs)


def _flag(request: Request, name: str) -> bool:
    value = request.query_params.get(name, "")
    if value not in FLAGS:
        raise InvalidFields.of(f"/{name}", "1, or left out.", "应为 1，或省略。")
    return FLAGS[value]


def _import_answer(request: Request, pack: Pack, order: ImportOrder, data: bytes) -> Creation:
    name = order.message.removeprefix("API: ")
    found = import_file(pack=pack, name=name, data=data, repairs=order.repairs)
    report = pack_import(actor=actor_of(request), pack=pack, cards=found.cards, beside=found.beside, order=order)
    return IMPORT(Imported(report, found.signature, not order.dry_run, found.repairs)), {}
