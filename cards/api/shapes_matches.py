"""What the answers about matches of people hold."""

from cards.api.shapes import WHOLE_ROW
from cards.models import Match
from cards.models.match import ALONE
from cards.queries.playtests import UNCOUNTED_REASONS, uncounted_reason
from cards.shape import FLAG, NUMBER, TEXT, TIME, WHOLE, Json, Member, Shape, listing, maybe, one_of, shape

SKILLS = ("random", "plain", "greedy", "lookahead")


def _against(match: Match) -> str:
    return "person" if match.origin.get("shared") else str(match.origin.get("bot", "greedy"))


def _reason(match: Match) -> str:
    fields = ("origin", "is_sandbox", "taken_back", "asked", "winner")
    return uncounted_reason({name: getattr(match, name) for name in fields})


def _record(match: Match) -> Json | None:
    """Return the record of a match that may be read: its seed and decisions."""
    if match.is_hidden:
        return None
    return {
        "block": match.trace.get("block"),
        "seed": str(match.trace.get("seed", "")),
        "decks": match.trace.get("opponent", ""),
        "decisions": list(match.answers),
    }


MATCH = Shape(
    "Match",
    number=NUMBER,
    card=Member(maybe(TEXT), lambda match: match.card.written_id if match.card else None),
    revision=Member(maybe(WHOLE), lambda match: match.origin.get("revision")),
    version=Member(maybe(WHOLE), lambda match: match.origin.get("version")),
    player=Member(TEXT, lambda match: str(match.account)),
    seat=Member(WHOLE, lambda match: match.origin["seat"]),
    against=Member(one_of(("person", ALONE, *SKILLS)), _against),
    state=Member(one_of(("open", "over")), lambda match: "over" if match.is_over else "open"),
    round=Member(WHOLE, "rounds"),
    winner=maybe({"type": "integer"}),
    sandbox=Member(FLAG, "is_sandbox"),
    taken_back=WHOLE,
    uncounted=Member(one_of(("", *UNCOUNTED_REASONS)), _reason),
    engine=Member(TEXT, "engine_hash"),
    plan=Member(TEXT, lambda match: "" if match.is_secret else match.spec_sha256),
    started_at=TIME,
    changed_at=TIME,
    ended_at=maybe(TIME),
    record=Member(
        maybe(shape(block=maybe(WHOLE), seed=TEXT, decks=TEXT, decisions=listing(TEXT))), _record, part=WHOLE_ROW
    ),
)
"""A match: `winner` is a seat, -1 for a draw; `uncounted` says why it is no playtest of its card; `record` is null while it may not be read, and `plan` empty while a second person plays."""
