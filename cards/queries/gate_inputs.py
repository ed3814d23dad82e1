"""What the gates of a release read of the pack and what people may change while the release is built."""

from django.db.models import Count, Max, Sum

from cards.models import Card, Decision, Deck, Draft, Pack, Preview, PreviewState, Review, Scenario
from cards.queries.plan import Plan
from cards.values import frozen_dataclass

CardMark = tuple[int, str, str, bool]


@frozen_dataclass
class GateInputs:
    """Counts that differ where a review, a decision, a scenario, a deck, a draft, a preview or a rule of the pack changed; cards as they ship.

    Shapes: cards are (key, id, note of deprecation, whether retired); one in the trash is none of them.
    """

    counts: tuple[tuple[str, int | None], ...]
    cards: frozenset[CardMark]


def gate_inputs(*, plan: Plan) -> GateInputs:
    """Return what the gates of a plan read as it is now; the same before and under a lock means that the gates stand as judged."""
    pack = plan.pack.pk
    of_pack = {
        "review": Review.objects.filter(pack=pack).aggregate(n=Count("pk"), last=Max("pk"), gone=Count("withdrawn_at")),
        "decision": Decision.objects.filter(review__pack=pack).aggregate(n=Count("pk"), last=Max("pk")),
        "scenario": Scenario.objects.filter(pack=pack).aggregate(
            n=Count("pk"), saves=Sum("revision"), gone=Count("removed_at")
        ),
        "deck": Deck.objects.filter(pack=pack).aggregate(
            n=Count("pk"), saves=Sum("revision"), gone=Count("trashed_at")
        ),
        "draft": Draft.objects.filter(
            card__pack=pack, card__trashed_at__isnull=True, card__retired_at__isnull=True
        ).aggregate(n=Count("pk"), saves=Sum("revision")),
        "preview": Preview.objects.filter(pack=pack, state=PreviewState.FINISHED).aggregate(
            n=Count("pk"), last=Max("pk")
        ),
        "pack": Pack.objects.values("approvals_needed", "guards_needed").get(pk=pack),
    }
    counts = tuple((f"{name}.{key}", value) for name, found in of_pack.items() for key, value in sorted(found.items()))
    rows = Card.objects.filter(pk__in=[entry.card.pk for entry in plan.shipping], trashed_at__isnull=True)
    marks = rows.order_by().values_list("pk", "written_id", "deprecated", "retired_at")
    cards = frozenset((pk, name, str(note), retired is not None) for pk, name, note, retired in marks)
    return GateInputs(counts, cards)
