"""A card's scenarios as pages show them: what each says, and what came of its last run."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext

from cards import gateway
from cards.models import Card, Pack, Scenario
from cards.queries.scenario import Table, scenario_list, scenario_tables
from cards.web.scenario_form import PARTS


@dataclass(frozen=True, slots=True)
class FailureLine:
    """One thing that is not as a scenario says."""

    path: str
    line: int
    column: int
    message: Mapping[str, str] | None
    expected: str
    found: str


@dataclass(frozen=True, slots=True)
class ScenarioLine:
    """One scenario with the result of its last run; `state` is `new`, `ok` or `failed`, and `is_stale` says that it may differ now."""

    number: int
    name: str
    url: str
    state: str
    is_stale: bool
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
        name=row.name or gettext("Scenario %(number)d") % {"number": row.number},
        url=reverse("cards:scenario-detail", args=[pack.slug, card.written_id, row.number]),
        state={None: "new", True: "ok", False: "failed"}[row.ok],
        is_stale=row.outcomes is not None and row.ran_on != table.ran_on,
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
                found=_json(failure.get("actual")),
            )


def parts_of(text: str) -> dict[str, Any] | None:
    """Return name and parts of a scenario for the form; nothing where the text is not one scenario of that shape."""
    value = gateway.json_object(text)
    if value is None or "steps" in value or not all(name in value for name in ("given", "then")):
        return None
    return {"name": str(value.get("name", "")), **{name: value[name] for name in PARTS if name in value}}


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
