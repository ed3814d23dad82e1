"""The changes of a scenario that the forms of its board ask for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from urllib.parse import urlencode

from django.http import QueryDict

from cards.errors import NotFound
from cards.shape import Json, JsonObject
from cards.web.sandbox import FIELD, place_of, whole_number
from cards.web.scenario_board import PARTS

MAX_STATEMENTS = 200  # facts that one form adds
OLD = "o."  # what the field of a number as it was begins with


def changes_of(params: QueryDict) -> list[JsonObject]:
    """Return the changes that a form of the board asks for.

    Errors: NotFound for a form that is none of the page's.
    """
    changes = FORMS.get(params.get("do", "").partition(" ")[0])
    if changes is None:
        raise NotFound
    return list(changes(params))


def _number(params: QueryDict, name: str, default: str = "") -> int:
    return whole_number(params.get(name) or default)


def _text(params: QueryDict, name: str) -> str:
    return params.get(name, "").strip()


def _path(params: QueryDict) -> Iterable[JsonObject]:
    do, _, path = params.get("do", "").partition(" ")
    yield {"do": do, "path": path}


def _beginning(params: QueryDict) -> Iterable[JsonObject]:
    yield {"do": "phase", "to": _text(params, "phase")}
    yield {"do": "active", "to": _number(params, "active")}


def _given_card(params: QueryDict) -> Iterable[JsonObject]:
    place: Json = {
        "seat": _number(params, "seat"),
        "zone": _text(params, "zone"),
        "cell": _number(params, "cell", "-1"),
    }
    count = _number(params, "count", "1")
    yield {"do": "give", "of": _text(params, "of"), **place, "top": bool(params.get("top")), "count": count}


def _answer(params: QueryDict) -> Iterable[JsonObject]:
    keys = ",".join(params.getlist("choice")) or "-"
    yield {"do": "answer", "place": _number(params, "at"), "keys": keys}


def _statements(params: QueryDict) -> Iterable[JsonObject]:
    keys = params.getlist("key")
    if len(keys) > MAX_STATEMENTS:
        raise NotFound
    for key in keys:
        yield {"do": "state", "place": _number(params, "at"), "key": key}


def _differing(params: QueryDict, kind: str, holder: str) -> Iterable[JsonObject]:
    """Yield the numbers of a form that differ from what they were."""
    for key in params:
        name, text = key.removeprefix(FIELD), params.get(key, "").strip()
        if key.startswith(FIELD) and text and text != params.get(f"{OLD}{name}", ""):
            yield {"do": kind, holder: _number(params, holder), "name": name, "to": whole_number(text)}


FORMS: Mapping[str, Callable[[QueryDict], Iterable[JsonObject]]] = {
    "name": lambda params: [{"do": "name", "to": _text(params, "to")}],
    "begin": _beginning,
    "seed": lambda params: [{"do": "seed", "to": _number(params, "to")}],
    "number": lambda params: _differing(params, "number", "seat"),
    "counter": lambda params: _differing(params, "counter", "card"),
    "give": _given_card,
    "move": lambda params: [{"do": "move", "card": _number(params, "card"), **place_of(params)}],
    "take": lambda params: [{"do": "remove", "card": _number(params, "card")}],
    "answer": _answer,
    "cut": _path,
    "fact": lambda params: [
        {"do": "fact", "place": _number(params, "at"), "key": _text(params, "key"), "to": _number(params, "to")}
    ],
    "state": _statements,
    "forget": _path,
    "accept": _path,
}
"""What each form asks for, by the name of its button."""


def query_after(params: QueryDict) -> str:
    """Return the query of the page that follows a form: its part, moment and what is pointed at; after an answer the next moment."""
    part, do = params.get("part", ""), params.get("do", "")
    place = _number(params, "at", "0") + (do == "answer")
    pick = _text(params, "pick")
    if do in ("move", "take") or pick.startswith("cell:"):
        pick = ""
    query = {"part": part if part in PARTS else "given", "at": place, "pick": pick, "q": _text(params, "q")}
    return urlencode({name: value for name, value in query.items() if value != ""})
