"""What the OpenAPI document says of each route: the components that answers hold, what requests hold, and the decorator of views."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request

from cards.api import shapes, shapes_reviews
from cards.api.base import actor_of, pack_of
from cards.api.paging import refuse_unknown_filters
from cards.permissions import Act
from cards.queries.cards import card_get
from cards.services import draft_shape, job_kinds, job_shape
from cards.shape import ANY, BOTH, DIGEST, FLAG, TEXT, TIME, WHOLE, Json, Shape, listing, maybe, shape

BYTES: Json = {"type": "string", "format": "binary"}
DOCUMENT = ANY
PLACES: Json = {"type": "object", "additionalProperties": listing(shapes.PLACE.ref)}
_MODULES = (shapes, shapes_reviews, draft_shape, job_kinds, job_shape)
COMPONENTS: dict[str, Json] = {
    "Refusal": shapes.REFUSAL,
    **{each.name: each.component for module in _MODULES for each in vars(module).values() if isinstance(each, Shape)},
}
"""What every answer holds, by the name that operations refer to."""
REFUSAL: Json = {"$ref": "#/components/schemas/Refusal"}
TERM_BODY: Json = {
    "type": "object",
    "properties": {
        "en": TEXT,
        "zh": TEXT,
        "note": TEXT,
        **{name: listing(TEXT) for name in ("also_en", "also_zh", "avoid_en", "avoid_zh")},
    },
    "required": ["en", "zh"],
    "additionalProperties": False,
}
BODIES: dict[str, Json] = {
    "validate": shape(("texts",), text=TEXT, texts=ANY),
    "files-lookup": shape(digests={"type": "array", "items": DIGEST, "maxItems": 100}),
    "pack-create": shape(
        ("description", "source_language", "visibility", "approvals_needed", "guards_needed"),
        pack=TEXT,
        ruleset=TEXT,
        name=BOTH,
        description=BOTH,
        source_language=TEXT,
        visibility=TEXT,
        approvals_needed=WHOLE,
        guards_needed=FLAG,
    ),
    "pack-edit": shape(
        ("name", "description", "source_language", "visibility", "archived", "approvals_needed", "guards_needed"),
        name=BOTH,
        description=BOTH,
        source_language=TEXT,
        visibility=TEXT,
        archived=FLAG,
        approvals_needed=WHOLE,
        guards_needed=FLAG,
    ),
    "card-create": {
        "anyOf": [
            shape(("id", "texts"), text=TEXT, id=TEXT, texts=ANY),
            shape(template=TEXT, id=TEXT),
            shape(copy_of=TEXT, id=TEXT),
        ]
    },
    "card-rename": shape(("rewrite",), id=TEXT, rewrite=FLAG),
    "card-deprecate": shape(("use",), note=BOTH, use=TEXT),
    "draft-save": shape(("texts",), text=TEXT, texts=ANY),
    "version-create": shape(("message",), message=TEXT),
    "scenario-create": shape(card=TEXT, text=TEXT),
    "scenario-save": shape(text=TEXT),
    "scenarios-run": shape(card=TEXT),
    "deck-create": {
        "anyOf": [
            shape(text=TEXT),
            shape(sample=TEXT),
            shape(("name",), deck_id=TEXT, name=TEXT),
            shape(("name",), copy_of=TEXT, deck_id=TEXT, name=TEXT),
        ]
    },
    "deck-save": shape(text=TEXT),
    "term-create": TERM_BODY,
    "term-edit": TERM_BODY,
    "member-invite": shape(("days",), email=TEXT, role=TEXT, days=WHOLE),
    "member-change": shape(role=TEXT),
    "preview-start": shape(
        ("version", "baseline", "preset", "seed"),
        card=TEXT,
        version=WHOLE,
        preset=TEXT,
        seed=WHOLE,
        baseline={"anyOf": [WHOLE, {"const": "without"}]},
    ),
    "release-plan-save": shape(
        ("version", "choices", "changelog", "publish_at"),
        version=TEXT,
        changelog=BOTH,
        publish_at=maybe(TIME),
        choices={"type": "object", "additionalProperties": maybe(WHOLE)},
    ),
    "release-publish": shape(
        ("choices", "changelog", "override"),
        version=TEXT,
        changelog=BOTH,
        override=TEXT,
        choices={"type": "object", "additionalProperties": maybe(WHOLE)},
    ),
    "release-yank": shape(("use",), reason=BOTH, use=TEXT),
    "release-unyank": shape(reason=BOTH),
    "webhook-create": shape(url=TEXT),
    "webhook-edit": shape(url=TEXT, enabled=FLAG),
    "review-request": shape(("title", "reviewers"), card=TEXT, version=WHOLE, title=TEXT, reviewers=listing(TEXT)),
    "review-decide": shape(("message", "reason"), decision=TEXT, message=TEXT, reason=TEXT),
    "thread-open": shape(("path", "on_base"), text=TEXT, path=TEXT, on_base=FLAG),
    "comment-add": shape(text=TEXT),
    "thread-resolve": shape(resolved=FLAG),
    "token-create": shape(name=TEXT, scopes=listing(TEXT), days=WHOLE),
}
FILES = {"art-set": ("image/png", "image/webp"), "import": ("application/zip", "application/json")}
"""Operations that read a file as the bytes that it is, and of which kinds."""
IF_MATCH = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description="The ETag that the change is based on, or several of which one must be the current one (`*`: whichever it is); without it 428, "
    "stale 412. `aside` of a stale draft says where the text is kept.",
)
REPEATABLE = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description="The same key gives the first answer again, for 24 hours.",
)


def _request_of(name: str) -> Json | None:
    """Return what an operation reads, by media type."""
    if name in FILES:
        return dict.fromkeys(FILES[name], BYTES)
    return {"application/json": BODIES[name]} if name in BODIES else None


def operation(  # noqa: PLR0913  each argument is one part of the description
    name: str,
    summary: str,
    answers: Shape | Json | None = None,
    *,
    is_list: bool = False,
    filters: Sequence[str] = (),
    method: str = "get",
    status: int = 200,
    based_on: bool = False,
    other_status: int | None = None,
    job: bool = False,
    act: Act | None = None,
) -> Callable[[Any], Any]:
    """Declare the answer of a view's method, None for 204, and another status with the same body, 202 where it goes on as a job; its refusals
    are the same everywhere.

    A list refuses other parameters. With an act the method gets the rows that `pack` and `card` of its address name, where the caller may
    do it.
    """
    body = answers.ref if isinstance(answers, Shape) else answers
    if is_list and body is not None:
        body = shape(results=listing(body), next=maybe(TEXT))
    media = "application/octet-stream" if answers is BYTES else "application/json"
    query = [*filters, *(("limit", "after") if is_list else ())]
    headers = [*([IF_MATCH] if based_on else ()), *([REPEATABLE] if status == 201 or job else ())]
    refusal = OpenApiResponse(REFUSAL, "Refused: problem+json")
    success = OpenApiResponse(body, summary)
    responses: dict[Any, Any] = {(status, media): success} if body is not None else {204: success}
    if other_status is not None:
        responses[other_status, media] = success
    if job:
        responses[202, media] = OpenApiResponse(
            job_shape.JOB.ref, "It goes on as a job, whose address is in `Location`."
        )
    responses |= {(code, "application/problem+json"): refusal for code in ("4XX", "503")}
    schema_decorator = extend_schema(
        operation_id=name,
        summary=summary,
        methods=[method.upper()],
        parameters=[*(OpenApiParameter(code, str) for code in query), *headers],
        request=_request_of(name),
        responses=responses,
    )

    def decorate(handler: Callable[..., Any]) -> Any:
        @wraps(handler)
        def answered(view: Any, request: Request, **kwargs: Any) -> Any:
            if is_list:
                refuse_unknown_filters(request, *filters)
            if act is not None:
                pack = kwargs["pack"] = pack_of(request, kwargs["pack"], act)
                if "card" in kwargs:
                    kwargs["card"] = card_get(account=actor_of(request), pack=pack, written_id=kwargs["card"])
            return handler(view, request, **kwargs)

        return schema_decorator(answered)

    return decorate
