"""The OpenAPI document of every route below /api/v1/, from the views' own declarations; it depends on the code alone.

Source: OpenAPI 3.1.1; RFC 9110 (ETag, Location, Retry-After), RFC 8288 (Link), RFC 9457 (problem documents).
"""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from rest_framework.permissions import SAFE_METHODS

from cards import shape as parts
from cards.api import (
    documents,
    requests,
    shapes,
    shapes_experiments,
    shapes_matches,
    shapes_previews,
    shapes_releases,
    shapes_reviews,
)
from cards.api.docs import BYTES, JSON, PLAIN, Bytes, Operation
from cards.api.events import webhooks
from cards.api.parameters import in_header, in_path, in_query
from cards.api.shapes import API
from cards.models.account import TokenScope
from cards.services import draft_shape, import_shape, job_kinds, job_shape, webhook
from cards.shape import MAX_PAGE, TEXT, URL, Json, Named, Shape, component, listing, maybe, shape

VERSION = "1.0.0"
"""The version of the description; its major number is that of the addresses."""
PROBLEM_JSON = "application/problem+json"
EXAMPLES = Path(__file__).with_name("examples.json")
METHODS = ("get", "post", "put", "patch", "delete")
BINARY: Json = {"type": "string", "format": "binary"}
_MODULES = (
    parts,
    shapes,
    shapes_experiments,
    shapes_matches,
    shapes_previews,
    shapes_releases,
    shapes_reviews,
    draft_shape,
    import_shape,
    job_kinds,
    job_shape,
    webhook,
)
_PART = re.compile(r"<(?:\w+:)?(\w+)>")

TAGS: Mapping[str, str] = {
    "packs": "Packs: what they say of themselves, who may read them, and checks that store nothing.",
    "cards": "Cards as their pack's members see them, and what is done to a card as a whole.",
    "drafts": "The working copies of cards, their saves and images.",
    "versions": "The saved, immutable versions of a card.",
    "scenarios": "What a card must do, as tests that run after each save.",
    "decks": "Decks of a pack.",
    "glossary": "The words of a pack in both languages.",
    "imports": "Cards from files.",
    "jobs": "Long acts that go on after their request was answered.",
    "previews": "What a card does to the game, by simulation.",
    "matches": "Matches that people play, and what they count as.",
    "experiments": "What the blocks of a card are worth, which of its numbers reach a target, for whom its change holds, what it does together with others, and what the planned release does, by simulation.",
    "reviews": "Decisions about exact versions, and talk about their nodes.",
    "releases": "Releases: immutable, signed, each file under its hash; and the plan of the next.",
    "members": "Who belongs to a pack.",
    "programs": "Accounts that are no person's: service accounts of a pack, and jobs that it trusts to publish.",
    "webhooks": "Where a pack sends its events.",
    "audit": "Who did what.",
    "files": "Bytes by their hash.",
    "account": "The account that asks, and its tokens.",
    "portal": "What the portal says of itself: schemas, keys, this description.",
}
_TAG_OF = {
    "art": "drafts",
    "draft": "drafts",
    "revisions": "drafts",
    "versions": "versions",
    "validate": "packs",
    "check": "packs",
    "export.zip": "packs",
    "release-plan": "releases",
    "changes": "releases",
    "migrations": "releases",
    "me": "account",
    "tokens": "account",
    "publishing-tokens": "programs",
    "schemas": "portal",
    "sheets": "jobs",
    "import-mappings": "imports",
    "signing-keys": "portal",
    "openapi.json": "portal",
}


class Route(NamedTuple):
    """One method of one address."""

    path: str
    parts: list[str]
    view: Any
    operation: Operation


def description() -> Json:
    """Return the document."""
    paths: dict[str, Json] = {}
    schemas: dict[str, Json] = {}
    examples = json.loads(EXAMPLES.read_text("utf-8"))
    for route in routes():
        operation = _Described(route, examples, schemas)
        paths.setdefault(route.path, {})[route.operation.method] = operation.document()
    return {
        "openapi": "3.1.1",
        "jsonSchemaDialect": "https://spec.openapis.org/oas/3.1/dialect/base",
        "info": {
            "title": "Cardloom",
            "version": VERSION,
            "summary": "Card packs: written, reviewed, released and downloaded.",
            "description": _ABOUT,
        },
        "servers": [{"url": "/", "description": "The portal that serves this document."}],
        "tags": [{"name": name, "description": about} for name, about in TAGS.items()],
        "security": [{"token": []}, {"session": []}],
        "paths": paths,
        "webhooks": webhooks(),
        "components": {
            "schemas": dict(sorted({**COMPONENTS, **documents.components(), **schemas}.items())),
            "responses": RESPONSES,
            "headers": HEADERS,
            "securitySchemes": SECURITY,
        },
    }


def routes() -> Iterator[Route]:
    """Yield every operation, in the order of the routes."""
    from cards.api.urls import urlpatterns  # the views import what describes them

    for pattern in urlpatterns:
        view, route = pattern.callback.cls, str(pattern.pattern)  # type: ignore[attr-defined]  # what `as_view` sets
        for method in METHODS:
            operation = getattr(getattr(view, method, None), "operation", None)
            if isinstance(operation, Operation):
                yield Route(f"{API}/{_PART.sub(_braces, route)}", _PART.findall(route), view, operation)


def _braces(part: re.Match[str]) -> str:
    return "{" + part[1] + "}"


class _Described:
    """One operation as the document has it; the components that it alone needs are added to `schemas`."""

    def __init__(self, route: Route, examples: Mapping[str, Json], schemas: dict[str, Json]) -> None:
        self.route, self.operation, self.schemas = route, route.operation, schemas
        self.example, self.job_example = examples.get(self.operation.name, {}), examples.get("job", {})
        self.is_read = self.operation.method.upper() in SAFE_METHODS
        self.has_channel = self.is_read and "version" in route.parts

    def document(self) -> Json:
        """Return the operation."""
        operation = self.operation
        document: Json = {
            "operationId": operation.name,
            "summary": operation.summary,
            "description": operation.about,
            "tags": [_tag(self.route.path)],
            "security": self.security(),
            "x-scopes": self.scopes,
            "parameters": self.parameters(),
        }
        if body := self.body():
            document["requestBody"] = body
        document["responses"] = self.responses()
        return document

    def security(self) -> list[Json]:
        """Return who may be the caller: a token with the scopes of `x-scopes`, a signed-in browser, or anyone."""
        return [
            *([{"token": []}] if self.scopes else ()),
            {"session": []} if self.is_read else {"session": [], "csrf": []},
            *([{}] if self.operation.is_open else ()),
        ]

    @property
    def scopes(self) -> list[str]:
        """Return the scopes that a token needs, none where no token will do."""
        usual = TokenScope.READ if self.is_read else TokenScope.WRITE
        scope = self.route.view.scopes.get(self.operation.method.upper(), usual)
        return [] if scope is None else [str(word) for word in dict.fromkeys((TokenScope.READ, scope))]

    def parameters(self) -> list[Json]:
        """Return the parts of the address, the query, and the headers that are read."""
        operation = self.operation
        headers = [IF_MATCH] if operation.based_on else []
        headers += [IDEMPOTENCY_KEY] if operation.is_repeatable else []
        headers += [IF_NONE_MATCH] if self.is_read else []
        headers += [RANGE] if self.is_file else []
        return [
            *map(in_path, self.route.parts),
            *(in_query(operation.name, name) for name in operation.query),
            *headers,
        ]

    @property
    def is_file(self) -> bool:
        """Return whether the answer is a file of which ranges may be requested."""
        return not self.route.view.is_counted

    @property
    def bytes(self) -> Json:
        """Return the schema of a file, or of a part of one: plain text is a text."""
        return TEXT if self.operation.answer == PLAIN else BINARY

    def body(self) -> Json | None:
        """Return the body of the request."""
        if about := requests.FILES.get(self.operation.name):
            return {"required": True, "description": about, "content": {BYTES.media: {"schema": BINARY}}}
        if (schema := requests.BODIES.get(self.operation.name)) is None:
            return None
        name = f"{_pascal(self.operation.name)}Body"
        self.schemas[name] = {"anyOf": list(self._forms(name, schema["anyOf"]))} if "anyOf" in schema else schema
        content: Json = {"schema": component(name)}
        if "request" in self.example:
            content["example"] = self.example["request"]
        is_required = "anyOf" in schema or bool(schema["required"]) or "minProperties" in schema
        return {"required": is_required, "content": {JSON: content}}

    def _forms(self, name: str, forms: list[Json]) -> Iterator[Json]:
        """Yield the forms of a body, each a component that is named by what it alone requires: generators have a type for each."""
        for form in forms:
            others = {word for other in forms if other is not form for word in other["required"]}
            own = next((word for word in form["required"] if word not in others), form["required"][0])
            part = f"{name}With{_pascal(own.replace('_', '-'))}"
            self.schemas[part] = form
            yield component(part)

    def responses(self) -> Json:
        """Return every answer; refusals are the same everywhere."""
        operation = self.operation
        answers: dict[str, Json] = {str(operation.status): self.success(operation.summary)}
        if operation.other_status is not None:
            answers[str(operation.other_status)] = self.success(operation.summary)
        if operation.is_job:
            headers = {"Location": ref_header("Location"), "Retry-After": ref_header("Retry-After"), **_LIMITS}
            about = "It goes on as a job, whose address is in `Location`."
            answers["202"] = {
                "description": about,
                "headers": headers,
                "content": {JSON: {"schema": job_shape.JOB.ref, "example": self.job_example.get("response")}},
            }
        if self.is_file:
            media = operation.answer.media if isinstance(operation.answer, Bytes) else JSON
            answers["206"] = {
                "description": "The part that was asked for.",
                "headers": {name: ref_header(name) for name in ("ETag", "Content-Range", "Accept-Ranges")},
                "content": {media: {"schema": self.bytes}},
            }
        if self.is_read:
            answers["304"] = _response("NotModified")
        if self.has_channel:
            answers["307"] = _response("ToConcrete")
        if operation.based_on:
            answers["412"] = _response("Stale")
        if self.is_file:
            answers["416"] = _response("OutOfRange")
        if self.route.view.is_counted:
            answers["429"] = _response("TooMany")
        answers |= {"4XX": _response("Refused"), "503": _response("Unavailable")}
        return dict(sorted(answers.items()))

    def success(self, about: str) -> Json:
        """Return the answer to a successful request."""
        operation = self.operation
        names = ["ETag"] if self.is_read or operation.name in WITH_TAG else []
        names += ["Link"] if operation.is_list or self.has_next else []
        names += ["Location"] if operation.name in WITH_LOCATION else []
        names += ["Idempotent-Replayed"] if operation.is_repeatable else []
        names += ["Accept-Ranges"] if self.is_file else []
        names += ["Retry-After"] if operation.name == "job" else []
        headers = {name: ref_header(name) for name in names} | (_LIMITS if self.route.view.is_counted else {})
        answer: Json = {"description": about, "headers": headers}
        if operation.answer is None:
            return answer
        if isinstance(operation.answer, Bytes):
            return {**answer, "content": {operation.answer.media: {"schema": self.bytes}}}
        content: Json = {"schema": self.schema()}
        if "response" in self.example:
            content["example"] = self.example["response"]
        return {**answer, "content": {JSON: content}}

    @property
    def has_next(self) -> bool:
        """Return whether a query parameter selects a page."""
        return bool({"limit", "after"} & {*self.operation.query})

    def schema(self) -> Json:
        """Return the schema of the answer; that of a list is a component, too."""
        answer = self.operation.answer
        schema: Any = answer.ref if isinstance(answer, Shape | Named) else answer
        if not self.operation.is_list:
            return dict(schema)
        name = f"{schema['$ref'].rpartition('/')[2]}List"
        self.schemas[name] = shape(results=listing(schema, MAX_PAGE), next=maybe(URL))
        return component(name)


def _tag(path: str) -> str:
    parts = [part for part in path.removeprefix(f"{API}/").split("/") if part and not part.startswith("{")]
    if parts[0] == "packs" and len(parts) > 1:
        parts = parts[1:]
    if parts[0] == "cards" and len(parts) > 1 and parts[1] in _TAG_OF:
        parts = parts[1:]
    return _TAG_OF.get(parts[0], parts[0])


def _pascal(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("-"))


def ref_header(name: str) -> Json:
    """Return the reference to a header of an answer."""
    return {"$ref": f"#/components/headers/{name}"}


def _response(name: str) -> Json:
    return {"$ref": f"#/components/responses/{name}"}


def _header(about: str, schema: Json, example: Any) -> Json:
    return {"description": about, "schema": schema, "example": example}


def _refusal(about: str, *headers: str) -> Json:
    return {
        "description": about,
        "headers": {name: ref_header(name) for name in (*headers, *_LIMITS)},
        "content": {PROBLEM_JSON: {"schema": shapes.REFUSAL.ref}},
    }


WITH_TAG = frozenset(
    (
        "draft-save",
        "scenario-create",
        "scenario-save",
        "deck-create",
        "deck-save",
        "deck-restore",
        "term-create",
        "term-edit",
        "art-set",
    )
)
"""Operations whose answer has the ETag that the next change must quote."""
WITH_LOCATION = frozenset(
    (
        "pack-create",
        "card-create",
        "version-create",
        "scenario-create",
        "deck-create",
        "term-create",
        "preview-start",
        "experiment-start",
        "release-publish",
        "review-request",
        "webhook-create",
        "program-create",
    )
)
"""Operations whose answer has the address of what they created."""
_SECONDS: Json = {"type": "integer", "minimum": 1}
HEADERS: dict[str, Json] = {
    "ETag": _header(
        "The mark of this state: repeat it in `If-None-Match` or quote it in `If-Match`.", TEXT, '"r131-9f2c41aa"'
    ),
    "Link": _header(
        "The next page, with `rel=next`, where there is one.", TEXT, '</api/v1/packs/?after=core>; rel="next"'
    ),
    "Location": _header("Where it is.", URL, "/api/v1/packs/core/"),
    "Retry-After": _header("Seconds after which to ask again.", _SECONDS, 1),
    "RateLimit": _header("What is left of the window, and seconds until the next begins.", TEXT, '"read";r=1199;t=42'),
    "RateLimit-Policy": _header("Requests in a window of so many seconds.", TEXT, '"read";q=1200;w=60'),
    "Content-Range": _header("Which bytes of how many these are.", TEXT, "bytes 0-99/188000"),
    "Accept-Ranges": _header("Files answer `Range` with one range.", TEXT, "bytes"),
    "Idempotent-Replayed": _header("`true`: this is the first answer again.", TEXT, "true"),
    "WWW-Authenticate": _header("The token that would be accepted (RFC 6750).", TEXT, 'Bearer realm="cardloom"'),
}
_LIMITS = {name: ref_header(name) for name in ("RateLimit", "RateLimit-Policy")}
RESPONSES: dict[str, Json] = {
    "NotModified": {
        "description": "What the caller has is current; no body.",
        "headers": {"ETag": ref_header("ETag")},
    },
    "ToConcrete": {
        "description": "`latest` or `next`: to the same address under the number of the release.",
        "headers": {"Location": ref_header("Location")},
    },
    "Refused": _refusal(
        "Refused, with nothing changed: `type` says why, and leads to an explanation.", "WWW-Authenticate"
    ),
    "Stale": _refusal("It was changed meanwhile: `current` is what is there now, `ETag` its mark.", "ETag"),
    "OutOfRange": _refusal("The file ends before the range.", "Content-Range"),
    "TooMany": _refusal("More requests than a window allows.", "Retry-After"),
    "Unavailable": _refusal("The portal cannot answer now.", "Retry-After"),
}
SECURITY: dict[str, Json] = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "bearerFormat": "clm_…",
        "description": "A token of the account page. The scopes that an operation needs are its `x-scopes`.",
    },
    "session": {"type": "apiKey", "in": "cookie", "name": "sessionid", "description": "A signed-in browser."},
    "csrf": {
        "type": "apiKey",
        "in": "header",
        "name": "X-CSRFToken",
        "description": "The value of the cookie `csrftoken`: a signed-in browser sends it with every change.",
    },
}
IF_MATCH = in_header(
    "If-Match",
    "The ETag that the change is based on, or several of which one must be the current one (`*`: whichever it is); without it 428, "
    "stale 412. `aside` of a stale draft says where the text is kept.",
    TEXT,
)
IF_NONE_MATCH = in_header("If-None-Match", "ETags that the caller has: 304 where one is current.", TEXT)
RANGE = in_header("Range", "One range of bytes; several are answered with the whole file.", TEXT)
IDEMPOTENCY_KEY = in_header(
    "Idempotency-Key",
    "The same key gives the first answer again, for 24 hours.",
    {"type": "string", "minLength": 1, "maxLength": 200},
)
COMPONENTS: dict[str, Json] = {
    each.name: each.schema for module in _MODULES for each in vars(module).values() if isinstance(each, Shape | Named)
}
"""What answers and requests hold, by the name that operations refer to."""
_ABOUT = """Everything below `/api/v1/` is for programs. Times are RFC 3339 in UTC, ids are texts, keys are snake_case; documents of the engine
keep theirs. A refusal is a problem document (RFC 9457) in the language of `Accept-Language`. A list has `results` and `next`."""
