"""Cards from a file: what it would do, or what it did."""

from __future__ import annotations

import hashlib
from typing import Any

from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.base import Endpoint, actor_of, answer
from cards.api.docs import documented
from cards.api.paging import known_only
from cards.api.repeat import Made, created
from cards.api.shapes import Json, import_shape
from cards.api.views.packs import pack_of
from cards.errors import InvalidFields, TooLarge
from cards.models import Pack
from cards.permissions import Act
from cards.services.import_file import import_file
from cards.services.pack_import import DEVELOPMENT, STRICT, pack_import

SIZE_LIMIT = 16 * 1024 * 1024  # bytes, as on the page; `manage.py import_pack` takes larger files
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


class Imports(Endpoint):
    """Importing cards into a pack."""

    parser_classes = (ZipParser, JsonParser)

    @documented(
        "import",
        "Import the cards of a zip or a JSON document; with `dry_run=1` the answer is 200, and nothing is written",
        "Import",
        method="post",
        status=201,
        filters=("mode", "dry_run"),
        also=200,
    )
    def post(self, request: Request, pack: str) -> Response:
        """Import them, all or none (`strict`) or those without errors (`development`), or say what that would do."""
        row = pack_of(request, pack, Act.CARD_CREATE)
        known_only(request, "mode", "dry_run")
        mode, is_dry = request.query_params.get("mode", STRICT), request.query_params.get("dry_run", "")
        if mode not in (STRICT, DEVELOPMENT):
            raise InvalidFields.of("/mode", f"One of {STRICT}, {DEVELOPMENT}.", f"应为 {STRICT} 或 {DEVELOPMENT}。")
        if is_dry not in FLAGS:
            raise InvalidFields.of("/dry_run", "1, or left out.", "应为 1，或省略。")
        if FLAGS[is_dry]:
            return answer(_imported(request, row, mode, dry_run=True)[0])
        return created(request, lambda: _imported(request, row, mode, dry_run=False))


def _imported(request: Request, pack: Pack, mode: str, *, dry_run: bool) -> Made:
    data: Any = request.data
    sent = data if isinstance(data, bytes) else b""  # a request without a body has no bytes to parse
    if len(sent) > SIZE_LIMIT:
        raise TooLarge()
    name = "body.zip" if request.content_type.partition(";")[0].strip() == ZipParser.media_type else "body.jsonc"
    found = import_file(pack=pack, name=name, data=sent)
    report = pack_import(
        actor=actor_of(request), pack=pack, cards=found.cards, message=f"API: {name}", dry_run=dry_run, mode=mode
    )
    body: Json = import_shape(report, found.signature, written=not dry_run)
    return body, {}
