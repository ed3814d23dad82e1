"""The gates of a pack's next release, as its page and the page of the plan show them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from cards.models import Pack
from cards.permissions import Actor
from cards.queries.plan import Plan, plan_gates, plan_get

WHOLE = 100


@dataclass(frozen=True, slots=True)
class Gate:
    """One condition: whether it passes, whether it blocks a release, and which cards are missing."""

    id: str
    label: str
    closes: bool
    ok: bool
    missing: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Readiness:
    """All gates, and how many of them pass."""

    gates: tuple[Gate, ...]

    @property
    def total(self) -> int:
        """Return how many gates there are."""
        return len(self.gates)

    @property
    def passed(self) -> int:
        """Return how many pass."""
        return sum(gate.ok for gate in self.gates)

    @property
    def missing(self) -> int:
        """Return how many blocking gates do not pass."""
        return sum(not gate.ok for gate in self.gates if gate.closes)

    @property
    def is_ready(self) -> bool:
        """Return whether every blocking gate passes."""
        return self.missing == 0

    @property
    def percent(self) -> int:
        """Return the share of gates that pass."""
        return WHOLE * self.passed // max(1, self.total)


def readiness(account: Actor, pack: Pack) -> Readiness:
    """Return the gates of the pack's next release as it would be now."""
    return readiness_of(plan_get(account=account, pack=pack))


def readiness_of(plan: Plan) -> Readiness:
    """Return the gates of a plan; a plan that ships nothing is not ready."""
    gates = [_gate(gate) for gate in plan_gates(plan=plan)]
    has_cards = bool(plan.shipping)
    return Readiness((Gate("cards", gettext("Something to ship"), True, has_cards, ()), *gates))


def _gate(gate: Mapping[str, Any]) -> Gate:
    labels = {
        "valid": gettext("Valid in strict mode"),
        "approved": gettext("Changed cards approved"),
        "previews": gettext("Fresh previews"),
        "scenarios": gettext("Scenarios green"),
        "decks": gettext("Decks legal"),
        "text_agrees": gettext("Text agrees with effects"),
        "translations": gettext("Translations complete"),
    }
    return Gate(gate["id"], labels.get(gate["id"], gate["id"]), gate["closes"], gate["ok"], tuple(gate["missing"]))
