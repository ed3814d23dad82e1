"""Of whom an event may be counted, and in which field of its payload they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from engine.language.spec.events import EventSpec
from engine.language.spec.fields import Field

PLAIN = frozenset(("int", "bool", "text", "cardID", "any", "cost"))
"""Types of fields that hold no player and no thing."""
OF_PLAYERS, OF_THINGS, OF_OWNERS = ("you", "opponent", "others", "anyone"), ("this",), ("ally", "enemy")
"""Words for whom an event is counted: players, the card itself, and things by whose they are."""


PARTS = frozenset(("event", "who", "within", "n", "orLater", "earlier"))
"""The fields that every node that counts has, or may have."""


class CountedField(NamedTuple):
    """The field of an event whose player or thing a count is of; `of_owner` where it is the player of that thing."""

    name: str
    of_owner: bool = False


def sort_of(fields: Iterable[Field], node: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the field by which a node counts some of its events alone, with the word in it; empty where it counts all of them.

    It has the name of a field of the event.
    """
    words = (
        (key.name, node[key.name]) for key in fields if key.name not in PARTS and isinstance(node.get(key.name), str)
    )
    return next(words, ())


def counted_field(event: EventSpec, role: str) -> CountedField | None:
    """Return the field in which an event has those who are counted; None where it has none, or is only asked about and never raised.

    What the event's sentence speaks of first is meant, else what its payload has first.
    """
    if not event.runtime.has_after or event.runtime.stages == ("check",) or not event.analysis.emitted:
        return None
    sentence = event.phrase.en if event.phrase is not None else ""
    places = {name: sentence.find(f"{{{name}") for name in event.fields}
    names = sorted(event.fields, key=lambda name: (places[name] < 0, places[name]))
    players = [name for name in names if event.fields[name] == "player"]
    things = [
        name
        for name in names
        if event.fields[name] not in PLAIN and name not in players and event.fields[name][-1] != "]"
    ]
    if role in OF_PLAYERS and players:
        return CountedField(players[0])
    if role in (*OF_THINGS, *OF_OWNERS, "anyone") and things:
        return CountedField(things[0], role in OF_OWNERS)
    return None
