"""Values: classes whose instances have fields, never change, and compare by what they hold."""

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

Value = TypeVar("Value")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen_dataclass(kind: type[Value]) -> type[Value]:
    """Declare a frozen dataclass with slots."""
    return dataclass(frozen=True, slots=True)(kind)
