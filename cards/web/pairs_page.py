"""What a card does together with others, as its page shows it: a line for each pair with its interaction, and what that is made of."""

from collections.abc import Iterator, Mapping, Sequence

from django.urls import reverse

from cards.csv_file import csv_text, number
from cards.gateway import faces, previews
from cards.localization import localize
from cards.models import Card, Pack, Preview
from cards.shape import JsonObject
from cards.values import frozen_dataclass
from cards.web.experiment_page import Reading, interval_words, played_facts
from cards.web.glyphs import Glyph, glyph, scale_for
from cards.web.text import bilingual_plain, grouped, long_time, signed

WIDTH, EXTENT = 420, 50.0
TONES = {"combo": "up", "clash": "down", "apart": "even"}
ICONS = {"combo": "arrow-up", "clash": "arrow-down", "apart": "check", "unknown": "circle-dashed"}
NUMBERS = ("partnerAlone", "both", "interaction")


@frozen_dataclass
class Line:
    """A pair: its interaction, what it is made of, and what links the two; `note` says why there is no number."""

    partner: str
    name: Mapping[str, str]
    url: str
    links: str
    mean: str
    interval: str
    reading: Reading
    glyph: Glyph | None
    note: str
    parts: tuple[tuple[str, str], ...]


@frozen_dataclass
class PairsView:
    """Everything that the page of pairs shows. Shapes: `alone` is what the card adds by itself, its number and its interval."""

    lines: tuple[Line, ...]
    alone: str
    holding: str
    facts: tuple[tuple[str, str], ...]


def pairs_view(preview: Preview) -> PairsView:
    """Return what a plan of pairs came to so far."""
    result, spec = preview.result or {}, preview.spec
    margin, rows = float(result.get("margin") or 0.0), result.get("rows") or []
    numbers = [row["interaction"] for row in rows if _is_read(row["interaction"])]
    scale = scale_for([(change["low"], change["high"]) for change in numbers], WIDTH, margin=margin, extent=EXTENT)
    names = names_of(preview.pack, spec)
    live = set(Card.objects.filter(pack=preview.pack, trashed_at__isnull=True).values_list("written_id", flat=True))

    def line(row: JsonObject) -> Line:
        change, partner = row["interaction"], row["partner"]
        tone = TONES.get(row["reading"], "unk")
        bar = (
            glyph(scale, change["mean"], change["low"], change["high"], tone=tone, margin=margin)
            if _is_read(change)
            else None
        )
        return Line(
            partner=partner,
            name=names[partner],
            url=reverse("cards:card-detail", args=[preview.pack, partner]) if partner in live else "",
            links=link_words(preview.pack.ruleset, row["links"]),
            mean=signed(change["mean"]) if change else "",
            interval=interval_words(change) if _is_read(change) else "",
            reading=reading_of(row["reading"]),
            glyph=bar,
            note=localize("No number: its matches exceed their budget.", "没有数字：其对局超出运算限额。")
            if row["problem"]
            else "",
            parts=tuple(_parts(result, row)),
        )

    return PairsView(
        lines=tuple(line(row) for row in rows),
        alone=_number(result.get("alone")),
        holding=_holding(result, margin),
        facts=tuple(_facts(preview, result)),
    )


def names_of(pack: Pack, spec: JsonObject) -> Mapping[str, Mapping[str, str]]:
    """Return what the partners of a plan are called, by id."""
    documents = {card["id"]: card for card in spec["cards"]}
    partners = (pair["partner"] for pair in spec["pairs"])
    return {
        name: faces.face(pack.ruleset, documents[name], {})["name"] if name in documents else {} for name in partners
    }


def link_words(ruleset: str, links: Sequence[Sequence[str]]) -> str:
    """Return what links two cards, in words; empty for a pair that was named."""
    titles = dict.fromkeys(bilingual_plain(previews.link_title(ruleset, *link)) for link in links)
    return localize(", ", "、").join(titles)


def _is_read(change: JsonObject | None) -> bool:
    return change is not None and change["low"] is not None


def reading_of(reading: str | None) -> Reading:
    """Return a reading in words, empty before the end."""
    words = {
        "combo": localize("Combo: more together", "组合：一起更强"),
        "clash": localize("Clash: less together", "相克：一起更弱"),
        "apart": localize("Too small to matter", "影响可忽略"),
        "unknown": localize("Not known yet", "尚不确定"),
    }
    return Reading(words[reading], TONES.get(reading, "unk"), ICONS[reading]) if reading else Reading()


def _number(change: JsonObject | None) -> str:
    if not change:
        return ""
    return f"{signed(change['mean'])} {interval_words(change)}" if _is_read(change) else signed(change["mean"])


def _parts(result: JsonObject, row: JsonObject) -> Iterator[tuple[str, str]]:
    """Yield what an interaction is made of: both together, less each alone."""
    if row["problem"]:
        return
    yield localize("Both together", "两张一起"), _number(row["both"])
    yield localize("This card alone", "只有此卡"), _number(result["alone"])
    yield localize("The other alone", "只有另一张"), _number(row["partnerAlone"])


def _holding(result: JsonObject, margin: float) -> str:
    """Return for what the intervals hold, or that there are none yet."""
    if result.get("stopReason") != "planned":
        return localize(
            "Means so far. Intervals and verdicts come once, at the end: the plan is read then and not before.",
            "目前只有均值。区间与判断只在结束时给出一次。",
        )
    return localize(
        "All {family} intervals of this page are simultaneous, 95%, for these decks and these bots. The band is the margin, ±{margin}.",
        "本页全部 {family} 个区间同时成立（95%），仅就这些牌组与机器人而言。色带为容差 ±{margin}。",
        family=result["family"],
        margin=f"{margin:g}",
    )


def _facts(preview: Preview, result: JsonObject) -> Iterator[tuple[str, str]]:
    """Yield how the numbers were made."""
    spec = preview.spec
    plan = localize(
        "{pairs} pairs, {blocks} blocks, {matches} matches, about {time} of processor",
        "{pairs} 对，{blocks} 组，共 {matches} 局，处理器约 {time}",
        pairs=len(spec["pairs"]),
        blocks=grouped(spec["blocks_max"]),
        matches=grouped(spec["cost"]["matches"]),
        time=long_time(spec["cost"]["cpuSeconds"]),
    )
    yield localize("Planned", "计划"), plan
    yield from played_facts(preview, result.get("n") or {})
    yield (
        localize("Measured against", "对照"),
        localize(
            "the same deck with neither card, which has its own cards in their places, on the same seeds",
            "两张都不含的同一套牌组：原位是牌组自己的卡牌，种子相同",
        ),
    )


def pairs_csv(preview: Preview) -> str:
    """Return every number of every pair as CSV; one without an interval is not the last word."""
    result = preview.result or {}
    rows: list[tuple[str, str, JsonObject | None, str]] = [("alone", "", result.get("alone"), "")]
    for row in result.get("rows") or []:
        rows += [(name, row["partner"], row[name], row["reading"] or "") for name in NUMBERS]
    lines: list[Sequence[str]] = [("number", "partner", "mean", "low", "high", "reading")]
    for name, partner, value, reading in rows:
        ends_of = value or {}
        ends = ("" if ends_of.get(key) is None else number(f"{ends_of[key]}") for key in ("mean", "low", "high"))
        lines.append((name, partner, *ends, reading if name == "interaction" else ""))
    return csv_text(lines)
