"""Previews in lists, and what their two sides are called."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.urls import reverse

from cards.gateway import faces
from cards.localization import localize
from cards.models import Account, Pack, Preview, PreviewState
from cards.values import frozen_dataclass
from cards.web.glyphs import Glyph, glyph, scale_for, tone_of
from cards.web.places import value_of
from cards.web.previews.former import within_whole
from cards.web.previews.report import verdict_word

LIST_SPAN, LIST_WIDTH = (-15.0, 15.0), 112  # one scale for all lines; wider intervals are cut


@frozen_dataclass
class PreviewLine:
    """A preview in a list."""

    number: int
    url: str
    card: str
    card_url: str
    name: Mapping[str, str]
    chip: str
    state_label: str
    mean: float | None
    low: float | None
    high: float | None
    glyph: Glyph | None
    tone: str
    verdict: str
    n: int | None
    at: datetime
    by: Account


def line_of(preview: Preview, pack: Pack) -> PreviewLine:
    """Return a preview as a line of a list."""
    estimate = preview.estimate or {}
    ends = within_whole(estimate["interval_pp"]) if estimate.get("interval_pp") else None
    verdict = estimate.get("verdict")
    card = preview.card.written_id if preview.card else ""
    return PreviewLine(
        number=preview.number,
        url=reverse("cards:preview-detail", args=[pack, preview.number]),
        card=card,
        card_url=reverse("cards:card-detail", args=[pack, card]) if card else "",
        name=_name(preview, pack),
        chip=_CHIPS[preview.state],
        state_label=state_label(preview.state),
        mean=estimate.get("mean_pp"),
        low=ends[0] if ends else None,
        high=ends[1] if ends else None,
        glyph=glyph(scale_for((LIST_SPAN,), LIST_WIDTH), estimate["mean_pp"], *ends, tone=tone_of(verdict))
        if ends
        else None,
        tone=tone_of(verdict),
        verdict=verdict_word(verdict),
        n=estimate.get("n"),
        at=preview.queued_at,
        by=preview.requested_by,
    )


def _name(preview: Preview, pack: Pack) -> Mapping[str, str]:
    """Return what the card is called now, in both languages."""
    document = preview.card.draft.document if preview.card else None
    if not isinstance(document, dict) or preview.card is None:
        return {"en": "", "zh": ""}
    name: Mapping[str, str] = faces.face(pack.ruleset, document, preview.card.draft.texts)["name"]
    return name


_CHIPS = {
    PreviewState.QUEUED.value: "",
    PreviewState.RUNNING.value: "chip--info",
    PreviewState.FINISHED.value: "chip--ok",
    PreviewState.CANCELLED.value: "",
    PreviewState.FAILED.value: "chip--err",
}


def state_label(state: str) -> str:
    """Return the word for how far a preview is."""
    return {
        "queued": localize("queued", "排队中"),
        "running": localize("running", "运行中"),
        "cancelled": localize("cancelled", "已取消"),
        "failed": localize("failed", "失败"),
        "finished": localize("finished", "已完成"),
    }[state]


def side_labels(preview: Preview) -> tuple[str, str]:
    """Return what the two sides of a preview are called."""
    candidate = f"v{preview.candidate_version.number}" if preview.candidate_version else ""
    if not candidate:
        candidate = localize("draft r{number}", "草稿 r{number}", number=preview.candidate_revision or 0)
    if preview.sweep is not None:
        swept = value_of(preview.pack.ruleset, (preview.spec or {}).get("candidate"), preview.sweep.pointer)
        candidate = f"{candidate}, {swept.words} = {preview.sweep_value}"
    return candidate, baseline_label(preview)


def baseline_label(preview: Preview) -> str:
    """Return what a card plays against: a former version, else reference cards in its place, or what there is without it."""
    if preview.baseline_version:
        return f"v{preview.baseline_version.number}"
    if _is_of_the_table(preview):
        return localize("matches without it", "不含该牌的对局")
    baseline: Mapping[str, Any] = (preview.result or {}).get("against") or (preview.spec or {}).get("layout") or {}
    return (
        localize("reference cards", "参照卡")
        if baseline.get("references")
        else localize("the same deck without it", "不含该牌的牌组")
    )


def _is_of_the_table(preview: Preview) -> bool:
    """Return whether the card belongs to no seat, so that whole matches are compared."""
    layout = (preview.spec or {}).get("layout") or {}
    return (preview.result or layout).get("unit") == "table"
