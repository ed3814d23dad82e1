"""A vocabulary for what no shipped ruleset says: wizards', with the stage `modify` and nodes of every kind that checks look at."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.language.analysis.check import check
from engine.language.nodes.core import ID
from engine.language.spec.events import EventAnalysis, EventRuntime, EventSpec
from engine.language.spec.fields import Field, FieldAnalysis, FieldReference
from engine.language.spec.nodes import NodeAnalysis, NodeOutput, NodeRuntime, NodeSpec
from engine.language.spec.records import RecordSpec
from engine.language.spec.shapes import (
    Enum,
    Identifier,
    IntegerLiteral,
    ListOf,
    LocalizedText,
    Node,
    Number,
    Option,
    Ref,
    Targets,
)
from engine.rulesets.wizards.vocabulary import WIZARDS

_WORD = LocalizedText("word", "词")


def _field(name: str, shape: Any, **more: Any) -> Field:
    return Field(name, shape, _WORD, **more)


_NAMING = Enum((Option("id", _WORD), Option("event", _WORD)))
_STAGES = Enum(tuple(Option(stage, _WORD) for stage in ("check", "modify", "before", "after")))


def do_nothing(*args: Any) -> None:
    """Do nothing: the arena's cards are looked at and never played."""


NODES = (
    NodeSpec("effect", "ponder", _WORD, analysis=NodeAnalysis(suspends=True), runtime=NodeRuntime(run=do_nothing)),
    NodeSpec("effect", "soften", _WORD, (_field("by", Number(0, 9)),), runtime=NodeRuntime(inline=lambda st, env, payload, commit, by: payload, run=do_nothing)),
    NodeSpec("value", "roll", _WORD, output=NodeOutput(gives="int"), analysis=NodeAnalysis(draws_chance=True)),
    NodeSpec("value", "count", _WORD, output=NodeOutput(gives="int"), analysis=NodeAnalysis(counts=("",))),
    NodeSpec("value", "numberOf", _WORD, (_field("card", Ref("card")), _field("property", Enum((Option("health", _WORD), Option("mana", _WORD))), analysis=FieldAnalysis(reads_variable=True))), output=NodeOutput(gives="int")),
    NodeSpec("effect", "hurt", _WORD, (ID, _field("amount", Number(0, 99)), _field("target", Targets("monster"))), analysis=NodeAnalysis(emits=("onDamageTaken",), writes={"health": "-"}), runtime=NodeRuntime(run=do_nothing)),
    NodeSpec("effect", "adjust", _WORD, (_field("amount", Number(-99, 99)), _field("target", Targets("monster"))), analysis=NodeAnalysis(emits=("onDamageTaken",), writes={"health": "amount"}), runtime=NodeRuntime(run=do_nothing)),
    NodeSpec("effect", "shout", _WORD, analysis=NodeAnalysis(emits=("onDefeat",)), runtime=NodeRuntime(run=do_nothing)),
    NodeSpec("effect", "toss", _WORD, analysis=NodeAnalysis(emits=("onDiscard",)), runtime=NodeRuntime(run=do_nothing)),
    NodeSpec("chooser", "weakMonster", _WORD, (_field("ask", Ref("player"), required=False), _field("filter", Node("condition"), required=False, analysis=FieldAnalysis(narrows=True)), _field("min", IntegerLiteral(0, 3), required=False)), output=NodeOutput(gives="monster")),
    NodeSpec("effect", "removeTriggers", _WORD, (_field("mode", _NAMING), _field("targets", ListOf(Identifier()), reference=FieldReference(names="trigger", when=("mode", "id")))), runtime=NodeRuntime(run=do_nothing)),
)  # fmt: skip


def _trigger(spec: RecordSpec) -> RecordSpec:
    """Return 000's trigger with the stages and a limit of firings beside it."""
    fields = tuple(replace(f, shape=_STAGES) if f.name == "stage" else f for f in spec.fields)
    return replace(
        spec,
        fields=(
            *fields,
            _field("perTurn", IntegerLiteral(1, 99), required=False, analysis=FieldAnalysis(limits_firings=True)),
        ),
    )


# Here `shout` emits a defeat of nobody, so that defeats never run out.
ARENA = replace(
    WIZARDS,
    lint=None,
    records=tuple(_trigger(spec) if spec.name == "trigger" else spec for spec in WIZARDS.records),
    nodes=(*WIZARDS.nodes, *(node for node in NODES if node.name not in WIZARDS.family(node.family))),
    events=(
        *(replace(event, analysis=replace(event.analysis, ends=())) for event in WIZARDS.events),
        EventSpec("onEclipse", _WORD, analysis=EventAnalysis(emitted=False)),
        EventSpec("onDarkness", _WORD, members=("onEclipse",)),
        EventSpec("onAnyPlay", _WORD, members=("onPlayCard",), runtime=EventRuntime(stage="before")),
        EventSpec("onMixture", _WORD, members=("onPlayCard", "onDefeat"), runtime=EventRuntime(stage="before")),
    ),
)


def problems_of(card: Any, **options: Any) -> list[tuple[str, str]]:
    """Return code and pointer of every problem that the checks find in a card of the arena."""
    return [(problem.code, problem.path) for problem in check(ARENA, card, **options)]
