"""Tells a match as prose: what was asked and answered, what happened, what changed, and a digest after each answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from engine import api
from engine.kernel import state_writers as m
from engine.kernel.decisions import Decision, Option, option_key
from engine.kernel.digest import digest
from engine.kernel.machine import Step
from engine.kernel.state import State
from engine.replay import Match

Record = tuple[Any, ...]
MAX_LINES = 1_350
"""Lines after which the rest of a match is told a line a round."""
SHOWN = 6
"""Cards of a new order or of a large pile that are named; the digest holds the rest."""


class Teller:
    """Turns one match into lines."""

    def __init__(self, match: Match) -> None:
        self.match = match
        cards = {document["id"]: document for document, _ in api.card_set(match.ruleset.name)}
        self.printed = {card: str(cards.get(card, {}).get("name", card)) for card in match.program.cards}
        self.types = {event.name: list(event.fields.values()) for event in match.ruleset.vocabulary.events}
        self.names: dict[int, str] = {0: "the table"}

    def lines(self) -> Iterator[str]:
        """Yield the whole match: every answer as long as there is room, then every round, then the end."""
        match, told, turn = self.match, 0, 0
        bots = ", ".join(name for name, _ in match.bots)
        yield f"{match.ruleset.title.en} ({match.ruleset.name}), seed {match.seed}, {match.seats} seats: {bots}"
        asked: Decision | None = None
        for step, key in match.steps(log=True):
            state = step.state
            self.meet(step)
            if told < MAX_LINES:
                head = self.question(asked, key) if asked is not None else "The table is laid."
                told += 2
                yield from ("", f"{state.decisions}. {head}  [{digest(state):016x}]")
                for line in self.happened(step):
                    told += 1
                    yield f"     {line}"
            elif state.turn != turn:
                yield f"Round {state.turn} begins after {state.decisions} answers.  [{digest(state):016x}]"
            asked, turn = step.decision, state.turn
        yield from ("", self.end(step))

    def end(self, step: Step) -> str:
        """Return how the match ended."""
        result = step.result
        assert result is not None, "a match ends"
        who = f"seat {result.winner} wins" if result.winner >= 0 else "nobody wins"
        places = ", ".join(map(str, result.ranks))
        said = f"{result.outcome}: {who}, {result.reason}; places {places}; {step.state.decisions} answers"
        return f"{said}.  [{digest(step.state):016x}]"

    # ---------------------------------------------------------------------------------------------- names

    def meet(self, step: Step) -> None:
        """Learn the names of all entities that the step knows."""
        for eid, ent in step.state.entities.items():
            self.names[eid] = self.called(eid, ent)
        for entry in step.log:
            if entry[0] == m.REMOVE:
                self.names[entry[1]] = self.called(entry[1], dict(entry[3]))

    def called(self, eid: int, ent: dict[str, Any]) -> str:
        """Return what an entity is called: a card by its name and number, anything else by its kind."""
        if ent["def"]:
            return f"{self.printed[ent['def']]} #{eid}"
        return f"seat {ent['seat']}" if "seat" in ent else f"{ent['kind']} #{eid}"

    def name(self, eid: int) -> str:
        return self.names.get(eid, f"#{eid}")

    def some(self, ids: Iterable[int]) -> str:
        """Return the first of several names."""
        held = list(ids)
        more = f" and {len(held) - SHOWN} more" if len(held) > SHOWN else ""
        return ", ".join(map(self.name, held[:SHOWN])) + more if held else "nothing"

    def zone(self, holder: int, zone: str) -> str:
        return f"{zone} of {self.name(holder)}" if holder else zone

    # ------------------------------------------------------------------------------------------ questions

    def question(self, asked: Decision, key: str) -> str:
        """Return what was asked of whom and what the answer was."""
        options = {option_key(option): option for option in asked.options}
        chosen = [self.option(asked, options[part]) for part in key.split(",")] if key != "-" else ["none"]
        span = f"{asked.min}" if asked.min == asked.max else f"{asked.min} to {asked.max}"
        prompt = asked.prompt.partition("#")
        about = f"{self.printed.get(prompt[0], prompt[0])} {prompt[2]}".strip()
        return f"Seat {asked.seat}, {about}, {span} of {len(asked.options)}: {', '.join(chosen)}"

    def option(self, asked: Decision, option: Option) -> str:
        if isinstance(option, tuple):
            return f"{option[0]} {self.name(option[1])}"
        return self.name(option) if isinstance(option, int) and asked.kind not in ("number", "yesno") else str(option)

    # --------------------------------------------------------------------------------------------- changes

    def happened(self, step: Step) -> Iterator[str]:
        """Yield what a step did, in order; what is alike and side by side is told together."""
        for _, entries in groupby(step.log, key=alike):
            group = list(entries)
            match group[0][0]:
                case "event":
                    yield self.event(group[0])
                case m.MOVE:
                    yield self.moved(group) + self.why(group[0])
                case m.CREATE:
                    yield self.created(group)
                case _:
                    yield from (self.changed(entry, step.state) + self.why(entry) for entry in group)

    def event(self, entry: Record) -> str:
        """Return an event with its payload, its things by name."""
        _, _, name, payload = entry
        said = [self.value(kind, value) for kind, value in zip(self.types[name], payload, strict=True)]
        return f"* {name}" + (f" ({', '.join(said)})" if said else "")

    def value(self, kind: str, value: Any) -> str:
        if kind.endswith("[]"):
            return "[" + ", ".join(self.value(kind[:-2], one) for one in value) + "]"
        is_thing = isinstance(value, int) and kind not in ("int", "bool", "text")
        return self.name(value) if is_thing else str(value)

    def moved(self, group: list[Record]) -> str:
        *source, _ = group[0][3]
        holder, zone, at = group[0][4]
        where = "" if at is None else f" at {at}"
        cards = ", ".join(self.name(entry[1]) for entry in group)
        return f"{self.zone(*source)} > {self.zone(holder, zone)}{where}: {cards}"

    def created(self, group: list[Record]) -> str:
        _, _, holder, zone, _ = group[0][4]
        many = Counter(self.printed.get(entry[2], self.name(entry[1])) for entry in group)
        held = ", ".join(name if number == 1 else f"{name} ×{number}" for name, number in many.items())
        return f"made in {self.zone(holder, zone)}: {held}"

    def changed(self, entry: Record, state: State) -> str:
        """Return one change as a sentence."""
        op, target, key, old, new, _ = entry
        match op:
            case m.SET_VAR:
                return f"{self.name(target)}: {key} {old} > {new}"
            case m.GLOBAL | m.TURN:
                return f"{key} {old} > {new}"
            case m.ZONE_ORDER:
                return f"{self.zone(target, key)} in a new order: {self.some(new)}"
            case m.STEP_RNG:
                return f"chance {key}, draw {new}"
            case m.LISTEN:
                listener, _ = new
                return f"listens to {key} for {self.name(listener.owner)}"
            case m.UNLISTEN:
                return f"listens no more: {', '.join(gone[0].event for gone in old)}"
            case m.RESULT:
                return f"the match ends: {new.reason}"
            case m.REMOVE:
                return f"{self.name(target)} leaves the match"
            case _:
                return f"{op} {self.name(target)}: {key} {old} > {new}"

    def why(self, entry: Record) -> str:
        """Return whose text made a change, empty where the rules did."""
        source, node = entry[5][2], entry[5][1]
        pointer = node.partition("#")[2]
        return f"  <{self.name(source)} {pointer}>" if pointer and source else ""


def alike(entry: Record) -> tuple[Any, ...]:
    """Return what is equal for entries that are told together."""
    match entry[0]:
        case m.MOVE:
            return entry[0], entry[3][:2], entry[4], entry[5][2]
        case m.CREATE:
            return entry[0], entry[4][2:4]
        case "event":
            return entry[:2]
        case _:
            return entry[0], entry[1]
