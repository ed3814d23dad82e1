"""The rows of a preview's report, read out of the engine's result: no number without its interval."""

from collections.abc import Iterable, Mapping
from typing import Any

from cards.gateway import nodes as gateway_nodes
from cards.gateway import rulesets
from cards.localization import localize
from cards.shape import JsonObject
from cards.values import frozen_dataclass
from cards.web.charts import SeenAt, SeenChart, seen_chart
from cards.web.glyphs import Glyph, glyph, scale_for, tone_of
from cards.web.places import Place, place_of
from cards.web.text import MINUS, bilingual_plain, grouped, signed

WHOLE = 100  # percent
MAX_INDENTS = 8  # indents of the coverage list
MEASURE_WIDTH = 112

Result = JsonObject


RARE = 0.1
"""The share of matches below which something happens rarely."""


@frozen_dataclass
class Stat:
    """One number below the headline, with its interval."""

    label: str
    value: str
    interval: str = ""
    note: str = ""


@frozen_dataclass
class Flag:
    """Something about the card that deserves a look, or that was looked at and is well, with the nodes it is about."""

    text: str
    places: tuple[Place, ...] = ()


@frozen_dataclass
class Measure:
    """One secondary measure: the difference with its interval, and both averages beside it."""

    label: str
    note: str
    mean: str
    low: str
    high: str
    n: int
    glyph: Glyph


@frozen_dataclass
class SeenRow:
    """The change among blocks in which the card was first seen within some turns."""

    label: str
    share: str
    share_interval: str
    n: int
    mean: str
    low: str
    high: str
    point: SeenAt


@frozen_dataclass
class SeenTable:
    """The change by the turn on which the card was first seen."""

    rows: tuple[SeenRow, ...]
    unseen_change: str
    seen_change: str

    def chart(self, margin: float) -> SeenChart | None:
        """Return the picture of the rows."""
        return seen_chart([row.point for row in self.rows], margin)


@frozen_dataclass
class Described:
    """A win rate by when the card was seen, of the new version and of the unchanged one."""

    code: str
    label: str
    candidate: str
    interval: str
    n: str
    baseline: str
    baseline_interval: str
    baseline_n: str


@frozen_dataclass
class Descriptions:
    """Rates that describe and prove nothing, and what an unchanged card shows in their difference."""

    rows: tuple[Described, ...]
    unchanged: str


@frozen_dataclass
class Reached:
    """One node of the card and the share of matches that reached it.

    Shapes: `label` is its title in the language of the page, `kind` the name that the card writes.
    """

    place: Place
    label: str
    kind: str
    family: str
    depth: int
    width: float
    low: float
    high: float
    share: str
    interval: str
    count: str
    note: str
    is_never: bool


@frozen_dataclass
class Replay:
    """One match behind the numbers, to be played again from its seed."""

    kind: str
    why: str
    seed: int
    block: int
    seat: int
    arm: str
    opponent: str


def between(low: float, high: float, digits: int = 1, *, sign: bool = True) -> str:
    """Return an interval as print has it."""
    if sign:
        return f"[ {signed(low, digits)}, {signed(high, digits)} ]"
    return f"[ {low:.{digits}f}, {high:.{digits}f} ]"


def _rate_interval(rate: JsonObject) -> str:
    return between(WHOLE * rate["low"], WHOLE * rate["high"], sign=False)


def percent(share: float) -> str:
    """Return a share as a percentage."""
    return f"{WHOLE * share:.1f}%"


def stats_of(result: Result) -> tuple[Stat, ...]:
    """Return the numbers below the headline that this result has."""
    card = (result.get("cardMetrics") or {}).get("candidate") or {}
    by_seen = result.get("bySeen") or {}
    smoke = result.get("smoke") or {}
    rows = [
        _answer(
            localize("Does it fire?", "是否生效？"),
            smoke.get("fired"),
            localize("share of matches", "占对局的比例"),
        ),
        _answer(
            localize("Can it be paid?", "是否付得起？"),
            smoke.get("playable"),
            localize("share of matches", "占对局的比例"),
        ),
        _answer(
            localize("Is it played?", "是否打出？"),
            smoke.get("played"),
            localize("share of matches in which it was seen", "占见到它的对局的比例"),
        ),
        _rate(localize("Was seen", "被见到"), smoke.get("seen"), localize("share of matches", "占对局的比例")),
        _rate(
            localize("Matches won", "胜局占比"),
            (result.get("winRates") or {}).get("candidate"),
            localize("even is 50%", "持平为 50%"),
        ),
        _rate(
            localize("Seen", "见到"),
            (by_seen.get("seen") or {}).get("share"),
            localize("share of blocks", "占对局组的比例"),
        ),
        _given_seen(by_seen.get("seen")),
        _rate(localize("Played when seen", "见到后打出"), card.get("playedGivenSeen")),
        _rate(localize("Dead", "死牌"), card.get("dead"), localize("seen and never played", "见到却从未打出")),
        _abort_stat(result.get("n") or {}),
    ]
    return tuple(stat for stat in rows if stat is not None)


def _answer(question: str, rate: JsonObject | None, note: str) -> Stat | None:
    """Return the answer to a question of a smoke preview: yes, rarely or no, with the share that it rests on."""
    if not rate or rate.get("rate") is None:
        return None
    word = localize("Yes", "是") if rate["rate"] >= RARE else localize("Rarely", "很少")
    if not rate["rate"]:
        word = localize("No", "否")
    return Stat(question, word, f"{percent(rate['rate'])} {_rate_interval(rate)}", note)


def _rate(label: str, rate: JsonObject | None, note: str = "") -> Stat | None:
    if not rate or rate.get("rate") is None:
        return None
    return Stat(label, percent(rate["rate"]), _rate_interval(rate), note)


def _given_seen(share: JsonObject | None) -> Stat | None:
    if not share or share.get("mean") is None:
        return None
    value = f"{signed(share['mean'])} pp"
    return Stat(
        localize("Change when seen", "见到时的变化"),
        value,
        between(share["low"], share["high"]),
        localize("change ÷ share seen", "变化 ÷ 见到占比"),
    )


def _abort_stat(counts: JsonObject) -> Stat | None:
    """Return how many matches broke a budget: a count of all that were played, so it needs no interval."""
    if not counts.get("games"):
        return None
    of = localize("of {count} matches", "共 {count} 局", count=grouped(counts["games"]))
    return Stat(localize("Aborted", "中止"), grouped(counts.get("aborted", 0)), "", of)


def flags_of(result: Result, card: Any) -> tuple[tuple[Flag, ...], tuple[Flag, ...]]:
    """Return the flags that were raised, and those that were looked at and were not; `card` is the document they are about."""
    flags = result.get("flags") or ()
    raised = tuple(_flag(result, card, each) for each in flags if each.get("raised"))
    calm = tuple(_flag(result, card, each) for each in flags if not each.get("raised"))
    return raised, calm


def _flag(result: Result, card: Any, flag: JsonObject) -> Flag:
    """Return a flag or a warning with the places it names; those that are a list elsewhere on the page are not repeated."""
    nodes = (flag["node"],) if flag.get("node") else () if flag.get("id") == "unreached" else flag.get("nodes") or ()
    return Flag(bilingual_plain(flag["text"]), tuple(place_of(_ruleset(result), card, str(node)) for node in nodes))


def warnings_of(result: Result, card: Any) -> tuple[Flag, ...]:
    """Return what a reader must know before believing the numbers."""
    return tuple(_flag(result, card, each) for each in result.get("warnings") or ())


def measures_of(result: Result) -> tuple[Measure, ...]:
    """Return the secondary measures that have an interval, in the game's own order, its further ones after them."""
    measures = result.get("measures") or {}
    info = rulesets.ruleset_info(str(result.get("ruleset") or ""))
    order = [name for name in (info.measures if info else ()) if name in measures]
    order += sorted(set(measures) - set(order))
    return tuple(_measure(measures[name]) for name in order if measures[name].get("low") is not None)


def _measure(measure: JsonObject) -> Measure:
    mean, low, high = measure["mean"], measure["low"], measure["high"]
    scale = scale_for([(low, high)], MEASURE_WIDTH)
    verdict = "stronger" if low > 0 else "weaker" if high < 0 else "unknown"
    return Measure(
        label=bilingual_plain(measure["title"]),
        note=" · ".join(filter(None, (_kind(str(measure.get("kind", ""))), _averages(measure)))),
        mean=signed(mean, 2),
        low=signed(low, 2),
        high=signed(high, 2),
        n=measure.get("n", 0),
        glyph=glyph(scale, mean, low, high, tone=tone_of(verdict)),
    )


def _kind(kind: str) -> str:
    """Return what a measure compares, where its title alone leaves that open."""
    return {
        "own": localize("own seat against the other", "己方席位与另一方之差"),
        "each": localize("mean of the seats", "各席位平均"),
        "spread": localize("difference between the seats", "席位间的差距"),
    }.get(kind, "")


def _averages(measure: JsonObject) -> str:
    """Return both averages, where they are known, as context of the difference."""
    ours, theirs = measure.get("candidate"), measure.get("baseline")
    if ours is None or theirs is None:
        return ""
    return localize("{new} against {old}", "{new}，对照 {old}", new=_plain(ours), old=_plain(theirs))


def _plain(value: float) -> str:
    return f"{value:.2f}".replace("-", MINUS)


def seen_of(result: Result) -> SeenTable | None:
    """Return the change by the turn of first sight; None where the result has none."""
    by_seen = result.get("bySeen")
    if not by_seen or not by_seen.get("rows"):
        return None
    never, seen = by_seen.get("never"), by_seen.get("seen")
    return SeenTable(tuple(_seen_row(row) for row in by_seen["rows"]), _unseen_sentence(never), _seen_sentence(seen))


def _turns(first: int, last: int | None) -> str:
    if last is None:
        return f"{first}+"
    return str(first) if first == last else f"{first}–{last}"


def _seen_row(row: JsonObject) -> SeenRow:
    share = row["share"]
    return SeenRow(
        label=_turns(row["first"], row["last"]),
        share=percent(share["rate"]),
        share_interval=_rate_interval(share),
        n=row["n"],
        mean=signed(row["mean"]),
        low=signed(row["low"]),
        high=signed(row["high"]),
        point=SeenAt(
            _turns(row["first"], row["last"]),
            tone_of(row.get("verdict")),
            (row["mean"], row["low"], row["high"]),
            (share["rate"], share["low"], share["high"]),
        ),
    )


def _unseen_sentence(unseen: JsonObject | None) -> str:
    if not unseen:
        return ""
    words = {
        "share": f"{percent(unseen['share']['rate'])} {_rate_interval(unseen['share'])}",
        "n": unseen.get("differing", 0),
    }
    if unseen.get("differing"):
        return localize(
            "Never seen in {share} of the blocks; {n} of them differed nevertheless.",
            "{share} 的对局组中从未见到该牌；其中 {n} 组仍有差异。",
            **words,
        )
    return localize(
        "Never seen in {share} of the blocks, whose matches are identical on both sides.",
        "{share} 的对局组中从未见到该牌，两边对局完全相同。",
        **words,
    )


def _seen_sentence(interval: JsonObject | None) -> str:
    if not interval or interval.get("mean") is None:
        return ""
    words = {"change": f"{signed(interval['mean'])} pp {between(interval['low'], interval['high'])}"}
    return localize(
        "When the card is seen, it changes the matches won by {change}.", "见到该牌时，胜率变化为 {change}。", **words
    )


def descriptions_of(result: Result) -> Descriptions | None:
    """Return the win rates by when the card was seen, beside those of the unchanged version."""
    described_rows = result.get("descriptions")
    if not described_rows or not described_rows.get("rows"):
        return None
    labels = {
        "OH": localize("In opening hand", "起手在手"),
        "GD": localize("Drawn later", "之后抽到"),
        "GIH": localize("In hand at any time", "任何时候在手"),
        "GNS": localize("Never seen", "从未见到"),
    }
    rows = [
        Described(row["code"], labels.get(row["code"], ""), *_three(row.get("candidate")), *_three(row.get("baseline")))
        for row in described_rows["rows"]
    ]
    iwd = described_rows.get("iwd") or {}
    if iwd.get("candidate"):
        rows.append(_improvement(iwd))
    reference = ""
    if iwd.get("baseline"):
        change = f"{signed(iwd['baseline']['mean'])} {between(iwd['baseline']['low'], iwd['baseline']['high'])}"
        reference = localize(
            "An unchanged card shows an IWD of {change} here.",
            "在此处，未改动的卡牌 IWD 也有 {change}。",
            change=change,
        )
    return Descriptions(tuple(rows), reference)


def _three(rate: JsonObject | None) -> tuple[str, str, str]:
    if not rate or rate.get("rate") is None:
        return "", "", ""
    return percent(rate["rate"]), _rate_interval(rate), grouped(rate["n"])


def _improvement(iwd: JsonObject) -> Described:
    def two(held: JsonObject | None) -> tuple[str, str]:
        return (f"{signed(held['mean'])} pp", between(held["low"], held["high"])) if held else ("", "")

    ours, theirs = two(iwd.get("candidate")), two(iwd.get("baseline"))
    return Described("IWD", localize("Improvement when drawn", "抽到时的提升"), *ours, "", *theirs, "")


def coverage_of(result: Result, card: Any) -> tuple[Reached, ...]:
    """Return how often each node of the card was reached, in the order of the document's lists."""
    nodes = result.get("coverage") or {}
    ruleset = _ruleset(result)
    titles = gateway_nodes.node_titles(ruleset) if nodes and rulesets.has_ruleset(ruleset) else {}
    return tuple(_node_coverage(place_of(ruleset, card, path), nodes, titles) for path in sorted(nodes, key=_order))


def _ruleset(result: Result) -> str:
    return str(result.get("ruleset") or "")


def _order(path: str) -> list[tuple[int, str]]:
    """Return a key that sorts pointers by place: the database does not keep the order of keys."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in path.split("/")]


def _node_coverage(place: Place, nodes: JsonObject, titles: Mapping[str, tuple[Mapping[str, str], str]]) -> Reached:
    node = nodes[place.path]
    of, matches = node.get("of") or 0, node.get("matches", 0)
    kind = str(node.get("type", ""))
    title, family = titles.get(kind, ({"en": kind, "zh": kind}, "effect"))
    share = node.get("share") or {"rate": matches / of if of else 0.0}
    is_estimated = "low" in share
    return Reached(
        place=place,
        label=bilingual_plain(title),
        kind=kind,
        family=family,
        depth=min(MAX_INDENTS, _depth(place.path, nodes)),
        width=round(WHOLE * share["rate"], 1),
        low=round(WHOLE * share["low"], 1) if is_estimated else 0.0,
        high=round(WHOLE * share["high"], 1) if is_estimated else 0.0,
        share=percent(share["rate"]),
        interval=_rate_interval(share) if is_estimated else "",
        count=localize("{matches} of {of}", "{of} 局中的 {matches} 局", matches=grouped(matches), of=grouped(of)),
        note=_note(node),
        is_never=bool(of) and not matches,
    )


def _depth(path: str, nodes: JsonObject) -> int:
    """Return how many nodes above a place are counted, too."""
    return sum(letter == "/" and path[:at] in nodes for at, letter in enumerate(path))


def _note(node: JsonObject) -> str:
    """Return what a condition decided or an effect did not do, as counts of times."""
    parts = []
    if "true" in node or "false" in node:
        counts = {"yes": grouped(node.get("true") or 0), "no": grouped(node.get("false") or 0)}
        parts.append(localize("true {yes}, false {no} times", "真 {yes} 次，假 {no} 次", **counts))
    if node.get("noop"):
        parts.append(localize("{count:time|times} without effect", "{count} 次没有效果", count=grouped(node["noop"])))
    return ", ".join(parts)


def replays_of(traces: Iterable[JsonObject]) -> tuple[Replay, ...]:
    """Return the matches behind the numbers."""
    return tuple(
        Replay(
            kind=str(trace.get("kind", "")),
            why=bilingual_plain(trace["why"]),
            seed=trace.get("seed", 0),
            block=trace.get("block", 0),
            seat=trace.get("seat", 0),
            arm=str(trace.get("arm", "")),
            opponent=str(trace.get("opponent", "")),
        )
        for trace in traces
    )
