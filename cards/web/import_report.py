"""The answer about an import as its pages say it, whether it was written in the request or by a job."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, ngettext

from cards.services.import_report import DEVELOPMENT


def writes_in(done: Mapping[str, Any]) -> int:
    """Return how many things a press on the button writes: none in strict mode while something cannot be taken."""
    is_loose = done.get("mode") == DEVELOPMENT or done["left_out"]  # the answer of an older job has no mode
    if not done["ok"] and not is_loose:
        return 0
    beside = sum(len(done[part][kind]) for part in ("decks", "scenarios") for kind in ("new", "changed"))
    return len(done["new"]) + len(done["changed"]) + len(set(done["restored"]) & set(done["unchanged"])) + beside


def imported_in_words(done: Mapping[str, Any]) -> str:
    """Return what an import wrote, in one sentence or two."""
    n = len(done["new"]) + len(done["changed"])
    said = [ngettext("%(n)d card is imported.", "%(n)d cards are imported.", n) % {"n": n}]
    if done["drafts"]:
        n = len(done["drafts"])
        words = ngettext(
            "%(n)d has errors: a draft without a version.", "%(n)d have errors: drafts without a version.", n
        )
        said.append(words % {"n": n})
    if done["left_out"]:
        n = len(done["left_out"])
        said.append(ngettext("%(n)d card was left out.", "%(n)d cards were left out.", n) % {"n": n})
    counts = {part: len(done[part]["new"]) + len(done[part]["changed"]) for part in ("decks", "scenarios")}
    if any(counts.values()):
        said.append(gettext("Decks: %(decks)d. Scenarios: %(scenarios)d.") % counts)
    if done["not_taken"]:
        n = len(done["not_taken"])
        said.append(ngettext("%(n)d thing was not taken.", "%(n)d things were not taken.", n) % {"n": n})
    return " ".join(said)
