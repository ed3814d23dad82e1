"""The changes of matches, for the table of `test_audit.py`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cards.models import Match
from cards.services.match import match_play, match_remove, match_start, match_take_back, match_uncover
from cards.services.review import note_add
from cards.services.seat import seat_invite, seat_revoke, seat_take
from tests.cards.matches import opening_of, shared_match, shared_seat


def _match(on: Any) -> Match:
    return match_start(actor=on.admin, pack=on.pack, opening=opening_of(on.admin, on.card))


BEFORE_MATCHES: dict[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("match_play", "match_remove", "match_take_back", "match_uncover", "note_add"), _match),
    "match_start": lambda on: opening_of(on.admin, on.card),
    **dict.fromkeys(("seat_invite", "seat_revoke"), lambda on: shared_match(on.admin, on.card)),
    "seat_take": lambda on: shared_seat(on.admin, on.card),
}
"""The preparations of these changes."""

OF_MATCHES: dict[str, Callable[[Any, Any], Any]] = {
    "match_play": lambda on, match: match_play(actor=on.admin, match=match, based_on=match.etag),
    "match_remove": lambda on, match: match_remove(actor=on.admin, match=match),
    "match_start": lambda on, opening: match_start(actor=on.admin, pack=on.pack, opening=opening),
    "match_take_back": lambda on, match: match_take_back(actor=on.admin, match=match, based_on=match.etag),
    "match_uncover": lambda on, match: match_uncover(actor=on.admin, match=match, based_on=match.etag),
    "note_add": lambda on, match: note_add(actor=on.admin, match=match, step=0, text="Unfair."),
    "seat_invite": lambda on, match: seat_invite(actor=on.admin, match=match, based_on=match.etag),
    "seat_revoke": lambda on, match: seat_revoke(actor=on.admin, match=match, based_on=match.etag),
    "seat_take": lambda on, token: seat_take(actor=on.other, token=token),
}
"""Name of the service → the change; the first argument is the `Stage`, the second what its preparation returned."""
