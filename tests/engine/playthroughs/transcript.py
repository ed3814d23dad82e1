"""Tells a match as prose: what was asked and answered, what happened, what changed, and a digest after each answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, assert_never

from engine import api
from engine.kernel import mutations as m
from engine.kernel.decisions import Decision, Option, option_key
from engine.kernel.digest import digest
from engine.kernel.machine import Step
from engine.replay import Match

MAX_LINES = 1_350
"""Lines after which the rest of a match has one line per round."""
MAX_NAMES = 6
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
        match, reported, turn = self.match, 0, 0
        bots = ", ".join(name for name, _ in match.bots)
        yield f"{match.ruleset.title.en} ({match.ruleset.name}), seed {match.seed}, {match.seats} seats: {bots}"
        request: Decision | None = None
        for step, key in match.steps(log=True):
            state = step.state
            self.meet(step)
            if reported < MAX_LINES:
                head = self.question(request, key) if request is not None else "The table is laid."
                reported += 2
                yield from ("", f"{state.decisions}. {head}  [{digest(state):016x}]")
                for line in self.happened(step):
                    reported += 1
                    yield f"     {line}"
            elif state.turn != turn:
                yield f"Round {state.turn} begins after {state.decisions} answers.  [{digest(state):016x}]"
            request, turn = step.decision, state.turn
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
            if isinstance(entry, m.RemoveEntity):
                self.names[entry.entity] = self.called(entry.entity, dict(entry.contents))

    def called(self, eid: int, ent: dict[str, Any]) -> str:
        """Return what an entity is called: a card by its name and number, anything else by its kind."""
        if ent["def"]:
            return f"{self.printed[ent['def']]} #{eid}"
        return f"seat {ent['seat']}" if "seat" in ent else f"{ent['kind']} #{eid}"

    def name(self, eid: int) -> str:
        return self.names.get(eid, f"#{eid}")

    def first_name_of(self, ids: Iterable[int]) -> str:
        """Return the first of several names."""
        held = list(ids)
        more = f" and {len(held) - MAX_NAMES} more" if len(held) > MAX_NAMES else ""
        return ", ".join(map(self.name, held[:MAX_NAMES])) + more if held else "nothing"

    def zone(self, holder: int, zone: str) -> str:
        return f"{zone} of {self.name(holder)}" if holder else zone

    # ------------------------------------------------------------------------------------------ questions

    def question(self, decision: Decision, key: str) -> str:
        """Return what was asked of whom and what the answer was."""
        options = {option_key(option): option for option in decision.options}
        chosen_options = [self.option(decision, options[part]) for part in key.split(",")] if key != "-" else ["none"]
        span = f"{decision.min}" if decision.min == decision.max else f"{decision.min} to {decision.max}"
        prompt = decision.prompt.partition("#")
        about = f"{self.printed.get(prompt[0], prompt[0])} {prompt[2]}".strip()
        return f"Seat {decision.seat}, {about}, {span} of {len(decision.options)}: {', '.join(chosen_options)}"

    def option(self, decision: Decision, option: Option) -> str:
        if isinstance(option, tuple):
            return f"{option[0]} {self.name(option[1])}"
        return (
            self.name(option) if isinstance(option, int) and decision.kind not in ("number", "yesno") else str(option)
        )

    # --------------------------------------------------------------------------------------------- changes

    def happened(self, step: Step) -> Iterator[str]:
        """Yield what a step did, in order; neighbouring entries that are alike share a line."""
        for _, entries in groupby(step.log, key=alike):
            group = list(entries)
            match group[0]:
                case m.EventRaised():
                    yield self.event(group[0])
                case m.MoveEntity():
                    yield self.moved(group[0], [entry for entry in group if isinstance(entry, m.MoveEntity)])
                case m.CreateEntity():
                    yield self.created(group[0], [entry for entry in group if isinstance(entry, m.CreateEntity)])
                case _:
                    for entry in group:
                        assert not isinstance(entry, m.EventRaised)
                        yield self.changed(entry) + self.why(entry)

    def event(self, entry: m.EventRaised) -> str:
        """Return an event with its payload, its things by name."""
        said = [self.value(kind, value) for kind, value in zip(self.types[entry.event], entry.payload, strict=True)]
        return f"* {entry.event}" + (f" ({', '.join(said)})" if said else "")

    def value(self, kind: str, value: Any) -> str:
        if kind.endswith("[]"):
            return "[" + ", ".join(self.value(kind[:-2], one) for one in value) + "]"
        is_thing = isinstance(value, int) and kind not in ("int", "bool", "text")
        return self.name(value) if is_thing else str(value)

    def moved(self, first: m.MoveEntity, group: list[m.MoveEntity]) -> str:
        holder, zone, at = first.new
        where = "" if at is None else f" at {at}"
        cards = ", ".join(self.name(entry.entity) for entry in group)
        source = self.zone(first.old.holder, first.old.zone)
        return f"{source} > {self.zone(holder, zone)}{where}: {cards}{self.why(first)}"

    def created(self, first: m.CreateEntity, group: list[m.CreateEntity]) -> str:
        many = Counter(self.printed.get(entry.definition, self.name(entry.entity)) for entry in group)
        held = ", ".join(name if number == 1 else f"{name} ×{number}" for name, number in many.items())
        return f"made in {self.zone(first.holder, first.zone)}: {held}"

    def changed(self, entry: m.Mutation) -> str:
        """Return one change as a sentence."""
        match entry:
            case m.SetVariable(eid, name, old, new):
                return f"{self.name(eid)}: {name} {old} > {new}"
            case m.SetGlobal() | m.SetTurn():
                row = m.as_row(entry)
                return f"{row.key} {row.old} > {row.new}"
            case m.ReorderZone(holder, zone, _, order):
                return f"{self.zone(holder, zone)} in a new order: {self.first_name_of(order)}"
            case m.StepChance(stream, _, draw):
                return f"chance {stream}, draw {draw}"
            case m.RegisterListener(listener):
                return f"listens to {listener.event} for {self.name(listener.owner)}"
            case m.UnregisterListener(_, removed):
                return f"listens no more: {', '.join(gone.listener.event for gone in removed)}"
            case m.SetResult(result):
                return f"the match ends: {result.reason}"
            case m.RemoveEntity(eid):
                return f"{self.name(eid)} leaves the match"
            case m.CountUse() | m.RevealEntity() | m.TransformEntity() | m.MoveEntity() | m.CreateEntity():
                row = m.as_row(entry)
                return f"{row.op} {self.name(row.target)}: {row.key} {row.old} > {row.new}"
        assert_never(entry)

    def why(self, entry: m.Mutation) -> str:
        """Return whose text made a change, empty where the rules did."""
        pointer = entry.cause.node.partition("#")[2]
        return f"  <{self.name(entry.cause.source)} {pointer}>" if pointer and entry.cause.source else ""


def alike(entry: m.LogEntry) -> tuple[Any, ...]:
    """Return what is equal for entries that share a line."""
    match entry:
        case m.MoveEntity(_, old, new, cause):
            return "move", old.holder, old.zone, new, cause.source
        case m.CreateEntity():
            return "create", entry.holder, entry.zone
        case m.EventRaised(seq):
            return "event", seq
        case _:
            return m.as_row(entry)[:2]
