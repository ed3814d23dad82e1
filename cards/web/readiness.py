"""The gates of a pack's next release, as its page and the page of the plan show them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext

from cards.models import Pack
from cards.permissions import Actor
from cards.queries.gates import plan_gates
from cards.queries.plan import Plan, plan_get
from cards.queries.plan_refusal import repeated
from cards.queries.problems import CHECKED_AT_ONCE
from cards.semver import Semver
from cards.services.checks import checks_want
from cards.services.release import NEVER_OVERRIDDEN

WHOLE = 100


@dataclass(frozen=True, slots=True)
class Gate:
    """One condition: whether it passes, whether it blocks a release, which cards are missing, whether there is nothing to look at.

    Shapes: why says in a sentence what is missing where no card is.
    """

    id: str
    label: str
    closes: bool
    ok: bool
    missing: tuple[Mapping[str, Any], ...]
    unchecked: int = 0
    is_idle: bool = False
    why: str = ""


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
        return sum(not gate.ok for gate in self.gates if gate.closes and not gate.is_idle)

    @property
    def unchecked(self) -> int:
        """Return how many cards wait for their check."""
        return max((gate.unchecked for gate in self.gates), default=0)

    @property
    def is_ready(self) -> bool:
        """Return whether every blocking gate passes."""
        return self.missing == 0

    @property
    def may_be_overridden(self) -> bool:
        """Return whether an admin who says why may go past what is closed."""
        closed = {gate.id for gate in self.gates if gate.closes and not gate.ok}
        return bool(closed) and not closed & {"cards", NEVER_OVERRIDDEN}

    @property
    def percent(self) -> int:
        """Return the share of gates that pass."""
        return WHOLE * self.passed // max(1, self.total)


def readiness(account: Actor, pack: Pack) -> Readiness:
    """Return the gates of the pack's next release as it would be now."""
    return readiness_of(plan_get(account=account, pack=pack, words=False))


def readiness_of(plan: Plan) -> Readiness:
    """Return the gates of a plan as far as one request checks them; a plan that ships nothing is not ready."""
    gates = [_gate(gate) for gate in plan_gates(plan=plan, most=CHECKED_AT_ONCE)]
    if any(gate.unchecked for gate in gates):
        checks_want(pack=plan.pack)
    has_cards = bool(plan.shipping)
    if not has_cards:
        gates = [replace(gate, ok=False, is_idle=True) for gate in gates]
    return Readiness((_something(plan), *gates))


def _something(plan: Plan) -> Gate:
    """Return the gate that wants a card to ship, and one thing at least that the last release has not."""
    why = "" if plan.shipping else gettext("Name a version of a card first.")
    if plan.shipping and (before := repeated(plan=plan, version=Semver.parse(plan.version))) is not None:
        why = gettext("Nothing differs from %(version)s.") % {"version": before.version}
    return Gate("cards", gettext("Something to ship"), True, not why, (), why=why)


def _gate(gate: Mapping[str, Any]) -> Gate:
    labels = {
        "valid": gettext("Valid in strict mode"),
        "approved": gettext("Changed cards approved"),
        "previews": gettext("Fresh previews"),
        "scenarios": gettext("Scenarios green"),
        "decks": gettext("Decks legal"),
        "rules_text": gettext("Rules text written"),
        "text_agrees": gettext("Text agrees with effects"),
        "translations": gettext("Translations complete"),
    }
    missing, label = tuple(gate["missing"]), labels.get(gate["id"], gate["id"])
    return Gate(gate["id"], label, gate["closes"], gate["ok"], missing, gate["unchecked"])
