"""Whether what a scenario says is so: one function for each kind of fact, which yields where it is not.

Values are compared as plain JSON; entities are called by their names, seats by their numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.formats.scenario import TABLE
from engine.json_values import Json, JsonObject
from engine.language.reading.source_map import pointer
from engine.language.spec import LocalizedText
from engine.replay import result_json
from engine.ruleset import Variable
from engine.scenario.names import refers
from engine.scenario.scene import Scene

NO_MESSAGE = LocalizedText("", "")


@dataclass(frozen=True, slots=True)
class Failure:
    """One thing that is not as a scenario says.

    Shapes: path is an RFC 6901 pointer from the root of the file; expected and actual are plain JSON; code is that of a problem,
            empty where a fact or an action failed.
    Units:  line and column count from 1; 0 means unknown.
    """

    path: str
    expected: Any
    actual: Any
    message: LocalizedText = NO_MESSAGE
    code: str = ""
    line: int = 0
    column: int = 0

    @property
    def compares(self) -> bool:
        """Return whether something was found in place of what was expected; else the message says everything."""
        return not self.code and not (self.expected is None and self.actual is None)

    def to_json(self) -> JsonObject:
        """Return the public form; optional keys are there only when they say something."""
        out: JsonObject = {"path": self.path, "expected": self.expected, "actual": self.actual}
        if self.code:
            out["code"] = self.code
        if self.message.en:
            out["message"] = self.message._asdict()
        if self.line:
            out |= {"line": self.line, "column": self.column}
        return out


Failures = Iterator[Failure]


def check_fact(scene: Scene, fact: Json, path: str) -> Failures:
    """Yield where a fact does not hold."""
    yield from CHECKS[str(kind_of(fact))](scene, fact, path)


def kind_of(fact: Json) -> str | None:
    """Return the key that marks which kind of statement a fact is; None for a record that is none."""
    return next((mark for mark in CHECKS if mark in fact), None)


def tests_something(fact: Json) -> bool:
    """Return whether a fact could fail: not if it asks a seat or the table for nothing, or for no events among others."""
    if "events" in fact:
        return bool(fact["events"] or fact.get("exactly"))
    if TABLE in fact:
        return bool(fact[TABLE])
    return bool(fact["is"]) if "seat" in fact and "is" in fact else True


def _values(actual: Json, expected: Json, path: str) -> Failures:
    """Yield the values that differ, each by its own name."""
    for name, value in expected.items():
        if isinstance(value, dict) and isinstance(actual.get(name), dict):
            yield from _values(actual[name], value, pointer(path, name))
        elif not same(actual.get(name), value):
            yield Failure(pointer(path, name), value, actual.get(name))


def same(first: Any, second: Any) -> bool:
    """Return whether two JSON values are equal; true is not 1."""
    if isinstance(first, list) and isinstance(second, list):
        return len(first) == len(second) and all(map(same, first, second))
    return isinstance(first, bool) == isinstance(second, bool) and bool(first == second)


def _entity(scene: Scene, fact: Json, path: str) -> Failures:
    found = scene.state.entities.get(scene.names[fact["entity"]])
    if found is None:
        yield Failure(f"{path}/entity", fact["entity"], None, LocalizedText("It has left the match.", "它已离开对局。"))
    else:
        eid = scene.names[fact["entity"]]
        seen = {**_entity_facts(scene, eid), **scene.placement(eid)}
        yield from _values(_as_written(scene, scene.board.card, seen, fact["is"]), fact["is"], f"{path}/is")


def _entity_facts(scene: Scene, eid: int) -> Json:
    """Return the variables of an entity, and what is worked out from them."""
    state = scene.state
    return {**state.entities[eid], **{one.name: one.read(state, eid) for one in scene.board.computed_facts}}


def _seat(scene: Scene, fact: Json, path: str) -> Failures:
    entity = _entity_facts(scene, scene.board.player(scene.state, fact["seat"]))
    if scene.board.seat_counts is not None:
        entity = {**entity, **scene.board.seat_counts(scene.state, fact["seat"])}
    yield from _values(_as_written(scene, scene.board.seat, entity, fact["is"]), fact["is"], f"{path}/is")


def _as_written(scene: Scene, variables: Iterable[Variable], entity: Json, expected: Json) -> Json:
    """Return values as a fact spells them: by word or name where it does, a card of a zone else by its place from 1."""
    spelling = dict(entity)
    for variable in variables:
        value = entity.get(variable.name)
        if variable.name not in expected or not isinstance(value, int):
            continue
        if variable.zone and isinstance(expected[variable.name], str):
            spelling[variable.name] = scene.label(value)
        elif variable.zone and value in scene.state.entities:
            lying = scene.board.zone_contents(
                scene.state, scene.players[int(scene.state.entities[value]["own"])], variable.zone
            )
            spelling[variable.name] = lying.index(value) + 1 if value in lying else 0
        elif isinstance(expected[variable.name], str):
            spelling[variable.name] = next((word for word, number in variable.words.items() if number == value), value)
    return spelling


def _table(scene: Scene, fact: Json, path: str) -> Failures:
    yield from _values(scene.board.facts(scene.state), fact[TABLE], f"{path}/{TABLE}")


def _zone(scene: Scene, fact: Json, path: str) -> Failures:
    holder, name = fact["zone"]
    ids = [scene.label(eid) for eid in scene.board.zone_contents(scene.state, -1 if holder == TABLE else holder, name)]
    if "holds" in fact and not same(ids, fact["holds"]):
        yield Failure(f"{path}/holds", fact["holds"], ids)
    if "count" in fact and len(ids) != fact["count"]:
        yield Failure(f"{path}/count", fact["count"], len(ids))


def _events(scene: Scene, fact: Json, path: str) -> Failures:
    payloads = [name for name, _ in scene.happened]
    if fact.get("exactly"):
        holds = payloads == fact["events"]
    else:
        rest = iter(payloads)
        holds = all(name in rest for name in fact["events"])
    if not holds:
        yield Failure(f"{path}/events", fact["events"], payloads)


def _event(scene: Scene, fact: Json, path: str) -> Failures:
    name, expected = fact["event"], fact.get("with", {})
    payloads = [_payload(scene, name, payload) for event, payload in scene.happened if event == name]
    matches = sum(all(same(one[key], value) for key, value in expected.items()) for one in payloads)
    if "count" in fact and matches != fact["count"]:
        yield Failure(f"{path}/count", fact["count"], matches, _happened(payloads))
    elif not matches and "count" not in fact:
        yield Failure(
            f"{path}/with" if expected and payloads else f"{path}/event", expected if payloads else name, payloads
        )


def _happened(payloads: list[JsonObject]) -> LocalizedText:
    """Return what the first events of a name carried, in words; None where there was none."""
    shown = "; ".join(map(str, payloads[:5]))
    return LocalizedText(f"It happened with: {shown}.", f"实际发生：{shown}。") if payloads else NO_MESSAGE


def _payload(scene: Scene, name: str, payload: tuple[Any, ...]) -> JsonObject:
    event = scene.ruleset.vocabulary.event(name)
    types = event.fields if event is not None else {}
    return {key: _value(scene, kind, value) for (key, kind), value in zip(types.items(), payload, strict=True)}


def _value(scene: Scene, kind: str, value: Any) -> Any:
    """Return a value of a payload as a scenario writes it."""
    if isinstance(value, tuple):
        return [_value(scene, kind.removesuffix("[]"), one) for one in value]
    return scene.label(value) if isinstance(value, int) and refers(scene.ruleset.vocabulary, kind) else value


def _decision(scene: Scene, fact: Json, path: str) -> Failures:
    expected = fact["decision"]
    question = scene.asked(expected.get("seat") if expected else None)
    if expected is None or question is None:
        if expected != question:
            yield Failure(f"{path}/decision", expected, question)
    else:
        yield from _values(question, expected, f"{path}/decision")


def _legal(scene: Scene, fact: Json, path: str) -> Failures:
    expected = fact["legal"]
    question = scene.asked(expected["seat"])
    if question is None or question["seat"] != expected["seat"]:
        text = LocalizedText(f"Seat {expected['seat']} is not asked.", f"没有询问席位 {expected['seat']}。")
        yield Failure(f"{path}/legal/seat", expected["seat"], question and question["seat"], text)
        return
    options = question["options"]
    if any(label not in options for label in expected.get("has", ())):
        yield Failure(f"{path}/legal/has", expected["has"], options)
    if any(label in options for label in expected.get("lacks", ())):
        yield Failure(f"{path}/legal/lacks", expected["lacks"], options)


def _result(scene: Scene, fact: Json, path: str) -> Failures:
    expected, actual = fact["result"], result_json(scene.step.result)
    if expected is None or actual is None:
        if expected != actual:
            yield Failure(f"{path}/result", expected, actual)
    else:
        yield from _values(actual, expected, f"{path}/result")


def _triggers(scene: Scene, fact: Json, path: str) -> Failures:
    """A trigger that only ends another's lifetime is left out."""
    found = [listener.event for listener in scene.state.listeners.values() if not listener.removes]
    if found != fact["triggers"]:
        yield Failure(f"{path}/triggers", fact["triggers"], found)


def _problem(scene: Scene, fact: Json, path: str) -> Failures:
    """Problems are compared before anything is played."""
    yield from ()


CHECKS: Mapping[str, Callable[[Scene, Json, str], Failures]] = {
    "entity": _entity,
    "zone": _zone,
    "events": _events,
    "event": _event,
    "decision": _decision,
    "legal": _legal,
    "result": _result,
    "triggers": _triggers,
    "problem": _problem,
    TABLE: _table,
    "seat": _seat,
}
"""By the key that marks a kind of statement, how it is checked; where a fact has several, the first is its kind."""
