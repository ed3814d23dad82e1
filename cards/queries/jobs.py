"""Jobs of a pack, the newest first, and one of them."""

from django.db.models import QuerySet

from cards.lookups import first_or_not_found
from cards.models import Job, Pack


def job_list(*, pack: Pack) -> QuerySet[Job]:
    """Return the jobs of a pack without their files and results, the newest first."""
    return (
        Job.objects.filter(pack=pack).select_related("pack", "requested_by").defer("input", "output", "result", "order")
    )


def job_get(*, pack: Pack, number: int) -> Job:
    """Return one job of a pack without its files."""
    return first_or_not_found(
        Job.objects.filter(pack=pack, number=number).select_related("pack", "requested_by").defer("input", "output")
    )


def job_mark(*, pack: Pack, number: int) -> str:
    """Return the mark of what a job says now."""
    found = first_or_not_found(job_list(pack=pack).filter(number=number))
    return found.etag


def has_input(*, job: Job) -> bool:
    """Return whether the file of a job is still stored."""
    return Job.objects.filter(pk=job.pk, input__isnull=False).exists()


def has_output(*, job: Job) -> bool:
    """Return whether the file that a job made is still stored."""
    return Job.objects.filter(pk=job.pk, output__isnull=False).exists()


def job_output(*, job: Job) -> bytes:
    """Return the file that a job made. Errors: NotFound where it made none, or where it is no longer stored."""
    stored = first_or_not_found(Job.objects.filter(pk=job.pk, output__isnull=False).values_list("output", flat=True))
    return bytes(stored or b"")
