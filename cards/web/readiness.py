"""The gates of a pack's next release, as its page and the page of the plan show them."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from cards.localization import LocalizedText, localize
from cards.models import Pack
from cards.queries.plan import Plan, plan_of
from cards.queries.readiness import Verdict
from cards.services.readiness import verdict_look
from cards.services.release import NEVER_OVERRIDDEN
from cards.values import frozen_dataclass

WHOLE = 100


@frozen_dataclass
class Gate:
    """One condition: whether it passes, whether it blocks a release, which cards are missing, whether there is nothing to look at.

    Shapes: missing are the first cards that are missing, count is how many all are; why says in a sentence what is missing where
            no card is.
    """

    id: str
    label: str
    closes: bool
    ok: bool
    missing: tuple[Mapping[str, Any], ...] = ()
    count: int = 0
    unchecked: int = 0
    is_idle: bool = False
    why: str = ""


@frozen_dataclass
class Readiness:
    """All gates, how many of them pass, when they were looked at, and whether the pack is still as it was then."""

    gates: tuple[Gate, ...]
    made_at: datetime | None = None
    is_current: bool = True

    @property
    def total(self) -> int:
        """Return how many gates have something to check."""
        return sum(not gate.is_idle for gate in self.gates)

    @property
    def passed(self) -> int:
        """Return how many pass."""
        return sum(gate.ok for gate in self.gates)

    @property
    def missing(self) -> int:
        """Return how many blocking gates do not pass."""
        return sum(not gate.ok for gate in self.gates if gate.closes and not gate.is_idle)

    @property
    def warnings(self) -> int:
        """Return how many gates that only warn do not pass."""
        return sum(not gate.ok for gate in self.gates if not gate.closes and not gate.is_idle)

    @property
    def unchecked(self) -> int:
        """Return how many cards wait for their check."""
        return max((gate.unchecked for gate in self.gates), default=0)

    @property
    def is_ready(self) -> bool:
        """Return whether every blocking gate passes."""
        return self.is_known and self.missing == 0

    @property
    def is_known(self) -> bool:
        """Return whether the gates were looked at once."""
        return self.is_current or self.made_at is not None

    @property
    def may_be_overridden(self) -> bool:
        """Return whether an admin who says why may go past what is closed."""
        closed = {gate.id for gate in self.gates if gate.closes and not gate.ok}
        return bool(closed) and not closed & {"cards", NEVER_OVERRIDDEN}

    @property
    def percent(self) -> int:
        """Return the share of gates that pass."""
        return WHOLE * self.passed // max(1, self.total)


def readiness(pack: Pack, *, cards: int) -> Readiness:
    """Return the gates of a pack's next release, for readers with the right to see them."""
    return _readiness(verdict_look(pack=pack, cards=cards, plan=lambda: plan_of(pack=pack)))


def readiness_of(plan: Plan) -> Readiness:
    """Return the gates of a plan as far as one request checks them; a plan that ships nothing is not ready."""
    return _readiness(verdict_look(pack=plan.pack, cards=len(plan.entries), plan=lambda: plan, is_saved=plan.is_saved))


def _readiness(verdict: Verdict) -> Readiness:
    gates = [_gate(gate) for gate in verdict.gates]
    if not verdict.ships:
        gates = [replace(gate, ok=False, is_idle=True) for gate in gates]
    readiness_now = Readiness((_cards_gate(verdict), *gates), verdict.made_at, verdict.is_current)
    if readiness_now.is_known:
        return readiness_now
    return replace(readiness_now, gates=tuple(replace(gate, ok=False, is_idle=True) for gate in readiness_now.gates))


def _cards_gate(verdict: Verdict) -> Gate:
    """Return the gate that wants a card to ship, and one thing at least that the last release has not."""
    why = "" if verdict.ships else localize("Save a version of a card first.", "请先将某张卡牌存为版本。")
    if verdict.repeats:
        why = localize("Nothing differs from {version}.", "与 {version} 相比没有任何变化。", version=verdict.repeats)
    return Gate("cards", localize("Something to release", "有内容可发布"), True, not why, why=why)


GATES: Mapping[str, LocalizedText] = {
    "valid": LocalizedText("Valid in strict mode", "严格校验通过"),
    "approved": LocalizedText("Changed cards approved", "改动的卡牌已批准"),
    "previews": LocalizedText("Fresh previews", "模拟结果最新"),
    "scenarios": LocalizedText("No scenario fails", "没有未通过的场景"),
    "scenarios_test": LocalizedText("Every scenario tests something", "每个场景都有检验内容"),
    "guards": LocalizedText("Blocks guarded", "积木块均有场景守护"),
    "decks": LocalizedText("Decks legal", "牌组合法"),
    "rules_text": LocalizedText("Rules text written", "已写规则文本"),
    "text_agrees": LocalizedText("Text agrees with effects", "文案与效果一致"),
    "translations": LocalizedText("Translations complete", "翻译完整"),
}


def gate_label(gate: str) -> str:
    """Return what a gate is called."""
    return localize(*GATES[gate]) if gate in GATES else gate


def _gate(gate: Mapping[str, Any]) -> Gate:
    missing, label = tuple(gate["missing"]), gate_label(gate["id"])
    return Gate(gate["id"], label, gate["closes"], gate["ok"], missing, gate["count"], gate["unchecked"])
