"""What the OpenAPI document says of each route: one table of shapes, named by the views."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema

from cards.services.import_shape import IMPORT
from cards.services.job_kinds import CHECK
from cards.services.job_shape import JOB
from cards.shape import ANY, BOTH, DIGEST, FLAG, PROBLEM, TEXT, TIME, WHOLE, Json, listing, maybe, shape

ENGINE_CARD: Json = {"$ref": "#/components/schemas/EngineCard"}
"""A card's document: the engine's own schemas say what is in it; `meta.description` names them."""
TERM = {
    "type": "object",
    "properties": {
        "en": TEXT, "zh": TEXT, "note": TEXT,
        **{name: listing(TEXT) for name in ("also_en", "also_zh", "avoid_en", "avoid_zh")},
    },
    "required": ["en", "zh"],
    "additionalProperties": False,
}  # fmt: skip
DECISION = shape(by=TEXT, decision=TEXT, message=TEXT, reason=TEXT, at=TIME)
COMMENT = shape(by=TEXT, text=TEXT, at=TIME)
THREAD = shape(
    id=TEXT, path=TEXT, place=maybe(TEXT), version=WHOLE, node=TEXT, resolved=FLAG, comments=listing(COMMENT)
)
MISMATCH = shape(path=TEXT, language=TEXT, written=TEXT, generated=TEXT)
NODE_CHANGE = shape(kind=TEXT, path=TEXT, old_path=maybe(TEXT), around=maybe(TEXT), old=TEXT, new=TEXT)
TEXT_CHANGE = shape(language=TEXT, field=TEXT, old=TEXT, new=TEXT)
SHAPES: dict[str, Json] = {
    "Account": shape(email=TEXT, name=TEXT, language=TEXT, is_operator=FLAG),
    "Pack": shape(
        ("cards", "role", "approvals_needed", "guards_needed"), pack=TEXT, name=BOTH, description=BOTH, ruleset=TEXT, source_language=TEXT, visibility=TEXT,
        archived=FLAG, role=maybe(TEXT), cards=WHOLE, latest=maybe(TEXT), created_at=TIME, approvals_needed=WHOLE, guards_needed=FLAG,
    ),
    "Card": shape(
        id=TEXT, kind=TEXT, name=BOTH, state=TEXT, edited=FLAG, retired=FLAG, deprecated=maybe(ANY), version=maybe(WHOLE),
        released=maybe(shape(version=WHOLE, release=TEXT)), sha256=maybe(DIGEST), updated=TIME,
        problems=shape(errors=WHOLE, warnings=WHOLE), preview=maybe(ANY),
    ),
    "Draft": shape(
        card=TEXT, revision=WHOLE, text=TEXT, texts=ANY, document=maybe(ENGINE_CARD), sha256=maybe(DIGEST), saved_at=TIME, saved_by=TEXT,
        problems=listing(PROBLEM),
    ),
    "Revision": shape(revision=WHOLE, origin=TEXT, text=TEXT, texts=ANY, saved_at=TIME, saved_by=TEXT),
    "Version": shape(
        ("text", "texts", "document"), number=WHOLE, sha256=DIGEST, schema=TEXT, message=TEXT, author=TEXT, parent=maybe(WHOLE),
        created_at=TIME, text=TEXT, texts=ANY, document=ENGINE_CARD,
    ),
    "Report": shape(ok=FLAG, problems=listing(PROBLEM)),
    "Validated": shape(ok=FLAG, problems=listing(PROBLEM), describe=BOTH, mismatches=listing(MISMATCH)),
    "VersionDiff": shape(
        (), **{"from": WHOLE}, to={"anyOf": [WHOLE, {"const": "draft"}]}, changes=listing(NODE_CHANGE), cut=FLAG, texts=listing(TEXT_CHANGE),
    ),
    "Image": shape(sha256=DIGEST),
    "Import": IMPORT.component,
    "Job": JOB.component,
    "PackCheck": CHECK.component,
    "Release": shape(
        pack=TEXT, version=TEXT, released_at=TIME, released_by=TEXT, channels=listing(TEXT), yanked=maybe(shape(reason=BOTH, use=maybe(TEXT), at=TIME)), ruleset=TEXT,
        engine=TEXT, schemas=listing(TEXT), cards=WHOLE, zip=shape(url=TEXT, size=WHOLE, sha256=DIGEST), manifest_sha256=DIGEST,
        key_id=maybe(TEXT), changelog=BOTH,
    ),
    "ReleasePlan": shape(
        version=TEXT, minimum=TEXT, bump=TEXT, reasons=listing(shape(bump=TEXT, reason=TEXT, cards=listing(TEXT), count=WHOLE)), changelog=BOTH,
        revision=WHOLE, publish_at=maybe(TIME), publish_error=maybe(BOTH), cards=WHOLE, count=WHOLE,
        changes=listing(shape(id=TEXT, change=TEXT, version=maybe(WHOLE), released=maybe(WHOLE))), next=maybe(TEXT),
        refusal=maybe(shape(code=TEXT, message=BOTH)),
        gates=listing(shape(id=TEXT, closes=FLAG, ok=FLAG, unchecked=WHOLE, missing=listing(ANY), count=WHOLE)),
        gates_at=maybe(TIME), gates_current=FLAG,
    ),
    "SigningKey": shape(key_id=TEXT, public_key=TEXT, created_at=TIME, retired_at=maybe(TIME)),
    "File": shape(path=TEXT, size=WHOLE, sha256=DIGEST),
    "ReleaseCard": shape(
        ("document",), id=TEXT, kind=TEXT, version=WHOLE, sha256=DIGEST, path=TEXT, updated=TIME, document=ENGINE_CARD,
    ),
    "Schema": shape(id=TEXT, ruleset=TEXT, kind=TEXT, version=TEXT, url=TEXT),
    "Places": {"type": "object", "additionalProperties": listing(shape(pack=TEXT, release=TEXT, path=TEXT, size=WHOLE))},
    "Scenario": shape(
        ("text",), id=TEXT, card=TEXT, name=TEXT, revision=WHOLE, saved_at=TIME, saved_by=TEXT, state=TEXT,
        ok=maybe(FLAG), outcomes=maybe(listing(ANY)), ran_at=maybe(TIME), text=TEXT,
    ),
    "Strength": shape(state=TEXT, result=maybe(ANY)),
    "Ran": shape(ran=WHOLE, results=listing(ANY)),
    "Deck": shape(
        ("text",), id=TEXT, deck_id=TEXT, name=TEXT, revision=WHOLE, sha256=DIGEST, is_reference=FLAG, trashed=FLAG,
        saved_at=TIME, saved_by=TEXT, text=TEXT,
    ),
    "Term": shape(
        id=TEXT, en=TEXT, zh=TEXT, also_en=listing(TEXT), also_zh=listing(TEXT), avoid_en=listing(TEXT),
        avoid_zh=listing(TEXT), note=TEXT, revision=WHOLE, edited_at=TIME,
    ),
    "Member": shape(id=TEXT, email=TEXT, name=TEXT, role=TEXT),
    "Invited": shape(email=TEXT, role=TEXT, url=maybe(TEXT)),
    "Token": shape(
        ("secret",), id=TEXT, name=TEXT, scopes=listing(TEXT), created_at=TIME, expires_at=TIME,
        last_used_at=maybe(TIME), revoked_at=maybe(TIME), secret=maybe(TEXT),
    ),
    "Event": shape(
        id=TEXT, at=TIME, actor=maybe(TEXT), action=TEXT, pack=maybe(TEXT), target=TEXT, details=ANY, request_id=TEXT,
    ),
    "Preview": shape(
        ("estimate", "result"), number=WHOLE, kind=TEXT, card=maybe(TEXT), candidate=ANY, baseline=ANY, plan=ANY, state=TEXT,
        fresh=FLAG, engine=TEXT, progress=shape(blocks=WHOLE, of=WHOLE), queued_at=TIME, finished_at=maybe(TIME),
        poll_after_ms=maybe(WHOLE), failure=maybe(ANY), estimate=maybe(ANY), result=maybe(ANY),
    ),
    "Webhook": shape(
        ("secret",), id=TEXT, url=TEXT, enabled=FLAG, disabled_why=maybe(TEXT), created_at=TIME, secret=maybe(TEXT),
    ),
    "Delivery": shape(
        id=TEXT, event_id=TEXT, type=TEXT, body=TEXT, state=TEXT, attempts=listing(ANY), next_at=maybe(TIME),
        created_at=TIME, delivered_at=maybe(TIME),
    ),
    "Review": shape(
        ("contributors", "decisions", "threads"), contributors=listing(TEXT), number=WHOLE, card=TEXT, version=WHOLE, base=maybe(WHOLE), title=TEXT, state=TEXT, needed=WHOLE,
        approvals=WHOLE, requested_by=TEXT, requested_at=TIME, decisions=listing(DECISION), threads=listing(THREAD),
    ),
    "Decision": DECISION,
    "Thread": THREAD,
    "Comment": COMMENT,
    "Traces": shape(results=listing(ANY), next=maybe(TEXT)),
    "Difference": shape(
        ("next",), **{"from": TEXT}, to=TEXT, counts=ANY, changelog=BOTH, results=listing(ANY), next=maybe(TEXT),
    ),
    "Feed": shape(results=listing(ANY), next=maybe(TEXT), cursor=TEXT),
    "Migrations": shape(results=listing(ANY), next=maybe(TEXT)),
    "Bytes": {"type": "string", "format": "binary"},
    "Document": ANY,
    "Refusal": {
        "type": "object",
        "properties": {
            "type": TEXT, "title": TEXT, "status": WHOLE, "detail": TEXT, "instance": TEXT, "request_id": TEXT,
            "errors": listing(shape(pointer=TEXT, detail=TEXT)), "problems": listing(PROBLEM),
            "aside": shape(revision=WHOLE, url=TEXT, page=TEXT),
        },
        "required": ["type", "title", "status", "detail", "instance", "request_id"],
    },
}  # fmt: skip
BODIES: dict[str, Json] = {
    "validate": shape(("texts",), text=TEXT, texts=ANY),
    "files-lookup": shape(digests={"type": "array", "items": DIGEST, "maxItems": 100}),
    "pack-create": shape(
        ("description", "source_language", "visibility", "approvals_needed", "guards_needed"), pack=TEXT, ruleset=TEXT, name=BOTH, description=BOTH,
        source_language=TEXT, visibility=TEXT, approvals_needed=WHOLE, guards_needed=FLAG,
    ),
    "pack-edit": shape(
        ("name", "description", "source_language", "visibility", "archived", "approvals_needed", "guards_needed"), name=BOTH, description=BOTH,
        source_language=TEXT, visibility=TEXT, archived=FLAG, approvals_needed=WHOLE, guards_needed=FLAG,
    ),
    "card-create": {
        "anyOf": [
            shape(("id", "texts"), text=TEXT, id=TEXT, texts=ANY), shape(template=TEXT, id=TEXT), shape(copy_of=TEXT, id=TEXT),
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
            shape(text=TEXT), shape(sample=TEXT), shape(("name",), deck_id=TEXT, name=TEXT),
            shape(("name",), copy_of=TEXT, deck_id=TEXT, name=TEXT),
        ]
    },
    "deck-save": shape(text=TEXT),
    "term-create": TERM,
    "term-edit": TERM,
    "member-invite": shape(("days",), email=TEXT, role=TEXT, days=WHOLE),
    "member-change": shape(role=TEXT),
    "preview-start": shape(
        ("version", "baseline", "preset", "seed"), card=TEXT, version=WHOLE, preset=TEXT, seed=WHOLE,
        baseline={"anyOf": [WHOLE, {"const": "without"}]},
    ),
    "release-plan-save": shape(
        ("version", "choices", "changelog", "publish_at"), version=TEXT, changelog=BOTH, publish_at=maybe(TIME),
        choices={"type": "object", "additionalProperties": maybe(WHOLE)},
    ),
    "release-publish": shape(
        ("choices", "changelog", "override"), version=TEXT, changelog=BOTH, override=TEXT,
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
}  # fmt: skip
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
        return dict.fromkeys(FILES[name], SHAPES["Bytes"])
    return {"application/json": BODIES[name]} if name in BODIES else None


def documented(  # noqa: PLR0913  each argument is one part of the description
    name: str,
    summary: str,
    answers: str = "",
    *,
    is_list: bool = False,
    filters: Sequence[str] = (),
    method: str = "get",
    status: int = 200,
    based_on: bool = False,
    also: int | None = None,
    job: bool = False,
) -> Callable[[Any], Any]:
    """Say what a view's method answers, nothing with 204, and another status with the same body, 202 where it goes on as a job; its refusals
    are the same everywhere.
    """
    body = SHAPES.get(answers, ANY)
    if is_list:
        body = shape(results=listing(body), next=maybe(TEXT))
    media = "application/octet-stream" if answers == "Bytes" else "application/json"
    query = [*filters, *(("limit", "after") if is_list else ())]
    headers = [*([IF_MATCH] if based_on else ()), *([REPEATABLE] if status == 201 or job else ())]
    refusal = OpenApiResponse(SHAPES["Refusal"], "Refused: problem+json")
    said = OpenApiResponse(body if answers else None, summary)
    responses: dict[Any, Any] = {(status, media): said} if answers else {204: said}
    if also is not None:
        responses[also, media] = said
    if job:
        responses[202, media] = OpenApiResponse(SHAPES["Job"], "It goes on as a job, whose address is in `Location`.")
    responses |= {(each, "application/problem+json"): refusal for each in ("4XX", "503")}
    decorated: Callable[[Any], Any] = extend_schema(
        operation_id=name,
        summary=summary,
        methods=[method.upper()],
        parameters=[*(OpenApiParameter(each, str) for each in query), *headers],
        request=_request_of(name),
        responses=responses,
    )
    return decorated
