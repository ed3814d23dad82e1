"""What is remarkable in a preview, in words: flags, raised or not, and warnings.

A flag is raised by an interval that lies wholly beyond its limit, never by a point. Limits are conventions that say "look at this", not
judgements. What was looked for and not raised is listed too, with the interval that did not reach.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Any

from engine.json_values import Json, JsonObject
from engine.ruleset import Ruleset
from engine.simulation.deferred_effects import deferred_nodes
from engine.simulation.interim_results import (
    FULL,
    HALVES,
    Facts,
    complement,
    counted_nodes,
    coverage,
    node_counts,
    node_title,
)
from engine.simulation.rate_intervals import TINY, clustered_interval
from engine.simulation.statistics import Moments, Ratio, half_width, regularized_variance, rounded
from engine.simulation.tally import at, moments, ratio, values

Interval = tuple[float, float, float]
"""A value, and its interval's low and high end."""

AUTO_INCLUDE = 8.0
"""Percentage points."""

DEAD, NO_EFFECT, SNOWBALL = 0.25, 0.5, 0.75
STALLS = SWINGY = 1.25
MAX_NAMED = 3
"""Delayed nodes that a warning names; all of them are in its list."""

SILENT = 0.01
"""The most matches that a node may be reached in, by its interval, to count as never reached."""


def signed(value: float, digits: int = 0) -> str:
    """Return a number with its sign as print has it: a true minus, and nothing before a zero."""
    text = f"{abs(value):.{digits}f}"
    if not float(text):
        return text
    return ("+" if value > 0 else "\N{MINUS SIGN}") + text


def flag_intervals(ruleset: Ruleset, card: JsonObject, layout: Json) -> int:
    """Return how many intervals the flags of a card come from, beside its headline: all of them hold together.

    Each style of opponents has one, the card and its matches have four (dead, stalls, swingy, snowball), and each node two.
    """
    return len(layout["opponents"]) + 4 + 2 * counted_nodes(ruleset, card)


def flags(facts: Facts) -> list[JsonObject]:
    """Return the flags that can be computed, raised ones first."""
    rows = [
        *_headline(facts),
        *_one_opponent(facts),
        *_dead(facts),
        *_lengths(facts),
        *_snowball(facts),
        *_silent(facts),
        *_no_effect(facts),
    ]
    return sorted(rows, key=lambda one: not one["raised"])


def flag(name: str, interval: Interval, limit: float, unit: str, words: tuple[str, str], **extra: Any) -> JsonObject:
    """Return a flag of an interval (value, low, high): raised where it is wholly above the limit.

    A `direction` of down says that the interval and the limit are those of a decrease: print shows them with their signs.
    """
    value, low, high = interval
    is_raised = low > limit
    en, zh = words
    is_down = extra.get("direction") == "down"
    value_text, limit_text = (
        _spelled((-value, -high, -low), -limit, unit) if is_down else _spelled(interval, limit, unit)
    )
    return {
        "id": name,
        "raised": is_raised,
        "text": {"en": f"{en}: {value_text}, limit {limit_text}", "zh": f"{zh}：{value_text}，界限 {limit_text}"},
        "value": rounded(value),
        "low": rounded(low),
        "high": rounded(high),
        "limit": limit,
        "unit": unit,
        **extra,
    }


def _spelled(interval: Interval, limit: float, unit: str) -> tuple[str, str]:
    """Return an interval and its limit in print."""
    match unit:
        case "pp":
            value, low, high = (signed(end, 1) for end in interval)
            return f"{value} pp [{low}, {high}]", f"{limit:g} pp".replace("-", "\N{MINUS SIGN}")
        case "share":
            value, low, high = (f"{100 * end:.1f}" for end in interval)
            return f"{value}% [{low}, {high}]", f"{100 * limit:g}%"
    value, low, high = (f"{end:.2f}" for end in interval)
    return f"× {value} [{low}, {high}]", f"× {limit:g}"


def _headline(facts: Facts) -> Iterator[JsonObject]:
    """A change beyond the pack's margin, in either direction, and a card that every deck wants."""
    if facts.unit == "table" or facts.change is None:
        return
    mean, low, high = (facts.change[key] for key in ("mean", "low", "high"))
    margin, is_down = facts.spec["margin"] / FULL, mean < 0
    size = (-mean, -high, -low) if is_down else (mean, low, high)
    words = (
        ("Weaker by more than the margin", "减弱超出容差")
        if is_down
        else ("Stronger by more than the margin", "增强超出容差")
    )
    yield flag("beyondMargin", size, margin, "pp", words, direction="down" if is_down else "up")
    yield flag("autoInclude", (mean, low, high), AUTO_INCLUDE, "pp", ("Auto-include", "必带"))


def _one_opponent(facts: Facts) -> Iterator[JsonObject]:
    """A change that the matches of one style carry: much larger with it than without it."""
    if facts.unit == "table":
        return
    candidates = []
    for opponent in facts.spec["layout"]["opponents"]:
        groups = [Moments(), Moments()]
        for pair in facts.counts.get("pairs", {}):
            groups[opponent["id"] not in pair.split(":")[facts.unit == "side" :]] += values(facts.counts, "pairs", pair)
        if all(group.n >= TINY for group in groups):
            candidates.append((_difference(facts, groups), opponent))
    if candidates:
        interval, opponent = max(candidates, key=lambda each: each[0][1])
        title = opponent["title"]
        words = (f"{title['en']} carries the change", f"变化主要来自{title['zh']}")
        yield flag("oneOpponent", interval, 0.0, "pp", words, opponent=opponent["id"])


def _difference(facts: Facts, groups: list[Moments]) -> tuple[float, float, float]:
    """Return how much more the change is over some blocks than over the others, with interval, in the direction of the whole change.

    The half-widths are those before an interval is cut at the largest possible change: cut ones would be too narrow.
    """
    (mean, half), (other_mean, other_half) = (facts.change_over("flags", group) for group in groups)
    sign = -1 if facts.change and facts.change["mean"] < 0 else 1
    apart, wide = sign * (mean - other_mean), hypot(half, other_half)
    return apart, apart - wide, apart + wide


def _dead(facts: Facts) -> Iterator[JsonObject]:
    """A card that its bots hold and do not play."""
    never_played = complement(ratio(at(facts.counts, "arms", "candidate"), "played"))
    if facts.unit != "table" and never_played.wholes:
        yield flag(
            "dead",
            _share(facts, never_played),
            DEAD,
            "share",
            ("Dead card: seen and never played", "死牌：见到而未打出"),
        )


def _share(facts: Facts, share: Ratio) -> tuple[float, float, float]:
    return share.share(), *clustered_interval(share, facts.z("flags"))


def _lengths(facts: Facts) -> Iterator[JsonObject]:
    """A card that makes matches longer by a quarter, or their ends further apart."""
    length = facts.ruleset.experiment.length
    for name, key, limit, words in (
        ("stalls", length, STALLS, ("Stalls: matches are longer", "拖延：对局变长")),
        ("swingy", "margin.spread", SWINGY, ("Swingy: ends are further apart", "大起大落：终局差距变大")),
    ):
        change, old = moments(facts.counts, "world", key), moments(facts.counts, "worldLevel", "baseline", key)
        if change.n and old.mean():
            half = half_width(
                change.n, regularized_variance(change.variance(), change.n, old.variance()), facts.critical("flags")
            )
            ends = (change.mean(), change.mean() - half, change.mean() + half)
            value, low, high = (1 + end / old.mean() for end in ends)
            yield flag(name, (value, max(0.0, low), high), limit, "ratio", words)


def _snowball(facts: Facts) -> Iterator[JsonObject]:
    """A card that decides the match when it is played early."""
    win_rate, last = ratio(at(facts.counts, "arms", "candidate"), "early"), facts.ruleset.experiment.early
    if facts.unit != "table" and win_rate.wholes >= HALVES:
        words = (f"Snowballs: won when played by round {last}", f"滚雪球：前 {last} 回合打出时获胜")
        yield flag("snowball", _share(facts, win_rate), SNOWBALL, "share", words)


def _silent(facts: Facts) -> Iterator[JsonObject]:
    """Nodes that no match reached, in enough matches that they hardly ever will be."""
    for pointer, node in node_counts(facts).items():
        if node.reached.wholes and not node.reached.parts:
            low, high = clustered_interval(node.reached, facts.z("flags"))
            title = node_title(facts.ruleset.vocabulary, node.type)
            words = (f"Broken text: “{title.en}” was never reached", f"文本失效：“{title.zh}”从未执行")
            yield flag("brokenText", (1.0, 1 - high, 1 - low), 1 - SILENT, "share", words, node=pointer)


def _no_effect(facts: Facts) -> Iterator[JsonObject]:
    """Find the nodes that mostly have no effect when they run; the runs of a block are one cluster."""
    for pointer, node in node_counts(facts).items():
        if node.idle.parts:
            title = node_title(facts.ruleset.vocabulary, node.type)
            words = (f"“{title.en}” mostly changes nothing", f"“{title.zh}”多半没有效果")
            yield flag("noEffect", _share(facts, node.idle), NO_EFFECT, "share", words, node=pointer)


def warnings(facts: Facts) -> list[JsonObject]:
    """Return what a reader must know before believing the numbers."""
    spec, aborted_matches = facts.spec, facts.counts.get("aborted", {}).get("matches", 0)
    lent = len(spec["layout"]["lent"])
    silent = [pointer for pointer, node in coverage(facts).items() if node["of"] and not node["matches"]]
    rows = (
        (
            spec["kindChanged"],
            "kindChanged",
            "The card's kind changed, so it is compared as a new card, with reference cards.",
            "卡牌类型已改变，因此按新卡与参照卡比较。",
        ),
        (
            lent,
            "lent",
            f"The pack has too few cards for a match; {lent} shipped card{'s' * (lent != 1)} filled its decks and piles.",
            f"卡包不足以组成对局，已用 {lent} 张自带卡牌补足。",
        ),
        (
            aborted_matches,
            "aborted",
            f"{aborted_matches} match{'es exceeded a budget and count as draws' if aborted_matches != 1 else ' exceeded a budget and counts as a draw'}.",
            f"{aborted_matches} 局超出运算限额，按平局计。",
        ),
        (
            spec["same"],
            "same",
            "Both versions play the same: their matches are identical.",
            "两个版本效果相同，对局完全一致。",
        ),
    )
    out: list[JsonObject] = [_bots(facts)]
    out += [{"id": name, "text": {"en": en, "zh": zh}} for holds, name, en, zh in rows if holds]
    if silent:
        were = "1 node was" if len(silent) == 1 else f"{len(silent)} nodes were"
        text = {"en": f"{were} not reached yet.", "zh": f"尚有 {len(silent)} 个节点未执行。"}
        out.append({"id": "unreached", "text": text, "nodes": silent})
    return out


def _bots(facts: Facts) -> JsonObject:
    """Return for whom the numbers hold, and which nodes of the card these bots are poor with."""
    en = "These numbers hold for these bots; greedy bots play cards that prepare later turns poorly"
    zh = "结果仅对所用机器人成立；贪心机器人不擅长使用铺垫型卡牌"
    deferred = deferred_nodes(facts.ruleset, facts.spec["candidate"])
    if not deferred:
        return {"id": "bots", "text": {"en": f"{en}.", "zh": f"{zh}。"}}
    titles = list(dict.fromkeys(node_title(facts.ruleset.vocabulary, kind) for _, kind in deferred))
    rest = len(titles) - len(titles[:MAX_NAMED])
    more_en, more_zh = (f", and {rest} more", f"，另有 {rest} 种") if rest else ("", "")
    text = {
        "en": f"{en}. Delayed effects on this card: {', '.join(f'“{title.en}”' for title in titles[:MAX_NAMED])}{more_en}.",
        "zh": f"{zh}。此卡的延后效果：{''.join(f'“{title.zh}”' for title in titles[:MAX_NAMED])}{more_zh}。",
    }
    return {"id": "bots", "text": text, "nodes": [place for place, _ in deferred]}


__all__ = ["flag_intervals", "flags", "signed", "warnings"]
