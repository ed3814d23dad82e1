"""The problems that the engine reports of a card, and the refusal that carries them."""

from cards.errors import REFUSALS, BadText
from engine import api

BadCard = api.BadCard
Problem = api.Problem


def bad_text(error: api.BadCard) -> BadText:
    """Return the refusal that carries the problems of the strict reader."""
    slug = next((problem.slug for problem in error.problems if problem.slug in REFUSALS), None)
    return BadText(slug=slug, problems=error.problems)
