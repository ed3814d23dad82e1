"""A made-up game whose documents have 003's surface: `{type, target, params}`, `{op, args}`, `{name, value?}` and words for targets."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.kernel.decisions import Result
from engine.kernel.definitions import CardDef
from engine.kernel.entities import make
from engine.kernel.events import emit
from engine.kernel.ground import EnvironmentId
from engine.kernel.machine import Step, start
from engine.kernel.signals import RETRY, Signal
from engine.kernel.state import Mechanics, State, flow
from engine.kernel.state_writers import change, create, set_global, set_result, set_var
from engine.language.analysis.check import check
from engine.language.compiling.abilities import UUID_NAMES, compile_abilities
from engine.language.compiling.compile import Unit
from engine.language.reading.normalise import normalise
from engine.language.spec.events import EventAnalysis, EventRuntime, EventSpec
from engine.language.spec.fields import Field, FieldAnalysis, FieldReference
from engine.language.spec.nodes import NodeAnalysis, NodeOutput, NodeRuntime, NodeSpec
from engine.language.spec.records import KindSpec, RecordSpec
from engine.language.spec.shapes import (
    Block,
    Enum,
    EventName,
    Identifier,
    IntegerLiteral,
    ListOf,
    LocalizedText,
    Node,
    Number,
    ObjectShape,
    Option,
    Targets,
    TextLiteral,
)
from engine.language.spec.syntax import NodeSyntax
from engine.language.spec.vocabulary import Vocabulary
from engine.ruleset import Template
from tests.engine.bout.ruleset import RULESET as BOUT_RULESET

Payload = tuple[Any, ...]
SYNTAXES = {
    "effect": NodeSyntax(key="type", bag="params", outside=("target",)),
    "condition": NodeSyntax(key="op", bag="args", positional=True),
    "keyword": NodeSyntax(key="name"),
    "chooser": NodeSyntax(word=True),
}


def field(name: str, shape: Any, *, required: bool = True, **more: Any) -> Field:
    """Return a field that is its own title."""
    return Field(name, shape, LocalizedText(name, name), required=required, **more)


def words(*names: str) -> Enum:
    """Return a closed set of words that are their own titles."""
    return Enum(tuple(Option(name, LocalizedText(name, name)) for name in names))


def node(family: Any, name: str, *fields: Field, **more: Any) -> NodeSpec:
    """Return a node that is its own title."""
    return NodeSpec(family, name, LocalizedText(name, name), fields, **more)


CARD = RecordSpec(
    "cardDef",
    LocalizedText("Card", "卡牌"),
    (
        field("id", TextLiteral(40, 1, r"^[A-Z0-9-]+$")),
        field("name", TextLiteral(40, 1)),
        field("cardType", words("PATRON", "BREW")),
        field("deckLimit", IntegerLiteral(0, 9), required=False),
        field("cost", ObjectShape("cost")),
        field("stats", ObjectShape("stats"), required=False),
        field("keywords", ListOf(Node("keyword"))),
        field("abilities", ListOf(ObjectShape("ability"))),
    ),
)
COST = RecordSpec(
    "cost",
    LocalizedText("Cost", "费用"),
    (
        field("supply", IntegerLiteral(0, 10), analysis=FieldAnalysis(is_cost=True)),
        field("battery", IntegerLiteral(0, 10), required=False, analysis=FieldAnalysis(is_cost=True)),
    ),
)
STATS = RecordSpec(
    "stats",
    LocalizedText("Stats", "数值"),
    (field("attack", IntegerLiteral(0, 20)), field("health", IntegerLiteral(1, 20))),
)
ABILITY = RecordSpec(
    "ability",
    LocalizedText("Ability", "能力"),
    (
        field("id", Identifier(template=False)),
        field("trigger", EventName()),
        field("priority", IntegerLiteral(0, 999), required=False),
        field(
            "limitPerTurn",
            IntegerLiteral(1, 99),
            required=False,
            analysis=FieldAnalysis(limits_firings=True),
            default=9,
        ),
        field("conditions", ListOf(Node("condition"))),
        field("effects", Block()),
    ),
)


def deal(st: State, eid: int, label: str, target: Payload, amount: int, kind: str | None) -> None:
    """Take health."""
    for one in target:
        change(st, one, "health", -amount, -99, 99)


def gain(st: State, eid: int, label: str, target: Payload, amount: int) -> None:
    """Add to what the table counts."""
    set_global(st, "gained", st.globals.get("gained", 0) + amount)


def weigh(st: State, env: Any, payload: Payload, commit: bool, target: Payload, delta: int) -> Payload:
    """Change the amount that is on its way."""
    return (*payload[:-1], payload[-1] + delta) if target else payload


def value_getter(key: str) -> Any:
    """Return what gives one thing of the event, or of the listener, by its name in the environment."""
    return lambda st, env: tuple(value for name, value in env.names.items() if name.endswith(key) and value)


NODES = (
    node(
        "effect",
        "DEAL",
        field("target", Targets("unit")),
        field("amount", Number(1, 20)),
        field("kind", words("FIRE", "ICE"), required=False),
        phrase=LocalizedText("Deal {amount} damage to {target}.", "对{target}造成{amount:点伤害}。"),
        analysis=NodeAnalysis(emits=("STRUCK",)),
        runtime=NodeRuntime(run=deal),
    ),
    node(
        "effect",
        "GAIN",
        field("target", Targets("player")),
        field("amount", Number(1, 20)),
        phrase=LocalizedText("{target} gains {amount} ale.", "{target}获得{amount:杯酒}。"),
        aliases=("EARN",),
        runtime=NodeRuntime(run=gain),
    ),
    node(
        "effect",
        "WEIGH",
        field("target", Targets("unit")),
        field("delta", IntegerLiteral(-9, 9), aliases=("change",)),
        phrase=LocalizedText("The damage changes by {delta}.", "伤害变化{delta:点}。"),
        runtime=NodeRuntime(inline=weigh),
    ),
    node(
        "effect",
        "INVITE",
        field("target", Targets("player")),
        field("cardId", TextLiteral(40, 1), reference=FieldReference(names="card")),
        runtime=NodeRuntime(run=gain),
    ),
    node(
        "effect",
        "CALL_OFF",
        field("target", Targets("event")),
        analysis=NodeAnalysis(cancels=True),
        runtime=NodeRuntime(run=lambda st, eid, label, target: None),
    ),
    node(
        "condition",
        "HAS_TAG",
        field("tag", TextLiteral(20, 1, r"^[A-Z_]+$")),
        field("count", IntegerLiteral(1, 9), required=False),
        phrase=LocalizedText("{tag} is there", "有{tag}"),
        runtime=NodeRuntime(run=lambda st, tag, count: st.globals.get(f"tag/{tag}", 0) >= (count or 1)),
    ),
    node(
        "condition",
        "SAME_ROOM",
        phrase=LocalizedText("it is the same room", "在同一房间"),
        runtime=NodeRuntime(run=lambda st: True),
        aliases=("SAME_LANE",),
    ),
    node(
        "condition",
        "NONE_OF",
        field("conditions", ListOf(Node("condition"), 1)),
        runtime=NodeRuntime(
            build=lambda unit, node, pointer: _none(
                [unit.test(one, f"{pointer}/conditions/{n}") for n, one in enumerate(node["conditions"])]
            )
        ),
    ),
    node("keyword", "SWIFT"),
    node("keyword", "WARD", field("value", IntegerLiteral(1, 9), default=1)),
    node("keyword", "BREWED", field("value", IntegerLiteral(1, 9), required=False), aliases=("DISTILLED",)),
    node(
        "chooser",
        "SOURCE",
        output=NodeOutput(gives="unit"),
        phrase=LocalizedText("the guest that struck", "出手的酒客"),
        runtime=NodeRuntime(run=value_getter(".source")),
    ),
    node(
        "chooser",
        "TARGET",
        output=NodeOutput(gives="patron"),
        runtime=NodeRuntime(run=value_getter(".target")),
        aliases=("VICTIM",),
    ),
    node("chooser", "OWNER", output=NodeOutput(gives="player"), runtime=NodeRuntime(run=lambda st, env: (env.owner,))),
    node("chooser", "EVENT", output=NodeOutput(gives="event"), runtime=NodeRuntime(run=lambda st, env: (0,))),
    node(
        "chooser",
        "CHOSEN",
        output=NodeOutput(gives="unit"),
        analysis=NodeAnalysis(suspends=True),
        runtime=NodeRuntime(run=lambda st, env: st.globals.get("choices", ())),
    ),
)


def _none(tests: list[Any]) -> Any:
    return lambda st, env: not any(test(st, env) for test in tests)


_FIELDS = {"source": "unit", "target": "unit", "amount": "int"}
EVENTS = (
    EventSpec("STRUCK", LocalizedText("A blow landed", "受到打击"), _FIELDS),
    EventSpec(
        "STRIKE",
        LocalizedText("A blow is struck", "发动打击"),
        _FIELDS,
        runtime=EventRuntime(stage="before", cancellable=True),
    ),
    EventSpec(
        "WEIGHED",
        LocalizedText("A blow is weighed", "计算打击"),
        _FIELDS,
        runtime=EventRuntime(stage="modify", perform="tavern/hit"),
    ),
    EventSpec("CLOSED", LocalizedText("The tavern closed", "酒馆打烊"), {}, analysis=EventAnalysis(emitted=False)),
)
TAVERN = Vocabulary(
    ruleset="tavern",
    version="1.0",
    kinds=(
        KindSpec("PATRON", LocalizedText("Patron", "酒客"), "cardDef", marker="cardType", word="PATRON"),
        KindSpec("BREW", LocalizedText("Brew", "酒"), "cardDef", marker="cardType", word="BREW"),
    ),
    records=(CARD, COST, STATS, ABILITY),
    nodes=NODES,
    events=EVENTS,
    timings=(),
    lifetimes=(),
    subtypes={"patron": "unit"},
    syntaxes=SYNTAXES,
    null_is_absent=True,
    modify_gives_way=True,
)


def card(**extra: Any) -> dict[str, Any]:
    """Return a card that is right, with some of its fields changed."""
    plain = {"id": "P-1", "name": "Guest", "cardType": "PATRON", "cost": {"supply": 1}, "keywords": [], "abilities": []}
    return {**plain, **extra}


def ability(**extra: Any) -> dict[str, Any]:
    """Return an ability that is right, with some of its parts changed."""
    plain = {"id": "a", "trigger": "STRUCK", "priority": 200, "limitPerTurn": 9, "conditions": [], "effects": []}
    return {**plain, **extra}


def acting(*effects: Any, **more: Any) -> dict[str, Any]:
    """Return a card with one ability that does some effects."""
    return card(abilities=[ability(effects=list(effects), **more)])


def reported(document: Any, known_ids: frozenset[str] | None = None) -> list[tuple[str, str]]:
    """Return code and pointer of all that the rewriting and the checks say of a document."""
    done = normalise(TAVERN, document)
    found = check(TAVERN, done.document, card_ids=known_ids, origin_map=done.origins)
    return [(problem.code, problem.path) for problem in (*done.problems, *found)]


def define(document: Any, kind: str, unit: Unit) -> CardDef:
    """Compile a card in core form: each keyword is a variable, each ability listens while its guest is in the room."""
    keywords = {f"kw.{word['type']}": word.get("value", 1) for word in document["keywords"]}
    abilities = [
        made
        for place, one in enumerate(document["abilities"])
        for made in compile_abilities(unit, {**one, "zones": ("room",)}, f"/abilities/{place}", ABILITY_KEYS)
    ]
    numbers = {"health": 9, **keywords}
    return CardDef(document["id"], "guest", numbers, {"cardType": kind}, {}, 1, (), {}, tuple(abilities))


def _open(st: State, env_id: EnvironmentId) -> None:
    """Seat a landlord, and two guests of the card at hand."""
    landlord = create(st, "", "side", 0, (0, "sides"), {"seat": 0})
    set_var(st, landlord, "own", landlord)
    set_global(st, "turn", 1)
    for name in ("INN", "BARREL"):
        set_global(st, f"tag/{name}", st.environments[env_id].names["tags"])
    guests = tuple(make(st, "P-1", landlord, (landlord, "room"), is_second=True) for _ in range(2))
    set_global(st, "guests", guests)
    set_global(st, "choices", guests[: st.environments[env_id].names["choices"]])


def _blows(st: State, env_id: EnvironmentId) -> Signal | None:
    """Make one guest strike the other, as often as is wanted."""
    names = st.writable_environment(env_id).names
    if not names["blows"]:
        return None
    names["blows"] -= 1
    emit(st, "WEIGHED", (*st.globals["guests"], 1))
    return RETRY


def _hit(st: State, env_id: EnvironmentId) -> None:
    names = st.environments[env_id].names
    change(st, names["WEIGHED.target"], "health", -names["WEIGHED.amount"], -99, 99)


def _close(st: State, env_id: EnvironmentId) -> None:
    set_result(st, Result("draw", -1, "closed", (1,)))


ABILITY_KEYS = {"on": "trigger", "condition": "conditions", "do": "effects", "perTurn": "limitPerTurn"}
BLANK = """{ "id": "@ID@", "name": "Guest", "cardType": "PATRON", "cost": { "supply": 1 }, "keywords": [], "abilities": [] }"""
RULESET = replace(
    BOUT_RULESET,
    name="tavern",
    vocabulary=TAVERN,
    define=define,
    blocks=(flow("tavern/evening", _open, _blows, _close), flow("tavern/hit", _hit)),
    opening="tavern/evening",
    mechanics=Mechanics(periods={"turn": "turn"}, names=UUID_NAMES),
    rewrite=lambda document: normalise(TAVERN, document),
    folder=Path(__file__).parent / "nowhere",
    templates=(Template("patron", "PATRON", LocalizedText("Patron", "酒客"), BLANK),),
)


def evening(document: Any, *, tags: int = 1, choices: int = 0, blows: int = 1) -> Step:
    """Return the first step of an evening with two guests of a card, one of which strikes the other."""
    program = RULESET.program([(document, "0" * 64)], seats=1, counting=True)
    return start(program, 1, RULESET.opening, {"tags": tags, "choices": choices, "blows": blows}, coverage={})


def healths(st: State) -> tuple[int, ...]:
    """Return what health the guests have left: the one that strikes, the one that is struck."""
    return tuple(st.entities[guest]["health"] for guest in st.globals["guests"])
