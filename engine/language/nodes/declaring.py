"""The constructors by which rulesets declare their nodes: effects, modifiers, conditions, numbers and choosers.

Shapes: `phrase` is the node's sentence, `search` its search words in English and Chinese (`search_words`), `parts` are more of `NodeSpec`.
"""

from __future__ import annotations

from typing import Any

from engine.language.compiling.seeing import seeing
from engine.language.spec.asking import Asks
from engine.language.spec.fields import Field
from engine.language.spec.nodes import NodeAnalysis, NodeOutput, NodeRuntime, NodeSpec
from engine.language.spec.phrases import Wording
from engine.language.spec.search import search_words
from engine.language.spec.shapes import LocalizedText, Targets


def effect(  # noqa: PLR0913 - the parts of an effect
    name: str,
    group: str,
    title: LocalizedText,
    fields: tuple[Field, ...],
    doc: LocalizedText,
    phrase: LocalizedText,
    run: Any,
    search: tuple[str, str],
    icon: str,
    emits: tuple[str, ...] = (),
    **more: Any,
) -> NodeSpec:
    """Return the declaration of an effect; `analysis` and `runtime` may be given whole instead of `emits` and `run`."""
    analysis = more.pop("analysis", NodeAnalysis(emits=emits))
    runtime = more.pop("runtime", NodeRuntime(run=run))
    return NodeSpec(
        "effect",
        name,
        title,
        fields,
        doc,
        phrase,
        group=group,
        search=search_words(*search),
        icon=icon,
        analysis=analysis,
        runtime=runtime,
        **more,
    )


def modifier(  # noqa: PLR0913 - the parts of an effect
    name: str,
    title: LocalizedText,
    fields: tuple[Field, ...],
    doc: LocalizedText,
    phrase: LocalizedText,
    inline: Any,
    search: tuple[str, str],
    icon: str,
    **parts: Any,
) -> NodeSpec:
    """Return the declaration of an effect that changes the event around it and does nothing else."""
    runtime = NodeRuntime(inline=inline)
    return effect(name, "modify", title, fields, doc, phrase, None, search, icon, runtime=runtime, **parts)


def condition(  # noqa: PLR0913 - the parts of a condition
    name: str,
    title: LocalizedText,
    fields: tuple[Field, ...],
    doc: LocalizedText,
    sentence: LocalizedText,
    negated: LocalizedText,
    run: Any,
    search: tuple[str, str],
    asks: tuple[Asks, ...] = (),
    **wording: Any,
) -> NodeSpec:
    """Return the declaration of a condition; it fails without the things of its required choosers."""
    targets = tuple(field.name for field in fields if field.required and isinstance(field.shape, Targets))
    return NodeSpec(
        "condition",
        name,
        title,
        fields,
        doc,
        sentence,
        Wording(negated=negated, **wording),
        analysis=NodeAnalysis(asks=asks, fails_without=targets),
        runtime=NodeRuntime(build=seeing("condition", name, run)),
        group="conditions",
        search=search_words(*search),
    )


def number(
    name: str,
    title: LocalizedText,
    fields: tuple[Field, ...],
    phrase: LocalizedText,
    run: Any,
    search: tuple[str, str],
    **parts: Any,
) -> NodeSpec:
    """Return the declaration of a value that is a whole number."""
    return NodeSpec(
        "value",
        name,
        title,
        fields,
        phrase=phrase,
        output=NodeOutput(gives="int"),
        runtime=NodeRuntime(build=seeing("value", name, run)),
        group="numbers",
        search=search_words(*search),
        **parts,
    )


def chooser(  # noqa: PLR0913 - the parts of a chooser
    name: str,
    gives: str,
    title: LocalizedText,
    fields: tuple[Field, ...],
    phrase: LocalizedText | None,
    run: Any,
    search: tuple[str, str],
    wording: Wording | None = None,
    *,
    asks: bool = False,
    first_of: Any = None,
) -> NodeSpec:
    """Return the declaration of a chooser of things of a type; with `asks` a player picks them."""
    return NodeSpec(
        "chooser",
        name,
        title,
        fields,
        phrase=phrase,
        wording=wording or Wording(),
        output=NodeOutput(gives=gives),
        analysis=NodeAnalysis(suspends=asks),
        runtime=NodeRuntime(run=run, first_of=first_of),
        group="targets",
        search=search_words(*search),
    )
