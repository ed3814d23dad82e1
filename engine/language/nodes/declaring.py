"""The rows by which rulesets declare their common nodes: what all of them have by place, the rest by keyword (`NodeParts`).

Shapes: `phrase` is the node's sentence, `search` its search words in English and Chinese (`search_words`).
"""

from __future__ import annotations

from typing import Any

from engine.language.compiling.seeing import seeing
from engine.language.spec import constructors
from engine.language.spec.asking import Asks
from engine.language.spec.constructors import NodeParts
from engine.language.spec.fields import Field
from engine.language.spec.nodes import NodeSpec
from engine.language.spec.phrases import Wording
from engine.language.spec.search import search_words
from engine.language.spec.shapes import LocalizedText, Targets

Search = tuple[str, str]


def effect(  # noqa: PLR0913 - the parts of an effect
    name: str,
    group: str,
    title: LocalizedText,
    fields: tuple[Field, ...],
    doc: LocalizedText,
    phrase: LocalizedText,
    run: Any,
    search: Search,
    icon: str,
    emits: tuple[str, ...] = (),
    **parts: Any,
) -> NodeSpec:
    """Return an effect that a function does, and that may emit events."""
    common = NodeParts(group=group, search=search_words(*search), icon=icon, run=run, emits=emits)
    return constructors.effect(name, title, fields, doc, phrase, **{**common, **parts})


def modifier(  # noqa: PLR0913 - the parts of an effect
    name: str,
    title: LocalizedText,
    fields: tuple[Field, ...],
    doc: LocalizedText,
    phrase: LocalizedText,
    inline: Any,
    search: Search,
    icon: str,
    **parts: Any,
) -> NodeSpec:
    """Return an effect that changes the event around it and does nothing else."""
    common = NodeParts(group="modify", search=search_words(*search), icon=icon, inline=inline)
    return constructors.effect(name, title, fields, doc, phrase, **{**common, **parts})


def condition(  # noqa: PLR0913 - the parts of a condition
    name: str,
    title: LocalizedText,
    fields: tuple[Field, ...],
    doc: LocalizedText,
    sentence: LocalizedText,
    negated: LocalizedText,
    run: Any,
    search: Search,
    asks: tuple[Asks, ...] = (),
    **wording: Any,
) -> NodeSpec:
    """Return a condition; it fails without the things of its required choosers."""
    return constructors.condition(
        name,
        title,
        fields,
        doc,
        sentence,
        wording=Wording(negated=negated, **wording),
        asks=asks,
        fails_without=tuple(field.name for field in fields if field.required and isinstance(field.shape, Targets)),
        build=seeing("condition", name, run),
        group="conditions",
        search=search_words(*search),
    )


def number(  # noqa: PLR0913 - the parts of a value
    name: str,
    title: LocalizedText,
    fields: tuple[Field, ...],
    phrase: LocalizedText,
    run: Any,
    search: Search,
    doc: LocalizedText | None = None,
    **parts: Any,
) -> NodeSpec:
    """Return a value that is a whole number."""
    common = NodeParts(gives="int", build=seeing("value", name, run), group="numbers", search=search_words(*search))
    return constructors.value(name, title, fields, doc, phrase, **{**common, **parts})


def chooser(  # noqa: PLR0913 - the parts of a chooser
    name: str,
    gives: str,
    title: LocalizedText,
    fields: tuple[Field, ...],
    phrase: LocalizedText | None,
    run: Any,
    search: Search,
    **parts: Any,
) -> NodeSpec:
    """Return a chooser of things of a type."""
    common = NodeParts(gives=gives, run=run, group="targets", search=search_words(*search))
    return constructors.chooser(name, title, fields, None, phrase, **{**common, **parts})
