"""What the shapes of a wizards card cannot say: whether its id agrees with what it is, and what a trigger can forbid.

Source: 000 §1.1.1 (`id`: package, class, subset and name of the card); the stage `check` is an extension.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from engine.errors import Problem
from engine.language.diagnostics.problems import removal
from engine.language.spec import LocalizedText
from engine.toolkit.linting import finding
from engine.toolkit.reading import values

from .events import EVENTS
from .position_effects import drifts

FORM = re.compile(r"[A-Za-z0-9_-]+\.(treasure|exploration)\.([A-Za-z0-9_-]+)\.[A-Za-z0-9_-]+")
SUBSETS = {"ori": ("original", "ori"), "com": ("common", "com"), "leg": ("legendary", "leg")}
"""How an id may spell a rarity."""

CHECK_EVENTS = tuple(event.name for event in EVENTS if event.runtime.stages == ("check",))
"""Events that the rules only ask about: they are heard at the stage `check` alone."""
FORBIDDEN = (
    "onDrawCard",
    "onPlayCard",
    "onHit",
    "onFreezingChanged",
    "onDiscard",
    "onBuy",
    "onPlayerHit",
    *CHECK_EVENTS,
)
"""Events that the rules look at before they offer or do what raises them."""
BEFORE_EVENTS = tuple(event.name for event in EVENTS if event.runtime.stages == ("before",))
"""Events that are heard before what they are about is used, and at no other stage."""
MODIFY_EVENTS = tuple(event.name for event in EVENTS if event.runtime.stage == "modify")
"""Events that are changed on their way, and heard at no other stage than that and `check`."""


def lint(document: Any) -> Iterator[Problem]:
    """Yield what is odd about a card as a whole."""
    if isinstance(document, dict) and isinstance(document.get("id"), str):
        yield from _id(document, document["id"])
    yield from _never_defeated(document)
    yield from _forbidding(document)
    yield from drifts(document)


def _never_defeated(document: Any) -> Iterator[Problem]:
    """Report what an event would do when defeated, which only a monster can be."""
    behaviors = document.get("behaviors") if isinstance(document, dict) and document.get("type") == "event" else None
    for place, behavior in enumerate(behaviors if isinstance(behaviors, list) else ()):
        if isinstance(behavior, dict) and behavior.get("at") == "deathrattle":
            yield finding(
                "W-UNREACH",
                f"/behaviors/{place}",
                "An event is never defeated; its deathrattle is never done.",
                "事件不会被击败；其亡语不会执行。",
            )


def _forbidding(document: Any) -> Iterator[Problem]:
    """Report triggers that forbid what cannot be forbidden, and effects that a forbidding trigger never runs."""
    for path, value in values(document):
        if not isinstance(value, dict) or "type" in value:  # a node that counts an event is no trigger
            continue
        if value.get("stage") == "check" and "event" in value:
            yield from _forbids(path, value)
        elif isinstance(value.get("event"), str) and isinstance(value.get("stage", ""), str):
            yield from _modifies(path, value)


def _forbids(path: str, trigger: dict[str, Any]) -> Iterator[Problem]:
    event, names = trigger["event"], " or ".join(FORBIDDEN)
    if event not in FORBIDDEN:
        yield finding(
            "E-CANCEL",
            f"{path}/stage",
            f"A trigger in the stage “check” forbids its event, which {event} does not allow; expected {names}.",
            f"处于“check”阶段的触发器用于禁止事件，而 {event} 不可禁止；应为 {' 或 '.join(FORBIDDEN)}。",
            found="check",
            wanted=names,
        )
    if trigger.get("do"):
        yield finding(
            "W-UNREACH",
            f"{path}/do",
            "A trigger in the stage “check” only forbids; these effects are never done.",
            "处于“check”阶段的触发器只用于禁止；这些效果不会执行。",
        )


def _modifies(path: str, trigger: dict[str, Any]) -> Iterator[Problem]:
    """Report a stage at which an event is not heard: only some are changed on their way, and those are heard only there."""
    event, stage = trigger["event"], trigger.get("stage")
    if event in CHECK_EVENTS:
        yield from _only_asked(path, event, stage)
        return
    is_changed = event in MODIFY_EVENTS
    if event in BEFORE_EVENTS and stage not in (None, "before"):
        yield _not_heard(path, event, str(stage), "before")
        return
    if stage in (None, "check") or (stage == "modify") is is_changed:
        return
    yield _not_heard(path, event, str(stage), "modify" if is_changed else "before or after")


def _not_heard(path: str, event: str, stage: str, condition: str) -> Problem:
    sentence = LocalizedText(
        f"{event} is not heard in the stage “{stage}”; expected {condition}.",
        f"{event} 在“{stage}”阶段不会被响应；应为 {condition.replace('or', '或')}。",
    )
    place = f"{path}/stage"
    return finding("E-INLINE", place, *sentence, found=stage, wanted=condition, fix=removal(place))


def _only_asked(path: str, event: str, stage: str | None) -> Iterator[Problem]:
    """Report a trigger that never answers, since its event is only asked about."""
    sentence = LocalizedText(
        f"{event} is heard in the stage “check” alone, where a trigger forbids it.",
        f"{event} 仅在“check”阶段响应，用于禁止。",
    )
    fix = ({"op": "add" if stage is None else "replace", "path": f"{path}/stage", "value": "check"},)
    place = path if stage is None else f"{path}/stage"
    yield finding("E-INLINE", place, *sentence, found=stage, wanted="check", fix=fix)


def _id(document: dict[str, Any], card_id: str) -> Iterator[Problem]:
    """Compare an id with its form, and with the card's own class and level or rarity."""
    form = FORM.fullmatch(card_id)
    if form is None:
        yield _odd(
            card_id,
            LocalizedText(
                "pack.treasure.rarity.name or pack.exploration.level.name",
                "包名.treasure.稀有度.卡牌名 或 包名.exploration.等级.卡牌名",
            ),
        )
        return
    kind = "exploration" if "level" in document else "treasure"
    if form[1] != kind:
        yield _odd(
            card_id,
            LocalizedText(f"the second part is the kind of the card, “{kind}”", f"第二段应为卡牌种类“{kind}”"),
        )
        return
    subset = document.get("level") if kind == "exploration" else document.get("rarity")
    subsets = (subset,) if kind == "exploration" else SUBSETS.get(str(subset), ())
    if isinstance(subset, str) and subsets and form[2] not in subsets:
        yield _odd(
            card_id,
            LocalizedText(
                f"the third part says what the card is, “{subsets[0]}”", f"第三段应与卡牌一致，为“{subsets[0]}”"
            ),
        )


def _odd(card_id: str, form: LocalizedText) -> Problem:
    return finding(
        "W-ID",
        "/id",
        f"The id “{card_id}” does not follow the usual form: {form.en}.",
        f"标识“{card_id}”不合惯例：{form.zh}。",
        found=card_id,
    )
