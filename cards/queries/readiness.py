"""Whether a pack's next release may be published: worked out once for each change of the pack, and kept."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef

from cards.gateway import rulesets, validation
from cards.models import Pack, PackChange, PackReadiness
from cards.queries.gates import CLOSING, GATES, plan_gates
from cards.queries.plan import Plan
from cards.queries.plan_refusal import repeated_release
from cards.semver import Semver
from cards.values import frozen_dataclass

MAX_LISTED_CARDS = 50  # cards of a gate or a reason that are first_cards; `count` has the number of all
FORMAT = 2  # of the rows


@frozen_dataclass
class Verdict:
    """What the gates of a plan come to.

    Shapes: gates are as `plan_gates` has them, with `count`, the number of all that are missing; ships is how many cards ship;
            repeats is the version that the release would repeat, or empty; made_at is when it was worked out, nothing for just now;
            is_current says whether the pack is still as it was then.
    """

    gates: Sequence[Mapping[str, Any]]
    ships: int
    repeats: str
    made_at: datetime | None = None
    is_current: bool = True

    @property
    def unchecked(self) -> int:
        """Return how many cards wait for a check of some kind."""
        return max((gate["unchecked"] for gate in self.gates), default=0)


def verdict_of(*, plan: Plan, limit: int | None) -> Verdict:
    """Compute the verdict on a plan, checking at most `limit` cards that were not checked before."""
    gates = [first_cards(gate) for gate in plan_gates(plan=plan, limit=limit)]
    ships = len(plan.shipping)
    before = repeated_release(plan=plan, version=Semver.parse(plan.version)) if ships else None
    return Verdict(gates, ships, before.version if before else "")


def verdict_kept(*, pack: Pack) -> Verdict | None:
    """Return the stored verdict on the saved plan, in one query; None where this code has stored none."""
    changed = PackChange.objects.filter(pack=OuterRef("pack"))
    row = PackReadiness.objects.filter(pack=pack).annotate(is_stale=Exists(changed)).first()
    if row is None or row.made_by != code_mark(pack):
        return None
    is_current = row.is_whole and not row.is_stale
    return Verdict(row.gates, row.summary["ships"], row.summary["repeats"], row.made_at, is_current)


def verdict_pending(*, pack: Pack, cards: int) -> Verdict:
    """Return the verdict on a pack of which nothing is known yet: every card waits for every check."""
    gates = [
        {"id": gate, "closes": gate in CLOSING, "ok": False, "missing": [], "count": 0, "unchecked": cards}
        for gate in GATES
        if gate != "guards" or pack.guards_needed
    ]
    return Verdict(gates, cards, "", None, is_current=False)


def first_cards(gate: Mapping[str, Any]) -> dict[str, Any]:
    """Return a gate with the first cards that are missing, and the number of all."""
    return {**gate, "missing": gate["missing"][:MAX_LISTED_CARDS], "count": len(gate["missing"])}


def code_mark(pack: Pack) -> str:
    """Return what changes when the code changes that works verdicts out."""
    return f"{validation.problem_context(pack.ruleset, frozenset())}{rulesets.engine_hash(pack.ruleset)[:32]}:{FORMAT}"
