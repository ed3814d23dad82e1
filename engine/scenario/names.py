"""The names in a scenario, looked up: seats, cards, entities, verbs, fields of events, and what a card or zone can have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.errors import Problem, Problems
from engine.formats.scenario import TABLE
from engine.json_values import Json
from engine.language.diagnostics import problems as say
from engine.language.diagnostics.messages import no_such
from engine.language.diagnostics.suggestions import hint, nearest
from engine.language.reading.source_map import pointer
from engine.language.spec import LocalizedText, Vocabulary
from engine.ruleset import Board, Ruleset, ZoneSpec

FRAME = ("card", "as", "count", "acted")
"""Keys of a placed card that are no variables."""


def refers(vocabulary: Vocabulary, kind: str) -> bool:
    """Return whether values of a type refer to something at the table."""
    return kind != "any" and not vocabulary.is_plain(kind)


Own = Mapping[str, tuple[str, ...]]


def unknown_names(ruleset: Ruleset, board: Board, value: Json, sorts: Mapping[str, str], own: Own) -> Problems:
    """Yield what a scenario names that is not there, and what cannot be where it is.

    Shapes: sorts are the cards that take part, each with its sort, empty where its sort is not known; own are the variables that cards declare
            themselves.
    """
    yield from _Names(ruleset, board, value, sorts, own).problems()


class _Names:
    """Checks the names in a scenario whose shape is valid."""

    def __init__(self, ruleset: Ruleset, board: Board, value: Json, sorts: Mapping[str, str], own: Own) -> None:
        self.ruleset, self.board, self.value, self.sorts, self.own = ruleset, board, value, sorts, own
        given = value.get("given", {})
        self.seats = len(given.get("seats", ())) or min(ruleset.seats)
        self.entities: dict[str, str] = {}

    def problems(self) -> Problems:
        yield from self._whole()
        yield from self._own_cards()
        yield from self._setup_names(self.value.get("given", {}))
        for place, step in enumerate(self.value.get("steps", (self.value,))):
            base = f"/steps/{place}" if "steps" in self.value else ""
            for number, action in enumerate(step.get("when", ())):
                yield from self._action(action, f"{base}/when/{number}")
            for number, fact in enumerate(step.get("then", ())):
                yield from self._fact(fact, f"{base}/then/{number}")

    def _whole(self) -> Problems:
        """A scenario is written in one of two ways; one about errors of cards is not played."""
        for name in ("when", "then"):
            if "steps" in self.value and name in self.value:
                yield say.unknown_key("", f"/{name}", name, self.value.keys() - {"when", "then"}, self.value)
        if "steps" in self.value and "then" not in self.value["steps"][-1]:
            yield say.missing(f"/steps/{len(self.value['steps']) - 1}", "then", LocalizedText("Then", "结果"))
        facts = self.value.get("then", ())
        if any(str(fact.get("problem", "")).startswith("E-") for fact in facts):
            for name in ("given", "when", "chance"):
                if name in self.value:
                    text = LocalizedText(
                        f"A scenario about errors of its cards is not played, so it has no “{name}”.",
                        f"关于卡牌错误的场景不会被执行，因此没有“{name}”。",
                    )
                    yield say.problem("E-SCHEMA", f"/{name}", text, "structure", found=name)

    def _own_cards(self) -> Problems:
        ids: set[str] = set()
        for place, card in enumerate(self.value.get("cards", ())):
            name = str(card.get("id"))
            if name in ids:
                yield _twice(f"/cards/{place}/id", name)
            ids.add(name)

    def _setup_names(self, board_facts: Json) -> Problems:
        if self.seats not in self.ruleset.seats:
            counts = [str(count) for count in self.ruleset.seats]
            yield say.not_one_of("/given/seats", str(self.seats), counts, LocalizedText("a number of seats", "席位数"))
        if board_facts.get("active", 0) >= self.seats:
            yield self._no_seat("/given/active", board_facts["active"])
        for place, seat in enumerate(board_facts.get("seats", ())):
            yield from self._zones(seat, f"/given/seats/{place}", shared=False)
            yield from self._placed_names(seat, f"/given/seats/{place}")
        yield from self._zones(board_facts.get(TABLE, {}), f"/given/{TABLE}", shared=True)

    def _placed_names(self, seat: Json, path: str) -> Problems:
        """A variable that says which card of a zone names one that this seat has there."""
        for part in self.board.seat:
            name = seat.get(part.name)
            if part.zone and isinstance(name, str):
                names = [each["as"] for each in seat.get(part.zone, ()) if "as" in each]
                if name not in names:
                    yield _no_name(
                        pointer(path, part.name),
                        name,
                        names,
                        LocalizedText("card that is named there", "在该处命名的卡牌"),
                    )

    def _zones(self, holder: Json, path: str, *, shared: bool) -> Problems:
        for zone in self.board.zones:
            if zone.shared != shared or zone.name not in holder:
                continue
            where = pointer(path, zone.name)
            for place, placed in enumerate(holder[zone.name]):
                yield from self._placed(placed, f"{where}/{place}", zone)
            if sum(placed.get("count", 1) for placed in holder[zone.name]) > zone.capacity:
                text = LocalizedText(
                    f"The zone “{zone.name}” holds at most {zone.capacity}.",
                    f"区域“{zone.name}”最多容纳 {zone.capacity} 张。",
                )
                yield say.problem("E-LIMIT", where, text, wanted=zone.capacity)

    def _placed(self, entry: Json, path: str, zone: ZoneSpec) -> Problems:
        card = entry["card"]
        sort = self.sorts.get(card)
        yield from self._naming(entry, path)
        if sort is None:
            yield no_such("no-such-card", f"{path}/card", card, nearest(card, self.sorts))
            return
        if sort and sort not in zone.sorts:
            text = LocalizedText(
                f"“{card}” is a {sort}; the zone “{zone.name}” takes only: {', '.join(zone.sorts)}.",
                f"“{card}”属于 {sort}；区域“{zone.name}”只放：{'、'.join(zone.sorts)}。",
            )
            yield say.problem("E-TYPE", f"{path}/card", text, found=sort, wanted=list(zone.sorts))
        known_keys = [one.name for one in self.board.card if not one.of or sort in one.of]
        known_keys += self.own.get(card, ())
        for name in entry:
            if sort and name not in known_keys and name not in FRAME:
                yield say.unknown_key(path, pointer(path, name), name, ["card", "as", "count", *known_keys], entry)

    def _naming(self, entry: Json, path: str) -> Problems:
        name = entry.get("as")
        if name is None:
            return
        if name in self.entities:
            yield _twice(f"{path}/as", name)
        if entry.get("count", 1) != 1:
            text = LocalizedText("One name cannot be given to several cards.", "一个名称不能指代多张卡牌。")
            yield say.problem("E-DUP", f"{path}/as", text, found=name)
        self.entities[name] = entry["card"]

    def _action(self, action: Json, path: str) -> Problems:
        if "then" in action:
            for number, fact in enumerate(action["then"]):
                yield from self._fact(fact, f"{path}/then/{number}")
            return
        yield from self._seat(action, path)
        if "do" in action:
            verb = next(one for one in self.board.verbs if one.name == action["do"])
            if verb.entity and "entity" not in action:
                yield say.missing(path, "entity", LocalizedText("With", "对象"))
            elif verb.entity:
                yield from self._thing(action["entity"], f"{path}/entity")
            elif "entity" in action:
                yield say.unknown_key(path, f"{path}/entity", "entity", ("do", "seat"), action)

    def _fact(self, fact: Json, path: str) -> Problems:
        yield from self._seat(fact, path)
        if "entity" in fact:
            yield from self._entity(fact["entity"], f"{path}/entity")
            yield from self._own_of(fact, path)
        elif "is" in fact:
            yield from self._cards_of(fact["is"], f"{path}/is")
        if "zone" in fact:
            if fact["zone"][0] != TABLE and fact["zone"][0] >= self.seats:
                yield self._no_seat(f"{path}/zone/0", fact["zone"][0])
            for number, label in enumerate(fact.get("holds", ())):
                yield from self._thing(label, f"{path}/holds/{number}")
            if "holds" not in fact and "count" not in fact:
                yield say.missing(path, "holds", LocalizedText("Holds, in order", "依次含有"))
        if "event" in fact:
            yield from self._event(fact, path)
        for name in ("decision", "legal"):
            if isinstance(fact.get(name), dict):
                yield from self._offer(fact[name], f"{path}/{name}")

    def _offer(self, offer: Json, path: str) -> Problems:
        yield from self._seat(offer, path)
        for key in ("has", "lacks", "options"):
            for number, label in enumerate(offer.get(key, ())):
                verb, _, thing = str(label).partition(":")
                where = f"{path}/{key}/{number}"
                if thing:
                    verbs = [one.name for one in self.board.verbs if one.entity]
                    if verb not in verbs:
                        yield say.not_one_of(where, verb, verbs, LocalizedText("a verb", "行动名"))
                    yield from self._thing(thing, where)

    def _event(self, fact: Json, path: str) -> Problems:
        event = self.ruleset.vocabulary.event(fact["event"])
        fields = event.fields if event is not None else {}
        for name, value in fact.get("with", {}).items():
            where = pointer(f"{path}/with", name)
            if name not in fields:
                yield say.unknown_key(f"{path}/with", where, name, fields, fact["with"])
            elif refers(self.ruleset.vocabulary, fields[name].removesuffix("[]")):
                for thing in value if isinstance(value, list) else [value]:
                    yield from self._thing(thing, where)

    def _seat(self, holder: Json, path: str) -> Problems:
        if "seat" in holder and holder["seat"] >= self.seats:
            yield self._no_seat(f"{path}/seat", holder["seat"])

    def _no_seat(self, path: str, seat: int) -> Problem:
        text = LocalizedText(
            f"There is no seat {seat}; the scenario has {self.seats}, counted from 0.",
            f"没有席位 {seat}；此场景有 {self.seats} 个席位，从 0 数起。",
        )
        return say.problem("E-REF", path, text, "references", found=seat)

    def _cards_of(self, values: Json, path: str) -> Problems:
        """A variable of a seat that says which card of a zone may be written as the name of one."""
        for one in self.board.seat:
            if one.zone and isinstance(values.get(one.name), str):
                yield from self._entity(values[one.name], pointer(path, one.name))

    def _own_of(self, fact: Json, path: str) -> Problems:
        """A fact asks an entity for what its kind of card has, or for a variable that its card declares."""
        names = [*(one.name for one in self.board.card), *(one.name for one in self.board.computed_facts)]
        names += self.own.get(self.entities.get(fact["entity"], ""), ())
        for name in fact["is"]:
            if name not in names:
                yield say.unknown_key(f"{path}/is", pointer(f"{path}/is", name), name, names, fact["is"])

    def _entity(self, name: str, path: str) -> Problems:
        if name not in self.entities:
            yield _no_name(
                path, name, self.entities, LocalizedText("entity that is named here by “as”", "在此用“as”命名的实体")
            )

    def _thing(self, label: Any, path: str) -> Problems:
        """A label names an entity, or the card of one that has no name; seats are numbers and null is nothing."""
        if isinstance(label, int) and not isinstance(label, bool):
            if not 0 <= label < self.seats:
                yield self._no_seat(path, label)
        elif isinstance(label, str) and label not in self.entities and label not in self.sorts:
            names = (*self.entities, *self.sorts)
            yield _no_name(
                path, label, names, LocalizedText("entity named here, and no card", "在此命名的实体，也没有这张卡牌")
            )


def _no_name(path: str, name: str, names: Iterable[str], what: LocalizedText) -> Problem:
    near = nearest(name, names)
    text = LocalizedText(f"“{name}” is no {what.en}{hint(near).en}.", f"“{name}”不是{what.zh}{hint(near).zh}。")
    fix = ({"op": "replace", "path": path, "value": near},) if near else None
    return say.problem("E-REF", path, text, "references", found=name, nearest=near, fix=fix)


def _twice(path: str, name: str) -> Problem:
    text = LocalizedText(f"The name “{name}” occurs twice.", f"名称“{name}”出现了两次。")
    return say.problem("E-DUP", path, text, "references", found=name)
