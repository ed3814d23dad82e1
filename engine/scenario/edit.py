"""Changes to a scenario that are made on its board: what is given is set, answers are given, facts are said and taken back.

Each change makes another scenario of one, and is refused where the board or the match does not take it.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.cardset import HashedCard
from engine.errors import ChanceRefusal, IllegalAction
from engine.formats.scenario import TABLE, board_of
from engine.json_values import JsonObject
from engine.kernel.decisions import MAIN, Action, Decision, entity_of, parse_action
from engine.kernel.machine import apply
from engine.language.reading.source_map import value_at
from engine.language.spec import LocalizedText
from engine.ruleset import BoardRefusal, Ruleset
from engine.scenario.reading import Scenario
from engine.scenario.scene import Scene, laid_out, setup_scene
from engine.scenario.view import named_scene, outcome_fact
from engine.scenario.walk import Entry, Walk, in_one, laid_entries, readable, walk
from engine.scenario.written import add_fact, as_fact, facts_now

MAX_NAME_LENGTH = 32
MAX_KEYS = 64
_PLAIN = re.compile(r"[^A-Za-z0-9]+")
KEYS: Mapping[str, Mapping[str, type]] = {
    "name": {"to": str},
    "phase": {"to": str},
    "active": {"to": int},
    "seed": {"to": int},
    "number": {"seat": int, "name": str, "to": int},
    "counter": {"card": int, "name": str, "to": int},
    "give": {"of": str, "seat": int, "zone": str, "cell": int, "top": bool, "count": int},
    "move": {"card": int, "seat": int, "zone": str, "cell": int, "top": bool},
    "remove": {"card": int},
    "answer": {"place": int, "keys": str},
    "cut": {"path": str},
    "fact": {"place": int, "key": str, "to": int},
    "state": {"place": int, "key": str},
    "forget": {"path": str},
    "accept": {"path": str},
}
"""Each kind of change with its keys and their types; a cell is numbered from 0, -1 where the first that is free is taken."""

_NO_SUCH = LocalizedText("There is no such card, zone or number any more.", "已没有这张牌、这个区域或这个数值。")
_NO_ROOM = LocalizedText("There is no room for it.", "那里没有空位。")
_NOT_OFFERED = LocalizedText("This is not offered any more.", "已没有这个选项。")
_MISSING = LocalizedText("The scenario no longer has this.", "场景中已没有这一项。")


def changed(ruleset: Ruleset, value: JsonObject, cards: Sequence[HashedCard], change: JsonObject) -> JsonObject:
    """Return a scenario after a change.

    Shapes: the scenario is one that can be set up; a change is `do` with the keys of its kind; cards are named by their numbers on the board.
    Errors: IllegalAction `not-offered` for a change that is none; BoardRefusal with the reason for one that the board or the match does not take, or
            where the scenario cannot be set up.
    """
    keys = KEYS.get(str(change.get("do")))
    if keys is None or {*change} != {"do", *keys} or any(type(change[name]) is not kind for name, kind in keys.items()):
        raise IllegalAction("not-offered", "this is no change of a scenario")
    if change.get("place", 0) < 0:
        raise BoardRefusal("no-such", _MISSING)
    value = copy.deepcopy(in_one(value))
    edit = _Edit(ruleset, value, cards)
    try:
        after = edit.after(change)
    except (LookupError, ValueError, TypeError) as error:
        raise BoardRefusal("no-such", _MISSING) from error
    if change["do"] in ("phase", "active", "number", "counter", "give", "move", "remove"):
        laid_entries(ruleset, readable(ruleset, after, cards))
    else:
        readable(ruleset, after, cards)
    return after


class _Edit:
    """Changes one scenario."""

    def __init__(self, ruleset: Ruleset, value: JsonObject, cards: Sequence[HashedCard]) -> None:
        self._ruleset, self._value, self._cards, self._board = ruleset, value, cards, board_of(ruleset)

    def after(self, change: JsonObject) -> JsonObject:
        """Return the scenario after a change."""
        writers: Mapping[str, Callable[[JsonObject], None]] = {
            "name": self._name,
            "phase": self._begin,
            "active": self._begin,
            "seed": self._seed,
            "number": self._number,
            "counter": self._counter,
            "give": self._give,
            "move": self._move,
            "remove": self._remove,
            "answer": self._answer,
            "cut": self._cut,
            "fact": self._fact,
            "state": self._fact,
            "forget": self._forget,
            "accept": self._accept,
        }
        writers[change["do"]](change)
        return self._value

    def _name(self, change: JsonObject) -> None:
        self._value["name"] = change["to"]

    def _seed(self, change: JsonObject) -> None:
        self._value["seed"] = change["to"]

    @property
    def _board_facts(self) -> JsonObject:
        given: JsonObject = self._value.setdefault("given", {})
        given.setdefault("seats", [{} for _ in range(min(self._ruleset.seats))])
        return given

    def _side(self, seat: int) -> JsonObject:
        side: JsonObject = self._board_facts.setdefault(TABLE, {}) if seat < 0 else self._board_facts["seats"][seat]
        return side

    def _begin(self, change: JsonObject) -> None:
        self._board_facts[change["do"]] = change["to"]

    def _number(self, change: JsonObject) -> None:
        variables = self._board.table if change["seat"] < 0 else self._board.seat
        if not any(one.name == change["name"] and one.settable for one in variables):
            raise BoardRefusal("no-such", _NO_SUCH)
        self._side(change["seat"])[change["name"]] = change["to"]

    def _walked(self) -> Walk:
        return walk(self._ruleset, self._value, self._cards)

    def _entry(self, eid: int) -> tuple[Entry, JsonObject]:
        """Return where a card on the board is written, as an entry of its own: a copy among several is taken out of them."""
        entry = self._walked().entries.get(eid)
        if entry is None:
            raise BoardRefusal("no-such", _NO_SUCH)
        zone = self._side(entry.seat)[entry.zone]
        content = zone[entry.place]
        count = content.get("count", 1)
        if count == 1:
            return entry, content
        plain = {key: part for key, part in content.items() if key != "count"}
        parts = [
            {**plain, **({"count": number} if number > 1 else {})}
            for number in (entry.copy, 1, count - entry.copy - 1)
            if number
        ]
        place = entry.place + (1 if entry.copy else 0)
        zone[entry.place : entry.place + 1] = parts
        return entry._replace(place=place, copy=0), zone[place]

    def _counter(self, change: JsonObject) -> None:
        _, content = self._entry(change["card"])
        content[change["name"]] = change["to"]

    def _remove(self, change: JsonObject) -> None:
        entry, _ = self._entry(change["card"])
        zone = self._side(entry.seat)[entry.zone]
        del zone[entry.place]
        if not zone:
            del self._side(entry.seat)[entry.zone]

    def _move(self, change: JsonObject) -> None:
        _, content = self._entry(change["card"])
        self._remove({"card": change["card"]})
        self._put({key: part for key, part in content.items() if key not in self._of_cells()}, change)

    def _of_cells(self) -> set[str]:
        """Return the numbers that say on which cell a card stands."""
        terrain = self._board.layout.terrain
        return set() if terrain is None else {*terrain.values(1, 0)}

    def _give(self, change: JsonObject) -> None:
        count = change["count"]
        entry = {"card": change["of"], **({"count": count} if count > 1 else {"as": self._new_name(change["of"])})}
        self._put(entry, change)

    def _put(self, entry: JsonObject, change: JsonObject) -> None:
        """Write a card into a zone; where cards stand on cells, with its cell."""
        zone = next(
            (
                candidate
                for candidate in self._board.zones
                if candidate.name == change["zone"] and candidate.settable and candidate.shared == (change["seat"] < 0)
            ),
            None,
        )
        if zone is None:
            raise BoardRefusal("no-such", _NO_SUCH)
        entries = self._side(change["seat"]).setdefault(zone.name, [])
        if sum(candidate.get("count", 1) for candidate in entries) + entry.get("count", 1) > zone.capacity:
            raise BoardRefusal("no-room", _NO_ROOM)
        terrain = self._board.layout.terrain
        if terrain is None or zone.name not in terrain.zones:
            entries.insert(0 if change["top"] else len(entries), entry)
            return
        state = setup_state(self._ruleset, self._value, self._cards)
        columns, rows = terrain.size(state)
        entries.append(entry)
        for cell in range(columns * rows) if change["cell"] < 0 else (change["cell"],):
            entries[-1] = {**entry, **terrain.values(columns, cell)}
            try:
                laid_entries(self._ruleset, readable(self._ruleset, self._value, self._cards))
            except BoardRefusal:
                if change["cell"] >= 0:
                    raise
            else:
                return
        raise BoardRefusal("no-room", _NO_ROOM)

    def _new_name(self, card: str) -> str:
        """Return a name that no card of the scenario has: the last word of its id, with a number where that is taken."""
        sides = (*self._board_facts["seats"], self._board_facts.get(TABLE, {}))
        names_in_use = {
            entry.get("as") for side in sides for zone in side.values() if isinstance(zone, list) for entry in zone
        }
        names_in_use |= {str(document["id"]) for document, _ in self._cards}
        word = _PLAIN.sub("_", card.rpartition(".")[2]).strip("_")[:MAX_NAME_LENGTH] or "card"
        word = word if word[0].isalpha() else f"card_{word}"
        names = (word, *(f"{word}_{number}" for number in range(2, len(names_in_use) + 3)))
        return next(name for name in names if name not in names_in_use)

    def _answer(self, change: JsonObject) -> None:
        """Give an answer in place of an action, or behind all of them."""
        place, when = change["place"], self._value["when"]
        run = self._walked()
        step = run.moments[place].step
        decision = step.decision
        if decision is None or len(change["keys"].split(",")) > MAX_KEYS:
            raise BoardRefusal("not-offered", _NOT_OFFERED)
        try:
            options = parse_action(decision, change["keys"])
            apply(step.state, options, decision.seat)
        except ChanceRefusal:  # it is legal; that its chance is not written out, its line says
            pass
        except IllegalAction as refused:
            raise BoardRefusal("not-offered", _NOT_OFFERED) from refused
        for option in options:
            eid = entity_of(decision.kind, option)
            if eid is not None and eid in run.entries and not run.entries[eid].name:
                self._named(eid)
                run = self._walked()
        action = _action(run.scene_at(place), decision, options)
        is_other = place < len(when) and "then" not in when[place]
        when[place : place + 1 if is_other else place] = [action]

    def _named(self, eid: int) -> str:
        """Give a card on the board a name of its own, and call it by that in actions and facts that meant it; return the name."""
        before = self._walked()
        _, content = self._entry(eid)
        if "as" not in content:
            card = str(content["card"])
            name = self._new_name(card)
            rest = {key: part for key, part in content.items() if key != "card"}
            content.clear()
            content.update({"card": card, "as": name, **rest})
            self._relabel(before)
        return str(content["as"])

    def _relabel(self, before: Walk) -> None:
        """Write the actions, and the facts that hold, as they are called now."""
        after = setup_scene(self._ruleset, readable(self._ruleset, self._value, self._cards))
        failed = {failure.path for failure in before.failures}
        when = self._value["when"]
        for place, moment in enumerate(before.moments[1:]):
            if "then" in when[place]:
                _say_again(after, when[place]["then"], f"/when/{place}/then", failed)
            elif moment.asked is not None:
                when[place] = _action(after, moment.asked, moment.action)
                after.go(apply(after.state, moment.action, moment.asked.seat))
        if len(before.moments) > len(when):
            _say_again(after, self._value["then"], "/then", failed)

    def _cut(self, change: JsonObject) -> None:
        """Take an entry out of `when`."""
        place = change["path"].removeprefix("/when/")
        del self._value["when"][int(place)]

    def _fact(self, change: JsonObject) -> None:
        """State a fact of the board at a moment, or a number that is expected there."""
        place = change["place"]
        fact = self._stated(place, change["key"].split("/"))
        if "to" in change:
            holder = fact.get("is", fact.get(TABLE))
            if not isinstance(holder, dict) or len(holder) != 1:
                raise BoardRefusal("no-such", _NO_SUCH)
            holder[next(iter(holder))] = change["to"]
        add_fact(self._facts_at(place), fact)

    def _stated(self, place: int, key: Sequence[str]) -> JsonObject:
        run = self._walked()
        if key == ["ending"]:
            return outcome_fact(run.scene_at(place))
        if key[0] == "event":
            count = sum(name == key[1] for name, _ in run.happened[place])
            return {"event": key[1], "count": count}
        if key[0] == "count":
            holder: int | str = TABLE if key[1] == TABLE else int(key[1])
            seat = -1 if isinstance(holder, str) else holder
            count = len(self._board.zone_contents(run.moments[place].step.state, seat, key[2]))
            return {"zone": [holder, key[2]], "count": count}
        if key[0] == "entity":
            self._named(int(key[1]))
            key = ["entity", self._walked().entries[int(key[1])].name, key[2]]
        elif key[0] == "zone":
            scene = named_scene(run, place)
            for label in facts_now(scene)[tuple(key)]:
                if label in scene.names and not run.entries[scene.names[label]].name:
                    self._named(scene.names[label])
        scene = named_scene(self._walked(), place)
        return dict(as_fact(scene, tuple(key), facts_now(scene)[tuple(key)]))

    def _facts_at(self, place: int) -> list[JsonObject]:
        """Return the facts that are said at a moment; between actions a list of them begins where there is none."""
        when = self._value["when"]
        if place == len(when):
            facts: list[JsonObject] = self._value["then"]
        elif "then" in when[place]:
            facts = when[place]["then"]
        else:
            facts = []
            when.insert(place, {"then": facts})
        return facts

    def _forget(self, change: JsonObject) -> None:
        """Take a statement back, with its fact where that says no more."""
        path = change["path"]
        above, _, name = path.rpartition("/")
        holder = value_at(self._value, above)
        if isinstance(holder, list):
            del holder[int(name)]
        else:
            del holder[name]
        fact_path = re.match(r"(?:/when/\d+)?/then/\d+", path)
        if fact_path is not None and isinstance(holder, dict):
            fact = value_at(self._value, fact_path[0])
            statements = [part for key, part in fact.items() if key not in ("seat", "entity", "zone") and part != {}]
            if not statements or statements == [{}]:
                facts_path, _, number = fact_path[0].rpartition("/")
                del value_at(self._value, facts_path)[int(number)]
        self._value["when"] = [entry for entry in self._value["when"] if entry != {"then": []}]

    def _accept(self, change: JsonObject) -> None:
        """Write what is there into a statement that does not hold, or into all for an empty path; what cannot be written so is left."""
        for failure in self._walked().failures:
            if failure.path == change["path"] or failure.path.startswith(f"{change['path']}/"):
                above, _, name = failure.path.rpartition("/")
                if "/then/" in failure.path and (not failure.message.en or name == "count"):
                    holder = value_at(self._value, above)
                    if name == "decision":
                        holder[name] = outcome_fact(self._walked().scene_at(len(self._value["when"])))[name]
                    elif isinstance(holder, dict) and name in holder:
                        holder[name] = failure.actual


def setup_state(ruleset: Ruleset, value: JsonObject, cards: Sequence[HashedCard]) -> Any:
    """Return the board of a scenario before its phase begins.

    Errors: BoardRefusal where it cannot be set up.
    """
    bare = {**value, "given": {**value["given"]}}
    return laid_out(ruleset, Scenario(bare, tuple(readable(ruleset, bare, cards).cards), ()))[0]


def _action(scene: Scene, decision: Decision, options: Action) -> JsonObject:
    """Return an answer as a scenario writes it."""
    labels = [scene.option(decision, option) for option in options]
    if decision.kind != MAIN:
        return {"seat": decision.seat, "answer": labels}
    verb, _, entity = str(labels[0]).partition(":")
    return {"seat": decision.seat, "do": verb, **({"entity": entity} if entity else {})}


def _say_again(scene: Scene, facts: Sequence[JsonObject], path: str, failed: set[str]) -> None:
    """Write what facts list of cards as these are called now, where it held."""
    for number, fact in enumerate(facts):
        if "holds" in fact and f"{path}/{number}/holds" not in failed:
            holder, name = fact["zone"]
            seat = -1 if holder == TABLE else holder
            fact["holds"] = [scene.label(eid) for eid in scene.board.zone_contents(scene.state, seat, name)]
