"""The fields that effects of several kinds share, and the sentences of a change that lasts."""

from __future__ import annotations

from typing import Any

from engine.language.spec.constructors import options
from engine.language.spec.fields import Field, optional
from engine.language.spec.phrases import Case, Is
from engine.language.spec.shapes import Enum, IntegerLiteral, LocalizedText, Number, Targets


def target_field(kind: str, doc: LocalizedText | None = None) -> Field:
    """Return the field of what an effect applies to."""
    return Field("target", Targets(kind), LocalizedText("Target", "目标"), doc=doc)


def choice_field(
    name: str, title: LocalizedText, *words: tuple[str, str, str], default: str, doc: LocalizedText | None = None
) -> Field:
    """Return a field with one of a few words, which may be left out."""
    return optional(name, Enum(options(*words)), title, doc, default=default)


DELTA = Field("delta", Number(-99, 99), LocalizedText("Change", "变化"))
AMOUNT = Field("amount", Number(0, 99), LocalizedText("Amount", "数值"))
TURNS = optional(
    "turns",
    IntegerLiteral(1, 20),
    LocalizedText("Turns", "回合数"),
    LocalizedText(
        "How many turns it lasts, this one counted, both players'; for good when absent.",
        "持续的回合数，含本回合，双方回合均计；缺省时永久。",
    ),
)
LASTS = Field(
    "turns",
    IntegerLiteral(1, 20),
    LocalizedText("Turns", "回合数"),
    doc=LocalizedText("How many turns it lasts, this one counted.", "持续的回合数，含本回合。"),
)


def lasting(en: str, zh: str, **when: Any) -> tuple[Case, ...]:
    """Return a sentence for this turn, for some turns, and for good; `zh` has a place `本回合` for the first."""
    return (
        Case({**when, "turns": 1}, LocalizedText(f"{en} this turn.", f"{zh.replace('~', '本回合')}。")),
        Case(
            {**when, "turns": Is.PRESENT},
            LocalizedText(f"{en} for {{turns:turn|turns}}.", f"{zh.replace('~', '')}，持续{{turns:回合}}。"),
        ),
        Case(when, LocalizedText(f"{en}.", f"{zh.replace('~', '')}。")),
    )


Things = tuple[Any, ...]
Payload = tuple[Any, ...]
MAX_DRAWN = 20
"""The most cards that one effect draws, or tokens that it makes, for one target."""
