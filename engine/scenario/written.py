"""A state as a scenario writes it: the board that it could be given, and every value that a fact could ask for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from engine.cardset import HashedCard
from engine.errors import IllegalAction
from engine.formats.scenario import COPIES, FORMAT, TABLE, board_of
from engine.json_values import Json, JsonObject
from engine.kernel.machine import Step
from engine.kernel.state import State
from engine.replay import result_json
from engine.ruleset import Board, Ruleset, Variable, settings_json
from engine.scenario.reading import Scenario, documents_by_id, own_variables
from engine.scenario.scene import Label, Scene, laid_out

CardId = Callable[[str], str]
"""What a scenario calls a card that a match knows by an id of its own, as the former version of a card."""
FactKey = tuple[str, ...]
Facts = dict[FactKey, Any]
"""Values that facts may ask for, by what they are of: `seat`, `table`, `zone` or `entity`, holder, and which."""
NAME_MARK = "p"
"""What the name of a card begins with until it gets one that says which card it is."""


class MatchScene(Scene):
    """A step of a match, looked at as the scene of a scenario: placed cards have names, others are called as their cards."""

    card_id: CardId = str

    def label(self, eid: int) -> Label:
        """Return what a scenario calls an entity."""
        label = super().label(eid)
        return self.card_id(label) if isinstance(label, str) else label


def match_scene(ruleset: Ruleset, step: Step, cards: Sequence[HashedCard], card_id: CardId) -> MatchScene:
    """Return a step of a match as a scene in which every card that a scenario can place has a name."""
    board = board_of(ruleset)
    seats = int(step.state.program.config["seats"])
    names = {f"{NAME_MARK}{eid}": eid for _, _, eid in placed(board, step.state, seats)}
    scene = MatchScene(ruleset, board, seats, step, names, cards=documents_by_id(ruleset, cards))
    scene.card_id = card_id
    return scene


def placed(board: Board, state: State, seats: int) -> Iterator[tuple[int, str, int]]:
    """Yield the cards that a scenario can place, in the order in which it does: (seat, zone, entity), seat -1 for the table.

    Of a zone with more cards than a scenario may place there, these are the first.
    """
    for seat in (*range(seats), -1):
        for zone in board.zones:
            if zone.settable and zone.shared == (seat < 0):
                for eid in board.zone_contents(state, seat, zone.name)[: zone.capacity]:
                    yield seat, zone.name, eid


def as_given(scene: MatchScene, cards: Sequence[HashedCard], phase: str, active: int) -> JsonObject:
    """Return a scenario that begins with the board of a scene, each card under its name, and says nothing yet.

    Errors: IllegalAction where its cards cannot be placed.
    """
    board, state = scene.board, scene.state
    value: JsonObject = {"format": FORMAT, "ruleset": scene.ruleset.name, "name": "-"}
    if config := _settings(scene.ruleset, board, state):
        value["config"] = config
    sides: list[JsonObject] = [{} for _ in range(scene.seats)]
    table = _in_bounds(board.table, board.facts(state))
    for seat, zone, eid in placed(board, state, scene.seats):
        side = table if seat < 0 else sides[seat]
        entry = {"card": scene.card_id(state.entities[eid]["def"]), "as": f"{NAME_MARK}{eid}"}
        side.setdefault(zone, []).append({**entry, **board.placement(state, seat, zone, eid)})
    for seat, side in enumerate(sides):
        numbers = _in_bounds(board.seat, seat_values(scene, seat))
        sides[seat] = {**{name: number for name, number in numbers.items() if number}, **side}
    given: JsonObject = {"phase": phase, "active": active, "seats": sides}
    value["given"] = {**given, TABLE: table} if table else given
    _add_values(scene, value, cards)
    return value


def _settings(ruleset: Ruleset, board: Board, state: State) -> JsonObject:
    """Return the settings in which a match differs from its game."""
    rules, here = settings_json(ruleset.config), settings_json(state.program.config)
    differing = {name: here[name] for name, value in rules.items() if name in here and here[name] != value}
    own = {name: value for name, value in board.settings(state).items() if rules.get(name) != value}
    return {**differing, **own}


def _in_bounds(variables: Sequence[Variable], values: Mapping[str, Any]) -> JsonObject:
    return {one.name: values[one.name] for one in variables if one.settable and _fits(one, values.get(one.name))}


def _fits(variable: Variable, value: Any) -> bool:
    return isinstance(value, str) or (type(value) is int and variable.low <= value <= variable.high)


def seat_values(scene: Scene, seat: int) -> JsonObject:
    """Return the variables of a seat; one that says which card of a zone has that card's name."""
    board, state = scene.board, scene.state
    values: JsonObject = {**state.entities[board.player(state, seat)]}
    if board.seat_counts is not None:
        values |= board.seat_counts(state, seat)
    for variable in board.seat:
        if variable.zone:
            card = values.pop(variable.name, 0)
            if card in scene.called:
                values[variable.name] = scene.called[card]
    return {one.name: values[one.name] for one in board.seat if one.name in values}


def _add_values(scene: MatchScene, value: JsonObject, cards: Sequence[HashedCard]) -> None:
    """Add to each placed card the values in which it differs from a card that is placed with none."""
    board = scene.board
    bare, names, _ = laid_out(scene.ruleset, Scenario(value, tuple(cards), ()))
    own = own_variables(board, dict(scene.cards))
    sides = (*value["given"]["seats"], value["given"].get(TABLE, {}))
    entries = [entry for side in sides for zone in board.zones for entry in side.get(zone.name, ())]
    for entry in entries:
        before, after = bare.entities.get(names[entry["as"]]), scene.state.entities[scene.names[entry["as"]]]
        if before is None:
            raise IllegalAction("no-room", f"{entry['card']} does not stay where it is placed")
        sort = board.sort(scene.cards[entry["card"]]) if entry["card"] in scene.cards else ""
        known = [one for one in board.card if one.settable and (not one.of or sort in one.of)]
        numbers = {one.name: after[one.name] for one in known if _fits(one, after.get(one.name))}
        numbers |= {name: after[name] for name in own.get(entry["card"], ()) if type(after.get(name)) is int}
        entry |= {name: number for name, number in numbers.items() if before.get(name) != number and name not in entry}


def facts_now(scene: Scene) -> Facts:
    """Return every value of a scene that a fact could ask for; cards without a name only by their places.

    A pile with as many cards as a scenario may place there says no more than its name: it may have more in the match.
    """
    board, state = scene.board, scene.state
    facts: Facts = {("table", "", name): value for name, value in board.facts(state).items() if _is_plain(value)}
    for seat in range(scene.seats):
        values = seat_values(scene, seat)
        facts |= {("seat", str(seat), name): value for name, value in values.items() if _is_plain(value)}
    for zone in board.zones:
        for seat in (-1,) if zone.shared else range(scene.seats):
            ids = board.zone_contents(state, seat, zone.name)
            labels = [scene.label(eid) for eid in ids]
            is_whole = zone.capacity < COPIES or len(ids) < zone.capacity
            facts["zone", TABLE if zone.shared else str(seat), zone.name] = labels if is_whole else zone.name
    for name, eid in scene.names.items():
        entity = state.entities.get(eid, {})
        entity = {**entity, **{key: place for key, place in scene.placement(eid).items() if key in entity}}
        for one in board.card:
            if _is_plain(entity.get(one.name)) and not one.zone and _is_of(scene, one, str(entity["def"])):
                facts["entity", name, one.name] = entity[one.name]
    return facts


def _is_plain(value: Any) -> bool:
    return type(value) in (int, str)


def _is_of(scene: Scene, variable: Variable, card: str) -> bool:
    document = scene.cards.get(card)
    return not variable.of or document is None or scene.board.sort(document) in variable.of


MAX_LISTED = 3
"""Cards of a zone that a fact lists; of a larger one it says nothing."""


def as_fact(scene: Scene, key: FactKey, value: Any) -> Json:
    """Return a value as the fact that asks for it."""
    sort, holder, name = key
    match sort:
        case "table":
            return {TABLE: {name: value}}
        case "seat":
            return {"seat": int(holder), "is": {name: value}}
        case "entity":
            return {"entity": holder, "is": {name: value}}
    return {"zone": [TABLE if holder == TABLE else int(holder), name], "holds": list(value)}


def is_telling(scene: Scene, key: FactKey, value: Any) -> bool:
    """Return whether a fact says something that a reader takes in: a pile's order and a mark of the rules' own are no such things."""
    sort, _, name = key
    board = scene.board
    if sort != "zone":
        own = {"table": board.table, "seat": board.seat, "entity": board.card}[sort]
        return all(one.in_story for one in own if one.name == name)
    known = {*scene.names, *scene.cards}
    is_listed = isinstance(value, list) and len(value) <= MAX_LISTED and all(label in known for label in value)
    return is_listed and any(zone.name == name and zone.settable for zone in board.zones)


def ending(scene: Scene) -> Json:
    """Return the fact of what comes next: the result, or who is asked what."""
    result = result_json(scene.step.result)
    if result is not None:
        return {"result": {"outcome": result["outcome"], "winner": result["winner"]}}
    question = scene.asked()
    return {"decision": None if question is None else {"seat": question["seat"], "kind": question["kind"]}}


def joined(facts: Sequence[Json]) -> list[JsonObject]:
    """Return facts with those of one seat, card or table in one."""
    out: list[JsonObject] = []
    for fact in facts:
        mark = "is" if "is" in fact else TABLE
        same = {name: each for name, each in fact.items() if name != mark}
        earlier = next(
            (
                one
                for one in out
                if mark in one and mark in fact and {k: v for k, v in one.items() if k != mark} == same
            ),
            None,
        )
        if earlier is None:
            out.append(dict(fact))
        else:
            earlier[mark] = {**earlier[mark], **fact[mark]}
    return out


def add_fact(facts: list[JsonObject], fact: JsonObject) -> None:
    """Add a fact to some; a number or list of the same seat, card, zone or table takes the place of what was said of it."""
    mark = next((name for name in ("is", TABLE) if name in fact), "")
    kind = mark or next(name for name in ("holds", "count", "decision", "result") if name in fact)
    about = {name: part for name, part in fact.items() if name != kind}
    same = next((one for one in facts if kind in one and about.items() <= one.items()), None)
    if same is None:
        facts.append(fact)
    elif mark:
        same[mark].update(fact[mark])
    else:
        same[kind] = fact[kind]


def tidy(value: JsonObject, names: Mapping[str, str]) -> JsonObject:
    """Return a scenario with the names that it keeps, and equal cards beside each other as copies of one entry."""
    given = value["given"]
    for side in (*given["seats"], given.get(TABLE, {})):
        for zone, entries in side.items():
            if isinstance(entries, list):
                side[zone] = _copies([_renamed(entry, names) for entry in entries])
            elif isinstance(entries, str) and entries in names:
                side[zone] = names[entries]
    return value


def _renamed(entry: JsonObject, names: Mapping[str, str]) -> JsonObject:
    rest = {name: each for name, each in entry.items() if name != "as"}
    name = names.get(entry.get("as", ""))
    return rest if name is None else {"card": rest.pop("card"), "as": name, **rest}


def _copies(entries: Sequence[JsonObject]) -> list[JsonObject]:
    out: list[JsonObject] = []
    for entry in entries:
        last = out[-1] if out else {}
        if (
            "as" not in entry
            and {k: v for k, v in last.items() if k != "count"} == entry
            and last.get("count", 1) < COPIES
        ):
            out[-1] = {**last, "count": last.get("count", 1) + 1}
        else:
            out.append(entry)
    return out
