"""Which loops need a name for what is at hand: two of one kind inside each other would both speak of "that player"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.language.spec.nodes import NodeSpec
from engine.language.spec.shapes import Block
from engine.language.spec.vocabulary import Vocabulary
from engine.language.text.document_reader import Json, at_most_one, node_spec
from engine.language.text.plan import targets_field

AT_HAND = "target"
"""The result of a loop that is the thing at hand."""
Loop = tuple[Json, str]
"""A loop, and the type of its things."""


def lettered(vocabulary: Vocabulary, document: Any) -> Mapping[int, int]:
    """Return the loops whose things are called by a letter, by the identity of their nodes: the outermost of a nest is 0."""
    found: dict[int, int] = {}
    for nest in _nests(vocabulary, document, ()):
        *outer, (inner, kind) = nest
        alike = [loop for loop, other in outer if other == kind]
        if any(_speaks_of(inner, loop) for loop in alike):
            found |= {id(loop): place for place, loop in enumerate((*alike, inner))}
    return found


def _nests(vocabulary: Vocabulary, value: Any, around: tuple[Loop, ...]) -> Iterator[tuple[Loop, ...]]:
    """Yield every loop with those around it, the outermost first."""
    if isinstance(value, dict):
        kind = _kind(vocabulary, value)
        if kind:
            around = (*around, (value, kind))
            yield around
        value = list(value.values())
    for child in value if isinstance(value, list) else ():
        yield from _nests(vocabulary, child, around)


def _kind(vocabulary: Vocabulary, node: Json) -> str:
    """Return the type of the things of a loop that takes several; empty for all else."""
    spec = node_spec(vocabulary, "effect", node)
    if spec is None or AT_HAND not in spec.output.results or not _is_loop(spec):
        return ""
    field = targets_field(spec, node)
    value = node.get(field.name) if field is not None else None
    chooser = node_spec(vocabulary, "chooser", value)
    if chooser is None or not isinstance(value, dict) or at_most_one(chooser, value):
        return ""
    return chooser.given(value)


def _is_loop(spec: NodeSpec) -> bool:
    return any(isinstance(field.shape, Block) for field in spec.fields)


def _speaks_of(inner: Json, outer: Json) -> bool:
    """Return whether a loop refers to what is at hand in one around it: in what it does, or in which things it takes."""
    name = outer.get("id")
    todo: list[Any] = list(inner.values())
    while todo:
        value = todo.pop()
        if isinstance(value, str) and isinstance(name, str) and f"{name}.{AT_HAND}" in value:
            return True
        todo += value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return False
