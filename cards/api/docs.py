"""What the OpenAPI document says of each route: one table of shapes, named by the views."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema

Json = dict[str, Any]

TEXT: Json = {"type": "string"}
WHOLE: Json = {"type": "integer"}
FLAG: Json = {"type": "boolean"}
TIME: Json = {"type": "string", "format": "date-time"}
DIGEST: Json = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
BOTH: Json = {"type": "object", "additionalProperties": TEXT, "description": "One text per language, `en` and `zh`."}
ANY: Json = {"type": "object", "additionalProperties": True}


def maybe(schema: Json) -> Json:
    """Return a schema that null satisfies too."""
    return {"anyOf": [schema, {"type": "null"}]}


def listing(item: Json) -> Json:
    """Return the schema of a list."""
    return {"type": "array", "items": item}


def shape(optional: Sequence[str] = (), **keys: Json) -> Json:
    """Return the schema of an object with exactly these keys."""
    required = [name for name in keys if name not in optional]
    return {"type": "object", "properties": keys, "required": required, "additionalProperties": False}


PROBLEM = {
    "type": "object",
    "description": "A problem of a card, as the engine reports it.",
    "additionalProperties": True,
}
SHAPES: dict[str, Json] = {
    "Account": shape(email=TEXT, name=TEXT, language=TEXT, is_operator=FLAG),
    "Pack": shape(
        ("cards", "role"), pack=TEXT, name=BOTH, description=BOTH, ruleset=TEXT, source_language=TEXT, visibility=TEXT,
        role=maybe(TEXT), cards=WHOLE, latest=maybe(TEXT), created_at=TIME,
    ),
    "Card": shape(
        id=TEXT, kind=TEXT, name=BOTH, state=TEXT, edited=FLAG, retired=FLAG, deprecated=maybe(ANY), version=maybe(WHOLE),
        released=maybe(shape(version=WHOLE, release=TEXT)), sha256=maybe(DIGEST), updated=TIME,
        problems=shape(errors=WHOLE, warnings=WHOLE), preview=maybe(ANY),
    ),
    "Draft": shape(
        card=TEXT, revision=WHOLE, text=TEXT, texts=ANY, document=maybe(ANY), sha256=maybe(DIGEST), saved_at=TIME, saved_by=TEXT,
        problems=listing(PROBLEM),
    ),
    "Version": shape(
        ("text", "texts", "document"), number=WHOLE, sha256=DIGEST, schema=TEXT, message=TEXT, author=TEXT, parent=maybe(WHOLE),
        created_at=TIME, text=TEXT, texts=ANY, document=ANY,
    ),
    "Report": shape(ok=FLAG, problems=listing(PROBLEM)),
    "Release": shape(
        pack=TEXT, version=TEXT, released_at=TIME, released_by=TEXT, channels=listing(TEXT), yanked=maybe(ANY), ruleset=TEXT,
        engine=TEXT, schemas=listing(TEXT), cards=WHOLE, zip=shape(url=TEXT, size=WHOLE, sha256=DIGEST), manifest_sha256=DIGEST,
        key_id=maybe(TEXT), changelog=BOTH,
    ),
    "File": shape(path=TEXT, size=WHOLE, sha256=DIGEST),
    "ReleaseCard": shape(
        ("document",), id=TEXT, kind=TEXT, version=WHOLE, sha256=DIGEST, path=TEXT, updated=TIME, document=ANY,
    ),
    "Schema": shape(id=TEXT, ruleset=TEXT, kind=TEXT, version=TEXT, url=TEXT),
    "Places": {"type": "object", "additionalProperties": listing(shape(pack=TEXT, release=TEXT, path=TEXT, size=WHOLE))},
    "Bytes": {"type": "string", "format": "binary"},
    "Document": ANY,
    "Refusal": {
        "type": "object",
        "properties": {
            "type": TEXT, "title": TEXT, "status": WHOLE, "detail": TEXT, "instance": TEXT, "request_id": TEXT,
            "errors": listing(shape(pointer=TEXT, detail=TEXT)), "problems": listing(PROBLEM),
        },
        "required": ["type", "title", "status", "detail", "instance", "request_id"],
    },
}  # fmt: skip
BODIES: dict[str, Json] = {
    "validate": shape(("texts",), text=TEXT, texts=ANY),
    "files-lookup": shape(digests={"type": "array", "items": DIGEST, "maxItems": 100}),
}


def documented(
    name: str, summary: str, answers: str, *, is_list: bool = False, filters: Sequence[str] = (), method: str = "get"
) -> Callable[[Any], Any]:
    """Say what a view's method answers; its refusals are the same everywhere."""
    body = SHAPES[answers]
    if is_list:
        body = shape(results=listing(body), next=maybe(TEXT))
    media = "application/octet-stream" if answers == "Bytes" else "application/json"
    query = [*filters, *(("limit", "after") if is_list else ())]
    refusal = OpenApiResponse(SHAPES["Refusal"], "Refused: problem+json")
    responses: dict[Any, Any] = {(200, media): OpenApiResponse(body, summary)}
    responses |= {(status, "application/problem+json"): refusal for status in ("4XX", "503")}
    decorated: Callable[[Any], Any] = extend_schema(
        operation_id=name,
        summary=summary,
        methods=[method.upper()],
        parameters=[OpenApiParameter(each, str) for each in query],
        request={"application/json": BODIES[name]} if name in BODIES else None,
        responses=responses,
    )
    return decorated
