"""From a checked document to code: blocks of ops for effects, fused closures for conditions and values.

A document that passed the checker compiles; what the checker refuses is an EngineBug here. Two flavours are compiled, plain and counting:
the counting one notes in `State.cover` how often each node ran and which way each condition went.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.checkpoints import checkpoint
from engine.errors import EngineBug
from engine.json_values import Json, JsonObject
from engine.kernel.definitions import CardDef, Tally
from engine.kernel.ground import EnvironmentId
from engine.kernel.in_flight import Environment, copy_environment
from engine.kernel.signals import Position, Signal
from engine.kernel.state import Aim, Amount, Block, Inline, Op, State, Test
from engine.language.analysis.changing import is_inline
from engine.language.compiling.choosing import FIELDS, Choice, Getter, ask_op, pick_op, take_op
from engine.language.compiling.narrowing import narrowing, pure_getters
from engine.language.compiling.node_counts import counted_effect, counted_inline, counted_test, counted_value, note
from engine.language.reading.surface import node_key
from engine.language.spec import Field, Identifier, MapOf, NodeSpec, Targets, Vocabulary
from engine.language.spec.interpolation import Path, Template, parse

Effects = list[JsonObject]


@dataclass
class Unit:
    """One card being compiled: its name in code ids, and all blocks and tests made so far.

    Shapes: `at` is the pointer of a card inside another, at which those of its parts begin; `cards` are the cards inside, by their ids.
    """

    vocabulary: Vocabulary
    name: str
    card: str
    counting: bool
    expansions: Mapping[str, str] = field(default_factory=dict)
    left_out: frozenset[str] = frozenset()
    at: str = ""
    blocks: dict[str, Block] = field(default_factory=dict)
    tests: dict[str, Test] = field(default_factory=dict)
    inlines: dict[str, Inline] = field(default_factory=dict)
    values: dict[str, Amount] = field(default_factory=dict)
    aims: dict[str, Aim] = field(default_factory=dict)
    tallies: set[Tally] = field(default_factory=set)
    omitted: set[str] = field(default_factory=set)
    cards: dict[str, CardDef] = field(default_factory=dict)

    def omits(self, pointer: str) -> bool:
        """Return whether the card is compiled without a part of it, and note that there was such a part."""
        if pointer not in self.left_out:
            return False
        self.omitted.add(pointer)
        return True

    def node_key(self, pointer: str) -> str:
        """Return the name under which coverage counts a node."""
        return node_key(self.expansions, self.card, pointer)

    def block(
        self, effects: Effects, pointer: str, places: Iterable[int] | None = None, spent_at: int | None = None
    ) -> str:
        """Compile a list of effects, or those at some places of it, into a block of its own and return its id.

        What is at the place `spent` is done by the machine as it spends the use of a trigger, and only counted here.
        """
        code = f"{self.name}#{pointer}"
        assembly = Assembly(self)
        for place in range(len(effects)) if places is None else places:
            if place == spent_at:
                assembly.count(f"{pointer}/{place}")
            else:
                assembly.effect(effects[place], f"{pointer}/{place}")
        self.blocks[code] = Block(code, tuple(assembly.ops), tuple(assembly.nodes))
        return code

    def is_inline(self, effect: JsonObject) -> bool:
        """Return whether an effect can be done in a `modify` stage."""
        return is_inline(self.vocabulary, effect)

    def inline(
        self,
        effects: Effects,
        event: str,
        pointer: str,
        places: Iterable[int] | None = None,
        spent_at: int | None = None,
    ) -> str:
        """Compile the body of a `modify` listener: its effects, or those at some places, hand the payload on in one piece.

        What is at the place `spent` is only counted, as in `block`.
        """
        code = f"{self.name}#{pointer}"
        chosen = range(len(effects)) if places is None else places
        self.inlines[code] = self.inline_steps(effects, event, pointer, chosen, spent_at)
        return code

    def inline_steps(
        self, effects: Effects, event: str, pointer: str, places: Iterable[int], spent_at: int | None = None
    ) -> Inline:
        """Compile effects that hand a payload on, one to the next, into one closure."""
        steps = [
            self._counted_step(f"{pointer}/{place}")
            if place == spent_at
            else self._inline_step(effects[place], event, f"{pointer}/{place}")
            for place in places
            if place == spent_at or not self.omits(f"{pointer}/{place}")
        ]

        def body(st: State, env: Environment, payload: tuple[Any, ...], commit: bool) -> tuple[Any, ...]:
            keys = st.program.payload_keys[event, env.event]
            for run, getters, reached in steps:
                for key in reached if commit else ():
                    note(st, key)
                payload = run(st, env, payload, commit, *[get(st, env) for get in getters])
                for place, name in keys:
                    env.names[name] = payload[place]
            return payload

        return body

    def _counted_step(self, pointer: str) -> tuple[Callable[..., Any], list[Getter], list[tuple[str, str]]]:
        """Compile an effect that is only counted: it hands the payload on as it is."""
        counted = [(self.node_key(pointer), "reached")] if self.counting else []
        return (lambda st, env, payload, commit: payload), [], counted

    def _inline_step(
        self, node: JsonObject, event: str, pointer: str
    ) -> tuple[Callable[..., Any], list[Getter], list[tuple[str, str]]]:
        """Compile one effect, and say what of it is reached when it is done."""
        spec = self._spec("effect", node)
        if spec.runtime.inline_build is not None:
            counted = [(self.node_key(pointer), "reached")] if self.counting else []
            return spec.runtime.inline_build(self, node, event, pointer), [], counted
        if spec.runtime.inline is None:
            raise EngineBug(f"{self.name}#{pointer}: {spec.name} cannot modify an event; was the card checked?")
        getters: list[Getter] = []
        pointers = [pointer]
        for f in spec.fields:
            if isinstance(f.shape, Targets) and isinstance(node.get(f.name), dict):
                pointers.append(f"{pointer}/{f.name}")
                getters.append(self.things(node[f.name], pointers[-1]))
            elif not isinstance(f.shape, Identifier):
                get = self.getter(node.get(f.name), f, f"{pointer}/{f.name}")
                getters.append(_as_targets(get) if isinstance(f.shape, Targets) and f.name in node else get)
        if not self.counting:
            return spec.runtime.inline, getters, []
        run = counted_inline(spec.runtime.inline, (self.node_key(pointer), "noop"))
        return run, getters, [(self.node_key(at), "reached") for at in pointers]

    def value(self, node: Any, pointer: str, divisor: int | None = None) -> str:
        """Compile a value to be called by id and return the id; with a divisor it yields a pair."""
        code = f"{self.name}#{pointer}"
        get = self.getter(node, None, pointer)
        self.values[code] = get if divisor is None else _paired(get, divisor)
        return code

    def condition(self, node: JsonObject | list[JsonObject], pointer: str) -> str:
        """Compile a condition, or several of which all must hold, to be called by id and return the id."""
        code = f"{self.name}#{pointer}"
        if isinstance(node, list):
            self.tests[code] = _all([self.test(one, f"{pointer}/{place}") for place, one in enumerate(node)])
        else:
            self.tests[code] = self.test(node, pointer)
        return code

    def test(self, node: JsonObject, pointer: str) -> Test:
        """Compile a condition into one closure; one that is left out holds."""
        if self.omits(pointer):
            return _holds
        spec = self._spec("condition", node)
        if spec.runtime.build is not None:
            closure: Test = spec.runtime.build(self, node, pointer)
        else:
            closure = _closure(_runner(spec), self.getters(spec, node, pointer))
        return counted_test(closure, self.node_key(pointer)) if self.counting and pointer else closure

    def getters(self, spec: NodeSpec, node: JsonObject, pointer: str) -> list[Getter]:
        """Compile the fields of a pure node."""
        return pure_getters(self, spec.fields, node, pointer)

    def getter(self, value: Any, spec: Field | None = None, pointer: str = "") -> Getter:
        """Compile a literal, a list, a reference, a value node, or a condition on candidates into a closure."""
        checkpoint()
        if isinstance(value, dict):
            if spec is not None and isinstance(spec.shape, MapOf):
                return _mapped(
                    {name: self.getter(part, None, pointer and f"{pointer}/{name}") for name, part in value.items()}
                )
            if spec is not None and spec.analysis.opens:
                return self.predicate(value, spec, pointer)
            node = self._spec("value", value)
            if node.runtime.build is not None:
                closure: Getter = node.runtime.build(self, value, pointer)
            else:
                closure = _closure(_runner(node), self.getters(node, value, pointer))
            return counted_value(closure, self.node_key(pointer)) if self.counting and pointer else closure
        if isinstance(value, list):
            return _listed(
                [self.getter(part, None, pointer and f"{pointer}/{place}") for place, part in enumerate(value)]
            )
        if isinstance(value, str):
            return _text(parse(value))
        return _constant(value)

    def things(self, node: JsonObject, pointer: str) -> Getter:
        """Compile what a chooser may take into a closure: its own things, of which a filter keeps some."""
        spec = self._spec("chooser", node)
        own = [f for f in spec.fields if f.name not in FIELDS and f.attribute is None and not f.narrows_by_record]
        run, args = _runner(spec), [self.getter(node.get(f.name), f, pointer and f"{pointer}/{f.name}") for f in own]

        def pool(st: State, env: Environment) -> Any:
            return run(st, env, *[get(st, env) for get in args])

        def kept_things(st: State, env: Environment, things: Any) -> Any:
            return things if first_of is None else first_of(things, *[get(st, env) for get in args])

        first_of, keeps = spec.runtime.first_of, narrowing(self, spec.fields, node, pointer)
        if keeps is None:
            return pool if first_of is None else lambda st, env: kept_things(st, env, pool(st, env))
        return lambda st, env: kept_things(st, env, tuple(filter(keeps(st, env), pool(st, env))))

    def predicate(self, node: JsonObject, spec: Field, pointer: str) -> Getter:
        """Compile a condition into a closure that gives the test of a candidate."""
        test = self.test(node, pointer)
        ((name, fields),) = spec.analysis.opens.items()
        (key,) = (f"{name}.{each}" for each in fields)

        def keeps(st: State, env: Environment) -> Callable[[Any], bool]:
            inner = copy_environment(env)

            def keep(candidate: Any) -> bool:
                inner.names[key] = candidate
                return test(st, inner)

            return keep

        return keeps

    def _spec(self, family: str, node: JsonObject) -> NodeSpec:
        try:
            return self.vocabulary.family(family)[node["type"]]
        except KeyError:
            raise EngineBug(f"{self.name}: no {family} {node.get('type')!r}; was the card checked?") from None


class Assembly:
    """A block under construction."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.ops: list[Op] = []
        self.nodes: list[str] = []

    @property
    def position(self) -> Position:
        """Return the position of the op that is emitted next."""
        return Position(len(self.ops))

    def emit(self, op: Op, pointer: str) -> Position:
        """Append an op and return its position."""
        self.ops.append(op)
        self.nodes.append(pointer)
        return Position(len(self.ops) - 1)

    def count(self, pointer: str) -> None:
        """In the counting flavour, note that a node was reached."""
        if self.unit.counting:
            key = (self.unit.node_key(pointer), "reached")
            self.emit(lambda st, env_id: note(st, key), pointer)

    def effects(self, effects: Effects, pointer: str) -> None:
        """Emit the ops of a list of effects."""
        for place, node in enumerate(effects):
            self.effect(node, f"{pointer}/{place}")

    def effect(self, node: JsonObject, pointer: str) -> None:
        """Emit the ops of one effect: its choosers first, then the effect itself."""
        checkpoint()
        if self.unit.omits(pointer):
            return
        spec = self.unit._spec("effect", node)
        self.count(pointer)
        if spec.runtime.build is not None:
            spec.runtime.build(self, node, pointer)
            return
        fields = [f for f in spec.fields if not isinstance(f.shape, Identifier) and not f.is_record_of_rules]
        able = spec.runtime.eligible
        getters = [self.field(node.get(f.name), f, f"{pointer}/{f.name}", able) for f in fields]
        needs = [place for place, f in enumerate(fields) if _is_needed(f, node)]
        run, noop = _runner(spec), self._noop(pointer)
        if noop is not None and not (spec.analysis.suspends or spec.analysis.cancels):
            run = counted_effect(run, noop)
        self.emit(_effect_op(run, getters, needs, self.label(node), noop), pointer)

    def field(self, value: Any, spec: Field, pointer: str, able: Callable[..., Any] | None = None) -> Getter:
        """Compile one field; a chooser emits ops that ask, for what the effect is `able` to be done to, and leaves its answer in the environment."""
        if not isinstance(spec.shape, Targets):
            return self.unit.getter(value, spec, pointer)
        if not isinstance(value, dict):
            return _as_targets(self.unit.getter(value, spec))
        return self.choose(value, pointer, able)

    def choose(self, node: JsonObject, pointer: str, able: Callable[..., Any] | None = None) -> Getter:
        """Emit the ops of a chooser; one that suspends asks, whatever fields it has."""
        spec = self.unit._spec("chooser", node)
        self.count(pointer)
        pool, how = self.unit.things(node, pointer), node.get("pick", "ask")
        if (spec.field("ask") is None and not spec.analysis.suspends) or how == "all":
            return pool
        for keeps in (spec.runtime.eligible if how == "ask" else None, able):
            pool = pool if keeps is None else _eligible(pool, keeps)
        asker = self.unit.getter(node["ask"], None, f"{pointer}/ask") if "ask" in node else _owner
        low = self.unit.getter(node.get("min", 1), None, f"{pointer}/min")
        high = self.unit.getter(node.get("max"), None, f"{pointer}/max")
        choice = Choice(pool, asker, low, high, f"{self.unit.card}#{pointer}", f"?{pointer}")
        self.emit(ask_op(choice) if how == "ask" else pick_op(choice, how), pointer)
        self.emit(take_op(choice.key), pointer)
        return lambda st, env: env.names[choice.key]

    def label(self, node: JsonObject) -> Getter | None:
        """Compile the id under which an effect's results are bound."""
        return self.unit.getter(node["id"]) if "id" in node else None

    def _noop(self, pointer: str) -> tuple[str, str] | None:
        return (self.unit.node_key(pointer), "noop") if self.unit.counting else None


def _eligible(pool: Getter, keeps: Callable[..., Any]) -> Getter:
    return lambda st, env: keeps(st, env, pool(st, env))


def bind(st: State, env_id: EnvironmentId, name: str, **results: Any) -> None:
    """Give an effect's results to the environment that asked for them, if it has a name and still exists."""
    if name and env_id in st.environments:
        names = st.writable_environment(env_id).names
        for key, value in results.items():
            names[f"{name}.{key}"] = value


def captured(names: Json) -> tuple[tuple[str, Any], ...]:
    """Return the names that a trigger made here goes on seeing: a copy of all but the machine's own."""
    return tuple(sorted((key, value) for key, value in names.items() if key[0] != "?"))


def _runner(spec: NodeSpec) -> Callable[..., Any]:
    if spec.runtime.run is None:
        raise EngineBug(f"{spec.family} {spec.name} has no function")
    return spec.runtime.run


def _is_needed(spec: Field, node: JsonObject) -> bool:
    return isinstance(spec.shape, Targets) and spec.name in node


def _all(tests: list[Test]) -> Test:
    """Return the test that all of some tests make; the first that fails decides."""
    if len(tests) == 1:
        return tests[0]
    if len(tests) == 2:
        first, second = tests
        return lambda st, env: first(st, env) and second(st, env)
    return lambda st, env: all(test(st, env) for test in tests)


def _paired(get: Getter, divisor: int) -> Getter:
    def pair(st: State, env: Environment) -> tuple[int, int] | None:
        value = get(st, env)
        return None if value is None else (value, divisor)

    return pair


def _mapped(getters: Mapping[str, Getter]) -> Getter:
    return lambda st, env: {name: get(st, env) for name, get in getters.items()}


def _constant(value: Any) -> Getter:
    return lambda st, env: value


def _holds(st: State, env: Environment) -> bool:
    return True


def _owner(st: State, env: Environment) -> Any:
    return env.owner


def _text(parsed: str | Path | Template) -> Getter:
    """Compile a parsed string: itself, one reference that keeps its type, or joined text."""
    if isinstance(parsed, str):
        return _constant(parsed)
    key = _key(parsed)
    if isinstance(parsed, Template):
        return key
    if all(isinstance(piece, str) for piece in parsed.pieces):
        name = "".join(map(str, parsed.pieces))
        return lambda st, env: env.names.get(name)
    return lambda st, env: env.names.get(key(st, env))


def _key(parsed: Path | Template) -> Getter:
    pieces = [_constant(piece) if isinstance(piece, str) else _text(piece) for piece in parsed.pieces]

    def joined(st: State, env: Environment) -> Any:
        parts = [piece(st, env) for piece in pieces]
        return None if None in parts else "".join(map(str, parts))

    return joined


def _listed(getters: list[Getter]) -> Getter:
    return lambda st, env: tuple(get(st, env) for get in getters)


def _as_targets(get: Getter) -> Getter:
    def targets(st: State, env: Environment) -> tuple[int, ...]:
        value = get(st, env)
        if value is None:
            return ()
        return value if value.__class__ is tuple else (value,)

    return targets


def _closure(run: Callable[..., Any], getters: list[Getter]) -> Getter:
    """Fuse a pure node and its arguments."""
    if len(getters) == 1:
        (one,) = getters
        return lambda st, env: run(st, one(st, env))
    if len(getters) == 2:
        left, right = getters
        return lambda st, env: run(st, left(st, env), right(st, env))
    return lambda st, env: run(st, *[get(st, env) for get in getters])


def _effect_op(
    run: Callable[..., Any], getters: list[Getter], needs: list[int], label: Getter | None, noop: tuple[str, str] | None
) -> Op:
    def op(st: State, env_id: EnvironmentId) -> Signal | None:
        env = st.environments[env_id]
        args = [get(st, env) for get in getters]
        for place in needs:
            if not args[place]:
                note(st, noop)
                return None
        name = label(st, env) if label else ""
        return run(st, env_id, name, *args)  # type: ignore[no-any-return]  # an effect answers like an op

    return op
