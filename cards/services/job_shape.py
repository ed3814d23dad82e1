"""A job as its answers hold it: where it is queued, while it runs and after. Written here alone."""

from cards.models import Job, JobKind, JobState
from cards.problem_json import problem_document
from cards.progress import Phase
from cards.services.job_kinds import RESULT
from cards.shape import FLAG, NUMBER, TEXT, TIME, WHOLE, Json, Member, Shape, component, maybe, one_of, shape

POLL_AFTER = 1_000  # milliseconds

JOB_REFUSAL = maybe(component("Refusal"))
"""Why a job was refused: the problem document that the same act within a request would have answered, in the reader's language."""


def _refused(job: Job) -> Json | None:
    instance = f"/api/v1/packs/{job.pack.slug}/jobs/{job.number}/"
    return job.refusal and problem_document(job.refusal, instance=instance, request_id=job.request_id)


JOB = Shape(
    "Job",
    number=NUMBER,
    kind=one_of(JobKind.values),
    state=one_of(JobState.values),
    dry_run=Member(FLAG, "is_dry"),
    progress=Member(
        shape(phase=one_of(("", *Phase)), done=WHOLE, of=WHOLE),
        lambda job: {"phase": job.phase, "done": job.done, "of": job.of},
    ),
    poll_after_ms=Member(maybe(WHOLE), lambda job: None if job.is_final else POLL_AFTER),
    result=RESULT,
    refusal=Member(JOB_REFUSAL, _refused),
    requested_by=Member(TEXT, lambda job: str(job.requested_by)),
    queued_at=TIME,
    started_at=maybe(TIME),
    finished_at=maybe(TIME),
)
