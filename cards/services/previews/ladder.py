"""For whom the change of a card holds: its draft by bots of different skill, a preview of its own kind."""

import secrets

from cards.gateway import previews
from cards.models import Card, CardVersion, Preview, PreviewKind
from cards.permissions import Act, Actor, authorize
from cards.services.previews.experiments import check_one_at_a_time, check_preset, experiment_queue
from cards.services.previews.parts import (
    SEEDS,
    Candidate,
    Planned,
    Purpose,
    baseline_of,
    candidate_of,
    surroundings_of,
)
from cards.values import frozen_dataclass


@frozen_dataclass
class PlannedLadder:
    """A ladder that may begin: its plan, the draft that it is about, and the version that this is compared with."""

    plan: Planned
    candidate: Candidate
    former: CardVersion | None


def ladder_planned(*, card: Card, preset: str, seed: int) -> PlannedLadder:
    """Return the plan of a draft against the last other version, else reference cards, by each bot, with its cost.

    Errors: InvalidFields for an unknown preset; StateConflict with the problems of a card that has errors, for one that no player has, and
            for one that does what the former version does.
    """
    check_preset(preset, previews.LADDER_PRESETS)
    candidate = candidate_of(card=card, number=None)
    former = baseline_of(card=card, candidate=candidate, baseline=None)
    around = surroundings_of(card=card, candidate=candidate, former=former)
    spec = previews.ladder_plan(
        card.pack.ruleset, candidate=candidate.document, around=around.around, preset=preset, seed=seed
    )
    return PlannedLadder(Planned(spec, around), candidate, former)


def ladder_start(*, actor: Actor, card: Card, preset: str = "quick", seed: int | None = None) -> Preview:
    """Queue for whom the change of a card's draft holds.

    Errors: as `ladder_planned`; QuotaExceeded while the account has one that is not finished.
    """
    account = authorize(actor, card.pack, Act.PREVIEW_START)
    check_one_at_a_time(account, PreviewKind.LADDER)
    first = ladder_planned(card=card, preset=preset, seed=secrets.randbelow(SEEDS) if seed is None else seed)
    return experiment_queue(
        account=account,
        card=card,
        candidate=first.candidate,
        former=first.former,
        plan=first.plan,
        purpose=Purpose(PreviewKind.LADDER),
    )
