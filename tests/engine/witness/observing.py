"""Watches a match: which condition was true and which false at which event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

from engine.kernel.events import is_active
from engine.kernel.in_flight import Environment, new_environment
from engine.kernel.program import CardDef, Test
from engine.kernel.state import Listener, State
from engine.kernel.state_writers import events_heard, listen, take_id
from engine.language.spec.events import EventSpec, Stage
from engine.rulesets import find
from tests.engine.witness.probes import Probe, probes

HOSTS = 16
"""Cards that are asked at one event, those first that came first."""
Pair = tuple[str, str]
"""An event and a condition."""


@dataclass
class Observer:
    """What was seen of the conditions of a game; a pair is asked until it was seen both true and false.

    Shapes: `seen` maps a pair and an answer to the run in which it was first seen; `wrong` holds the conditions that were seen as the
            checker says they never are; with `pairs` only those are asked, and the match goes the same way.
    """

    game: str
    run: str = ""
    pairs: frozenset[Pair] | None = None
    seen: dict[tuple[Pair, bool], str] = field(default_factory=dict)
    wrong: list[tuple[str, Probe]] = field(default_factory=list)

    def __post_init__(self) -> None:
        wanted = self.pairs
        self.left = {
            event: [probe for probe in held if wanted is None or (event, probe.condition) in wanted]
            for event, held in probes(self.game).items()
        }

    def watch(self, state: State) -> None:
        """Add a listener for each event to a state that nobody else holds; it answers nothing and asks every condition."""
        vocabulary = find(self.game).vocabulary
        events = [event for event, held in probes(self.game).items() if held]
        tests = {f"probe/{event}": self._asking(event) for event in events}
        state.program = replace(state.program, tests={**state.program.tests, **tests})
        log, state.log = state.log, None
        for event in events:
            spec = vocabulary.event(event)
            stage = stage_of(spec) if spec is not None else "after"
            listener = Listener(take_id(state), event, stage, "", f"probe/{event}", 0, 0, False, "", (), 0)
            listen(state, listener, events_heard(state, event))
        state.log = log

    def _asking(self, event: str) -> Test:
        def asks(st: State, env: Environment) -> bool:
            left = self.left[event]
            if st.log is not None and left:
                for host in _hosts(st, env, event):
                    left[:] = [probe for probe in left if self._ask(st, host, probe)]
            return False

        return asks

    def _ask(self, st: State, env: Environment, probe: Probe) -> bool:
        """Ask one condition; return whether it is worth asking again."""
        pair = (probe.event, probe.condition)
        if probe.answer is None and (pair, True) in self.seen and (pair, False) in self.seen:
            return False
        answer = bool(probe.test(st, env))
        if probe.answer is not None and answer != probe.answer:
            self.wrong.append((self.run, probe))
            return False
        self.seen.setdefault((pair, answer), self.run)
        return True


def stage_of(event: EventSpec) -> Stage:
    """Return a stage at which an event is heard: its own, or the first of the only ones that it has."""
    stages = event.runtime.stages
    return event.runtime.stage if not stages or event.runtime.stage in stages else stages[0]


def _hosts(st: State, env: Environment, event: str) -> Iterator[Environment]:
    """Yield the environment of each card that answers now, then of each that lies where a card of its kind could."""
    found: set[tuple[int, int]] = set()
    names = st.program.mechanics.names
    for host, owner, captured in chain(_answering(st), _lying(st)):
        if (host, owner) in found:
            continue
        found.add((host, owner))
        bound = {} if names is None else {names.host: host, names.host_player: owner}
        yield new_environment({**bound, **captured, **env.names}, owner, host, event, 0)
        if len(found) == HOSTS:
            return


def _answering(st: State) -> Iterator[tuple[int, int, Mapping[str, Any]]]:
    for listener in st.listeners.values():
        if listener.host in st.entities and is_active(st, listener):
            yield listener.host, listener.owner, dict(listener.captured)


def _lying(st: State) -> Iterator[tuple[int, int, Mapping[str, Any]]]:
    cards, zones = st.program.cards, _zones(st.program.cards)
    for eid, ent in st.entities.items():
        card = cards.get(ent["def"])
        if card is not None and ent["zone"] in zones.get(card.kind, ()):
            yield eid, ent["own"], {}


_ZONES: dict[int, tuple[Mapping[str, CardDef], Mapping[str, set[str]]]] = {}


def _zones(cards: Mapping[str, CardDef]) -> Mapping[str, set[str]]:
    """Return the zones in which abilities of cards are heard, by kind of card."""
    if id(cards) not in _ZONES:
        made: dict[str, set[str]] = {}
        for card in cards.values():
            made.setdefault(card.kind, set()).update(zone for ability in card.abilities for zone in ability.zones)
        _ZONES[id(cards)] = (cards, made)
    return _ZONES[id(cards)][1]
