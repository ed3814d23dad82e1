"""What a preview found, in the words and numbers of its page."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from cards.models import Account, Pack, Preview, PreviewState
from cards.web.charts import IntervalChart, Point

WHOLE = 100
DEEPEST = 8  # indents of the coverage list


@dataclass(frozen=True, slots=True)
class PreviewLine:
    """A preview in a list."""

    number: int
    url: str
    card: str
    card_url: str
    chip: str
    state_label: str
    mean: float | None
    low: float | None
    high: float | None
    n: int | None
    at: datetime
    by: Account


@dataclass(frozen=True, slots=True)
class Stat:
    """One number below the headline."""

    label: str
    value: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Flag:
    """Something about the card that deserves a look."""

    title: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Metric:
    """One measure of both sides."""

    label: str
    baseline: str
    candidate: str
    change: str
    direction: str = ""


@dataclass(frozen=True, slots=True)
class Reached:
    """How often one node of the card was reached."""

    path: str
    label: str
    depth: int
    percent: int


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that the page of a preview shows."""

    state: str
    is_final: bool
    cancelling: bool
    percent: int
    blocks: int
    of: int
    eta: str
    is_comparison: bool
    mean: float | None
    low: float | None
    high: float | None
    n: int
    sentence: str
    stop: str
    verdict: str
    stats: tuple[Stat, ...] = ()
    points: tuple[Point, ...] = ()
    chart: IntervalChart | None = None
    flags: tuple[Flag, ...] = ()
    warnings: tuple[str, ...] = ()
    metrics: tuple[Metric, ...] = ()
    coverage: tuple[Reached, ...] = ()
    failure: Mapping[str, str] | None = field(default=None)

    @property
    def flag_count(self) -> int:
        """Return how many flags and warnings there are."""
        return len(self.flags) + len(self.warnings)


def line_of(preview: Preview, pack: Pack) -> PreviewLine:
    """Return a preview as a line of a list."""
    estimate = preview.estimate or {}
    low, high = estimate.get("interval_pp") or (None, None)
    card = preview.card.written_id if preview.card else ""
    return PreviewLine(
        number=preview.number,
        url=reverse("cards:preview-detail", args=[pack.slug, preview.number]),
        card=card,
        card_url=reverse("cards:card-detail", args=[pack.slug, card]) if card else "",
        chip=_CHIPS[preview.state],
        state_label=state_label(preview.state),
        mean=estimate.get("mean_pp"),
        low=low,
        high=high,
        n=estimate.get("n"),
        at=preview.queued_at,
        by=preview.requested_by,
    )


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
        "queued": gettext("queued"),
        "running": gettext("running"),
        "cancelled": gettext("cancelled"),
        "failed": gettext("failed"),
        "finished": gettext("finished"),
    }[state]


def side_labels(preview: Preview) -> tuple[str, str]:
    """Return what the two sides of a preview are called."""
    candidate = f"v{preview.candidate_version.number}" if preview.candidate_version else ""
    if not candidate:
        candidate = gettext("draft r%(number)d") % {"number": preview.candidate_revision or 0}
    if preview.baseline_version:
        return candidate, f"v{preview.baseline_version.number}"
    return candidate, gettext("the deck without it")


def poll_after_ms(preview: Preview) -> int:
    """Return how long a page waits before it asks again: 1 s at first, then up to 5 s.

    Units: milliseconds.
    """
    waited = (timezone.now() - preview.queued_at).total_seconds()
    return 400 if waited < 3 else 1000 if waited < 30 else 2000 if waited < 120 else 5000


def report_of(preview: Preview) -> Report:
    """Return the report of a preview as it stands."""
    estimate = preview.estimate or {}
    low, high = estimate.get("interval_pp") or (None, None)
    return Report(preview.state, preview.is_final, preview.cancel_requested, 0, preview.blocks_done, preview.blocks_of, "", False, estimate.get("mean_pp"), low, high, estimate.get("n", 0), "", "", "")
