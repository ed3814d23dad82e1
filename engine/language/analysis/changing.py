"""Effects that modify an event in flight: what the event must have, and which effects may accompany them."""

from __future__ import annotations

from typing import Any

from engine.errors import Problems
from engine.language.diagnostics.messages import report
from engine.language.spec import Block, EventSpec, LocalizedText, NodeSpec, Vocabulary


def changing(vocabulary: Vocabulary, spec: NodeSpec, path: str, event: EventSpec | None) -> Problems:
    """Yield the problem of an effect in the stage `modify`: it answers at once, and what it changes is there."""
    if spec.runtime.inline_build is not None:
        return  # what it holds is looked at by itself
    if spec.runtime.inline is None:
        if event is None or event.runtime.has_after:
            yield report("not-inline", path, found=spec.name, stage="modify", why=reason(spec))
        else:
            effects = vocabulary.family("effect").values()
            able = [change.name for change in effects if change.runtime.inline is not None and _fits(change, event)]
            yield report("only-changed", path, found=spec.name, event=event.name, words=", ".join(able), wanted=able)
    elif event is not None and not _fits(spec, event):
        able = [change.name for change in vocabulary.events if change.runtime.stage == "modify" and _fits(spec, change)]
        words = ", ".join(able)
        yield report("changes-what-is-not-there", path, found=spec.name, event=event.name, words=words, wanted=able)


def is_inline(vocabulary: Vocabulary, node: Any) -> bool:
    """Return whether an effect can be done in a `modify` stage; a control node where all that it holds can."""
    spec = vocabulary.spec("effect", node)
    if spec is None or spec.runtime.inline_build is None:
        return spec is not None and spec.runtime.inline is not None
    blocks = (node.get(key.name) for key in spec.fields if isinstance(key.shape, Block))
    return all(is_inline(vocabulary, inner) for held in blocks if isinstance(held, list) for inner in held)


def reason(spec: NodeSpec) -> LocalizedText:
    """Return why a node cannot be done in a stage that answers at once."""
    if spec.analysis.draws_chance:
        return LocalizedText("it draws chance", "它会产生随机")
    if spec.analysis.suspends or spec.family == "chooser":
        return LocalizedText("it waits for an answer", "它需要等待回答")
    return LocalizedText("it does more than change the event", "它不只是修改事件")


def _fits(spec: NodeSpec, event: EventSpec) -> bool:
    """Return whether an event has what an effect changes."""
    return set(spec.analysis.changes) <= event.fields.keys()
