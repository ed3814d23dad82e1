"""For whom the change of a card holds, as its page shows it: three intervals on one axis, their differences, the verdict, what each bot is poor at."""

import math
from collections.abc import Iterator, Mapping, Sequence

from cards.csv_file import csv_text, number
from cards.gateway import previews
from cards.localization import localize
from cards.models import Preview
from cards.shape import JsonObject
from cards.values import frozen_dataclass
from cards.web.charts import Tick, tick_label, tick_rows, tick_step
from cards.web.experiment_page import Reading, interval_words, played_facts
from cards.web.glyphs import Glyph, Scale, glyph, scale_for, tone_of
from cards.web.parted_matches import PartedDeal, parted_deals
from cards.web.previews.lines import baseline_label
from cards.web.previews.report import verdict_word
from cards.web.text import bilingual_plain, grouped, long_time, signed

WIDTH, EXTENT, AXIS_HEIGHT = 420, 25.0, 16
ICONS = {"stronger": "arrow-up", "weaker": "arrow-down", "even": "check", "unknown": "circle-dashed"}
LOWEST, TOP = 0, -1
TOP_LESS_BOTTOM = -1
"""The place of the difference between the top bot and the lowest."""


@frozen_dataclass
class Line:
    """The change by a bot, or the difference between two; the interval is empty before the end."""

    name: str
    mean: str
    interval: str
    reading: Reading
    glyph: Glyph | None


@frozen_dataclass
class BotView:
    """A bot of the ladder: how often it beats the one below, what it did with the card, and what it is poor at.

    Shapes: `share` is empty of the lowest and before the first block; `use` has names and values.
    """

    name: str
    share: str
    warning: str
    use: tuple[tuple[str, str], ...]
    poor_at: str


@frozen_dataclass
class Advice:
    """What a designer may do about a verdict; `tunes` where the search for an even card helps."""

    title: str
    text: str
    tunes: bool = False


@frozen_dataclass
class LadderView:
    """Everything that the page of a ladder shows.

    Shapes: `headline` and `why` are empty before the end; `no_ladder` says where the bots are not shown to differ in skill.
    """

    verdict: Reading
    headline: str
    why: str
    no_ladder: str
    lines: tuple[Line, ...]
    differences: tuple[Line, ...]
    axis: tuple[Tick, ...]
    width: int
    axis_height: int
    bots: tuple[BotView, ...]
    holding: str
    deals: tuple[PartedDeal, ...]
    advice: tuple[Advice, ...]
    facts: tuple[tuple[str, str], ...]


def ladder_view(preview: Preview) -> LadderView:
    """Return what a ladder came to so far."""
    result, spec = preview.result or {}, preview.spec
    levels, differences = result.get("levels") or [], result.get("differences") or []
    margin = float(result.get("margin") or 0.0)
    titles = titles_of(spec)
    read = [row["change"] for row in (*levels, *differences) if _is_read(row)]
    scale = scale_for([(change["low"], change["high"]) for change in read], WIDTH, margin=margin, extent=EXTENT)
    return LadderView(
        verdict=_verdict(result),
        headline=_headline(result, titles),
        why=_why(result, titles, margin),
        no_ladder=_no_ladder(result),
        lines=tuple(_line(row, titles[row["bot"]], scale, margin) for row in levels),
        differences=tuple(_line(row, _of_two(row, titles), scale, margin) for row in differences),
        axis=tuple(_axis(scale)) if read else (),
        width=WIDTH,
        axis_height=AXIS_HEIGHT,
        bots=tuple(_bots(result, titles)),
        holding=_holding(result, margin),
        deals=tuple(parted_deals(preview, titles)),
        advice=tuple(_advice(result)),
        facts=tuple(_facts(preview, result)),
    )


def titles_of(spec: JsonObject) -> Mapping[str, str]:
    """Return what the bots of a plan are called."""
    known = {level.name: bilingual_plain(level.title) for level in previews.LADDER}
    return {name: known.get(name, name) for name in spec["levels"]}


def _is_read(row: JsonObject) -> bool:
    return bool(row["change"]) and row["change"]["low"] is not None


def _of_two(row: JsonObject, titles: Mapping[str, str]) -> str:
    upper, lower = (titles[name] for name in row["bots"])
    return f"{upper} − {lower}"


def _line(row: JsonObject, name: str, scale: Scale, margin: float) -> Line:
    change, reading = row["change"], row["reading"]
    if not _is_read(row):
        return Line(name, signed(change["mean"]) if change else "", "", Reading(), None)
    bar = glyph(scale, change["mean"], change["low"], change["high"], tone=tone_of(reading), margin=margin)
    word = Reading(verdict_word(reading), tone_of(reading), ICONS[reading])
    return Line(name, signed(change["mean"]), interval_words(change), word, bar)


def _axis(scale: Scale) -> Iterator[Tick]:
    """Yield the numbers below the intervals, within the ends of their scale."""
    step = tick_step(scale.high - scale.low)
    low, high = math.ceil(scale.low / step) * step, math.floor(scale.high / step) * step
    for value in tick_rows(low, high, step):
        yield Tick(scale.at(value), tick_label(value), value == 0)


def _verdict(result: JsonObject) -> Reading:
    """Return the verdict in words; empty before the end."""
    verdict = result.get("verdict")
    if verdict == "holds":
        reading = result["levels"][LOWEST]["reading"]
        return Reading(localize("Holds for all three", "三种均成立"), tone_of(reading), ICONS[reading])
    if verdict == "depends":
        return Reading(localize("Depends on who plays", "取决于由谁来打"), "down", "triangle-alert")
    return Reading(localize("Not known yet", "尚不确定"), "unk", "circle-dashed") if verdict else Reading()


def _headline(result: JsonObject, titles: Mapping[str, str]) -> str:
    """Return in a sentence whom the change serves; which bot is the better player counts only where that is shown."""
    verdict = result.get("verdict")
    if verdict is None:
        return ""
    levels = [row["reading"] for row in result["levels"]]
    if verdict == "holds":
        words = {
            "stronger": localize("Stronger, whichever of them plays.", "无论由哪一种来打都更强。"),
            "weaker": localize("Weaker, whichever of them plays.", "无论由哪一种来打都更弱。"),
            "even": localize("Even, whichever of them plays.", "无论由哪一种来打都持平。"),
        }
        return words[levels[LOWEST]]
    if verdict == "unknown" and len(set(levels)) == 1 and "unknown" not in levels:
        return localize(
            "All three have one verdict; how far they differ is not known.", "三种判断相同；彼此相差多少尚不确定。"
        )
    if verdict == "unknown":
        return localize("Neither agreement nor a difference is shown.", "既未显示一致，也未显示差别。")
    top = result["differences"][TOP_LESS_BOTTOM]["reading"]
    if not result["isLadder"] or top not in ("stronger", "weaker"):
        return localize("The bots differ.", "各机器人结果不同。")
    if top == "weaker":
        return localize("Better bots profit less.", "水平越高，获益越少。")
    if levels[TOP] == "stronger" and set(levels[:TOP]) == {"even"}:
        return localize("Only {bot} profits.", "只有{bot}获益。", bot=titles[result["levels"][TOP]["bot"]])
    return localize("Better bots profit more.", "水平越高，获益越多。")


def _why(result: JsonObject, titles: Mapping[str, str], margin: float) -> str:
    """Return which numbers the verdict comes from."""
    verdict = result.get("verdict")
    if verdict == "holds":
        return localize(
            "All three have this verdict, and the whole interval of every difference lies within ±{margin}.",
            "三种判断相同，且每个差值的整个区间都在 ±{margin} 以内。",
            margin=f"{margin:g}",
        )
    if verdict == "depends":
        decisive = [row for row in result["differences"] if row["reading"] in ("stronger", "weaker")]
        words = [
            f"{_of_two(row, titles)} {signed(row['change']['mean'])} {interval_words(row['change'])}"
            for row in decisive
        ]
        return localize(
            "What decides is a difference that leaves out 0: {differences}.",
            "判断依据是不含 0 的差值：{differences}。",
            differences=localize("; ", "；").join(words),
        )
    if verdict == "unknown":
        return localize(
            "Agreement would need one verdict by all three and every difference within ±{margin}; dependence, a difference that leaves out 0.",
            "“一致”要求三种判断相同且每个差值都在 ±{margin} 以内；“取决于由谁来打”要求有一个差值不含 0。",
            margin=f"{margin:g}",
        )
    return ""


def _no_ladder(result: JsonObject) -> str:
    """Return a warning where a bot is not shown to beat the one below it; empty elsewhere and before the end."""
    if result.get("isLadder") is not False:
        return ""
    return localize(
        "No ladder here: one bot is not shown to beat the one below it, so this says how they play and not how well.",
        "这里不构成阶梯：有一种机器人未显示强于下一级，因此判断说明的是打法，而非水平。",
    )


def _bots(result: JsonObject, titles: Mapping[str, str]) -> Iterator[BotView]:
    poor_at = {level.name: bilingual_plain(level.poor_at) for level in previews.LADDER}
    steps = {row["bots"][0]: row for row in result.get("steps") or []}
    uses = {row["bot"]: row.get("use") for row in result.get("levels") or []}
    for name, title in titles.items():
        share, warning = _share(steps[name], titles, result["topShare"]) if name in steps else ("", "")
        yield BotView(title, share, warning, tuple(_use(uses.get(name))), poor_at.get(name, ""))


def _use(use: JsonObject | None) -> Iterator[tuple[str, str]]:
    """Yield what a bot did with the card in the matches of this page."""
    if not use:
        return
    of = localize("{share}% of {n}", "{n} 张中 {share}%", share=f"{use['played']:.1f}", n=grouped(use["seen"]))
    yield localize("Played when seen", "见到后打出"), of
    if use["round"] is not None:
        yield localize("Round of the first play, mean", "首次打出的平均轮次"), f"{use['round']:.1f}"


def _share(row: JsonObject, titles: Mapping[str, str], top_share: float) -> tuple[str, str]:
    """Return what a bot wins against the one below it, and a warning where that is not shown to be as much as is asked."""
    share, lower = row["share"], titles[row["bots"][1]]
    if not share:
        return "", ""
    ends = "" if share["low"] is None else f" [ {share['low']:.1f}, {share['high']:.1f} ]"
    words = localize(
        "wins {share}% {ends} against {lower}",
        "对{lower}胜率 {share}% {ends}",
        share=f"{share['mean']:.1f}",
        ends=ends.strip(),
        lower=lower,
    )
    if row["isStronger"] is False:
        return words, localize("Not shown to win more than half.", "未显示胜过半数。")
    if row["reaches"] is False:
        return words, localize("Not shown to reach {share}%.", "未显示达到 {share}%。", share=f"{top_share:.0f}")
    return words, ""


def _holding(result: JsonObject, margin: float) -> str:
    """Return for what the intervals hold, or that there are none yet."""
    if result.get("stopReason") != "planned":
        return localize(
            "Means so far. Intervals and the verdict come once, at the end: the plan is read then and not before.",
            "目前只有均值。区间与判断只在结束时给出一次。",
        )
    return localize(
        "All {family} intervals of this page are simultaneous, 95%. The band is the margin, ±{margin}. All bots play the same seeds, so a difference can be narrower than the two bars suggest.",
        "本页全部 {family} 个区间同时成立，95%。色带为容差 ±{margin}。各机器人使用相同种子，因此差值可能比两条区间所示更窄。",
        family=result["family"],
        margin=f"{margin:g}",
    )


def _advice(result: JsonObject) -> Iterator[Advice]:
    """Yield what may follow from a verdict; none before the end."""
    verdict = result.get("verdict")
    if verdict == "depends":
        yield Advice(
            localize("It is meant for one way to play", "本就为某种打法而设计"),
            localize(
                "Keep it and say so in the design note. The page can be named in the review.",
                "保留，并写入设计说明；审核中可以引用本页。",
            ),
        )
        yield Advice(
            localize("It should serve everyone", "本应人人受益"),
            localize(
                "Ask less of the player: a shorter wait, a weaker condition, a discount that lasts longer. Then measure again.",
                "降低对玩家的要求：缩短等待、放宽条件、延长减费的时效，然后重新测算。",
            ),
            tunes=True,
        )
    elif verdict == "holds" and result["levels"][LOWEST]["reading"] != "even":
        yield Advice(
            localize("It should be even", "本应持平"),
            localize(
                "All three agree, so the bot of previews is good enough to search with.",
                "三者一致，因此用模拟的机器人搜索即可。",
            ),
            tunes=True,
        )
    elif verdict == "unknown":
        yield Advice(
            localize("You need to know", "需要弄清楚"),
            localize(
                "Measure again with more blocks: twice as narrow costs four times the processor.",
                "增加组数重新测算：区间缩到一半，处理器时间为四倍。",
            ),
        )
    if verdict:
        yield Advice(
            localize("The margin of the pack counts", "以卡包的容差为准"),
            localize(
                "It is read from previews, with one bot. This page informs and closes no gate of a release.",
                "容差只看由单一机器人进行的模拟。本页仅供参考，不影响发布检查。",
            ),
        )


def _facts(preview: Preview, result: JsonObject) -> Iterator[tuple[str, str]]:
    """Yield how the numbers were made."""
    spec = preview.spec
    plan = localize(
        "three bots, {blocks} blocks each, {matches} matches, about {time} of processor",
        "三种机器人各 {blocks} 组，共 {matches} 局，处理器约 {time}",
        blocks=grouped(spec["blocks_max"]),
        matches=grouped(spec["cost"]["matches"]),
        time=long_time(spec["cost"]["cpuSeconds"]),
    )
    yield localize("Planned", "计划"), plan
    yield localize("Against", "对照"), baseline_label(preview)
    yield from played_facts(preview, result.get("n") or {})
    yield (
        localize("Seats", "席位"),
        localize(
            "both played by the same bot; against the bot below with the former version, seats swapped",
            "双方由同一种机器人来打；对下一级时双方使用旧版本，并互换席位",
        ),
    )


def ladder_csv(preview: Preview) -> str:
    """Return the change by each bot, each difference and each step as CSV; a number without an interval is not the last word."""
    result = preview.result or {}
    rows: list[tuple[str, Sequence[str], JsonObject | None, str]] = [
        *(("change", [row["bot"]], row["change"], row["reading"] or "") for row in result.get("levels") or []),
        *(("difference", row["bots"], row["change"], row["reading"] or "") for row in result.get("differences") or []),
        *(("share", row["bots"], row["share"], "") for row in result.get("steps") or []),
    ]
    lines: list[Sequence[str]] = [("table", "bot", "against", "mean", "low", "high", "reading")]
    for table, bots, value, reading in rows:
        ends = [
            "" if (value or {}).get(key) is None else number(f"{(value or {})[key]}") for key in ("mean", "low", "high")
        ]
        lines.append((table, bots[0], bots[1] if len(bots) > 1 else "", *ends, reading))
    return csv_text(lines)
