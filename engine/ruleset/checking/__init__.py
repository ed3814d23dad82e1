"""The faults of a game's declarations, found when it is loaded: nothing that a page or a command would only meet later."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from engine.ruleset import Ruleset
from engine.ruleset.checking.names import wrong_names
from engine.ruleset.checking.sources import wrong_sources
from engine.ruleset.checking.trials import wrong_trials
from engine.ruleset.checking.values import wrong_values
from engine.ruleset.faults import Misdeclared, WrongType


def misdeclared(ruleset: Ruleset, package: str, cards: Iterable[dict[str, Any]] = ()) -> Iterator[Misdeclared]:
    """Yield what is declared wrongly: values and names, code, and where those are right what the game makes of what it ships.

    Shapes: `package` is the name under which its modules were imported, `cards` are those that it ships. Where a value has the wrong type,
            nothing that reads it is looked at.
    """
    faults = [*wrong_values(ruleset)]
    if not any(isinstance(fault, WrongType) for fault in faults):
        faults += [*wrong_names(ruleset), *wrong_sources(ruleset, package)]
    yield from faults or wrong_trials(ruleset, cards)
