"""A search for numbers as its page shows it: the rounds, how it ended, and each confirmed change with its texts and the decks it breaks."""

from collections.abc import Iterator, Mapping, Sequence

from cards.csv_file import csv_text, number
from cards.gateway import previews, wording
from cards.localization import HTML_LANGUAGES, localize
from cards.models import Preview, PreviewState
from cards.queries.beside import names_beside
from cards.queries.decks import decks_broken
from cards.queries.problems import game_of
from cards.services.previews.tune import ITSELF, REACHED, changes_of
from cards.shape import JsonObject
from cards.values import frozen_dataclass
from cards.web.experiment_page import played_facts
from cards.web.glyphs import Glyph, Scale, glyph, scale_for
from cards.web.marked import Piece, marked
from cards.web.places import value_of
from cards.web.previews.lines import baseline_label
from cards.web.text import grouped, signed
from cards.web.tune_chart import CONFIRMATION, LETTERS, SearchChart, search_chart

WIDTH, EXTENT = 300, 25.0
PERCENT = 100


@frozen_dataclass
class Step:
    """One number that a candidate has otherwise, in words."""

    words: str
    before: int
    after: int


@frozen_dataclass
class Round:
    """One plan of a search, with how many candidates it plays and how many it set aside; empty while it runs."""

    name: str
    candidates: int
    blocks: str
    note: str
    is_fresh: bool
    is_running: bool


@frozen_dataclass
class Text:
    """The rules text of a candidate in a language: what goes, what comes and what stays, in order."""

    label: str
    tag: str
    pieces: tuple[Piece, ...]
    is_changed: bool


@frozen_dataclass
class Option:
    """A candidate of the confirmation, or the card as it stands."""

    candidate: int
    letter: str
    title: str
    steps: tuple[Step, ...]
    word: str
    tone: str
    icon: str
    glyph: Glyph | None
    mean: str
    interval: str
    n: str
    texts: tuple[Text, ...]
    decks: tuple[str, ...]
    is_offered: bool
    is_taken: bool


@frozen_dataclass
class Searched:
    """A candidate in the last round that played it."""

    steps: tuple[Step, ...]
    mean: str
    interval: str
    n: str
    fate: str


@frozen_dataclass
class TuneView:
    """Everything that the page of a search shows.

    Shapes: `ending` is how it ended in a sentence, empty before; `limits` are numbers at an end of their range in the nearest candidate.
    """

    target: str
    against: str
    percent: int
    rounds: tuple[Round, ...]
    ending: str
    limits: tuple[str, ...]
    options: tuple[Option, ...]
    chart: SearchChart | None
    searched: tuple[Searched, ...]
    facts: tuple[tuple[str, str], ...]


def tune_view(preview: Preview) -> TuneView:
    """Return a search as it is now."""
    results = results_of(preview)
    last = results[-1] if results else {}
    is_read = last.get("end") is not None
    return TuneView(
        target=_target(preview),
        against=_against(preview),
        percent=_percent(preview, results),
        rounds=tuple(_rounds(preview, results)),
        ending=_ending(preview, last),
        limits=tuple(_limits(preview, last)) if last.get("end") == "none" else (),
        options=tuple(_options(preview, last)) if is_read else (),
        chart=search_chart(preview, results),
        searched=tuple(_searched(preview, results)),
        facts=tuple(played_facts(preview, _played(results))),
    )


def results_of(preview: Preview) -> list[JsonObject]:
    """Return the results of the plans of a search, the one that runs the last."""
    return [*preview.rounds, *([preview.result] if preview.result else [])]


def _played(results: Sequence[JsonObject]) -> JsonObject:
    """Return how many matches and blocks all plans played."""
    return {name: sum(result["n"][name] for result in results) for name in ("games", "blocks")}


def _target(preview: Preview) -> str:
    spec = preview.spec
    return f"{signed(spec['aim'] / PERCENT)} ± {spec['tolerance'] / PERCENT:g}"


def _against(preview: Preview) -> str:
    """Return what the target is measured against."""
    if preview.plan["search"]["against"] == ITSELF:
        return localize("the draft as it stands", "现有草稿")
    return baseline_label(preview)


def _percent(preview: Preview, results: Sequence[JsonObject]) -> int:
    """Return how many of the matches that all plans take were played, a confirmation of the usual length among them."""
    if preview.is_final:
        return PERCENT
    spec = preview.spec
    before = sum(result["cost"]["matches"] for result in preview.rounds)
    rest = spec["cost"]["matches"]
    if spec["stage"] != CONFIRMATION:
        rest = previews.tune_matches_ahead(spec) + previews.tune_confirmation_ahead(spec)
    games = before + (preview.result["n"]["games"] if preview.result else 0)
    return min(PERCENT - 1, PERCENT * games // max(1, before + rest))


def _rounds(preview: Preview, results: Sequence[JsonObject]) -> Iterator[Round]:
    spec = preview.spec
    history = [
        (result["stage"], result["round"], len(result["rows"]), result["progress"]["of"]) for result in preview.rounds
    ]
    now = (spec["stage"], spec["round"], len(spec["alive"]), spec["blocks_max"])
    counts = [*(count for _, _, count, _ in history), now[2]]
    for place, (stage, round_number, count, blocks) in enumerate((*history, now)):
        is_last = place == len(history)
        is_fresh = stage == CONFIRMATION
        yield Round(
            name=localize("Confirmation", "确认") if is_fresh else localize("Round {n}", "第 {n} 轮", n=round_number),
            candidates=count,
            blocks=localize("× {blocks} blocks each", "× 每个 {blocks} 组", blocks=grouped(blocks)),
            note=_round_note(preview, is_fresh, 0 if is_last else _set_aside(preview, place, counts)),
            is_fresh=is_fresh,
            is_running=is_last and not preview.is_final,
        )


def _set_aside(preview: Preview, place: int, counts: Sequence[int]) -> int:
    """Return how many candidates a round left behind; the card as it stands joins in the confirmation."""
    joins = place + 1 == len(preview.rounds) and preview.spec["stage"] == CONFIRMATION and -1 in preview.spec["alive"]
    return counts[place] - counts[place + 1] + joins


def _round_note(preview: Preview, is_fresh: bool, set_aside: int) -> str:
    if is_fresh:
        return localize(
            "new seeds; {family:interval|simultaneous intervals}, 95%",
            "新种子；{family} 个区间同时成立，95%",
            family=preview.spec["family"],
        )
    return localize("{count} set aside", "搁置 {count} 个", count=set_aside) if set_aside else ""


def _ending(preview: Preview, last: JsonObject) -> str:
    """Return how the search ended, in a sentence; empty before its end."""
    if preview.state == PreviewState.CANCELLED:
        return localize(
            "Cancelled before its end, so no candidate is confirmed and none is offered.",
            "结束前已取消，因此没有候选得到确认，也不提供任何候选。",
        )
    if preview.state != PreviewState.FINISHED:
        return ""
    end = last.get("end")
    rows = [row for row in last["rows"] if row["change"] is not None]
    if end is None:
        return localize(
            "No numbers: the matches of these candidates exceed their budget.", "没有数字：这些候选的对局超出运算限额。"
        )
    if end == "already":
        as_it_stands = next(row for row in rows if row["isAsItStands"])
        if changes_of(preview, as_it_stands):
            return localize(
                "With {change} alone the card is on target: {estimate}.",
                "只需{change}，此卡即符合目标：{estimate}。",
                change=_in_words(preview, as_it_stands),
                estimate=_estimate(as_it_stands),
            )
        return localize(
            "The card is on target as it stands: {estimate}. A closer tolerance is the only reason to search.",
            "此卡无需改动即符合目标：{estimate}。只有缩小误差才有理由搜索。",
            estimate=_estimate(as_it_stands),
        )
    nearest = min((row for row in rows if not row["isAsItStands"]), key=lambda row: _distance(preview, row))
    words = {"estimate": _estimate(nearest), "change": _in_words(preview, nearest)}
    if end == REACHED:
        return localize(
            "{count:change reaches|changes reach} the target: on new seeds the whole interval lies within it. The smallest change comes first.",
            "{count} 项改动达到目标：在新种子上，整个区间都在目标之内。最小的改动排在最前。",
            count=sum(row["reading"] == REACHED for row in rows if not row["isAsItStands"]),
        )
    if end == "none":
        return localize(
            "Nothing within these ranges reaches the target. The nearest is {change}: {estimate}.",
            "给定范围内没有任何取值达到目标。最接近的是{change}：{estimate}。",
            **words,
        )
    return localize(
        "The nearest candidates are not confirmed. {change} has {estimate} on new seeds, which reaches beyond the target, so it is not offered. In the rounds it was the luckiest of many.",
        "最接近的候选未能得到确认。{change}在新种子上为 {estimate}，超出目标范围，因此不提供。各轮中它只是众多候选里最走运的一个。",
        **words,
    )


def _distance(preview: Preview, row: JsonObject) -> float:
    return abs(float(row["change"]["mean"]) - preview.spec["aim"] / PERCENT)


def _estimate(row: JsonObject) -> str:
    change = row["change"]
    interval = "" if change["low"] is None else f" {_interval(change)}"
    return f"{signed(change['mean'])}{interval}"


def _interval(change: JsonObject) -> str:
    return f"[ {signed(change['low'])}, {signed(change['high'])} ]"


def _in_words(preview: Preview, row: JsonObject) -> str:
    return localize(", ", "，").join(f"{step.words} {step.before} → {step.after}" for step in _steps(preview, row))


def _steps(preview: Preview, row: JsonObject) -> tuple[Step, ...]:
    pack, card = preview.pack, preview.spec["candidate"]
    return tuple(
        Step(value_of(pack.ruleset, card, change["pointer"]).words, change["from"], change["to"])
        for change in changes_of(preview, row)
    )


def _limits(preview: Preview, last: JsonObject) -> Iterator[str]:
    for limit in last.get("limits") or []:
        words = value_of(preview.pack.ruleset, preview.spec["candidate"], limit["pointer"]).words
        yield localize(
            "{words} is at the end of its range, {value}. A wider range may reach the target.",
            "{words}已到范围边界 {value}。放宽范围后可能达到目标。",
            words=words,
            value=limit["value"],
        )


def _options(preview: Preview, last: JsonObject) -> Iterator[Option]:
    """Yield the card as it stands and the candidates that were confirmed or not, the smallest change first."""
    aim, tolerance = preview.spec["aim"] / PERCENT, preview.spec["tolerance"] / PERCENT
    changes = [row["change"] for row in last["rows"] if row["change"] is not None]
    ends = [(change["low"] - aim, change["high"] - aim) for change in changes if change["low"] is not None]
    scale = scale_for(ends, WIDTH, margin=tolerance, extent=EXTENT)
    letters = iter(LETTERS)
    for row in last["rows"]:
        letter = "" if row["isAsItStands"] else next(letters)
        yield _option(preview, row, letter, scale)


def _option(preview: Preview, row: JsonObject, letter: str, scale: Scale) -> Option:
    change, steps = row["change"], _steps(preview, row)
    aim, tolerance = preview.spec["aim"] / PERCENT, preview.spec["tolerance"] / PERCENT
    is_reached = row["reading"] == REACHED
    word, tone, icon = reading_of(row, aim)
    bar = None
    if change is not None:
        ends = (change["mean"] - aim, change["low"] - aim, change["high"] - aim)
        bar = glyph(scale, *ends, tone=tone, margin=tolerance)
    title = localize("As it stands", "不作改动")
    if steps:
        title = localize("{count:number changes|numbers change}", "{count} 处改动", count=len(steps))
    return Option(
        candidate=row["candidate"],
        letter=letter,
        title=title,
        steps=steps,
        word=word,
        tone=tone,
        icon=icon,
        glyph=bar,
        mean=signed(change["mean"]) if change else "",
        interval=_interval(change) if change else "",
        n=localize("points, {n} blocks on new seeds", "百分点，新种子 {n} 组", n=grouped(change["n"]))
        if change
        else "",
        texts=tuple(_texts(preview, row)) if is_reached and steps else (),
        decks=tuple(_decks(preview, row)) if is_reached and steps else (),
        is_offered=is_reached and bool(steps),
        is_taken=(preview.choice or {}).get("candidate") == row["candidate"],
    )


def reading_of(row: JsonObject, aim: float) -> tuple[str, str, str]:
    """Return what the interval of a candidate says: word, class and icon."""
    if row["reading"] == REACHED:
        return localize("Reaches the target", "达到目标"), "even", "check"
    if row["reading"] == "missed":
        is_above = row["change"]["mean"] > aim
        word = localize("Above the target", "高于目标") if is_above else localize("Below the target", "低于目标")
        return word, "up" if is_above else "down", "arrow-up" if is_above else "arrow-down"
    if row["reading"] == "budget":
        return localize("No number: its matches exceed their budget", "没有数字：对局超出运算限额"), "unk", "ban"
    return localize("Not confirmed", "未能确认"), "unk", "circle-dashed"


def documents_of(preview: Preview, row: JsonObject) -> tuple[JsonObject, JsonObject]:
    """Return the draft that the search began with, and the card of a candidate."""
    changes = changes_of(preview, row)
    card = preview.spec["candidate"]
    before = previews.with_numbers(card, [(each["pointer"], each["from"]) for each in changes])
    return before, previews.with_numbers(card, [(each["pointer"], each["to"]) for each in changes])


def _texts(preview: Preview, row: JsonObject) -> Iterator[Text]:
    """Yield the rules text before and after, in both languages."""
    before, after = documents_of(preview, row)
    game, names = game_of(pack=preview.pack), names_beside(before, pack=preview.pack)
    for language, label in (("en", "en"), ("zh", "中")):
        texts = [wording.rules_text(game, document, language, names) for document in (before, after)]
        yield Text(label, HTML_LANGUAGES[language], tuple(marked(*texts)), texts[0] != texts[1])


def _decks(preview: Preview, row: JsonObject) -> list[str]:
    if preview.card is None:
        return []
    _, after = documents_of(preview, row)
    return [deck.name or deck.deck_id for deck in decks_broken(pack=preview.pack, card=preview.card, document=after)]


def _searched(preview: Preview, results: Sequence[JsonObject]) -> Iterator[Searched]:
    """Yield every candidate in the last round that played it, those that went furthest first."""
    last: dict[int, tuple[JsonObject, JsonObject]] = {}
    for result in results:
        last |= {row["candidate"]: (result, row) for row in result["rows"]}
    for result, row in sorted(last.values(), key=lambda pair: -pair[0]["round"]):
        change = row["change"]
        if change is None:
            continue
        is_fresh = result["stage"] == CONFIRMATION
        fate = localize("round {n}, compared only", "第 {n} 轮，仅作比较", n=result["round"])
        if is_fresh:
            fate = reading_of(row, result["aim"])[0] if row["reading"] else localize("being confirmed", "确认中")
        yield Searched(
            _steps(preview, row),
            signed(change["mean"]),
            "" if change["low"] is None else _interval(change),
            grouped(change["n"]),
            fate,
        )


def tune_csv(preview: Preview) -> str:
    """Return every candidate of every round as CSV; only those of the confirmation have intervals, and only at its end."""
    head = ("round", "stage", "candidate", "changes", "mean", "low", "high", "n", "reading")
    lines = []
    for result in results_of(preview):
        for row in result["rows"]:
            change: Mapping[str, float | None] = row["change"] or {}
            numbers = ("" if change.get(key) is None else number(f"{change[key]}") for key in ("mean", "low", "high"))
            changes = " ".join(f"{each['pointer']}={each['to']}" for each in changes_of(preview, row))
            place = (f"{result['round']}", result["stage"], f"{row['candidate']}")
            lines.append((*place, changes, *numbers, f"{change.get('n', '')}", row["reading"] or ""))
    return csv_text([head, *lines])
