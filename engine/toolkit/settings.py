"""Settings: the numbers and readings of a game's rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.language.spec import LocalizedText
from engine.ruleset.parts import Setting


def settings(*rows: tuple[str, Any, str, str, str]) -> tuple[Setting, ...]:
    """Declare the settings of a game, each in a row: its name, its default, the rule that it belongs to, and what it means.

    Shapes: the meaning is in English, then in Chinese; a table is a tuple of pairs.
    """
    return tuple(Setting(name, value, rule, LocalizedText(en, zh)) for name, value, rule, en, zh in rows)


def defaults(settings: Iterable[Setting]) -> dict[str, Any]:
    """Return every setting at its default, as the rules read it: a table, which is declared as pairs, is a mapping."""
    return {setting.name: _as_read(setting.value) for setting in settings}


def _as_read(value: Any) -> Any:
    is_table = isinstance(value, tuple) and value and isinstance(value[0], tuple)
    return dict(value) if is_table else value
