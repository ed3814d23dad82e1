"""A card's scenarios as pages show them: what each says, and what came of its last run."""

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from django.urls import reverse

from cards.gateway import nodes
from cards.localization import localize
from cards.models import Card, CardVersion, Pack, Scenario
from cards.models.scenario import State
from cards.queries.scenario import Table, removed_list, scenario_list, scenario_tables
from cards.services.strength import strength_look
from cards.values import frozen_dataclass
from cards.web.text import bilingual_plain

REMOVED_SHOWN = 50  # removed scenarios of a card that its page lists


@frozen_dataclass
class FailureLine:
    """One thing that is not as a scenario says."""

    path: str
    line: int
    column: int
    message: Mapping[str, str] | None
    expected: str
    actual: str
    compares: bool


@frozen_dataclass
class ScenarioLine:
    """One scenario with what is known of it now, and the result of its last run.

    Shapes: `last` is the state that the last run found, and `out_of_date` before the first.
    """

    number: int
    name: str
    url: str
    state: State
    last: State
    ran_at: datetime | None
    ran_revision: int | None
    ran_engine: str
    failures: tuple[FailureLine, ...]


def scenario_lines(card: Card, pack: Pack) -> list[ScenarioLine]:
    """Return the scenarios of a card."""
    rows = list(scenario_list(card=card))
    tables = scenario_tables(pack=pack, scenarios=rows)
    return [_line(row, card, pack, table) for row, table in zip(rows, tables, strict=True)]


def scenario_line(row: Scenario, card: Card, pack: Pack) -> ScenarioLine:
    """Return one scenario as a list shows it."""
    [table] = scenario_tables(pack=pack, scenarios=[row])
    return _line(row, card, pack, table)


def _line(row: Scenario, card: Card, pack: Pack, table: Table) -> ScenarioLine:
    return ScenarioLine(
        number=row.number,
        name=row.name or localize("Scenario {number}", "场景 {number}", number=row.number),
        url=reverse("cards:scenario-detail", args=[pack, card, row.number]),
        state=row.state if row.ran_on == table.ran_on else "out_of_date",
        last=row.state,
        ran_at=row.ran_at,
        ran_revision=row.ran_revision,
        ran_engine=row.ran_engine,
        failures=tuple(_failures(row)),
    )


def _failures(row: Scenario) -> Iterator[FailureLine]:
    for outcome in row.outcomes or ():
        for failure in outcome["failures"]:
            yield FailureLine(
                path=failure["path"],
                line=failure.get("line", 0),
                column=failure.get("column", 0),
                message=failure.get("message"),
                expected=_json(failure.get("expected")),
                actual=_json(failure.get("actual")),
                compares=_compares(failure),
            )


def _compares(failure: Mapping[str, Any]) -> bool:
    """Return whether something was found in place of what was expected; else the message says everything."""
    values = (failure.get("expected"), failure.get("actual"))
    return not failure.get("code") and any(value is not None for value in values)


def removed_lines(card: Card) -> list[Scenario]:
    """Return the removed scenarios of a card that a page offers to take back."""
    return list(removed_list(card=card)[:REMOVED_SHOWN])


@frozen_dataclass
class StrengthLine:
    """What the scenarios of a card guard, as pages show it.

    Shapes: without a result a worker measures it; unguarded are the places of the blocks that no scenario misses, each with its way in
            words, loose the places whose change goes unnoticed, in words.
    """

    is_measured: bool
    guarded: int = 0
    total: int = 0
    unguarded: tuple[tuple[str, str], ...] = ()
    loose: tuple[str, ...] = ()

    @property
    def marks(self) -> list[str]:
        """Return the places of the unguarded blocks, for the gutter of the editor."""
        return [path for path, _ in self.unguarded]


def strength_line(card: Card, version: CardVersion | None = None) -> StrengthLine | None:
    """Return the strength of a card's draft or version; None without a measurement."""
    result, is_asked = strength_look(card=card, version=version)
    if result is None:
        return StrengthLine(is_measured=False) if is_asked else None
    blocks = result["blocks"]
    document = (version or card.draft).document
    gaps = tuple(
        (block["path"], _way(card, document, block["path"])) for block in blocks if block["guard"] == "unguarded"
    )
    loose = tuple(_way(card, document, place) for block in blocks for place in block["loose"])
    return StrengthLine(True, result["guarded"], result["total"], gaps, loose)


def _way(card: Card, document: Any, pointer: str) -> str:
    """Return the way to a place of a card in words."""
    return " › ".join(bilingual_plain(step) for step in nodes.path_in_words(card.pack.ruleset, document, pointer))


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
