"""Effects that change an event on its way: what the event must have, and what else can be done on it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import Problem
from engine.language.diagnostics.messages import report
from engine.language.spec.events import EventSpec
from engine.language.spec.nodes import NodeSpec
from engine.language.spec.vocabulary import Vocabulary


def changing(vocabulary: Vocabulary, spec: NodeSpec, path: str, event: EventSpec | None) -> Iterator[Problem]:
    """Yield the problem of an effect in the stage `modify`: it answers at once, and what it changes is there."""
    if spec.runtime.inline is None:
        if event is None or event.runtime.has_after:
            yield report("not-inline", path, found=spec.name, stage="modify")
        else:
            effects = vocabulary.family("effect").values()
            able = [one.name for one in effects if one.runtime.inline is not None and _fits(one, event)]
            yield report(
                "only-changed", path, found=spec.name, event=event.name, words=", ".join(able), wanted=able
            )  # fmt: skip
    elif event is not None and not _fits(spec, event):
        able = [one.name for one in vocabulary.events if one.runtime.stage == "modify" and _fits(spec, one)]
        words = ", ".join(able)
        yield report("changes-what-is-not-there", path, found=spec.name, event=event.name, words=words, wanted=able)


def _fits(spec: NodeSpec, event: EventSpec) -> bool:
    """Return whether an event has what an effect changes."""
    return set(spec.analysis.changes) <= event.fields.keys()
