"""What a card's draft does together with others: a preview of its own kind, behind those that a person waits for."""

import secrets
from collections.abc import Sequence

from cards.gateway import previews
from cards.models import Card, Preview, PreviewKind
from cards.permissions import Act, Actor, authorize
from cards.services.previews.experiments import check_one_at_a_time, check_preset, experiment_queue
from cards.services.previews.parts import SEEDS, Planned, Purpose, candidate_of, surroundings_of


def pairs_planned(*, card: Card, preset: str, seed: int, partners: Sequence[str] = ()) -> Planned:
    """Return the plan of what a draft does together with others, with its cost: those given, else those that the graph of triggers suspects.

    Errors: InvalidFields for an unknown preset, and for partners that are no other cards, have no place beside it or are too many;
            StateConflict with the problems of a card that has errors, for one that no player has, and where no card is linked to it.
    """
    check_preset(preset, previews.PAIRS_PRESETS)
    candidate = candidate_of(card=card, number=None)
    around = surroundings_of(card=card, candidate=candidate, former=None)
    spec = previews.pairs_plan(
        card.pack.ruleset,
        candidate=candidate.document,
        around=around.around,
        partners=partners,
        preset=preset,
        seed=seed,
    )
    return Planned(spec, around)


def pairs_start(
    *, actor: Actor, card: Card, preset: str = "quick", partners: Sequence[str] = (), seed: int | None = None
) -> Preview:
    """Queue what a card's draft does together with others.

    Errors: as `pairs_planned`; QuotaExceeded while the account has one that is not finished.
    """
    account = authorize(actor, card.pack, Act.PREVIEW_START)
    check_one_at_a_time(account, PreviewKind.PAIRS)
    number = secrets.randbelow(SEEDS) if seed is None else seed
    plan = pairs_planned(card=card, preset=preset, seed=number, partners=partners)
    candidate = candidate_of(card=card, number=None)
    purpose = Purpose(PreviewKind.PAIRS)
    return experiment_queue(account=account, card=card, candidate=candidate, former=None, plan=plan, purpose=purpose)
