"""What may be referred to at one place of a document: the walk of the checker, stopped where an author is about to write."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.json_values import Json
from engine.language.analysis.scope import Binding, Scope
from engine.language.analysis.semantics import Context, Semantics
from engine.language.reading.source_map import holder_at, pointer, unescape
from engine.language.spec import Field, NodeSpec, Shape, Value, Vocabulary
from engine.language.spec.kinds import kind_of

PathMap = Callable[[str], str]
"""From a pointer of the core form to the author's."""


@dataclass(frozen=True, slots=True)
class Site:
    """An effect with an id, bound somewhere after a place."""

    label: str
    spec: NodeSpec
    path: str


@dataclass(frozen=True, slots=True)
class PlaceInScope:
    """One place of a document.

    Shapes: shape is what the field there takes, None where the place is no field; bounded says that it is a number of passes;
            compared is the type of what a value is compared with; later are the effects that are bound at this place or behind it.
    """

    scope: Scope
    shape: Shape | None = None
    bounded: bool = False
    compared: str = ""
    later: tuple[Site, ...] = ()


def place_in_scope(vocabulary: Vocabulary, document: Any, place: str, places: PathMap) -> PlaceInScope | None:
    """Return the place of a document in core form that the author's pointer names; a field that is not written yet counts.

    Shapes: None for a document that is no card; a place that nothing describes has the scope of what is around it.
    """
    kind = kind_of(vocabulary, document)
    if kind is None:
        return None
    walk = _PlaceWalk(vocabulary, place, places)
    walk.record(kind.record, document, "", Context(Scope()))
    found = walk.exact or walk.around
    return replace(found, later=tuple(walk.later)) if found is not None else None


class _PlaceWalk(Semantics):
    """The walk over a document until it has passed one place."""

    def __init__(self, vocabulary: Vocabulary, target: str, places: PathMap) -> None:
        super().__init__(vocabulary)
        self.wanted, self.parent = target, target.rpartition("/")[0]
        self.key = unescape(target.rpartition("/")[2])
        self.places = places
        self.exact: PlaceInScope | None = None
        self.around: PlaceInScope | None = None
        self.later: list[Site] = []
        self._depth = -1

    def value(self, shape: Shape, value: Any, path: str, context: Context) -> str | None:
        """Note the place when this is it, or when it is nearer than what was found before."""
        self._note(shape, path, context)
        return super().value(shape, value, path, context)

    def _note(self, shape: Shape | None, path: str, context: Context, *, is_bounded: bool = False) -> None:
        source = self.places(path)
        if source == self.wanted and self.exact is None:
            self.exact = PlaceInScope(context.scope, shape, is_bounded)
        elif self.wanted.startswith(f"{source}/") and len(source) > self._depth:
            self.around, self._depth = PlaceInScope(context.scope), len(source)

    def _field(self, key: Field, value: Any, path: str, context: Context) -> str | None:
        self._note(key.shape, pointer(path, key.name), context, is_bounded=key.analysis.bounded)
        return super()._field(key, value, path, context)

    def _fields(self, fields: Sequence[Field], value: Json, path: str, context: Context) -> dict[str, str | None]:
        self._absent(fields, value, path, context)
        return super()._fields(fields, value, path, context)

    def _node(self, family: str, value: Any, path: str, context: Context, *, inner: bool = False) -> str | None:
        spec = self.vocabulary.spec(family, value)
        if spec is not None:
            self._absent(spec.fields, value, path, context)
        return super()._node(family, value, path, context, inner=inner)

    def _alike(self, spec: NodeSpec, value: Json, types: Mapping[str, str | None], path: str) -> None:
        """Note what the value at the place is compared with: like is compared with like."""
        alike_types = self.exact
        if (
            alike_types is not None
            and alike_types.shape == Value("any")
            and not alike_types.compared
            and self.places(path) == self.parent
        ):
            others = (key.name for key in spec.fields if key.shape == alike_types.shape and key.name != self.key)
            compared = next((kind for name in others if (kind := types.get(name)) is not None), "")
            self.exact = replace(alike_types, compared=compared)
        super()._alike(spec, value, types, path)

    def _absent(self, fields: Sequence[Field], value: Json, path: str, context: Context) -> None:
        """Note the place when it is a field of this object that is not written."""
        if self.exact is not None or self.places(path) not in (self.parent, self.parent.rpartition("/")[0]):
            return
        for key in fields:
            made = key.name in value and self.places(pointer(path, key.name)) != self.wanted  # by a shorthand
            if key.name == self.key and (made or key.name not in value):
                for name, opened in key.analysis.opens.items():
                    context = replace(context, scope=context.scope.event(name, opened))
                self.exact = PlaceInScope(context.scope, key.shape, key.analysis.bounded)

    def effect(self, value: Any, path: str, context: Context) -> Scope:
        """Note the effects that are bound when the place has been passed."""
        self._note(None, path, context)
        after = super().effect(value, path, context)
        spec = self.vocabulary.spec("effect", value)
        if (self.exact or self.around) and spec is not None and isinstance(value.get("id"), str):
            self.later.append(Site(value["id"], spec, self.places(path)))
        return after


def sites(scope: Scope, document: Any) -> Iterator[tuple[str, Binding, Json | None]]:
    """Yield every name of a scope as its author wrote it, what it binds, and the effect whose id it is."""
    for name, binding in scope.names.items():
        yield name, binding, _effect_of(binding, document)
    for pattern, binding in scope.templates.items():
        effect = _effect_of(binding, document)
        yield (effect["id"] if effect is not None else "…".join(pattern)), binding, effect


def _effect_of(binding: Binding, document: Any) -> Json | None:
    return effect_at(document, binding.sites[-1]) if binding.sites else None


def effect_at(document: Any, site: str) -> Json | None:
    """Return the effect whose `id` a pointer names."""
    effect = holder_at(document, site)[0]
    return effect if isinstance(effect, Mapping) else None
