"""The rows of a preview's report, read out of the engine's result."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from cards import gateway
from cards.web.text import MINUS, bilingual_plain, grouped, signed

WHOLE = 100  # percent
DEEPEST = 8  # indents of the coverage list

Result = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Stat:
    """One number below the headline."""

    label: str
    value: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Flag:
    """Something about the card that deserves a look, or that was looked at and is well."""

    text: str
    node: str = ""


@dataclass(frozen=True, slots=True)
class Metric:
    """One measure of both sides."""

    label: str
    baseline: str
    candidate: str
    change: str
    interval: str
    n: int
    direction: str


@dataclass(frozen=True, slots=True)
class SeenRow:
    """The win rate of the matches in which the card was seen at some time."""

    code: str
    label: str
    rate: str
    interval: str
    n: str


@dataclass(frozen=True, slots=True)
class Reached:
    """How often one node of the card was reached. Units: percent of matches."""

    path: str
    label: str
    depth: int
    percent: int
    note: str


def stats_of(result: Result) -> tuple[Stat, ...]:
    """Return the numbers below the headline that this result has."""
    card = (result.get("cardMetrics") or {}).get("candidate") or {}
    played = result.get("n") or {}
    found = [
        _rate(gettext("Deck win rate"), ((result.get("winRates") or {}).get("candidate") or {}).get("all")),
        _rate(gettext("Played when seen"), card.get("playedGivenSeen")),
        _rate(gettext("Dead-card rate"), card.get("deadRate"), gettext("seen and never played")),
        _rounds(result),
        _pairing(result),
    ]
    if played:
        aborted = gettext("of %(count)s matches") % {"count": grouped(played.get("games", 0))}
        found.append(Stat(gettext("Aborted"), grouped(played.get("aborted", 0)), aborted))
    return tuple(stat for stat in found if stat is not None)


def _rate(label: str, rate: Mapping[str, Any] | None, note: str = "") -> Stat | None:
    if not rate or rate.get("rate") is None:
        return None
    return Stat(label, percent(rate["rate"]), note)


def _rounds(result: Result) -> Stat | None:
    """Return how long matches are, as their game counts it."""
    compared = result.get("comparison") or {}
    name = next((each for each in _order(result) if each in compared), "")
    if not name:
        return None
    length, unit = compared[name], bilingual_plain(compared[name]["title"])
    before = length.get("baseline")
    note = gettext("%(unit)s, before %(count).1f") % {"unit": unit, "count": before} if before is not None else unit
    return Stat(gettext("Match length"), f"{length['candidate']:.1f}", note)


def _order(result: Result) -> tuple[str, ...]:
    """Return the measures of the game in its own order, the length of a match first."""
    info = gateway.ruleset_info(str(result.get("ruleset") or ""))
    return info.measures if info else ()


def _pairing(result: Result) -> Stat | None:
    factor = result.get("varianceFactor")
    return Stat(gettext("Pairing gain"), f"{factor:.1f}×", gettext("fewer matches needed")) if factor else None


def percent(share: float) -> str:
    """Return a share as a percentage."""
    return f"{WHOLE * share:.1f}%"


def flags_of(result: Result) -> tuple[tuple[Flag, ...], tuple[Flag, ...]]:
    """Return the flags that were raised, and those that were looked at and were not."""
    flags = result.get("flags") or ()
    raised = tuple(_flag(each) for each in flags if each.get("raised"))
    calm = tuple(_flag(each) for each in flags if not each.get("raised"))
    return raised, calm


def _flag(flag: Mapping[str, Any]) -> Flag:
    return Flag(bilingual_plain(flag["text"]), str(flag.get("node") or ""))


def warnings_of(result: Result) -> tuple[str, ...]:
    """Return what a reader must know before believing the numbers."""
    return tuple(bilingual_plain(each["text"]) for each in result.get("warnings") or ())


def metrics_of(result: Result) -> tuple[Metric, ...]:
    """Return every measure of whole matches on both sides, with the interval of its change."""
    measures = result.get("comparison") or {}
    order = [*(key for key in _order(result) if key in measures), *sorted(set(measures) - set(_order(result)))]
    return tuple(_metric(measures[key]) for key in order)


def _metric(measure: Mapping[str, Any]) -> Metric:
    low, high = measure.get("interval") or (None, None)
    is_sure = low is not None and high is not None and (low > 0 or high < 0)
    change = measure.get("change")
    return Metric(
        label=bilingual_plain(measure["title"]),
        baseline=_number(measure.get("baseline")),
        candidate=_number(measure.get("candidate")),
        change=signed(change, 2) if change is not None else "",
        interval=f"[ {signed(low, 2)}, {signed(high, 2)} ]" if low is not None and high is not None else "",
        n=measure.get("n", 0),
        direction=("up" if change > 0 else "down") if is_sure and change else "",
    )


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.1f}".replace("-", MINUS)


def seen_rows(card: Mapping[str, Any]) -> tuple[SeenRow, ...]:
    """Return the win rate by when the card was first seen: opening hand, later, at all, never."""
    when = card.get("winWhenSeen") or {}
    names = (
        ("OH", "opening", gettext("In opening hand")),
        ("GD", "later", gettext("Drawn later")),
        ("GIH", "seen", gettext("In hand at any time")),
        ("GNS", "never", gettext("Never seen")),
    )
    rows = [_seen(code, label, when[key]) for code, key, label in names if when.get(key)]
    if when.get("improvement") is not None:
        pp = f"{signed(WHOLE * when['improvement'])} pp"
        rows.append(SeenRow("IWD", gettext("Improvement when drawn"), pp, "", ""))
    return tuple(rows)


def _seen(code: str, label: str, rate: Mapping[str, Any]) -> SeenRow:
    low, high = rate["interval"]
    return SeenRow(code, label, percent(rate["rate"]), f"[ {percent(low)}, {percent(high)} ]", grouped(rate["n"]))


def coverage_of(result: Result) -> tuple[Reached, ...]:
    """Return how often each node of the card was reached, in the order of the document's lists."""
    nodes = result.get("coverage") or {}
    return tuple(_reached(path, nodes[path]) for path in sorted(nodes, key=_place))


def _place(path: str) -> list[tuple[int, str]]:
    """Return a key that sorts pointers by place: the database does not keep the order of keys."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in path.split("/")]


def _reached(path: str, node: Mapping[str, Any]) -> Reached:
    of = node.get("of") or 0
    yes, no = node.get("true"), node.get("false")
    note = ""
    if yes is not None or no is not None:
        note = gettext("true %(yes)s, false %(no)s times") % {"yes": grouped(yes or 0), "no": grouped(no or 0)}
    elif node.get("noop"):
        note = gettext("%(count)s times without effect") % {"count": grouped(node["noop"])}
    share = WHOLE * node.get("matches", 0) / of if of else 0.0
    return Reached(
        path=path,
        label=str(node.get("type", "")),
        depth=min(DEEPEST, max(0, sum(part.isdigit() for part in path.split("/")) - 1)),
        percent=max(1, round(share)) if share else 0,
        note=note,
    )
