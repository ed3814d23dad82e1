"""A changelog to begin with: what a plan changes, in the words of both languages."""

from collections.abc import Mapping, Sequence

from cards.gateway import faces as gateway_faces
from cards.models import CardVersion
from cards.queries.plan import Plan, PlanEntry

MAX_NAMES = 40
"""So many cards of each kind of change are named, so that the text stays within the limit of a changelog."""
WORDS = {"added": ("New", "新增"), "changed": ("Changed", "改动"), "removed": ("Removed", "移除")}


def suggested_changelog(plan: Plan) -> Mapping[str, str]:
    """Return the changelog as saved, or which cards are new, changed and gone, by their names."""
    return plan.changelog if any(plan.changelog.values()) else changelog_of(plan)


def changelog_of(plan: Plan) -> dict[str, str]:
    """Return which cards are new, changed and gone, by their names, in one query."""
    lines: dict[str, list[str]] = {"en": [], "zh": []}
    changed_entries = {change: [entry for entry in plan.moved if entry.change == change] for change in WORDS}
    names = card_names(plan, [entry for entries in changed_entries.values() for entry in entries[:MAX_NAMES]])
    for change, (en, zh) in WORDS.items():
        entries = changed_entries[change]
        names_shown = [names[entry.card.pk] for entry in entries[:MAX_NAMES]]
        if names_shown:
            lines["en"].append(f"{en}: {', '.join(name['en'] for name in names_shown)}{_more_en(entries)}.")
            lines["zh"].append(f"{zh}：{'、'.join(name['zh'] for name in names_shown)}{_more_zh(entries)}。")
    return {language: "\n".join(sentences) for language, sentences in lines.items()}


def _more_en(entries: Sequence[PlanEntry]) -> str:
    return f", and {len(entries) - MAX_NAMES} more" if len(entries) > MAX_NAMES else ""


def _more_zh(entries: Sequence[PlanEntry]) -> str:
    return f"等 {len(entries)} 张" if len(entries) > MAX_NAMES else ""


def card_names(plan: Plan, entries: Sequence[PlanEntry]) -> dict[int, dict[str, str]]:
    """Return the names in both languages of some cards of a plan by their keys, the id where a card has none; in one query."""
    of_card = {entry.card.pk: entry.version.pk if entry.version else entry.card.newest_version_id for entry in entries}
    wanted = {pk for pk in of_card.values() if pk is not None}
    rows = CardVersion.objects.filter(pk__in=wanted).values_list("pk", "document", "texts") if wanted else ()
    faces = {pk: gateway_faces.face(plan.pack.ruleset, document, texts)["name"] for pk, document, texts in rows}
    return {
        entry.card.pk: {
            language: faces.get(of_card[entry.card.pk] or 0, {}).get(language) or entry.id for language in ("en", "zh")
        }
        for entry in entries
    }
