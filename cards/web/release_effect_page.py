"""What a release does to the game, as its page shows it: each deck against all others, the matrix, whole matches, the cards that differ."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from urllib.parse import urlencode

from django.urls import reverse

from cards.csv_file import csv_text, number
from cards.gateway import faces
from cards.localization import localize
from cards.models import Pack, Preview
from cards.queries.comparisons import carriers_of
from cards.shape import JsonObject
from cards.values import frozen_dataclass
from cards.web.experiment_page import Reading, matches_fact, seed_fact
from cards.web.glyphs import Glyph, glyph, scale_for
from cards.web.previews.lines import state_label
from cards.web.text import bilingual_plain, signed

WIDTH, EXTENT = 200, 25.0
PERCENT = 100
TONES = {"up": "up", "down": "down", "small": "even", "same": "even"}
ICONS = {"up": "arrow-up", "down": "arrow-down", "small": "check", "same": "minus", "unknown": "circle-dashed"}
OTHER_WAY = {"up": "down", "down": "up"}


@frozen_dataclass
class Line:
    """A deck against all others, or a measure: before and after, the change with its interval; `note` says why there is no number."""

    name: str
    before: str
    after: str
    mean: str
    interval: str
    reading: Reading
    glyph: Glyph | None
    note: str = ""


@frozen_dataclass
class Cell:
    """What a deck wins against another after the release, and how much that changed; both empty against itself."""

    share: str
    change: str
    tone: str
    words: str


@frozen_dataclass
class CardLine:
    """A card that differs, in how many matches it was seen, and what its change alone carries; the address is empty where that is no question."""

    id: str
    name: Mapping[str, str]
    url: str
    kind: str
    share: str
    carries: Reading
    carries_url: str


@frozen_dataclass
class EffectView:
    """Everything that the page of a comparison shows.

    Shapes: `matrix` has a line for each deck with a cell for each; `out` are decks that do not play, with the reason.
    """

    verdict: Reading
    rows: tuple[Line, ...]
    names: tuple[str, ...]
    matrix: tuple[tuple[str, tuple[Cell | None, ...]], ...]
    measures: tuple[Line, ...]
    cards: tuple[CardLine, ...]
    out: tuple[tuple[str, str], ...]
    holding: str
    before: str
    carrier: str
    facts: tuple[tuple[str, str], ...]

    @property
    def has_carriers(self) -> bool:
        """Return whether there is a card whose change alone can be asked about."""
        return any(card.carries_url for card in self.cards)


def effect_view(preview: Preview) -> EffectView:
    """Return what a comparison of two releases came to so far."""
    result, spec = preview.result or {}, preview.spec
    titles = {deck["id"]: bilingual_plain(deck["title"]) for deck in spec["decks"]}
    rows: Sequence[JsonObject] = result.get("rows") or []
    margin = float(result.get("margin") or 0.0)
    ends = [(row["change"]["low"], row["change"]["high"]) for row in rows if row["change"] and _is_read(row)]
    scale = scale_for(ends, WIDTH, margin=margin, extent=EXTENT)

    def bar_of(row: JsonObject) -> Glyph | None:
        if not row["change"] or not _is_read(row):
            return None
        change = row["change"]
        tone = TONES.get(row["reading"], "unk")
        return glyph(scale, change["mean"], change["low"], change["high"], tone=tone, margin=margin)

    cells: Sequence[JsonObject] = result.get("cells") or []
    playing = [row["deck"] for row in rows] if cells else []
    return EffectView(
        verdict_of(result),
        tuple(_line(row, titles[row["deck"]], bar_of(row), " %") for row in rows),
        tuple(titles[name] for name in playing),
        tuple((titles[name], _cells(name, playing, cells)) for name in playing),
        tuple(_measure(row) for row in result.get("measures") or ()),
        tuple(_cards(preview, result)),
        tuple(_out(spec)),
        _holding(result),
        str(preview.plan["release"]),
        str(preview.plan.get("carrier", "")),
        tuple(_facts(preview, result)),
    )


def _is_read(row: JsonObject) -> bool:
    return bool(row["change"]["low"] is not None)


def verdict_of(result: JsonObject) -> Reading:
    """Return what a comparison says as a whole; empty before its end."""
    verdict = result.get("verdict")
    if verdict is None:
        return Reading()
    word, tone, icon = {
        "changed": (localize("The release changes who wins", "此次发布改变了胜负"), "unk", "git-compare"),
        "even": (
            localize("No deck gains or loses more than the margin", "没有牌组的增减超过容差"),
            "even",
            "check",
        ),
        "unknown": (
            localize("No change shown; one within the intervals may be there", "未显示变化；区间之内仍可能有变化"),
            "unk",
            "circle-dashed",
        ),
    }[verdict]
    return Reading(word, tone, icon)


def _reading(row: JsonObject) -> Reading:
    reading = row["reading"]
    if reading is None:
        return Reading()
    word = {
        "up": localize("Rises", "上升"),
        "down": localize("Falls", "下降"),
        "small": localize("Too small to matter", "影响可忽略"),
        "unknown": localize("No change shown", "未显示变化"),
        "same": localize("The same matches", "对局完全相同"),
    }[reading]
    return Reading(word, TONES.get(reading, "unk"), ICONS[reading])


def _line(row: JsonObject, name: str, bar: Glyph | None, sign: str) -> Line:
    if row["change"] is None:
        note = localize("Matches exceed their budget", "对局超出运算限额") if row["problem"] else ""
        return Line(name, "", "", "", "", Reading(), None, note)
    change, low = row["change"], row["change"]["low"]
    interval = "" if low is None else f"[{signed(low)}, {signed(change['high'])}]"
    before, after = (f"{share:.1f}{sign}" for share in (row["before"], row["after"]["mean"]))
    return Line(name, before, after, signed(change["mean"]), interval, _reading(row), bar)


def _measure(row: JsonObject) -> Line:
    line = _line(row, bilingual_plain(row["title"]), None, "")
    is_same = row["reading"] == "same"
    return replace(line, reading=Reading(localize("As before", "与之前相同"), "even", "minus")) if is_same else line


def _cells(name: str, playing: Sequence[str], cells: Sequence[JsonObject]) -> tuple[Cell | None, ...]:
    """Return what a deck wins against each, None against itself."""
    by_pair = {tuple(cell["decks"]): cell for cell in cells}
    out: list[Cell | None] = []
    for other in playing:
        own = by_pair.get((name, other))
        cell = own or by_pair.get((other, name))
        if cell is None or cell["change"] is None:
            out.append(None if cell is None else Cell("–", "", "", localize("No number", "没有数字")))
            continue
        mean, share = cell["change"]["mean"], cell["after"]["mean"]
        reading = cell["reading"] if own else OTHER_WAY.get(cell["reading"], cell["reading"])
        change, after = (mean, share) if own else (0.0 - mean, PERCENT - share)
        words = _reading({"reading": reading}).word
        out.append(Cell(f"{after:.0f}%", signed(change), TONES.get(reading or "", "unk"), words))
    return tuple(out)


def _cards(preview: Preview, result: JsonObject) -> Iterator[CardLine]:
    kinds = {
        "changed": localize("Changed", "有改动"),
        "added": localize("Added", "新增"),
        "removed": localize("Removed", "移除"),
    }
    spec, pack = preview.spec, preview.pack
    documents = {document["id"]: document for document in (*spec["before"], *spec["after"])}
    carriers, cards = carriers_of(preview), result.get("cards") or ()
    is_whole = "carrier" not in preview.plan and len(cards) > 1
    for card in cards:
        document = documents.get(card["id"])
        name = faces.face(pack.ruleset, document, {})["name"] if document else {}
        share = localize("not looked for", "不统计") if card["seen"] is None else f"{card['seen']:.0f}%"
        url = reverse("cards:card-detail", args=[pack, card["id"]]) if card["kind"] != "removed" else ""
        carries, carries_url = Reading(), ""
        if is_whole and card["kind"] == "changed":
            carries, carries_url = _carried(pack, card["id"], carriers.get(card["id"]))
        yield CardLine(card["id"], name, url, kinds[card["kind"]], share, carries, carries_url)


def _carried(pack: Pack, card: str, comparison: Preview | None) -> tuple[Reading, str]:
    """Return what is known of what the change of a card alone carries, and where more is or where that is started."""
    if comparison is None:
        url = reverse("cards:release-compare", args=[pack]) + "?" + urlencode({"card": card})
        return Reading(localize("Measure this card", "测量此卡"), "unk", "chart-line"), url
    reading = verdict_of(comparison.result or {})
    url = reverse("cards:preview-detail", args=[pack, comparison.number])
    return (reading if reading.word else Reading(state_label(comparison.state), "unk", "circle-dashed")), url


def _out(spec: JsonObject) -> Iterator[tuple[str, str]]:
    """Yield the decks that do not play, each with the reason and the codes of its problems."""
    words = {
        "illegal": localize("no longer legal", "不再合法"),
        "new": localize("legal only with this release", "发布后才合法"),
        "broken": localize("illegal before and after", "前后均不合法"),
        "spare": localize("legal, but not played", "合法，但未参与对局"),
    }
    for deck in spec["decks"]:
        if deck["state"] in words:
            codes = f" ({', '.join(deck['problems'])})" if deck["problems"] else ""
            yield bilingual_plain(deck["title"]), words[deck["state"]] + codes


def _holding(result: JsonObject) -> str:
    if result.get("stopReason") != "planned":
        return localize("Means so far; intervals come at the end.", "目前的均值；区间在结束时给出。")
    return localize(
        "All {family} intervals are simultaneous, at 95 %, for these decks and these bots.",
        "全部 {family} 个区间同时成立（95%），仅就这些牌组与机器人而言。",
        family=result["family"],
    )


def _facts(preview: Preview, result: JsonObject) -> Iterator[tuple[str, str]]:
    yield matches_fact(result.get("n") or {})
    pairs, differing = len(preview.spec["pairs"]), sum(preview.spec["touched"])
    yield (
        localize("Pairs of decks", "牌组对阵"),
        localize(
            "{pairs}, of which {touched} lead to a card that differs",
            "{pairs} 组，其中 {touched} 组涉及有差异的卡牌",
            pairs=pairs,
            touched=differing,
        ),
    )
    yield seed_fact(preview)


@frozen_dataclass
class EffectRow:
    """What is known of the effect of a release, in one line: a word, its class and icon, and where more is."""

    word: str
    tone: str
    icon: str
    url: str


def effect_row(preview: Preview | None, pack: Pack) -> EffectRow:
    """Return what is known of the effect of a plan or a release; without a comparison, where one is started."""
    if preview is None:
        url = reverse("cards:release-compare", args=[pack])
        return EffectRow(localize("not compared yet", "尚未对比"), "t-warn", "triangle-alert", url)
    reading = verdict_of(preview.result or {})
    url = reverse("cards:preview-detail", args=[pack, preview.number])
    if not reading.word:
        return EffectRow(state_label(preview.state), "muted", "circle-dashed", url)
    is_changed = (preview.result or {}).get("verdict") == "changed"
    tone, icon = ("t-warn", "triangle-alert") if is_changed else ("t-ok", "circle-check")
    return EffectRow(reading.word, tone, icon, url)


def effect_csv(preview: Preview) -> str:
    """Return every table of a comparison as one CSV text."""
    result = preview.result or {}
    lines: list[Sequence[str]] = [("table", "name", "other", "before", "after", "change", "low", "high", "reading")]
    groups = (
        ("rows", lambda row: (row["deck"], "")),
        ("cells", lambda row: (row["decks"][0], row["decks"][-1])),
        ("measures", lambda row: (row["name"], "")),
    )
    for table, names in groups:
        for row in result.get(table) or ():
            change = row["change"] or {"mean": None, "low": None, "high": None}
            after = row["after"]["mean"] if row["after"] else None
            values = (row["before"], after, change["mean"], change["low"], change["high"])
            cells = ("" if value is None else number(f"{value}") for value in values)
            lines.append((table, *names(row), *cells, row["reading"] or ""))
    return csv_text(lines)
