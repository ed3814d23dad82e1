"""How far an account is with its first card of a game: the card that it made last itself, and what has become of it."""

from django.db.models import Exists, OuterRef

from cards.models import Account, Card, DraftRevision, Pack, Preview, Review, Role, Scenario
from cards.models.card import RevisionOrigin
from cards.models.preview import PreviewState
from cards.permissions import Act, allows
from cards.queries.problems import draft_counts
from cards.values import frozen_dataclass

CREATED, VALID, TESTED, PREVIEWED, SENT = STEPS = ("created", "valid", "tested", "previewed", "sent")
"""What has to become of a card, in this order."""
MAY_CREATE = tuple(role for role in Role.values if allows(role=role, act=Act.CARD_CREATE))


@frozen_dataclass
class FirstCardProgress:
    """The card, the pack that it is in or would be made in, and the steps that are behind it; without card and pack before them."""

    card: Card | None = None
    pack: Pack | None = None
    steps: frozenset[str] = frozenset()


def first_card_progress(*, account: Account, ruleset: str) -> FirstCardProgress:
    """Return how far an account is with the newest card of a game that it made itself: cards of a copied pack are not its own."""
    packs = Pack.objects.filter(
        ruleset=ruleset, archived_at__isnull=True, memberships__account=account, memberships__role__in=MAY_CREATE
    )
    creations = DraftRevision.objects.filter(draft__card=OuterRef("pk"), revision=1, origin=RevisionOrigin.CREATE)
    cards = Card.objects.filter(Exists(creations), created_by=account, pack__in=packs.values("pk"))
    live = cards.filter(trashed_at__isnull=True, retired_at__isnull=True)
    card = live.order_by("-pk").select_related("draft", "pack").first()
    if card is None:
        return FirstCardProgress(pack=packs.order_by("-pk").first())
    return FirstCardProgress(
        card, card.pack, frozenset(step for step, is_behind in _steps_of(card).items() if is_behind)
    )


def _steps_of(card: Card) -> dict[str, bool]:
    draft = card.draft
    counts = draft_counts(drafts=[draft], pack=card.pack)[draft.source_sha]
    scenarios = Scenario.objects.filter(card=card, removed_at__isnull=True).only("outcomes")
    return {
        CREATED: True,
        VALID: draft.revision > 1 and counts["errors"] == 0,
        TESTED: any(scenario.state == "passed" for scenario in scenarios),
        PREVIEWED: Preview.objects.filter(card=card, state=PreviewState.FINISHED).exists(),
        SENT: Review.objects.filter(card=card, withdrawn_at__isnull=True).exists(),
    }


def has_asked_for_review(*, account: Account) -> bool:
    """Return whether an account has sent a card to review, in any game: it has made a first card."""
    return Review.objects.filter(requested_by=account).exists()
