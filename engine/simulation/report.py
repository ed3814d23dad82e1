"""What is remarkable in a preview, in words: flags, raised or not, and warnings.

Thresholds are conventions that say "look at this", not judgements: a card below ten per cent played when seen, an interval wholly above
five points, a quarter more rounds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.simulation.metrics import Facts

Json = dict[str, Any]

DEAD_PLAYED = 0.10
DEAD_NOOP = 0.50
AUTO_INCLUDE = 0.05
STALLS = 1.25
SNOWBALL = 0.75
SNOWBALL_MATCHES = 100
BROKEN_MATCHES = 2_000
FEW_SEEN = 50
NUMERALS = "零一二三四五六七八九十"


def signed(value: float, digits: int = 0) -> str:
    """Return a number with its sign as print has it: a true minus, and nothing before a zero."""
    text = f"{abs(value):.{digits}f}"
    if not float(text):
        return text
    return ("+" if value > 0 else "\N{MINUS SIGN}") + text


def flag(name: str, raised: bool, en: str, zh: str, **more: Any) -> Json:
    """Return one flag."""
    return {"id": name, "raised": raised, "text": {"en": en, "zh": zh}, **more}


def flags(facts: Facts) -> list[Json]:
    """Return the flags that can be computed, raised ones first."""
    found = [*_dead(facts), *_auto_include(facts), *_stalls(facts), *_snowball(facts), *_broken_text(facts)]
    return sorted(found, key=lambda one: not one["raised"])


def _dead(facts: Facts) -> Iterator[Json]:
    """A card that its bots hold and do not play, or whose play changes nothing."""
    card = facts.card_metrics()["candidate"]
    if card is None or facts.is_table or card["seen"]["copies"] < FEW_SEEN:
        return
    played = card["playedGivenSeen"]["rate"]
    raised = played < DEAD_PLAYED
    yield flag(
        "dead",
        raised,
        f"{'Dead' if raised else 'Not dead'}: played {played:.0%} when seen",
        f"{'死牌' if raised else '非死牌'}：见到时打出 {played:.0%}",
        value=played,
    )
    for pointer, node in facts.coverage().items():
        if node["reached"] >= FEW_SEEN and node.get("noop", 0) > DEAD_NOOP * node["reached"]:
            part = node["noop"] / node["reached"]
            yield flag(
                "noTarget",
                True,
                f"{node['type']} found nothing to do in {part:.0%} of its runs",
                f"{node['type']} 有 {part:.0%} 次执行没有作用对象",
                value=round(part, 4),
                node=pointer,
            )


def _auto_include(facts: Facts) -> Iterator[Json]:
    """A card whose interval lies wholly above five points."""
    if facts.is_table:
        return
    low = 100 * facts.now.low
    raised = facts.now.low > AUTO_INCLUDE
    yield flag(
        "autoInclude",
        raised,
        f"{'An' if raised else 'Not an'} auto-include: low end {signed(low, 1)} pp",
        f"{'必带' if raised else '非必带'}：区间下端 {signed(low, 1)} 个百分点",
        value=round(facts.now.low, 6),
    )


def _stalls(facts: Facts) -> Iterator[Json]:
    """A card that makes matches a quarter longer."""
    rounds = facts.comparison()[facts.ruleset.experiment.length]
    if not rounds["baseline"] or rounds["change"] is None:
        return
    ratio = 1 + rounds["change"] / rounds["baseline"]
    raised = ratio >= STALLS
    yield flag(
        "stalls",
        raised,
        f"{'Stalls' if raised else 'Does not stall'}: match length {signed(100 * (ratio - 1))}%",
        f"{'拖延' if raised else '不拖延'}：对局长度变化 {signed(100 * (ratio - 1))}%",
        value=round(ratio, 4),
    )


def _snowball(facts: Facts) -> Iterator[Json]:
    """A card that decides the match when it is played early."""
    card = facts.card_metrics()["candidate"]
    early = card["winWhenPlayed"]["early"] if card is not None and not facts.is_table else None
    if early is None or early["n"] < SNOWBALL_MATCHES:
        return
    won, last = early["rate"], facts.ruleset.experiment.early
    raised = won > SNOWBALL
    yield flag(
        "snowball",
        raised,
        f"{'Snowballs' if raised else 'Does not snowball'}: {won:.0%} won when played by round {last}",
        f"{'滚雪球' if raised else '不滚雪球'}：前{_numeral(last)}回合打出时胜率 {won:.0%}",
        value=won,
    )


def _numeral(number: int) -> str:
    """Return a number as a Chinese sentence has it: small ones in words."""
    return NUMERALS[number] if number < len(NUMERALS) else str(number)


def _broken_text(facts: Facts) -> Iterator[Json]:
    """Nodes that no match has ever reached."""
    for pointer, node in facts.coverage().items():
        if node["of"] >= BROKEN_MATCHES and not node["matches"]:
            yield flag(
                "brokenText",
                True,
                f"{node['type']} was never reached in {node['of']} matches",
                f"{node['type']} 在 {node['of']} 局中从未执行",
                node=pointer,
            )


def warnings(facts: Facts) -> list[Json]:
    """Return what a reader must know before believing the numbers."""
    out = [
        _warning(
            "bots",
            "These numbers hold for these bots; greedy bots are poor with cards that prepare something.",
            "结果仅对所用机器人成立；贪心机器人不善使用铺垫型卡牌。",
        )
    ]
    if facts.spec["layout"]["lent"]:
        n = len(facts.spec["layout"]["lent"])
        out.append(
            _warning(
                "lent",
                f"The pack has too few cards for a match; {n} shipped cards filled its decks and piles.",
                f"卡包不足以组成对局，已用 {n} 张自带卡牌补足。",
            )
        )
    if facts.now.aborted:
        out.append(
            _warning(
                "aborted",
                f"{facts.now.aborted} matches broke a budget and count as draws.",
                f"{facts.now.aborted} 局超出运算限额，按平局计。",
            )
        )
    if facts.spec["same"]:
        out.append(
            _warning(
                "same",
                "Both versions do the same; their matches are the same matches.",
                "两个版本效果相同，对局完全一致。",
            )
        )
    silent = [pointer for pointer, node in facts.coverage().items() if not node["matches"] and node["of"]]
    if silent:
        out.append(
            _warning(
                "unreached",
                f"{len(silent)} nodes were not reached yet.",
                f"尚有 {len(silent)} 个节点未执行。",
                nodes=silent,
            )
        )
    return out


def _warning(name: str, en: str, zh: str, **more: Any) -> Json:
    return {"id": name, "text": {"en": en, "zh": zh}, **more}
