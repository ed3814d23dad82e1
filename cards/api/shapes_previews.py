"""What the answers about previews hold."""

from collections.abc import Mapping

from cards.api.shapes import WHOLE_ROW
from cards.models import EXPERIMENTS, Preview, PreviewKind, PreviewState
from cards.queries.previews.turns import poll_after_ms
from cards.services.previews.start import PRESETS
from cards.shape import (
    DIGEST,
    FLAG,
    INTERVAL,
    NUMBER,
    PREVIEW_RESULT,
    REAL,
    TEXT,
    TIME,
    TRACE,
    TWO_LANGUAGES,
    URL,
    WHOLE,
    Json,
    Member,
    Named,
    Shape,
    listing,
    maybe,
    one_of,
    shape,
)


def candidate_of(preview: Preview) -> Json:
    """Return which state of its card a preview plays."""
    version = preview.candidate_version
    return {
        "revision": preview.candidate_revision,
        "version": version.number if version else None,
        "sha256": preview.candidate_sha256,
    }


def baseline_of(preview: Preview) -> Json:
    """Return what a preview compares it with."""
    former = preview.baseline_version
    return {"version": former.number, "sha256": preview.baseline_sha256} if former else {"without": True}


CANDIDATE = Named("Candidate", shape(revision=maybe(NUMBER), version=maybe(NUMBER), sha256=maybe(DIGEST)))
BASELINE = Named(
    "Baseline",
    {"anyOf": [shape(version=NUMBER, sha256=maybe(DIGEST)), shape(without={"type": "boolean", "const": True})]},
)
"""The version that the candidate is compared with, or none: the decks without the card."""
MARK = Named("PlayedBeside", shape(card=TEXT, revision=maybe(NUMBER), version=maybe(NUMBER)))
PLAN = Named(
    "PreviewPlan",
    shape(
        ("bots", "opponents", "seed", "beside", "release"),
        preset=one_of(PRESETS),
        bots=listing(TEXT),
        opponents=listing(TEXT),
        seed=WHOLE,
        beside=listing(MARK.ref),
        release=maybe(TEXT),
    ),
)
"""What is played: how much, by whom, against which decks, with which cards of the pack beside the candidate."""
PROGRESS = Named("Progress", shape(blocks=WHOLE, of=WHOLE))
FAILURE = Named("PreviewFailure", shape(code=TEXT, message=TWO_LANGUAGES))
ESTIMATE = Named("Estimate", shape(("verdict",), mean_pp=REAL, interval_pp=INTERVAL, n=WHOLE, verdict=maybe(TEXT)))
"""The headline of a preview: percentage points of win rate, with their interval, from so many blocks."""
FORMER_RESULT = Named(
    "FormerPreviewResult",
    {
        "type": "object",
        "properties": {"format": {"type": "string", "const": "preview-result/1"}},
        "required": ["format"],
        "additionalProperties": True,
    },
)
"""A result that is stored in the format before `preview-result/2`."""
RUN: Mapping[str, Json | Member] = {
    "state": one_of(PreviewState.values),
    "fresh": Member(FLAG, "is_fresh"),
    "engine": Member(TEXT, "engine_hash"),
    "progress": Member(PROGRESS.ref, lambda preview: {"blocks": preview.blocks_done, "of": preview.blocks_of}),
    "queued_at": TIME,
    "finished_at": maybe(TIME),
    "poll_after_ms": Member(maybe(WHOLE), lambda preview: None if preview.is_final else poll_after_ms(preview)),
    "failure": maybe(FAILURE.ref),
}
"""How far a preview or an experiment is."""
PREVIEW = Shape(
    "Preview",
    number=NUMBER,
    kind=one_of([kind for kind in PreviewKind.values if kind not in EXPERIMENTS]),
    card=Member(maybe(TEXT), lambda preview: preview.card.written_id if preview.card else None),
    candidate=Member(CANDIDATE.ref, candidate_of),
    baseline=Member(BASELINE.ref, baseline_of),
    plan=PLAN.ref,
    **RUN,
    estimate=Member(maybe(ESTIMATE.ref), part=WHOLE_ROW),
    result=Member({"anyOf": [PREVIEW_RESULT, FORMER_RESULT.ref, {"type": "null"}]}, part=WHOLE_ROW),
)
"""A preview of `preview_get` or `preview_list`."""
TRACES = Shape("Traces", results=listing(TRACE), next=maybe(URL))


def preview_tag(preview: Preview) -> str:
    """Return the mark of what a preview says now."""
    return f"p{preview.number}-{preview.changes}-{preview.state}"
