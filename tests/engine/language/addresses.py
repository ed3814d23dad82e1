"""Where two validators of JSON Schema see errors, in the words of the checker.

A problem of a name (an unknown field, a name of another form) they tell at the object, the checker at the member; of
everything else all three name the same places.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import jsonschema_rs
from jsonschema import Draft202012Validator


def pointer_of(parts: Iterable[Any]) -> str:
    """Return the pointer of a place."""
    return "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in parts)


def fast_places(validator: Any, document: Any) -> set[str]:
    """Return where jsonschema-rs sees errors."""
    out: set[str] = set()
    for error in validator.iter_errors(document):
        out |= {pointer_of([*error.instance_path, *name]) for name in _names(error)}
    return out


def _names(error: jsonschema_rs.ValidationError) -> Iterable[tuple[str, ...]]:
    match error.kind.name:
        case "additionalProperties":
            return [(name,) for name in error.kind.unexpected]
        case "propertyNames":
            return [(error.kind.error.instance,)]
        case _:
            return [()]


def reference_places(validator: Draft202012Validator, document: Any) -> set[str]:
    """Return where the reference validator sees errors."""
    out: set[str] = set()
    for error in validator.iter_errors(document):
        names: Iterable[tuple[Any, ...]] = [()]
        if error.validator == "additionalProperties":
            names = [(name,) for name in error.instance if name not in error.schema["properties"]]
        elif "propertyNames" in error.absolute_schema_path:
            names = [(error.instance,)]
        out |= {pointer_of([*error.absolute_path, *name]) for name in names}
    return out
