"""A vocabulary for what no shipped ruleset says: wizards', with the stage `modify` and nodes of every kind that checks look at."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.language.analysis.check import check
from engine.language.nodes.core import ID
from engine.language.spec.registry import EventSpec, Field, NodeSpec, RecordSpec
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


def nothing(*args: Any) -> None:
    """Do nothing: the arena's cards are looked at and never played."""


NODES = (
    NodeSpec("effect", "ponder", _WORD, suspends=True, run=nothing),
    NodeSpec("effect", "soften", _WORD, (_field("by", Number(0, 9)),), inline=lambda st, env, payload, commit, by: payload, run=nothing),
    NodeSpec("value", "roll", _WORD, gives="int", chance=True),
    NodeSpec("value", "count", _WORD, gives="int"),
    NodeSpec("value", "numberOf", _WORD, (_field("card", Ref("card")), _field("property", Enum((Option("health", _WORD), Option("mana", _WORD))), reads=True)), gives="int"),
    NodeSpec("effect", "hurt", _WORD, (ID, _field("amount", Number(0, 99)), _field("target", Targets("monster"))), emits=("onDamageTaken",), writes={"health": "-"}, run=nothing),
    NodeSpec("effect", "adjust", _WORD, (_field("amount", Number(-99, 99)), _field("target", Targets("monster"))), emits=("onDamageTaken",), writes={"health": "amount"}, run=nothing),
    NodeSpec("effect", "shout", _WORD, emits=("onDefeat",), run=nothing),
    NodeSpec("effect", "toss", _WORD, emits=("onDiscard",), run=nothing),
    NodeSpec("chooser", "weakMonster", _WORD, (_field("ask", Ref("player"), required=False), _field("filter", Node("condition"), required=False, narrows=True), _field("min", IntegerLiteral(0, 3), required=False)), gives="monster"),
    NodeSpec("effect", "removeTriggers", _WORD, (_field("mode", _NAMING), _field("targets", ListOf(Identifier()), names="trigger", when=("mode", "id"))), run=nothing),
)  # fmt: skip


def _trigger(spec: RecordSpec) -> RecordSpec:
    """Return 000's trigger with the stages and a limit of firings beside it."""
    fields = tuple(replace(f, shape=_STAGES) if f.name == "stage" else f for f in spec.fields)
    return replace(spec, fields=(*fields, _field("perTurn", IntegerLiteral(1, 99), required=False, limits=True)))


ARENA = replace(
    WIZARDS,
    lint=None,
    records=tuple(_trigger(spec) if spec.name == "trigger" else spec for spec in WIZARDS.records),
    nodes=(*WIZARDS.nodes, *(node for node in NODES if node.name not in WIZARDS.family(node.family))),
    events=(
        *WIZARDS.events,
        EventSpec("onEclipse", _WORD, emitted=False),
        EventSpec("onDarkness", _WORD, members=("onEclipse",)),
        EventSpec("onAnyPlay", _WORD, members=("onPlayCard",), stage="before"),
        EventSpec("onMixture", _WORD, members=("onPlayCard", "onDefeat"), stage="before"),
    ),
)


def found(card: Any, **options: Any) -> list[tuple[str, str]]:
    """Return code and pointer of every problem that the checks find in a card of the arena."""
    return [(problem.code, problem.path) for problem in check(ARENA, card, **options)]
