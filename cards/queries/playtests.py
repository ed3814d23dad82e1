"""What people's matches say of a card: counted by themselves, apart from what bots play, with their own interval."""

from collections import Counter

from cards.gateway import previews
from cards.models import Card, Match
from cards.models.match import ALONE, DRAW
from cards.shape import JsonObject
from cards.values import frozen_dataclass

MAX_MATCHES = 1_000  # the newest matches of a card that are counted
UNCOUNTED_REASONS = ("sandbox", "alone", "fork", "table", "unfinished", "takenBack")
Form = tuple[int | None, int | None]


@frozen_dataclass
class Playtest:
    """The counted matches of one form of a card against one kind of player, for who held the card.

    Shapes: version and revision say which form, one of them none; against is `person` or the skill of a bot; low and high are the ends of the 95 % interval of the
            share that was won, a draw as half.
    """

    version: int | None
    revision: int | None
    against: str
    n: int
    wins: int
    draws: int
    low: float
    high: float


@frozen_dataclass
class Playtests:
    """The playtests of a card, the newest form first, and why other matches are not counted, by reason."""

    rows: tuple[Playtest, ...]
    uncounted: dict[str, int]

    @property
    def n(self) -> int:
        """Return how many matches are counted."""
        return sum(row.n for row in self.rows)


def uncounted_reason(match: JsonObject) -> str:
    """Return why a match of a person says nothing of its card; empty for one that is counted.

    Shapes: match holds `origin`, `is_sandbox`, `taken_back`, `asked` and `winner`.
    """
    origin = match["origin"]
    reasons = {
        "sandbox": match["is_sandbox"],
        "alone": origin.get("bot") == ALONE,
        "fork": "preview" in origin,
        "table": origin.get("unit") == "table",
        "unfinished": match["asked"] is not None or match["winner"] is None,
        "takenBack": match["taken_back"] > 0,
    }
    return next((reason for reason, holds in reasons.items() if holds), "")


def playtests_of(*, card: Card) -> Playtests:
    """Return what the matches that people played say of a card."""
    fields = ("origin", "is_sandbox", "taken_back", "asked", "winner", "trace__seat")
    matches = Match.objects.filter(card=card).order_by("-number").values(*fields)[:MAX_MATCHES]
    reasons: Counter[str] = Counter()
    results: dict[tuple[Form, str], Counter[str]] = {}
    for match in matches:
        reason = uncounted_reason(match)
        if reason:
            reasons[reason] += 1
            continue
        origin = match["origin"]
        against = "person" if origin.get("shared") else str(origin.get("bot", "greedy"))
        key = (origin.get("version"), origin.get("revision")), against
        outcome = "draw" if match["winner"] == DRAW else "won" if match["winner"] == match["trace__seat"] else "lost"
        results.setdefault(key, Counter())[outcome] += 1
    rows = [_playtest(form, against, counts) for (form, against), counts in results.items()]
    return Playtests(tuple(rows), dict(reasons))


def _playtest(form: Form, against: str, counts: Counter[str]) -> Playtest:
    n, wins, draws = counts.total(), counts["won"], counts["draw"]
    low, high = previews.rate_interval(wins + draws / 2, n)
    return Playtest(form[0], form[1], against, n, wins, draws, low, high)
