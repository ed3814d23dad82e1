"""What a preview found, in the words and numbers of its page."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Max
from django.utils import timezone

from cards.localization import localize
from cards.models import ChunkState, Preview
from cards.queries.previews.turns import Waiting, waiting
from cards.shape import JsonObject
from cards.values import frozen_dataclass
from cards.web.charts import HeadChart, SeenChart, Update, UpdatesChart, head_chart, updates_chart
from cards.web.glyphs import tone_of
from cards.web.places import Place, place_of
from cards.web.previews.facts import (
    Descriptions,
    Flag,
    Measure,
    Reached,
    Replay,
    SeenTable,
    Stat,
    coverage_of,
    descriptions_of,
    flags_of,
    measures_of,
    replays_of,
    seen_of,
    stats_of,
    warnings_of,
)
from cards.web.previews.former import FORMER, as_current
from cards.web.previews.matrix import Matrix, matrix_of
from cards.web.text import bilingual_plain, long_time, signed

WHOLE = 100  # percent
MIN_BLOCKS_FOR_ETA = 2  # blocks before which no time left is guessed


@frozen_dataclass
class Progress:
    """How far a preview is, and why it waits while it is queued. Units: blocks; percent of those expected."""

    state: str
    is_final: bool
    cancelling: bool
    blocks: int
    of: int
    percent: int
    eta: str
    why: str = ""


@frozen_dataclass
class Headline:
    """The one number, its interval and the word that the interval decides.

    Shapes: `tone` is the class of the verdict, `unk` while there is none; `verdict` is empty before one may be given.
    Units: `unit` percentage points or a measure; n in blocks.
    """

    mean: str
    low: str
    high: str
    unit: str
    n: int
    games: int
    tone: str
    verdict: str
    sentence: str
    stop: str
    has_verdict: bool
    chart: HeadChart | None


@frozen_dataclass
class Report:
    """Everything that the page of a preview shows."""

    progress: Progress
    headline: Headline | None
    is_table: bool
    is_smoke: bool
    is_former: bool
    margin: float
    played: int
    stats: tuple[Stat, ...]
    updates: tuple[Update, ...]
    chart: UpdatesChart | None
    flags: tuple[Flag, ...]
    calm: tuple[Flag, ...]
    warnings: tuple[Flag, ...]
    matrix: Matrix | None
    seen_table: SeenTable | None
    seen_chart: SeenChart | None
    measures: tuple[Measure, ...]
    descriptions: Descriptions | None
    coverage: tuple[Reached, ...]
    replays: tuple[Replay, ...]
    abort: JsonObject | None
    abort_place: Place | None
    failure: Mapping[str, str] | None


def report_of(preview: Preview) -> Report:
    """Return the current report of a preview, over the blocks played so far."""
    result = as_current(preview.result)
    card = (preview.spec or {}).get("candidate")
    flags, calm = flags_of(result, card)
    updates = _updates(result)
    margin = float(result.get("margin") or 0)
    planned_end = _planned_end(result)
    seen_table = seen_of(result)
    return Report(
        progress=progress_of(preview),
        headline=_headline(result, margin),
        is_table=result.get("unit") == "table",
        is_smoke=bool(result.get("smoke")),
        is_former=result.get("format") == FORMER,
        margin=margin,
        played=(result.get("n") or {}).get("blocks", 0),
        stats=stats_of(result),
        updates=updates,
        chart=updates_chart(updates, margin=margin, planned_end=planned_end),
        flags=flags,
        calm=calm,
        warnings=warnings_of(result, card),
        matrix=matrix_of(result, margin),
        seen_table=seen_table,
        seen_chart=seen_table.chart(margin) if seen_table else None,
        measures=measures_of(result),
        descriptions=descriptions_of(result),
        coverage=coverage_of(result, card),
        replays=replays_of(result.get("traces") or ()),
        abort=result.get("abort"),
        abort_place=_abort_place(result, card),
        failure=(preview.failure or {}).get("message"),
    )


def _abort_place(result: JsonObject, card: Any) -> Place | None:
    """Return the node that broke a budget; in words only where it is one of the card itself."""
    abort = result.get("abort")
    if not abort:
        return None
    is_own = isinstance(card, Mapping) and card.get("id") == abort.get("card")
    return place_of(str(result.get("ruleset") or ""), card if is_own else None, str(abort.get("pointer") or ""))


def _planned_end(result: JsonObject) -> int:
    """Return the block at which the preview is planned to end, 0 while none is."""
    progress = result.get("progress") or {}
    return int(progress["of"]) if progress.get("phase") == "planned" else 0


def progress_of(preview: Preview) -> Progress:
    """Return how far a preview is, and about how long it will take."""
    blocks, of = preview.blocks_done, max(preview.blocks_of, preview.blocks_done)
    percent = WHOLE if preview.state == "finished" else WHOLE * blocks // of if of else 0
    why = _why(waiting(preview=preview)) if preview.state == "queued" else ""
    return Progress(
        preview.state, preview.is_final, preview.cancel_requested, blocks, of, percent, _eta(preview, blocks, of), why
    )


def _why(queue: Waiting) -> str:
    """Return why a preview has not begun, and its place."""
    if not queue.workers:
        return localize(
            "No worker is running. The preview begins when the operator starts one.",
            "没有运行中的工作进程。运营者启动工作进程后，模拟即开始。",
        )
    if not queue.able:
        return localize(
            "The workers run another version of the engine. The preview begins when they are updated.",
            "工作进程运行的是另一版引擎。更新后，模拟即开始。",
        )
    if not queue.previews_ahead:
        return localize("It is next, once a worker is free.", "下一个就是它，有空闲的工作进程即开始。")
    place = localize("{count:preview is|previews are} ahead", "前面有 {count} 次模拟", count=queue.previews_ahead)
    if not queue.accounts:
        return localize(
            "{ahead}, all from your own account. They take turns.", "{ahead}，都属于你的账号，轮流进行。", ahead=place
        )
    return localize("{ahead}. Accounts take turns, one task each.", "{ahead}。各账号轮流，每次一项任务。", ahead=place)


def _eta(preview: Preview, blocks: int, of: int) -> str:
    if preview.is_final or preview.started_at is None or blocks < MIN_BLOCKS_FOR_ETA:
        return ""
    # Up to the last piece that came in: between two pieces the time left gets shorter, not longer.
    last = preview.chunks.filter(state=ChunkState.DONE).aggregate(at=Max("finished_at"))["at"] or timezone.now()
    spent, since = (last - preview.started_at).total_seconds(), (timezone.now() - last).total_seconds()
    seconds = max(1, round(spent * (of - blocks) / blocks - since))
    return localize("about {time} left", "约剩 {time}", time=long_time(seconds))


def _headline(result: JsonObject, margin: float) -> Headline | None:
    change = result.get("change")
    if not change:
        return None
    is_pp = change.get("unit", "pp") == "pp"
    low, high, verdict = change["low"], change["high"], result.get("verdict")
    counts = result.get("n") or {}
    stop = str(result.get("stopReason") or "")
    return Headline(
        mean=signed(change["mean"], 1 if is_pp else 2),
        low=signed(low, 1 if is_pp else 2),
        high=signed(high, 1 if is_pp else 2),
        unit="pp" if is_pp else _measure_title(result, str(change["unit"])),
        n=change.get("n") or 0,
        games=counts.get("games", 0),
        tone=tone_of(verdict),
        verdict=verdict_word(verdict),
        sentence=_sentence(change, verdict, margin) if is_pp else "",
        stop=_stop(stop, change) if is_pp else "",
        has_verdict=verdict is not None,
        chart=head_chart(change["mean"], low, high, margin) if is_pp else None,
    )


def _measure_title(result: JsonObject, name: str) -> str:
    """Return the title of the measure that a change is given in."""
    measure = (result.get("measures") or {}).get(name)
    return bilingual_plain(measure["title"]) if measure else name


def verdict_word(verdict: str | None) -> str:
    """Return the word for a verdict, empty where there is none to give."""
    words = {
        "stronger": localize("Stronger", "更强"),
        "weaker": localize("Weaker", "更弱"),
        "even": localize("Even", "持平"),
        "unknown": localize("Inconclusive", "尚不确定"),
    }
    return words.get(verdict or "", "")


def _sentence(change: JsonObject, verdict: str | None, margin: float) -> str:
    """Return what the interval says about the card."""
    pp = {"margin": f"{margin:g}"}
    if verdict is None:
        return localize(
            "This early interval is wide on purpose; there is no verdict before the pilot ends.",
            "早期区间有意放宽；试验阶段结束前不作判断。",
        )
    if verdict in ("stronger", "weaker"):
        is_beyond_margin = change["low"] > margin or change["high"] < -margin
        side = (
            localize("The whole interval lies above 0.", "整个区间都在 0 以上。")
            if verdict == "stronger"
            else localize("The whole interval lies below 0.", "整个区间都在 0 以下。")
        )
        if not (margin and is_beyond_margin):
            return side
        margin_sentence = localize(
            "It also exceeds the margin of ±{margin} pp.", "区间也超出了 ±{margin} 个百分点的容差。", **pp
        )
        return f"{side} {margin_sentence}"
    if verdict == "even":
        return localize(
            "The whole interval lies within the margin of ±{margin} pp.",
            "整个区间都在 ±{margin} 个百分点的容差之内。",
            **pp,
        )
    return localize(
        "The interval includes 0 and exceeds the margin of ±{margin} pp: the card may help, hurt or make no difference.",
        "区间包含 0 且超出 ±{margin} 个百分点的容差：该牌可能有利、有害或没有影响。",
        **pp,
    )


def _stop(reason: str, change: JsonObject) -> str:
    """Return why it ended, with the half-width that was reached, not the one hoped for."""
    params = {"half": f"±{change.get('halfWidth') or (change['high'] - change['low']) / 2:.1f}"}
    words = {
        "planned": localize("Ended as planned at {half}.", "按计划结束，半宽 {half}。", **params),
        "target": localize(
            "Ended at the requested precision, {half}.", "达到所要求的精度后结束，半宽 {half}。", **params
        ),
        "verdict": localize("Ended on a verdict, at {half}.", "得出判断后结束，半宽 {half}。", **params),
        "budget": localize(
            "Ended at the maximum number of blocks, {half}.", "达到对局组上限后结束，半宽 {half}。", **params
        ),
        "aborted: budget": localize("Ended early: matches exceeded their budget.", "提前结束：对局超出运算限额。"),
    }
    return words.get(reason, "")


def _updates(result: JsonObject) -> tuple[Update, ...]:
    """Return the interval at every update shown, of previews that have a win rate."""
    if result.get("unit") == "table":
        return ()
    return tuple(
        Update(int(each["n"]), each["mean"], each["low"], each["high"], each.get("interval") == "betting")
        for each in result.get("history") or ()
    )
