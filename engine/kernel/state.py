"""The state of a match: a value, shared between forks and copied on first write.

A fork copies the top-level tables and nothing below them. An entity or a record is copied when it is first written after a fork
(`owned`, `fresh` hold what this epoch has copied), so an old state stays as it was. Zones are tuples, replaced, never edited.
`listeners`, `listener_index`, `rng`, `uses` change rarely: they are replaced whole, so a fork shares them.
Only `engine.kernel.state_writers` writes what belongs to the game; frames and records belong to the machine.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.errors import IllegalAction
from engine.kernel.chance import MASK

if TYPE_CHECKING:
    from engine.kernel.decisions import Action, Decision, Result
    from engine.kernel.mutations import LogEntry
    from engine.kernel.program import Program

Entity = dict[str, Any]
Frame = tuple[str, int, int, int]
ZoneKey = tuple[int, str]
Uses = tuple[tuple[int, int], ...]
"""How often a listener answered, for each of its limits: (stamp of the period, answers in it)."""
NOWHERE = ("", 0, 0, 0)
"""No card's node set off what runs."""
SALT_STEP = 0x5851F42D4C957F2D
"""Spreads salts over the seeds of imagined worlds; any odd 64-bit number does."""


class Listener(NamedTuple):
    """A registered trigger or static modifier.

    Shapes: `captured` are the names that the body sees, as sorted pairs; `removes` is the listener that this one takes away
            (a lifetime's remover, hidden from logs), `host` the entity that it stands on; `zones` are those in which the host
            must lie, any when empty, and `rank` is the place of the host's zone in the ruleset's order;
            `limit` holds (period, most) pairs: in a period it answers so often; the period `life` ends it when it is used up.
            A static modifier's event is `stat/NAME` and its stage the operation.
    """

    id: int
    event: str
    stage: str
    body: str
    condition: str
    owner: int
    host: int
    once: bool
    label: str
    captured: tuple[tuple[str, Any], ...]
    removes: int
    priority: int = 0
    rank: int = 0
    zones: tuple[str, ...] = ()
    limit: tuple[tuple[str, int], ...] = ()


class State:
    """Everything about a match at one moment."""

    __slots__ = (
        "coverage",
        "decisions",
        "depth",
        "entities",
        "frames",
        "fresh",
        "globals",
        "hashes",
        "information_revealed",
        "listener_index",
        "listeners",
        "log",
        "match_ops",
        "nesting",
        "next_id",
        "next_rec",
        "owned",
        "pc",
        "pending",
        "program",
        "recent_actions",
        "records",
        "result",
        "rng",
        "seed",
        "seen_digests",
        "seq",
        "step_events",
        "step_id",
        "step_ops",
        "trigger_site",
        "turn",
        "turn_decisions",
        "uses",
        "zones",
    )  # fmt: skip

    program: Program
    seed: int
    entities: dict[int, Entity]
    owned: set[int]
    hashes: dict[int | ZoneKey, tuple[Any, int]]
    zones: dict[ZoneKey, tuple[int, ...]]
    globals: dict[str, Any]
    listeners: dict[int, Listener]
    listener_index: dict[str, dict[str, tuple[int, ...]]]
    rng: dict[str, int]
    uses: dict[int, Uses]
    frames: list[Frame]
    records: dict[int, dict[str, Any]]
    fresh: set[int]
    pending: tuple[Decision, ...]
    result: Result | None
    next_id: int
    next_rec: int
    seq: int
    step_ops: int
    step_events: int
    step_id: int
    match_ops: int
    decisions: int
    turn: int
    turn_decisions: int
    recent_actions: tuple[tuple[int, Action], ...]
    information_revealed: bool
    seen_digests: tuple[int, ...]
    pc: int
    trigger_site: tuple[str, int, int, int]
    depth: int
    nesting: int
    log: list[LogEntry] | None
    coverage: dict[tuple[str, str], int] | None

    @classmethod
    def new(cls, program: Program, seed: int) -> State:
        """Return an empty state of a match."""
        st = cls.__new__(cls)
        st.program, st.seed = program, seed
        st.entities, st.zones, st.globals, st.listeners, st.listener_index, st.rng, st.records, st.hashes = (
            {},
            {},
            {},
            {},
            {},
            {},
            {},
            {},
        )
        st.uses, st.owned, st.fresh, st.frames = {}, set(), set(), []
        st.pending, st.result, st.seen_digests, st.recent_actions, st.information_revealed = (), None, (), (), False
        st.next_id = st.step_id = program.mechanics.id_step
        st.next_rec = 1
        st.seq = st.step_ops = st.step_events = st.match_ops = st.decisions = st.turn = st.turn_decisions = st.pc = 0
        st.trigger_site, st.depth, st.nesting = NOWHERE, -1, 0
        st.log = st.coverage = None
        return st

    def fork(self) -> State:
        """Return a state equal to this one; neither sees the other's later writes."""
        st = State.__new__(State)
        st.program, st.seed = self.program, self.seed
        st.entities, st.zones, st.globals = self.entities.copy(), self.zones.copy(), self.globals.copy()
        st.listeners, st.listener_index, st.rng, st.uses = self.listeners, self.listener_index, self.rng, self.uses
        st.frames, st.records = self.frames[:], self.records.copy()
        st.hashes = self.hashes
        st.owned, st.fresh = set(), set()
        self.owned, self.fresh = set(), set()
        st.pending, st.result, st.seen_digests = self.pending, self.result, self.seen_digests
        st.next_id, st.next_rec, st.seq = self.next_id, self.next_rec, self.seq
        st.turn, st.pc, st.trigger_site = self.turn, self.pc, self.trigger_site
        st.depth, st.nesting = self.depth, self.nesting
        st.turn_decisions, st.recent_actions, st.information_revealed = (
            self.turn_decisions,
            self.recent_actions,
            self.information_revealed,
        )
        st.step_ops, st.step_events, st.step_id = self.step_ops, self.step_events, self.step_id
        st.match_ops, st.decisions = self.match_ops, self.decisions
        st.log, st.coverage = self.log, self.coverage
        return st

    def fork_hypothetical(self, salt: int) -> State:
        """Return a fork for somebody to think in: chance goes another way in it for each salt, and nothing is logged or counted."""
        st = self.fork()
        st.log = st.coverage = None
        st.seed = self.seed ^ (SALT_STEP * (salt + 1) & MASK)
        return st

    def freeze(self) -> State:
        """Make every entity read-only, so that a write past the mutations raises (debug builds and tests)."""
        self.entities = {eid: MappingProxyType(e) for eid, e in self.entities.items()}  # type: ignore[misc]  # a proxy reads like the dict
        self.owned = set()
        return self

    def record(self, rid: int) -> dict[str, Any]:
        """Return a record for writing: an environment, an event in flight or a scope, copied on first write."""
        if rid in self.fresh:
            return self.records[rid]
        rec = self.records[rid] = self.records[rid].copy()
        self.fresh.add(rid)
        return rec

    def new_record(self, content: dict[str, Any]) -> int:
        """Store a record and return its id."""
        rid = self.next_rec
        self.next_rec = rid + 1
        self.records[rid] = content
        self.fresh.add(rid)
        return rid

    def zone(self, holder: int, name: str) -> tuple[int, ...]:
        """Return the entities that lie in a zone, in order of entry."""
        return self.zones.get((holder, name), ())

    def __getstate__(self) -> dict[str, Any]:
        out = {name: getattr(self, name) for name in self.__slots__ if name != "program"}
        out["entities"] = {eid: dict(e) for eid, e in self.entities.items()}
        out["content"] = self.program.content_hash
        out["hashes"], out["owned"], out["coverage"] = {}, set(), None
        return out

    def __setstate__(self, held: dict[str, Any]) -> None:
        self.program = held.pop("content")
        for name, value in held.items():
            setattr(self, name, value)

    def resume(self, program: Program) -> State:
        """Give a thawed state its code back; it goes on where it stood.

        Errors: IllegalAction `other-content` when the program was compiled from other cards.
        """
        held: object = self.program  # a thawed state holds the content hash here
        if held != program.content_hash:
            raise IllegalAction("other-content", "the state was made with other cards")
        self.program = program
        return self
