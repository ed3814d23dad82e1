"""What the answers about experiments hold: what the blocks of a card are worth, which numbers reach a target, what a release does, for whom a change holds, what pairs of cards do."""

from cards.api.shapes import WHOLE_ROW
from cards.api.shapes_previews import BASELINE, CANDIDATE, RUN, baseline_of, candidate_of
from cards.models import EXPERIMENTS, Preview
from cards.services.previews.tune import AGAINST, AS_IT_STANDS, LIMIT
from cards.shape import (
    COMPARE_RESULT,
    LADDER_RESULT,
    NUMBER,
    PAIRS_RESULT,
    POINTER,
    TEXT,
    TUNE_RESULT,
    WHOLE,
    WORTH_RESULT,
    Json,
    Member,
    Named,
    Shape,
    by_name,
    listing,
    maybe,
    one_of,
    shape,
)

VALUE: Json = {"type": "integer", "minimum": -LIMIT, "maximum": LIMIT}
POINTS: Json = {"type": "integer", "minimum": -4_999, "maximum": 4_999}
"""Hundredths of a percentage point of win rate: ten-thousandths of a win."""
PLACE: Json = {"type": "integer", "minimum": AS_IT_STANDS, "maximum": 999}
"""The number of a candidate; -1 is the card as it stands."""
COST = Named("ExperimentCost", shape(matches=WHOLE, cpu_seconds=WHOLE))
"""What a plan plays, and about how many seconds of processor that takes."""
CHANGE = Named("NumberChange", shape((), **{"pointer": POINTER, "from": VALUE, "to": VALUE}))
SEARCH = Named(
    "NumberSearch",
    shape(
        against=one_of(AGAINST),
        aim_bp=POINTS,
        tolerance_bp=POINTS,
        vary=by_name(listing(VALUE)),
        fixed=listing(CHANGE.ref),
    ),
)
"""What a search for numbers is asked: where it should end, which values each number may have, and numbers that every candidate has."""
CHOICE = Named("AdoptedChange", shape(candidate=PLACE, revision=NUMBER))
PRICE = Shape("ExperimentPrice", candidates=WHOLE, cost=COST.ref, confirmation=maybe(COST.ref))
"""What an experiment would cost; `confirmation` is that of a search at the usual variance, and comes on top.

`candidates` counts what is played against the card: variants of it, candidates, the bots of a ladder, the pairs of cards, or those of the decks of a release.
"""


def _search(preview: Preview) -> Json | None:
    search, spec = preview.plan.get("search"), preview.spec
    if search is None:
        return None
    return {
        "against": search["against"],
        "aim_bp": spec["aim"],
        "tolerance_bp": spec["tolerance"],
        "vary": spec["ranges"],
        "fixed": search["fixed"],
    }


def cost_of(cost: Json) -> Json:
    """Return the cost of a plan as answers have it."""
    return {"matches": cost["matches"], "cpu_seconds": cost["cpuSeconds"]}


RESULTS = (WORTH_RESULT, TUNE_RESULT, COMPARE_RESULT, LADDER_RESULT, PAIRS_RESULT)

EXPERIMENT = Shape(
    "Experiment",
    number=NUMBER,
    kind=one_of(EXPERIMENTS),
    card=Member(maybe(TEXT), lambda preview: preview.card.written_id if preview.card else None),
    candidate=Member(CANDIDATE.ref, candidate_of),
    baseline=Member(maybe(BASELINE.ref), lambda preview: baseline_of(preview) if preview.baseline_version else None),
    **RUN,
    choice=maybe(CHOICE.ref),
    release=Member(maybe(TEXT), lambda preview: preview.plan.get("release")),
    cost=Member(COST.ref, lambda preview: cost_of(preview.spec["cost"]), WHOLE_ROW),
    search=Member(maybe(SEARCH.ref), _search, WHOLE_ROW),
    rounds=Member(listing(TUNE_RESULT), part=WHOLE_ROW),
    result=Member({"anyOf": [*RESULTS, {"type": "null"}]}, part=WHOLE_ROW),
)
"""An experiment of `experiment_get` or `experiment_list`; of a search, `progress`, `cost` and `result` are those of its present round.

`release` is the one that decks and piles are taken from, or with which the planned one is compared. A comparison of releases is of no card, and
never `fresh`.
"""


def experiment_tag(preview: Preview) -> str:
    """Return the mark of what an experiment says now."""
    return f"x{preview.number}-{preview.changes}-{preview.state}"
