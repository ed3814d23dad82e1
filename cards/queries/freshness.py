"""Which previews say what their card does now: neither it, nor a card that was taken beside it, nor the engine has changed since."""

from django.db.models import BooleanField, Case, F, Func, Q, QuerySet, Value, When
from django.db.models.fields.json import KeyTransform

from cards.gateway import rulesets
from cards.models import Pack, Preview

HAS_NEWER_CARD_BESIDE = """EXISTS (SELECT 1 FROM (VALUES (%(expressions)s)) asked (pack, beside)
    CROSS JOIN jsonb_array_elements(coalesce(asked.beside, '[]'::jsonb)) taken
    LEFT JOIN cards_card near ON near.pack_id = asked.pack AND near.written_id = taken ->> 'card'
         AND near.trashed_at IS NULL AND near.retired_at IS NULL
    LEFT JOIN cards_draft held ON held.card_id = near.id
    WHERE near.id IS NULL OR held.sha256 IS DISTINCT FROM taken ->> 'draft')"""


class HasNewerCardBeside(Func):
    """Whether a card that was taken beside a preview's own has another draft now, or is gone."""

    template = HAS_NEWER_CARD_BESIDE
    output_field = BooleanField()

    def __init__(self) -> None:
        """Take the columns of a preview."""
        super().__init__(F("pack_id"), KeyTransform("beside", "plan"))


def fresh_previews(*, pack: Pack) -> Q:
    """Return the condition that a preview of a card was of its present draft, with the present drafts beside it, by today's engine."""
    engine = rulesets.engine_hash(pack.ruleset)
    return Q(candidate_sha256=F("card__draft__sha256"), engine_hash=engine) & ~Q(HasNewerCardBeside())


def with_freshness(previews: QuerySet[Preview], *, pack: Pack) -> QuerySet[Preview]:
    """Return previews of a pack each of which says in `is_fresh` whether it holds now."""
    return previews.annotate(is_fresh=Case(When(fresh_previews(pack=pack), then=Value(True)), default=Value(False)))


def is_fresh(*, pack: Pack, preview: int) -> bool:
    """Return whether a preview, by its key, holds for its card as it is now."""
    return Preview.objects.filter(fresh_previews(pack=pack), pk=preview).exists()
