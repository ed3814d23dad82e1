"""Nodes of a game's own: a function with its sentence becomes what cards may say.

Of an effect the function does it, and may ask; of a value, condition or chooser it returns what there is. What a written text must
mention (`keys`) follows from the sentence.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from engine.language.compiling.seeing import seeing
from engine.language.nodes.core import ID
from engine.language.spec import Case, Field, LocalizedText, Number, Targets, Wording
from engine.language.spec.constructors import node
from engine.language.spec.nodes import Family, NodeSpec
from engine.language.text.english import base
from engine.ruleset.faults import Place
from engine.toolkit.arguments import FIELD, are_texts, fitting
from engine.toolkit.faults import author
from engine.toolkit.lowering import RuleBlock
from engine.toolkit.rules import FRAME_PUSHED, Environment, EnvironmentId, Signal, State, call

if TYPE_CHECKING:
    from engine.toolkit.builder import RulesetBuilder

Rule = TypeVar("Rule", bound=Callable[..., Any])
_PLACE = re.compile(r"\{[^{}]*\}")
_WORD = re.compile(r"[A-Za-z]{3,}")
_SMALL = frozenset(("the", "and", "for", "with", "from", "each", "its", "this", "that", "you", "your"))


class RuleNode:
    """A node under construction, with the function that does it."""

    def __init__(self, game: RulesetBuilder, spec: NodeSpec, function: Callable[..., Any], place: Place) -> None:
        self.game, self.spec, self.function, self.place = game, spec, function, place
        self.rule = f"effect {spec.name}"
        self.block = ""

    def bind(self, rule: RuleBlock | None) -> None:
        """Take the block of an effect that asks, that has results, or that goes on after others have reacted."""
        if rule is not None and (len(rule.block.ops) > 1 or self.spec.output.results):
            self.block = rule.block.id

    def run(self, st: State, env_id: EnvironmentId, name: str, *values: Any) -> Signal | None:
        """Do the effect: at once, or as a block before the next effect."""
        env, parameters = st.environments[env_id], self.game.book.parameters[self.rule]
        arguments = [
            0 if value is None and counts else value for value, counts in zip(values, self._counts(), strict=True)
        ]
        if self.block:
            own = {key: value for key, value in env.names.items() if key[:5] == "self."}
            names = {**own, **dict(zip(parameters, arguments, strict=True))}
            if name:
                names |= {"?caller": env_id, "?label": name}
            return call(st, self.block, names, env.owner, env.source)
        height = len(st.frames)
        self.function(self.game.table(st, env_id), *arguments)
        return FRAME_PUSHED if len(st.frames) > height else None

    def _counts(self) -> list[bool]:
        return [isinstance(field.shape, Number) for field in self.spec.fields if field.name != ID.name]

    def read(self, st: State, env: Environment, *values: Any) -> Any:
        """Return what a value, a condition or a chooser finds."""
        return self.function(self.game.table(st, EnvironmentId(0), env), *values)

    def find(self, st: State, env: Environment, *values: Any) -> tuple[int, ...]:
        """Return what a chooser finds: one thing, or several in order."""
        things = self.function(self.game.table(st, EnvironmentId(0), env), *values)
        return (things,) if things.__class__ is int else tuple(things)


def declare_node(  # noqa: PLR0913 - the parts of a node
    game: RulesetBuilder,
    family: Family,
    name: str,
    title: LocalizedText,
    fields: Sequence[Field],
    phrase: Any,
    parts: dict[str, Any],
) -> Callable[[Rule], Rule]:
    """Return the decorator that declares a node."""
    place = author()
    if not _is_written_well(game, place, f"{family} {name}", (title, fields, phrase, parts)):
        return lambda function: function
    sentence = LocalizedText(*phrase) if phrase else None
    results = parts.pop("results", {})
    doc, search = parts.pop("doc", None), parts.pop("search", ("", ""))
    wording = parts.pop("wording", Wording())
    negation = parts.pop("negated", None)
    wording = replace(
        wording,
        keys=wording.keys or (keys_of(sentence) if family == "effect" and sentence is not None else None),
        negated=LocalizedText(*negation) if negation else wording.negated,
        results={
            **wording.results,
            **{key: (Case({}, LocalizedText(*words), that=True),) for key, words in results.items()},
        },
    )
    group = parts.pop("group", "")
    common = {
        "group": f"{game.book.name}-{group}" if group else "",
        "search": search,
        "wording": wording,
        **parts,
    }
    if results:
        common["results"] = dict.fromkeys(results, "int")
        fields = (ID, *fields)
    if family in ("value", "chooser"):
        common.setdefault("gives", "int" if family == "value" else "any")

    def declare(function: Rule) -> Rule:
        spec = node(family, name, *title, tuple(fields), *(doc or ()), phrase=sentence, **common)
        rule_node = RuleNode(game, spec, function, place)
        look = rule_node.find if family == "chooser" else rule_node.read
        runtime: dict[str, Any] = {"build": seeing(family, name, look)}
        if family == "effect":
            runtime = {"run": rule_node.run}
            game.functions[rule_node.rule] = function
            game.book.parameters[rule_node.rule] = tuple(inspect.signature(function).parameters)[1:]
        elif family == "chooser":
            runtime = {"run": look}
        rule_node.spec = replace(spec, runtime=replace(spec.runtime, **runtime))
        if name in game.nodes:
            game.faults.refuse(place, f"there are two nodes {name}", f"有两个名为 {name} 的节点")
        game.nodes[name] = rule_node
        return function

    return declare


def _is_written_well(game: RulesetBuilder, place: Place, name: str, declared: tuple[Any, ...]) -> bool:
    """Return whether the parts of a node are fields and pairs of texts; note a fault for each other one."""
    title, fields, phrase, parts = declared
    owner = f"the {name}", name
    texts = {"phrase": phrase, **{key: parts.get(key) for key in ("doc", "search", "negated")}}
    are_good = are_texts(game.faults, place, owner, {"its title": tuple(title), **texts, **parts.get("results", {})})
    return len(fitting(game.faults, place, owner, fields, Field, FIELD)) == len(fields) and are_good


def keys_of(phrase: LocalizedText) -> LocalizedText | None:
    """Return the patterns of which a written text that mentions a sentence holds one: its first word that says something, in each language."""
    english = next((word for word in _WORD.findall(_PLACE.sub(" ", phrase.en)) if word.lower() not in _SMALL), "")
    chinese = next(
        (
            part
            for part in re.findall(r"[\u4e00-\u9fff]{1,}", _PLACE.sub(" ", phrase.zh))
            if part not in ("对", "为", "使", "将")
        ),
        "",
    )
    if not english or not chinese:
        return None
    third = english.lower()
    plain = base(third) if len(third) > 3 else third
    return LocalizedText(plain if plain in third else f"{plain}|{third}", chinese[:2])


def amount(high: int = 99, *, low: int = 0, en: str = "Amount", zh: str = "数值") -> Field:
    """Return the field of a number."""
    return Field("amount", Number(low, high), LocalizedText(en, zh))


def target(kind: str, *, name: str = "target", en: str = "Target", zh: str = "目标") -> Field:
    """Return the field of what an effect is done to."""
    return Field(name, Targets(kind), LocalizedText(en, zh))
