"""What the shapes of a halo card cannot say: which kinds must have which parts, and which fields must agree. It sees the core form.

Source: 003§4.2 (`vesselStats`, legendary cards); HA9 (keyword and field of one meaning); SOURCE.md (duplicate ability ids).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.errors import Problem
from engine.language.analysis.structure import is_whole
from engine.language.diagnostics.problems import removal, replacement
from engine.language.reading.source_map import pointer
from engine.language.spec import LocalizedText
from engine.toolkit.linting import finding
from engine.toolkit.reading import Document, objects, part

from .declaration_lint import declaration_problems
from .exclusion_lint import exclusion_problems
from .fields import ONLY_FIELD
from .nodes.rows import WIDE_TARGETS
from .words import DECLARATION_KINDS, FIGHTING, LEGENDARY_LIMIT, SAME, SIX_KINDS

OF_A_PLAY = ("CARD_PLAY_DECLARED", "CARD_PLAY_VALIDATED", "CARD_PLAY_REJECTED", "RESOURCE_SPENT", "RESOURCE_CHANGED")
"""What the play of a card raises by itself: a tactical card is heard from then until it is discarded (HA17)."""
WITH_STATS = (*FIGHTING, "ARMORY")


def lint(document: Any) -> Iterator[Problem]:
    """Yield what is odd about a card as a whole."""
    kind = document.get("cardType") if isinstance(document, dict) else None
    if kind in DECLARATION_KINDS:
        yield from declaration_problems(document)
    if not isinstance(kind, str) or kind not in {option.name for option in SIX_KINDS}:
        return
    yield from _stats(document, kind)
    yield from _vessel(document, kind)
    yield from _token(document, kind)
    yield from _aim(document, kind)
    yield from _legendary(document)
    yield from _abilities(document)
    yield from _keywords(document)
    yield from _narrowed(document, "")
    yield from exclusion_problems(objects(document, "abilities"))
    yield from _empty(document, kind)


def _stats(document: Document, kind: str) -> Iterator[Problem]:
    stats = document.get("stats")
    if stats is None and kind in FIGHTING:
        yield finding(
            "E-STATS",
            "",
            f"A {kind} card must have “stats”.",
            f"{kind} 卡牌必须有“stats”。",
            wanted="stats",
        )
    elif stats is not None and kind not in WITH_STATS:
        yield finding(
            "E-STATS",
            "/stats",
            f"A {kind} card has no “stats”.",
            f"{kind} 卡牌不能有“stats”。",
            fix=removal("/stats"),
        )
    if isinstance(stats, dict) and kind in FIGHTING and stats.get("healthCap") == 0:
        yield finding(
            "E-STATS",
            "/stats/healthCap",
            f"A {kind} card with no health is dead; expected 1 or more.",
            f"{kind} 卡牌生命为 0 即已阵亡；应不小于 1。",
            found=0,
            wanted="1",
        )


def _vessel(document: Document, kind: str) -> Iterator[Problem]:
    stats = document.get("vesselStats")
    if kind == "VESSEL" and stats is None:
        yield finding(
            "E-VESSEL",
            "",
            "A VESSEL card must have “vesselStats”.",
            "VESSEL 卡牌必须有“vesselStats”。",
            wanted="vesselStats",
        )
    elif kind != "VESSEL" and stats is not None:
        yield finding(
            "E-VESSEL",
            "/vesselStats",
            f"Only VESSEL cards have “vesselStats”; this is a {kind}.",
            f"只有 VESSEL 卡牌有“vesselStats”；此牌为 {kind}。",
            fix=removal("/vesselStats"),
        )
    elif isinstance(stats, dict):
        yield from _sections(document, stats)


def _sections(document: Document, vessel: Document) -> Iterator[Problem]:
    """Sections are given exactly if there are several; the hull is their sum."""
    sections, several = vessel.get("sections"), vessel.get("multiSection")
    if not isinstance(sections, list) or not isinstance(several, bool):
        return
    if several and not sections:
        yield finding(
            "E-VESSEL",
            "/vesselStats/sections",
            "A vessel with “multiSection” lists its “sections”.",
            "“multiSection”为 true 的舰船须列出“sections”。",
        )
    if sections and not several:
        yield finding(
            "E-VESSEL",
            "/vesselStats/sections",
            "A vessel without “multiSection” has no “sections”.",
            "“multiSection”为 false 的舰船不能有“sections”。",
        )
    points = [points for _, section in objects(vessel, "sections") if is_whole(points := section.get("maxHp"))]
    cap: Any = part(document, "stats").get("healthCap")
    total = sum(points)
    if several and sections and len(points) == len(sections) and is_whole(cap) and total != cap:
        yield finding(
            "W-KEYWORD",
            "/stats/healthCap",
            f"The sections hold {total} together, “healthCap” says {cap}; the sections count.",
            f"各部位合计 {total}，“healthCap”为 {cap}；以部位为准。",
            found=cap,
            wanted=str(total),
        )


def _token(document: Document, kind: str) -> Iterator[Problem]:
    """Any card may have a template (003); only tokens, which are summoned, say where to go without room."""
    if kind != "TOKEN" and "fallback" in part(document, "tokenTemplate"):
        path = "/tokenTemplate/fallback"
        yield finding(
            "E-TOKEN",
            path,
            f"Only TOKEN cards have a “fallback”, because only tokens are summoned; this is a {kind}.",
            f"只有 TOKEN 卡牌有“fallback”，因为只有衍生物会被召唤；此牌为 {kind}。",
            fix=removal(path),
        )


def _aim(document: Document, kind: str) -> Iterator[Problem]:
    """Only a tactical card is played on something that its player chooses."""
    if kind != "TACTICAL" and "playedOn" in document:
        yield finding(
            "E-PLAYEDON",
            "/playedOn",
            f"Only TACTICAL cards have “playedOn”; this is a {kind}.",
            f"只有 TACTICAL 卡牌有“playedOn”；此牌为 {kind}。",
            fix=removal("/playedOn"),
        )


def _legendary(document: Document) -> Iterator[Problem]:
    """003 recommends the limit of a legendary card; an absent limit means nothing, and a deck holds one anyway."""
    limit: Any = document.get("deckLimit")
    if document.get("isLegendary") is True and is_whole(limit) and limit > LEGENDARY_LIMIT:
        message = LocalizedText(
            f"A legendary card says deckLimit {limit}; expected at most {LEGENDARY_LIMIT}, and no deck may hold more.",
            f"传奇卡的 deckLimit 为 {limit}；应不超过 {LEGENDARY_LIMIT}，牌组也不得多带。",
        )
        fix = replacement("/deckLimit", LEGENDARY_LIMIT)
        yield finding("W-LEGENDARY", "/deckLimit", *message, found=limit, wanted=str(LEGENDARY_LIMIT), fix=fix)


def _abilities(document: Document) -> Iterator[Problem]:
    """No two abilities of a card have one id."""
    first: dict[str, int] = {}
    for place, ability in objects(document, "abilities"):
        name = ability.get("id")
        if not isinstance(name, str):
            continue
        if name in first:
            yield finding(
                "E-DUP",
                f"/abilities/{place}/id",
                f"Two abilities have the id “{name}”: number {first[name] + 1} and number {place + 1}.",
                f"两个能力的标识同为“{name}”：第 {first[name] + 1} 个与第 {place + 1} 个。",
                found=name,
            )
        first.setdefault(name, place)


def _empty(document: Document, kind: str) -> Iterator[Problem]:
    """A card that is only what its abilities do, and has none, or none that answers its play."""
    abilities = [ability for _, ability in objects(document, "abilities")]
    if kind in ("TACTICAL", "FIELD") and not abilities:
        yield finding(
            "W-EMPTY",
            "/abilities",
            f"This {kind} card has no effect, so playing it does nothing; expected an ability with an effect.",
            f"此 {kind} 卡牌没有任何效果，打出后什么也不会发生；应有带效果的能力。",
        )
    elif kind == "TACTICAL" and abilities and not any(ability.get("trigger") in OF_A_PLAY for ability in abilities):
        message = LocalizedText(
            "No ability of this TACTICAL card answers when it is played, so playing it does nothing; expected CARD_PLAY_VALIDATED.",
            "此 TACTICAL 卡牌没有在打出时响应的能力，打出后什么也不会发生；应为 CARD_PLAY_VALIDATED。",
        )
        fix = replacement("/abilities/0/trigger", "CARD_PLAY_VALIDATED")
        yield finding("W-EMPTY", "/abilities/0/trigger", *message, found=abilities[0].get("trigger"), fix=fix)


def _keywords(document: Document) -> Iterator[Problem]:
    """No keyword is repeated, and those with a field of the same meaning agree with it."""
    fields = _fields(document)
    names: set[str] = set()
    for place, keyword in objects(document, "keywords"):
        name, value = keyword.get("type"), keyword.get("value", 1)
        if not isinstance(name, str):
            continue
        if name in names:
            yield finding(
                "E-DUP",
                f"/keywords/{place}",
                f"The keyword {name} occurs twice.",
                f"关键词 {name} 重复。",
                found=name,
            )
        names.add(name)
        where, number = fields.get(name, ("", value))
        if is_whole(value) and number != value:
            yield finding(
                "W-KEYWORD",
                f"/keywords/{place}",
                f"The keyword {name} says {value}, the field “{where}” says {number}; the field counts.",
                f"关键词 {name} 为 {value}，字段“{where}”为 {number}；以字段为准。",
                found=value,
                wanted=str(number),
            )


def _fields(document: Document) -> dict[str, tuple[str, int]]:
    """Return, by keyword, the field of the same meaning and its number."""
    out: dict[str, tuple[str, int]] = {}
    stats, vessel = (part(document, key) for key in ("stats", "vesselStats"))
    if is_whole(stats.get("shieldCap")):
        out["SHIELDED"] = ("shieldCap", stats["shieldCap"])
    for name, key in SAME.items():
        if isinstance(vessel.get(key), int):
            out[name] = (key, int(vessel[key]))
    return out


_TARGETS = ("target", "of")
"""The fields beside a record of attributes that hold what it narrows."""


def _narrowed(value: Any, path: str) -> Iterator[Problem]:
    """A record of attributes narrows several units or those that are chosen; beside another target it means nothing."""
    if (
        isinstance(value, dict)
        and isinstance(value.get(ONLY_FIELD.name), dict)
        and not value.keys().isdisjoint(_TARGETS)
    ):
        yield finding(
            "E-SCHEMA",
            f"{path}/{ONLY_FIELD.name}",
            f"“only” is for words that mean several units, or one of choice; expected one of {', '.join(WIDE_TARGETS)} as the target.",
            f"“only”只能与表示多个单位或由你选择的目标词并用；目标应为以下之一：{'、'.join(WIDE_TARGETS)}。",
            fix=removal(f"{path}/{ONLY_FIELD.name}"),
        )
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in pairs:
        yield from _narrowed(child, pointer(path, key))
