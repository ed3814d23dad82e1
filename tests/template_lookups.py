"""Attributes that templates read from objects that have none of that name: Django renders them as an empty text, so a renamed field is lost silently."""

from __future__ import annotations

from dataclasses import is_dataclass
from typing import Any, Final

import pytest
from django.db.models import Model
from django.template.base import Variable, VariableDoesNotExist

MISSING: Final[list[str]] = []
"""Lookups of the current test that failed, as `Class.attribute in the variable`."""


def watch(monkeypatch: pytest.MonkeyPatch) -> None:
    """Record each lookup that fails at a model, a dataclass or a named tuple; keys of mappings may be left out."""
    resolve = Variable._resolve_lookup  # type: ignore[attr-defined]  # Django has no hook for it

    def recording(variable: Variable, context: Any) -> Any:
        try:
            return resolve(variable, context)
        except VariableDoesNotExist as error:
            name, owner = error.params
            if _has_fields(owner):
                MISSING.append(f"{type(owner).__name__}.{name} in {variable.var}")
            raise

    monkeypatch.setattr(Variable, "_resolve_lookup", recording)


def _has_fields(owner: object) -> bool:
    return is_dataclass(owner) or isinstance(owner, Model) or hasattr(type(owner), "_fields")
