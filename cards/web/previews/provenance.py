"""How a preview was made: what anybody needs to repeat it, and to know what its error is made of."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from cards.models import Preview
from cards.web.text import grouped

SHOWN = 12  # characters of a hash
BESIDE_LISTED = 40  # cards
PERCENT = 100  # ten-thousandths


def made_of(preview: Preview) -> list[tuple[str, str]]:
    """Return names and values, the plan first."""
    result = preview.result or {}
    hashes = result.get("cardHashes") or {}
    found = [
        (gettext("Plan"), _plan(preview, result.get("plan") or {})),
        (gettext("Error rate"), _error(result.get("plan") or {})),
        (gettext("Seed"), _seed(preview, result)),
        (gettext("Engine"), preview.engine_hash[:SHOWN]),
        (gettext("Card"), _short(hashes.get("candidate") or preview.candidate_sha256)),
        (gettext("Against"), _short(hashes.get("baseline") or preview.baseline_sha256)),
        (gettext("Cards beside it"), beside_in_words(preview.plan.get("beside") or (), preview.plan.get("release"))),
        (gettext("Bots"), bots_in_words(preview)),
        (gettext("Time"), _time(preview)),
    ]
    return [(name, value) for name, value in found if value]


def beside_in_words(marks: Sequence[Mapping[str, Any]], release: str | None) -> str:
    """Return in which form the cards that a card names were taken, and where the others come from."""
    words = [
        gettext("%(card)s, draft r%(number)s") % {"card": one["card"], "number": one["revision"]}
        if one["version"] is None
        else gettext("%(card)s, v%(number)s") % {"card": one["card"], "number": one["version"]}
        for one in marks[:BESIDE_LISTED]
    ]
    if len(marks) > BESIDE_LISTED:
        words.append(gettext("%(count)s more") % {"count": grouped(len(marks) - BESIDE_LISTED)})
    if release:
        words.append(gettext("the others as in release %(version)s") % {"version": release})
    return " · ".join(words)


def preset_in_words(preview: Preview) -> str:
    """Return what the reader's language calls the precision that a preview was asked for."""
    words = {
        "smoke": gettext("smoke"),
        "quick": gettext("quick"),
        "standard": gettext("standard"),
        "deep": gettext("deep"),
    }
    preset = str(preview.plan.get("preset", ""))
    return words.get(preset, preset)


def bots_in_words(preview: Preview) -> str:
    """Return what the reader's language calls the bots that play."""
    words = {"greedy": gettext("greedy"), "random": gettext("random")}
    return gettext(", ").join(words.get(bot, bot) for bot in map(str, preview.plan.get("bots") or ()))


def _plan(preview: Preview, plan: Mapping[str, Any]) -> str:
    words = [preset_in_words(preview)]
    if plan.get("pilot"):
        words.append(gettext("pilot %(blocks)s blocks") % {"blocks": grouped(plan["pilot"])})
    if plan.get("planned"):
        words.append(gettext("planned end %(blocks)s") % {"blocks": grouped(plan["planned"])})
    if plan.get("looks"):
        words.append(gettext("%(count)s updates") % {"count": len(plan["looks"])})
    return " · ".join(words)


def _error(plan: Mapping[str, Any]) -> str:
    """Return how the error is spent. Units of the plan: ten-thousandths."""
    alpha = plan.get("alpha") or {}
    if not alpha.get("total") or plan.get("mode") == "smoke":
        return ""
    share = {name: f"{alpha.get(name, 0) / PERCENT:g}%" for name in ("total", "pilot", "early", "final")}
    return (
        gettext("%(total)s in all: %(pilot)s before the pilot's end, %(early)s at the updates, %(final)s at the end")
        % share
    )


def _seed(preview: Preview, result: Mapping[str, Any]) -> str:
    blocks = (result.get("n") or {}).get("blocks")
    return f"{preview.seed}" if not blocks else gettext("%(seed)s, %(blocks)s blocks") % {
        "seed": preview.seed,
        "blocks": grouped(blocks),
    }  # fmt: skip


def _short(digest: str | None) -> str:
    return (digest or "")[:SHOWN]


def _time(preview: Preview) -> str:
    if preview.started_at is None:
        return ""
    waited = round((preview.started_at - preview.queued_at).total_seconds())
    if preview.finished_at is None:
        return gettext("waited %(waited)d s") % {"waited": waited}
    ran = round((preview.finished_at - preview.started_at).total_seconds())
    return gettext("waited %(waited)d s, ran %(ran)d s") % {"waited": waited, "ran": ran}
