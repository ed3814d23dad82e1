"""Requests that cost as much as a client can make them cost: every route that takes a body, and a hostile text for each of its places."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote_plus

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.cards.matrix.test_matrix import ROWS, Row, filled
from tests.cards.matrix.world import World, address, card_text

MIB = 1 << 20
QUERY = 7000  # characters of a query, which gunicorn's limit of a request line leaves room for
PLACE = "<place>"
"""Where a body of this table takes the hostile text."""
FILES = ("file", "art")
QUERY_NAME = re.compile(
    r'(?:GET|asked|query|params|query_params)(?:\.get|\.getlist)?[\[(]"([a-z_]+)"|_word\(asked, "([a-z_]+)"'
)

BODIES: Final[Mapping[str, tuple[str, ...]]] = {
    "POST cards:card-art": ('{"art": "<place>"}',),
    "POST cards:card-texts": ('{"name": "<place>", "description": "<place>", "etag": "<tag of draft>"}',),
    "POST cards:text-import": ('{"file": "<place>", "do": "check"}', '{"file": "<place>", "do": "write"}'),
    "POST cards:pack-import": ('{"file": "<place>", "do": "check"}', '{"file": "<place>", "do": "write"}'),
    "POST cards:card-new": ('{"file": "<place>", "how": "text", "start": "text", "id": "base.new"}',),
    "POST cards:deck-new": ('{"file": "<place>", "from": "text"}', '{"text": "<place>", "from": "text"}'),
    "POST cards:scenario-detail": (
        '{"do": "text", "text": "<place>", "etag": "s1"}',
        '{"do": "give", "of": "<place>", "seat": "0", "zone": "<place>", "etag": "s1"}',
        '{"do": "state", "at": "0", "key": "<place>", "etag": "s1"}',
        '{"do": "fact", "at": "<place>", "key": "<place>", "to": "<place>", "etag": "s1"}',
        '{"do": "answer", "at": "0", "choice": "<place>", "part": "<place>", "pick": "<place>", "etag": "s1"}',
        '{"do": "forget <place>", "etag": "s1"}',
        '{"do": "name", "to": "<place>", "etag": "s1"}',
    ),
    "POST cards:bulk-csv": ('{"file": "<place>"}',),
    "POST cards:bulk-check": ('{"plan": "<place>"}', '{"cell": "<place>"}'),
    "POST cards:bulk-write": ('{"plan": "<place>"}',),
    "POST cards:card-history": ('{"restore": "<place>", "etag": "<tag of draft>"}',),
    "POST cards:card-play": (
        '{"plan": "<place>", "answer": "<place>"}',
        '{"scenario": "<place>", "answers": "<place>"}',
    ),
    "POST cards:seat": ('{"etag": "<place>", "choice": "<place>"}',),
    "POST cards:match-detail": (
        '{"etag": "<place>", "choice": "<place>"}',
        '{"etag": "m1-0", "change": "<place>", "pick": "<place>"}',
    ),
    "POST cards:match-play": ('{"plan": "<place>", "answer": "<place>"}',),
    "POST cards:preview-match": ('{"scenario": "<place>"}',),
    "POST cards:print": ('{"q": "<place>", "cards": "<place>"}',),
    "POST cards:versus": ('{"card": "base.stone", "new": "<place>", "old": "<place>"}',),
    "POST cards:sweep-new": ('{"pointer": "<place>", "values": "<place>"}',),
    "POST cards:worth-new": ('{"preset": "<place>"}',),
    "POST cards:ladder-new": ('{"preset": "<place>"}',),
    "POST cards:pairs-new": ('{"preset": "<place>"}', '{"partners": "<place>"}'),
    "POST cards:release-compare": ('{"preset": "<place>"}',),
    "POST cards:tune-new": ('{"target": "aim", "aim": "<place>", "vary": "/manaCost", "low/manaCost": "<place>"}',),
    "POST cards:deck-list": ('{"restore": "<place>", "shown": "<place>"}',),
    "POST cards:job-list": ('{"job": "<place>"}',),
    "POST cards:health": ('{"preset": "<place>"}',),
    "POST cards:review-new": ('{"version": "1", "title": "<place>"}',),
    "POST cards:card-retire": ('{"do": "retire", "instead": "<place>"}',),
    "POST cards:account": ('{"do": "profile", "name": "<place>", "language": "en", "theme": "dark"}',),
    "PUT api:art": (PLACE,),
}
"""Bodies beside those of the table of permissions, whose every text is a place too."""

WITHOUT: Final = {
    "POST cards:sign-out", "POST cards:bulk-undo", "POST cards:sweep-cancel", "POST cards:sweep-accept", "POST cards:tune-take",
    "POST cards:card-trash", "POST cards:preview-cancel", "POST cards:address-confirm", "POST cards:card-presence", "POST cards:job-cancel",
}  # fmt: skip
"""Pages that read no text of a body; programs' routes read the body that they refuse."""

FIELD_ORDER = ("text", "body", "plan", "note", "reason", "message", "description", "name", "en")
"""Which text of a body is the place in the suite, where one is enough."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One request: of which row, and its body with the place in it."""

    row: Row
    body: str

    @property
    def name(self) -> str:
        """Return the method and the route."""
        return f"{self.row.method} {self.row.route}"

    def send(self, world: World, client: Client, text: str) -> Any:
        """Send the request with a text in its place."""
        changed = dict(part.split("=", 1) for part in self.row.changed.split(";") if part)
        url = address(
            self.row.route, "core", {name: filled(value, world, "core", "") for name, value in changed.items()}
        )
        headers = {"If-Match": f'"{world.names[f"core.tag of {self.row.based_on}"]}"'} if self.row.based_on else {}
        if self.row.method == "GET":
            return client.get(f"{url}?{self.body.replace(PLACE, quote_plus(text[:QUERY])[:QUERY])}")
        body = filled(self.body.removeprefix("json "), world, "core", "")
        if self.row.is_api or self.body.startswith("json "):
            data = text if body == PLACE else body.replace(f'"{PLACE}"', json.dumps(text))
            return client.generic(self.row.method, url, data, content_type="application/json", headers=headers)
        form = {name: _field(name, value, text) for name, value in json.loads(body).items()}
        return client.post(url, form, headers=headers)


def _field(name: str, value: Any, text: str) -> Any:
    """Return what a field of a form sends: a file where it is one."""
    if value != PLACE:
        return value
    return SimpleUploadedFile("card.json", text.encode()) if name in FILES else text


def attempts(*, whole: bool) -> Iterator[Attempt]:
    """Yield what every route that reads a body is sent: each of its texts replaced in turn, or only the one that is most of a text."""
    for row in ROWS:
        name = f"{row.method} {row.route}"
        if row.method in ("GET", "DELETE") or name in WITHOUT:
            continue
        bodies = [*_places(row.body, whole=whole), *BODIES.get(name, ())]
        if row.is_api and PLACE not in bodies:
            bodies.append(PLACE)
        yield from (Attempt(row, body) for body in (bodies if whole else [*bodies[:1], *BODIES.get(name, ())[:1]]))


def queries() -> Iterator[Attempt]:
    """Yield what every route that is read is asked: each name that some query of the portal has."""
    sources = (path.read_text("utf-8") for part in ("cards/web", "cards/api") for path in Path(part).rglob("*.py"))
    names = sorted({name for source in sources for found in QUERY_NAME.findall(source) for name in found if name})
    yield from (Attempt(row, f"{name}={PLACE}") for row in ROWS if row.method == "GET" for name in names)


def _places(body: str, *, whole: bool) -> Iterator[str]:
    """Yield a body with the place instead of each of its texts; the first is the text that is read the most."""
    head = "json " if body.startswith("json ") else ""
    if not body.removeprefix(head).startswith("{"):
        if body:
            yield PLACE  # the body is a document itself
        return
    data = json.loads(body.removeprefix(head).replace("<deck text>", "deck"))
    places = sorted(
        _texts(data), key=lambda way: FIELD_ORDER.index(way[-1]) if way[-1] in FIELD_ORDER else len(FIELD_ORDER)
    )
    for way in places if whole else places[:1]:
        yield head + json.dumps(_with(data, way))


def _texts(data: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(data, str):
        yield way
    elif isinstance(data, dict):
        for name, value in data.items():
            yield from _texts(value, (*way, name))


def _with(data: Any, way: tuple[Any, ...]) -> Any:
    return {**data, way[0]: _with(data[way[0]], way[1:])} if way else PLACE


HAND_CONDITION: Final = {"type": "GreaterThan", "value1": {"type": "count", "of": "myHand"}, "value2": 1}


def _deep(card: dict[str, Any]) -> str:
    return json.dumps(nested(card, 27))  # objects and lists lie 58 deep then; 64 may


def nested(card: dict[str, Any], times: int, count: int = 1) -> dict[str, Any]:
    """Return a card whose action is a condition that holds a condition, and so on."""
    action: dict[str, Any] = {"type": "gainDice", "kind": "random", "count": count}
    for _ in range(times):
        action = {"type": "if", "condition": HAND_CONDITION, "do": [action]}
    return _with_actions(card, [action])


def _wide(card: dict[str, Any]) -> str:
    gain = {"type": "gainDice", "kind": "random", "count": 1}
    return json.dumps(_with_actions(card, [gain] * 12_400))  # 4 values each, just below the limit of 50,000


def _valid_wide(card: dict[str, Any]) -> str:
    """Return a valid card of nearly 50,000 nodes: conditions of two levels, 22 to a list, each list as long as a list may well be."""
    actions: list[Any] = [{"type": "gainDice", "kind": "random", "count": 1}] * 22
    for _ in range(2):
        actions = [{"type": "if", "condition": HAND_CONDITION, "do": actions}] * 22
    return json.dumps(_with_actions(card, actions))


def _with_actions(card: dict[str, Any], actions: list[Any]) -> dict[str, Any]:
    skill = {"id": "s", "triggerOn": "BEGIN_ROLL_PHASE", "filter": [], "action": actions}
    return {**card, "varConfigs": {"usage": {"initialValue": 2}}, "skills": [skill]}


def _blanks(card: dict[str, Any]) -> str:
    text = json.dumps(card)
    return text.replace('"name":', '"name":' + " " * (MIB - 4096 - len(text)), 1)


def _slashes(card: dict[str, Any]) -> str:
    return json.dumps(card)[:-1] + "/" * 10_000 + "\n}"


SHAPES: Final[Mapping[str, Callable[[dict[str, Any]], str]]] = {
    "60 deep": _deep,
    "50,000 nodes": _wide,
    "50,000 nodes that are valid": _valid_wide,
    "1 MiB of blanks": _blanks,
    "10,000 slashes": _slashes,
}


def texts(world: World) -> dict[str, str]:
    """Return the hostile texts by name, each as much of a card of the pack's game as its shape allows."""
    from cards.models import Pack

    card = json.loads(card_text(Pack.objects.get(slug="core"), "base.stone"))
    return {name: shape(card) for name, shape in SHAPES.items()}
