"""Watches a match: which condition was true and which false at which event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, NamedTuple

from engine.kernel.definitions import CardDef
from engine.kernel.events import is_active
from engine.kernel.ground import Listener
from engine.kernel.in_flight import Environment, LeavingListener, new_environment
from engine.kernel.state import State, Test
from engine.kernel.state_writers import events_heard, listen, take_id
from engine.language.spec.events import EventSpec, Stage
from engine.rulesets import find
from tests.engine.witness.probes import Probe, probed, probes

HOSTS = 16
"""Cards that are asked at one event."""
LAST, AT_LAST = "probe-last", 10_000
"""The listener that asks when all others have answered, and its place among them."""
Pair = tuple[str, str]
"""An event and a condition."""


class Host(NamedTuple):
    """A card that can answer an event: what its trigger has captured, and what it was when it left."""

    eid: int
    owner: int
    captured: Mapping[str, Any]
    last_known: tuple[tuple[str, Any], ...] | None = None


@dataclass
class Observer:
    """What was seen of the conditions of a game; a pair is asked until it was seen both true and false.

    Shapes: `first_runs` maps a pair and an answer to the run in which it was first seen; `wrong` holds the conditions that were seen as the
            checker says they never are; with `pairs` only those are asked, and the match goes the same way.
    """

    game: str
    run: str = ""
    pairs: frozenset[Pair] | None = None
    first_runs: dict[tuple[Pair, bool], str] = field(default_factory=dict)
    wrong: list[tuple[str, Probe]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.left = probes(self.game, self.pairs)

    def watch(self, state: State, *, after_all: bool = False) -> None:
        """Add a listener for each event to a state that is not shared; it answers nothing and asks every condition.

        With `after_all` another asks again when all others have answered, first of what the event names and of what is new.
        """
        vocabulary = find(self.game).vocabulary
        events = probed(self.game)
        ranks = {"probe": 0, **({LAST: AT_LAST} if after_all else {})}
        tests = {f"{name}/{event}": self._asking(event, name) for event in events for name in ranks}
        state.program = replace(state.program, tests={**state.program.tests, **tests})
        log, state.log = state.log, None
        for name, rank in ranks.items():
            for event in events:
                spec = vocabulary.event(event)
                stage = stage_of(spec) if spec is not None else "after"
                test, lid = f"{name}/{event}", take_id(state)
                listener = Listener(lid, event, stage, "", test, 0, 0, False, "", (), 0, rank, rank)
                listen(state, listener, events_heard(state, event))
        state.log = log

    def _asking(self, event: str, name: str) -> Test:
        hosts = _newest if name == LAST else _oldest

        def asks(st: State, env: Environment) -> bool:
            remaining = self.left[event]
            if st.log is not None and remaining:
                for host in hosts(st, env, event):
                    remaining[:] = [probe for probe in remaining if self._ask(st, host, probe)]
            return False

        return asks

    def _ask(self, st: State, env: Environment, probe: Probe) -> bool:
        """Ask one condition; return whether it is worth asking again."""
        pair = (probe.event, probe.condition)
        if probe.answer is None and (pair, True) in self.first_runs and (pair, False) in self.first_runs:
            return False
        answer = bool(probe.test(st, env))
        if probe.answer is not None and answer != probe.answer:
            self.wrong.append((self.run, probe))
            return False
        self.first_runs.setdefault((pair, answer), self.run)
        return True


def stage_of(event: EventSpec) -> Stage:
    """Return a stage at which an event is heard: its own, or the first of the only ones that it has."""
    stages = event.runtime.stages
    return event.runtime.stage if not stages or event.runtime.stage in stages else stages[0]


def _oldest(st: State, env: Environment, event: str) -> Iterator[Environment]:
    """Yield the environment of each card that answers now, then of each that lies where a card of its kind could."""
    cases: dict[tuple[int, int], Host] = {}
    for host in chain(_answering(st), _lying(st)):
        cases.setdefault((host.eid, host.owner), host)
        if len(cases) == HOSTS:
            break
    yield from (_asked(st, env, event, host) for host in cases.values())


def _newest(st: State, env: Environment, event: str) -> Iterator[Environment]:
    """Yield the environments of the same, those first that have left and answer still, then those that the event names, then the newest."""
    cases: dict[tuple[int, int], Host] = {}
    for host in chain(_leaving(st, env), _answering(st), _lying(st)):
        cases.setdefault((host.eid, host.owner), host)
    named = {value for value in env.names.values() if isinstance(value, int)}
    held = sorted(cases.values(), key=lambda host: (host.last_known is None, host.eid not in named, -host.eid))
    yield from (_asked(st, env, event, host) for host in held[:HOSTS])


def _asked(st: State, env: Environment, event: str, host: Host) -> Environment:
    """Return what the names of an event mean to a card."""
    names = st.program.mechanics.names
    bound = {} if names is None else {names.host: host.eid, names.host_player: host.owner}
    found = new_environment({**bound, **host.captured, **env.names}, host.owner, host.eid, event, 0)
    found.last_known = host.last_known
    return found


def _leaving(st: State, env: Environment) -> Iterator[Host]:
    """Yield the cards that have left since the event and answer it still."""
    flight = st.events_in_flight.get(env.flight)
    for heard in flight.queue if flight is not None else ():
        if isinstance(heard, LeavingListener) and heard.listener.id not in st.listeners:
            yield Host(heard.listener.host, heard.listener.owner, dict(heard.listener.captured), heard.host)


def _answering(st: State) -> Iterator[Host]:
    for listener in st.listeners.values():
        if listener.host in st.entities and is_active(st, listener):
            yield Host(listener.host, listener.owner, dict(listener.captured))


def _lying(st: State) -> Iterator[Host]:
    cards, zones = st.program.cards, _zones(st.program.cards)
    for eid, ent in st.entities.items():
        card = cards.get(ent["def"])
        if card is not None and ent["zone"] in zones.get(card.kind, ()):
            yield Host(eid, ent["own"], {})


_ZONES: dict[int, tuple[Mapping[str, CardDef], Mapping[str, set[str]]]] = {}


def _zones(cards: Mapping[str, CardDef]) -> Mapping[str, set[str]]:
    """Return the zones in which abilities of cards are heard, by kind of card."""
    if id(cards) not in _ZONES:
        result: dict[str, set[str]] = {}
        for card in cards.values():
            result.setdefault(card.kind, set()).update(zone for ability in card.abilities for zone in ability.zones)
        _ZONES[id(cards)] = (cards, result)
    return _ZONES[id(cards)][1]
