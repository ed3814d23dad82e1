"""The nodes of the bout beside the shared ones, each one declaration and one function."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.kernel.events import call, emit
from engine.kernel.ground import EnvironmentId
from engine.kernel.in_flight import Environment
from engine.kernel.modifiers import stat
from engine.kernel.scopes import request
from engine.kernel.signals import Signal
from engine.kernel.state import State
from engine.kernel.state_writers import change
from engine.language.compiling.compile import Getter, Unit, bind
from engine.language.nodes.chooser_fields import choosing
from engine.language.nodes.core import ID
from engine.language.spec.fields import Field, FieldAnalysis, FieldReference
from engine.language.spec.nodes import NodeAnalysis, NodeOutput, NodeRuntime, NodeSpec
from engine.language.spec.shapes import Enum, LocalizedText, MapOf, Number, Option, Shape, Targets, TextLiteral, Value
from tests.engine.bout.table import active, bring, character_of, draw, opponent_of, send_away, switch, team

Payload = tuple[Any, ...]


def field(name: str, shape: Shape, *, required: bool = True) -> Field:
    return Field(name, shape, LocalizedText(name, name), required=required)


TARGET = field("target", Targets("entity"))
AMOUNT = field("amount", Number(-99, 99))
NAME = field("name", TextLiteral(40, 1))
OF = field("of", Value("entity"))
WHO_FIELD = field(
    "who",
    Enum((Option("mine", LocalizedText("mine", "己方")), Option("theirs", LocalizedText("theirs", "对方")))),
    required=False,
)


def effect(name: str, run: Any, *fields: Field, inline: Any = None, **more: Any) -> NodeSpec:
    return NodeSpec(
        "effect", name, LocalizedText(name, name), fields, runtime=NodeRuntime(run=run, inline=inline), **more
    )


def damage(st: State, env_id: EnvironmentId, name: str, amount: int | None, target: tuple[int, ...]) -> Signal:
    source = st.environments[env_id].source or 0
    return call(st, "bout/damage", {"targets": target, "amount": amount or 0, "source": source})


def heal(st: State, env_id: EnvironmentId, name: str, amount: int | None, target: tuple[int, ...]) -> None:
    for one in target:
        change(st, one, "hp", amount or 0, 0, stat(st, one, "maxHp"))


def create_entity(
    st: State,
    env_id: EnvironmentId,
    name: str,
    definition: str,
    overrides: Mapping[str, int] | None,
    target: tuple[int, ...],
) -> None:
    made = [bring(st, definition, character_of(st, one), dict(overrides or {})) for one in target]
    bind(st, env_id, name, UUID=made[0] if made else None)


def modify_var(
    st: State, env_id: EnvironmentId, name: str, variable: str, amount: int | None, target: tuple[int, ...]
) -> None:
    for one in target:
        if one in st.entities:
            change(st, one, variable, amount or 0, -999, 999)


def dispose(st: State, env_id: EnvironmentId, name: str, target: tuple[int, ...]) -> Signal | None:
    signal = None
    for one in target:
        signal = (send_away(st, one) if one in st.entities else None) or signal
    return signal


def use_skill(st: State, env_id: EnvironmentId, name: str, skill: str) -> Signal | None:
    return request(st, "useSkill", (character_of(st, st.environments[env_id].source), skill))


def reroll(st: State, env_id: EnvironmentId, name: str) -> Signal | None:
    return request(st, "reroll", (st.environments[env_id].owner,))


def switch_active(st: State, env_id: EnvironmentId, name: str, who: str | None) -> Signal | None:
    player = _side(st, st.environments[env_id], who)
    standing = [one for one in team(st, player) if one != active(st, player)]
    return switch(st, player, standing[0]) if standing else None


def draw_cards(st: State, env_id: EnvironmentId, name: str, amount: int | None) -> None:
    draw(st, st.environments[env_id].owner, amount or 0)


def signal(st: State, env_id: EnvironmentId, name: str, number: int | None) -> Signal | None:
    return emit(st, "onSignal", (st.environments[env_id].source, number or 0))


def signal_inline(st: State, env: Environment, payload: Payload, commit: bool, number: int | None) -> Payload:
    if commit:
        emit(st, "onSignal", (env.source, number or 0))
    return payload


def add_damage(
    st: State, env: Environment, payload: Payload, commit: bool, amount: int | None, spends: str | None
) -> Payload:
    """Change damage on its way; with `spends` by no more than that variable of the host holds, which is used up."""
    target, source, points = payload
    delta, host = amount or 0, env.source
    if spends is not None:
        delta = -min(-delta, points, st.entities[host].get(spends, 0))
        if commit:
            change(st, host, spends, delta, 0, 999)
    return target, source, max(points + delta, 0)


def _side(st: State, env: Environment, who: str | None) -> int:
    return opponent_of(st, env.owner) if who == "theirs" else env.owner


def _team(st: State, env: Environment, who: str | None) -> tuple[int, ...]:
    return team(st, _side(st, env, who))


def _active(st: State, env: Environment, who: str | None) -> tuple[int, ...]:
    found = active(st, _side(st, env, who))
    return (found,) if found else ()


def last_known_information(st: State, env: Environment, eid: int) -> Mapping[str, Any] | None:
    """Return an entity as it is now; for a listener whose host has left, the host as it was when the event was raised; else None."""
    entity = st.entities.get(eid)
    if entity is None and eid == env.source:
        return dict(env.last_known) if env.last_known is not None else None
    return entity


def build_var(unit: Unit, node: dict[str, Any], pointer: str) -> Getter:
    """Read a variable; that of a host that has left as it was."""
    of, name = unit.getter(node["of"], OF), node["name"]

    def get(st: State, env: Environment) -> Any:
        found = last_known_information(st, env, of(st, env))
        return None if found is None else found.get(name)

    return get


def chooser(name: str, run: Any, *fields: Field, gives: str = "character") -> NodeSpec:
    return NodeSpec(
        "chooser", name, LocalizedText(name, name), fields, output=NodeOutput(gives=gives), runtime=NodeRuntime(run=run)
    )


NODES = (
    effect("damage", damage, ID, AMOUNT, TARGET, analysis=NodeAnalysis(emits=("onDamage", "onDamaged"))),
    effect("heal", heal, AMOUNT, TARGET),
    effect(
        "createEntity",
        create_entity,
        ID,
        field("definition", TextLiteral(9, 1)),
        replace(
            field("overrideVariables", MapOf(Number(-999, 999)), required=False),
            reference=FieldReference(keys_of=("definition", "varConfigs")),
        ),
        TARGET,
        output=NodeOutput(results={"UUID": "entity"}),
    ),
    effect("modifyVar", modify_var, NAME, AMOUNT, TARGET),
    effect("dispose", dispose, TARGET, analysis=NodeAnalysis(emits=("onDispose",))),
    effect("useSkill", use_skill, field("skill", TextLiteral(60, 1))),
    effect("reroll", reroll, analysis=NodeAnalysis(suspends=True)),
    effect("switchActive", switch_active, WHO_FIELD, analysis=NodeAnalysis(emits=("onSwitchActive",))),
    effect("drawCards", draw_cards, AMOUNT),
    effect(
        "signal",
        signal,
        field("number", Number(0, 99)),
        analysis=NodeAnalysis(emits=("onSignal",)),
        inline=signal_inline,
    ),
    effect(
        "addDamage",
        None,
        AMOUNT,
        field("spends", TextLiteral(40, 1), required=False),
        inline=add_damage,
    ),
    chooser("active", _active, WHO_FIELD),
    chooser("team", _team, WHO_FIELD),
    chooser("character", _team, WHO_FIELD, *choosing("character")),
    chooser("self", lambda st, env: (env.source,), gives="entity"),
    chooser("master", lambda st, env: (found,) if (found := character_of(st, env.source)) else ()),
    NodeSpec(
        "value",
        "var",
        LocalizedText("var", "变量"),
        (OF, NAME),
        phrase=LocalizedText("{of's name}", "{of}的{name}"),
        output=NodeOutput(gives="int"),
        runtime=NodeRuntime(build=build_var),
    ),
    NodeSpec(
        "value",
        "stat",
        LocalizedText("stat", "属性"),
        (OF, replace(NAME, analysis=FieldAnalysis(reads_variable=True))),
        output=NodeOutput(gives="int"),
        runtime=NodeRuntime(run=lambda st, of, name: stat(st, of, name) if of in st.entities else None),
    ),
    NodeSpec(
        "value",
        "masterOf",
        LocalizedText("masterOf", "所附着的角色"),
        (OF,),
        phrase=LocalizedText("the character that {of} is on", "{of}所附着的角色"),
        output=NodeOutput(gives="character"),
        runtime=NodeRuntime(run=character_of),
    ),
)
