"""Results that were played before there was a portal: stored for the one plan that they are of, by its hash."""

from django.db import transaction

from cards.gateway.rulesets import SamplePreview
from cards.models import Preview
from cards.services.previews.work import result_store


def sample_result_store(*, preview: Preview, sample: SamplePreview) -> bool:
    """Finish a preview with a result that was played beforehand, for a service that records why; return whether it was.

    It is where the plan is the same, engine and cards included; another preview waits for a worker as usual.
    """
    if preview.spec_sha256 != sample.spec_sha256:
        return False
    with transaction.atomic():
        locked = Preview.objects.select_for_update(no_key=True).get(pk=preview.pk)
        if locked.is_final or locked.fold is not None:
            return False
        result_store(locked, sample.result, sample.blocks)
    return True
