"""The reference of the API as pages: each operation of its description, with examples, drawn by the server; `portal.api_try` has the form that sends one."""

import json
import shlex
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pprint import pformat
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET

from cards.api.description import description
from cards.errors import NotFound
from cards.gateway.searching import fold
from cards.localization import localize
from cards.lookups import search_words
from cards.shape import Json
from cards.values import frozen_dataclass
from cards.web.page import open_page
from portal.api_try import try_form

MAX_PARTS = 24
"""Components that a page describes below its operation."""
WIDTH = 88
COMPONENT = "#/components/schemas/"
HEADER_VALUES = {"If-Match": '"r131-9f2c41aa"'}


@frozen_dataclass
class Row:
    """One parameter, or one member of an object."""

    name: str
    type: str
    is_required: bool
    about: str
    place: str = ""
    part: str = ""
    """The component that its type names, described below."""


@frozen_dataclass
class Part:
    """One component, as a table of its members; a component without members is its schema."""

    name: str
    rows: tuple[Row, ...]
    schema: str


@frozen_dataclass
class Entry:
    """One operation of the description."""

    name: str
    method: str
    path: str
    document: Json

    @property
    def url(self) -> str:
        """Return the address of its page."""
        return reverse("api-operation", args=[self.name])

    @property
    def summary(self) -> str:
        """Return what it does in one line."""
        return str(self.document["summary"])

    @property
    def words(self) -> str:
        """Return what a search reads, folded."""
        return fold(f"{self.name} {self.method} {self.path} {self.summary} {self.document['description']}")


@lru_cache(maxsize=1)
def _document() -> Json:
    """Return the description, which depends on the code alone."""
    return json.loads(json.dumps(description()))


@lru_cache(maxsize=1)
def entries() -> Mapping[str, Entry]:
    """Return every operation by its name."""
    return {
        operation["operationId"]: Entry(operation["operationId"], method.upper(), path, operation)
        for path, operations in _document()["paths"].items()
        for method, operation in operations.items()
    }


@require_GET
@open_page
def reference(request: HttpRequest) -> HttpResponse:
    """Show all operations by what they are about, or those that a search finds."""
    query = search_words(request.GET, "q")
    words = fold(query).split()
    matching = [entry for entry in entries().values() if all(word in entry.words for word in words)]
    by_tag = {tag["name"]: (tag["description"], list[Entry]()) for tag in _document()["tags"]}
    for entry in matching:
        by_tag[entry.document["tags"][0]][1].append(entry)
    groups = [(name, about, rows) for name, (about, rows) in by_tag.items() if rows]
    context = {"query": query, "groups": groups, "count": len(matching), "crumbs": [("", title())]}
    return render(request, "portal/api_reference.html", context)


@require_GET
@open_page
def operation(request: HttpRequest, operation: str) -> HttpResponse:
    """Show one operation: parameters, body, answers, and how to send it from a shell, Python and TypeScript."""
    entry = entries().get(operation)
    if entry is None:
        raise NotFound
    document = entry.document
    body = _json_of(document.get("requestBody", {}))
    answers = [(status, *_answer(answer)) for status, answer in document["responses"].items()]
    contents = [_json_of(answer) for answer in document["responses"].values()]
    example = next((content["example"] for content in contents if "example" in content), None)
    schemas = [content.get("schema", {}) for content in (body, *contents)]
    context = {
        "entry": entry,
        "crumbs": [(reverse("api-reference"), title()), ("", entry.name)],
        "form": try_form(request, document, has_read=_has_read(entry)),
        "parameters": [_parameter(parameter) for parameter in document["parameters"]],
        "scopes": document["x-scopes"],
        "is_open": {} in document["security"],
        "body": document.get("requestBody"),
        "body_example": _pretty(body["example"]) if "example" in body else "",
        "answers": answers,
        "example": _pretty(example) if example is not None else "",
        "parts": list(_parts(schemas)),
        "snippets": snippets(entry),
    }
    return render(request, "portal/api_operation.html", context)


def _has_read(entry: Entry) -> bool:
    """Return whether the address of an operation can also be read."""
    return "get" in _document()["paths"][entry.path]


def title() -> str:
    """Return what the reference is called."""
    return localize("API reference", "API 参考")


def snippets(entry: Entry) -> list[tuple[str, str]]:
    """Return how an operation is sent, in each language: what it is called, and the text."""
    request = _Request(entry)
    return [("curl", request.in_shell()), ("Python", request.in_python()), ("TypeScript", request.in_typescript())]


class _Request:
    """One request as the example of an operation has it."""

    def __init__(self, entry: Entry) -> None:
        self.method, self.path, names = entry.method, entry.path, list[str]()
        for parameter in entry.document["parameters"]:
            if parameter["in"] == "path":
                self.path = self.path.replace("{" + parameter["name"] + "}", str(parameter["example"]))
            elif parameter["in"] == "header" and parameter["name"] in HEADER_VALUES:
                names.append(parameter["name"])
        content = entry.document.get("requestBody", {}).get("content", {})
        self.media = next(iter(content), "")
        self.is_file = bool(content) and self.media != "application/json"
        self.body = content.get(self.media, {}).get("example", {}) if content else None
        self.headers = {name: HEADER_VALUES[name] for name in names}
        if content:
            self.headers["Content-Type"] = self.media

    def in_shell(self) -> str:
        lines = [
            f"curl{'' if self.method == 'GET' else f' -X {self.method}'} {shlex.quote(settings.SITE_URL + self.path)}"
        ]
        lines.append('-H "Authorization: Bearer $CARDLOOM_TOKEN"')
        lines += [f"-H {shlex.quote(f'{name}: {text}')}" for name, text in self.headers.items()]
        if self.is_file:
            lines.append("--data-binary @file")
        elif self.body is not None:
            lines.append(f"--data {shlex.quote(json.dumps(self.body, ensure_ascii=False))}")
        return " \\\n  ".join(lines)

    def in_python(self) -> str:
        headers = "".join(f", {name!r}: {text!r}" for name, text in self.headers.items())
        lines = ["import os", "", "import httpx", ""]
        lines.append(f'headers = {{"Authorization": f"Bearer {{os.environ[\'CARDLOOM_TOKEN\']}}"{headers}}}')
        argument = ""
        if self.is_file:
            argument = ', content=open("file", "rb").read()'
        elif self.body is not None:
            lines.append(f"body = {pformat(self.body, width=WIDTH, sort_dicts=False)}")
            argument = ", json=body"
        url = json.dumps(settings.SITE_URL + self.path)
        lines.append(
            f'answer = httpx.request("{self.method}", {url}, headers=headers{argument}, follow_redirects=True)'
        )
        return "\n".join([*lines, "answer.raise_for_status()"])

    def in_typescript(self) -> str:
        headers = "".join(f", {json.dumps(name)}: {json.dumps(text)}" for name, text in self.headers.items())
        lines = [f"const answer = await fetch({json.dumps(settings.SITE_URL + self.path)}, {{"]
        lines += [f'  method: "{self.method}",'] if self.method != "GET" else []
        lines.append(f"  headers: {{ Authorization: `Bearer ${{token}}`{headers} }},")
        if self.is_file:
            lines.append("  body: file,")
        elif self.body is not None:
            text = _pretty(self.body).replace("\n", "\n  ")
            lines.append(f"  body: JSON.stringify({text}),")
        return "\n".join([*lines, "});", "if (!answer.ok) throw new Error(`${answer.status}`);"])


def _json_of(part: Json) -> Json:
    """Return what a body or an answer says of its JSON; empty where it is none."""
    content: Json = part.get("content", {})
    return next((entry for media, entry in content.items() if media.endswith("json")), {})


def _answer(answer: Json) -> tuple[str, str, str]:
    """Return what an answer means, its type, and the component of it that is described below."""
    if "$ref" in answer:
        answer = _document()["components"]["responses"][answer["$ref"].rpartition("/")[2]]
    schema = _json_of(answer).get("schema")
    media = next(iter(answer.get("content", {})), "")
    return str(answer["description"]), _type(schema) if schema else media, _component(schema or {})


def _parameter(parameter: Json) -> Row:
    schema = parameter["schema"]
    about = str(parameter.get("description", ""))
    return Row(parameter["name"], _type(schema), parameter.get("required", False), about, parameter["in"])


def _parts(schemas: list[Json]) -> Iterator[Part]:
    """Yield the components that schemas name, and those that these name, the nearest first."""
    components = _document()["components"]["schemas"]
    names = list(dict.fromkeys(name for schema in schemas for name in _names(schema)))
    for name in names:  # grows as it is read
        if len(names) <= MAX_PARTS:
            names += [each for each in dict.fromkeys(_names(components[name])) if each not in names]
    for name in names[:MAX_PARTS]:
        schema = components[name]
        rows = tuple(
            Row(
                key,
                _type(rule),
                key in schema.get("required", ()),
                str(rule.get("description", "")),
                part=_component(rule),
            )
            for key, rule in schema.get("properties", {}).items()
        )
        yield Part(name, rows, "" if rows else _pretty(schema))


def _names(schema: Any) -> Iterator[str]:
    """Yield the components that a schema names, anywhere in it."""
    if isinstance(schema, dict) and str(schema.get("$ref", "")).startswith(COMPONENT):
        yield schema["$ref"].removeprefix(COMPONENT)
    if isinstance(schema, dict | list):
        for part in schema.values() if isinstance(schema, dict) else schema:
            yield from _names(part)


def _component(schema: Json) -> str:
    return next(_names(schema), "")


def _type(schema: Json) -> str:
    """Return a schema in a few words: `string`, `Card | null`, `Change[]`, `"a" | "b"`."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    for key in ("anyOf", "oneOf", "allOf"):
        if key in schema:
            return (" & " if key == "allOf" else " | ").join(map(_type, schema[key]))
    if "enum" in schema:
        return " | ".join(json.dumps(each) for each in schema["enum"])
    if "const" in schema:
        return json.dumps(schema["const"])
    word = schema.get("type", "any")
    if word == "array":
        inner = _type(schema.get("items", {}))
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if isinstance(word, list):
        return " | ".join(word)
    return f"{word} ({schema['format']})" if "format" in schema else str(word)


def _pretty(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)
