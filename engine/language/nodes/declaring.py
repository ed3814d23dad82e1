"""How the rulesets declare an effect of the common kind: one function that does it, and perhaps the events that it emits."""

from __future__ import annotations

from typing import Any

from engine.language.spec.fields import Field
from engine.language.spec.nodes import NodeAnalysis, NodeRuntime, NodeSpec
from engine.language.spec.search import search_words
from engine.language.spec.shapes import LocalizedText


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
        "effect", name, title, fields, doc, phrase, group=group, search=search_words(*search), icon=icon, analysis=analysis, runtime=runtime, **more
    )  # fmt: skip
