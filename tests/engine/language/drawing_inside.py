"""Drawing cards that are written in an effect in the place of their ids."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.language.spec import NodeSpec, ObjectShape
from tests.engine.language.drawing import DrawScope

if TYPE_CHECKING:
    from tests.engine.language.strategies import Maker


def write_inside(maker: Maker, spec: NodeSpec, node: dict[str, Any], place: DrawScope) -> None:
    """Write a card in an effect in the place of its id, now and then: what is around it has no meaning in there."""
    key = next((key for key in spec.fields if key.reference.instead_of), None)
    by_id = spec.field(key.reference.instead_of) if key is not None else None
    if key is None or by_id is None or not maker.can(key.shape, place) or not maker.maybe():
        return
    assert isinstance(key.shape, ObjectShape)
    node[key.name] = maker.record(key.shape.name, DrawScope(by_id.reference.kinds[0], place.depth))
    for field in spec.fields:
        if field.name == by_id.name or field.reference.keys_of is not None:
            node.pop(field.name, None)
