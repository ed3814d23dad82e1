"""What each block of a card's draft is worth: a preview of its own kind, behind those that a person waits for."""

import secrets

from cards.gateway import previews
from cards.models import Card, Preview, PreviewKind
from cards.permissions import Act, Actor, authorize
from cards.services.previews.experiments import check_one_at_a_time, check_preset, experiment_queue
from cards.services.previews.parts import SEEDS, Planned, Purpose, candidate_of, surroundings_of


def worth_planned(*, card: Card, preset: str, seed: int) -> Planned:
    """Return the plan of what each block of a draft is worth, with its cost.

    Errors: InvalidFields for an unknown preset; StateConflict with the problems of a card that has errors, and for one that no player has or
            that does nothing.
    """
    check_preset(preset, previews.WORTH_PRESETS)
    candidate = candidate_of(card=card, number=None)
    around = surroundings_of(card=card, candidate=candidate, former=None)
    spec = previews.worth_plan(
        card.pack.ruleset, candidate=candidate.document, around=around.around, preset=preset, seed=seed
    )
    return Planned(spec, around)


def worth_start(*, actor: Actor, card: Card, preset: str = "quick", seed: int | None = None) -> Preview:
    """Queue what each block of a card's draft is worth.

    Errors: as `worth_planned`; QuotaExceeded while the account has one that is not finished.
    """
    account = authorize(actor, card.pack, Act.PREVIEW_START)
    check_one_at_a_time(account, PreviewKind.WORTH)
    plan = worth_planned(card=card, preset=preset, seed=secrets.randbelow(SEEDS) if seed is None else seed)
    candidate = candidate_of(card=card, number=None)
    purpose = Purpose(PreviewKind.WORTH)
    return experiment_queue(account=account, card=card, candidate=candidate, former=None, plan=plan, purpose=purpose)
