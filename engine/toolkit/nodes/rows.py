"""The rows by which rulesets declare their common nodes: what all of them have by place, the rest by keyword (`NodeParts`).

Shapes: `phrase` is the node's sentence, `search` its search words in English and Chinese (`search_words`).
"""

from __future__ import annotations

from typing import Any

from engine.language.compiling.seeing import seeing
from engine.language.spec import Field, LocalizedText, NodeParts, NodeSpec, Targets, constructors, result

Search = tuple[str, str]


def count_result(en: str, zh: str, *counts: str, name: str = "count") -> dict[str, tuple[Any, ...]]:
    """Return what an effect yields that names nothing but a number: what it is called after the effect, then how a bound of it reads."""
    return {name: ("int", result(en, zh, *counts, that=True))}


def effect(  # noqa: PLR0913 - the parts of an effect
    name: str,
    group: str,
    en: str,
    zh: str,
    fields: tuple[Field, ...],
    doc: str,
    doc_zh: str,
    phrase: str,
    phrase_zh: str,
    run: Any,
    search: Search,
    icon: str,
    emits: tuple[str, ...] = (),
    **parts: Any,
) -> NodeSpec:
    """Return an effect that a function does, and that may emit events."""
    common = NodeParts(group=group, search=search, icon=icon, run=run, emits=emits)
    return constructors.effect(name, en, zh, fields, doc, doc_zh, phrase, phrase_zh, **{**common, **parts})


def modifier(  # noqa: PLR0913 - the parts of an effect
    name: str,
    en: str,
    zh: str,
    fields: tuple[Field, ...],
    doc: str,
    doc_zh: str,
    phrase: str,
    phrase_zh: str,
    inline: Any,
    search: Search,
    icon: str,
    **parts: Any,
) -> NodeSpec:
    """Return an effect that changes the event around it and does nothing else."""
    common = NodeParts(group="modify", search=search, icon=icon, inline=inline)
    return constructors.effect(name, en, zh, fields, doc, doc_zh, phrase, phrase_zh, **{**common, **parts})


def condition(  # noqa: PLR0913 - the parts of a condition
    name: str,
    en: str,
    zh: str,
    fields: tuple[Field, ...],
    doc: str,
    doc_zh: str,
    phrase: str,
    phrase_zh: str,
    negation: str,
    negation_zh: str,
    run: Any,
    search: Search,
    **parts: Any,
) -> NodeSpec:
    """Return a condition; it fails without the things of its required choosers."""
    return constructors.condition(
        name,
        en,
        zh,
        fields,
        doc,
        doc_zh,
        phrase,
        phrase_zh,
        negation,
        negation_zh,
        fails_without=tuple(field.name for field in fields if field.required and isinstance(field.shape, Targets)),
        build=seeing("condition", name, run),
        group="conditions",
        search=search,
        **parts,
    )


def number(  # noqa: PLR0913 - the parts of a value
    name: str,
    en: str,
    zh: str,
    fields: tuple[Field, ...],
    phrase: str,
    phrase_zh: str,
    run: Any,
    search: Search,
    **parts: Any,
) -> NodeSpec:
    """Return a value that is a whole number."""
    common = NodeParts(gives="int", build=seeing("value", name, run), group="numbers", search=search)
    sentence = LocalizedText(phrase, phrase_zh)
    return constructors.value(name, en, zh, fields, phrase=sentence, **{**common, **parts})


def chooser(  # noqa: PLR0913 - the parts of a chooser
    name: str,
    gives: str,
    en: str,
    zh: str,
    fields: tuple[Field, ...],
    phrase: str,
    phrase_zh: str,
    run: Any,
    search: Search,
    **parts: Any,
) -> NodeSpec:
    """Return a chooser of things of a type."""
    common = NodeParts(gives=gives, run=run, group="targets", search=search)
    return constructors.chooser(name, en, zh, fields, phrase=LocalizedText(phrase, phrase_zh), **{**common, **parts})
