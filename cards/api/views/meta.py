"""Bytes by hash, schemas, and the API's own description."""

import hashlib
import re
from functools import cache
from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.base import Endpoint, actor_of, answer
from cards.api.bytes import FOR_EVER, MEMBERS_ONLY, SHORT, bytes_response, compact, is_known, not_modified
from cards.api.description import description
from cards.api.docs import BYTES, operation
from cards.api.paging import list_answer
from cards.api.ranges import range_response
from cards.api.requests import LOOKED_UP
from cards.api.shapes import OPENAPI, SCHEMA
from cards.api.shapes_releases import PLACE, PLACES
from cards.errors import InvalidFields, NotFound
from cards.gateway import rulesets
from cards.models.account import TokenScope
from cards.models.pack import Visibility
from cards.queries.history import blob_data
from cards.queries.releases import file_by_digest, places_of
from cards.services.downloads import downloads_write

_DIGEST = re.compile(r"[0-9a-f]{64}")


class ByDigest(Endpoint):
    """The bytes under a hash."""

    is_counted = False

    @operation("file-by-sha256", "The bytes under a hash", BYTES, is_open=True)
    def get(self, request: Request, digest: str) -> HttpResponse:
        """Return them if some release that the caller may read has them."""
        if not _DIGEST.fullmatch(digest):
            raise NotFound()
        file = file_by_digest(account=actor_of(request), sha256=digest)
        is_public = file.release.pack.visibility == Visibility.PUBLIC
        lifetime = FOR_EVER if is_public else MEMBERS_ONLY
        if is_public:
            downloads_write(release=file.release)
        if is_known(request._request, digest):
            return not_modified(tag=digest, cache_control=lifetime)
        data = blob_data(sha256=digest)
        response = bytes_response(data, tag=digest, media="application/octet-stream", cache_control=lifetime)
        return range_response(request._request, response)


class Lookup(Endpoint):
    """Where bytes occur."""

    scopes = {"POST": TokenScope.READ}
    harmless_methods = ("POST",)

    @operation(
        "files-lookup",
        "Where each hash occurs among the releases that the caller may read",
        PLACES,
        method="post",
        is_open=True,
    )
    def post(self, request: Request) -> Response:
        """Return the places of each digest asked for."""
        body = request.data
        digests = body.get("digests") if isinstance(body, dict) and set(body) == {"digests"} else None
        if not isinstance(digests, list) or len(digests) > LOOKED_UP:
            raise InvalidFields.of(
                "/digests", f"A list of at most {LOOKED_UP} hashes.", f"最多 {LOOKED_UP} 个哈希值的列表。"
            )
        for place, digest in enumerate(digests):
            if not isinstance(digest, str) or not _DIGEST.fullmatch(digest):
                raise InvalidFields.of(f"/digests/{place}", "64 hexadecimal digits.", "应为 64 位十六进制数。")
        places = places_of(account=actor_of(request), digests=digests)
        return answer({digest: [PLACE(file) for file in files] for digest, files in places.items()})


class Schemas(Endpoint):
    """The JSON Schemas of all kinds of document."""

    @operation("schemas", "The JSON Schemas, each served at the path of its `$id`", SCHEMA, is_list=True, is_open=True)
    def get(self, request: Request) -> Response:
        """List them."""
        entries = []
        for ruleset in rulesets.rulesets():
            for kind in rulesets.schema_kinds():
                identity = rulesets.schema_id(ruleset.name, kind)
                version = identity.rpartition("/")[2].removesuffix(".json")
                entries.append(
                    SCHEMA({"id": identity, "ruleset": ruleset.name, "kind": kind, "version": version, "url": identity})
                )
        return list_answer(request, entries, None)


class OpenAPI(Endpoint):
    """The description of this API."""

    @operation("openapi", "This description, OpenAPI 3.1", OPENAPI, is_open=True)
    def get(self, request: Request) -> Any:
        """Return it."""
        data, tag = _described()
        if is_known(request._request, tag):
            return not_modified(tag=tag, cache_control=SHORT)
        return bytes_response(data, tag=tag, media="application/json", cache_control=SHORT, is_exact=False)


@cache
def _described() -> tuple[bytes, str]:
    """Return the bytes of the description and their hash, made once: it depends on the code alone."""
    data = compact(description())
    return data, hashlib.sha256(data).hexdigest()
