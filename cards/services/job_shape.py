"""A job as its answers hold it: where it is queued, while it runs and after. Written here alone."""

from cards.models import Job
from cards.problem_json import problem_document
from cards.services.job_kinds import RESULT
from cards.shape import FLAG, PROBLEM, TEXT, TIME, WHOLE, Json, Member, Shape, listing, maybe, shape

POLL_AFTER = 1_000  # milliseconds

JOB_REFUSAL = maybe(
    shape(
        ("errors", "problems"),
        type=TEXT,
        title=TEXT,
        status=WHOLE,
        detail=TEXT,
        instance=TEXT,
        request_id=TEXT,
        errors=listing(shape((), pointer=TEXT, detail=TEXT)),
        problems=listing(PROBLEM),
    )
)
"""Why a job was refused: the problem document that the same act within a request would have answered, in the reader's language."""


def _refused(job: Job) -> Json | None:
    instance = f"/api/v1/packs/{job.pack.slug}/jobs/{job.number}/"
    return job.refusal and problem_document(job.refusal, instance=instance, request_id=job.request_id)


JOB = Shape(
    "Job",
    number=WHOLE,
    kind=TEXT,
    state=TEXT,
    dry_run=Member(FLAG, "is_dry"),
    progress=Member(
        shape((), phase=TEXT, done=WHOLE, of=WHOLE), lambda job: {"phase": job.phase, "done": job.done, "of": job.of}
    ),
    poll_after_ms=Member(maybe(WHOLE), lambda job: None if job.is_final else POLL_AFTER),
    result=RESULT,
    refusal=Member(JOB_REFUSAL, _refused),
    requested_by=Member(TEXT, lambda job: str(job.requested_by)),
    queued_at=TIME,
    started_at=maybe(TIME),
    finished_at=maybe(TIME),
)
