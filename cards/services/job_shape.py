"""A job as its answers hold it: where it is queued, while it runs and after. Written here alone."""

from __future__ import annotations

from typing import Any

from cards.errors import REFUSALS
from cards.models import Job
from cards.services.job_kinds import RESULT
from cards.shape import BOTH, FLAG, PROBLEM, TEXT, TIME, WHOLE, Json, Member, Shape, listing, maybe, shape, timestamp

POLL_AFTER = 1_000  # milliseconds

REFUSED = maybe(
    shape(
        (),
        type=TEXT,
        status=WHOLE,
        detail=BOTH,
        errors=listing(shape((), pointer=TEXT, detail=BOTH)),
        problems=listing(PROBLEM),
    )
)
"""Why a job was refused, as the same act within a request would have been: its slug as `type`, and the status."""


def _refused(job: Job) -> Json | None:
    kept: Any = job.refusal
    if kept is None:
        return None
    return {
        "type": f"/problems/{kept['slug']}/" if kept["slug"] != "failed" else "about:blank",
        "status": REFUSALS[kept["slug"]].status if kept["slug"] in REFUSALS else 500,
        **{key: kept[key] for key in ("detail", "errors", "problems")},
    }


JOB = Shape(
    number=Member(WHOLE, lambda job: job.number),
    kind=Member(TEXT, lambda job: job.kind),
    state=Member(TEXT, lambda job: job.state),
    dry_run=Member(FLAG, lambda job: job.is_dry),
    progress=Member(
        shape((), phase=TEXT, done=WHOLE, of=WHOLE), lambda job: {"phase": job.phase, "done": job.done, "of": job.of}
    ),
    poll_after_ms=Member(maybe(WHOLE), lambda job: None if job.is_final else POLL_AFTER),
    result=Member(RESULT, lambda job: job.result),
    refusal=Member(REFUSED, _refused),
    requested_by=Member(TEXT, lambda job: job.requested_by.name or job.requested_by.email),
    queued_at=Member(TIME, lambda job: timestamp(job.queued_at)),
    started_at=Member(maybe(TIME), lambda job: timestamp(job.started_at)),
    finished_at=Member(maybe(TIME), lambda job: timestamp(job.finished_at)),
)
